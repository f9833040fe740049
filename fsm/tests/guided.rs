//! Runs that an entry guides, on a solver that does nothing: they are valid, replay by themselves,
//! depend on the seed and the entry only, and declare no symbol twice.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::run::{Answers, End, RunSetup, Strictness, generate, generate_guided, replay};
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use murxla_fsm::strategy::{AllUsable, Guide, GuideKind, Mix, Weights};
use murxla_fsm::trace::{Note, lex};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The run of a seed without a guide.
fn unguided(seed: u64, setup: &RunSetup) -> String {
    let mut text = String::new();
    assert_eq!(generate(seed, setup, &NullLoaded, &mut text), End::Ok);
    text
}

fn entry(seed: u64, setup: &RunSetup) -> Entry {
    Entry {
        name: format!("run-{seed}").into(),
        text: unguided(seed, setup).into(),
    }
}

/// A setup in which strategies have a corpus of walks.
fn setup_with_strategies() -> RunSetup {
    let mut setup = setup();
    let corpus = Corpus::new((0..20).map(|seed| entry(seed, &setup)).collect());
    let corpus = (Arc::new(corpus), Rc::new(AllUsable) as _);
    setup.strategies = Mix::new(Weights::default(), corpus, setup.theories, &setup.context);
    setup
}

fn guided(seed: u64, guide: &Guide, setup: &RunSetup) -> String {
    let mut text = String::new();
    let end = generate_guided(seed, guide, setup, &NullLoaded, &mut text);
    assert_eq!(end, End::Ok, "seed {seed}\n{text}");
    text
}

/// The lines that a replay makes again.
fn calls(text: &str) -> Vec<&str> {
    let is_call = |line: &&str| match Note::of_line(line) {
        Some(note) => !note.is_left_out() && !matches!(note, Note::Skipped { .. }),
        None => !line.trim_start().starts_with('#'),
    };
    text.lines().filter(is_call).collect()
}

/// The symbols of constants, functions and variables of one instance.
fn declare_symbols_once(text: &str) {
    let script = lex(text).unwrap();
    let mut symbols = BTreeSet::new();
    for line in &script.lines {
        match line.action.text.as_str() {
            "new" | "reset" => symbols.clear(),
            "mk-const" | "mk-var" | "mk-rec-fun" => {
                let symbol = line.args.iter().find(|arg| arg.quoted).unwrap();
                assert!(symbols.insert(symbol.text.clone()), "{text}");
            }
            _ => {}
        }
    }
}

#[test]
fn guided_runs_are_valid_and_replay() {
    let setup = setup_with_strategies();
    for (kind, name) in GuideKind::ALL {
        let mut made = 0;
        for seed in 0..120 {
            let entry = entry(1000 + seed, &setup);
            let guide = Guide { kind, entry };
            let text = guided(seed, &guide, &setup);
            assert_eq!(text, guided(seed, &guide, &setup));
            declare_symbols_once(&text);
            made += usize::from(text.starts_with("# strategy: guided-"));
            let mut again = String::new();
            let end = replay(
                &lex(&text).unwrap(),
                &setup.context,
                Strictness::Strict,
                Answers::Solver,
                &NullLoaded,
                &mut again,
            );
            assert_eq!(end, End::Ok, "{name}, seed {seed}\n{text}");
            assert_eq!(calls(&again), calls(&text), "{name}, seed {seed}");
        }
        assert!(made > 60, "{name}: {made}");
    }
}

/// A guided run may itself become an entry.
#[test]
fn guided_runs_guide_others() {
    let setup = setup_with_strategies();
    for (number, (kind, _)) in GuideKind::ALL.into_iter().enumerate() {
        let mut entry = entry(2000 + number as u64, &setup);
        for seed in 0..30 {
            let text = guided(seed, &Guide { kind, entry }, &setup);
            declare_symbols_once(&text);
            entry = Entry {
                name: format!("guided-{seed}").into(),
                text: match text.len() < 50_000 {
                    true => text.into(),
                    false => unguided(seed, &setup).into(),
                },
            };
        }
    }
}

/// Behind a reset, the instance is as new.
#[test]
fn what_is_before_a_reset_guides_nothing() {
    let setup = setup_with_strategies();
    let text = "0 new\n0 set-logic QF_LIA\n0 mk-sort SORT_INT\nreturn s1\n0 reset\n\
        0 set-logic QF_UF\n0 mk-sort SORT_BOOL\nreturn s2\n0 mk-const s2 \"p\"\nreturn t1\n\
        0 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s2\n0 assert-formula t2\n0 check-sat\n";
    for (kind, name) in GuideKind::ALL {
        for seed in 0..20 {
            let entry = Entry {
                name: "x".into(),
                text: text.into(),
            };
            let text = guided(seed, &Guide { kind, entry }, &setup);
            assert!(text.starts_with("# strategy: guided-"), "{name}: {text}");
            assert!(!text.contains("QF_LIA"), "{name}: {text}");
            let logics = text.matches("set-logic QF_UF").count();
            assert!(kind != GuideKind::State || logics > 0, "{text}");
        }
    }
}

#[test]
fn what_is_no_entry_guides_nothing() {
    let setup = setup_with_strategies();
    for (kind, _) in GuideKind::ALL {
        for text in ["", "0 new\n", "no trace"] {
            let entry = Entry {
                name: "x".into(),
                text: text.into(),
            };
            let guide = Guide { kind, entry };
            assert_eq!(guided(3, &guide, &setup), unguided(3, &setup));
        }
    }
}
