//! What the user asked for. It is a part of the [`Context`](super::Context) of all runs, which also
//! has what the solver and its profile allow. What one run drew is its
//! [`SwarmConfig`](super::SwarmConfig).

/// What the user, or a command such as `learn`, asked for, for all runs of a campaign or replay. By
/// default, nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UserConfig {
    /// Options to set in every run, in order, before any other.
    pub options: Vec<(String, String)>,
    /// Whether arithmetic is linear in every run, and not only in some.
    pub linear: bool,
    /// Whether runs use only operators and actions that every solver has, so that another solver
    /// can make the same calls.
    pub standard: bool,
    /// In percent, how many of the runs search for settings that make the solver do something new.
    pub searched: u32,
    /// In percent, how many of the other runs make the calls of an instance again with one or two
    /// other options.
    pub repeated: u32,
    /// If set, walks use at most this many operators, and no extension actions.
    pub few_operators: Option<usize>,
    /// Whether notes in the trace have the values of the hidden assignment.
    pub explain: bool,
}

impl UserConfig {
    /// Whether it sets an option.
    #[must_use]
    pub fn sets(&self, name: &str) -> bool {
        self.options.iter().any(|(option, _)| option == name)
    }
}
