//! Strategies on a solver that does nothing: their runs are valid, depend on the seed only, and say
//! what they changed. Formulas that should be true under the hidden assignment are.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::run::{End, RunSetup, Sink, generate};
use murxla_fsm::state::InstanceState;
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use murxla_fsm::strategy::history::{EntryParts, text};
use murxla_fsm::strategy::{AllUsable, EntryState, EntryStates, Mix, STRATEGIES, Weights};
use murxla_fsm::trace::{Note, notes_in};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Walks, as entries of a corpus.
fn corpus() -> Arc<Corpus> {
    let setup = setup();
    let entry = |seed: u64| {
        let mut text = String::new();
        generate(seed, &setup, &NullLoaded, &mut text);
        Entry {
            name: format!("walk-{seed}").into(),
            text: text.into(),
        }
    };
    Arc::new(Corpus::new((0..60).map(entry).collect()))
}

/// A setup in which all runs are made by one strategy.
fn setup_of(strategy: &str, corpus: &Arc<Corpus>) -> RunSetup {
    setup_with(strategy, corpus, Rc::new(AllUsable))
}

/// Such a setup in which entries may show bugs.
fn setup_with(strategy: &str, corpus: &Arc<Corpus>, states: Rc<dyn EntryStates>) -> RunSetup {
    let mut setup = setup();
    let weights = Weights::new(&[(strategy.to_owned(), 1)]).unwrap();
    let corpus = (Arc::clone(corpus), states);
    setup.strategies = Mix::new(weights, corpus, setup.theories, &setup.context);
    setup
}

/// The solver answers no check of every second entry.
struct HalfUnanswered;

impl EntryStates for HalfUnanswered {
    fn state(&self, number: usize) -> EntryState {
        match number.is_multiple_of(2) {
            true => EntryState::Unanswered,
            false => EntryState::Usable,
        }
    }
}

#[test]
fn entries_without_answers_are_seldom_used() {
    let setup = setup_with("opfuzz", &corpus(), Rc::new(HalfUnanswered));
    let mut used = [0, 0];
    for seed in 0..200 {
        let mut text = String::new();
        generate(seed, &setup, &NullLoaded, &mut text);
        let names = text
            .lines()
            .filter_map(|line| line.strip_prefix("# entry: walk-"));
        for number in names.filter_map(|name| name.parse::<usize>().ok()) {
            used[number % 2] += 1;
        }
    }
    let [unanswered, answered] = used;
    assert!(answered > 100 && unanswered * 8 < answered, "{used:?}");
}

/// Every third entry shows a bug, which is known once it was replayed.
#[derive(Default)]
struct Replayed(RefCell<BTreeSet<usize>>);

impl EntryStates for Replayed {
    fn state(&self, number: usize) -> EntryState {
        match self.0.borrow().contains(&number) {
            false => EntryState::Unknown,
            true if number.is_multiple_of(3) => EntryState::ShowsBug,
            true => EntryState::Usable,
        }
    }
}

#[test]
fn entries_are_replayed_when_they_are_drawn() {
    let corpus = corpus();
    for name in names() {
        let states = Rc::new(Replayed::default());
        let setup = setup_with(name, &corpus, Rc::clone(&states) as Rc<dyn EntryStates>);
        // The same runs, where the entries that earlier runs have drawn are known.
        let later = Rc::new(Replayed::default());
        let setup_later = setup_with(name, &corpus, Rc::clone(&later) as Rc<dyn EntryStates>);
        let mut made = 0;
        for seed in 0..12 {
            states.0.borrow_mut().clear();
            let run = |setup: &RunSetup, states: &Replayed| loop {
                let mut text = String::new();
                match generate(seed, setup, &NullLoaded, &mut text) {
                    End::NeedsReplays(entries) => {
                        assert_eq!(text, "");
                        states.0.borrow_mut().extend(entries);
                    }
                    end => {
                        assert_eq!(end, End::Ok);
                        break text;
                    }
                }
            };
            let text = run(&setup, &states);
            assert_eq!(text, run(&setup_later, &later), "{name}, seed {seed}");
            for number in (0..60).step_by(3) {
                let entry = &corpus.entries()[number].name;
                let note = format!("# entry: {entry}");
                assert!(
                    !text.lines().any(|line| line == note),
                    "{name}, seed {seed}: {text}"
                );
            }
            made += usize::from(text.contains("# strategy"));
        }
        assert!(made > 6, "{name}: {made}");
    }
}

fn trace(seed: u64, setup: &RunSetup) -> String {
    let mut text = String::new();
    let end = generate(seed, setup, &NullLoaded, &mut text);
    assert_eq!(end, End::Ok, "{text}");
    text
}

fn names() -> impl Iterator<Item = &'static str> {
    STRATEGIES.iter().map(|(strategy, _)| strategy.name())
}

#[test]
fn runs_are_valid_and_depend_on_the_seed() {
    let corpus = corpus();
    for name in names() {
        let setup = setup_of(name, &corpus);
        let mut made = 0;
        for seed in 0..120 {
            let text = trace(seed, &setup);
            assert_eq!(text, trace(seed, &setup), "{name}, seed {seed}");
            let left_out: Vec<Note> = notes_in(&text).filter(Note::is_left_out).collect();
            assert!(
                left_out.is_empty(),
                "{name}, seed {seed}: {left_out:?}\n{text}"
            );
            made += u32::from(text.starts_with(&format!("# strategy: {name}\n")));
        }
        // In some entries nothing is possible. Their runs are walks.
        assert!(made > 60, "{name}: {made}");
    }
}

/// What runs say about themselves, beside their entries.
#[test]
fn runs_have_all_parts_of_their_strategies() {
    let corpus = corpus();
    for (name, parts) in [
        ("opfuzz", &["other mutations"][..]),
        ("typefuzz", &["which is new"]),
        ("fusion", &["fused by"]),
        ("history", &["# theories: ", "# entry: "]),
    ] {
        let setup = setup_of(name, &corpus);
        let text: String = (0..60).map(|seed| trace(seed, &setup)).collect();
        for part in parts {
            assert!(text.contains(part), "{name}: {part}");
        }
    }
    // Checks on several levels, which are closed one after the other.
    let storm = setup_of("storm", &corpus);
    let text: String = (0..60).map(|seed| trace(seed, &storm)).collect();
    let levels = |text: &str| {
        let of = |line: &str, call: &str| line.ends_with(call);
        let mut depth = 0_i32;
        let mut deepest = 0;
        for line in text.lines() {
            depth += i32::from(of(line, "push 1")) - depth * i32::from(of(line, " new"));
            deepest = deepest.max(depth);
        }
        deepest
    };
    assert!(levels(&text) > 2, "levels of storm");
}

/// Each function of `fusion` has inverses: all operators of its table occur.
#[test]
fn all_functions_fuse_constants() {
    let sorts = [
        "SORT_BOOL",
        "SORT_INT",
        "SORT_REAL",
        "SORT_BV 8",
        "SORT_STRING",
        "SORT_SEQ s2",
    ];
    let mut text = "1 new\n".to_owned();
    for (number, sort) in (1..).zip(sorts) {
        let [x, y, equal] = [3 * number, 3 * number + 1, 3 * number + 2];
        text += &format!("1 mk-sort {sort}\n return s{number}\n");
        text += &format!("1 mk-const s{number} \"x{number}\"\n return t{x}\n");
        text += &format!("1 mk-const s{number} \"y{number}\"\n return t{y}\n");
        text += &format!("1 mk-term OP_DISTINCT SORT_BOOL 2 t{x} t{y}\n return t{equal} s1\n");
        text += &format!("1 assert-formula t{equal}\n");
    }
    text += "1 check-sat\n";
    let entry = |name: &str| Entry {
        name: name.into(),
        text: text.as_str().into(),
    };
    let corpus = Arc::new(Corpus::new(vec![entry("one"), entry("two")]));
    let setup = setup_of("fusion", &corpus);
    let text: String = (0..600).map(|seed| trace(seed, &setup)).collect();
    for op in [
        "XOR",
        "INT_ADD",
        "INT_SUB",
        "INT_MUL",
        "INT_DIV",
        "REAL_ADD",
        "REAL_SUB",
        "REAL_MUL",
        "REAL_DIV",
        "BV_ADD",
        "BV_SUB",
        "BV_XOR",
        "BV_XNOR",
        "BV_MULT",
        "BV_CONCAT",
        "BV_EXTRACT",
        "STR_CONCAT",
        "STR_SUBSTR",
        "STR_REPLACE",
        "SEQ_CONCAT",
        "SEQ_EXTRACT",
    ] {
        assert!(text.contains(&format!("OP_{op} ")), "{op}");
    }
}

#[test]
fn mutants_differ() {
    let corpus = corpus();
    for name in ["opfuzz", "typefuzz"] {
        let setup = setup_of(name, &corpus);
        let texts: Vec<String> = (0..120).map(|seed| trace(seed, &setup)).collect();
        let changes = |text: &String| {
            let lines = text.lines().filter(|line| line.starts_with("# t"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let all: Vec<_> = texts
            .iter()
            .map(changes)
            .filter(|all| !all.is_empty())
            .collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert!(
            all.len() > 60 && different.len() * 100 > all.len() * 95,
            "{name}"
        );
    }
    let opfuzz = setup_of("opfuzz", &corpus);
    let text: String = (0..60).map(|seed| trace(seed, &opfuzz)).collect();
    assert!(text.contains(" -> OP_"), "operators are replaced");
}

/// The truth values of the formulas that are asserted at the end of each instance.
#[derive(Default)]
struct Truths(Vec<Option<bool>>);

impl Sink for Truths {
    fn call(&mut self, _: &str) {}
    fn note(&mut self, _: &Note) {}

    fn end(&mut self, state: &InstanceState) {
        let assertions = state.assertions.formulas.iter();
        self.0
            .extend(assertions.map(|formula| state.truth(*formula)));
    }
}

#[test]
fn formulas_are_true_by_construction() {
    let corpus = corpus();
    for name in ["storm", "fusion"] {
        let setup = setup_of(name, &corpus);
        let (mut all, mut known) = (0, 0);
        for seed in 0..200 {
            // Walks assert anything.
            let text = trace(seed, &setup);
            if !text.starts_with("# strategy") || text.contains("simplify") {
                continue;
            }
            let mut truths = Truths::default();
            generate(seed, &setup, &NullLoaded, &mut truths);
            all += truths.0.len();
            known += truths
                .0
                .iter()
                .filter(|truth| **truth == Some(true))
                .count();
        }
        assert!(all > 100, "{name}: {all}");
        // Those that are not come from the walks that continue some runs.
        assert!(known * 10 > all * 8, "{name}: {known} of {all}");
    }
}

/// The constants of an entry keep their seeds in some runs, and have others in most.
#[test]
fn hidden_values_of_entries_vary() {
    let entry = Entry {
        name: "entry".into(),
        text: ENTRY.into(),
    };
    let corpus = Arc::new(Corpus::new(vec![entry]));
    for name in ["opfuzz", "storm"] {
        let setup = setup_of(name, &corpus);
        let declared = |text: String| {
            let script = murxla_fsm::trace::lex(&text).unwrap();
            let mut lines = script.lines.iter();
            let line = lines.find(|line| line.action.text == "mk-const")?;
            text.starts_with("# strategy").then_some(line.seed)
        };
        let seeds = (0..200).filter_map(|seed| declared(trace(seed, &setup)));
        let seeds: Vec<u32> = seeds.collect();
        let kept = seeds.iter().filter(|seed| **seed == 1).count();
        let different = seeds.iter().collect::<BTreeSet<_>>().len();
        let all = seeds.len();
        assert!(all > 100, "{name}: {all}");
        assert!(
            (all / 6..all / 2).contains(&kept),
            "{name}: {kept} of {all}"
        );
        assert!(different * 2 > all, "{name}: {different} of {all}");
    }
}

#[test]
fn without_entries_all_runs_are_walks() {
    let empty = Arc::new(Corpus::default());
    let all = STRATEGIES.iter().map(|(strategy, _)| strategy);
    for strategy in all.filter(|strategy| strategy.needs_entries()) {
        let walks = setup();
        let setup = setup_of(strategy.name(), &empty);
        for seed in 0..20 {
            assert_eq!(trace(seed, &setup), trace(seed, &walks));
        }
    }
}

/// `x > 3 or not exists v. v = x`, and `y > 3`.
const ENTRY: &str = "\
1 new
1 mk-sort SORT_INT
      return s1
1 mk-const s1 \"x\"
      return t1
1 mk-const s1 \"y\"
      return t2
1 mk-value s1 \"3\"
      return t3
1 mk-var s1 \"v\"
      return t4
1 mk-term OP_INT_GT SORT_BOOL 2 t1 t3
      return t5 s2
1 mk-term OP_EQUAL SORT_BOOL 2 t4 t1
      return t6 s2
1 mk-term OP_EXISTS SORT_BOOL 2 t4 t6
      return t7 s2
1 mk-term OP_NOT SORT_BOOL 1 t7
      return t8 s2
1 mk-term OP_OR SORT_BOOL 2 t5 t8
      return t9 s2
1 assert-formula t9
1 mk-term OP_INT_GT SORT_BOOL 2 t2 t3
      return t10 s2
1 assert-formula t10
1 delete
";

#[test]
fn entries_have_skeletons_and_atoms() {
    let context = setup().context;
    let entry = Entry {
        name: "entry".into(),
        text: ENTRY.into(),
    };
    let mut parts = EntryParts::default();
    let read = entry.read(&context, &mut |step, state| parts.see(step, state));
    assert!(read.is_some());
    let ops = &context.ops;
    let skeletons = parts.skeletons.iter();
    let skeletons: Vec<String> = skeletons.map(|skeleton| text(skeleton, ops)).collect();
    assert_eq!(skeletons, ["(or _ (not (exists 1 _)))", "_"]);
    let atoms: BTreeSet<(String, u64)> = parts
        .atoms
        .iter()
        .map(|atom| (atom.signature.text(ops), atom.structure))
        .collect();
    let signatures: Vec<&str> = atoms.iter().map(|(signature, _)| &**signature).collect();
    // The atom with the other name is the same one.
    assert_eq!(
        signatures,
        ["(OP_EQUAL IntVar IntVar)", "(OP_INT_GT IntVar IntConst)"]
    );
}

/// A skeleton with a quantifier is filled with atoms of several entries, and constants become
/// variables.
#[test]
fn skeletons_are_filled() {
    let setup = setup_of("history", &corpus());
    let texts: Vec<String> = (0..120).map(|seed| trace(seed, &setup)).collect();
    let has = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
    assert!(has(": (or ") > 10 && has(": (and ") > 10);
    assert!(has("(forall ") + has("(exists ") > 5);
    let mixed = texts.iter().filter(|text| {
        let lines = text.lines().filter(|line| line.starts_with("# t"));
        let names = lines.filter_map(|line| line.split_once(" of walk-"));
        let names: BTreeSet<&str> = names.map(|(_, name)| name).collect();
        names.len() > 1
    });
    assert!(mixed.count() > 30);
}
