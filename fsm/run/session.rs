//! The loop of a run: makes the calls of a source on a solver and lets the oracles look at them.

use super::source::{Answers, CallSource, Now, Outcome};
use super::{End, Phase, Sink, explain};
use crate::action::{Call, Context, Effect, Noted, Returns, Run};
use crate::oracle::checks::FORMULA_FALSE;
use crate::oracle::{self, BugKind, Objection, Observation, Oracle, Topic, Violation};
use crate::solver::loaded::Loaded;
use crate::solver::{Answer, Error, Solver, TermId};
use crate::state::InstanceState;
use crate::trace::{Note, notes, write_call};

/// The open instance and what is known of it.
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

/// Makes the calls of a source on a solver. `answers` says whose answers count.
pub fn drive(
    source: &mut dyn CallSource,
    context: &Context,
    answers: Answers,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let mut session = Session::new(context, loaded, answers, sink);
    session.drive(source).err().unwrap_or(End::Ok)
}

impl<'a> Session<'a> {
    fn new(
        context: &'a Context,
        loaded: &'a dyn Loaded,
        answers: Answers,
        sink: &'a mut dyn Sink,
    ) -> Self {
        // Noted answers come from another solver. They need not agree with the values that are read
        // here.
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

    /// The loop of a run.
    fn drive(&mut self, source: &mut dyn CallSource) -> Result<(), End> {
        while let Some(next) = source.next(&mut self.now())? {
            let outcome = self.make(&next.call, &next.noted);
            source.on_outcome(outcome, &mut self.now())?;
        }
        Ok(())
    }

    fn now(&mut self) -> Now<'_> {
        Now {
            state: &mut self.state,
            context: self.context,
            sink: self.sink,
        }
    }

    /// Makes a call, with a trace of it, and lets the oracles look at it. `noted` is
    /// believed, and not the solver.
    fn make(&mut self, call: &Call, noted: &Noted) -> Outcome {
        debug_assert_eq!(call.action.valid(&self.state, call, self.context), Ok(()));
        self.sink.enter(Phase::Write);
        self.text.clear();
        write_call(&mut self.text, call, &self.context.ops);
        self.sink.call(&self.text);
        self.sink.enter(if call.action.row().searches {
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
            noted,
            note: &mut |note| self.sink.note(&note),
        };
        let result = call.action.run(&mut run, call);
        if self.sink.timed_out() {
            return Outcome::Ended(End::TimedOut);
        }
        let effect = match result {
            Ok(Effect::Answer(answer)) => Effect::Answer(noted.answer.unwrap_or(answer)),
            Ok(effect) => effect,
            // A query that the solver does not have changes nothing, so the run goes on. A foreign
            // trace may come from a solver that did not have it either, so such a query ends its
            // replay.
            Err(Error::Unsupported(what))
                if call.action.returns() == Returns::Nothing && self.context.foreign.is_none() =>
            {
                self.sink.note(&Note::Unsupported(what));
                self.sink.enter(Phase::Draw);
                return Outcome::Made;
            }
            Err(error @ Error::Unsupported(_)) => {
                let message = format!("{error} by {}", self.context.solver_label);
                return Outcome::Unsupported(message);
            }
            Err(error) => {
                if let (true, Error::Contradiction(failed)) = (self.context.user.explain, &error) {
                    explain::violated(&self.state, call, failed.check.expected(), self.sink);
                }
                return Outcome::Ended(self.ended(call, error));
            }
        };
        self.sink.enter(Phase::Apply);
        for note in notes(&effect) {
            self.sink.note(&note);
        }
        if effect == Effect::Answer(Answer::Unknown)
            && noted.answer.is_none()
            && let Some(reason) = self.solver.as_ref().and_then(|s| s.reason_unknown())
        {
            self.sink.note(&Note::ReasonUnknown(reason));
        }
        if let Effect::Answer(answer) = effect
            && (self.answers == Answers::Solver || noted.answer.is_some())
        {
            self.sink.answer(answer);
        }
        if call.action.role().ends_instance() {
            self.sink.end(&self.state);
        }
        call.action
            .apply(&mut self.state, call, &effect, self.context);
        if self.context.user.explain {
            explain::explain(&self.state, call, &effect, self.sink);
        }
        self.sink.enter(Phase::Oracle);
        if let Err(end) = self.check(call, &effect) {
            return Outcome::Ended(end);
        }
        self.sink.enter(Phase::Draw);
        Outcome::Made
    }

    /// How the run ends after an error of a call. A contradiction names the solver's engine, if it
    /// is not the usual one. A wrong model is reported as the oracle of models does.
    fn ended(&self, call: &Call, error: Error) -> End {
        let engine = self.solver.as_ref().map_or("", |solver| solver.engine());
        let has_topic = error == Error::WrongModel || !engine.is_empty();
        let topic = has_topic.then(|| {
            let terms: Vec<TermId> = call.terms_named(&self.context.ops).collect();
            Topic::new(&self.state, &self.context.ops, engine, &terms)
        });
        ended(BugKind::WrongResult, error, topic)
    }

    /// Lets the oracles look at a call.
    fn check(&mut self, call: &Call, effect: &Effect) -> Result<(), End> {
        let Some(solver) = &mut self.solver else {
            return Ok(());
        };
        let seen = Observation {
            call,
            effect,
            state: &self.state,
            ops: &self.context.ops,
            engine: solver.engine(),
            exhaustive: self.context.runs.exhaustive,
        };
        for oracle in &mut self.oracles {
            match oracle.check_call(&seen, solver.as_mut()) {
                Ok(()) | Err(Objection::Error(Error::Unsupported(_))) => {}
                Err(Objection::Error(error)) => return Err(ended(oracle.kind(), error, None)),
                Err(Objection::Wrong(violation)) => {
                    for line in violation.message.lines() {
                        let kind = violation.kind.clone();
                        self.sink.note(&Note::Violation(kind, line.to_owned()));
                    }
                    return Err(End::Violation(violation));
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

/// How a run ends after an error. A failed check has this kind and this topic.
fn ended(kind: BugKind, error: Error, topic: Option<Topic>) -> End {
    let violation = |kind, failed| End::Violation(Violation::of_check(kind, failed, topic).into());
    match error {
        Error::Contradiction(failed) => violation(kind, failed),
        Error::WrongCore(failed) => violation(BugKind::WrongCore, failed),
        Error::WrongModel => violation(BugKind::WrongModel, FORMULA_FALSE.failed("")),
        Error::Resources(message) => End::OutOfResources(message),
        Error::Option(message) => End::OptionRefused(message),
        Error::Rejected(message) => End::rejected(message),
        Error::Unsupported(what) => End::rejected(format!("{what} is not supported")),
    }
}
