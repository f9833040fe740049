//! Names and their meanings in nested scopes.

use rustc_hash::FxHashMap;

/// The meanings of names. A name of an inner scope hides the same name of an outer scope until the
/// inner scope ends.
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

    /// All meanings of a name, the newest last.
    pub(super) fn all(&self, name: &str) -> &[V] {
        self.meanings.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names that have a meaning.
    pub(super) fn known(&self) -> impl Iterator<Item = &'t str> {
        let known = self.meanings.iter().filter(|(_, all)| !all.is_empty());
        known.map(|(name, _)| *name)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut V> {
        self.meanings.get_mut(name)?.last_mut()
    }

    /// Marks the beginning of a scope.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Ends the scope that began at a mark, and all scopes in it.
    pub(super) fn end(&mut self, mark: usize) {
        for name in self.trail.drain(mark.min(self.trail.len())..) {
            if let Some(meanings) = self.meanings.get_mut(name) {
                meanings.pop();
            }
        }
    }
}
