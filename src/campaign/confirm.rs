//! Confirms suspected bugs and leaks by repeating runs in fresh children.

use super::Campaign;
use super::step::SUBJECT;
use crate::actions::{action_of, role};
use crate::executor::{Item, Outcome, Verdict};
use crate::exit::Failure;
use crate::triage::{FindingKey, Reproduces, SuspectedBug};
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::Delete;
use murxla_fsm::trace::{ENDED, note};
use std::sync::Arc;

/// A run may leak if it leaves more memory in use than this, in bytes.
pub(super) const LEAK: i64 = 1 << 20;
/// How often the trace of such a run is repeated in one process. It leaks if memory grows in each repetition after the
/// first `WARM_UP`, in which caches fill.
const REPEATS: usize = 8;
const WARM_UP: usize = 3;
/// The number of replays that decide whether a finding reproduces. A replay that reaches a limit takes long, so there
/// are fewer.
pub(super) const TRIES: u32 = 6;
pub(super) const TRIES_OF_LIMITS: u32 = 2;

impl Campaign<'_> {
    /// Whether a run left so much memory in use that it may leak.
    pub(super) fn may_leak(&self, run: &Outcome) -> bool {
        run.verdict == Verdict::Ok && run.growth > self.leak_threshold
    }

    /// Repeats the trace of a run that may leak.
    pub(super) fn check_leak(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let least = self.least_growth(&outcome.trace)?.unwrap_or(0);
        if least < LEAK / 2 {
            // Caches grow in steps: only a larger growth is checked from now on.
            self.leak_threshold = self.leak_threshold.saturating_mul(2);
            return Ok(());
        }
        // All leaks are one finding, so no other run is checked.
        self.leak_threshold = i64::MAX;
        self.triage(SuspectedBug {
            kind: "leak".to_owned(),
            message: format!(
                "memory in use grows with each run\nby {} kB at least",
                least >> 10
            ),
            outcome: outcome.clone(),
            subject: None,
            evidence: None,
        })
    }

    /// Repeats a trace in one process. Returns the least number of bytes by which memory grew after the first repetitions.
    /// `None` if not all of them could be made.
    pub(super) fn least_growth(&mut self, trace: &Arc<str>) -> Result<Option<i64>, Failure> {
        let repeats = vec![Item::Trace(Arc::clone(trace)); REPEATS];
        let outcomes = self.run_list(SUBJECT, repeats)?;
        if outcomes.len() < REPEATS {
            return Ok(None);
        }
        let warm = outcomes.iter().skip(WARM_UP);
        Ok(warm.map(|outcome| outcome.growth).min())
    }

    /// Repeats a suspected bug in fresh children: its trace alone, and if this never shows the bug, its trace after the
    /// runs that the process had made before. Returns how it reproduces, and the runs that it needs.
    pub(super) fn confirm(
        &mut self,
        bug: &SuspectedBug,
        key: &FindingKey,
    ) -> Result<(Reproduces, Vec<Arc<str>>), Failure> {
        let key = key.to_string();
        let by_oracle = bug.outcome.verdict == Verdict::Ok;
        let item = if bug.outcome.truncated {
            bug.outcome.item.clone()
        } else {
            Item::Trace(bug.outcome.trace.clone())
        };
        if bug.kind == "leak" {
            return Ok((Reproduces::Yes, Vec::new())); // `check_leak` has repeated it.
        }
        let tries = match bug.outcome.verdict {
            Verdict::Timeout | Verdict::OutOfMemory => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let mut seen = 0;
        for _ in 0..tries {
            let Some(again) = self.run_one(SUBJECT, item.clone())? else {
                break;
            };
            seen += u32::from(self.shows(again, &key, by_oracle)?);
        }
        if seen == tries {
            return Ok((Reproduces::Yes, Vec::new()));
        }
        if seen > 0 {
            return Ok((Reproduces::Flaky { seen, tries }, Vec::new()));
        }
        // Tries 1, 2, 4 … runs before it, until the bug shows.
        let prefix: Vec<Arc<str>> = bug.outcome.prefix.iter().map(closed).collect();
        let mut length = 1;
        while !prefix.is_empty() {
            let tail = &prefix[prefix.len().saturating_sub(length)..];
            let items = tail.iter().map(|text| Item::Trace(text.clone()));
            let outcomes = self.run_list(SUBJECT, items.chain([item.clone()]).collect())?;
            let last = outcomes.into_iter().nth(tail.len());
            if let Some(last) = last
                && self.shows(last, &key, by_oracle)?
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

    /// Whether a run shows the bug with this key: by itself, or by an oracle in the parent.
    pub(super) fn shows(
        &mut self,
        outcome: Outcome,
        key: &str,
        by_oracle: bool,
    ) -> Result<bool, Failure> {
        if !by_oracle {
            let is_same = |bug: SuspectedBug| bug.key(&self.rules).to_string() == key;
            return Ok(SuspectedBug::of(outcome).is_some_and(is_same));
        }
        // The questions run in their own children, so that they do not wait for questions about other runs.
        let asked = self.oracles.questions(&outcome).into_iter();
        for (pool, questions) in (SUBJECT + 1..).zip(asked) {
            for question in questions {
                let Some(answer) = self.run_one(pool, Item::Trace(question.trace))? else {
                    return Ok(false);
                };
                let bug = (question.evaluate)(&outcome, &answer);
                let is_same = |bug: SuspectedBug| bug.key(&self.rules).to_string() == key;
                if bug.is_some_and(is_same) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The trace of a run, for a trace in which other runs follow it. If the run ended early, the call that ended it is
/// marked, so that a replay continues after it, and a call that closes the instance is added.
fn closed(trace: &Arc<str>) -> Arc<str> {
    let calls = trace.lines().filter(|line| !line.starts_with('#'));
    let last = calls.map(action_of).rfind(|action| *action != "return");
    if last.is_none_or(|action| role(action) == Some(Role::Close)) {
        return Arc::clone(trace);
    }
    format!("{trace}{}    0 {}\n", note(ENDED), Delete.name()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_ended_early_are_closed() {
        let whole = Arc::from("    7 new\n   12 delete\n#= took 1\n");
        assert_eq!(closed(&whole), whole);
        let early = Arc::from(
            "    7 new\n    3 mk-sort SORT_BOOL\n      return s1\n#= left out the rest: x\n",
        );
        assert_eq!(*closed(&early), *format!("{early}#= ended\n    0 delete\n"));
    }
}
