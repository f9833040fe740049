//! The toy as runs see it: honest without bugs, and wrong in the way that each one says.

use murxla_fsm::action::MachineState;
use murxla_fsm::edit;
use murxla_fsm::op::{self, Op};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{
    self, CallSource, End, RunSetup, ScriptSource, Sink, StepSource, Strictness, WalkSource, drive,
    generate,
};
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::trace::{Note, Script, lex};
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
    fn note(&mut self, _: &Note) {}
    fn answer(&mut self, answer: Answer) {
        self.0[answer as usize] += 1;
    }
}

fn setup(loaded: &dyn Loaded, option: Option<(&str, &str)>) -> RunSetup {
    let toy = murxla_wrappers::find("toy").expect("the toy is listed");
    let mut setup = RunSetup::walks(toy, loaded, &Profile::default()).expect("no weights");
    let forced = option.map(|(name, value)| (name.to_owned(), value.to_owned()));
    setup.context.user.options = forced.into_iter().collect();
    setup
}

/// The ends of random runs with an option, and the answers in them.
fn runs(option: (&str, &str), count: u64) -> (Vec<End>, [u32; 3]) {
    let loaded = load();
    let setup = setup(&*loaded, Some(option));
    let mut answers = Answers::default();
    let ends = (0..count).map(|seed| generate(seed, &setup, &*loaded, &mut answers));
    (ends.collect(), answers.0)
}

/// The trace of the calls of a source.
fn trace(mut source: impl CallSource, setup: &RunSetup, loaded: &dyn Loaded) -> String {
    let mut text = String::new();
    let answers = run::Answers::Solver;
    let end = drive(&mut source, &setup.context, answers, loaded, &mut text);
    assert_eq!(end, End::Ok, "{text}");
    text
}

fn script(script: &Script) -> ScriptSource<'_> {
    ScriptSource::new(script, Strictness::Strict, run::Answers::Solver)
}

/// A run starts with the calls of a trace, wherever it is cut, and continues as a random walk.
/// Debug assertions check that each call is valid, and the replay checks it again.
#[test]
fn a_walk_continues_a_trace() {
    let loaded = load();
    let setup = setup(&*loaded, None);
    let (mut longer, mut checked) = (0, 0);
    for seed in 0..200 {
        let whole = trace(WalkSource::new(seed, &setup), &setup, &*loaded);
        let mut given = lex(&whole).expect("a trace");
        let count = given.lines.len();
        given.lines.truncate(count * (seed as usize % 11) / 10);
        let beginning = trace(script(&given), &setup, &*loaded);
        let walk = || WalkSource::new(seed + 1000, &setup);
        let continued = trace(script(&given).then(walk()), &setup, &*loaded);
        // The given calls come first, and the seed decides the others.
        let rest = continued.strip_prefix(&beginning);
        let rest = rest.unwrap_or_else(|| panic!("{continued}\ndoes not begin with\n{beginning}"));
        assert_eq!(
            continued,
            trace(script(&given).then(walk()), &setup, &*loaded)
        );
        let other = WalkSource::new(seed + 2000, &setup);
        assert_ne!(
            continued,
            trace(script(&given).then(other), &setup, &*loaded)
        );
        // The whole trace replays.
        let all = lex(&continued).expect("a trace");
        assert_eq!(continued, trace(script(&all), &setup, &*loaded));
        // Steps are as good as lines.
        let steps = edit::read(&given, &setup.context).expect("valid calls");
        let steps = StepSource::new(steps, run::Answers::Solver);
        assert_eq!(continued, trace(steps.then(walk()), &setup, &*loaded));
        longer += usize::from(rest.lines().count() > 20);
        checked += usize::from(rest.contains("check-sat"));
    }
    assert!(longer > 100 && checked > 150, "{longer} {checked}");
}

/// A walk may continue in every state of the machine.
#[test]
fn a_walk_starts_in_any_state() {
    let loaded = load();
    let setup = setup(&*loaded, None);
    for (n, state) in MachineState::ALL.iter().cycle().take(150).enumerate() {
        let seed = n as u64;
        let whole = trace(WalkSource::new(seed, &setup), &setup, &*loaded);
        let mut given = lex(&whole).expect("a trace");
        given.lines.truncate(given.lines.len() * 2 / 3);
        let walk = WalkSource::new(seed + 1000, &setup).starting_in(*state);
        let continued = trace(script(&given).then(walk), &setup, &*loaded);
        let all = lex(&continued).expect("a trace");
        assert_eq!(continued, trace(script(&all), &setup, &*loaded));
    }
}

/// Steps that cannot be made are left out, together with those that need their results.
#[test]
fn steps_without_their_arguments_are_left_out() {
    let loaded = load();
    let setup = setup(&*loaded, None);
    let text = "new\nmk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"a\"\nreturn t1\n\
                mk-const s1 \"b\"\nreturn t2\n\
                mk-term OP_AND SORT_BOOL 2 t1 t2\nreturn t3 s1\n\
                assert-formula t3\nassert-formula t2\ncheck-sat\n";
    let given = lex(text).expect("a trace");
    let mut steps = edit::read(&given, &setup.context).expect("valid calls");
    steps.remove(2); // The constant `t1`.
    let text = trace(
        StepSource::new(steps, run::Answers::Solver),
        &setup,
        &*loaded,
    );
    let notes: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("left out"))
        .collect();
    assert_eq!(
        notes,
        [
            "#= left out mk-term: needs t1, which does not exist",
            "#= left out assert-formula: needs t3, which does not exist"
        ]
    );
    assert!(
        text.contains("assert-formula t2") && text.ends_with("check-sat\n#= sat\n"),
        "{text}"
    );
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
    let is_found = |end: &&End| match end {
        End::Violation(violation) => violation.kind == BugKind::WrongSort,
        _ => false,
    };
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
struct Fixture {
    toy: Box<dyn Solver>,
    next: u32,
}

impl Fixture {
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
fn contradiction(bug: &str) -> Result<(Fixture, Vec<TermId>, Answer)> {
    let mut fixture = Fixture::new(bug)?;
    let (p, q) = (TermId(1), TermId(2));
    let xor = fixture.term(op::XOR, &[p, q], BOOL)?;
    let mut not = xor;
    for _ in 0..5 {
        not = fixture.term(op::NOT, &[not], BOOL)?;
    }
    let or = fixture.term(op::OR, &[p, q], BOOL)?;
    for formula in [or, xor, not] {
        fixture.toy.assert_formula(formula)?;
    }
    let answer = fixture.toy.check_sat()?;
    Ok((fixture, vec![xor, not], answer))
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
fn unknown_answers_have_reasons() -> Result {
    for (bug, expected) in [
        ("gives-up", Some(ReasonUnknown::Incomplete)),
        ("slow", Some(ReasonUnknown::Limit)),
        ("none", None),
    ] {
        let (fixture, _, answer) = contradiction(bug)?;
        assert_eq!(answer == Answer::Unknown, expected.is_some(), "{bug}");
        assert_eq!(fixture.toy.reason_unknown(), expected, "{bug}");
    }
    Ok(())
}

#[test]
fn values_are_those_of_a_model() -> Result {
    for (bug, is_honest) in [("none", true), ("wrong-model", false)] {
        let mut fixture = Fixture::new(bug)?;
        let (a, b, seven) = (TermId(3), TermId(4), fixture.byte(7)?);
        let not = fixture.term(op::BV_NOT, &[b], BYTE)?;
        let sum = fixture.term(op::BV_ADD, &[a, not], BYTE)?;
        for equal in [&[a, seven], &[b, seven]] {
            let formula = fixture.term(op::EQUAL, equal, BOOL)?;
            fixture.toy.assert_formula(formula)?;
        }
        assert_eq!(fixture.toy.check_sat()?, Answer::Sat);
        let sum = fixture.toy.get_value(&[sum])?;
        let right = vec![Some(Value::Bv(Bv::new(8, 255u32.into())))];
        assert_eq!(sum == right, is_honest);
    }
    Ok(())
}

/// Equal calls are counted in the same way, and a reset begins again.
#[test]
fn work_is_counted() -> Result {
    let counters = || -> Result<_> {
        let (mut fixture, _, _) = contradiction("none")?;
        let after_check = fixture.toy.counters()?;
        fixture.toy.get_unsat_core()?;
        let after_core = fixture.toy.counters()?;
        fixture.toy.reset()?;
        Ok([after_check, after_core, fixture.toy.counters()?])
    };
    let counted = counters()?;
    assert_eq!(counted, counters()?);
    let [after_check, after_core, after_reset] = &counted;
    let names = after_check.iter().map(|(name, _)| name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["checks", "evaluated terms"]);
    assert_eq!((after_check[0].1, after_core[0].1), (1, 1));
    assert!(after_check[1].1 < after_core[1].1, "{counted:?}");
    assert!(after_reset.is_empty(), "{counted:?}");
    Ok(())
}

/// What the standard leaves to the model does not make a formula unsatisfiable.
#[test]
fn unsat_is_certain() -> Result {
    let mut fixture = Fixture::new("none")?;
    let (int, u) = (SortId(3), SortId(4));
    fixture.toy.mk_sort(int, &Sort::Int)?;
    fixture.toy.mk_sort(u, &Sort::Uninterpreted("U".into()))?;
    let [zero, one, x, y] = [100, 101, 102, 103].map(TermId);
    fixture.toy.mk_value(zero, int, &Value::Int(0.into()))?;
    fixture.toy.mk_value(one, int, &Value::Int(1.into()))?;
    let quotient = fixture.term(op::INT_DIV, &[one, zero], int)?;
    let is_one = fixture.term(op::EQUAL, &[quotient, one], BOOL)?;
    assert_eq!(fixture.toy.check_sat_assuming(&[is_one])?, Answer::Unknown);
    // A model may have one element only.
    fixture.toy.mk_var(x, u, "x")?;
    fixture.toy.mk_var(y, u, "y")?;
    let same = fixture.term(op::EQUAL, &[x, y], BOOL)?;
    let all = fixture.term(op::FORALL, &[x, y, same], BOOL)?;
    assert_eq!(fixture.toy.check_sat_assuming(&[all])?, Answer::Unknown);
    Ok(())
}

/// A chain of a hundred thousand terms overflows no stack.
#[test]
fn deep_terms_are_evaluated() -> Result {
    let mut fixture = Fixture::new("none")?;
    fixture.toy.set_option("effort", "1000000")?;
    let mut term = TermId(1);
    for _ in 0..100_001 {
        term = fixture.term(op::NOT, &[term], BOOL)?;
    }
    assert_eq!(fixture.toy.check_sat_assuming(&[term])?, Answer::Sat);
    assert_eq!(
        fixture.toy.get_value(&[TermId(1)])?,
        [Some(Value::Bool(false))]
    );
    Ok(())
}
