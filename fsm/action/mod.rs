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
mod row;
mod swarm_config;
mod user_config;

pub use arguments::{NewSort, Parameter, ResultKind, parameter};
pub(crate) use call::sort_count;
pub use call::{Arg, Args, Call, Ids, Named, Param, Returns};
pub use context::{Available, Context, ExtensionAction, FuzzedOptions};
pub use effect::{Effect, Noted};
pub use machine_state::MachineState;
pub use pick::{Goal, MissingArgs, Pick, Run, open_instance};
pub use refs::Ref;
pub use row::{ActionRow, needs_option};
pub use swarm_config::{Intent, Literals, OpWeights, SwarmConfig};
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
    /// What is constant about it.
    fn row(&self) -> ActionRow;

    /// The name in traces, such as `mk-term`.
    fn name(&self) -> &'static str {
        self.row().name
    }

    /// Its role in a run.
    fn role(&self) -> Role {
        self.row().role
    }

    /// The types of the arguments.
    fn params(&self) -> &'static [Param] {
        self.row().params
    }

    /// The kind of its result.
    fn returns(&self) -> Returns {
        self.row().returns
    }

    /// Chooses arguments for a call that is valid now. `None` if there is no such call, or none was
    /// found fast. By default, an action without arguments may be called whenever it is valid.
    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let row = self.row();
        let is_now = row.params.is_empty() && self.valid_now(cx.state).is_ok();
        is_now.then(Default::default)
    }

    /// Whether a call may be made now, whatever its arguments. By default, there must be an
    /// instance, and the option must be on that the action needs.
    ///
    /// # Errors
    /// Says why the call may not be made.
    fn valid_now(&self, state: &InstanceState) -> Validity {
        self.row().option_is_on(state)
    }

    /// Whether the arguments of a call from a trace are valid, if it may be made now.
    ///
    /// # Errors
    /// Says why the call may not be made.
    fn valid_args(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        let _ = (state, call, context);
        Ok(())
    }

    /// Whether a call from a trace may be made now. A call that was picked is always valid.
    ///
    /// # Errors
    /// Says why the call may not be made.
    fn valid(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        self.valid_now(state)?;
        self.valid_args(state, call, context)
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
    Invalid::wrong("no instance is open: 'new' is missing")
}
