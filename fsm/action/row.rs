//! What is constant about an action.

use super::{Invalid, Param, Returns, Role, Validity};
use crate::state::InstanceState;
use crate::trace::NEEDS_OPTION;

/// What is constant about an action.
#[derive(Clone, Copy, Debug)]
pub struct ActionRow {
    /// The name in traces, such as `mk-term`.
    pub name: &'static str,
    /// Its role in a run.
    pub role: Role,
    /// The types of the arguments.
    pub params: &'static [Param],
    /// The kind of its result.
    pub returns: Returns,
    /// Whether the term that it returns is equal to its first argument in every model. A scenario
    /// then checks whether there is a model in which they differ.
    pub returns_equal: bool,
    /// Whether it may take long: it searches, uses the result of a search, or preprocesses the
    /// assertions. It may be interrupted, and a limit that ends it is not a finding.
    pub searches: bool,
    /// The option, one of [`Options::NAMES`](crate::state::Options::NAMES), that must be on for a
    /// call of the action.
    pub needed_option: Option<&'static str>,
}

impl ActionRow {
    /// An action without arguments, result and search.
    #[must_use]
    pub const fn new(name: &'static str, role: Role) -> Self {
        Self {
            name,
            role,
            params: &[],
            returns: Returns::Nothing,
            returns_equal: false,
            searches: false,
            needed_option: None,
        }
    }

    /// Checks that there is an instance, and that the option is on that the action needs.
    ///
    /// # Errors
    /// There is none, or the option is off.
    pub fn option_is_on(&self, state: &InstanceState) -> Validity {
        super::live(state)?;
        let mut options = state.options;
        self.needed_option.map_or(Ok(()), |name| {
            let is_on = options.get_mut(name).is_some_and(|option| *option);
            needs_option(is_on, name)
        })
    }
}

/// Checks that an option is on.
///
/// # Errors
/// The option is off.
pub fn needs_option(on: bool, name: &str) -> Validity {
    if on {
        return Ok(());
    }
    Invalid::wrong(format!("{NEEDS_OPTION} '{name}'"))
}
