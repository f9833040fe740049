//! From a trace that shows a bug to a short one that shows the same bug.
//!
//! Passes propose simpler traces, cheapest and largest first, until none of them has one that still shows it. What is
//! not valid, or was tried before, is not run. Candidates are run in parallel, and the first one in order counts, so
//! that the result is the same for any number of jobs. After each success the trace goes on as the run wrote it, with
//! its answers, without what it skipped, and without what stood behind the end.
//!
//! | file | holds |
//! |---|---|
//! | `draft.rs` | the trace in the making: validity, cost |
//! | `oracle.rs` | whether a candidate shows the bug |
//! | `pass/` | the ways to make it simpler, one file each |
//! | `names.rs` | new numbers for the ids, at the end |

mod draft;
mod names;
mod pass;
mod predicate;

pub use predicate::{Predicate, Wanted};

use crate::exit::{self, Failure};
use draft::Draft;
use murxla_fsm::action::Context;
use murxla_fsm::run::Step;
use murxla_fsm::trace::{Script, lex};
use pass::Pass;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher as _;

/// Told of each shorter trace.
pub type Tell<'a> = &'a mut dyn FnMut(&str) -> Result<(), Failure>;

/// What minimization has come to.
pub struct Minimized {
    /// The trace.
    pub text: String,
    /// Its calls.
    pub calls: usize,
    /// The calls of the trace that it began with.
    pub calls_before: usize,
    /// Runs of the solver.
    pub runs: u64,
    /// The user stopped it: the trace may not be the shortest.
    pub is_interrupted: bool,
}

/// A minimization under way.
struct Minimizer<'a> {
    context: &'a Context,
    oracle: &'a mut Predicate,
    draft: Draft,
    /// Hashes of the candidates so far: their texts would take much memory.
    tried: FxHashSet<u64>,
    tell: Tell<'a>,
}

/// Makes a trace short. `tell` is called with every trace that is shorter than those before, so that none is lost.
///
/// # Errors
/// If the trace is not valid, does not show what is wanted, or children cannot be run.
pub fn minimize(
    script: &Script,
    text: &str,
    context: &Context,
    oracle: &mut Predicate,
    tell: Tell<'_>,
) -> Result<Minimized, Failure> {
    let Some((_, shown)) = oracle.first(&[text])? else {
        return Err(Failure {
            code: exit::NOT_REPRODUCED,
            message: "the trace does not show the bug".to_owned(),
        });
    };
    // From here on it is a trace of ours, whoever has written it.
    let script_shown = lex(&shown.trace).map_err(|e| Failure::trace(e.to_string()))?;
    let draft = Draft::read(&script_shown, context).map_err(|e| Failure::trace(e.to_string()))?;
    let mut minimizer = Minimizer {
        context,
        oracle,
        draft,
        tried: FxHashSet::default(),
        tell,
    };
    let done = minimizer.passes();
    let is_interrupted = match done {
        Err(failure) if failure.code == exit::INTERRUPTED => true,
        other => {
            other?;
            false
        }
    };
    Ok(Minimized {
        calls: minimizer.draft.cost.calls,
        calls_before: script.lines.len(),
        runs: minimizer.oracle.runs,
        text: minimizer.draft.text,
        is_interrupted,
    })
}

impl Minimizer<'_> {
    fn passes(&mut self) -> Result<(), Failure> {
        (self.tell)(&self.draft.text)?;
        loop {
            let before = self.draft.cost;
            for pass in pass::all(self.draft.cost.calls) {
                self.pass(pass.as_ref())?;
            }
            if self.draft.cost == before {
                break;
            }
        }
        let renamed = names::renumbered(&self.draft, self.context);
        if let Some(draft) = self.draft.of(renamed, self.context)
            && let Some((_, shown)) = self.oracle.first(&[&draft.text])?
        {
            self.accept(draft, &shown.trace)?;
        }
        Ok(())
    }

    /// Goes through the edits of a pass once. Behind one that is accepted come those that stood behind it.
    fn pass(&mut self, pass: &dyn Pass) -> Result<(), Failure> {
        let mut from = 0;
        loop {
            let draft = self.draft.clone();
            let edits = pass.edits(&draft, self.context);
            let mut accepted = false;
            while from < edits.len() && !accepted {
                let mut window: Vec<(usize, Draft)> = Vec::new();
                let mut next = from;
                while next < edits.len() && window.len() < self.oracle.jobs() {
                    window.extend(self.candidate(edits[next]()).map(|it| (next, it)));
                    next += 1;
                }
                let texts: Vec<&str> = window.iter().map(|(_, it)| it.text.as_str()).collect();
                from = next;
                if !texts.is_empty()
                    && let Some((place, shown)) = self.oracle.first(&texts)?
                {
                    let (at, draft) = window.swap_remove(place);
                    self.accept(draft, &shown.trace)?;
                    (from, accepted) = (at, true);
                }
            }
            if !accepted {
                return Ok(());
            }
        }
    }

    /// What an edit makes of the trace, if it is simpler, valid and new.
    fn candidate(&mut self, steps: Vec<Step>) -> Option<Draft> {
        let draft = self.draft.of(steps, self.context)?;
        let simpler = draft.cost < self.draft.cost;
        (simpler && self.tried.insert(FxBuildHasher.hash_one(&draft.text))).then_some(draft)
    }

    /// Goes on with a trace, as its run has written it.
    fn accept(&mut self, draft: Draft, written: &str) -> Result<(), Failure> {
        let as_run = lex(written).ok();
        let as_run = as_run.and_then(|script| Draft::read(&script, self.context).ok());
        self.draft = match as_run {
            Some(as_run) if as_run.cost <= draft.cost => as_run,
            _ => draft,
        };
        (self.tell)(&self.draft.text)
    }
}
