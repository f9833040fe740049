//! Replays damaged traces on the toy solver in this process. Each one is either refused or replayed, and nothing panics.

use murxla_fsm::action::Context;
use murxla_fsm::loaded::Loaded;
use murxla_fsm::machine::Machine;
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, End, RunSetup, Sink, Strictness, generate, replay};
use murxla_fsm::trace::{lex, note};
use murxla_fsm::wrapper::Wrapper;

#[derive(Default)]
struct Text(String);

impl Sink for Text {
    fn call(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn note(&mut self, text: &str) {
        self.0.push_str(&note(text));
    }
}

fn toy() -> (&'static dyn Wrapper, Box<dyn Loaded>, RunSetup) {
    let toy = murxla_wrappers::find("toy").unwrap();
    let loaded = toy.load(None).unwrap();
    let profile = Profile::load([(toy.name(), toy.profile())]).unwrap();
    let setup = RunSetup {
        context: Context::new(toy, loaded.as_ref(), &profile),
        machine: Machine::new(&[], profile.weights.clone().into_iter().collect()).unwrap(),
        theories: profile.theories(),
    };
    (toy, loaded, setup)
}

/// Changes one to three places of a trace: bytes, words or lines.
fn damage(trace: &str, rng: &mut Rng) -> String {
    let mut text = trace.as_bytes().to_vec();
    for _ in 0..=rng.index(3) {
        let place = rng.index(text.len());
        match rng.below(6) {
            0 => text[place] = rng.bits() as u8,
            1 => text[place] = *rng.pick(b"0123456789 st\"#\n").unwrap(),
            2 => text.truncate(place.max(1)),
            3 => {
                let end = (place + rng.index(200)).min(text.len());
                let part = text[place..end].to_vec();
                let to = rng.index(text.len());
                text.splice(to..to, part);
            }
            4 => drop(text.splice(place..place, *b" 4294967295 ")),
            _ => {
                let end = (place + rng.index(20)).min(text.len());
                text.drain(place..end);
                text.push(b'\n');
            }
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[test]
fn damaged_traces_do_not_panic() {
    let (_, loaded, setup) = toy();
    let run = |seed| {
        let mut text = Text::default();
        assert_eq!(generate(seed, &setup, loaded.as_ref(), &mut text), End::Ok);
        text.0
    };
    let mut traces: Vec<String> = (0..200).map(run).collect();
    // The traces are short, so that the test can replay many.
    traces.sort_by_key(String::len);
    traces.truncate(60);
    let mut rng = Rng::new(11);
    let mut replayed = 0;
    for round in 0..10_000 {
        let text = damage(&traces[round % traces.len()], &mut rng);
        let Ok(script) = lex(&text) else {
            continue;
        };
        let strictness = match rng.coin() {
            true => Strictness::Strict,
            false => Strictness::Lenient,
        };
        let answers = Answers::Solver;
        let mut told = Text::default();
        let context = &setup.context;
        let end = replay(
            &script,
            context,
            strictness,
            answers,
            loaded.as_ref(),
            &mut told,
        );
        // The toy reports an error only for a call that the reader should have refused.
        assert!(
            matches!(end, End::Ok | End::ResolveError(_) | End::Resources(_)),
            "{end:?}\n{text}"
        );
        replayed += u32::from(end == End::Ok);
    }
    assert!(replayed > 1000, "{replayed} of 10,000 could be replayed");
}
