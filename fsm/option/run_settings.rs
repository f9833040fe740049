//! The options that a run sets. `settings.rs` draws them.

/// The options that a run sets.
#[derive(Clone, Debug, Default)]
pub struct RunSettings {
    /// The options that all solvers have.
    pub common: Vec<(&'static str, bool)>,
    /// Those of the solver.
    pub own: Vec<(String, String)>,
    /// Those that extension actions need. Walks set them.
    pub needed: Vec<(String, String)>,
    /// Whether walks set the options of the solver before those that all solvers have.
    pub own_first: bool,
    /// The number of values that were drawn and left out, because the solver is known to refuse
    /// them.
    pub avoided: u32,
}

impl RunSettings {
    /// The settings of a walk, in order.
    pub fn of_walk(&self) -> impl Iterator<Item = (&str, &str)> {
        let common = self.common();
        let own = pairs(&self.own).chain(pairs(&self.needed));
        let [first, second]: [Box<dyn Iterator<Item = _>>; 2] = match self.own_first {
            true => [Box::new(own), Box::new(common)],
            false => [Box::new(common), Box::new(own)],
        };
        first.chain(second)
    }

    /// The settings of a run of a strategy, in order: those of an entry, those that all solvers
    /// have, and those of the solver that were drawn. A strategy makes several checks. A
    /// name may be in it twice. Then its first value counts.
    pub fn of_strategy<'a>(
        &'a self,
        entry: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let incremental = std::iter::once(("incremental", "true"));
        let own = pairs(&self.own);
        incremental.chain(entry).chain(self.common()).chain(own)
    }

    /// The options that all solvers have, as text.
    pub fn common(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = |is_on: bool| if is_on { "true" } else { "false" };
        self.common
            .iter()
            .map(move |(name, is_on)| (*name, text(*is_on)))
    }
}

/// Settings as pairs of texts.
pub fn pairs(settings: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    settings
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
}
