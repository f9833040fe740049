//! The bugs that a campaign does not report: those that the user knows, and those that replays of
//! regression traces show on the library under test.

use super::replay_cache::CachedBug;
use crate::plan::GivenBugs;
use crate::triage::{Evidence, Finding, FindingKey, names_function, same_bug};
use std::collections::BTreeMap;

/// Known bugs.
#[derive(Default)]
pub struct KnownBugs {
    /// Why bugs are not reported, by their keys, their causes and the names of their findings.
    reasons: BTreeMap<String, String>,
    /// What is known about bugs, and why they are not reported.
    evidence: Vec<(Evidence, String)>,
}

impl KnownBugs {
    /// The bugs that the user knows, without those of traces that must be replayed first.
    #[must_use]
    pub fn given(bugs: &GivenBugs) -> Self {
        Self {
            reasons: bugs.reasons.clone(),
            evidence: bugs.evidence.clone(),
        }
    }

    /// Adds a bug that is not reported for this reason, with its key and its cause if they tell it
    /// from others. The key of a stack overflow does not, but its cause names the function.
    pub(super) fn add(&mut self, bug: &CachedBug, is_specific: bool, reason: &str) {
        let identities = [
            (&bug.key, is_specific),
            (&bug.cause, is_specific || names_function(&bug.cause)),
        ];
        for (identity, _) in identities.into_iter().filter(|(_, tells)| *tells) {
            let known = self.reasons.entry(identity.clone());
            known.or_insert_with(|| reason.to_owned());
        }
        let evidence = bug.evidence.clone();
        self.evidence
            .extend(evidence.map(|evidence| (evidence, reason.to_owned())));
    }

    /// Adds the key of a bug that is not reported for this reason.
    pub(super) fn add_key(&mut self, key: &FindingKey, reason: &str) {
        self.reasons.insert(key.to_string(), reason.to_owned());
    }

    /// Why a bug with this key or this cause is not reported.
    #[must_use]
    pub fn reason(&self, key: &FindingKey, cause: Option<&str>) -> Option<&str> {
        let (text, id) = (key.to_string(), key.id());
        let identities = [Some(text.as_str()), Some(id.as_str()), cause];
        let mut identities = identities.into_iter().flatten();
        identities.find_map(|identity| Some(self.reasons.get(identity)?.as_str()))
    }

    /// Why a finding is known, once its trace is minimized.
    #[must_use]
    pub fn reason_of(&self, finding: &Finding) -> Option<String> {
        let evidence = Evidence::of(finding)?;
        let mut known = self.evidence.iter();
        known.find_map(|(known, reason)| {
            let why = same_bug(known, &evidence)?;
            Some(format!("{reason} ({why})"))
        })
    }
}
