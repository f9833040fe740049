//! Cross-check: another solver, another version or another library makes the same calls; its
//! answers must not contradict the subject's.

use super::{Oracle, Question, answers, without_own_options};
use crate::executor::Outcome;
use crate::triage::SuspectedBug;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::lex;
use std::rc::Rc;

/// What compares two solvers.
pub struct CrossCheck {
    names: Rc<Names>,
}

/// What messages say of the two.
struct Names {
    subject: String,
    reference: String,
}

impl CrossCheck {
    /// For messages: the name of the subject, and that of the reference with its version.
    #[must_use]
    pub fn new(subject: String, reference: String) -> Self {
        Self {
            names: Rc::new(Names { subject, reference }),
        }
    }
}

impl Names {
    /// The first pair of answers that cannot both be right.
    fn compare(&self, subject: &Outcome, reference: &Outcome) -> Option<SuspectedBug> {
        let (Ok(ours), Ok(theirs)) = (lex(&subject.trace), lex(&reference.trace)) else {
            return None;
        };
        // Replays make all checks, in order, until they end early.
        let pairs = answers(&ours).into_iter().zip(answers(&theirs));
        let (number, ((line, ours), (_, theirs))) =
            pairs.enumerate().find(|(_, (ours, theirs))| {
                ours.1 != theirs.1 && ours.1 != Answer::Unknown && theirs.1 != Answer::Unknown
            })?;
        Some(SuspectedBug {
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

impl Oracle for CrossCheck {
    fn questions(&self, run: &Outcome) -> Vec<Question> {
        if !run.trace.contains("#= sat") && !run.trace.contains("#= unsat") {
            return Vec::new();
        }
        let names = Rc::clone(&self.names);
        vec![Question {
            trace: without_own_options(&run.trace).into(),
            charge: Box::new(move |run, reference| names.compare(run, reference)),
        }]
    }
}
