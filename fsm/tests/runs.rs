//! Runs on a solver that does nothing. The calls depend only on the seed, a replay gives the same
//! text, and the terms made are used.

mod common;
#[path = "common/models.rs"]
mod models;

use common::{NullLoaded, setup};
use models::models;
use murxla_fsm::op::{INT_DIV, INT_MOD, INT_MUL, Linear, REAL_DIV, REAL_MUL};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, End, RunSetup, Strictness, generate, replay};
use murxla_fsm::solver::TermId;
use murxla_fsm::state::Leaf;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{Note, lex};
use murxla_fsm::value::Value;
use num_traits::Zero;

fn trace(seed: u64, setup: &RunSetup) -> String {
    let mut text = String::new();
    assert_eq!(
        generate(seed, setup, &NullLoaded, &mut text),
        End::Ok,
        "{text}"
    );
    text
}

#[test]
fn a_seed_determines_its_trace() {
    let setup = setup();
    for seed in 0..300 {
        assert_eq!(trace(seed, &setup), trace(seed, &setup));
    }
    assert_ne!(trace(1, &setup), trace(2, &setup));
}

#[test]
fn traces_replay_to_themselves() {
    let setup = setup();
    for seed in 0..1000 {
        let text = trace(seed, &setup);
        let script = lex(&text).unwrap();
        let mut again = String::new();
        let end = replay(
            &script,
            &setup.context,
            Strictness::Strict,
            Answers::Solver,
            &NullLoaded,
            &mut again,
        );
        assert_eq!(end, End::Ok, "seed {seed}\n{text}");
        assert_eq!(again, text, "seed {seed}");
    }
}

/// A function of an integer, whose body applies it to a term, and a check of a formula that is
/// true. The solver says `unsat`.
fn recursion(op: &str, args: &str) -> String {
    format!(
        "0 new\n0 mk-sort SORT_INT\nreturn s1\n0 mk-sort SORT_FUN s1 s1\nreturn s2\n0 mk-rec-fun s2 \"f\"\nreturn t1\n\
         0 mk-var s1 \"x\"\nreturn t2\n0 mk-value s1 \"1\"\nreturn t3\n0 mk-value s1 \"0\"\nreturn t4\n\
         0 mk-term {op} SORT_INT 2 {args}\nreturn t5 s1\n0 mk-term OP_UF_APPLY SORT_INT 2 t1 t5\nreturn t6 s1\n\
         0 mk-term OP_INT_ADD SORT_INT 2 t6 t3\nreturn t7 s1\n0 mk-term OP_EQUAL SORT_BOOL 2 t2 t4\nreturn t8 s3\n\
         0 mk-term OP_ITE SORT_INT 3 t8 t4 t7\nreturn t9 s1\n0 define-funs-rec 1 t1 1 t2 1 t9\n\
         0 mk-term OP_EQUAL SORT_BOOL 2 t3 t3\nreturn t10 s3\n0 assert-formula t10\n1 check-sat\n0 delete\n"
    )
}

/// A recursion that does not end may be contradictory, and then `unsat` is right.
#[test]
fn recursion_without_end_is_no_evidence() {
    let mut setup = setup();
    setup.context.checks = true;
    for (op, args, ends) in [
        ("OP_INT_SUB", "t2 t3", true),
        ("OP_INT_MUL", "t2 t2", false),
    ] {
        let script = lex(&recursion(op, args)).unwrap();
        let (mode, answers) = (Strictness::Strict, Answers::Solver);
        let mut text = String::new();
        let end = replay(
            &script,
            &setup.context,
            mode,
            answers,
            &NullLoaded,
            &mut text,
        );
        let is_wrong = text.contains("#= wrong-unsat");
        assert_eq!((is_wrong, end == End::Ok), (ends, !ends), "{text}");
    }
}

#[test]
fn every_run_checks_and_ends() {
    let setup = setup();
    for seed in 0..1000 {
        let text = trace(seed, &setup);
        assert!(text.contains(" check-sat"), "seed {seed}\n{text}");
        assert!(
            text.lines().rev().any(|l| l.ends_with(" delete")),
            "seed {seed}\n{text}"
        );
    }
}

/// At least nine of ten results of operators reach an assertion, an assumption or a value query.
#[test]
fn terms_are_used() {
    let setup = setup();
    let (mut made, mut reached) = (0, 0);
    for seed in 0..1000 {
        let script = lex(&trace(seed, &setup)).unwrap();
        // Backwards: a term is reached if a query or a term that is reached names it.
        let mut wanted = std::collections::BTreeSet::new();
        for line in script.lines.iter().rev() {
            let terms = || line.args.iter().filter_map(murxla_fsm::trace::Token::term);
            match line.action.text.as_str() {
                "assert-formula" | "check-sat-assuming" | "get-value" => wanted.extend(terms()),
                "mk-term" | "mk-fun" => {
                    made += 1;
                    if wanted.contains(&line.returns[0].term().unwrap()) {
                        reached += 1;
                        wanted.extend(terms());
                    }
                }
                _ => {}
            }
        }
    }
    assert!(reached * 10 >= made * 9, "{reached} of {made}");
}

/// The hidden assignment gives values to at least 80 % of the closed terms, and to 90 % without
/// quantifiers and transcendental functions, whose values cannot be represented.
#[test]
fn values_are_known() {
    let mut setup = setup();
    for (quantifiers, least) in [(false, 90), (true, 80)] {
        if !quantifiers {
            setup.theories.remove(Theory::Quant);
            setup.theories.remove(Theory::Transcendental);
        }
        let (mut closed, mut known) = (0, 0);
        for seed in 0..1000 {
            models(seed, &setup, &mut |state| {
                let results = state.terms.iter().filter(|(_, term)| term.op.is_some());
                for (_, term) in results.filter(|(_, term)| term.free.is_empty()) {
                    closed += 1;
                    known += usize::from(term.value().is_some());
                }
            });
        }
        assert!(known * 100 >= closed * least, "{known} of {closed}");
        setup = common::setup();
    }
}

/// In linear arithmetic, all factors but the first are literals, all divisors are literals other
/// than zero, and nonlinear operators do not occur.
#[test]
fn linear_runs_have_linear_arithmetic_only() {
    let mut setup = setup();
    setup.context.user.linear = true;
    setup.theories = [Theory::Bool, Theory::Int, Theory::Real]
        .into_iter()
        .collect();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..1000 {
        models(seed, &setup, &mut |state| {
            for (id, term) in state.terms.iter() {
                let Some(op) = term.op else { continue };
                let linear = setup.context.ops.signature(op).linear;
                let is_taken = |arg: &TermId| match &state.term(*arg).unwrap().leaf {
                    Leaf::Value(Value::Int(number)) => {
                        linear == Linear::Product || !number.is_zero()
                    }
                    Leaf::Value(Value::Real(number)) => {
                        linear == Linear::Product || !number.is_zero()
                    }
                    _ => false,
                };
                let is_linear = match linear {
                    Linear::Any => true,
                    Linear::Product | Linear::Quotient => term.args.iter().skip(1).all(is_taken),
                    Linear::Never => false,
                };
                assert!(
                    is_linear,
                    "seed {seed}: {id}: {}",
                    setup.context.ops.row(op).name
                );
                seen.insert(op);
            }
        });
    }
    for op in [INT_MUL, INT_DIV, INT_MOD, REAL_MUL, REAL_DIV] {
        assert!(seen.contains(&op), "{}", setup.context.ops.row(op).name);
    }
}

/// Replays a trace. Returns the text of the replay and how it ended.
fn again(text: &str, strictness: Strictness) -> (String, End) {
    let mut setup = setup();
    let script = lex(text).unwrap();
    setup.context.foreign = script.foreign();
    // The traces of these tests are trusted: one has a symbol that a parser may take for commands.
    setup.context.options.files.allow();
    let mut again = String::new();
    let answers = Answers::Solver;
    let context = &setup.context;
    let end = replay(
        &script,
        context,
        strictness,
        answers,
        &NullLoaded,
        &mut again,
    );
    (again, end)
}

/// Symbols and values may have quotes, spaces and control characters.
#[test]
fn words_and_strings_replay_to_themselves() {
    let lines = [
        "    0 new",
        "    1 set-option x \"a b\"",
        "    2 set-option \"\" \"\"",
        "    3 set-option \"say \"\"a\"\"\" #1",
        "    4 set-option y \"\u{a0}é\"",
        "    5 mk-sort SORT_UNINTERPRETED \"\"",
        "      return s1",
        "    6 mk-sort SORT_UNINTERPRETED \"a \"\"\tb\"",
        "      return s2",
        "    7 mk-sort SORT_UNINTERPRETED |s1|",
        "      return s3",
        "    8 mk-const s1 \" \"",
        "      return t1",
        "    9 mk-const s2 \"\"\"\"",
        "      return t2",
        "   10 mk-const s3 \"\\u{0} #= sat\"",
        "      return t3",
        "   11 delete",
        "",
    ];
    let text = &lines.join("\n");
    assert_eq!(again(text, Strictness::Strict), (text.clone(), End::Ok));
    // Line ends of other systems and byte order marks are ignored.
    let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(again(&other, Strictness::Strict), (text.clone(), End::Ok));
}

/// A solver's message may have several lines, but a note has one.
#[test]
fn notes_are_lines() {
    let note = Note::Other("a\n  b\n".to_owned());
    assert_eq!(note.line(), "#= a b\n");
}

#[test]
fn errors_have_positions() {
    for (text, message) in [
        (
            "new\nmk-sort SORT_BV 4000000000",
            "line 2, column 9: the width exceeds 1048576",
        ),
        (
            "new\nmk-sort SORT_BV 1048576\nreturn s1\nmk-const s1 \"x\"\nreturn t1\n\
             mk-term OP_BV_REPEAT SORT_BV 1 t1 1 4000",
            "line 6, column 1: the width exceeds 1048576",
        ),
        (
            "new\nmk-sort SORT_INT\nreturn s1\nmk-sort SORT_BOOL\nreturn s1",
            "line 4, column 1: s1 is another sort already",
        ),
        (
            "new\nmk-sort SORT_INT\nreturn s1\nmk-const s1 \"x\"\nreturn t1\n\
             mk-const s1 \"y\"\nreturn t1",
            "line 6, column 1: t1 is a term already",
        ),
        (
            "new\ncheck-sat-assuming 99999 t1",
            "line 2, column 20: 99999 items are announced, but the line contains fewer",
        ),
        (
            "new\nfly",
            "line 2, column 1: action 'fly' is not supported by the solver",
        ),
    ] {
        match again(text, Strictness::Strict).1 {
            End::ResolveError(trouble) => assert_eq!(trouble.to_string(), message),
            end => panic!("{text}: {end:?}"),
        }
    }
}

/// A damaged trace ends in an error or is valid. It never causes a panic.
#[test]
fn damaged_traces_are_refused() {
    let setup = setup();
    let mut rng = Rng::new(7);
    let traces: Vec<String> = (0..50).map(|seed| trace(seed, &setup)).collect();
    for round in 0..10_000 {
        let mut text = traces[round % 50].clone().into_bytes();
        for _ in 0..=rng.index(3) {
            let place = rng.index(text.len());
            match rng.below(4) {
                0 => text[place] = rng.bits() as u8,
                1 => text[place] = *rng.pick(b"0123456789 st\"\n").unwrap(),
                2 => text.truncate(place.max(1)),
                _ => {
                    let end = (place + rng.index(20)).min(text.len());
                    text.drain(place..end);
                    text.push(b'\n');
                }
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(script) = lex(&text) {
            let strictness = if rng.coin() {
                Strictness::Strict
            } else {
                Strictness::Lenient
            };
            let _ = replay(
                &script,
                &setup.context,
                strictness,
                Answers::Solver,
                &NullLoaded,
                &mut String::new(),
            );
        }
    }
}
