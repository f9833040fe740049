//! Damaged traces are replayed on the toy solver, translated, and read for edits.

use super::{INPUTS, damage, files, limit_memory};
use murxla_fsm::action::Context;
use murxla_fsm::edit::read;
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, End, RunSetup, Strictness, generate, replay};
use murxla_fsm::solver::loaded::{Loaded, Unloaded};
use murxla_fsm::trace::lex;
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::smt2::Translation;
use std::path::Path;

fn toy() -> (&'static dyn Wrapper, Box<dyn Loaded>, RunSetup) {
    let toy = murxla_wrappers::find("toy").unwrap();
    let loaded = toy.load(None).unwrap();
    let profile = Profile::load([(toy.name(), toy.profile())]).unwrap();
    let setup = RunSetup::walks(toy, loaded.as_ref(), &profile).unwrap();
    (toy, loaded, setup)
}

#[test]
fn traces_are_replayed_or_refused() {
    limit_memory();
    let (_, loaded, setup) = toy();
    let run = |seed| {
        let mut text = String::new();
        assert_eq!(generate(seed, &setup, loaded.as_ref(), &mut text), End::Ok);
        text
    };
    let mut traces: Vec<String> = (0..200).map(run).collect();
    // The traces are short, so that the test can replay many.
    traces.sort_by_key(String::len);
    traces.truncate(60);
    let mut rng = Rng::new(11);
    let mut count = 0;
    for round in 0..INPUTS {
        let text = damage(&traces[round % traces.len()], &mut rng);
        let Ok(script) = lex(&text) else { continue };
        let strictness = match rng.coin() {
            true => Strictness::Strict,
            false => Strictness::Lenient,
        };
        let (context, answers, solver) = (&setup.context, Answers::Solver, loaded.as_ref());
        let mut told = String::new();
        let end = replay(&script, context, strictness, answers, solver, &mut told);
        // The toy reports an error only for a call that the reader should have refused.
        assert!(
            matches!(end, End::Ok | End::ResolveError(_) | End::OutOfResources(_)),
            "{end:?}\n{text}"
        );
        count += usize::from(end == End::Ok);
    }
    assert!(count > INPUTS / 10, "{count} of {INPUTS} were replayed");
}

/// Regression traces of all solvers.
#[test]
fn traces_are_translated_or_refused() {
    limit_memory();
    let mut traces: Vec<(String, String)> = Vec::new();
    for wrapper in murxla_wrappers::WRAPPERS {
        let folder = format!("traces/{}", wrapper.name());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        if path.exists() {
            for file in files(&folder, ".trace") {
                let text = std::fs::read_to_string(file).unwrap();
                traces.push((wrapper.name().to_owned(), text));
            }
        }
    }
    let mut rng = Rng::new(12);
    let mut count = 0;
    for round in 0..INPUTS {
        let (solver, trace) = &traces[round % traces.len()];
        let Ok(script) = lex(&damage(trace, &mut rng)) else {
            continue;
        };
        let wrapper = murxla_wrappers::find(solver).unwrap();
        let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
        let _ = read(&script, &Context::new(wrapper, &Unloaded, &profile));
        let dialect = murxla_wrappers::dialect(wrapper.name(), None);
        let translation = Translation::new(dialect, wrapper.constants().ops);
        let context = &Context::new(wrapper, &translation, &profile);
        let (lenient, noted) = (Strictness::Lenient, Answers::Noted);
        let mut told = String::new();
        let end = replay(&script, context, lenient, noted, &translation, &mut told);
        count += usize::from(end == End::Ok);
    }
    assert!(count > INPUTS / 10, "{count} of {INPUTS} were translated");
}

#[test]
fn long_traces_are_refused() {
    limit_memory();
    for text in ["new\n".repeat(1_000_001), "t1 ".repeat(4_000_001)] {
        let error = lex(&text).unwrap_err().to_string();
        assert!(error.contains("which is the limit"), "{error}");
    }
}
