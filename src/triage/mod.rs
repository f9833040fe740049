//! Suspected bugs and findings, and which of them are the same bug. Nothing in here runs a solver
//! or reads a file.

mod assertion;
mod cause;
pub mod checks;
mod compared;
mod experiments;
mod fail_on;
mod finding;
mod frames;
mod id;
mod key;
mod kinds;
mod minimized;
mod order;
mod releases;
mod rules;
mod same_bug;
mod tier;

pub use assertion::FailedAssertion;
pub use cause::{cause, may_be_same, names, names_function};
pub use compared::Compared;
pub use experiments::Experiments;
pub use fail_on::FailOn;
pub use finding::{Analysis, Finding, Reproduces, SeenBug, Shown, Sights};
pub use frames::is_telling;
pub use id::FindingId;
pub use key::{FindingKey, abort_message};
pub use kinds::{Group, KindRow, Tier, TitleDetail};
pub use order::worst_first;
pub use releases::{BadReleases, Releases, RightSettings};
pub use rules::Rules;
pub use same_bug::{Evidence, Variant, WhySame, same_bug, variants};
pub use tier::Standing;

use crate::actions::{self, action_of, without_seed};
use murxla_executor::{Outcome, STACK_OVERFLOW, Verdict, signal_name};
use murxla_fsm::action::Action;
use murxla_fsm::actions::{MkTerm, SetOption};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::solver::Answer;
use murxla_wrappers::WRAPPERS;

/// Something that a solver seems to have done wrong in one run.
#[derive(Clone, Debug)]
pub struct SuspectedBug {
    /// The violation.
    pub violation: Violation,
    /// The run.
    pub outcome: Outcome,
    /// A trace that shows the error, where the run itself does not.
    pub evidence: Option<String>,
    /// The lines in the header of its trace that name the oracle in another process which has found
    /// it. Empty if the run shows it by itself.
    pub oracle_header: String,
}

/// Whether the output shows that the solver has rejected a call: some releases end the process
/// where others return an error, and may have written something else before.
fn is_rejection(output: &str) -> bool {
    let mut starts = WRAPPERS
        .iter()
        .filter_map(|wrapper| wrapper.constants().rejection);
    starts.any(|start| output.lines().any(|line| line.starts_with(start)))
}

/// The call that sets an option which the solver has refused by ending the process, if the run
/// ended so. Releases of cvc5 before 1.4 do.
#[must_use]
pub fn refused_option(run: &Outcome) -> Option<&str> {
    let call = run.calls.last.as_deref()?;
    let is_refused = matches!(run.verdict, Verdict::Exit(_))
        && action_of(call) == SetOption.name()
        && is_rejection(&run.output);
    is_refused.then(|| without_seed(call).trim())
}

/// What a library or a sanitizer says before it ends the process: a failed assertion, or an access
/// to bad memory.
fn reported(output: &str) -> Option<Violation> {
    if !is_rejection(output) && FailedAssertion::of(output).is_some() {
        let message = head(abort_message(output));
        return Some(Violation::without_check(BugKind::Assertion, message));
    }
    let (kind, report) = bad_access(output)?;
    Some(Violation::without_check(
        BugKind::Address(kind.into()),
        head(report),
    ))
}

impl SuspectedBug {
    /// The suspected bug that an outcome shows by itself, if any.
    #[must_use]
    pub fn of(outcome: Outcome) -> Option<Self> {
        let by_itself = |kind, message: String| Violation::without_check(kind, message);
        let within = |kind| {
            let call = outcome.calls.last.as_deref();
            by_itself(kind, format!("in {}", call.map_or("no call", action_of)))
        };
        let written = |kind| by_itself(kind, tail(&outcome.output));
        let is_ended = matches!(outcome.verdict, Verdict::Crash(_) | Verdict::Exit(_));
        let reported = is_ended.then(|| reported(&outcome.output)).flatten();
        let violation = match &outcome.verdict {
            Verdict::Ok
            | Verdict::Unusable(_)
            | Verdict::NeedsReplays(_)
            | Verdict::Killed
            | Verdict::Defect(_) => return None,
            Verdict::Violation(violation) => violation.as_ref().clone(),
            Verdict::Timeout => within(BugKind::Timeout),
            Verdict::OutOfMemory => within(BugKind::Memory),
            Verdict::Crash(_) | Verdict::Exit(_) if reported.is_some() => reported?,
            Verdict::Crash(signal) => written(BugKind::Crash(signal_name(*signal).into())),
            Verdict::Exit(_) if refused_option(&outcome).is_some() => return None,
            Verdict::Exit(_) if is_rejection(&outcome.output) => written(BugKind::Rejected),
            // The rest of the output may be a model or another result.
            Verdict::Exit(code) => match abort_message(&outcome.output) {
                "" => written(BugKind::Exit(*code)),
                told => by_itself(BugKind::Exit(*code), head(told)),
            },
        };
        Some(Self {
            violation,
            outcome,
            evidence: None,
            oracle_header: String::new(),
        })
    }

    /// Identifies the finding: equal for all suspected bugs that are the same bug.
    #[must_use]
    pub fn key(&self, rules: &Rules) -> FindingKey {
        FindingKey::new(self, rules)
    }

    /// Whether the key tells its bug from others, so that a bug with the same key is the same one.
    /// The key of a failed check that is about formulas, and not about an operator, has no more
    /// than their theories, and a stack overflow may have any cause.
    #[must_use]
    pub fn has_specific_key(&self) -> bool {
        let Violation { check, topic, .. } = &self.violation;
        match check {
            Some(check) => check.case.is_some() || topic.is_none(),
            None => !self.is_overflow(),
        }
    }

    /// The cause of a bug with this key that no check has found, see [`cause`]. `None` if a check
    /// has found it.
    #[must_use]
    pub fn cause(&self, key: &FindingKey) -> Option<String> {
        let cause =
            || cause::cause_by_key(&self.violation.kind, &key.to_string(), &self.outcome.frames);
        self.violation.check.is_none().then(cause)
    }

    /// Whether its kind, its message or the output of its run has this text.
    #[must_use]
    pub fn says(&self, text: &str) -> bool {
        let Violation { kind, message, .. } = &self.violation;
        let said = [&kind.to_string(), message, &self.outcome.output];
        said.iter().any(|said| said.contains(text))
    }

    /// Whether it is of this kind, where the run is one of a trace that shows a bug of this kind.
    /// Memory that a solver has corrupted ends a run in several ways: by a signal, or by `abort`
    /// where the C library notices it. After a wrong `sat`, the model is wrong, too.
    #[must_use]
    pub fn is_of_kind(&self, kind: &BugKind) -> bool {
        let its = &self.violation.kind;
        its == kind
            // Older versions of this program named it by how the process ended.
            || *its == BugKind::Assertion && kind.ends_process()
            || self.is_memory_error() && kind.may_be_memory_error()
            || (its, kind) == (&BugKind::WrongModel, &BugKind::WrongSat)
    }

    /// Whether the run ended by an access to bad memory.
    fn is_memory_error(&self) -> bool {
        let signal = match &self.violation.kind {
            BugKind::Crash(signal) => signal,
            BugKind::Address(_) => return true,
            _ => return false,
        };
        match &**signal {
            "SIGSEGV" | "SIGBUS" => !self.is_overflow(),
            "SIGABRT" => bad_memory(&self.outcome.output).is_some(),
            _ => false,
        }
    }

    /// The wrong answer of the solver, if the bug is one.
    #[must_use]
    pub fn wrong_answer(&self) -> Option<Answer> {
        let Violation { kind, check, .. } = &self.violation;
        if *kind != BugKind::Disagreement {
            return kind.wrong_answer();
        }
        checks::wrong_answer(&check.as_ref()?.id)
    }

    fn is_overflow(&self) -> bool {
        let first = self.outcome.frames.first();
        first.is_some_and(|frame| frame == STACK_OVERFLOW)
    }

    /// Whether a limit was reached in a call that searches, or the time limit although the last
    /// call took less than half of the time. This is not an error by itself.
    #[must_use]
    pub fn is_limit_while_solving(&self) -> bool {
        let call = self.outcome.calls.last.as_deref().map_or("", action_of);
        // If most of the time was used before the call, the timeout says nothing about the call.
        let brief = self.outcome.verdict == Verdict::Timeout
            && self.outcome.calls.last_took * 2 < self.outcome.cost.wall;
        let searches = actions::find(call).is_some_and(|action| action.row().searches);
        self.is_limit() && (brief || searches)
    }

    /// Whether a limit was reached.
    #[must_use]
    pub fn is_limit(&self) -> bool {
        let verdict = &self.outcome.verdict;
        matches!(verdict, Verdict::Timeout | Verdict::OutOfMemory)
    }
}

/// How the messages of the C library begin with which it ends a process whose heap is damaged.
const BAD_MEMORY: [&str; 8] = [
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "munmap_chunk(): ",
    "malloc_consolidate(): ",
    "double free or corruption",
    "corrupted ",
    "*** stack smashing detected",
];

/// The message of the C library in an output that the heap or the stack is damaged.
#[must_use]
pub fn bad_memory(output: &str) -> Option<&str> {
    let begins = |line: &&str| BAD_MEMORY.iter().any(|start| line.starts_with(start));
    output.lines().find(begins)
}

/// The kind of the access to bad memory that AddressSanitizer reports in an output, such as
/// `heap-use-after-free`, and its report.
#[must_use]
pub fn bad_access(output: &str) -> Option<(&str, &str)> {
    const ERROR: &str = "ERROR: AddressSanitizer: ";
    let (_, report) = output.split_once(ERROR)?;
    let report = report.strip_prefix("attempting ").unwrap_or(report);
    let is_word = |c: char| c.is_ascii_alphabetic() || c == '-';
    let end = report.find(|c| !is_word(c)).unwrap_or(report.len());
    (end > 0).then_some((&report[..end], report))
}

/// The number of lines of output in a message.
const LINES: usize = 8;

/// The first lines of a text.
fn head(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.take(LINES).collect::<Vec<_>>().join("\n")
}

/// The last lines that a library wrote.
fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|l| !l.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

/// The first line of a text that is not blank.
#[must_use]
pub fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

/// The line in which a library says why it ends the process.
#[must_use]
pub fn reason(message: &str) -> Option<&str> {
    let told = first_line(abort_message(message));
    let mut lines = message.lines().map(str::trim);
    told.or_else(|| lines.find(|line| line.contains("error: ")))
}

/// The name of a call for a reader: the action, and the operator of a term.
#[must_use]
pub fn call_name(call: &str) -> String {
    let call = without_seed(call);
    let mut words = call.split_whitespace();
    let action = words.next().unwrap_or_default();
    match words.next().filter(|_| action == MkTerm.name()) {
        Some(operator) => format!("{action} {operator}"),
        None => action.to_owned(),
    }
}

/// A finding of this kind, for tests. The members of `more` replace its own.
#[cfg(test)]
pub(crate) fn finding(kind: &str, hash: &str, more: &serde_json::Value) -> Finding {
    let mut finding = serde_json::json!({
        "id": FindingId::new(&BugKind::from(kind), hash), "kind": kind, "message": "", "key": "", "frames": [], "last_call": null,
        "seed": 1, "solver": "toy", "version": "1", "reproduces": "yes", "after": 1.0,
    });
    let members = finding.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    serde_json::from_value(finding).unwrap()
}

/// A run that ended so, with this trace, for tests.
#[cfg(test)]
pub(crate) fn run(verdict: Verdict, trace: &str) -> Outcome {
    Outcome {
        ticket: 0,
        item: murxla_executor::Item::Seed(1),
        verdict,
        trace: trace.into(),
        calls: Default::default(),
        output: String::new(),
        frames: Vec::new(),
        cost: Default::default(),
        coverage: Default::default(),
        counters: Default::default(),
        attachment: Vec::new(),
        process: Default::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::oracle::Topic;
    use murxla_fsm::profile::Profile;
    use murxla_fsm::solver::{Check, Contradiction};

    fn bug(kind: &str, verdict: Verdict) -> SuspectedBug {
        SuspectedBug {
            violation: Violation::without_check(kind.into(), ""),
            outcome: run(verdict, ""),
            evidence: None,
            oracle_header: String::new(),
        }
    }

    fn rules(exclude: &str) -> Result<Rules, String> {
        let text = format!(r#"{{"errors": {{"exclude": [{exclude}]}}}}"#);
        Rules::new(&Profile::load([("p", &*text)])?.errors)
    }

    #[test]
    fn headlines_say_where_and_what() {
        let of = |kind: &str, message: &str, frames: &[&str]| {
            let more = serde_json::json!({ "message": message, "frames": frames, "last_call": "7 check-sat" });
            finding(kind, "00000000", &more).observed.headline()
        };
        let printed = "(declare-fun f () Int) not handled";
        assert_eq!(
            of("crash-SIGSEGV", printed, &["_ZN2lp3addEv", "main"]),
            "in lp::add"
        );
        assert_eq!(of("crash-SIGSEGV", printed, &[]), "in check-sat");
        let told = "(ite x y)\nFailed to validate 7\nmore";
        assert_eq!(
            of("exit-1", told, &[]),
            "in check-sat: Failed to validate 7"
        );
        let told = "printed first\nsolver: error: no bit-vector\n";
        assert_eq!(
            of("exit-1", told, &[]),
            "in check-sat: solver: error: no bit-vector"
        );
        assert_eq!(of("rejected", "\nbad width\n", &[]), "bad width");
        assert_eq!(
            call_name("  7 mk-term OP_NOT SORT_BOOL 1 t1"),
            "mk-term OP_NOT"
        );
    }

    /// The message of an exit is what the library says about it, and not what it printed last.
    #[test]
    fn an_exit_says_why() {
        let mut ended = bug("exit-1", Verdict::Exit(1)).outcome;
        ended.output = "sat\nFailed to validate 3\n(model\n  x)\n".to_owned();
        let bug = SuspectedBug::of(ended).unwrap();
        assert_eq!(bug.violation.message, "Failed to validate 3\n(model\n  x)");
    }

    #[test]
    fn crashes_are_left_out_by_their_frames() {
        let rules =
            rules(r#"{"regex": "crash-SIGSEGV: \\nat one\\nat two", "reason": "known"}"#).unwrap();
        let crash = |frames: &[&str]| {
            let mut bug = bug("crash-SIGSEGV", Verdict::Crash(11));
            bug.outcome.frames = frames.iter().map(|frame| (*frame).to_owned()).collect();
            bug
        };
        assert_eq!(
            rules.excludes(&crash(&["one", "two", "main"])),
            Some("known")
        );
        assert_eq!(rules.excludes(&crash(&["two", "one"])), None);
        // A recursion may have been one level deeper.
        let [once, twice] = [&["a", "b", "a", "c"][..], &["a", "b", "a", "b", "c"]].map(crash);
        assert_eq!(once.key(&rules), twice.key(&rules));
        assert!(once.key(&rules).to_string().ends_with("|a|b|c"));
    }

    /// A check of the table, and the same one in other words.
    static CHECKS: [Check; 2] = [
        Check::new(
            "model.value",
            "the value of a term is not what it must be",
            "",
        ),
        Check::new("model.value", "x", ""),
    ];

    /// The bugs of both checks, with the same details.
    fn reworded(kind: &'static str, case: &str) -> [SuspectedBug; 2] {
        let bug_of = |failed: Contradiction| {
            let topic = Topic {
                theories: "SEQ".to_owned(),
                engine: String::new(),
            };
            let violation = Violation::of_check(kind.into(), failed, Some(topic));
            SuspectedBug {
                violation: violation.clone(),
                ..bug(kind, Verdict::Violation(violation.into()))
            }
        };
        CHECKS
            .each_ref()
            .map(|check| bug_of(check.failed_for(case, "t7 is 3\nt7: OP_SEQ_NTH")))
    }

    #[test]
    fn sentences_of_checks_may_change() {
        let none = Rules::default();
        let [one, other] = reworded("wrong-model", "OP_SEQ_NTH");
        assert_ne!(one.violation.message, other.violation.message);
        assert_eq!(one.key(&none), other.key(&none));
        let text = "wrong-model|model.value OP_SEQ_NTH [SEQ]";
        assert_eq!(one.key(&none).to_string(), text);
        let [another, _] = reworded("wrong-model", "OP_SEQ_AT");
        assert!(!one.key(&none).is_same_bug(&another.key(&none)));
        for (rule, excluded) in [
            (r#""check": "model.value""#, true),
            (r#""check": "model.""#, true),
            (r#""check": "model.choice""#, false),
            (
                r#""check": "model.value", "regex": "\\(OP_SEQ_NTH\\)""#,
                true,
            ),
            (r#""check": "model.value", "regex": "OP_SEQ_AT""#, false),
            (r#""check": "core.", "regex": "OP_SEQ_NTH""#, false),
            (r#""regex": "\\nt7: OP_SEQ_NTH""#, true),
        ] {
            let rules = rules(&format!(r#"{{{rule}, "reason": "known"}}"#)).unwrap();
            for bug in [&one, &other] {
                assert_eq!(rules.excludes(bug).is_some(), excluded, "{rule}");
            }
        }
    }

    #[test]
    fn checks_of_rules_are_those_of_the_solver() {
        let rules = rules(r#"{"check": "model.value", "reason": "known"}"#).unwrap();
        for bug in reworded("reference-wrong-model", "OP_SEQ_NTH") {
            assert_eq!(rules.excludes(&bug), None);
        }
        // A crash has no check.
        let crash = bug("crash-SIGSEGV", Verdict::Crash(11));
        assert_eq!(rules.excludes(&crash), None);
    }

    #[test]
    fn checks_of_rules_exist() {
        for wrapper in WRAPPERS {
            let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
            assert_eq!(Rules::new(&profile.errors).err(), None);
        }
        let wrong =
            |check: &str| rules(&format!(r#"{{"check": "{check}", "reason": "known"}}"#)).err();
        let near = "errors: unknown check 'model.valu'; did you mean 'model.value'?";
        assert_eq!(wrong("model.valu").as_deref(), Some(near));
        assert!(wrong("model").is_some());
        assert!(wrong("").is_some());
        assert_eq!(wrong("model."), None);
    }
}
