//! Wrong answers about the same theories have the same key, although their causes may differ. So
//! the traces of some more runs with such a key are kept as *candidates*. With `--minimize`, they
//! are minimized, and a candidate that is none of the bugs of its kind becomes a finding.
//!
//! On the other hand, one bug may have many keys. So there is a bound on the number of traces of
//! wrong answers of one kind. Further ones are counted at the finding that they may show again.

use super::Campaign;
use super::confirm::Confirmed;
use super::triage::Triage;
use crate::events::Event;
use crate::exit::Failure;
use crate::results::Place;
use crate::triage::{
    Evidence, Finding, FindingId, FindingKey, Reproduces, Shown, SuspectedBug, may_be_same, names,
    same_bug,
};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::{Script, lex};

/// The number of traces with the same key that are kept, with that of the finding.
const TRACES: usize = 5;

/// The number of traces of wrong answers of one kind that are kept.
const OF_KIND: usize = 25;

/// The number of traces that are kept if they do not have what the known bugs of their kind need.
const UNEXPLAINED: usize = 50;

impl Triage {
    /// The number of findings and candidates for which this holds.
    fn count_kept(&self, holds: impl Fn(&Finding) -> bool) -> usize {
        let findings = self.findings.iter().map(|(finding, _)| finding);
        let kept = findings.chain(&self.candidates);
        kept.filter(|finding| holds(finding)).count()
    }

    /// The number of traces of a kind that are kept.
    fn kept(&self, kind: &BugKind) -> usize {
        self.count_kept(|finding| finding.observed.kind == *kind)
    }

    /// The place of the finding at which a wrong answer with a new key is counted, if enough traces
    /// of its kind are kept: one whose bug needs nothing that the trace does not have. A trace that
    /// no known bug explains is kept longer.
    pub(super) fn place_to_count(&self, bug: &SuspectedBug) -> Option<usize> {
        let kind = &bug.violation.kind;
        let kept = self.kept(kind);
        if !kind.is_about_answer() || kept < OF_KIND {
            return None;
        }
        let same_kind = self.findings.iter().enumerate();
        let same_kind = same_kind.filter(|(_, (finding, _))| finding.observed.kind == *kind);
        let known = same_kind
            .clone()
            .filter_map(|(place, (finding, _))| Some((place, Evidence::of(finding)?)));
        let examined: Vec<(usize, Evidence)> = known.filter(|(_, its)| its.is_examined()).collect();
        let names = names(&lex(&bug.outcome.trace).unwrap_or_default());
        let explaining = examined.iter().find(|(_, its)| its.explains(&names));
        match explaining {
            Some((place, _)) => Some(*place),
            None if !examined.is_empty() && kept < UNEXPLAINED => None,
            None => same_kind.map(|(place, _)| place).next(),
        }
    }
}

impl Campaign<'_> {
    /// Keeps the trace of a wrong answer that has the key of a finding, unless there are enough of
    /// them.
    pub(super) fn keep_candidate(
        &mut self,
        bug: &SuspectedBug,
        key: &FindingKey,
    ) -> Result<(), Failure> {
        let text = key.to_string();
        let kept = self
            .decider
            .triage
            .count_kept(|finding| finding.observed.key == text);
        // A trace that is not complete, or whose answer depends on a limit, may not show the bug
        // again.
        let is_sure = !bug.outcome.calls.truncated && bug.outcome.cost.interrupted.is_none();
        let kind = &bug.violation.kind;
        // Of a candidate, it is not known whether the library of --baseline shows it.
        let is_enough = kept >= TRACES
            || self.decider.triage.kept(kind) >= OF_KIND
            || self.scheduler.baseline.is_some();
        if !kind.is_about_answer() || is_enough || !is_sure {
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
            .decider
            .triage
            .candidates
            .iter()
            .any(|candidate| candidate.id == id)
        {
            return Ok(());
        }
        let candidate = self.finding(bug, key, id, &confirmed);
        self.keep(&candidate, bug, &[], Place::Candidates)?;
        if let Some(minimizer) = &mut self.decider.minimizer {
            minimizer.add(Place::Candidates, &candidate);
        }
        self.decider.triage.candidates.push(candidate);
        Ok(())
    }

    /// Takes the cause of a candidate from its minimized trace, and makes it a finding if it is
    /// none of those with its key.
    pub(super) fn minimized_candidate(
        &mut self,
        id: &FindingId,
        (script, shown): (&Script, Option<&Shown>),
    ) -> Result<(), Failure> {
        let mut all = self.decider.triage.candidates.iter();
        let Some(place) = all.position(|candidate| candidate.id == *id) else {
            return Ok(());
        };
        let candidate = self.judged(&self.decider.triage.candidates[place], script, shown);
        self.decider.triage.candidates[place] = candidate.clone();
        let findings = self
            .decider
            .triage
            .findings
            .iter()
            .map(|(finding, _)| finding);
        let mut same_kind =
            findings.filter(|finding| finding.observed.kind == candidate.observed.kind);
        let is_known = same_kind.any(|finding| {
            let both = Evidence::of(finding).zip(Evidence::of(&candidate));
            let has_key = finding.observed.key == candidate.observed.key;
            match both {
                Some((one, other)) if one.is_examined() && other.is_examined() => {
                    same_bug(&one, &other).is_some()
                }
                Some(_) => {
                    let causes = finding
                        .analysis
                        .cause
                        .as_deref()
                        .zip(candidate.analysis.cause.as_deref());
                    has_key && causes.is_none_or(|(one, other)| may_be_same(one, other))
                }
                // If the first finding could not be minimized, it may have any cause.
                None => has_key,
            }
        });
        self.write(|campaign| campaign.store_shown(Place::Candidates, &candidate, shown))?;
        if is_known {
            return Ok(());
        }
        self.write(|campaign| campaign.record.results.accept(&candidate.id))?;
        self.decider.triage.candidates.remove(place);
        let known = candidate.analysis.known.clone();
        self.adopt(candidate)?;
        self.emit(&Event::Minimized {
            id,
            calls: script.lines.len(),
            known: known.as_deref(),
        })
    }
}
