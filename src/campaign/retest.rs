//! Tries known findings again on a library that has changed, and marks those that no longer show.

use super::Campaign;
use super::confirm::{TRIES, TRIES_OF_LIMITS};
use super::step::UNDER_TEST;
use crate::events::Event;
use crate::executor::{Item, Verdict};
use crate::exit::Failure;
use crate::oracle::leak;
use crate::results::{FULL, Place};
use crate::trace_file;
use crate::triage::{Finding, Reproduces};
use murxla_fsm::oracle::BugKind;
use std::sync::Arc;

impl Campaign<'_> {
    /// Tries all findings again.
    pub(super) fn retest(&mut self) -> Result<(), Failure> {
        for place in 0..self.triage.findings.len() {
            let finding = self.triage.findings[place].0.clone();
            let shows = self.still_shows(&finding)?;
            if self.stopped() {
                break;
            }
            match shows {
                Some(true) => {
                    self.triage.has_seen_finding = true;
                    self.mark_gone(place, None)?;
                }
                Some(false) => {
                    let library = self.libraries.first().map(ToString::to_string);
                    self.mark_gone(place, library)?;
                }
                None => {}
            }
        }
        Ok(())
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

    /// Whether a finding still shows. `None` if this cannot be told, or the user interrupts the
    /// campaign.
    fn still_shows(&mut self, finding: &Finding) -> Result<Option<bool>, Failure> {
        let trace = self.results.folder_of(Place::Findings);
        let trace = trace.and_then(|all| all.folder(finding.id.as_str()));
        let trace = trace
            .ok()
            .and_then(|folder| trace_file::read_in(&folder, FULL).ok());
        let Some((trace, _)) = trace else {
            return Ok(None);
        };
        let trace: Arc<str> = trace.into();
        if finding.kind == BugKind::Leak {
            let repetitions = self.run_list(UNDER_TEST, leak::repeated(&trace))?;
            let is_measured = leak::least_growth(&repetitions).is_some();
            return Ok(is_measured.then(|| leak::growth(&repetitions).is_some()));
        }
        let tries = match finding.reproduces {
            // It does not show on any library.
            Reproduces::No => return Ok(None),
            Reproduces::Flaky { seen, tries } => (3 * tries).div_ceil(seen.max(1)),
            _ if finding.kind.is_limit() => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let has_oracles = self.oracles.has_oracles();
        for _ in 0..tries {
            let Some(again) = self.run_one(UNDER_TEST, Item::Trace(trace.clone()))? else {
                return Ok(None);
            };
            let ended_well = again.verdict == Verdict::Ok;
            if self.shows(again, &finding.id, ended_well && has_oracles)? {
                return Ok(Some(true));
            }
            if !ended_well {
                // Another bug, or a call that the library does not have, may hide it.
                return Ok(None);
            }
        }
        let needs_oracles = finding.id.needs_other_process();
        Ok((has_oracles || !needs_oracles).then_some(false))
    }
}
