//! A run: calls from the machine or from a trace, made on a solver, checked, and told to a sink.

use crate::action::{Context, Effect, Run};
use crate::check::{CHECKS, Seen};
use crate::machine::{Machine, Next, Walk, pick};
use crate::model::Model;
use crate::rng::Rng;
use crate::solver::{Answer, Error, Solver};
use crate::swarm::Swarm;
use crate::theory::Theories;
use crate::trace::{Call, Ids, Returns, Script, Token, Trouble, resolve, write_call};
use crate::wrapper::Loaded;
use std::collections::BTreeSet;

/// Takes down what a run does, as it does it.
pub trait Sink {
    /// The text of a call, before the call is made.
    fn call(&mut self, text: &str);
    /// A line `#= …` behind the call, after it was made.
    fn note(&mut self, text: &str);
    /// An answer of a check.
    fn answer(&mut self, answer: Answer) {
        let _ = answer;
    }
}

/// How a run ended that did not crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// In the final state, or at the end of the trace.
    Ok,
    /// A check found a contradiction: the check's name and its message.
    Check(&'static str, String),
    /// The solver called a call invalid.
    Rejected(String),
    /// The solver ran out of memory or of another resource, in its own words.
    Resources(String),
    /// The solver refused an option only when it was used.
    Refused(String),
    /// The trace cannot be replayed here.
    Trouble(Trouble),
}

/// What runs have in common.
pub struct Setup {
    /// Operators, options, settings.
    pub context: Context,
    /// The machine.
    pub machine: Machine,
    /// The theories that runs may draw from.
    pub theories: Theories,
}

/// One instance and what is known of it, over the calls of a run.
struct Session<'a> {
    context: &'a Context,
    loaded: &'a dyn Loaded,
    sink: &'a mut dyn Sink,
    answers: Answers,
    solver: Option<Box<dyn Solver>>,
    model: Model,
    text: String,
}

/// Why a run does not go on behind a call.
enum Stop {
    /// It has ended.
    End(End),
    /// The solver does not have what the call needs; nothing was called.
    Unsupported(String),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::End(end) => end,
            Stop::Unsupported(message) => End::Rejected(message),
        }
    }
}

impl Session<'_> {
    /// Tells, makes, applies and checks a call. `noted`: the answer to believe instead of the
    /// solver's.
    fn make(&mut self, call: &Call, noted: Option<Answer>) -> Result<(), Stop> {
        debug_assert_eq!(call.action.valid(&self.model, call, self.context), Ok(()));
        self.text.clear();
        write_call(&mut self.text, call, &self.context.ops);
        self.sink.call(&self.text);
        if let Some(solver) = &mut self.solver {
            solver.begin(call.seed);
        }
        let mut run = Run {
            loaded: self.loaded,
            solver: &mut self.solver,
            model: &self.model,
            context: self.context,
        };
        let effect = match call.action.run(&mut run, call) {
            Ok(Effect::Answer(answer)) => Effect::Answer(noted.unwrap_or(answer)),
            Ok(effect) => effect,
            // Nothing was called; a query that the solver does not have changes nothing.
            Err(Error::Unsupported(what)) if call.action.returns() == Returns::Nothing => {
                self.sink.note(&format!("unsupported {what}"));
                return Ok(());
            }
            Err(error @ Error::Unsupported(_)) => return Err(Stop::Unsupported(error.to_string())),
            Err(error) => return Err(Stop::End(ended("wrong-result", error))),
        };
        for note in effect.notes(call) {
            self.sink.note(&note);
        }
        if let Effect::Answer(answer) = effect
            && (self.answers == Answers::Solver || noted.is_some())
        {
            self.sink.answer(answer);
        }
        call.action
            .apply(&mut self.model, call, &effect, self.context);
        if let Some(solver) = &mut self.solver {
            let seen = Seen {
                call,
                effect: &effect,
                model: &self.model,
            };
            for check in CHECKS {
                match check.after(&seen, solver.as_mut()) {
                    Ok(()) | Err(Error::Unsupported(_)) => {}
                    Err(error) => return Err(Stop::End(ended(check.name(), error))),
                }
            }
        }
        Ok(())
    }
}

fn ended(check: &'static str, error: Error) -> End {
    match error {
        Error::Check(message) => End::Check(check, message),
        Error::Resources(message) => End::Resources(message),
        Error::Option(message) => End::Refused(message),
        Error::Rejected(message) => End::Rejected(message),
        Error::Unsupported(what) => End::Rejected(format!("{what} is not supported")),
    }
}

/// Seeds of calls are below this bound, as in Murxla.
const CALL_SEEDS: u64 = 100_000;

/// Generates the run of `seed` and makes its calls.
pub fn generate(seed: u64, setup: &Setup, loaded: &dyn Loaded, sink: &mut dyn Sink) -> End {
    let mut rng = Rng::new(seed);
    let mut seeds = Rng::new(!seed);
    let swarm = Swarm::draw(&mut rng, setup.theories, &setup.context);
    let mut walk = Walk::new(&setup.machine);
    let mut session = Session {
        context: &setup.context,
        loaded,
        sink,
        answers: Answers::Solver,
        solver: None,
        model: Model::default(),
        text: String::new(),
    };
    let mut calls = 0;
    // Far over its budget a run is cut off: its way to the end is barred.
    while calls < swarm.calls * 3 {
        let urgency = calls / swarm.calls;
        let model = &session.model;
        let Next::Call(action, to) = walk.next(model, &setup.context, &swarm, &mut rng, urgency)
        else {
            break;
        };
        let picked = action.pick(&mut pick(&walk, model, &mut rng, &swarm, &setup.context));
        let Some((args, ids)) = picked else {
            continue;
        };
        let call = Call {
            seed: seeds.below(CALL_SEEDS) as u32,
            action,
            args,
            ids,
        };
        if let Err(stop) = session.make(&call, None) {
            return stop.into();
        }
        calls += 1;
        walk.enter(to, &session.model, &setup.context);
    }
    close(&mut session, seeds.below(CALL_SEEDS) as u32)
}

/// Every run ends with `delete`, so that nothing outlives it.
fn close(session: &mut Session<'_>, seed: u32) -> End {
    if !session.model.live {
        return End::Ok;
    }
    let delete = Call {
        seed,
        action: &crate::action::Delete,
        args: Default::default(),
        ids: Ids::default(),
    };
    session.make(&delete, None).err().map_or(End::Ok, End::from)
}

/// How a replay treats calls that cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// The first one that is not supported ends the replay.
    Strict,
    /// Calls that are not supported, and calls that need their results, are left out.
    Lenient,
}

/// Whose answers count in a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// The solver's.
    Solver,
    /// Those noted in the trace, where there are any: for translations, which solve nothing.
    Noted,
}

/// The notes on calls that a lenient replay left out begin with this word.
pub const LEFT_OUT: &str = "left out";

/// Makes the calls of a trace. Calls that depend on an answer that is another one this time are
/// skipped. What is skipped or left out is told to the sink as a note.
pub fn replay(
    script: &Script,
    context: &Context,
    strictness: Strictness,
    answers: Answers,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let mut session = Session {
        context,
        loaded,
        sink,
        answers,
        solver: None,
        model: Model::default(),
        text: String::new(),
    };
    let (sort, term) = script.highest_ids();
    session.model.reserve(sort, term);
    let mut missing: BTreeSet<&str> = BTreeSet::new();
    for line in &script.lines {
        let noted = match answers {
            Answers::Solver => None,
            Answers::Noted => line.notes.iter().find_map(|note| Answer::from_name(note)),
        };
        let made = resolve(line, &session.model, context);
        let made = made.and_then(|call| match session.make(&call, noted) {
            Ok(()) => Ok(None),
            Err(Stop::End(end)) => Ok(Some(end)),
            Err(Stop::Unsupported(message)) => {
                Err(Trouble::Unsupported(line.error(&line.action, message)))
            }
        });
        let ids = line.returns.iter().map(|id| id.text.as_str());
        match made {
            Ok(None) => ids.for_each(|id| {
                missing.remove(id);
            }),
            Ok(Some(end)) => return end,
            Err(Trouble::NotNow(error)) => {
                let note = format!("skipped {}: {error}", line.action.text);
                session.sink.note(&note);
            }
            Err(trouble) if strictness == Strictness::Strict => return End::Trouble(trouble),
            Err(Trouble::Bad(error) | Trouble::Unsupported(error)) => {
                let known = |token: &&Token| missing.contains(token.text.as_str());
                let error = match line.args.iter().find(known) {
                    Some(id) => line.error(id, format!("needs {}, which was left out", id.text)),
                    None => error,
                };
                let note = format!("{LEFT_OUT} {}: {error}", line.action.text);
                session.sink.note(&note);
                missing.extend(ids);
            }
        }
    }
    End::Ok
}
