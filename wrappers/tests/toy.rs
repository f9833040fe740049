//! The toy as runs see it: honest without bugs, and wrong in the way that each one says.

use murxla_fsm::action::Context;
use murxla_fsm::loaded::Loaded;
use murxla_fsm::machine::Machine;
use murxla_fsm::op::{self, Op};
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{End, RunSetup, Sink, generate};
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::theory::Theories;
use murxla_fsm::value::{Bv, Value};

const BOOL: SortId = SortId(1);
const BYTE: SortId = SortId(2);

fn load() -> Box<dyn Loaded> {
    let toy = murxla_wrappers::find("toy").expect("the toy is listed");
    toy.load(None).expect("nothing to load")
}

/// Counts the answers of a run.
#[derive(Default)]
struct Answers([u32; 3]);

impl Sink for Answers {
    fn call(&mut self, _: &str) {}
    fn note(&mut self, _: &str) {}
    fn answer(&mut self, answer: Answer) {
        self.0[answer as usize] += 1;
    }
}

/// The ends of random runs with an option, and the answers in them.
fn runs(option: (&str, &str), count: u64) -> (Vec<End>, [u32; 3]) {
    let loaded = load();
    let toy = murxla_wrappers::find("toy").expect("the toy is listed");
    let mut context = Context::new(toy, &*loaded, &Profile::default());
    context.forced = vec![(option.0.to_owned(), option.1.to_owned())];
    let setup = RunSetup {
        context,
        machine: Machine::new(&[], Vec::new()).expect("no overrides"),
        theories: Theories::all(),
    };
    let mut answers = Answers::default();
    let ends = (0..count).map(|seed| generate(seed, &setup, &*loaded, &mut answers));
    (ends.collect(), answers.0)
}

#[test]
fn honest_runs_find_nothing() {
    let (ends, [sat, unsat, unknown]) = runs(("bug", "none"), 300);
    assert!(ends.iter().all(|end| *end == End::Ok), "{ends:?}");
    assert!(
        sat > 50 && unsat > 20 && unknown > 50,
        "{sat} {unsat} {unknown}"
    );
    let (_, [sat, unsat, _]) = runs(("effort", "0"), 50);
    assert_eq!((sat, unsat), (0, 0));
}

#[test]
fn wrong_sorts_are_found() {
    let (ends, _) = runs(("bug", "wrong-sort"), 1000);
    let is_found = |end: &&End| matches!(end, End::Oracle("wrong-sort", _));
    assert!(ends.iter().filter(is_found).count() >= 5);
}

#[test]
fn bugs_and_errors_have_names() {
    let mut toy = load().open().expect("an instance");
    let Err(Error::Option(message)) = toy.set_option("bug", "headache") else {
        panic!("an unknown bug is refused");
    };
    assert!(message.contains("segfault") && message.contains("warm"));
    assert!(matches!(
        toy.set_option("effort", "x"),
        Err(Error::Option(_))
    ));
    assert!(matches!(
        toy.set_option("incremental", "1"),
        Err(Error::Option(_))
    ));
    assert_eq!(toy.set_option("bug", "none"), Ok(()));
    toy.mk_sort(BOOL, &Sort::Bool).expect("Bool");
    // No sort may come to contain itself.
    let knot = toy.mk_sort(BOOL, &Sort::Array(BOOL, BOOL));
    assert!(matches!(knot, Err(Error::Rejected(_))));
    assert_eq!(toy.mk_sort(BOOL, &Sort::Bool), Ok(()));
    assert!(matches!(toy.get_value(&[]), Err(Error::Rejected(_))));
    assert!(matches!(toy.push(u32::MAX), Err(Error::Resources(_))));
}

/// An instance with Boolean constants `t1`, `t2`, bytes `t3`, `t4`, and terms from `t5` on.
struct Bench {
    toy: Box<dyn Solver>,
    next: u32,
}

impl Bench {
    fn new(bug: &str) -> Result<Self> {
        let mut toy = load().open()?;
        toy.set_option("bug", bug)?;
        toy.mk_sort(BOOL, &Sort::Bool)?;
        toy.mk_sort(BYTE, &Sort::Bv(8))?;
        for (n, sort) in [BOOL, BOOL, BYTE, BYTE].into_iter().enumerate() {
            toy.mk_const(TermId(n as u32 + 1), sort, &format!("c{n}"))?;
        }
        Ok(Self { toy, next: 5 })
    }

    fn term(&mut self, op: Op, args: &[TermId], sort: SortId) -> Result<TermId> {
        let id = TermId(self.next);
        self.next += 1;
        self.toy.mk_term(id, op, args, &[], sort)?;
        Ok(id)
    }

    fn byte(&mut self, bits: u32) -> Result<TermId> {
        let id = TermId(self.next);
        self.next += 1;
        let value = Value::Bv(Bv::new(8, bits.into()));
        self.toy.mk_value(id, BYTE, &value)?;
        Ok(id)
    }
}

/// `(xor p q)`, `(not (xor p q))` and two formulas that do not matter.
fn contradiction(bug: &str) -> Result<(Bench, Vec<TermId>, Answer)> {
    let mut bench = Bench::new(bug)?;
    let (p, q) = (TermId(1), TermId(2));
    let xor = bench.term(op::XOR, &[p, q], BOOL)?;
    let mut not = xor;
    for _ in 0..5 {
        not = bench.term(op::NOT, &[not], BOOL)?;
    }
    let or = bench.term(op::OR, &[p, q], BOOL)?;
    for formula in [or, xor, not] {
        bench.toy.assert_formula(formula)?;
    }
    let answer = bench.toy.check_sat()?;
    Ok((bench, vec![xor, not], answer))
}

#[test]
fn wrong_answers_and_cores() -> Result {
    let (mut honest, core, answer) = contradiction("none")?;
    assert_eq!(answer, Answer::Unsat);
    assert_eq!(honest.toy.get_unsat_core()?, core);
    let (mut lying, core, _) = contradiction("wrong-core")?;
    assert_eq!(lying.toy.get_unsat_core()?, core[..1]);
    assert_eq!(contradiction("wrong-sat")?.2, Answer::Sat);
    Ok(())
}

#[test]
fn values_are_those_of_a_model() -> Result {
    for (bug, is_honest) in [("none", true), ("wrong-model", false)] {
        let mut bench = Bench::new(bug)?;
        let (a, b, seven) = (TermId(3), TermId(4), bench.byte(7)?);
        let not = bench.term(op::BV_NOT, &[b], BYTE)?;
        let sum = bench.term(op::BV_ADD, &[a, not], BYTE)?;
        for equal in [&[a, seven], &[b, seven]] {
            let formula = bench.term(op::EQUAL, equal, BOOL)?;
            bench.toy.assert_formula(formula)?;
        }
        assert_eq!(bench.toy.check_sat()?, Answer::Sat);
        let sum = bench.toy.get_value(&[sum])?;
        let right = vec![Some(Value::Bv(Bv::new(8, 255u32.into())))];
        assert_eq!(sum == right, is_honest);
    }
    Ok(())
}

/// What the standard leaves to the model does not make a formula unsatisfiable.
#[test]
fn unsat_is_certain() -> Result {
    let mut bench = Bench::new("none")?;
    let (int, u) = (SortId(3), SortId(4));
    bench.toy.mk_sort(int, &Sort::Int)?;
    bench.toy.mk_sort(u, &Sort::Uninterpreted("U".into()))?;
    let [zero, one, x, y] = [100, 101, 102, 103].map(TermId);
    bench.toy.mk_value(zero, int, &Value::Int(0.into()))?;
    bench.toy.mk_value(one, int, &Value::Int(1.into()))?;
    let quotient = bench.term(op::INT_DIV, &[one, zero], int)?;
    let is_one = bench.term(op::EQUAL, &[quotient, one], BOOL)?;
    assert_eq!(bench.toy.check_sat_assuming(&[is_one])?, Answer::Unknown);
    // A model may have one element only.
    bench.toy.mk_var(x, u, "x")?;
    bench.toy.mk_var(y, u, "y")?;
    let same = bench.term(op::EQUAL, &[x, y], BOOL)?;
    let all = bench.term(op::FORALL, &[x, y, same], BOOL)?;
    assert_eq!(bench.toy.check_sat_assuming(&[all])?, Answer::Unknown);
    Ok(())
}

/// A chain of a hundred thousand terms overflows no stack.
#[test]
fn deep_terms_are_evaluated() -> Result {
    let mut bench = Bench::new("none")?;
    bench.toy.set_option("effort", "1000000")?;
    let mut term = TermId(1);
    for _ in 0..100_001 {
        term = bench.term(op::NOT, &[term], BOOL)?;
    }
    assert_eq!(bench.toy.check_sat_assuming(&[term])?, Answer::Sat);
    assert_eq!(
        bench.toy.get_value(&[TermId(1)])?,
        [Some(Value::Bool(false))]
    );
    Ok(())
}
