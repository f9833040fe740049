//! Which findings make the exit code 1: `--fail-on`.

use super::{Finding, KindRow};

/// Which findings of a campaign make its exit code 1.
#[derive(Clone, Copy, Debug)]
pub enum FailOn {
    /// All that this part of the campaign has seen, also those of earlier parts.
    Any,
    /// New findings.
    New,
    /// New findings that are as bad as this kind, or worse.
    Kind(&'static KindRow),
}

impl FailOn {
    /// `any`, `new`, or the name of a kind without details: `crash`, `wrong-model`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "any" => Some(Self::Any),
            "new" => Some(Self::New),
            _ => KindRow::all()
                .find(|row| row.short_name() == name)
                .map(Self::Kind),
        }
    }

    /// All names, for messages.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let kinds = KindRow::all().map(KindRow::short_name);
        ["any", "new"].into_iter().chain(kinds)
    }

    /// Whether a new finding makes the exit code 1.
    #[must_use]
    pub fn has(self, new: &Finding) -> bool {
        match self {
            Self::Any | Self::New => true,
            Self::Kind(row) => KindRow::of(&new.observed.kind).severity <= row.severity,
        }
    }

    /// Whether a known finding that was seen again makes the exit code 1.
    #[must_use]
    pub fn has_known(self) -> bool {
        matches!(self, Self::Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use serde_json::json;

    #[test]
    fn kinds_are_compared_by_severity() {
        let is_failure = |name: &str, kind: &str| {
            FailOn::from_name(name)
                .unwrap()
                .has(&finding(kind, "1", &json!({})))
        };
        for (name, kind, expected) in [
            ("any", "leak", true),
            ("new", "leak", true),
            ("crash", "crash-SIGSEGV", true),
            ("crash", "wrong-unsat", true),
            ("crash", "rejected", false),
            ("wrong-sat", "wrong-unsat", true),
            ("wrong-sat", "wrong-model", false),
            ("leak", "from-a-later-version", false),
        ] {
            assert_eq!(is_failure(name, kind), expected, "{name} {kind}");
        }
        assert!(FailOn::from_name("").is_none() && FailOn::from_name("crash-").is_none());
        assert!(FailOn::names().all(|name| FailOn::from_name(name).is_some()));
    }
}
