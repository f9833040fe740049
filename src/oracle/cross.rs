//! Cross-check: another solver, version or library makes the same calls. Its answers must not
//! contradict those of the solver under test, and it must not fail.

use super::derive::{PRODUCE_MODELS, is_satisfied, model_query, topic};
use super::pair::{
    Pair, ReferenceProfile, calls_of_reference, comparable, is_common, is_known, up_to,
    wrong_answer,
};
use super::{Evaluation, Oracle, Question, checks, undecided};
use crate::actions::set_option;
use crate::plan::Reference;
use crate::triage::SuspectedBug;
use crate::triage::checks::{SAT_AGAINST_ANOTHER, UNSAT_AGAINST_ANOTHER};
use murxla_executor::Outcome;
use murxla_fsm::action::Context;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Note, Script, lex, notes_in};
use std::rc::Rc;

/// The oracle of `--cross-check`, for one reference.
pub struct CrossCheck(Rc<Pair>);

impl CrossCheck {
    /// `subject` is the name of the solver under test, and `context` its context; `name` is that of
    /// the reference, with its version. `profile` is what the profile of the reference says.
    #[must_use]
    pub fn new(
        subject: (String, Context),
        name: String,
        reference: &Reference,
        profile: ReferenceProfile,
    ) -> Self {
        Self(Rc::new(Pair::new(subject, name, reference, profile)))
    }
}

impl Oracle for CrossCheck {
    fn solver(&self) -> &str {
        &self.0.reference
    }

    fn questions(&self, run: &Outcome) -> Vec<Question> {
        let mut questions = undecided::questions(&self.0, run);
        let is_decided = |note: Note| matches!(note, Note::Answer(Answer::Sat | Answer::Unsat));
        if notes_in(&run.trace).any(is_decided) {
            questions.extend(question(&self.0, run, 0));
        }
        questions
    }

    fn compared(&self) -> Option<u64> {
        Some(self.0.compared.get())
    }
}

/// The question about the checks of a run, without the first ones. `None` if no answer is left to
/// compare.
fn question(pair: &Rc<Pair>, run: &Outcome, first: usize) -> Option<Question> {
    let script = lex(&run.trace).ok()?;
    let mut left = checks(&script).skip(first);
    if !left.any(|(_, answer)| is_known(answer)) {
        return None;
    }
    let pair = Rc::clone(pair);
    Some(Question {
        trace: calls_of_reference(&script, &pair.options_text(), first, is_common).into(),
        evaluate: Box::new(move |run, reference| evaluate(&pair, run, reference, first)),
    })
}

/// Compares a run with the answer to a [`question`].
fn evaluate(pair: &Rc<Pair>, run: &Outcome, reference: &Outcome, first: usize) -> Evaluation {
    let (Ok(ours), Ok(theirs)) = (lex(&run.trace), lex(&reference.trace)) else {
        return Evaluation::Nothing;
    };
    let [ours, theirs] = [ours, theirs].map(comparable);
    let both = checks(&ours).skip(first).zip(checks(&theirs));
    let both = both.filter(|((_, ours), (_, theirs))| is_known(*ours) && is_known(*theirs));
    pair.compared.set(pair.compared.get() + both.count() as u64);
    if let Some(differing) = differing(&ours, &theirs, first) {
        return decide(pair, run, reference, (&ours, &theirs), &differing);
    }
    match SuspectedBug::of(reference.clone()) {
        // A limit costs one check: the next question is about those after it. If a call before the
        // first check has reached the limit, it would do so again.
        Some(bug) if bug.is_limit() => match checks(&theirs).count() {
            0 => Evaluation::Nothing,
            made => question(pair, run, first + made).map_or(Evaluation::Nothing, Evaluation::Ask),
        },
        Some(bug) => pair.evaluation_of(run, bug),
        None => Evaluation::Nothing,
    }
}

/// A check whose answers cannot both be right.
#[derive(Clone, Copy)]
struct Differing {
    /// Its number, from 1 on.
    number: usize,
    /// The number of its line in the run, and the answer there.
    ours: (usize, Answer),
    /// The number of its line in the trace of the reference, and the answer there.
    theirs: (usize, Answer),
    /// The reference has made no check after it.
    is_last: bool,
    /// The number of checks that the reference was not asked.
    first: usize,
}

/// The first check whose answers cannot both be right. The reference was not asked the `first`
/// checks.
fn differing(ours: &Script, theirs: &Script, first: usize) -> Option<Differing> {
    // A replay makes all checks in their order, until it ends early.
    let pairs = checks(ours).enumerate().skip(first).zip(checks(theirs));
    let mut pairs = pairs.filter(|((_, (_, ours)), (_, theirs))| {
        ours != theirs && is_known(*ours) && is_known(*theirs)
    });
    let ((place, (our_line, ours)), (their_line, theirs_answer)) = pairs.next()?;
    Some(Differing {
        number: place + 1,
        ours: (our_line, ours?),
        theirs: (their_line, theirs_answer?),
        is_last: place + 1 == first + checks(theirs).count(),
        first,
    })
}

/// Finds out which of two answers is wrong. If the reference says `sat` and its model was not read,
/// it is asked for it.
fn decide(
    pair: &Rc<Pair>,
    run: &Outcome,
    reference: &Outcome,
    (ours, theirs): (&Script, &Script),
    check: &Differing,
) -> Evaluation {
    if let Some(bug) = wrong_answer(reference).filter(|_| check.is_last) {
        return pair.evaluation_of(run, bug);
    }
    let satisfied = match check.theirs.1 {
        Answer::Sat => is_satisfied(theirs, &pair.context, check.theirs.0),
        _ => is_satisfied(ours, &pair.context, check.ours.0),
    };
    let decision = satisfied.map(|yes| pair.describe_wrong_solver(check.theirs.1, yes));
    if decision.is_some() || check.theirs.1 != Answer::Sat {
        return Evaluation::bug(pair.disagreement(run, ours, check, decision));
    }
    // The calls up to the check, with models.
    let ours = up_to(ours, check.ours.0);
    let options = pair.options_text() + &set_option(PRODUCE_MODELS, "true");
    let query = model_query(&ours, &pair.context, check.ours.0);
    let keeps_option = |name: &str| is_common(name) && name != PRODUCE_MODELS;
    let calls = calls_of_reference(&ours, &options, check.first, keeps_option);
    let (pair, check) = (Rc::clone(pair), *check);
    let evaluate = move |run: &Outcome, reference: &Outcome| {
        let says_sat = lex(&reference.trace).ok().and_then(|theirs| {
            let (line, answer) = checks(&theirs).nth(check.number - 1 - check.first)?;
            (answer == Some(Answer::Sat)).then_some((theirs, line))
        });
        if let Some(bug) = wrong_answer(reference).filter(|_| says_sat.is_some()) {
            return pair.evaluation_of(run, bug);
        }
        let decision = says_sat.and_then(|(theirs, line)| {
            let satisfied = is_satisfied(&theirs, &pair.context, line)?;
            Some(pair.describe_wrong_solver(Answer::Sat, satisfied))
        });
        Evaluation::bug(pair.disagreement(run, &ours, &check, decision))
    };
    Evaluation::Ask(Question {
        trace: (calls + &query).into(),
        evaluate: Box::new(evaluate),
    })
}

/// The last line of the message of a disagreement that is not decided.
const UNDECIDED: &str = "not decided which answer is wrong";

impl Pair {
    /// Which of the two solvers is wrong, given the answer of the reference, and whether the model
    /// of the solver that says `sat` satisfies the formulas.
    fn describe_wrong_solver(&self, theirs: Answer, satisfied: bool) -> String {
        let ours = format!("the solver under test, {},", self.solver_label);
        let reference = format!("the reference, {},", self.reference);
        let (sat, unsat) = match theirs {
            Answer::Sat => (reference, ours),
            _ => (ours, reference),
        };
        match satisfied {
            true => format!("{unsat} is wrong: the model of the other one satisfies the formulas"),
            false => format!("{sat} is wrong: its model does not satisfy the formulas"),
        }
    }

    /// The suspected bug. The theories of the formulas are part of its key, because else all
    /// disagreements of two solvers would be two findings.
    fn disagreement(
        &self,
        run: &Outcome,
        ours: &Script,
        check: &Differing,
        decision: Option<String>,
    ) -> SuspectedBug {
        let details = format!(
            "{} {} says {} and {} says {}\ncheck {} on line {} of the run\n{}",
            self.solver_label,
            run.process.version,
            check.ours.1.name(),
            self.reference,
            check.theirs.1.name(),
            check.number,
            check.ours.0,
            decision.as_deref().unwrap_or(UNDECIDED),
        );
        let contradicted = match check.ours.1 {
            Answer::Sat => &SAT_AGAINST_ANOTHER,
            _ => &UNSAT_AGAINST_ANOTHER,
        };
        let failed = contradicted.failed_for(&self.reference, details);
        let topic = topic(ours, &self.context, check.ours.0);
        let violation = Violation::of_check(BugKind::Disagreement, failed, Some(topic));
        self.bug(violation, run)
    }
}
