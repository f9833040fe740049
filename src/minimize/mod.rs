//! Minimizes a trace: finds a shorter trace that shows the same bug.
//!
//! Passes propose simpler traces, the cheapest passes and the largest edits first, until no pass
//! finds one that still shows the bug. Candidates that are not valid or were tried before are not
//! run, and neither are those with a sort that runs leave out, unless the trace began with such a
//! sort. Candidates are run in parallel, and the first one in order counts, so that the result is
//! the same for any number of jobs. After each success, minimization continues with the trace that
//! the run wrote. It has the solver's answers, and it lacks the calls that the run skipped or did
//! not reach.
//!
//! | file | holds |
//! |---|---|
//! | `candidate.rs` | a trace that may show the bug |
//! | `cost.rs` | how simple a trace is |
//! | `predicate.rs` | whether runs of a trace show the bug |
//! | `neighbours.rs` | traces that differ from a minimized one in one place |
//! | `command.rs` | whether a command of the user keeps a trace |
//! | `pass/` | the ways to make a trace simpler, one file each |
//!
//! Steps are edited with [`murxla_fsm::edit`]. Only candidates that are run have a text.

mod candidate;
mod command;
mod cost;
mod neighbours;
mod pass;
mod predicate;

pub use command::{CommandPredicate, without_answers};
pub use neighbours::{Neighbour, neighbours};
pub use predicate::RunPredicate;

use crate::exit::{self, Failure};
use candidate::Candidate;
use murxla_fsm::action::Context;
use murxla_fsm::edit::{Step, complete, fingerprint, print, renumbered};
use murxla_fsm::profile::{Kinds, Profile};
use murxla_fsm::solver::TermId;
use murxla_fsm::trace::{Script, lex};
use murxla_fsm::wrapper::Wrapper;
use pass::Pass;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Decides which traces are kept.
pub trait Predicate {
    /// The number of traces to decide about at the same time.
    fn jobs(&self) -> usize;

    /// How many runs, or calls of a command, there were so far.
    fn runs(&self) -> u64;

    /// The place of the first of these traces that is kept, and the trace as its run has written
    /// it.
    ///
    /// # Errors
    /// The user wants to stop, or processes cannot be started.
    fn first_kept(&mut self, traces: &[&str]) -> Result<Option<(usize, Arc<str>)>, Failure>;
}

/// Receives each shorter trace.
pub type OnShorter<'a> = &'a mut dyn FnMut(&str) -> Result<(), Failure>;

/// The result of a minimization.
pub struct Minimized {
    /// The trace.
    pub text: String,
    /// Its calls.
    pub calls: usize,
    /// The calls of the trace that minimization began with.
    pub calls_before: usize,
    /// Runs of the solver.
    pub runs: u64,
    /// The user stopped it: the trace may not be the shortest.
    pub is_interrupted: bool,
    /// The terms that are left: their ids by those in the trace that minimization began with.
    pub terms: FxHashMap<TermId, TermId>,
}

impl Minimized {
    /// The trace with one more call, in this text.
    #[must_use]
    pub fn with_call(&self, text: String) -> Self {
        Self {
            text,
            calls: self.calls + 1,
            calls_before: self.calls,
            runs: 0,
            is_interrupted: false,
            terms: self.terms.values().map(|id| (*id, *id)).collect(),
        }
    }

    /// The result of another minimization that began with a trace that was made of this one.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        let both = self.terms.into_iter();
        let both = both.filter_map(|(id, between)| Some((id, *next.terms.get(&between)?)));
        Self {
            calls_before: self.calls_before,
            runs: self.runs + next.runs,
            terms: both.collect(),
            ..next
        }
    }
}

/// Makes the restrictions of a context those of runs on a release, so that the sorts of minimized
/// traces are those of runs: without known defects, and without what needs an experimental option.
pub fn restrict(context: &mut Context, wrapper: &dyn Wrapper, profile: &Profile, version: &str) {
    for row in wrapper.constants().options.always_set {
        context.restrictions.keep_formats(row.formats);
    }
    for defect in profile.defects_of(version) {
        context.exclude_wrong_sorts(defect);
    }
}

/// A minimization in progress.
struct Minimization<'a> {
    context: &'a Context,
    predicate: &'a mut dyn Predicate,
    /// The simplest trace so far that shows the bug.
    best: Rc<Candidate>,
    /// Fingerprints of the candidates so far. Their steps would need much memory.
    tried: FxHashSet<u64>,
    on_shorter: OnShorter<'a>,
    /// The kinds of sorts that runs leave out, and that the trace has with which minimization
    /// began. Candidates have no others.
    excluded: Kinds,
    /// The new ids of terms, after they were numbered anew.
    renumbered: Option<FxHashMap<TermId, TermId>>,
}

/// Minimizes a trace. `on_shorter` receives every trace that is shorter than the ones before, so
/// that an interruption loses no progress.
///
/// # Errors
/// The trace is not valid, it does not show the bug, or children cannot be run.
pub fn minimize(
    script: &Script,
    text: &str,
    context: &Context,
    predicate: &mut dyn Predicate,
    on_shorter: OnShorter<'_>,
) -> Result<Minimized, Failure> {
    let Some((_, written)) = predicate.first_kept(&[text])? else {
        return Err(Failure {
            code: exit::NOT_REPRODUCED,
            message: "the trace does not show the bug".to_owned(),
        });
    };
    // The trace that the run has written is in our format, even if the original trace was not.
    let script_shown = lex(&written).map_err(|e| Failure::trace(e.to_string()))?;
    let best =
        Candidate::read(&script_shown, context).map_err(|e| Failure::trace(e.to_string()))?;
    let mut minimization = Minimization {
        context,
        predicate,
        excluded: best.excluded(&context.restrictions),
        best: Rc::new(best),
        tried: FxHashSet::default(),
        on_shorter,
        renumbered: None,
    };
    let is_interrupted = match minimization.run() {
        Err(failure) if failure.code == exit::INTERRUPTED => true,
        other => {
            other?;
            false
        }
    };
    Ok(Minimized {
        calls: minimization.best.cost.calls,
        calls_before: script.lines.len(),
        text: minimization.text(&minimization.best),
        runs: minimization.predicate.runs(),
        is_interrupted,
        terms: minimization.terms(),
    })
}

impl Minimization<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        let text = self.text(&self.best);
        (self.on_shorter)(&text)?;
        loop {
            let before = self.best.cost;
            for pass in pass::all(self.best.cost.calls) {
                self.pass(pass.as_ref())?;
            }
            if self.best.cost == before {
                break;
            }
        }
        for pass in pass::last() {
            self.pass(pass.as_ref())?;
        }
        let (steps, terms) = renumbered(&self.best.steps, &self.context.ops);
        if let Ok(candidate) = Candidate::of(steps, self.context)
            && let Some((_, written)) = self.predicate.first_kept(&[&self.text(&candidate)])?
        {
            self.accept(candidate, &written)?;
            self.renumbered = Some(terms);
        }
        Ok(())
    }

    /// The ids of the terms that are left, by those that they had before.
    fn terms(&mut self) -> FxHashMap<TermId, TermId> {
        self.renumbered.take().unwrap_or_else(|| {
            let made = self.best.steps.iter().filter_map(|step| step.call.ids.term);
            made.map(|id| (id, id)).collect()
        })
    }

    /// Tries each edit of a pass once. After an accepted edit it continues with the edits after it.
    fn pass(&mut self, pass: &dyn Pass) -> Result<(), Failure> {
        let mut from = 0;
        loop {
            let best = Rc::clone(&self.best);
            let edits = pass.edits(&best, self.context);
            let mut is_accepted = false;
            while from < edits.len() && !is_accepted {
                let mut window: Vec<(usize, Candidate)> = Vec::new();
                let mut next = from;
                while next < edits.len() && window.len() < self.predicate.jobs() {
                    let candidate = edits[next]().and_then(|steps| self.candidate(steps));
                    window.extend(candidate.map(|it| (next, it)));
                    next += 1;
                }
                let texts: Vec<String> = window.iter().map(|(_, it)| self.text(it)).collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                from = next;
                if !texts.is_empty()
                    && let Some((place, written)) = self.predicate.first_kept(&texts)?
                {
                    let (edit, candidate) = window.swap_remove(place);
                    self.accept(candidate, &written)?;
                    (from, is_accepted) = (edit, true);
                }
            }
            if !is_accepted {
                return Ok(());
            }
        }
    }

    /// The candidate that an edit proposes, if it is new, valid and simpler.
    fn candidate(&mut self, steps: Vec<Step>) -> Option<Candidate> {
        let steps = complete(steps, self.best.sorts(), self.context);
        if !self.tried.insert(fingerprint(&steps)) {
            return None;
        }
        let count = steps.len();
        let candidate = Candidate::of(steps, self.context).ok()?;
        // A command of the user may accept an empty trace, which cannot be replayed.
        let is_simpler = candidate.cost < self.best.cost && !candidate.steps.is_empty();
        // Two edits may give the same candidate, because the dry run leaves out calls.
        let is_whole = candidate.steps.len() == count;
        let is_new = is_whole || self.tried.insert(fingerprint(&candidate.steps));
        let is_usual = |candidate: &Candidate| {
            let excluded = candidate.excluded(&self.context.restrictions);
            self.excluded.has_all(excluded)
        };
        (is_simpler && is_new && is_usual(&candidate)).then_some(candidate)
    }

    /// Continues with the trace that the run of a candidate has written. The candidate shows the
    /// bug.
    fn accept(&mut self, candidate: Candidate, written: &str) -> Result<(), Failure> {
        let as_run = lex(written).ok();
        let as_run = as_run.and_then(|script| Candidate::read(&script, self.context).ok());
        self.best = Rc::new(match as_run {
            Some(as_run) if as_run.cost <= candidate.cost => as_run,
            _ => candidate,
        });
        let text = self.text(&self.best);
        (self.on_shorter)(&text)
    }

    fn text(&self, candidate: &Candidate) -> String {
        print(&candidate.steps, &self.context.ops)
    }
}
