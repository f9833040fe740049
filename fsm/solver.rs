//! An open solver instance, as the model sees it.
//!
//! The caller names results: every `mk_*` is told the id that its result has from then on, in the
//! trace, in the model and in every other solver that is fed the same calls. Handles of the
//! solver's API never leave a wrapper.

use crate::op::Op;
use crate::sort::{Datatypes, Sort, SortId, SortView};
use crate::value::Value;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The name of a term in a trace, `t12`; the same in every solver that is fed the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// What a solver says to `check-sat`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gives up, for whatever reason.
    Unknown,
}

impl Answer {
    /// SMT-LIB's word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    /// The answer of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Answer::Sat, Answer::Unsat, Answer::Unknown]
            .into_iter()
            .find(|answer| answer.name() == name)
    }
}

/// Why a call had no result. Crashes are not errors; they are seen from outside.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The wrapper or the loaded library does not have this; nothing was called.
    #[error("{0} is not supported by this solver")]
    Unsupported(String),
    /// The solver refused an option, its value, or its combination with earlier ones. Expected
    /// while options are fuzzed: the call has no effect and the run goes on.
    #[error("option refused: {0}")]
    Option(String),
    /// The solver called the call invalid, in its own words. Calls are valid by construction, so
    /// this is a finding, or a defect of the wrapper.
    #[error("{0}")]
    Rejected(String),
    /// The solver ran into its limit of memory or of resources.
    #[error("out of resources: {0}")]
    Resources(String),
    /// A result contradicts what it must be; the message says which check and how.
    #[error("{0}")]
    Contradiction(String),
}

/// The result of a call.
pub type Result<T = ()> = std::result::Result<T, Error>;

/// An open solver instance.
///
/// Every method makes the calls of the solver's API that the trace's line stands for. Ids given as
/// arguments are known to the instance; where they are not, for instance because the trace is
/// damaged, a method returns `Rejected` and never panics. No method draws randomness except
/// through the seed of `begin`.
///
/// # Errors
/// All methods return errors as `Error` says.
pub trait Solver {
    /// Announces a call: `seed` (0..=99999) decides everything that the wrapper may choose in it,
    /// such as overloads of the API (D5).
    fn begin(&mut self, seed: u32);

    /// `set-logic`; before any sort is made.
    fn set_logic(&mut self, logic: &str) -> Result;

    /// `set-option`. The names `incremental`, `produce-models`, `produce-unsat-cores` and
    /// `produce-unsat-assumptions` (values `true`, `false`) mean the same to every wrapper; all
    /// others are the solver's own.
    fn set_option(&mut self, name: &str, value: &str) -> Result;

    /// Makes `sort`, whose components were made before, and names it. Naming an equal sort again
    /// is legal.
    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result;

    /// Declares datatypes together. `out` names each, in order; one that has parameters is no sort yet, and
    /// `mk_sort` makes its instances.
    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        let _ = (out, group);
        Err(Error::Unsupported("a datatype".to_owned()))
    }

    /// A free constant or, of a function sort, a free function.
    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result;

    /// A variable, for `FORALL`, `EXISTS` and the parameters of `mk_fun`.
    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result;

    /// A value of `Bool`, `Int`, `Real`, bit-vector, floating-point or rounding-mode sort.
    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result;

    /// A value that the API has a name for, such as `bv-min-signed`; `value` is what it must be, `None` if that may
    /// differ from model to model, as of `set.universe`.
    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        match value {
            Some(value) => self.mk_value(out, sort, value),
            None => Err(Error::Unsupported(name.to_owned())),
        }
    }

    /// An application; well-sorted by the operator's signature. `sort` is the predicted sort.
    /// Binders take their variables first, applications of functions the function. The indices of operators
    /// of datatypes are a sort and the places of a constructor and a selector, see `op::DatatypeOp`.
    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result;

    /// `define-fun`: a function of the function sort `sort`, to be applied like a free one.
    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result;

    /// A recursive function, which `define_funs_rec` defines before anything is asserted.
    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let _ = (out, sort, symbol);
        Err(Error::Unsupported("a recursive function".to_owned()))
    }

    /// `define-funs-rec`: functions of `mk_rec_fun`, each with its parameters and its body, which may apply all
    /// of them.
    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        let _ = definitions;
        Err(Error::Unsupported("a recursive function".to_owned()))
    }

    /// Names the solver's simplification of a term, which must be equal to it in every model.
    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let _ = (out, term);
        Err(Error::Unsupported("simplify".to_owned()))
    }

    /// `assert` of a closed formula.
    fn assert_formula(&mut self, formula: TermId) -> Result;

    /// `check-sat`.
    fn check_sat(&mut self) -> Result<Answer>;

    /// `check-sat-assuming` closed formulas.
    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer>;

    /// `push`.
    fn push(&mut self, levels: u32) -> Result;

    /// `pop`, of at most as many levels as were pushed.
    fn pop(&mut self, levels: u32) -> Result;

    /// `reset`: as new, all sorts and terms are gone.
    fn reset(&mut self) -> Result;

    /// `reset-assertions`: no assertions and levels; sorts and terms stay.
    fn reset_assertions(&mut self) -> Result;

    /// `get-value`, after `sat`, of closed terms and of free functions: each with its value, or `None`
    /// where the value has no counterpart in `Value` (an algebraic number), is written in a way that
    /// the wrapper does not understand, or is not given by the solver (a defined function).
    ///
    /// Elements of an uninterpreted sort are numbered in the order in which the instance meets
    /// them; one keeps its number as long as the instance lives. Compare values with `eval::equal`.
    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>>;

    /// `get-assertions`: how many there are.
    fn get_assertions(&mut self) -> Result<usize>;

    /// `get-unsat-core`, after `unsat`: asserted formulas and assumptions of the last check.
    fn get_unsat_core(&mut self) -> Result<Vec<TermId>>;

    /// `get-unsat-assumptions`, after `unsat` under assumptions.
    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>>;

    /// `get-model`, printed by the solver into nowhere.
    fn print_model(&mut self) -> Result;

    /// The children of a term as the solver has them; consistency of what is read is checked by
    /// the wrapper (`Error::Contradiction`). Returns their number.
    fn term_get_children(&mut self, term: TermId) -> Result<usize>;

    /// What the solver says the sort of `term` is.
    fn sort_of(&mut self, term: TermId) -> Result<SortView>;

    /// Reads a term made by `mk_value` back through the API's getters, `None` where there are
    /// none for its sort.
    fn read_value(&mut self, term: TermId) -> Result<Option<Value>>;

    /// Which engine the last answers are from, where a solver has several with errors of their own: findings are told
    /// apart by it. Empty: the usual one.
    fn engine(&self) -> &'static str {
        ""
    }

    /// The wrapper's own type, for actions of this solver alone.
    fn as_any(&mut self) -> &mut dyn Any;
}
