//! Runs on a solver that does nothing: what is generated is a function of the seed, replays to
//! the same text, and is used.

mod common;

use common::{NullLoaded, Text, setup};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, End, Setup, Strictness, generate, replay};
use murxla_fsm::trace::lex;

fn trace(seed: u64, setup: &Setup) -> String {
    let mut text = Text::default();
    assert_eq!(
        generate(seed, setup, &NullLoaded, &mut text),
        End::Ok,
        "{}",
        text.0
    );
    text.0
}

#[test]
fn a_seed_means_its_trace() {
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
        let mut again = Text::default();
        let end = replay(
            &script,
            &setup.context,
            Strictness::Strict,
            Answers::Solver,
            &NullLoaded,
            &mut again,
        );
        assert_eq!(end, End::Ok, "seed {seed}\n{text}");
        assert_eq!(again.0, text, "seed {seed}");
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

/// At least nine in ten operator terms reach an assertion, an assumption or a value query.
#[test]
fn terms_are_used() {
    let setup = setup();
    let (mut made, mut reached) = (0, 0);
    for seed in 0..1000 {
        let script = lex(&trace(seed, &setup)).unwrap();
        // Backwards: a term is reached if a query or a reached term names it.
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

/// Damaged traces end in an error or are fine, and never panic.
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
                &mut Text::default(),
            );
        }
    }
}
