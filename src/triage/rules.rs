//! What a profile says about suspected bugs.

use super::SuspectedBug;
use super::checks::checks;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::profile::{Errors, ExcludeRule};
use murxla_fsm::solver::Check;
use regex::Regex;

/// The rules of a profile about suspected bugs, compiled.
#[derive(Clone, Default)]
pub struct Rules {
    exclude: Vec<Exclusion>,
    filter: Vec<Regex>,
}

/// A rule that excludes suspected bugs. If it has both a check and a regular expression, both must
/// match.
#[derive(Clone)]
struct Exclusion {
    /// The id of a check. If it ends with a dot, it means all checks whose ids begin with it.
    check: Option<String>,
    regex: Option<Regex>,
    reason: String,
}

fn compile(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|e| format!("errors: {e}"))
}

/// Whether the check of a rule means the check of this id.
fn means(rule: &str, id: &str) -> bool {
    rule == id || rule.ends_with('.') && id.starts_with(rule)
}

impl Exclusion {
    fn new(rule: &ExcludeRule) -> Result<Self, String> {
        if let Some(check) = &rule.check
            && !checks(None).any(|known| means(check, known.id()))
        {
            let near = suggestion(check, checks(None).map(Check::id));
            return Err(format!("errors: unknown check '{check}'{near}"));
        }
        Ok(Self {
            check: rule.check.clone(),
            regex: rule.regex.as_deref().map(compile).transpose()?,
            reason: rule.reason.trim().to_owned(),
        })
    }

    /// Whether it matches a suspected bug, given with its text.
    fn matches(&self, bug: &SuspectedBug, text: &str) -> bool {
        // The checks of another solver have the same ids, but the rules are about the solver of the
        // profile.
        let Violation { kind, check, .. } = &bug.violation;
        let is_own = !matches!(kind, BugKind::OfReference(_));
        let own = check.as_ref().filter(|_| is_own);
        let failed = own.map_or("", |check| check.id.as_str());
        let output = bug.identifying_output();
        let is_said = |regex: &Regex| regex.is_match(text) || regex.is_match(output);
        self.check.as_ref().is_none_or(|rule| means(rule, failed))
            && self.regex.as_ref().is_none_or(is_said)
    }
}

impl Rules {
    /// Compiles the rules of a profile.
    ///
    /// # Errors
    /// A pattern that is not a regular expression, or a check that does not exist.
    pub fn new(errors: &Errors) -> Result<Self, String> {
        let exclude = errors.exclude.iter().map(Exclusion::new);
        let filter = errors.filter.iter().map(|rule| compile(&rule.regex));
        Ok(Self {
            exclude: exclude.collect::<Result<_, _>>()?,
            filter: filter.collect::<Result<_, _>>()?,
        })
    }

    /// The reason of the profile for excluding this bug, if it does.
    #[must_use]
    pub fn excludes(&self, bug: &SuspectedBug) -> Option<&str> {
        let mut text = format!("{}: {}", bug.violation.kind, bug.identifying_message());
        for frame in &bug.outcome.frames {
            text.push_str("\nat ");
            text.push_str(frame);
        }
        let mut rules = self.exclude.iter();
        let rule = rules.find(|rule| rule.matches(bug, &text))?;
        Some(&rule.reason)
    }

    /// The part of the message that belongs to the key: what the first matching filter matches.
    pub(super) fn filtered<'a>(&self, message: &'a str) -> Option<&'a str> {
        let found = self.filter.iter().find_map(|rule| rule.find(message));
        found.map(|found| found.as_str())
    }
}
