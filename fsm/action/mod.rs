//! What an action and a call are. The actions themselves are in `actions/`.
//!
//! An action *picks* the arguments of a call: it sees the state of the instance and draws random
//! numbers, but has no solver. It *runs* the call: it has the solver, and draws nothing. Then it
//! *applies* the effect of the call to the state. The types of its parameters say how calls are
//! printed and parsed.

mod arguments;
mod call;
mod context;
mod effect;
mod machine_state;
mod pick;
mod refs;
mod swarm_config;
mod user_config;

pub use arguments::{NewSort, Parameter, ResultKind, parameter};
pub(crate) use call::sort_count;
pub use call::{Arg, Args, Call, Ids, Named, Param, Returns};
pub use context::{Context, ExtensionAction};
pub use effect::{Effect, Noted};
pub use machine_state::MachineState;
pub use pick::{Goal, MissingArgs, Pick, Run, open_instance};
pub use refs::Ref;
pub use swarm_config::{Intent, Literals, SwarmConfig};
pub use user_config::UserConfig;

use crate::solver::{Error, Result};
use crate::state::InstanceState;

/// Why a call cannot be made in the present state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// It is wrong: ill-sorted, or not allowed at this place in any run.
    Wrong(String),
    /// It depends on an answer, which was another one this time. An example is `get-value` after
    /// `unsat`.
    NotNow(String),
    /// It would make the solver read or write a file. Only the user may ask for that.
    Forbidden(String),
    /// It names something that the library does not have.
    Unsupported(String),
}

impl Invalid {
    /// A wrong call.
    pub fn wrong<T>(message: impl Into<String>) -> std::result::Result<T, Self> {
        Err(Invalid::Wrong(message.into()))
    }
}

/// A call does not have the arguments of its action. Calls that were generated or resolved always
/// have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the call does not have the arguments of its action")]
pub struct BadArguments;

impl From<BadArguments> for Invalid {
    fn from(error: BadArguments) -> Self {
        Invalid::Wrong(error.to_string())
    }
}

impl From<BadArguments> for Error {
    fn from(error: BadArguments) -> Self {
        Error::Rejected(error.to_string())
    }
}

/// Whether a call may be made.
pub type Validity = std::result::Result<(), Invalid>;

/// What an action does for a run. Components that treat some calls differently, such as the
/// minimizer, the statistics and `--check`, decide by the role, so that a new action needs no
/// change there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Opens an instance.
    Open,
    /// Sets the logic or an option.
    Configure,
    /// Declares or defines sorts, constants, variables or functions.
    Declare,
    /// Builds a term.
    Build,
    /// Asserts the formulas that are its arguments.
    Assert,
    /// Checks satisfiability; its arguments are assumptions.
    Check,
    /// Asks for something and leaves the assertions as they are.
    Query,
    /// Opens levels.
    Push,
    /// Closes levels.
    Pop,
    /// Removes all assertions and levels; sorts and terms stay.
    ClearAssertions,
    /// Makes the instance as new.
    Reset,
    /// Closes the instance.
    Close,
}

impl Role {
    /// Whether the sorts and terms made before cannot be used behind it.
    #[must_use]
    pub fn ends_instance(self) -> bool {
        matches!(self, Role::Reset | Role::Close)
    }

    /// Whether the assertions and levels before it do not count behind it.
    #[must_use]
    pub fn drops_assertions(self) -> bool {
        matches!(
            self,
            Role::Open | Role::ClearAssertions | Role::Reset | Role::Close
        )
    }
}

/// A kind of API call.
pub trait Action: Sync {
    /// The name in traces, such as `mk-term`.
    fn name(&self) -> &'static str;

    /// Its role in a run.
    fn role(&self) -> Role;

    /// The types of the arguments. The default is none.
    fn params(&self) -> &'static [Param] {
        &[]
    }

    /// The kind of its result.
    fn returns(&self) -> Returns {
        Returns::Nothing
    }

    /// Whether the term that it returns is equal to its first argument in every model. A scenario
    /// then checks whether there is a model in which they differ.
    fn returns_equal(&self) -> bool {
        false
    }

    /// Whether it may take long: it searches, uses the result of a search, or preprocesses the
    /// assertions. It may be interrupted, and a limit that ends it is not a finding.
    fn searches(&self) -> bool {
        false
    }

    /// The option, one of [`Options::NAMES`](crate::state::Options::NAMES), that must be on for a
    /// call of the action.
    fn needed_option(&self) -> Option<&'static str> {
        None
    }

    /// Chooses arguments for a call that is valid now. `None` if there is no such call, or none was
    /// found fast. By default, an action without arguments may be called whenever there is an
    /// instance.
    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let free = self.params().is_empty() && cx.state.live;
        free.then(Default::default)
    }

    /// Whether a call from a trace may be made now. A call that was picked is always valid.
    ///
    /// # Errors
    /// Says why the call may not be made.
    fn valid(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        let _ = (call, context);
        live(state)
    }

    /// Makes the call.
    ///
    /// # Errors
    /// Returns the error of the solver.
    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect>;

    /// Updates the state of the instance after the call.
    fn apply(&self, state: &mut InstanceState, call: &Call, effect: &Effect, context: &Context) {
        let _ = (state, call, effect, context);
    }
}

/// There must be an instance.
///
/// # Errors
/// Says that there is none.
pub fn live(state: &InstanceState) -> Validity {
    if state.live {
        return Ok(());
    }
    Invalid::wrong("there is no solver instance: 'new' is missing")
}
