//! A solver that does nothing, and utilities for tests of runs.

use murxla_fsm::action::{Available, Context};
use murxla_fsm::machine::Machine;
use murxla_fsm::op::{Op, Ops};
use murxla_fsm::profile::Runs;
use murxla_fsm::run::RunSetup;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Answer, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId};
use murxla_fsm::strategy::Mix;
use murxla_fsm::theory::Theories;
use murxla_fsm::value::Value;
use std::any::Any;
use std::sync::Arc;

/// Derives answers from the seed of the call. It reports no sorts and no values.
#[derive(Default)]
pub(crate) struct Null {
    seed: u32,
}

pub(crate) struct NullLoaded;

impl Loaded for NullLoaded {
    fn version(&self) -> String {
        "0".to_owned()
    }

    fn supports(&self, _: Op) -> bool {
        true
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(Null::default()))
    }
}

impl Null {
    fn answer(&self) -> Answer {
        [Answer::Sat, Answer::Unsat, Answer::Unknown][self.seed as usize % 3]
    }
}

impl Solver for Null {
    fn begin(&mut self, seed: u32) {
        self.seed = seed;
    }
    fn set_option(&mut self, _: &str, _: &str) -> Result {
        Ok(())
    }
    fn mk_sort(&mut self, _: SortId, _: &Sort) -> Result {
        Ok(())
    }
    fn mk_datatypes(&mut self, _: &[SortId], _: &Arc<Datatypes>) -> Result {
        Ok(())
    }
    fn mk_const(&mut self, _: TermId, _: SortId, _: &str) -> Result {
        Ok(())
    }
    fn mk_var(&mut self, _: TermId, _: SortId, _: &str) -> Result {
        Ok(())
    }
    fn mk_special_value(&mut self, _: TermId, _: SortId, _: &str, _: Option<&Value>) -> Result {
        Ok(())
    }
    fn mk_value(&mut self, _: TermId, _: SortId, _: &Value) -> Result {
        Ok(())
    }
    fn mk_term(&mut self, _: TermId, _: Op, _: &[TermId], _: &[u32], _: SortId) -> Result {
        Ok(())
    }
    fn simplify(&mut self, _: TermId, _: TermId) -> Result {
        Ok(())
    }
    fn mk_fun(&mut self, _: TermId, _: SortId, _: &str, _: &[TermId], _: TermId) -> Result {
        Ok(())
    }
    fn mk_rec_fun(&mut self, _: TermId, _: SortId, _: &str) -> Result {
        Ok(())
    }
    fn define_funs_rec(&mut self, _: &[(TermId, &[TermId], TermId)]) -> Result {
        Ok(())
    }
    fn assert_formula(&mut self, _: TermId) -> Result {
        Ok(())
    }
    fn check_sat(&mut self) -> Result<Answer> {
        Ok(self.answer())
    }
    fn check_sat_assuming(&mut self, _: &[TermId]) -> Result<Answer> {
        Ok(self.answer())
    }
    fn push(&mut self, _: u32) -> Result {
        Ok(())
    }
    fn pop(&mut self, _: u32) -> Result {
        Ok(())
    }
    fn reset(&mut self) -> Result {
        Ok(())
    }
    fn reset_assertions(&mut self) -> Result {
        Ok(())
    }
    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        Ok(vec![None; terms.len()])
    }
    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        Ok(Vec::new())
    }
    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        Ok(Vec::new())
    }
    fn print_model(&mut self) -> Result {
        Ok(())
    }
    fn term_get_children(&mut self, _: TermId) -> Result<usize> {
        Ok(0)
    }
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// The setup of a campaign with default settings.
pub(crate) fn setup() -> RunSetup {
    let ops = Ops::with(&[]);
    RunSetup {
        context: Context {
            user: Default::default(),
            solver_label: "the solver".to_owned(),
            available: Available {
                ops: ops.iter().map(|_| true).collect(),
                extensions: Vec::new(),
                names: None,
                missing_component: None,
                recursion: true,
                codatatypes: true,
                nested_datatypes: true,
                simplifies: true,
                gaps: false,
            },
            ops,
            actions: murxla_fsm::actions::ACTIONS,
            options: Default::default(),
            plain_names: false,
            restrictions: Default::default(),
            no_shadowing: false,
            // Its answers are arbitrary.
            checks: false,
            runs: Runs::default(),
            foreign: None,
        },
        machine: Machine::new(&[], Vec::new()).unwrap(),
        theories: Theories::all(),
        strategies: Mix::walk(),
    }
}
