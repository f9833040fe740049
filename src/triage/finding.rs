//! Findings, as they are stored.

use super::{
    Experiments, FailedAssertion, FindingId, FindingKey, Releases, RightSettings, Standing,
    SuspectedBug, bad_memory, call_name, first_line, frames, reason, releases,
};
use crate::payload::SearchLimit;
use murxla_executor::STACK_OVERFLOW;
use murxla_fsm::oracle::BugKind;
use murxla_system::date::Date;
use murxla_system::symbols::readable;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether a finding can be reproduced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reproduces {
    /// Its trace shows it in a fresh process.
    Yes,
    /// Its trace shows it in some replays only.
    Flaky {
        /// The number of replays that showed it.
        seen: u32,
        /// The number of replays.
        tries: u32,
    },
    /// Its trace shows it only if earlier runs were made in the same process; `full.trace` includes
    /// them.
    Warm {
        /// The number of these runs.
        runs: usize,
    },
    /// No replay showed it.
    No,
}

/// The text continues a sentence about the finding: "it …".
impl fmt::Display for Reproduces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => write!(f, "reproduces"),
            Self::Flaky { seen, tries } => write!(f, "shows in {seen} of {tries} replays"),
            Self::Warm { runs } => {
                write!(
                    f,
                    "shows only after the {runs} runs before it in the same process"
                )
            }
            Self::No => write!(f, "does not reproduce"),
        }
    }
}

/// What a run showed of a bug.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeenBug {
    /// The kind of the bug.
    pub kind: BugKind,
    /// What was observed.
    pub message: String,
    /// The id of the check that failed, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// The text form of its [`FindingKey`].
    pub key: String,
    /// The innermost frames of a crash.
    pub frames: Vec<String>,
    /// The call during which the run ended.
    pub last_call: Option<String>,
}

impl SeenBug {
    /// What a suspected bug shows. `key` is its key.
    #[must_use]
    pub fn new(bug: &SuspectedBug, key: &FindingKey) -> Self {
        Self {
            kind: bug.violation.kind.clone(),
            message: bug.violation.message.clone(),
            check: bug.violation.check.as_ref().map(|check| check.id.clone()),
            key: key.to_string(),
            frames: bug.outcome.frames.clone(),
            last_call: bug.outcome.calls.last.clone(),
        }
    }

    /// Whether a crash is a stack overflow.
    #[must_use]
    pub fn is_stack_overflow(&self) -> bool {
        self.frames
            .first()
            .is_some_and(|frame| frame == STACK_OVERFLOW)
    }

    /// The innermost function of a crash that is the solver's own and has a name, without template
    /// arguments. That of a stack overflow is one that calls itself. Damaged memory shows anywhere,
    /// so it has none.
    #[must_use]
    pub fn innermost(&self) -> Option<String> {
        if bad_memory(&self.message).is_some() {
            return None;
        }
        let innermost = frames::innermost(&self.frames)?;
        let named = match innermost {
            STACK_OVERFLOW => frames::recursive(&self.frames)?,
            // A frame without a name is its place in the library.
            place if place.contains("+0x") => frames::innermost_named(&self.frames)?,
            named => named,
        };
        Some(frames::without_template_arguments(&readable(named)))
    }

    /// What the finding is, in a line: of a bug that ends the process, where it shows and what the
    /// library says about it. Other output of the library may be about an earlier call.
    #[must_use]
    pub fn headline(&self) -> String {
        let call = || self.last_call.as_deref().map(call_name);
        let place = self.innermost().or_else(call);
        let place = place.map(|place| format!("in {place}"));
        let assertion = FailedAssertion::of(&self.message);
        let told = match self.kind {
            BugKind::Assertion if assertion.is_some() => {
                return assertion
                    .map(|failed| failed.to_string())
                    .unwrap_or_default();
            }
            BugKind::Address(ref kind) => Some(&**kind),
            BugKind::Crash(_) | BugKind::Exit(_) => {
                bad_memory(&self.message).or_else(|| reason(&self.message))
            }
            _ => {
                return first_line(&self.message)
                    .map_or_else(|| place.unwrap_or_default(), str::to_owned);
            }
        };
        let parts = place.into_iter().chain(told.map(str::to_owned));
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            true => first_line(&self.message).unwrap_or_default().to_owned(),
            false => parts.join(": "),
        }
    }
}

/// What commands and the campaign have found out about a finding. `cause`, `known`, `standing` and
/// `experiments` come from its minimized trace.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Analysis {
    /// The second key: see [`cause`](super::cause()).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Why it is known: a regression trace has the same cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// What its minimized trace needs. `None` before it is minimized: a part of the trace that the
    /// bug does not need would count, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The releases in which it shows, as `bisect` has found them.
    #[serde(
        default,
        deserialize_with = "releases::data_or_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub releases: Option<Releases>,
    /// The settings of options with which it does not show, as `bisect --options` has found them.
    #[serde(
        default,
        deserialize_with = "releases::data_or_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub settings: Option<RightSettings>,
    /// What runs of similar traces tell.
    #[serde(
        default,
        deserialize_with = "releases::data_or_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub experiments: Option<Experiments>,
}

/// A suspected bug that was new and was kept, as it is stored in `finding.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The name of its folder.
    pub id: FindingId,
    /// What was observed.
    #[serde(flatten)]
    pub observed: SeenBug,
    /// The seed of the first run that showed it.
    pub seed: Option<u64>,
    /// The solver as the user named it.
    pub solver: String,
    /// The version that its library reports.
    pub version: String,
    /// Whether it can be reproduced.
    pub reproduces: Reproduces,
    /// The limit of searches without which it does not show, because a search must be interrupted.
    /// So it depends on time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_limit: Option<SearchLimit>,
    /// The library on which it did not show, if the campaign continued with a changed library. It
    /// is empty again once the finding shows on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<String>,
    /// What has been found out about it since.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// Seconds since the start of the campaign.
    pub after: f64,
    /// When it was first seen. Older directories do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_seen: Option<Date>,
}

impl Finding {
    /// The finding that a suspected bug becomes, without what only a campaign knows. `solver` is
    /// the solver as the user named it.
    #[must_use]
    pub fn new(
        bug: &SuspectedBug,
        key: &FindingKey,
        id: FindingId,
        solver: &str,
        reproduces: Reproduces,
    ) -> Self {
        Self {
            id,
            observed: SeenBug::new(bug, key),
            seed: None,
            solver: solver.to_owned(),
            version: bug.outcome.process.version.to_string(),
            reproduces,
            search_limit: None,
            gone: None,
            analysis: Analysis::default(),
            after: 0.0,
            first_seen: None,
        }
    }

    /// Whether it reproduces, or is gone. The text continues a sentence about the finding: "it …".
    #[must_use]
    pub fn status(&self) -> String {
        let reproduces = &self.reproduces;
        match (&self.gone, self.search_limit) {
            (Some(library), _) => format!("is gone: it does not show on {library}"),
            (None, None) => reproduces.to_string(),
            (None, Some(limit)) => {
                format!(
                    "{reproduces}, but depends on time: a search is interrupted after {limit} s"
                )
            }
        }
    }
}

/// How often and when a finding was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sights {
    /// How often.
    pub count: u64,
    /// When it was first seen, if that is known.
    pub first: Option<Date>,
    /// When it was last seen, if that is known.
    pub last: Option<Date>,
}

impl Sights {
    /// So often, and it is not known when.
    #[must_use]
    pub fn times(count: u64) -> Self {
        Self {
            count,
            ..Self::default()
        }
    }
}

/// The text continues a sentence about the finding: "seen …".
impl fmt::Display for Sights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => write!(f, "0 times since the restart")?,
            1 => write!(f, "once")?,
            more => write!(f, "{more} times")?,
        }
        let [first, last] = [self.first, self.last].map(|date| date.map(Date::readable));
        match (first, last) {
            (Some(first), Some(last)) if first != last => write!(f, " ({first} to {last} UTC)"),
            (Some(date), _) => write!(f, " ({date} UTC)"),
            (None, Some(last)) => write!(f, " (last {last} UTC)"),
            (None, None) => Ok(()),
        }
    }
}

/// What a minimized trace shows of its finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// The bug.
    pub bug: SeenBug,
    /// See [`SuspectedBug::evidence`].
    pub evidence: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sights_say_what_is_known() {
        let date = |text: &str| serde_json::from_value(text.into()).ok();
        let (first, last) = (date("2026-01-31T08:05:00Z"), date("2026-02-01T00:00:00Z"));
        let text = |count, first, last| Sights { count, first, last }.to_string();
        assert_eq!(text(1, None, None), "once");
        assert_eq!(text(1, first, first), "once (2026-01-31 08:05:00 UTC)");
        let both = "3 times (2026-01-31 08:05:00 to 2026-02-01 00:00:00 UTC)";
        assert_eq!(text(3, first, last), both);
        assert_eq!(
            text(3, None, last),
            "3 times (last 2026-02-01 00:00:00 UTC)"
        );
    }
}
