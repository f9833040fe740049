//! The second key of a finding: its cause, as its minimized trace shows it. Findings with the same cause are one bug with
//! variants.

use super::Finding;
use super::key::telling_frames;
use crate::executor::STACK_OVERFLOW;
use murxla_fsm::state::Options;
use murxla_fsm::trace::Script;
use regex::Regex;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The number of frames of a crash that make its cause.
const FRAMES: usize = 2;

/// The operators that traces of all bugs may have.
const NEUTRAL: [&str; 3] = ["OP_NOT", "OP_AND", "OP_EQUAL"];

/// The cause of a finding:
///
/// - of a crash, the innermost telling frames: neither the signal nor what the library wrote before;
/// - of an error of the solver, its text without the function that returned it;
/// - of a failed check, its id, the engine, and the operators and options that the trace needs.
#[must_use]
pub fn cause(finding: &Finding, script: &Script) -> String {
    if finding.check.is_none() {
        return cause_by_key(&finding.kind, &finding.key, &finding.frames);
    }
    let general = without_varying(&finding.key);
    let needs: Vec<String> = needed(script).into_iter().collect();
    format!("{general}|{}", needs.join(" "))
}

/// The cause of a bug that no check has found. Its trace need not be minimized.
pub(super) fn cause_by_key(kind: &str, key: &str, frames: &[String]) -> String {
    // A stack overflow happens in another function each time.
    let is_overflow = frames.first().is_some_and(|frame| frame == STACK_OVERFLOW);
    let frames = telling_frames(frames, FRAMES);
    match kind.starts_with("crash-") && !frames.is_empty() && !is_overflow {
        true => format!("crash|{}", frames.join("|")),
        false => without_varying(key),
    }
}

/// Whether two causes may be the same bug: the traces need an operator in common, or one of them needs none. Two traces of
/// one bug often have further operators that differ.
#[must_use]
pub fn may_be_same(one: &str, other: &str) -> bool {
    let split = |cause: &str| {
        let (general, needs) = cause.rsplit_once('|').unwrap_or((cause, ""));
        let operators = needs.split_whitespace().filter(|name| name.contains("OP_"));
        let operators: BTreeSet<String> = operators.map(str::to_owned).collect();
        (general.to_owned(), operators)
    };
    let ((one, needs), (other, others)) = (split(one), split(other));
    one == other && (needs.is_empty() || others.is_empty() || !needs.is_disjoint(&others))
}

/// The text of a key without theories, and without the function that an error names.
fn without_varying(key: &str) -> String {
    static THEORIES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r" \[[^\]|]*\]").ok());
    static FUNCTION: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\|[A-Za-z0-9#]+_\w+: ").ok());
    let mut text = key.to_owned();
    for (varying, by) in [(&*THEORIES, ""), (&*FUNCTION, "|")] {
        if let Some(varying) = varying {
            text = varying.replace(&text, by).into_owned();
        }
    }
    text
}

/// The operators, and the options of the solver.
fn needed(script: &Script) -> BTreeSet<String> {
    let mut needed = BTreeSet::new();
    for line in &script.lines {
        let mut words = line.args.iter().filter(|token| !token.quoted);
        match line.action.text.as_str() {
            "mk-term" => needed.extend(words.next().map(|token| token.text.clone())),
            "set-option" => {
                let name = line.args.first().map(|token| token.text.clone());
                needed.extend(name.filter(|name| !Options::NAMES.contains(&name.as_str())));
            }
            _ => {}
        }
    }
    needed.retain(|name| !NEUTRAL.contains(&name.as_str()));
    needed
}

/// The finding of which each finding is a variant: the first one with the same cause. `None` if it is the first one, or its
/// cause is not known.
#[must_use]
pub fn variants<'a>(findings: &[&'a Finding]) -> Vec<Option<&'a Finding>> {
    let mut first: BTreeMap<&str, &Finding> = BTreeMap::new();
    let variant = |finding: &&'a Finding| match first.entry(finding.cause.as_deref()?) {
        Entry::Occupied(first) => Some(*first.get()),
        Entry::Vacant(place) => {
            place.insert(finding);
            None
        }
    };
    findings.iter().map(variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;
    use serde_json::{Value as Json, json};

    fn finding(kind: &str, key: &str, more: &Json) -> Finding {
        let finding = crate::triage::finding(kind, "00000000", more);
        Finding {
            key: key.to_owned(),
            ..finding
        }
    }

    #[test]
    fn causes_do_not_depend_on_the_way() {
        let script = lex("0 new\n0 set-option models true\n0 set-option arith.solver 2\n\
            0 mk-term OP_INT_ADD SORT_INT 2 t1 t1\nreturn t2 s1\n0 mk-term OP_NOT SORT_BOOL 1 t3\nreturn t4 s2\n").unwrap();
        let none = json!({});
        let of = |kind: &str, key: &str, more: &Json| cause(&finding(kind, key, more), &script);
        let push = of(
            "rejected",
            "rejected|Z#_solver_push: malformed atomic constraint",
            &none,
        );
        let check = of(
            "rejected",
            "rejected|Z#_solver_check: malformed atomic constraint",
            &none,
        );
        assert_eq!(
            (push.as_str(), &push),
            ("rejected|malformed atomic constraint", &check)
        );
        let frames = |frames: &[&str]| json!({ "frames": frames });
        let abort = of(
            "crash-SIGABRT",
            "1",
            &frames(&["_ZNSt6vectorE", "f", "g", "h"]),
        );
        let fault = of("crash-SIGSEGV", "2", &frames(&["f", "g", "i"]));
        assert_eq!((abort.as_str(), &abort), ("crash|f|g", &fault));
        let overflow = of(
            "crash-SIGSEGV",
            "crash-SIGSEGV||stack overflow|check-sat",
            &frames(&["stack overflow", "f"]),
        );
        assert_eq!(overflow, "crash-SIGSEGV||stack overflow|check-sat");
        let failed = json!({ "check": "assignment.unsat" });
        let wrong = of(
            "wrong-unsat",
            "wrong-unsat|assignment.unsat [INT UF] by mcsat",
            &failed,
        );
        assert_eq!(
            wrong,
            "wrong-unsat|assignment.unsat by mcsat|OP_INT_ADD arith.solver models"
        );
    }

    #[test]
    fn traces_of_one_bug_have_an_operator_in_common() {
        let same = |one, other| may_be_same(one, other) && may_be_same(other, one);
        assert!(same("a|b|OP_XOR x", "a|b|OP_ITE OP_XOR"));
        assert!(!same("a|b|OP_XOR x", "a|b|OP_ITE x"));
        assert!(!same("a|c|OP_XOR", "a|b|OP_XOR"));
        assert!(same("a|b|", "a|b|OP_XOR"));
    }

    #[test]
    fn variants_follow_the_first() {
        let all = [
            json!({"cause": "a"}),
            json!({}),
            json!({"cause": "b"}),
            json!({"cause": "a"}),
            json!({}),
        ];
        let all = all.map(|more| finding("timeout", "k", &more));
        let all: Vec<&Finding> = all.iter().collect();
        let is_variant: Vec<bool> = variants(&all).iter().map(Option::is_some).collect();
        assert_eq!(is_variant, [false, false, false, true, false]);
    }
}
