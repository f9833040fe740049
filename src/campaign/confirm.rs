//! Confirms suspected bugs and leaks by repeating runs in fresh children.

use super::Campaign;
use super::step::UNDER_TEST;
use crate::executor::{Item, Outcome, Verdict};
use crate::exit::Failure;
use crate::oracle::Evaluation;
use crate::oracle::leak::{self, LEAK, LeakingCalls};
use crate::payload::SearchLimit;
use crate::trace_file::closed;
use crate::triage::checks;
use crate::triage::{FindingId, Reproduces, SuspectedBug};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::trace::{ENDED, note};
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of replays that decide whether a finding reproduces. A replay that reaches a limit
/// takes long, so there are fewer.
pub(super) const TRIES: u32 = 6;
pub(super) const TRIES_OF_LIMITS: u32 = 2;

/// How a suspected bug reproduces.
pub(super) struct Confirmed {
    pub(super) reproduces: Reproduces,
    /// The runs that it needs before.
    pub(super) prefix: Vec<Arc<str>>,
    /// See [`Finding::search_limit`](crate::triage::Finding::search_limit).
    pub(super) search_limit: Option<SearchLimit>,
}

impl Campaign<'_> {
    /// Repeats the trace of a run that may leak. If it does, repeats parts of the trace, in order
    /// to find the call.
    pub(super) fn check_leak(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let repetitions = self.run_list(UNDER_TEST, leak::repeated(&outcome.trace))?;
        let Some(least) = leak::growth(&repetitions) else {
            self.leaks.note_no_leak();
            return Ok(());
        };
        let mut calls = LeakingCalls::new(&outcome.trace);
        while let Some(first) = calls.next() {
            let repetitions = self.run_list(UNDER_TEST, leak::repeated(&first))?;
            calls.learn(leak::least_growth(&repetitions).is_some_and(|part| part >= LEAK / 4));
        }
        if self.stopped() {
            return Ok(()); // The repetitions may be incomplete.
        }
        let call = calls.found();
        let least = format!("by {} kB at least", least >> 10);
        let failed = checks::LEAK.failed_for(leak::kind_of(call), least);
        let bug = SuspectedBug {
            violation: Violation::of_check(BugKind::Leak, failed, None),
            outcome: Outcome {
                last_call: call.lines().next().map(|line| line.trim().to_owned()),
                ..outcome.clone()
            },
            evidence: None,
            oracle_header: String::new(),
        };
        self.leaks.note_leak(self.triage.is_new(&bug));
        self.examine_bug(bug)
    }

    /// Repeats a suspected bug in fresh children.
    pub(super) fn confirm(
        &mut self,
        bug: &SuspectedBug,
        id: &FindingId,
    ) -> Result<Confirmed, Failure> {
        let search_limit = self.needed_search_limit(bug, id)?;
        let head = search_limit.map_or(String::new(), SearchLimit::line);
        let item = if bug.outcome.truncated {
            bug.outcome.item.clone()
        } else {
            Item::Trace((head + &bug.outcome.trace).into())
        };
        let (reproduces, prefix) = self.repeat(bug, id, &item)?;
        Ok(Confirmed {
            reproduces,
            prefix,
            search_limit,
        })
    }

    /// The limit of searches of a run in which a search was interrupted, unless the bug also shows
    /// without it.
    fn needed_search_limit(
        &mut self,
        bug: &SuspectedBug,
        id: &FindingId,
    ) -> Result<Option<SearchLimit>, Failure> {
        let Some(limit) = bug.outcome.interrupted else {
            return Ok(None);
        };
        let without = SearchLimit::NEVER.line() + &bug.outcome.trace;
        let again = self.run_one(UNDER_TEST, Item::Trace(without.into()))?;
        let shows = match again {
            Some(again) => self.shows(again, id, false)?,
            None => false,
        };
        Ok((!shows).then(|| limit.into()))
    }

    /// Repeats the trace of a suspected bug alone, and if this never shows the bug, after the runs
    /// that the process had made before. Returns how it reproduces, and the runs that it needs.
    fn repeat(
        &mut self,
        bug: &SuspectedBug,
        id: &FindingId,
        item: &Item,
    ) -> Result<(Reproduces, Vec<Arc<str>>), Failure> {
        let by_oracle = !bug.oracle_header.is_empty();
        if bug.violation.kind == BugKind::Leak {
            return Ok((Reproduces::Yes, Vec::new())); // `check_leak` has repeated it.
        }
        let tries = match bug.outcome.verdict {
            Verdict::Timeout | Verdict::OutOfMemory => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let mut seen = 0;
        for _ in 0..tries {
            let Some(again) = self.run_one(UNDER_TEST, item.clone())? else {
                break;
            };
            seen += u32::from(self.shows(again, id, by_oracle)?);
        }
        if seen == tries {
            return Ok((Reproduces::Yes, Vec::new()));
        }
        if seen > 0 {
            return Ok((Reproduces::Flaky { seen, tries }, Vec::new()));
        }
        // Tries 1, 2, 4 … runs before it, until the bug shows.
        let prefix: Vec<Arc<str>> = bug.outcome.prefix.iter().map(continued).collect();
        let mut length = 1;
        while !prefix.is_empty() {
            let tail = &prefix[prefix.len().saturating_sub(length)..];
            let items = tail.iter().map(|text| Item::Trace(text.clone()));
            let outcomes = self.run_list(UNDER_TEST, items.chain([item.clone()]).collect())?;
            let last = outcomes.into_iter().nth(tail.len());
            if let Some(last) = last
                && self.shows(last, id, by_oracle)?
            {
                return Ok((Reproduces::Warm { runs: tail.len() }, tail.to_vec()));
            }
            if tail.len() == prefix.len() {
                break;
            }
            length *= 2;
        }
        Ok((Reproduces::No, Vec::new()))
    }

    /// Whether a run shows a finding: by itself, or by an oracle in the parent. `minimize` decides
    /// in the same way.
    pub(super) fn shows(
        &mut self,
        outcome: Outcome,
        id: &FindingId,
        by_oracle: bool,
    ) -> Result<bool, Failure> {
        if !by_oracle {
            let bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome).into_iter().collect();
            return Ok(id.find_in(&bugs, &self.triage.rules).is_some());
        }
        // The questions run in their own children, so that they do not wait for questions about
        // other runs.
        let asked = self.oracles.questions(&outcome).into_iter();
        for (pool, questions) in (UNDER_TEST + 1..).zip(asked) {
            let mut questions = VecDeque::from(questions);
            while let Some(question) = questions.pop_front() {
                let Some(answer) = self.run_one(pool, Item::Trace(question.trace))? else {
                    return Ok(false);
                };
                match (question.evaluate)(&outcome, &answer) {
                    Evaluation::Bug(bug)
                        if id
                            .find_in(std::slice::from_ref(&bug), &self.triage.rules)
                            .is_some() =>
                    {
                        return Ok(true);
                    }
                    Evaluation::Ask(next) => questions.push_back(next),
                    Evaluation::Bug(_) | Evaluation::Nothing => {}
                }
            }
        }
        Ok(false)
    }
}

/// The trace of a run, for a trace in which other runs follow it. If the run ended early, the call
/// that ended it is marked, so that a replay continues after it.
fn continued(trace: &Arc<str>) -> Arc<str> {
    closed(trace, &note(ENDED)).into()
}
