//! The part `errors` of profiles.

use schemars::JsonSchema;
use serde::Deserialize;

/// Rules about error messages.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Errors {
    /// Suspected bugs that match a rule are filtered. A rule is matched with the kind and the
    /// message, `crash-SIGSEGV: …`, followed by a line `at NAME` for each frame of a crash, and
    /// with the output of the library.
    pub exclude: Vec<ExcludeRule>,
    /// The first rule that matches shortens the message of a solver to the match, before it is
    /// compared with others.
    pub filter: Vec<FilterRule>,
}

/// A rule that excludes suspected bugs. It has an id, a regular expression, or both.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExcludeRule {
    /// The id of the check that failed. If it ends with a dot, it means all checks whose ids begin
    /// with it.
    #[serde(default)]
    pub check: Option<String>,
    /// The regular expression.
    #[serde(default)]
    pub regex: Option<String>,
    /// The reason for the rule.
    pub reason: String,
}

/// A rule that shortens messages.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilterRule {
    /// The regular expression.
    pub regex: String,
    /// The reason for the rule.
    pub reason: String,
}

impl Errors {
    /// Checks that each rule says what it matches, and why.
    pub(super) fn check(&self) -> Result<(), String> {
        let silent = |rule: &ExcludeRule| rule.reason.trim().is_empty();
        if let Some(place) = self.exclude.iter().position(silent) {
            return Err(format!(
                "the reason of rule {} in \"exclude\" of \"errors\" is empty",
                place + 1
            ));
        }
        let is_empty = |rule: &ExcludeRule| rule.check.is_none() && rule.regex.is_none();
        match self.exclude.iter().position(is_empty) {
            Some(place) => Err(format!(
                "rule {} in \"exclude\" of \"errors\" contains neither \"check\" nor \"regex\"",
                place + 1
            )),
            None => Ok(()),
        }
    }
}
