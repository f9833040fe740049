//! Cross-check: another solver, another version or another library makes the same calls; its
//! answers must not contradict the subject's.

use super::{Judge, answers, without_own_options};
use crate::executor::{Error, Item, Outcome, Pool};
use crate::triage::Charge;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::lex;

/// The reference solver.
pub struct CrossCheck {
    pool: Pool,
    subject: String,
    reference: String,
}

impl CrossCheck {
    /// Compares with what `pool` runs. For messages: the name of the subject, and that of the reference with its version.
    #[must_use]
    pub fn new(pool: Pool, subject: String, reference: String) -> Self {
        Self {
            pool,
            subject,
            reference,
        }
    }

    /// The first pair of answers that cannot both be right.
    fn compare(&self, subject: &Outcome, reference: &Outcome) -> Option<Charge> {
        let (Ok(ours), Ok(theirs)) = (lex(&subject.trace), lex(&reference.trace)) else {
            return None;
        };
        // Replays make all checks, in order, until they end early.
        let pairs = answers(&ours).into_iter().zip(answers(&theirs));
        let (number, ((line, ours), (_, theirs))) =
            pairs.enumerate().find(|(_, (ours, theirs))| {
                ours.1 != theirs.1 && ours.1 != Answer::Unknown && theirs.1 != Answer::Unknown
            })?;
        Some(Charge {
            kind: "disagreement".to_owned(),
            message: format!(
                "{} {} says {} and {} says {}\ncheck {} on line {line} of the run",
                self.subject,
                subject.version,
                ours.name(),
                self.reference,
                theirs.name(),
                number + 1,
            ),
            outcome: subject.clone(),
            evidence: None,
        })
    }
}

impl Judge for CrossCheck {
    fn judge(&mut self, outcomes: &[Outcome]) -> Result<Vec<Charge>, Error> {
        let checked = |outcome: &&Outcome| {
            outcome.trace.contains("#= sat") || outcome.trace.contains("#= unsat")
        };
        let subjects: Vec<&Outcome> = outcomes.iter().filter(checked).collect();
        let items: Vec<Item> = subjects
            .iter()
            .map(|o| Item::Trace(without_own_options(&o.trace).into()))
            .collect();
        let first = self.pool.submit(items);
        let mut charges = Vec::new();
        while let Some(reference) = self.pool.next_outcome()? {
            let place = usize::try_from(reference.ticket - first).unwrap_or(usize::MAX);
            if let Some(subject) = subjects.get(place) {
                charges.extend(self.compare(subject, &reference));
            }
        }
        Ok(charges)
    }
}
