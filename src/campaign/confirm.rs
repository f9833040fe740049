//! Trying again what a run was charged with, in fresh children.

use super::Campaign;
use super::step::SUBJECT;
use crate::executor::{Item, Outcome, Verdict};
use crate::exit::Failure;
use crate::triage::{Reproduces, SuspectedBug, action_of};
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::Delete;
use murxla_fsm::trace::{ENDED, note};
use std::sync::Arc;

/// Growth of the memory in use by which a run is suspected of a leak, in bytes.
pub(super) const LEAK: i64 = 1 << 20;
/// So often the trace of a suspect is repeated in one process; it leaks if memory grows each time
/// but the first ones, when caches fill.
const REPEATS: usize = 8;
const WARM_UP: usize = 3;
/// So often a finding is tried again before it is called reproducible, or not; one that uses up a
/// limit each time less often.
const TRIES: u32 = 6;
const TRIES_OF_LIMITS: u32 = 2;

impl Campaign<'_> {
    /// Whether a run left so much memory in use that it may have lost it.
    pub(super) fn is_suspect(&self, run: &Outcome) -> bool {
        run.verdict == Verdict::Ok && run.growth > self.suspicion
    }

    /// Repeats the trace of a suspect.
    pub(super) fn suspect_leak(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let repeats = vec![Item::Trace(outcome.trace.clone()); REPEATS];
        let outcomes = self.run_list(SUBJECT, repeats)?;
        let late = outcomes.iter().skip(WARM_UP);
        let least = late.map(|o| o.growth).min().unwrap_or(0);
        if outcomes.len() < REPEATS || least < LEAK / 2 {
            // Caches fill in steps: the next suspect must have grown by more.
            self.suspicion = self.suspicion.saturating_mul(2);
            return Ok(());
        }
        // All leaks are one finding: another suspect would cost its repeats and tell nothing new.
        self.suspicion = i64::MAX;
        self.charge(SuspectedBug {
            kind: "leak".to_owned(),
            message: format!(
                "memory in use grows with each run\nby {} kB at least",
                least >> 10
            ),
            outcome: outcome.clone(),
            evidence: None,
        })
    }

    /// Tries a charge again in fresh children: its trace alone, and if that never shows it, with the
    /// runs before it. Returns how it reproduces and the runs that it needs.
    pub(super) fn confirm(
        &mut self,
        charge: &SuspectedBug,
        key: &str,
    ) -> Result<(Reproduces, Vec<Arc<str>>), Failure> {
        let judged = charge.outcome.verdict == Verdict::Ok;
        let item = if charge.outcome.truncated {
            charge.outcome.item.clone()
        } else {
            Item::Trace(charge.outcome.trace.clone())
        };
        if charge.kind == "leak" {
            return Ok((Reproduces::Yes, Vec::new())); // It was repeated to be told.
        }
        let tries = match charge.outcome.verdict {
            Verdict::Timeout | Verdict::OutOfMemory => TRIES_OF_LIMITS,
            _ => TRIES,
        };
        let mut seen = 0;
        for _ in 0..tries {
            let Some(again) = self.run_one(SUBJECT, item.clone())? else {
                break;
            };
            seen += u32::from(self.shows(again, key, judged)?);
        }
        if seen == tries {
            return Ok((Reproduces::Yes, Vec::new()));
        }
        if seen > 0 {
            return Ok((Reproduces::Flaky { seen, tries }, Vec::new()));
        }
        // The fewest runs before it that bring it about, doubling.
        let prefix: Vec<Arc<str>> = charge.outcome.prefix.iter().map(closed).collect();
        let mut length = 1;
        while !prefix.is_empty() {
            let tail = &prefix[prefix.len().saturating_sub(length)..];
            let items = tail.iter().map(|text| Item::Trace(text.clone()));
            let outcomes = self.run_list(SUBJECT, items.chain([item.clone()]).collect())?;
            let last = outcomes.into_iter().nth(tail.len());
            if let Some(last) = last
                && self.shows(last, key, judged)?
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

    /// Whether a run shows the bug of this key: by itself, or by what a judge says of it.
    fn shows(&mut self, outcome: Outcome, key: &str, judged: bool) -> Result<bool, Failure> {
        if !judged {
            return Ok(
                SuspectedBug::of(outcome).is_some_and(|charge| charge.key(&self.rules) == key)
            );
        }
        // In children of their own, so that it does not wait for what the judges are asked about other runs.
        let asked = self.court.questions(&outcome).into_iter();
        for (judge, questions) in (SUBJECT + 1..).zip(asked) {
            for question in questions {
                let Some(answer) = self.run_one(judge, Item::Trace(question.trace))? else {
                    return Ok(false);
                };
                let charge = (question.charge)(&outcome, &answer);
                if charge.is_some_and(|charge| charge.key(&self.rules) == key) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The trace of a run for one that has others behind it. Where the run ended early, the call that ended it is marked,
/// so that a replay goes on, and what its process did with the instance that was left becomes a call.
fn closed(trace: &Arc<str>) -> Arc<str> {
    let calls = trace.lines().filter(|line| !line.starts_with('#'));
    let last = calls.map(action_of).rfind(|action| *action != "return");
    if last.is_none_or(|action| action == Delete.name()) {
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
