//! The interface of an open solver instance.
//!
//! The caller chooses the ids of results: every `mk_*` gets the id of its result. The trace, the
//! instance state and every other solver that executes the same calls use the same ids. Handles of
//! the solver's API never leave a wrapper.

mod check;
pub mod loaded;

pub use check::{Check, Contradiction, faults};

use crate::op::Op;
use crate::sort::{Datatypes, Sort, SortId, SortView};
use crate::value::Value;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The id of a term, `t12` in traces. It is the same in every solver that executes the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

impl TermId {
    /// The term of this name, such as `t7`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let digits = name.strip_prefix('t')?;
        let is_number = digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse().ok().map(Self)).flatten()
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// The answer of a solver to `check-sat`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is no model.
    Unsat,
    /// The solver did not decide, for any reason.
    Unknown,
}

impl Answer {
    /// The word in SMT-LIB.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    /// The answer with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Answer::Sat, Answer::Unsat, Answer::Unknown]
            .into_iter()
            .find(|answer| answer.name() == name)
    }
}

/// Why a check was answered `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasonUnknown {
    /// A limit on resources, memory or time was reached, or the search was interrupted.
    Limit,
    /// The solver has no complete procedure for the formulas, or gave up for another reason.
    Incomplete,
}

impl ReasonUnknown {
    /// The word in traces.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ReasonUnknown::Limit => "limit",
            ReasonUnknown::Incomplete => "incomplete",
        }
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [ReasonUnknown::Limit, ReasonUnknown::Incomplete]
            .into_iter()
            .find(|reason| reason.name() == name)
    }
}

/// Why a call had no result. Crashes are not errors; the parent process detects them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The wrapper or the loaded library does not support this. Nothing was called.
    #[error("{0} is not supported")]
    Unsupported(String),
    /// The solver refused an option, its value, or its combination with earlier options. This is
    /// expected while options are fuzzed: the call has no effect and the run continues.
    #[error("option refused: {0}")]
    Option(String),
    /// The solver rejected the call. The text is its message. Calls are valid by construction, so
    /// this is a finding or a defect of the wrapper.
    #[error("{0}")]
    Rejected(String),
    /// The solver reached its limit of memory or of other resources.
    #[error("out of resources: {0}")]
    Resources(String),
    /// A result is not what it must be.
    #[error("{0}")]
    Contradiction(Contradiction),
    /// A core that an action returns is satisfiable.
    #[error("{0}")]
    WrongCore(Contradiction),
    /// A model of the formulas in the arguments of an action makes one of them false. This says
    /// nothing about what the action does: models of usual checks do so, too.
    #[error("the model does not satisfy a formula")]
    WrongModel,
}

/// The result of a call.
pub type Result<T = ()> = std::result::Result<T, Error>;

/// An open solver instance.
///
/// Each method makes the API calls that a line of the trace stands for. The instance knows the ids
/// in the arguments. If it does not, for instance because the trace is damaged, the method returns
/// `Rejected` and does not panic. Methods draw no random values, except from the seed of `begin`.
/// What not all solvers have is not supported by default.
///
/// # Errors
/// The methods return errors as described for `Error`.
pub trait Solver {
    /// Announces a call. `seed` (0..=99999) determines everything that the wrapper may choose in
    /// the call, such as overloads of the API.
    fn begin(&mut self, seed: u32) {
        let _ = seed;
    }

    /// `set-logic`. It is called before any sort is made.
    fn set_logic(&mut self, logic: &str) -> Result {
        let _ = logic;
        Ok(())
    }

    /// `set-option`. The names `incremental`, `produce-models`, `produce-unsat-cores` and
    /// `produce-unsat-assumptions`, with the values `true` and `false`, mean the same in every
    /// wrapper. All other names are options of the solver.
    fn set_option(&mut self, name: &str, value: &str) -> Result;

    /// Makes `sort`. Its component sorts exist. An equal sort may be made again with another id.
    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result;

    /// Declares datatypes together. `out` has one id for each, in order. A datatype with parameters
    /// is not a sort yet; `mk_sort` makes its instances.
    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        let _ = (out, group);
        Err(Error::Unsupported("a datatype".to_owned()))
    }

    /// A free constant or, if the sort is a function sort, a free function.
    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result;

    /// A variable for binders and for the parameters of `mk_fun`.
    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let _ = (out, sort, symbol);
        Err(Error::Unsupported("a variable".to_owned()))
    }

    /// A value of `Bool`, `Int`, `Real`, bit-vector, floating-point or rounding-mode sort.
    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result;

    /// A value that the API has a name for, such as `bv-min-signed`. `value` is the expected value.
    /// It is `None` if that may differ between models, as for `set.universe`.
    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        match (self.mk_named_value(out, sort, name)?, value) {
            (true, _) => Ok(()),
            (false, Some(value)) => self.mk_value(out, sort, value),
            (false, None) => Err(Error::Unsupported(name.to_owned())),
        }
    }

    /// The part of `mk_special_value` that differs between APIs. Returns whether the API has a name
    /// for the value; if not, nothing was made.
    fn mk_named_value(&mut self, out: TermId, sort: SortId, name: &str) -> Result<bool> {
        let _ = (out, sort, name);
        Ok(false)
    }

    /// An application that is well-sorted by the operator's signature. `sort` is the predicted
    /// sort. Binders take their variables first, applications of functions take the function first.
    /// The indices of datatype operators are a sort and the numbers of a constructor and a
    /// selector, see `op::DatatypeOp`.
    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result;

    /// `define-fun`: a function of the function sort `sort`. It is applied like a free function.
    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let _ = (out, sort, symbol, params, body);
        Err(Error::Unsupported("a function that is defined".to_owned()))
    }

    /// A recursive function. `define_funs_rec` defines it before anything is asserted.
    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        let _ = (out, sort, symbol);
        Err(Error::Unsupported("a recursive function".to_owned()))
    }

    /// `define-funs-rec`: functions made by `mk_rec_fun`, with their parameters and bodies. A body
    /// may apply all of them.
    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        let _ = definitions;
        Err(Error::Unsupported("a recursive function".to_owned()))
    }

    /// Makes the solver's simplification of a term. It must be equal to the term in every model.
    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        let _ = (out, term);
        Err(Error::Unsupported("simplify".to_owned()))
    }

    /// Makes `out` the same as `term`, in the place of an action of another solver whose result is
    /// equal to `term`. Only text does this, because it has no results of its own.
    fn mk_same(&mut self, out: TermId, term: TermId) -> Result {
        let _ = (out, term);
        Err(Error::Unsupported("an action of another solver".to_owned()))
    }

    /// `assert` of a closed formula.
    fn assert_formula(&mut self, formula: TermId) -> Result;

    /// `check-sat`.
    fn check_sat(&mut self) -> Result<Answer> {
        self.check_sat_assuming(&[])
    }

    /// `check-sat-assuming` closed formulas.
    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer>;

    /// Why the check of the last call was answered `unknown`. `None` if the solver does not tell,
    /// or the last call was not such a check. It makes no call of the solver.
    fn reason_unknown(&self) -> Option<ReasonUnknown> {
        None
    }

    /// `push`.
    fn push(&mut self, levels: u32) -> Result;

    /// `pop` of at most as many levels as are open.
    fn pop(&mut self, levels: u32) -> Result;

    /// `reset`: the instance is as new. All sorts and terms are gone.
    fn reset(&mut self) -> Result;

    /// `reset-assertions`: removes all assertions and levels. Sorts and terms stay.
    fn reset_assertions(&mut self) -> Result {
        Err(Error::Unsupported("reset-assertions".to_owned()))
    }

    /// `get-value` after `sat`, for closed terms and free functions. The value of a term is `None`
    /// if `Value` cannot represent it (an algebraic number), if the wrapper does not understand the
    /// solver's notation, or if the solver does not give it (a defined function).
    ///
    /// Elements of an uninterpreted sort are numbered in the order in which the instance encounters
    /// them. Each keeps its number during the life of the instance. Compare values with
    /// `eval::equal`.
    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>>;

    /// `get-assertions`. Returns the number of assertions.
    fn get_assertions(&mut self) -> Result<usize> {
        Err(Error::Unsupported("get-assertions".to_owned()))
    }

    /// `get-unsat-core` after `unsat`. Returns asserted formulas and assumptions of the last check.
    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        Err(Error::Unsupported("get-unsat-core".to_owned()))
    }

    /// `get-unsat-assumptions`, after `unsat` under assumptions.
    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        Err(Error::Unsupported("get-unsat-assumptions".to_owned()))
    }

    /// `get-model`. The solver prints the model, and the text is discarded.
    fn print_model(&mut self) -> Result {
        Err(Error::Unsupported("get-model".to_owned()))
    }

    /// Counters of the work that the instance has done so far, by name, such as `conflicts`. The
    /// same calls on the same library give the same counters, so times, memory and whatever depends
    /// on addresses are left out.
    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        Err(Error::Unsupported("counters".to_owned()))
    }

    /// Reads the children of a term from the solver and returns their number. The wrapper checks
    /// that they are consistent (`Error::Contradiction`).
    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        let _ = term;
        Err(Error::Unsupported("the children of a term".to_owned()))
    }

    /// The sort of `term` according to the solver.
    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        let _ = term;
        Err(Error::Unsupported("the sort of a term".to_owned()))
    }

    /// Reads a term made by `mk_value` back through the API. `None` if the API has no getters for
    /// its sort.
    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        let _ = term;
        Ok(None)
    }

    /// The engine that gave the last answers, for solvers with several engines. Findings of
    /// different engines are distinguished. Empty for the default engine.
    fn engine(&self) -> &'static str {
        ""
    }

    /// The wrapper's own type, for the extension actions of this solver.
    fn as_any(&mut self) -> &mut dyn Any;
}
