//! The order in which findings are listed: the worst first.

use super::{Finding, FindingId, KindRow, Reproduces, Tier};
use std::cmp::Ordering;

/// The order of lists of findings: the worst kinds first. Of equally bad findings, those of better
/// tiers come first, then those that reproduce and are not known, those that `bisect` found to be
/// new in this release, and those with short traces. The ids decide the rest.
#[must_use]
pub fn worst_first(one: &Finding, other: &Finding) -> Ordering {
    place(one).cmp(&place(other))
}

fn place(finding: &Finding) -> (u8, Tier, bool, bool, usize, &FindingId) {
    let is_unreliable = finding.reproduces != Reproduces::Yes
        || finding.gone.is_some()
        || finding.search_limit.is_some()
        || finding.analysis.known.is_some();
    let standing = finding.analysis.standing.as_ref();
    let (tier, calls) = standing.map_or((Tier::C, usize::MAX), |its| (its.tier, its.calls));
    (
        KindRow::of(&finding.observed.kind).severity,
        tier,
        is_unreliable,
        !is_new(finding),
        calls,
        &finding.id,
    )
}

/// Whether the release in which it was found introduced it.
fn is_new(finding: &Finding) -> bool {
    let releases = finding.analysis.releases.as_ref();
    releases.is_some_and(|releases| releases.are_introduced_in(&finding.version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use serde_json::json;

    #[test]
    fn findings_are_sorted_in_one_way() {
        let yes = json!({});
        let standing = |tier: &str, calls: usize| json!({"standing": {"tier": tier, "reason": "it is so", "calls": calls}});
        let sorted = [
            finding("wrong-unsat", "2", &json!({"reproduces": "no"})),
            finding("contradiction", "1", &yes),
            finding("disagreement", "1", &yes),
            finding(
                "wrong-model",
                "7",
                &json!({
                    "standing": {"tier": "A", "reason": "it is so", "calls": 14},
                    "version": "5.4.0", "releases": {"bad": [{"last_good": "5.3.3", "first_bad": "5.4.0", "last_bad": "5.4.0"}]},
                }),
            ),
            finding("wrong-model", "9", &standing("A", 9)),
            finding("wrong-model", "8", &standing("A", 12)),
            finding("wrong-model", "1", &standing("B", 3)),
            finding("wrong-model", "3", &standing("C", 2)),
            finding("wrong-model", "2", &yes),
            finding("crash-SIGABRT", "2", &yes),
            finding("crash-SIGSEGV", "1", &yes),
            finding("exit-3", "1", &yes),
            finding(
                "crash-SIGABRT",
                "1",
                &json!({"reproduces": {"flaky": {"seen": 2, "tries": 6}}}),
            ),
            finding("crash-SIGBUS", "1", &json!({"search_limit": 0.05})),
            finding("exit-1", "1", &json!({"gone": "version 2"})),
            finding("leak", "1", &yes),
            finding("unheard-of", "1", &yes),
        ];
        for rotation in 0..sorted.len() {
            let mut findings = sorted.to_vec();
            findings.rotate_left(rotation);
            findings.sort_by(worst_first);
            let ids = |all: &[Finding]| all.iter().map(|f| f.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(&findings), ids(&sorted), "{rotation}");
        }
    }
}
