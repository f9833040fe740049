//! Wrong answers about the same theories have the same key, although their causes may differ. So
//! the traces of some more runs with such a key are kept as *candidates*. With `--minimize`, they
//! are minimized, and a candidate that has no operator in common with the findings of its key
//! becomes a finding.

use super::Campaign;
use super::confirm::Confirmed;
use crate::events::Event;
use crate::exit::Failure;
use crate::results::Place;
use crate::triage::{FindingId, FindingKey, Reproduces, Shown, SuspectedBug, may_be_same};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::Script;

/// The number of traces with the same key that are kept, with that of the finding.
const TRACES: usize = 5;

/// The kinds of findings of which more than one trace is kept.
const KINDS: [BugKind; 4] = [
    BugKind::WrongUnsat,
    BugKind::WrongSat,
    BugKind::Disagreement,
    BugKind::Contradiction,
];

impl Campaign<'_> {
    /// Keeps the trace of a wrong answer that has the key of a finding, unless there are enough of
    /// them.
    pub(super) fn keep_candidate(
        &mut self,
        bug: &SuspectedBug,
        key: &FindingKey,
    ) -> Result<(), Failure> {
        let text = key.to_string();
        let known = self.triage.findings.iter().map(|(finding, _)| finding);
        let kept = known.chain(&self.triage.candidates);
        let kept = kept.filter(|finding| finding.key == text).count();
        // A trace that is not complete, or whose answer depends on a limit, may not show the bug
        // again.
        let is_sure = !bug.outcome.truncated && bug.outcome.interrupted.is_none();
        if !KINDS.contains(&bug.violation.kind) || kept >= TRACES || !is_sure {
            return Ok(());
        }
        // The minimizer tells whether it reproduces.
        let confirmed = Confirmed {
            reproduces: Reproduces::Yes,
            prefix: Vec::new(),
            search_limit: None,
        };
        let id = key.id_of_candidate(&bug.outcome.trace);
        if self
            .triage
            .candidates
            .iter()
            .any(|candidate| candidate.id == id)
        {
            return Ok(());
        }
        let candidate = self.finding(bug, key, id, &confirmed);
        self.keep(&candidate, bug, &[], Place::Candidates)?;
        if let Some(minimizer) = &mut self.minimizer {
            minimizer.add(Place::Candidates, &candidate);
        }
        self.triage.candidates.push(candidate);
        Ok(())
    }

    /// Takes the cause of a candidate from its minimized trace, and makes it a finding if it is
    /// none of those with its key.
    pub(super) fn minimized_candidate(
        &mut self,
        id: &FindingId,
        (script, shown): (&Script, Option<&Shown>),
    ) -> Result<(), Failure> {
        let mut all = self.triage.candidates.iter();
        let Some(place) = all.position(|candidate| candidate.id == *id) else {
            return Ok(());
        };
        let candidate = self.judged(&self.triage.candidates[place], script, shown);
        self.triage.candidates[place] = candidate.clone();
        let same_key = self.triage.findings.iter().map(|(finding, _)| finding);
        let mut same_key = same_key.filter(|finding| finding.key == candidate.key);
        // If the first finding could not be minimized, it may have any cause.
        let is_known = same_key.any(|finding| {
            let causes = finding.cause.as_deref().zip(candidate.cause.as_deref());
            causes.is_none_or(|(known, its)| may_be_same(known, its))
        });
        self.write(|campaign| campaign.store_shown(Place::Candidates, &candidate, shown))?;
        if is_known {
            return Ok(());
        }
        self.write(|campaign| campaign.results.accept(&candidate.id))?;
        self.triage.candidates.remove(place);
        let known = candidate.known.clone();
        self.adopt(candidate)?;
        self.emit(&Event::Minimized {
            id,
            calls: script.lines.len(),
            known: known.as_deref(),
        })
    }
}
