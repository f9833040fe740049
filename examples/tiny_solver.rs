//! A propositional solver of fifty lines, and a campaign against it.
//!
//! `cargo run --example tiny_solver` tests it. `cargo run --example tiny_solver bug` tests it with
//! a bug, and prints the trace that shows the bug. The whole program is in this file: a `Solver`,
//! a `Loaded` that opens it, a `Wrapper` that describes it, and the loop over seeds.
//!
//! The campaigns of the program `murxla-rs` run in processes of their own, and do much more. This
//! is for solvers that are written in Rust and are tested in their own test suite.

use murxla_fsm::op::{self, Op};
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{End, RunSetup, generate};
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;
use murxla_fsm::wrapper::{Constants, Wrapper};
use std::any::Any;
use std::collections::BTreeMap;
use std::path::Path;

/// The operators that it has.
const OPS: [Op; 7] = [
    op::NOT,
    op::AND,
    op::OR,
    op::XOR,
    op::IMPLIES,
    op::EQUAL,
    op::ITE,
];

enum Term {
    /// The constant with this number.
    Constant(usize),
    Value(bool),
    Application(Op, Vec<TermId>),
}

/// The solver. It decides formulas by trying all assignments of the constants.
#[derive(Default)]
struct Tiny {
    terms: BTreeMap<TermId, Term>,
    constants: usize,
    /// The formulas of each level.
    levels: Vec<Vec<TermId>>,
    /// The assignment that satisfied the last formulas, a bit for each constant.
    model: u64,
    has_bug: bool,
}

impl Tiny {
    fn new(has_bug: bool) -> Self {
        Self {
            levels: vec![Vec::new()],
            has_bug,
            ..Self::default()
        }
    }

    /// The values of all terms. Arguments have smaller ids than the terms that have them.
    fn values(&self, assignment: u64) -> BTreeMap<TermId, bool> {
        let mut values = BTreeMap::new();
        for (id, term) in &self.terms {
            let value = match term {
                Term::Constant(number) => assignment >> number & 1 == 1,
                Term::Value(value) => *value,
                Term::Application(op, args) => {
                    let args: Vec<bool> = args.iter().map(|arg| values[arg]).collect();
                    self.apply(*op, &args)
                }
            };
            values.insert(*id, value);
        }
        values
    }

    fn apply(&self, op: Op, args: &[bool]) -> bool {
        let from_last = args.iter().rev().copied();
        match op {
            op::NOT => !args[0],
            op::AND => args.iter().all(|arg| *arg),
            op::OR => args.iter().any(|arg| *arg),
            op::XOR => args.iter().fold(false, |all, arg| all ^ arg),
            op::IMPLIES if self.has_bug => !args[0] || args[1],
            // `a => b => c` is `a => (b => c)`.
            op::IMPLIES => from_last.reduce(|then, from| !from || then).unwrap(),
            op::EQUAL => args.iter().all(|arg| *arg == args[0]),
            op::ITE if args[0] => args[1],
            op::ITE => args[2],
            op => panic!("{op:?} is not in OPS"),
        }
    }
}

impl Solver for Tiny {
    fn set_option(&mut self, name: &str, _: &str) -> Result {
        Err(Error::Option(format!("there is no option {name}")))
    }

    fn mk_sort(&mut self, _: SortId, sort: &Sort) -> Result {
        match sort {
            Sort::Bool => Ok(()),
            _ => Err(Error::Unsupported(format!("{sort:?}"))),
        }
    }

    fn mk_const(&mut self, out: TermId, _: SortId, _: &str) -> Result {
        self.terms.insert(out, Term::Constant(self.constants));
        self.constants += 1;
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, _: SortId, value: &Value) -> Result {
        self.terms
            .insert(out, Term::Value(*value == Value::Bool(true)));
        Ok(())
    }

    fn mk_term(&mut self, out: TermId, op: Op, args: &[TermId], _: &[u32], _: SortId) -> Result {
        self.terms.insert(out, Term::Application(op, args.to_vec()));
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        self.levels.last_mut().unwrap().push(formula);
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        if self.constants > 8 {
            return Ok(Answer::Unknown);
        }
        let formulas = || self.levels.iter().flatten().chain(assumptions);
        let satisfies = |model: &u64| {
            let values = self.values(*model);
            formulas().all(|formula| values[formula])
        };
        let found = (0..1 << self.constants).find(satisfies);
        self.model = found.unwrap_or_default();
        Ok(found.map_or(Answer::Unsat, |_| Answer::Sat))
    }

    fn push(&mut self, levels: u32) -> Result {
        self.levels.extend((0..levels).map(|_| Vec::new()));
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.levels.truncate(self.levels.len() - levels as usize);
        Ok(())
    }

    fn reset(&mut self) -> Result {
        *self = Self::new(self.has_bug);
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let values = self.values(self.model);
        let value = |term: &TermId| Some(Value::Bool(values[term]));
        Ok(terms.iter().map(value).collect())
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// Truth values only, and no calls that the solver does not have.
const PROFILE: &str = r#"{
    "theories": { "include": ["THEORY_BOOL"] },
    "weights": { "mk-fun": 0, "simplify": 0 }
}"#;

static CONSTANTS: Constants = Constants::new("tiny", PROFILE);

/// What stands for a loaded library, and for the description of the solver.
struct TinyLibrary {
    has_bug: bool,
}

impl Loaded for TinyLibrary {
    fn version(&self) -> String {
        "1.0".to_owned()
    }

    fn supports(&self, op: Op) -> bool {
        OPS.contains(&op)
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(Tiny::new(self.has_bug)))
    }
}

impl Wrapper for TinyLibrary {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, _: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        Ok(Box::new(Self { ..*self }))
    }
}

/// Makes 200 runs. Returns the first bug that they find, with its trace.
fn find_bug(has_bug: bool) -> std::result::Result<Option<String>, String> {
    let tiny = TinyLibrary { has_bug };
    let profile = Profile::load([(tiny.name(), tiny.profile())])?;
    let setup = RunSetup::walks(&tiny, &tiny, &profile)?;
    for seed in 0..200 {
        let mut trace = String::new();
        match generate(seed, &setup, &tiny, &mut trace) {
            End::Ok => {}
            End::Violation(bug) => {
                let message = &bug.message;
                return Ok(Some(format!("{trace}{}, seed {seed}: {message}", bug.kind)));
            }
            end => return Err(format!("seed {seed}: {end:?}")),
        }
    }
    Ok(None)
}

fn main() -> std::result::Result<(), String> {
    let has_bug = std::env::args().any(|argument| argument == "bug");
    let found = find_bug(has_bug)?;
    println!("{}", found.as_deref().unwrap_or("no bugs"));
    Ok(())
}

#[test]
fn only_the_bug_is_found() {
    assert_eq!(find_bug(false), Ok(None));
    let found = find_bug(true).unwrap().unwrap();
    assert!(found.contains("OP_IMPLIES"), "{found}");
}
