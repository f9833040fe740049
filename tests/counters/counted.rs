//! A library whose instances read their counters just before they are deleted or reset.

use murxla_fsm::op::Op;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::value::Value;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// The counters of an instance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Reading {
    Counters(Vec<(String, u64)>),
    /// The wrapper says that there are no counters.
    Unsupported,
    Failed(String),
}

/// All that was read in a run.
#[derive(Default)]
pub(crate) struct Readings {
    pub(crate) read: Vec<Reading>,
    /// The time that each call took, in microseconds.
    pub(crate) micros: Vec<u64>,
}

/// A loaded library, and what its instances have read.
pub(crate) struct CountedLibrary<'a> {
    loaded: &'a dyn Loaded,
    pub(crate) readings: Rc<RefCell<Readings>>,
}

impl<'a> CountedLibrary<'a> {
    pub(crate) fn new(loaded: &'a dyn Loaded) -> Self {
        let readings = Rc::default();
        Self { loaded, readings }
    }
}

impl Loaded for CountedLibrary<'_> {
    fn version(&self) -> String {
        self.loaded.version()
    }

    fn supports(&self, op: Op) -> bool {
        self.loaded.supports(op)
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(CountedSolver {
            solver: self.loaded.open()?,
            readings: Rc::clone(&self.readings),
        }))
    }
}

/// An open instance.
struct CountedSolver {
    solver: Box<dyn Solver>,
    readings: Rc<RefCell<Readings>>,
}

impl CountedSolver {
    fn read(&mut self) {
        let begun = Instant::now();
        let read = self.solver.counters();
        let micros = begun.elapsed().as_micros();
        let mut readings = self.readings.borrow_mut();
        readings.micros.push(u64::try_from(micros).unwrap());
        readings.read.push(match read {
            Ok(counters) => Reading::Counters(counters),
            Err(Error::Unsupported(_)) => Reading::Unsupported,
            Err(error) => Reading::Failed(error.to_string()),
        });
    }
}

impl Drop for CountedSolver {
    fn drop(&mut self) {
        self.read();
    }
}

/// Methods that do what those of the instance do.
macro_rules! same {
    ($($name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&mut self $(, $arg: $type)*) -> $result {
            self.solver.$name($($arg),*)
        })*
    };
}

impl Solver for CountedSolver {
    same! {
        begin(seed: u32) -> ();
        set_logic(logic: &str) -> Result;
        set_option(name: &str, value: &str) -> Result;
        mk_sort(out: SortId, sort: &Sort) -> Result;
        mk_datatypes(out: &[SortId], group: &Arc<Datatypes>) -> Result;
        mk_const(out: TermId, sort: SortId, symbol: &str) -> Result;
        mk_var(out: TermId, sort: SortId, symbol: &str) -> Result;
        mk_value(out: TermId, sort: SortId, value: &Value) -> Result;
        mk_special_value(out: TermId, sort: SortId, name: &str, value: Option<&Value>) -> Result;
        mk_term(out: TermId, op: Op, args: &[TermId], indices: &[u32], sort: SortId) -> Result;
        mk_fun(out: TermId, sort: SortId, symbol: &str, params: &[TermId], body: TermId) -> Result;
        mk_rec_fun(out: TermId, sort: SortId, symbol: &str) -> Result;
        define_funs_rec(definitions: &[(TermId, &[TermId], TermId)]) -> Result;
        simplify(out: TermId, term: TermId) -> Result;
        mk_same(out: TermId, term: TermId) -> Result;
        assert_formula(formula: TermId) -> Result;
        check_sat() -> Result<Answer>;
        check_sat_assuming(assumptions: &[TermId]) -> Result<Answer>;
        push(levels: u32) -> Result;
        pop(levels: u32) -> Result;
        reset_assertions() -> Result;
        get_value(terms: &[TermId]) -> Result<Vec<Option<Value>>>;
        get_assertions() -> Result<usize>;
        get_unsat_core() -> Result<Vec<TermId>>;
        get_unsat_assumptions() -> Result<Vec<TermId>>;
        print_model() -> Result;
        counters() -> Result<Vec<(String, u64)>>;
        term_get_children(term: TermId) -> Result<usize>;
        sort_of(term: TermId) -> Result<SortView>;
        read_value(term: TermId) -> Result<Option<Value>>;
        as_any() -> &mut dyn Any;
    }

    fn reset(&mut self) -> Result {
        self.read();
        self.solver.reset()
    }

    fn engine(&self) -> &'static str {
        self.solver.engine()
    }
}
