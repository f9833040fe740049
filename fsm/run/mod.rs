//! A run: calls from the machine or from a trace, made on a solver, checked, and told to a sink.

mod explain;
mod generate;
mod replay;
mod setup;

pub use explain::FORMULAS;
pub use generate::generate;
pub use replay::{Answers, LEFT_OUT, Strictness, replay};
pub use setup::RunSetup;

use crate::action::{Call, Context, Effect, Returns, Run};
use crate::loaded::Loaded;
use crate::oracle::{self, Failure, Observation, Oracle, subject};
use crate::solver::{Answer, Error, Solver, TermId};
use crate::state::InstanceState;
use crate::trace::{ResolveError, notes, write_call};

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
    /// So many settings of options were not drawn, because they are known to be refused.
    fn avoided(&mut self, settings: u32) {
        let _ = settings;
    }
    /// What the run does from now on. A run begins with [`Phase::Draw`].
    fn enter(&mut self, phase: Phase) {
        let _ = phase;
    }
    /// Whether the solver was asked to give up the call that was made last: what it has answered means nothing, and the
    /// run is to end.
    fn is_late(&self) -> bool {
        false
    }
    /// The model of an instance, when `reset`, `delete` or the end of the run makes an end of it.
    fn end(&mut self, state: &InstanceState) {
        let _ = state;
    }
}

/// What a run does, for those who time it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Draws the next call; of a replay, reads it.
    Draw,
    /// Writes the call into the trace.
    Write,
    /// Makes the call.
    Call,
    /// Makes a call that searches, see [`Action::searches`](crate::action::Action::searches).
    Search,
    /// Notes in the model what the call has made, with its value.
    Apply,
    /// Lets the checks look at the call.
    Oracle,
}

/// How a run ended that did not crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// In the final state, or at the end of the trace.
    Ok,
    /// A check found a contradiction: the check's name and its message.
    Oracle(&'static str, String),
    /// The solver called a call invalid.
    Rejected(String),
    /// A search took too long, and was interrupted.
    Late,
    /// The solver ran out of memory or of another resource, in its own words.
    Resources(String),
    /// The solver refused an option only when it was used.
    Refused(String),
    /// The trace cannot be replayed here.
    ResolveError(ResolveError),
}

/// One instance and what is known of it, over the calls of a run.
struct Session<'a> {
    context: &'a Context,
    loaded: &'a dyn Loaded,
    sink: &'a mut dyn Sink,
    answers: Answers,
    solver: Option<Box<dyn Solver>>,
    state: InstanceState,
    oracles: Vec<Box<dyn Oracle>>,
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

impl<'a> Session<'a> {
    fn new(
        context: &'a Context,
        loaded: &'a dyn Loaded,
        answers: Answers,
        sink: &'a mut dyn Sink,
    ) -> Self {
        // Noted answers are somebody else's, and need not fit the values that are read here.
        let oracles = if context.checks && answers == Answers::Solver {
            oracle::all()
        } else {
            Vec::new()
        };
        Self {
            context,
            loaded,
            sink,
            answers,
            solver: None,
            state: InstanceState::default(),
            oracles,
            text: String::new(),
        }
    }

    /// Tells, makes, applies and checks a call. `noted`: the answer to believe instead of the
    /// solver's.
    fn make(&mut self, call: &Call, noted: Option<Answer>) -> Result<(), Stop> {
        debug_assert_eq!(call.action.valid(&self.state, call, self.context), Ok(()));
        self.sink.enter(Phase::Write);
        self.text.clear();
        write_call(&mut self.text, call, &self.context.ops);
        self.sink.call(&self.text);
        self.sink.enter(if call.action.searches() {
            Phase::Search
        } else {
            Phase::Call
        });
        if let Some(solver) = &mut self.solver {
            solver.begin(call.seed);
        }
        let mut run = Run {
            loaded: self.loaded,
            solver: &mut self.solver,
            state: &self.state,
            context: self.context,
        };
        let result = call.action.run(&mut run, call);
        if self.sink.is_late() {
            return Err(Stop::End(End::Late));
        }
        let effect = match result {
            Ok(Effect::Answer(answer)) => Effect::Answer(noted.unwrap_or(answer)),
            Ok(effect) => effect,
            // Nothing was called; a query that the solver does not have changes nothing. Of foreign
            // traces it is not known that their solver had it.
            Err(Error::Unsupported(what))
                if call.action.returns() == Returns::Nothing && self.context.foreign.is_none() =>
            {
                self.sink.note(&format!("unsupported {what}"));
                self.sink.enter(Phase::Draw);
                return Ok(());
            }
            Err(error @ Error::Unsupported(_)) => return Err(Stop::Unsupported(error.to_string())),
            Err(error) => return Err(Stop::End(ended("wrong-result", self.told(call, error)))),
        };
        self.sink.enter(Phase::Apply);
        for note in notes(&effect) {
            self.sink.note(&note);
        }
        if let Effect::Answer(answer) = effect
            && (self.answers == Answers::Solver || noted.is_some())
        {
            self.sink.answer(answer);
        }
        if call.action.role().ends_instance() {
            self.sink.end(&self.state);
        }
        call.action
            .apply(&mut self.state, call, &effect, self.context);
        if self.context.explain
            && let Some(note) = explain::note(&self.state, call, &effect)
        {
            self.sink.note(&note);
        }
        self.sink.enter(Phase::Oracle);
        self.oracle(call, &effect).map_err(Stop::End)?;
        self.sink.enter(Phase::Draw);
        Ok(())
    }

    /// What an action of one solver objects to, with the engine that is to blame, if it is not the usual one.
    fn told(&self, call: &Call, error: Error) -> Error {
        let engine = self.solver.as_ref().map_or("", |solver| solver.engine());
        match error {
            Error::Contradiction(message) if !engine.is_empty() => {
                let terms: Vec<TermId> = call.terms_named(&self.context.ops).collect();
                let about = subject(&self.state, &self.context.ops, engine, &terms);
                let (first, rest) = message.split_once('\n').unwrap_or((&message, ""));
                Error::Contradiction(format!("{first} {about}\n{rest}").trim_end().to_owned())
            }
            other => other,
        }
    }

    /// Lets the checks look at a call.
    fn oracle(&mut self, call: &Call, effect: &Effect) -> Result<(), End> {
        let Some(solver) = &mut self.solver else {
            return Ok(());
        };
        let seen = Observation {
            call,
            effect,
            state: &self.state,
            ops: &self.context.ops,
            engine: solver.engine(),
        };
        for oracle in &mut self.oracles {
            match oracle.after(&seen, solver.as_mut()) {
                Ok(()) | Err(Failure::Error(Error::Unsupported(_))) => {}
                Err(Failure::Error(error)) => return Err(ended(oracle.name(), error)),
                Err(Failure::Wrong { kind, message }) => {
                    for line in message.lines() {
                        self.sink.note(&format!("{kind} {line}"));
                    }
                    return Err(End::Oracle(kind, message));
                }
            }
        }
        Ok(())
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if self.state.live {
            self.sink.end(&self.state);
        }
    }
}

fn ended(oracle: &'static str, error: Error) -> End {
    match error {
        Error::Contradiction(message) => End::Oracle(oracle, message),
        Error::Resources(message) => End::Resources(message),
        Error::Option(message) => End::Refused(message),
        Error::Rejected(message) => End::Rejected(message),
        Error::Unsupported(what) => End::Rejected(format!("{what} is not supported")),
    }
}
