//! Tries known findings again on a library that has changed, and marks those that no longer show.

use super::Campaign;
use super::confirm::{TRIES, TRIES_OF_LIMITS};
use super::libraries::ChangedLibrary;
use super::repeater::Repeater;
use super::tasks::Task;
use crate::events::Event;
use crate::executor::{Item, Verdict};
use crate::exit::Failure;
use crate::oracle::leak;
use crate::results::{FULL, Place};
use crate::trace_file;
use crate::triage::{Finding, FindingId, Reproduces};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::lex;
use std::sync::Arc;

impl Campaign<'_> {
    /// If a library has changed, says so and tries the known findings again.
    pub(super) fn adopt_libraries(&mut self) -> Result<(), Failure> {
        let changed = std::mem::take(&mut self.changed);
        for ChangedLibrary { before, now } in &changed {
            self.emit(&Event::Changed {
                solver: &now.solver,
                before,
                now,
                findings: self.triage.findings.len(),
            })?;
        }
        if !changed.is_empty() {
            let findings = 0..self.triage.findings.len();
            self.tasks.add(findings.map(Task::Retest));
        }
        // If the user interrupts before, the next part tries the findings again.
        self.tasks.add([Task::StoreLibraries]);
        self.work()
    }

    pub(super) fn store_libraries(&mut self) -> Result<(), Failure> {
        let libraries = std::mem::take(&mut self.libraries);
        self.results.set_libraries(libraries);
        self.progress(true)
    }

    /// The trace of the finding at this place, if it can be read.
    pub(super) fn trace_of_finding(&self, place: usize) -> Option<Arc<str>> {
        let id = self.triage.findings[place].0.id.as_str();
        let findings = self.results.folder_of(Place::Findings).ok()?;
        let folder = findings.folder(id).ok()?;
        let (trace, _) = trace_file::read_in(&folder, FULL).ok()?;
        Some(trace.into())
    }

    /// Takes whether the finding at this place still shows, if this could be told.
    pub(super) fn end_retest(&mut self, place: usize, shows: Option<bool>) -> Result<(), Failure> {
        match shows {
            Some(true) => {
                self.triage.has_seen_known = true;
                self.mark_gone(place, None)
            }
            Some(false) => {
                let library = self.libraries.first().map(ToString::to_string);
                self.mark_gone(place, library)
            }
            None => Ok(()),
        }
    }

    /// Marks a finding that does not show on this library, or removes the mark. Reports what has
    /// changed.
    pub(super) fn mark_gone(
        &mut self,
        place: usize,
        library: Option<String>,
    ) -> Result<(), Failure> {
        let (finding, _) = &mut self.triage.findings[place];
        if finding.gone == library {
            return Ok(());
        }
        let was_gone = finding.gone.is_some();
        finding.gone = library;
        let finding = finding.clone();
        self.write(|campaign| campaign.results.keep(Place::Findings, &finding, &[]))?;
        match &finding.gone {
            Some(library) => self.emit(&Event::Gone {
                id: &finding.id,
                library,
            }),
            None if was_gone => self.emit(&Event::Back { id: &finding.id }),
            None => Ok(()),
        }
    }
}

/// A finding that is tried on a library.
pub(super) struct Retest<'a> {
    pub(super) id: &'a FindingId,
    pub(super) kind: &'a BugKind,
    /// How it reproduces on the library on which it was found.
    pub(super) reproduces: &'a Reproduces,
    pub(super) trace: Arc<str>,
}

impl<'a> Retest<'a> {
    pub(super) fn of(finding: &'a Finding, trace: Arc<str>) -> Self {
        Self {
            id: &finding.id,
            kind: &finding.kind,
            reproduces: &finding.reproduces,
            trace,
        }
    }
}

impl Repeater {
    /// Whether a finding shows on the library of a pool. `None` if this cannot be told.
    pub(super) async fn still_shows(&self, pool: usize, retest: Retest<'_>) -> Option<bool> {
        let Retest { id, trace, .. } = retest;
        if *retest.kind == BugKind::Leak {
            let repetitions = self.lists.run(pool, leak::repeated(&trace)).await;
            let is_measured = leak::least_growth(&repetitions).is_some();
            return is_measured.then(|| leak::growth(&repetitions).is_some());
        }
        let tries = match *retest.reproduces {
            // It does not show on any library.
            Reproduces::No => return None,
            Reproduces::Flaky { seen, tries } => (3 * tries).div_ceil(seen.max(1)),
            _ if retest.kind.is_limit() => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let has_oracles = !self.oracles.is_empty();
        let script = lex(&trace).ok();
        for _ in 0..tries {
            let again = self.run_one_in(pool, Item::Trace(trace.clone())).await;
            let by_oracles = has_oracles && again.verdict == Verdict::Ok;
            let named = (id, script.as_ref());
            match self.judge(again, named, by_oracles).await.is_shown() {
                Some(false) => {}
                told => return told,
            }
        }
        (has_oracles || !id.needs_other_process()).then_some(false)
    }
}
