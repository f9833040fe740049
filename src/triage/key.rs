//! Keys of findings: two suspected bugs with the same key are the same finding.

use super::frames::{identifying_frames, of_solvers, telling, without_repeated_frames};
use super::{FailedAssertion, FindingId, Rules, SuspectedBug};
use crate::actions::action_of;
use murxla_executor::{UNKNOWN_FRAME, Verdict};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_system::digest::hash_bytes;
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// Identifies a finding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FindingKey {
    /// The kind of the suspected bug.
    pub kind: BugKind,
    /// The id of the check that failed, if one did.
    pub check: Option<String>,
    /// The case of the check. If no check failed, the general part of the message, without what
    /// differs from run to run.
    pub message: String,
    /// The theories of the formulas that it is about, where an oracle of the run has found it.
    pub theories: Option<String>,
    /// The engine of the solver that gave the answer, if it is not the usual one.
    pub engine: Option<String>,
    /// The innermost frames of a crash.
    pub frames: Vec<String>,
    /// The action during which the run ended, where neither message nor frames say more.
    pub action: Option<String>,
}

/// The text form: it is stored in `finding.json`, and ids of findings are derived from it.
impl fmt::Display for FindingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = self.check.as_deref().unwrap_or("");
        let is_both = !check.is_empty() && !self.message.is_empty();
        let space = if is_both { " " } else { "" };
        write!(f, "{}|{check}{space}{}", self.kind, self.message)?;
        if let Some(theories) = &self.theories {
            write!(f, " [{theories}]")?;
        }
        if let Some(engine) = &self.engine {
            write!(f, " by {engine}")?;
        }
        for part in self.frames.iter().chain(&self.action) {
            write!(f, "|{part}")?;
        }
        Ok(())
    }
}

impl FindingKey {
    /// The key of a suspected bug.
    #[must_use]
    pub fn new(bug: &SuspectedBug, rules: &Rules) -> Self {
        let outcome = &bug.outcome;
        if let Some(failed) = bug.failed_assertion() {
            return Self::of_assertion(&failed, &outcome.frames);
        }
        let general = match &outcome.verdict {
            // The first line of an oracle's message is general, the others are about this run.
            Verdict::Ok | Verdict::Violation(_) => {
                bug.violation.message.lines().next().unwrap_or("")
            }
            _ => bug.identifying_message(),
        };
        let Violation {
            kind, check, topic, ..
        } = &bug.violation;
        let topic = topic.as_ref();
        let message = match check {
            // The key has no text of ours, so that a sentence may be rewritten.
            Some(check) => check.case.as_deref().unwrap_or(""),
            None => rules.filtered(general).unwrap_or(general),
        };
        let depth = match &outcome.verdict {
            // A stack overflow happens in another frame each time; only the marker before the
            // frames counts.
            Verdict::Crash(_) if bug.is_overflow() => 1,
            Verdict::Crash(_) => 3,
            _ => 0,
        };
        let mut frames = match kind {
            // Sanitizers report the function that is wrong. It may be called in several ways.
            BugKind::Address(_) | BugKind::Undefined(_) => {
                Vec::from_iter(telling(&outcome.frames).map(str::to_owned))
            }
            _ => identifying_frames(&outcome.frames, depth),
        };
        if frames.is_empty() {
            frames = without_repeated_frames(&outcome.frames, depth);
        }
        // A C++ exception that leaves the library has unwound the stack when it ends the process.
        let is_unwound = !frames.is_empty() && frames.iter().all(|frame| *frame == UNKNOWN_FRAME);
        let needs_action =
            bug.is_overflow() || is_unwound || frames.is_empty() && general.is_empty();
        let action = || action_of(outcome.calls.last.as_deref().unwrap_or("")).to_owned();
        let engine = topic.map(|topic| topic.engine.clone());
        Self {
            kind: kind.clone(),
            check: check.as_ref().map(|check| check.id.clone()),
            message: normalise(message),
            theories: topic.map(|topic| topic.theories.clone()),
            engine: engine.filter(|engine| !engine.is_empty()),
            frames,
            action: needs_action.then(action),
        }
    }

    /// The key of a failed assertion: its file, the function and the text, as they are in the
    /// source. Assertions of data structures fail for many reasons, so it is the function that uses
    /// them.
    fn of_assertion(failed: &FailedAssertion<'_>, frames: &[String]) -> Self {
        let function = telling(frames).or(failed.function);
        Self {
            kind: BugKind::Assertion,
            check: None,
            message: failed.to_string().chars().take(400).collect(),
            theories: None,
            engine: None,
            frames: function.map(str::to_owned).into_iter().collect(),
            action: None,
        }
    }

    /// Whether a shorter trace, which has this key, shows the bug with the other key. Its theories
    /// may differ, and so may the innermost frame of a crash: with a bad address, it depends on
    /// what the memory of the process has. More may be known about a shorter trace, so that another
    /// check of its answer fails.
    #[must_use]
    pub fn is_same_bug(&self, other: &Self) -> bool {
        if other.kind.may_turn_out_as(&self.kind) || self.is_same_answer(other) {
            return self.engine == other.engine;
        }
        let callers = |key: &Self| key.frames.get(1..).unwrap_or_default().to_vec();
        let is_known = |frames: &[String]| frames.iter().any(|frame| frame != UNKNOWN_FRAME);
        let has_same_frames = self.frames == other.frames
            || callers(self) == callers(other) && is_known(&callers(self));
        has_same_frames
            && (&self.kind, &self.check) == (&other.kind, &other.check)
            && self.message == other.message
            && (&self.engine, &self.action) == (&other.engine, &other.action)
    }

    /// Whether both are about the same wrong answer.
    fn is_same_answer(&self, other: &Self) -> bool {
        self.kind == other.kind && self.kind.wrong_answer().is_some()
    }

    /// The id of the finding, which is the name of its folder.
    #[must_use]
    pub fn id(&self) -> FindingId {
        self.id_from(&self.to_string())
    }

    /// The id of another trace with this key.
    #[must_use]
    pub fn id_of_candidate(&self, trace: &str) -> FindingId {
        self.id_from(trace)
    }

    fn id_from(&self, text: &str) -> FindingId {
        let hash = hash_bytes(text.as_bytes());
        FindingId::new(&self.kind, &hash[..8])
    }
}

impl SuspectedBug {
    /// The failed assertion, if the bug is one.
    #[must_use]
    pub fn failed_assertion(&self) -> Option<FailedAssertion<'_>> {
        let is_one = self.violation.kind == BugKind::Assertion;
        FailedAssertion::of(&self.violation.message).filter(|_| is_one)
    }

    /// The part of the message that identifies the bug. A crash is identified by its frames and by
    /// the reason why the library aborts, and an exit by this reason alone.
    pub(super) fn identifying_message(&self) -> &str {
        let has_frames = !identifying_frames(&self.outcome.frames, 1).is_empty();
        match &self.outcome.verdict {
            Verdict::Crash(_) if has_frames => abort_message(&self.violation.message),
            Verdict::Exit(_) => match abort_message(&self.outcome.output) {
                "" => &self.violation.message,
                told => told,
            },
            _ => &self.violation.message,
        }
    }

    /// The part of the output that says what is wrong. Warnings before a crash say nothing about
    /// it.
    pub(super) fn identifying_output(&self) -> &str {
        match &self.outcome.verdict {
            Verdict::Crash(_) => abort_message(&self.outcome.output),
            _ => &self.outcome.output,
        }
    }
}

/// How libraries of the language begin to say why they abort; solvers have other texts.
const ANNOUNCEMENTS: [&str; 3] = ["Assertion", "assertion", "terminate called"];

/// The part of the output of a library that says why it aborts. All else, such as warnings and
/// what the allocator says about a damaged heap, differs between two occurrences of a bug, and the
/// frames say more.
#[must_use]
pub fn abort_message(message: &str) -> &str {
    let announcements = ANNOUNCEMENTS.into_iter();
    let announcements = announcements.chain(of_solvers(|texts| texts.announcements));
    let starts = announcements.filter_map(|text| message.find(text));
    let start = starts
        .min()
        .map(|at| message[..at].rfind('\n').map_or(0, |end| end + 1));
    start.map_or("", |at| &message[at..])
}

/// The message without what differs between two occurrences of a bug: addresses, numbers, ids,
/// symbols, printed terms.
fn normalise(message: &str) -> String {
    static VARYING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let rules = [
            // What a library prints in debug builds.
            (r"(?m)^\d+\n", ""),
            (r"0x[0-9a-fA-F]+", "#"),
            (r"\|[^|\n]*\|", "_"),
            // An error of a script is not a term.
            (r#"\(error "([^"\n]*)"\)"#, "$1"),
            // Printed terms are nested; this removes three levels from the inside out.
            (r"\([^()\n]*\)", "…"),
            (r"\([^()\n]*\)", "…"),
            (r"\([^()\n]*\)", "…"),
            (r"\b_[a-z]\d+\b", "_"),
            (r"\b[st]\d+\b", "_"),
            (r"#b[01]+|#x[0-9a-fA-F]+", "#"),
            (r"\d+", "#"),
            (r"\s+", " "),
        ];
        let compile = |(pattern, by): (&str, &'static str)| Some((Regex::new(pattern).ok()?, by));
        rules.into_iter().filter_map(compile).collect()
    });
    let mut text = message.to_owned();
    for (varying, by) in VARYING.iter() {
        text = varying.replace_all(&text, *by).into_owned();
    }
    text.trim().chars().take(400).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_removed() {
        let one =
            "toy: assertion 'depth < limit' failed at 0x7f12ab (term 37)\n in (+ t1 (* _x2 3))";
        let two = "toy: assertion 'depth < limit' failed at 0x55aa01 (term 9)\nin (f (g (h _x7)))";
        assert_eq!(normalise(one), normalise(two));
        assert_eq!(normalise("2\n2\nfailed"), normalise("2\nfailed"));
        assert_ne!(
            normalise("the sort of t1 is Int"),
            normalise("the sort of t1 is Real")
        );
        let error = |what| format!("parse: (error \"line 4 column 16: {what}\")");
        assert_eq!(
            normalise(&error("unexpected character")),
            "parse: line # column #: unexpected character"
        );
    }

    #[test]
    fn only_the_reason_of_an_abort_counts() {
        let said =
            "Could not evaluate (f x)\ncvc5: Fatal failure within f at g.cpp:3\nCheck failure";
        assert_eq!(
            abort_message(said),
            "cvc5: Fatal failure within f at g.cpp:3\nCheck failure"
        );
        assert_eq!(
            abort_message("warning: é\nfree(): double free detected in tcache 2"),
            ""
        );
    }

    #[test]
    fn the_text_form_is_stable() {
        let key = FindingKey {
            kind: BugKind::WrongUnsat,
            check: Some("assignment.unsat".to_owned()),
            message: String::new(),
            theories: Some("BV UF".to_owned()),
            engine: Some("mcsat".to_owned()),
            frames: Vec::new(),
            action: None,
        };
        let text = "wrong-unsat|assignment.unsat [BV UF] by mcsat";
        assert_eq!(key.to_string(), text);
        let text = "wrong-unsat|assignment.unsat by mcsat";
        let other = FindingKey {
            theories: None,
            ..key.clone()
        };
        assert_eq!(other.to_string(), text);
        assert!(key.is_same_bug(&other));
    }

    #[test]
    fn the_innermost_frame_may_differ() {
        let key = |frames: &[&str]| FindingKey {
            kind: "crash-SIGSEGV".into(),
            check: None,
            message: String::new(),
            theories: None,
            engine: None,
            frames: frames.iter().map(|&frame| frame.to_owned()).collect(),
            action: None,
        };
        let is_same = |one: &[&str], other: &[&str]| key(one).is_same_bug(&key(other));
        assert!(is_same(&["memcpy", "b", "c"], &["strlen", "b", "c"]));
        assert!(!is_same(&["a", "b", "c"], &["a", "d", "c"]));
        assert!(!is_same(&["a", "?", "?"], &["b", "?", "?"]));
        assert!(!is_same(&["a"], &["b"]));
        assert!(is_same(&["a"], &["a"]));
    }
}
