//! What a solver did wrong, as the child reports it and the executor passes it on.

use super::kind::BugKind;
use crate::actions::theories_of;
use crate::op::Ops;
use crate::solver::{Contradiction, TermId};
use crate::state::InstanceState;
use crate::theory::{Theories, Theory};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A check that failed, as violations keep it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FailedCheck {
    /// Its id.
    pub id: String,
    /// See [`Contradiction::case`].
    pub case: Option<String>,
}

impl From<Contradiction> for FailedCheck {
    fn from(failed: Contradiction) -> Self {
        Self {
            id: failed.check.id().to_owned(),
            case: failed.case,
        }
    }
}

/// What the formulas of a bug are about: their theories, and the engine that solved them. As text
/// it ends the first line of a message: ` [BV UF]` or ` [BV UF] by mcsat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Topic {
    /// The theories of the operators and the sorts in the formulas, separated by spaces.
    pub theories: String,
    /// The engine that solved the formulas; empty for the default one. See
    /// [`Solver::engine`](crate::solver::Solver::engine).
    pub engine: String,
}

impl Topic {
    /// The topic of some formulas that an engine solved.
    #[must_use]
    pub fn new(state: &InstanceState, ops: &Ops, engine: &str, formulas: &[TermId]) -> Self {
        let subterms = state.terms.subterms(formulas);
        let terms = || subterms.iter().filter_map(|id| state.term(*id));
        let operators = terms().filter_map(|term| Some(ops.row(term.op?).theory));
        // An equality of arrays is of arrays, although `=` is of no theory.
        let kinds = terms().filter_map(|term| Some(state.sorts.get(term.sort)?.kind()));
        let theories: Theories = operators.chain(kinds.flat_map(theories_of)).collect();
        let names = theories.iter().filter(|theory| *theory != Theory::Bool);
        let names: Vec<&str> = names.map(Theory::short).collect();
        Self {
            theories: names.join(" "),
            engine: engine.to_owned(),
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.engine.is_empty() { "" } else { " by " };
        if !self.theories.is_empty() {
            write!(f, " [{}]", self.theories)?;
        }
        write!(f, "{by}{}", self.engine)
    }
}

/// Something that a solver did wrong. It is the same from the oracle in the child to the suspected
/// bug in the parent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// Its kind.
    pub kind: BugKind,
    /// What was observed. The first line is the same for all runs with this bug, except for its
    /// topic; the other lines are about this run.
    pub message: String,
    /// The check that failed, if one did.
    pub check: Option<FailedCheck>,
    /// The topic of the formulas, if it is known.
    pub topic: Option<Topic>,
}

impl Violation {
    /// A failed check.
    #[must_use]
    pub fn of_check(kind: BugKind, failed: Contradiction, topic: Option<Topic>) -> Self {
        let about = topic.as_ref().map(Topic::to_string);
        Self {
            kind,
            message: failed.text(&about.unwrap_or_default()),
            check: Some(failed.into()),
            topic,
        }
    }

    /// A bug that no check has found, such as a crash.
    #[must_use]
    pub fn without_check(kind: BugKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            check: None,
            topic: None,
        }
    }
}
