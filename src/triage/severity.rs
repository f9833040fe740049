//! The order in which findings are listed: the worst first.

use super::{Finding, FindingId, Reproduces, Tier};
use std::cmp::Ordering;

/// The kinds of findings with their severities, the worst first. Kinds of the same severity are
/// equally bad. A name that ends with a hyphen is a prefix: `crash-` stands for `crash-SIGSEGV`.
///
/// Wrong answers come first, because the user of the solver does not see that something is wrong. A
/// wrong `unsat` is worse than a wrong `sat`: it hides a bug of the program that the user verifies.
/// Of two answers that contradict each other, it is not known which one is wrong. Bugs of a solver
/// of `--cross-check` come last, because it is not the solver under test.
const SEVERITIES: [(&str, u8); 18] = [
    ("wrong-unsat", 0),
    ("wrong-sat", 1),
    ("disagreement", 2),
    ("contradiction", 2),
    ("wrong-model", 3),
    ("wrong-core", 4),
    ("wrong-assumptions", 4),
    ("wrong-members", 4),
    ("crash-", 5),
    ("exit-", 5),
    ("wrong-result", 6),
    ("wrong-value", 6),
    ("wrong-sort", 6),
    ("rejected", 7),
    ("memory", 8),
    ("timeout", 8),
    ("leak", 9),
    ("reference-", 10),
];

/// The severity of kinds that the table does not have, such as those of later versions of this
/// program.
const UNKNOWN: u8 = u8::MAX;

/// The names of all kinds, the worst first. A name that ends with a hyphen stands for all kinds that
/// begin with it.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    SEVERITIES.iter().map(|(name, _)| *name)
}

/// Whether this name is that of the kind, or a prefix that stands for it.
#[must_use]
pub fn names_kind(name: &str, kind: &str) -> bool {
    kind == name || name.ends_with('-') && kind.starts_with(name)
}

/// How bad the findings of a kind are: 0 is the worst.
#[must_use]
pub fn severity_of(kind: &str) -> u8 {
    let mut rows = SEVERITIES.iter();
    let row = rows.find(|(name, _)| names_kind(name, kind));
    row.map_or(UNKNOWN, |(_, severity)| *severity)
}

/// The order of lists of findings: the worst kinds first. Of equally bad findings, those of better
/// tiers come first, then those that reproduce, then those with short traces. The ids decide the rest.
#[must_use]
pub fn worst_first(one: &Finding, other: &Finding) -> Ordering {
    place(one).cmp(&place(other))
}

fn place(finding: &Finding) -> (u8, Tier, bool, usize, &FindingId) {
    let is_unreliable = finding.reproduces != Reproduces::Yes
        || finding.gone.is_some()
        || finding.search_limit.is_some();
    let standing = finding.standing.as_ref();
    let (tier, calls) = standing.map_or((Tier::C, usize::MAX), |its| (its.tier, its.calls));
    (
        severity_of(&finding.kind),
        tier,
        is_unreliable,
        calls,
        &finding.id,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    /// A finding of this kind. The members of `more` replace its own.
    fn finding(kind: &str, hash: &str, more: &Json) -> Finding {
        let mut finding = json!({
            "id": FindingId::new(kind, hash), "kind": kind, "message": "", "key": "", "frames": [], "last_call": null,
            "seed": 1, "solver": "toy", "version": "1", "reproduces": "yes", "after": 1.0,
        });
        let members = finding.as_object_mut().unwrap();
        members.extend(more.as_object().unwrap().clone());
        serde_json::from_value(finding).unwrap()
    }

    #[test]
    fn the_worst_kinds_come_first() {
        assert!(SEVERITIES.is_sorted_by_key(|(_, severity)| *severity));
        let worst_to_least = [
            "wrong-unsat",
            "wrong-sat",
            "contradiction",
            "wrong-model",
            "wrong-members",
            "exit-3",
            "wrong-sort",
            "rejected",
            "timeout",
            "leak",
            "reference-wrong-unsat",
            "unheard-of",
        ];
        assert!(worst_to_least.is_sorted_by(|a, b| severity_of(a) < severity_of(b)));
        for unknown in ["", "-", "crash", "wrong-", "wrong-unsat-", "\u{1f41b}-"] {
            assert_eq!(severity_of(unknown), UNKNOWN, "{unknown}");
        }
        assert_eq!(severity_of("crash-"), severity_of("crash-SIGSEGV"));
    }

    #[test]
    fn findings_are_sorted_in_one_way() {
        let yes = json!({});
        let standing = |tier: &str, calls: usize| json!({"standing": {"tier": tier, "reason": "it is so", "calls": calls}});
        let sorted = [
            finding("wrong-unsat", "2", &json!({"reproduces": "no"})),
            finding("contradiction", "1", &yes),
            finding("disagreement", "1", &yes),
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
