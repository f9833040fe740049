//! What a finding is, and when two of them are the same bug.

use crate::executor::{Outcome, STACK_OVERFLOW, UNKNOWN_FRAME, Verdict, signal_name};
use murxla_fsm::actions::ACTIONS;
use murxla_fsm::profile::Errors;
use murxla_wrappers::WRAPPERS;
use regex::Regex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};
use std::sync::LazyLock;

/// Something that a solver did wrong in one run.
#[derive(Clone, Debug)]
pub struct SuspectedBug {
    /// What kind of wrong: `crash-SIGSEGV`, `exit-3`, `timeout`, `wrong-sort`, `disagreement` ….
    pub kind: String,
    /// What was seen, in a few lines.
    pub message: String,
    /// The run.
    pub outcome: Outcome,
    /// A trace that shows that it is wrong, where the run itself does not.
    pub evidence: Option<String>,
}

/// Some releases end the process where others return an error, behind whatever else they have written.
fn is_rejection(output: &str) -> bool {
    let mut said = WRAPPERS.iter().filter_map(|wrapper| wrapper.rejection());
    said.any(|said| output.lines().any(|line| line.starts_with(said)))
}

impl SuspectedBug {
    /// The charge that an outcome makes by itself, if it makes one.
    #[must_use]
    pub fn of(outcome: Outcome) -> Option<Self> {
        let kind = match &outcome.verdict {
            Verdict::Ok
            | Verdict::Refused { .. }
            | Verdict::Unsupported { .. }
            | Verdict::Killed
            | Verdict::Defect(_) => return None,
            Verdict::Crash(signal) => format!("crash-{}", signal_name(*signal)),
            Verdict::Timeout => "timeout".to_owned(),
            Verdict::OutOfMemory => "memory".to_owned(),
            Verdict::Exit(_) if is_rejection(&outcome.output) => "rejected".to_owned(),
            Verdict::Exit(code) => format!("exit-{code}"),
            Verdict::Check { kind, .. } => kind.clone(),
        };
        let message = match &outcome.verdict {
            Verdict::Check { message, .. } => message.clone(),
            Verdict::Timeout | Verdict::OutOfMemory => {
                format!(
                    "in {}",
                    outcome.last_call.as_deref().map_or("no call", action_of)
                )
            }
            _ => tail(&outcome.output),
        };
        Some(Self {
            kind,
            message,
            outcome,
            evidence: None,
        })
    }

    /// What is equal for all charges of the same bug: kind, message without what varies, and the
    /// innermost frames.
    #[must_use]
    pub fn key(&self, rules: &Rules) -> String {
        // What a check says in its first line is general, the rest is about this run.
        let general = match &self.outcome.verdict {
            // Warnings come before recursion without end as they do before anything.
            Verdict::Crash(_) if self.is_overflow() => "",
            Verdict::Ok | Verdict::Check { .. } => self.message.lines().next().unwrap_or(""),
            _ => &self.message,
        };
        let mut key = format!("{}|{}", self.kind, normalise(rules.cut(general)));
        let depth = match &self.outcome.verdict {
            // Recursion without end stops where the stack happens to: in another frame each time.
            Verdict::Crash(_) if self.is_overflow() => 1,
            Verdict::Crash(_) => 3,
            _ => 0,
        };
        let mut frames: Vec<&str> = Vec::new();
        for frame in &self.outcome.frames {
            // How often recursion goes round differs from run to run.
            if frames.len() < depth && !frames.contains(&frame.as_str()) {
                frames.push(frame);
            }
        }
        for frame in &frames {
            let written = write!(key, "|{frame}");
            debug_assert!(written.is_ok(), "writing into a String does not fail");
        }
        // A C++ exception that leaves the library has unwound the stack when it ends the process.
        let is_unwound = !frames.is_empty() && frames.iter().all(|frame| *frame == UNKNOWN_FRAME);
        if self.is_overflow() || is_unwound || frames.is_empty() && self.message.is_empty() {
            key.push('|');
            key.push_str(self.outcome.last_call.as_deref().map_or("", action_of));
        }
        key
    }

    /// What stays equal while a trace that shows the bug gets shorter: the key without the theories that its
    /// formulas are of.
    #[must_use]
    pub fn bug(&self, rules: &Rules) -> String {
        let key = self.key(rules);
        match (key.find(" ["), key.find(']')) {
            (Some(from), Some(to)) if from < to && self.kind.starts_with("wrong-") => {
                key[..from].to_owned() + &key[to + 1..]
            }
            _ => key,
        }
    }

    fn is_overflow(&self) -> bool {
        let first = self.outcome.frames.first();
        first.is_some_and(|frame| frame == STACK_OVERFLOW)
    }

    /// The limit was hit in a call that searches, where it means nothing by itself.
    #[must_use]
    pub fn is_limit_while_solving(&self) -> bool {
        let limit = matches!(
            self.outcome.verdict,
            Verdict::Timeout | Verdict::OutOfMemory
        );
        let call = self.outcome.last_call.as_deref().map_or("", action_of);
        // A run whose time was nearly up before the call says nothing about the call.
        let brief = self.outcome.verdict == Verdict::Timeout
            && self.outcome.in_call * 2 < self.outcome.wall;
        limit && (brief || searches(call))
    }
}

/// Whether an action may take long.
fn searches(name: &str) -> bool {
    let own = WRAPPERS.iter().flat_map(|wrapper| wrapper.actions());
    let mut all = ACTIONS.iter().chain(own.map(|own| &own.action));
    all.any(|action| action.name() == name && action.searches())
}

/// The action of a line of a trace.
#[must_use]
pub fn action_of(line: &str) -> &str {
    let words = || line.split_whitespace();
    match words().next() {
        Some(seed) if seed.bytes().all(|b| b.is_ascii_digit()) => words().nth(1).unwrap_or(""),
        Some(action) => action,
        None => "",
    }
}

/// The id of a key: the name of its folder.
#[must_use]
pub fn id(kind: &str, key: &str) -> String {
    let hash = Sha256::digest(key.as_bytes());
    let hex: String = hash
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{kind}-{hex}")
}

/// The last lines that a library wrote.
fn tail(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|l| !l.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}

/// The message without what differs between two sights of one bug: addresses, numbers, ids,
/// symbols, echoed terms.
fn normalise(message: &str) -> String {
    static VARYING: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        let rules = [
            // What a library prints while it is debugged.
            (r"(?m)^\d+\n", ""),
            (r"0x[0-9a-fA-F]+", "#"),
            (r"\|[^|\n]*\|", "_"),
            // From the inside out: an echoed term is nested.
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

/// What a profile says about messages, compiled.
#[derive(Clone, Default)]
pub struct Rules {
    exclude: Vec<(Regex, String)>,
    filter: Vec<Regex>,
}

impl Rules {
    /// Compiles the rules of a profile.
    ///
    /// # Errors
    /// A pattern that is no regular expression.
    pub fn new(errors: &Errors) -> Result<Self, String> {
        let compile = |text: &str| Regex::new(text).map_err(|e| format!("errors: {e}"));
        let mut rules = Self::default();
        for rule in &errors.exclude {
            rules
                .exclude
                .push((compile(&rule.regex)?, rule.reason.clone()));
        }
        for rule in &errors.filter {
            rules.filter.push(compile(&rule.regex)?);
        }
        Ok(rules)
    }

    /// Why the profile leaves this charge out, if it does.
    #[must_use]
    pub fn excludes(&self, charge: &SuspectedBug) -> Option<&str> {
        let mut text = format!("{}: {}", charge.kind, charge.message);
        for frame in &charge.outcome.frames {
            text.push_str("\nat ");
            text.push_str(frame);
        }
        let hit = |(rule, _): &&(Regex, String)| {
            rule.is_match(&text) || rule.is_match(&charge.outcome.output)
        };
        self.exclude
            .iter()
            .find(hit)
            .map(|(_, reason)| reason.as_str())
    }

    /// The part of the message that counts.
    fn cut<'a>(&self, message: &'a str) -> &'a str {
        let hit = self.filter.iter().find_map(|rule| rule.find(message));
        hit.map_or(message, |found| found.as_str())
    }
}

/// Whether a finding happens again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reproduces {
    /// Its trace shows it in a fresh process.
    Yes,
    /// Its trace shows it so many times of so many.
    Flaky {
        /// How often it showed.
        seen: u32,
        /// How often it was tried.
        tries: u32,
    },
    /// Its trace shows it behind the traces of so many runs before it in the same process, which
    /// `full.trace` has too.
    Warm {
        /// The runs before.
        runs: usize,
    },
    /// It did not show again.
    No,
}

/// What is said of a finding: "it …".
impl fmt::Display for Reproduces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => write!(f, "reproduces"),
            Self::Flaky { seen, tries } => write!(f, "shows in {seen} of {tries} replays"),
            Self::Warm { runs } => {
                write!(
                    f,
                    "shows only behind the {runs} runs before it in the same process"
                )
            }
            Self::No => write!(f, "does not reproduce"),
        }
    }
}

/// A bug, as the results directory keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The name of its folder.
    pub id: String,
    /// See [`Charge::kind`].
    pub kind: String,
    /// What was seen.
    pub message: String,
    /// Equal for all sights of this bug.
    pub key: String,
    /// The innermost frames of the solver, where there were any.
    pub frames: Vec<String>,
    /// The call in flight.
    pub last_call: Option<String>,
    /// The seed of the first run that showed it.
    pub seed: Option<u64>,
    /// The solver as the user named it.
    pub solver: String,
    /// The version that its library reports.
    pub version: String,
    /// Whether it happens again.
    pub reproduces: Reproduces,
    /// Seconds from the start of the campaign.
    pub after: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Item;
    use murxla_fsm::profile::Profile;
    use std::time::Duration;

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
    }

    #[test]
    fn crashes_are_left_out_by_their_frames() {
        let text = r#"{"errors": {"exclude": [{"regex": "crash-SIGSEGV: \\nat one\\nat two", "reason": "known"}]}}"#;
        let profile = Profile::load([("p", text)]).unwrap();
        let rules = Rules::new(&profile.errors).unwrap();
        let crash = |frames: &[&str]| SuspectedBug {
            kind: "crash-SIGSEGV".to_owned(),
            message: String::new(),
            outcome: Outcome {
                ticket: 0,
                item: Item::Seed(1),
                verdict: Verdict::Crash(11),
                trace: "".into(),
                truncated: false,
                last_call: None,
                in_call: Duration::ZERO,
                output: String::new(),
                frames: frames.iter().map(|frame| (*frame).to_owned()).collect(),
                wall: Duration::ZERO,
                cpu: Duration::ZERO,
                growth: 0,
                calls: 0,
                earlier_items: 0,
                counters: Default::default(),
                attachment: Vec::new(),
                prefix: Vec::new(),
                version: "".into(),
            },
            evidence: None,
        };
        assert_eq!(
            rules.excludes(&crash(&["one", "two", "main"])),
            Some("known")
        );
        assert_eq!(rules.excludes(&crash(&["two", "one"])), None);
        // Recursion may have gone round once more.
        let [once, twice] = [&["a", "b", "a", "c"][..], &["a", "b", "a", "b", "c"]].map(crash);
        assert_eq!(once.key(&rules), twice.key(&rules));
        assert!(once.key(&rules).ends_with("|a|b|c"));
    }

    #[test]
    fn actions_of_lines() {
        assert_eq!(
            action_of("   12 mk-term OP_AND SORT_BOOL 2 t1 t2"),
            "mk-term"
        );
        assert_eq!(action_of("check-sat"), "check-sat");
        assert_eq!(action_of("   "), "");
    }
}
