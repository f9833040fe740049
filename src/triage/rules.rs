//! What a profile says about messages.

use super::SuspectedBug;
use murxla_fsm::profile::Errors;
use regex::Regex;

/// The rules of a profile about messages, compiled.
#[derive(Clone, Default)]
pub struct Rules {
    exclude: Vec<(Regex, String)>,
    filter: Vec<Regex>,
}

impl Rules {
    /// Compiles the rules of a profile.
    ///
    /// # Errors
    /// A pattern that is not a regular expression.
    pub fn new(errors: &Errors) -> Result<Self, String> {
        let compile = |text: &str| Regex::new(text).map_err(|e| format!("errors: {e}"));
        let mut rules = Self::default();
        for rule in &errors.exclude {
            let reason = match rule.reason.trim() {
                "" => format!("no reason is given; it matches {}", rule.regex),
                given => given.to_owned(),
            };
            rules.exclude.push((compile(&rule.regex)?, reason));
        }
        for rule in &errors.filter {
            rules.filter.push(compile(&rule.regex)?);
        }
        Ok(rules)
    }

    /// The reason of the profile for excluding this bug, if it does.
    #[must_use]
    pub fn excludes(&self, bug: &SuspectedBug) -> Option<&str> {
        let mut text = format!("{}: {}", bug.kind, bug.message);
        for frame in &bug.outcome.frames {
            text.push_str("\nat ");
            text.push_str(frame);
        }
        let matches = |(rule, _): &&(Regex, String)| {
            rule.is_match(&text) || rule.is_match(&bug.outcome.output)
        };
        self.exclude
            .iter()
            .find(matches)
            .map(|(_, reason)| reason.as_str())
    }

    /// The part of the message that belongs to the key: what the first matching filter matches.
    pub(super) fn filtered<'a>(&self, message: &'a str) -> Option<&'a str> {
        let found = self.filter.iter().find_map(|rule| rule.find(message));
        found.map(|found| found.as_str())
    }
}
