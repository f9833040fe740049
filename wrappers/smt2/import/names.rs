//! What names mean, scope by scope.

use rustc_hash::FxHashMap;

/// The meanings of names. Inner ones hide outer ones, and end with their scopes.
pub(super) struct Names<'t, V> {
    meanings: FxHashMap<&'t str, Vec<V>>,
    /// The names in the order in which they got their meanings.
    trail: Vec<&'t str>,
}

impl<V> Default for Names<'_, V> {
    fn default() -> Self {
        Self {
            meanings: FxHashMap::default(),
            trail: Vec::new(),
        }
    }
}

impl<'t, V> Names<'t, V> {
    pub(super) fn bind(&mut self, name: &'t str, meaning: V) {
        self.meanings.entry(name).or_default().push(meaning);
        self.trail.push(name);
    }

    pub(super) fn get(&self, name: &str) -> Option<&V> {
        self.meanings.get(name)?.last()
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.meanings.get_mut(name)?.last_mut()
    }

    /// Where a scope begins.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Ends the scope that began there.
    pub(super) fn end(&mut self, mark: usize) {
        for name in self.trail.drain(mark.min(self.trail.len())..) {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }
}
