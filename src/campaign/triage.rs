//! Decides whether suspected bugs are new, and stores the new ones.

use super::Campaign;
use super::confirm::Confirmed;
use crate::events::Event;
use crate::exit::Failure;
use crate::payload::SearchLimit;
use crate::results::{EVIDENCE, FULL, OUTPUT, Place, evidence as evidence_of};
use crate::trace_file::{finding_line, header};
use crate::triage::{FailOn, Finding, FindingId, FindingKey, Reproduces, Rules, SuspectedBug};
use murxla_executor::Verdict;
use murxla_system::date::Date;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A suspected bug that is neither filtered nor a duplicate.
pub(super) struct NewBug {
    pub(super) bug: SuspectedBug,
    pub(super) key: FindingKey,
    pub(super) id: FindingId,
}

/// The findings of a campaign, and what is known about suspected bugs.
pub(super) struct Triage {
    pub(super) rules: Rc<Rules>,
    /// Findings, each with the number of times that it was seen.
    pub(super) findings: Vec<(Finding, u64)>,
    /// Traces of more runs with the keys of findings.
    pub(super) candidates: Vec<Finding>,
    /// This part of the campaign has seen a finding of an earlier part.
    pub(super) has_seen_known: bool,
    /// The findings that are new in this part.
    pub(super) new: BTreeSet<FindingId>,
}

impl Triage {
    /// The place of the finding with this key.
    fn place_of(&self, key: &FindingKey) -> Option<usize> {
        let key = key.to_string();
        let mut findings = self.findings.iter();
        findings.position(|(finding, _)| finding.observed.key == key)
    }

    /// Whether this part of the campaign has seen a finding that makes its exit code 1.
    pub(super) fn fails(&self, on: FailOn) -> bool {
        let findings = self.findings.iter().map(|(finding, _)| finding);
        let mut new = findings.filter(|finding| self.new.contains(&finding.id));
        new.any(|finding| on.has(finding)) || self.has_seen_known && on.has_known()
    }

    /// Whether a suspected bug is neither filtered nor a duplicate.
    pub(super) fn is_new(&self, bug: &SuspectedBug) -> bool {
        self.rules.excludes(bug).is_none()
            && self.place_of(&bug.key(&self.rules)).is_none()
            && self.place_to_count(bug).is_none()
    }
}

impl Campaign<'_> {
    /// Why a suspected bug is none to report: the profile excludes it, a regression trace of the
    /// program shows it, or the user knows it.
    fn reason_to_filter(&self, bug: &SuspectedBug, key: &FindingKey) -> Option<String> {
        if let Some(reason) = self.decider.triage.rules.excludes(bug) {
            return Some(reason.to_owned());
        }
        let cause = bug.cause(key);
        let reason = self.scheduler.replays.known().reason(key, cause.as_deref());
        reason.map(str::to_owned)
    }

    /// Whether replays must say first whether a suspected bug is known.
    pub(super) fn needs_replays(&self, bug: &SuspectedBug) -> bool {
        self.decider.triage.rules.excludes(bug).is_none()
            && !self.scheduler.replays.know_kind(&bug.violation.kind)
    }

    /// Decides whether a suspected bug is filtered, a duplicate or new. Returns it if it is new.
    pub(super) fn examine(&mut self, bug: SuspectedBug) -> Result<Option<NewBug>, Failure> {
        let seed = bug.outcome.seed();
        let key = bug.key(&self.decider.triage.rules);
        if let Some(reason) = self.reason_to_filter(&bug, &key) {
            self.filter(&bug, &reason)?;
            return Ok(None);
        }
        let same_key = self.decider.triage.place_of(&key);
        let known = same_key.or_else(|| self.decider.triage.place_to_count(&bug));
        if let Some(known) = known {
            let id = self.decider.triage.findings[known].0.id.clone();
            self.decider.triage.has_seen_known |= !self.decider.triage.new.contains(&id);
            self.decider.triage.findings[known].1 += 1;
            self.record.now.duplicates += 1;
            if same_key.is_some() {
                self.mark_gone(known, None)?;
                self.keep_candidate(&bug, &key)?;
            }
            self.emit(&Event::Duplicate { id: &id, seed })?;
            return Ok(None);
        }
        let id = key.id();
        Ok(Some(NewBug { bug, key, id }))
    }

    /// Counts a suspected bug that is not reported.
    pub(super) fn filter(&mut self, bug: &SuspectedBug, reason: &str) -> Result<(), Failure> {
        self.record.now.filtered += 1;
        self.emit(&Event::Filtered {
            kind: &bug.violation.kind,
            reason,
            seed: bug.outcome.seed(),
        })
    }

    /// Stores a bug that was repeated, as a finding.
    pub(super) fn take_confirmed(
        &mut self,
        new: &NewBug,
        confirmed: &Confirmed,
    ) -> Result<(), Failure> {
        let NewBug { bug, key, id } = new;
        let is_limit = matches!(bug.outcome.verdict, Verdict::Timeout | Verdict::OutOfMemory);
        if is_limit && confirmed.reproduces == Reproduces::No {
            return Ok(()); // The limit was reached because the machine was busy.
        }
        let finding = self.finding(bug, key, id.clone(), confirmed);
        self.record.counts_of_strategy(&bug.outcome).found += 1;
        self.keep(&finding, bug, &confirmed.prefix, Place::Findings)?;
        self.adopt(finding)
    }

    /// The finding that a suspected bug becomes.
    pub(super) fn finding(
        &self,
        bug: &SuspectedBug,
        key: &FindingKey,
        id: FindingId,
        confirmed: &Confirmed,
    ) -> Finding {
        let solver = self.plan.subject.spec.to_string();
        let reproduces = confirmed.reproduces.clone();
        Finding {
            seed: bug.outcome.seed(),
            search_limit: confirmed.search_limit,
            after: self.record.earlier.time + self.scheduler.started.elapsed().as_secs_f64(),
            first_seen: Some(Date::now()),
            ..Finding::new(bug, key, id, &solver, reproduces)
        }
    }

    /// Adds a stored finding to those of the campaign.
    pub(super) fn adopt(&mut self, finding: Finding) -> Result<(), Failure> {
        self.decider.triage.new.insert(finding.id.clone());
        self.record.now.found += 1;
        self.emit(&Event::Found { finding: &finding })?;
        if let Some(minimizer) = &mut self.decider.minimizer {
            minimizer.add(Place::Findings, &finding);
        }
        self.decider.triage.findings.push((finding, 1));
        Ok(())
    }

    /// Stores a finding or a candidate with the files that show it.
    pub(super) fn keep(
        &mut self,
        finding: &Finding,
        bug: &SuspectedBug,
        prefix: &[Arc<str>],
        place: Place,
    ) -> Result<(), Failure> {
        let subject = &self.plan.subject.spec;
        let head = header(subject, &finding.version, finding.seed) + &finding_line(&finding.id);
        let mut trace = head.clone();
        trace += &bug.oracle_header;
        trace.extend(finding.search_limit.map(SearchLimit::line));
        for earlier in prefix {
            trace.push_str(earlier);
        }
        trace.push_str(&bug.outcome.trace);
        let mut files = vec![(FULL, trace.as_str()), (OUTPUT, &bug.outcome.output)];
        let evidence = bug.evidence.as_ref();
        let evidence = evidence.map(|trace| evidence_of(finding, trace));
        if let Some(text) = &evidence {
            files.push((EVIDENCE, text));
        }
        self.write(|campaign| campaign.record.results.keep(place, finding, &files))
    }
}
