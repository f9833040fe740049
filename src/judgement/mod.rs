//! Decides what a run of a trace shows of the bug of the trace. Whatever repeats runs asks here:
//! `replay`, `minimize`, `bisect`, `recheck`, `report` and campaigns.

mod expected;

pub use expected::ExpectedAnswers;

use crate::actions::is_shared;
use crate::oracle::noted::differences;
use crate::oracle::{answers, leak, undecided_checks};
use crate::replayed;
use crate::trace_file::{self, CLAIMS};
use crate::triage::{FindingId, FindingKey, Rules, SuspectedBug, refused_option};
use murxla_executor::{Outcome, Verdict};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, NEEDS_OPTION, Note, Script, lex, notes_in};
use regex::Regex;
use std::fmt;
use std::mem::discriminant;
use std::sync::Arc;

/// The value of `expect` in the header of a trace whose noted answers are wrong, although no oracle
/// says so. It shows its bug if the solver gives these answers.
const WRONG_NOTES: &str = "ok";

/// Why a run says nothing about a bug that needs the answer to an earlier check.
pub const OTHER_STATE: &str =
    "an earlier check is decided in only one of the run of the trace and its replay";

/// What a run shows of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The bug.
    Shows,
    /// A bug of this other kind.
    OtherBug(BugKind),
    /// No bug.
    DoesNotShow,
    /// The library cannot make the calls of the trace, for this reason.
    CannotTest(String),
    /// A limit on time or memory ended the run or a search of it, as this says. On another machine
    /// the run may end in another way.
    DependsOnTime(String),
}

impl Judgement {
    /// Whether the bug shows. `None` if the run does not tell.
    #[must_use]
    pub fn is_shown(&self) -> Option<bool> {
        match self {
            Self::Shows => Some(true),
            Self::DoesNotShow => Some(false),
            Self::OtherBug(_) | Self::CannotTest(_) | Self::DependsOnTime(_) => None,
        }
    }
}

/// The text continues a sentence about the bug: "it …".
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shows => write!(f, "shows"),
            Self::OtherBug(kind) => write!(f, "shows another bug, {kind}"),
            Self::DoesNotShow => write!(f, "does not show"),
            Self::CannotTest(why) => write!(f, "cannot be tested: {why}"),
            Self::DependsOnTime(why) => write!(f, "depends on time: {why}"),
        }
    }
}

/// The bug that a run is to show.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// Any bug, or an answer that contradicts a noted one.
    Any,
    /// A bug with this key, see [`FindingKey::is_same_bug`].
    Bug(FindingKey),
    /// The finding with this id. In the same trace, a bug of its kind is the same bug, although
    /// its frames or its message may depend on what the memory of the process has.
    Finding(FindingId),
    /// A bug of this kind, with any message.
    Kind(BugKind),
    /// A bug whose kind, message or output contains this text.
    Text(String),
    /// This wrong answer, whichever oracle shows that it is wrong.
    Answer {
        /// The answer.
        answer: Answer,
        /// The answers that a trace notes, if they show that it is wrong.
        noted: Option<Arc<ExpectedAnswers>>,
    },
    /// The noted answers, which are wrong.
    NotedAnswers,
    /// A leak. It shows if a trace is run several times in one process.
    Leak,
    /// A run whose printed text matches this, with or without a bug. See [`replayed::whole`].
    Output(Regex),
}

impl Wanted {
    /// The bug that the header of a trace names.
    #[must_use]
    pub fn of_trace(script: &Script) -> Self {
        if leak::is_of(script) {
            return Self::Leak;
        }
        if trace_file::finding(script).is_none() && script.header("expect") == Some(WRONG_NOTES) {
            return Self::NotedAnswers;
        }
        trace_file::named_bug(script).map_or(Self::Any, Self::Finding)
    }

    /// Whether a run has shown this by itself, or has made oracles report it.
    fn is_one_of(&self, outcome: &Outcome, bugs: &[SuspectedBug], rules: &Rules) -> bool {
        let is_wanted = |bug: &SuspectedBug| match self {
            // A limit says nothing about the solver.
            Self::Any => !bug.is_limit_while_solving(),
            Self::Bug(key) => bug.key(rules).is_same_bug(key),
            Self::Finding(id) => id.is_of(bug),
            Self::Kind(kind) => bug.is_of_kind(kind),
            Self::Text(text) => bug.says(text),
            Self::Answer { answer, .. } => bug.wrong_answer() == Some(*answer),
            Self::Leak => bug.violation.kind == BugKind::Leak,
            Self::NotedAnswers | Self::Output(_) => false,
        };
        match self {
            Self::Output(pattern) => pattern.is_match(&replayed::whole(outcome, bugs)),
            Self::Answer {
                answer,
                noted: Some(noted),
            } if outcome.verdict == Verdict::Ok && noted.contradict(&outcome.trace, *answer) => {
                true
            }
            _ => bugs.iter().any(is_wanted),
        }
    }
}

/// Decides what runs of a trace show.
pub struct Judge<'a> {
    /// The bug.
    pub wanted: Wanted,
    /// What is excluded from keys.
    pub rules: &'a Rules,
    /// The trace whose calls the runs make, if its notes count.
    pub script: Option<&'a Script>,
    /// Whether the bug counts as absent only if the solver decides all checks.
    pub must_decide: bool,
    /// Whether the runs are on the solver of the trace. Another one has other options.
    pub is_same_solver: bool,
}

impl<'a> Judge<'a> {
    /// A judge of runs on the solver of the trace, which need not decide all checks.
    #[must_use]
    pub fn new(wanted: Wanted, rules: &'a Rules, script: Option<&'a Script>) -> Self {
        Self {
            wanted,
            rules,
            script,
            must_decide: false,
            is_same_solver: true,
        }
    }

    /// What a run shows, if the suspected bugs are those of the run and of the oracles in the
    /// parent.
    #[must_use]
    pub fn judge(&self, outcome: &Outcome, bugs: &[SuspectedBug]) -> Judgement {
        if self.shows(outcome, bugs) {
            return Judgement::Shows;
        }
        let why_not_run = match &outcome.verdict {
            Verdict::Unusable(error) => Some(error.to_string()),
            Verdict::Defect(message) => Some(message.clone()),
            Verdict::Killed | Verdict::NeedsReplays(_) => Some(outcome.verdict.to_string()),
            _ => refused_option(outcome)
                .map(|call| format!("{call}: {}", Note::Refused(String::new()))),
        };
        if let Some(why) = why_not_run {
            return Judgement::CannotTest(why);
        }
        if let Some(other) = bugs.iter().find(|bug| !bug.is_limit_while_solving()) {
            return Judgement::OtherBug(other.violation.kind.clone());
        }
        if let Some(why) = self.missing_call(outcome) {
            return Judgement::CannotTest(why);
        }
        if self.misses_state(outcome) {
            return Judgement::CannotTest(OTHER_STATE.to_owned());
        }
        if !bugs.is_empty() {
            return Judgement::DependsOnTime(format!("{} in a search", outcome.verdict));
        }
        if outcome.cost.interrupted.is_some() {
            return Judgement::DependsOnTime("a search was interrupted".to_owned());
        }
        if self.must_decide && undecided_checks(outcome) > 0 {
            return Judgement::CannotTest("a check is not decided".to_owned());
        }
        Judgement::DoesNotShow
    }

    /// What several runs of a trace in one process show of a leak.
    #[must_use]
    pub fn judge_leak(&self, repetitions: &[Outcome]) -> Judgement {
        if leak::growth(repetitions).is_some() {
            return Judgement::Shows;
        }
        let ended_early = repetitions.iter().find(|run| run.verdict != Verdict::Ok);
        match ended_early {
            None if repetitions.len() < leak::REPEATS => {
                Judgement::CannotTest("a repetition is missing".to_owned())
            }
            None => Judgement::DoesNotShow,
            Some(run) => {
                let bugs: Vec<SuspectedBug> = SuspectedBug::of(run.clone()).into_iter().collect();
                self.judge(run, &bugs)
            }
        }
    }

    fn shows(&self, outcome: &Outcome, bugs: &[SuspectedBug]) -> bool {
        if self.wanted.is_one_of(outcome, bugs, self.rules) {
            return true;
        }
        let Some(script) = self.script else {
            return false;
        };
        let differs = || !differences(script, &outcome.trace).is_empty();
        match &self.wanted {
            // What the solver said in the run of a finding may be wrong itself.
            Wanted::Finding(id) => {
                script.header(CLAIMS).is_some() && differs()
                    || self.repeats_wrong_answer(&id.kind(), script, outcome)
            }
            Wanted::Any => differs(),
            Wanted::NotedAnswers => {
                let is_whole = outcome.verdict == Verdict::Ok && bugs.is_empty();
                is_whole
                    && known_answers(script).is_some_and(|noted| {
                        lex(&outcome.trace).is_ok_and(|run| known_answers(&run) == Some(noted))
                    })
            }
            _ => false,
        }
    }

    /// Whether the last check has the wrong answer again that the trace notes. The run need not
    /// have what shows that it is wrong: another release may give no value for a formula.
    fn repeats_wrong_answer(&self, kind: &BugKind, script: &Script, outcome: &Outcome) -> bool {
        let Some(wrong) = kind.wrong_answer() else {
            return false;
        };
        // An action of one solver may have another answer that is wrong.
        let last = script.lines.last();
        if last.is_none_or(|line| !is_shared(&line.action.text)) {
            return false;
        }
        let repeats = lex(&outcome.trace).is_ok_and(|run| {
            let [noted, given] = [script, &run].map(|script| answers(script).collect::<Vec<_>>());
            let last = Some(&Some(wrong));
            noted.len() == given.len() && noted.last() == last && given.last() == last
        });
        repeats && self.missing_call(outcome).is_none()
    }

    /// Whether a run decides a check before the last call whose answer is unknown in the trace, or
    /// does not decide one whose answer is known. What the bug needs may not have happened then:
    /// limits count steps, which differ between releases.
    fn misses_state(&self, outcome: &Outcome) -> bool {
        // The notes of other traces may be wrong.
        let script = self
            .script
            .filter(|_| matches!(self.wanted, Wanted::Finding(_)));
        let Some((_, before)) = script.and_then(|script| script.lines.split_last()) else {
            return false;
        };
        let Ok(run) = lex(&outcome.trace) else {
            return false;
        };
        let is_known = |line: &Line| line.answer().map(|answer| answer != Answer::Unknown);
        let mut pairs = before.iter().zip(&run.lines);
        pairs.any(|(noted, given)| {
            let known = is_known(noted).zip(is_known(given));
            known.is_some_and(|(noted, given)| noted != given)
        })
    }

    /// The note on a call that the library cannot make, unless the trace has such a note: an
    /// action, an operator or an option that the library lacks.
    fn missing_call(&self, outcome: &Outcome) -> Option<String> {
        if outcome.verdict == Verdict::Ok
            && let Some(note) = left_out_calls(self.script, outcome).next()
        {
            return Some(note.to_string());
        }
        // Candidates of the minimizer have no trace to compare with, and there are many of them.
        let script = self.script?;
        let lacks_option = |note: &Note| match note {
            Note::Skipped { why, .. } => why.contains(NEEDS_OPTION),
            _ => false,
        };
        if let Some(note) = notes_in(&outcome.trace).find(lacks_option) {
            return Some(note.to_string());
        }
        let made = lex(&outcome.trace).ok()?;
        let pairs = script.lines.iter().zip(&made.lines);
        let mut pairs = pairs.take_while(|(was, is)| was.action.text == is.action.text);
        pairs.find_map(|(was, is)| {
            let counts = |note: &&Note| match note {
                Note::Unsupported(_) => true,
                Note::Refused(_) => self.is_same_solver,
                _ => false,
            };
            let is_new = |note: &&Note| {
                let mut noted = was.notes.iter();
                noted.all(|noted| discriminant(noted) != discriminant(*note))
            };
            let note = is.notes.iter().filter(counts).find(is_new)?;
            Some(format!("{}: {note}", is.call()))
        })
    }
}

/// The notes on the calls of a trace that its replay has left out. If the run of the trace ended
/// early because an option was refused, so does its replay, and has all of its calls.
pub fn left_out_calls<'r>(
    script: Option<&Script>,
    replay: &'r Outcome,
) -> impl Iterator<Item = Note> + use<'r> {
    let lines = script.into_iter().flat_map(|script| &script.lines);
    let is_rest = |note: &Note| matches!(note, Note::LeftOutRest(_));
    let ends_early = lines.flat_map(|line| &line.notes).any(is_rest);
    let left_out = notes_in(&replay.trace).filter(Note::is_left_out);
    left_out.filter(move |note| !(ends_early && is_rest(note)))
}

/// The answers of the checks of a trace that are `sat` or `unsat`, by the numbers of the checks.
/// `None` if there are none.
fn known_answers(script: &Script) -> Option<Vec<(usize, Answer)>> {
    let all = answers(script).enumerate();
    let known = all.filter_map(|(n, answer)| Some((n, answer.filter(|a| *a != Answer::Unknown)?)));
    let known: Vec<(usize, Answer)> = known.collect();
    (!known.is_empty()).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::run;
    use murxla_executor::{RunCalls, RunCost};
    use murxla_fsm::oracle::Violation;
    use std::time::Duration;

    /// A trace with this header and these noted answers of one check each.
    fn trace(header: &str, answers: &[&str]) -> String {
        let checks = answers
            .iter()
            .map(|answer| format!("0 check-sat\n#= {answer}\n"));
        format!("{header}0 new\n{}", checks.collect::<String>())
    }

    /// What a run shows of the bug of a trace.
    fn judged(trace: &str, outcome: &Outcome) -> Judgement {
        let script = lex(trace).unwrap();
        let rules = Rules::default();
        let judge = Judge::new(Wanted::of_trace(&script), &rules, Some(&script));
        let bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
        judge.judge(outcome, &bugs)
    }

    fn ended_well(answers: &[&str]) -> Outcome {
        run(Verdict::Ok, &trace("", answers))
    }

    fn wrong(kind: BugKind) -> Outcome {
        let violation = Violation::without_check(kind, "x");
        run(Verdict::Violation(violation.into()), "0 new\n")
    }

    fn last_call(call: &str) -> RunCalls {
        RunCalls {
            last: Some(call.to_owned()),
            ..RunCalls::default()
        }
    }

    fn crash(signal: i32, output: &str) -> Outcome {
        Outcome {
            output: output.to_owned(),
            ..run(Verdict::Crash(signal), "0 new\n")
        }
    }

    /// The notes of a script are right: they are its status.
    #[test]
    fn an_answer_that_contradicts_a_status_shows() {
        let status = trace("", &["sat", "unsat"]);
        for (answers, expected) in [
            (["sat", "unsat"], Judgement::DoesNotShow),
            (["unsat", "unsat"], Judgement::Shows),
            (["unknown", "unknown"], Judgement::DoesNotShow),
        ] {
            assert_eq!(
                judged(&status, &ended_well(&answers)),
                expected,
                "{answers:?}"
            );
        }
    }

    /// What a solver has said in the run of a finding may be wrong itself.
    #[test]
    fn the_right_answer_of_another_release_does_not_show_a_wrong_model() {
        let finding = "# finding: wrong-model-01234567\n";
        let unsat = ended_well(&["unsat"]);
        assert_eq!(
            judged(&trace(finding, &["sat"]), &unsat),
            Judgement::DoesNotShow
        );
        let expected = "# expect: wrong-model\n";
        assert_eq!(
            judged(&trace(expected, &["sat"]), &unsat),
            Judgement::DoesNotShow
        );
        let evidence = format!("{finding}# {CLAIMS}: by the notes\n");
        assert_eq!(
            judged(&trace(&evidence, &["sat"]), &unsat),
            Judgement::Shows
        );
        let shown = wrong(BugKind::WrongModel);
        assert_eq!(judged(&trace(finding, &["sat"]), &shown), Judgement::Shows);
        let other = Judgement::OtherBug(BugKind::WrongUnsat);
        assert_eq!(
            judged(&trace(finding, &["sat"]), &wrong(BugKind::WrongUnsat)),
            other
        );
    }

    /// Another release may give no value that shows that its answer is wrong.
    #[test]
    fn the_same_wrong_answer_shows_a_wrong_answer() {
        let finding = trace("# finding: wrong-sat-01234567\n", &["unsat", "sat"]);
        for (answers, expected) in [
            (["unsat", "sat"], Judgement::Shows),
            (["unsat", "unsat"], Judgement::DoesNotShow),
            (["sat", "unknown"], Judgement::DoesNotShow),
        ] {
            let judgement = judged(&finding, &ended_well(&answers));
            assert_eq!(judgement, expected, "{answers:?}");
        }
        // The answer of the last call is not that of the check.
        let solved = format!("{finding}0 z3-solve \"(check-sat)\" 1 t1\n#= solved sat t1 by x\n");
        let judgement = judged(&solved, &ended_well(&["unsat", "sat"]));
        assert_eq!(judgement, Judgement::DoesNotShow);
    }

    #[test]
    fn wrong_answers_that_no_oracle_reports_are_noted() {
        let noted = trace("# expect: ok\n", &["sat", "unsat"]);
        assert_eq!(
            judged(&noted, &ended_well(&["sat", "unsat"])),
            Judgement::Shows
        );
        for answers in [["unsat", "unsat"], ["unknown", "unsat"]] {
            assert_eq!(
                judged(&noted, &ended_well(&answers)),
                Judgement::DoesNotShow
            );
        }
    }

    /// A library that cannot make a call says nothing about the bug, unless it shows it.
    #[test]
    fn missing_calls_cannot_be_tested() {
        let finding = "# finding: wrong-result-01234567\n";
        let query = |notes: &str| format!("{finding}0 new\n0 get-unsat-core\n{notes}");
        let of = |notes: &str| run(Verdict::Ok, &query(notes));
        let judge = |notes: &str| judged(&query(""), &of(notes));
        let missing = |why: &str| Judgement::CannotTest(format!("get-unsat-core: {why}"));
        assert_eq!(judge(""), Judgement::DoesNotShow);
        for why in ["unsupported a second solver", "refused no such option"] {
            assert_eq!(judge(&format!("#= {why}\n")), missing(why));
        }
        let left_out = "left out get-unsat-core: it is missing";
        let judgement = judge(&format!("#= {left_out}\n"));
        assert_eq!(judgement, Judgement::CannotTest(left_out.to_owned()));
        let skipped = "skipped get-unsat-core: needs the option 'x'";
        let judgement = judge(&format!("#= {skipped}\n"));
        assert_eq!(judgement, Judgement::CannotTest(skipped.to_owned()));
        // The run of the trace has not made the call either.
        let note = "#= unsupported a second solver\n";
        assert_eq!(judged(&query(note), &of(note)), Judgement::DoesNotShow);
        assert_eq!(
            judged(&query(""), &wrong(BugKind::WrongResult)),
            Judgement::Shows
        );
    }

    #[test]
    fn an_earlier_check_must_be_decided_like_in_the_trace() {
        let finding = trace("# finding: crash-SIGABRT-01234567\n", &["unknown", "sat"]);
        for (answers, tells) in [(["unknown", "sat"], true), (["sat", "sat"], false)] {
            let judgement = judged(&finding, &ended_well(&answers));
            assert_eq!(judgement == Judgement::DoesNotShow, tells, "{judgement}");
        }
        let decided = trace("# finding: wrong-unsat-01234567\n", &["unsat", "unsat"]);
        for (answers, tells) in [(["sat", "sat"], true), (["unknown", "sat"], false)] {
            let judgement = judged(&decided, &ended_well(&answers));
            assert_eq!(judgement == Judgement::DoesNotShow, tells, "{judgement}");
        }
    }

    /// Some releases end the process where others return an error.
    #[test]
    fn a_refused_option_that_ends_the_process_is_no_bug() {
        let trace = "0 new\n0 set-option unsat-cores-mode none-such\n";
        let refused = Outcome {
            output: "Error in option parsing: x\n".to_owned(),
            calls: last_call("    0 set-option unsat-cores-mode none-such\n"),
            ..run(Verdict::Exit(1), trace)
        };
        let started = murxla_wrappers::find("cvc5")
            .unwrap()
            .constants()
            .rejection
            .unwrap();
        let refused = Outcome {
            output: format!("{started}{}", refused.output),
            ..refused
        };
        let why = "set-option unsat-cores-mode none-such: refused".to_owned();
        assert_eq!(judged(trace, &refused), Judgement::CannotTest(why));
    }

    /// Bad memory ends a run in several ways.
    #[test]
    fn bad_memory_is_one_bug() {
        let (abort, fault) = (libc::SIGABRT, libc::SIGSEGV);
        let of = |kind: &str| format!("# finding: {kind}-01234567\n0 new\n");
        let heap = crash(abort, "x\nfree(): invalid pointer\n");
        let assertion = crash(abort, "Fatal failure within f\n");
        for (kind, run, shows) in [
            ("crash-SIGABRT", crash(fault, ""), true),
            ("crash-SIGABRT", heap.clone(), true),
            ("crash-SIGSEGV", heap.clone(), true),
            ("crash-SIGSEGV", crash(libc::SIGBUS, ""), true),
            ("crash-SIGSEGV", assertion, false),
            ("crash-SIGFPE", heap, false),
            ("wrong-unsat", crash(fault, ""), false),
        ] {
            let judgement = judged(&of(kind), &run);
            assert_eq!(judgement == Judgement::Shows, shows, "{kind} {judgement}");
        }
    }

    #[test]
    fn limits_depend_on_time() {
        let finding = "# finding: wrong-unsat-01234567\n0 new\n0 check-sat\n";
        let timeout = Outcome {
            calls: RunCalls {
                last_took: Duration::from_secs(5),
                ..last_call("0 check-sat")
            },
            cost: RunCost {
                wall: Duration::from_secs(5),
                ..RunCost::default()
            },
            ..run(Verdict::Timeout, finding)
        };
        let depends = |run: &Outcome| matches!(judged(finding, run), Judgement::DependsOnTime(_));
        assert!(depends(&timeout));
        let interrupted = Outcome {
            cost: RunCost {
                interrupted: Some(Duration::from_secs(1)),
                ..RunCost::default()
            },
            ..ended_well(&["unknown"])
        };
        assert!(depends(&interrupted));
        let hang = finding.replace("wrong-unsat", "timeout");
        assert_eq!(judged(&hang, &timeout), Judgement::Shows);
    }
}
