//! Tries known findings again on a library that has changed, and marks those that no longer show.

use super::Campaign;
use super::libraries::ChangedLibrary;
use super::tasks::Task;
use crate::events::Event;
use crate::exit::Failure;
use crate::results::{FULL, Place};
use crate::trace_file;
use std::sync::Arc;

impl Campaign<'_> {
    /// If a library has changed, says so and tries the known findings again.
    pub(super) fn adopt_libraries(&mut self) -> Result<(), Failure> {
        let changed = std::mem::take(&mut self.decider.changed);
        for ChangedLibrary { before, now } in &changed {
            self.emit(&Event::Changed {
                solver: &now.solver,
                before,
                now,
                findings: self.decider.triage.findings.len(),
            })?;
        }
        if !changed.is_empty() {
            let findings = 0..self.decider.triage.findings.len();
            self.decider.tasks.add(findings.map(Task::Retest));
        }
        // If the user interrupts before, the next part tries the findings again.
        self.decider.tasks.add([Task::StoreLibraries]);
        self.work()
    }

    pub(super) fn store_libraries(&mut self) -> Result<(), Failure> {
        let libraries = std::mem::take(&mut self.record.start.libraries);
        self.record.results.set_libraries(libraries);
        self.progress(true)
    }

    /// The trace of the finding at this place, if it can be read.
    pub(super) fn trace_of_finding(&self, place: usize) -> Option<Arc<str>> {
        let id = self.decider.triage.findings[place].0.id.as_str();
        let findings = self.record.results.folder_of(Place::Findings).ok()?;
        let folder = findings.folder(id).ok()?;
        let (trace, _) = trace_file::read_in(&folder, FULL).ok()?;
        Some(trace.into())
    }

    /// Takes whether the finding at this place still shows, if this could be told.
    pub(super) fn end_retest(&mut self, place: usize, shows: Option<bool>) -> Result<(), Failure> {
        match shows {
            Some(true) => {
                self.decider.triage.has_seen_known = true;
                self.mark_gone(place, None)
            }
            Some(false) => {
                let library = self.record.start.libraries.first().map(ToString::to_string);
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
        let (finding, _) = &mut self.decider.triage.findings[place];
        if finding.gone == library {
            return Ok(());
        }
        let was_gone = finding.gone.is_some();
        finding.gone = library;
        let finding = finding.clone();
        self.write(|campaign| campaign.record.results.keep(Place::Findings, &finding, &[]))?;
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
