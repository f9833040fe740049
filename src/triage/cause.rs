//! The second key of a finding: its cause, as its minimized trace shows it. Findings with the same
//! cause are one bug with variants.

use super::SeenBug;
use super::frames::{recursive, telling};
use murxla_executor::STACK_OVERFLOW;
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::{MkTerm, SetOption};
use murxla_fsm::op::Ops;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::state::Options;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::Script;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The operators that traces of all bugs may have.
pub(super) const NEUTRAL: [&str; 3] = ["OP_NOT", "OP_AND", "OP_EQUAL"];

/// The theories whose operators combine formulas of other theories.
const GENERAL: [Theory; 3] = [Theory::Bool, Theory::Uf, Theory::Quant];

/// The cause of a finding:
///
/// - of a crash, the innermost function that tells one bug from another: neither the signal nor
///   what the library wrote before;
/// - of an error of the solver, its text without the function that returned it;
/// - of a failed check, its id, the engine, the theories, and the operators and options that the
///   trace needs. Which operator has a wrong value in a model depends on the run, and so does the
///   search that shows a leak.
#[must_use]
pub fn cause(observed: &SeenBug, script: &Script, ops: &Ops) -> String {
    let SeenBug {
        kind, key, frames, ..
    } = observed;
    let Some(check) = &observed.check else {
        return cause_by_key(kind, key, frames);
    };
    let general = match kind {
        // Which operator has the wrong value depends on the run.
        BugKind::WrongModel => {
            let engine = key.rfind(" by ").map_or("", |start| &key[start..]);
            format!("wrong-model|{check}{engine}")
        }
        // A leak that shows in a search, and not in a call with an operator or a sort.
        BugKind::Leak if !key.contains('_') => return format!("{}|{check}", BugKind::Leak),
        _ => without_varying(key),
    };
    let (needed, theories) = needed(script, ops);
    format!("{general}|{}|{}", joined(theories), joined(needed))
}

/// The cause of a bug that no check has found. Its trace need not be minimized.
pub(super) fn cause_by_key(kind: &BugKind, key: &str, frames: &[String]) -> String {
    if !matches!(kind, BugKind::Crash(_) | BugKind::Address(_)) {
        return without_varying(key);
    }
    let place = match frames.split_first() {
        Some((first, recursion)) if first == STACK_OVERFLOW => {
            recursive(recursion).map(|name| format!("{STACK_OVERFLOW}|{name}"))
        }
        _ => telling(frames).map(str::to_owned),
    };
    place.map_or_else(
        || without_varying(key),
        |place| format!("{IN_FUNCTION}{place}"),
    )
}

/// How the cause of a crash begins if it names a function.
const IN_FUNCTION: &str = "crash|";

/// Whether a cause names the function that crashes, or that calls itself without end.
#[must_use]
pub fn names_function(cause: &str) -> bool {
    cause.starts_with(IN_FUNCTION)
}

/// Whether two causes may be the same bug: the traces need an operator in common, or one of them
/// needs none. Two traces of one bug often have further operators that differ.
#[must_use]
pub fn may_be_same(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (Needs::of(one), Needs::of(other)) else {
        return one == other;
    };
    let needs_none = one.operators.is_empty() || other.operators.is_empty();
    one.general == other.general && (needs_none || !one.operators.is_disjoint(&other.operators))
}

/// Whether two causes are the same bug as far as traces can tell. If they are not equal, they need
/// the same theories and options, and an operator in common that is about a theory.
pub(super) fn is_same_cause(one: &str, other: &str) -> bool {
    let (Some(its), Some(others)) = (Needs::of(one), Needs::of(other)) else {
        return one == other;
    };
    let mut common = its.operators.intersection(&others.operators);
    let needs_same = (its.general, its.theories, &its.options)
        == (others.general, others.theories, &others.options);
    one == other || needs_same && common.any(|name| is_about_theory(name))
}

pub(super) fn is_about_theory(operator: &str) -> bool {
    let ops = Ops::base();
    let op = ops.find(operator);
    op.is_none_or(|op| !GENERAL.contains(&ops.row(op).theory))
}

/// The parts of the cause of a failed check.
struct Needs<'a> {
    general: &'a str,
    theories: &'a str,
    operators: BTreeSet<&'a str>,
    options: BTreeSet<&'a str>,
}

impl<'a> Needs<'a> {
    fn of(cause: &'a str) -> Option<Self> {
        let mut parts = cause.rsplitn(3, '|');
        let (needed, theories, general) = (parts.next()?, parts.next()?, parts.next()?);
        let (operators, options) = needed
            .split_whitespace()
            .partition(|name| name.contains("OP_"));
        Some(Self {
            general,
            theories,
            operators,
            options,
        })
    }
}

/// The operators in the cause of a failed check.
pub(super) fn operators(cause: &str) -> BTreeSet<&str> {
    Needs::of(cause).map_or_else(BTreeSet::new, |needs| needs.operators)
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

/// The operators of a trace, and the options that it sets.
#[must_use]
pub fn names(script: &Script) -> BTreeSet<String> {
    let calls = [MkTerm.name(), SetOption.name()];
    let named = script
        .lines
        .iter()
        .filter(|line| calls.contains(&line.action.text.as_str()));
    let first = named.filter_map(|line| line.args.iter().find(|token| !token.quoted));
    first.map(|token| token.text.clone()).collect()
}

/// The operators and the options of the solver, and the theories of the operators.
fn needed(script: &Script, ops: &Ops) -> (BTreeSet<String>, BTreeSet<&'static str>) {
    let mut needed = names(script);
    let is_neutral = |name: &str| NEUTRAL.contains(&name) || Options::NAMES.contains(&name);
    needed.retain(|name| !is_neutral(name));
    let its_ops = needed.iter().filter_map(|name| ops.find(name));
    let mut theories: BTreeSet<&'static str> =
        its_ops.map(|op| ops.row(op).theory.short()).collect();
    theories.remove(Theory::Bool.short());
    (needed, theories)
}

fn joined<T: std::borrow::Borrow<str>>(words: BTreeSet<T>) -> String {
    Vec::from_iter(words).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::Finding;
    use murxla_fsm::trace::lex;
    use serde_json::{Value as Json, json};

    fn finding(kind: &str, key: &str, more: &Json) -> Finding {
        let mut finding = crate::triage::finding(kind, "00000000", more);
        finding.observed.key = key.to_owned();
        finding
    }

    #[test]
    fn causes_do_not_depend_on_the_way() {
        let script = lex("0 new\n0 set-option models true\n0 set-option arith.solver 2\n\
            0 mk-term OP_INT_ADD SORT_INT 2 t1 t1\nreturn t2 s1\n0 mk-term OP_NOT SORT_BOOL 1 t3\nreturn t4 s2\n").unwrap();
        let none = json!({});
        let of = |kind: &str, key: &str, more: &Json| {
            cause(&finding(kind, key, more).observed, &script, Ops::base())
        };
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
        assert_eq!((abort.as_str(), &abort), ("crash|f", &fault));
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
            "wrong-unsat|assignment.unsat by mcsat|INT|OP_INT_ADD arith.solver models"
        );
    }

    #[test]
    fn data_structures_do_not_tell_crashes_apart() {
        let of = |frames: &[&str]| {
            let frames: Vec<String> = frames.iter().map(|&frame| frame.to_owned()).collect();
            cause_by_key(&"crash-SIGSEGV".into(), "key", &frames)
        };
        let gcd = "_ZN11mpz_managerILb1EE3gcdERK3mpzS3_RS1_";
        assert_eq!(of(&["?", gcd, "?", "f", "g"]), "crash|f");
        assert_eq!(of(&[gcd]), format!("crash|{gcd}"));
        assert_eq!(of(&["?"]), "key");
    }

    #[test]
    fn a_wrong_model_and_a_leak_do_not_depend_on_where_they_show() {
        let script = lex("0 mk-term OP_SET_SUBSET SORT_BOOL 2 t1 t2\nreturn t3 s1\n").unwrap();
        let of = |kind: &str, check: &str, key: &str| {
            let finding = finding(kind, key, &json!({ "check": check }));
            cause(&finding.observed, &script, Ops::base())
        };
        let value_of = |name: &str| {
            let key = format!("wrong-model|model.value {name} [INT SET]");
            of("wrong-model", "model.value", &key)
        };
        let subset = value_of("OP_SET_SUBSET");
        assert_eq!(
            (subset.as_str(), &subset),
            (
                "wrong-model|model.value|SET|OP_SET_SUBSET",
                &value_of("OP_NOT")
            )
        );
        let leak = |case: &str| of("leak", "leak.memory", &format!("leak|leak.memory {case}"));
        assert_eq!(leak("check-sat"), "leak|leak.memory");
        assert_eq!(leak("check-sat"), leak("push"));
        assert_ne!(leak("check-sat"), leak("mk-term OP_SET_SUBSET"));
    }

    #[test]
    fn traces_of_one_bug_have_an_operator_in_common() {
        let may_be = |one, other| may_be_same(one, other) && may_be_same(other, one);
        assert!(may_be("a|b||OP_XOR x", "a|b|INT|OP_ITE OP_XOR"));
        assert!(!may_be("a|b||OP_XOR x", "a|b||OP_ITE x"));
        assert!(!may_be("a|c||OP_XOR", "a|b||OP_XOR"));
        assert!(may_be("a|b||", "a|b||OP_XOR"));
        let is = |one, other| is_same_cause(one, other) && is_same_cause(other, one);
        let known = "a|b|SET|OP_ITE OP_SET_SUBSET x";
        assert!(is(known, "a|b|SET|OP_SET_INSERT OP_SET_SUBSET x"));
        assert!(!is(known, "a|b|SET|OP_SET_INSERT OP_SET_SUBSET"));
        assert!(!is(known, "a|b|INT SET|OP_INT_ADD OP_SET_SUBSET x"));
        assert!(!is(known, "a|b|SET|OP_ITE OP_SET_INSERT x"));
        assert!(is("crash|f", "crash|f") && !is("crash|f", "crash|g"));
    }

    #[test]
    fn recursions_are_known_by_their_functions() {
        let overflow = |frames: &[&str]| {
            let frames = [STACK_OVERFLOW].iter().chain(frames);
            let frames: Vec<String> = frames.map(|frame| (*frame).to_owned()).collect();
            cause_by_key(&"crash-SIGSEGV".into(), "key", &frames)
        };
        assert_eq!(
            overflow(&["f", "g", "h", "g", "h"]),
            "crash|stack overflow|g"
        );
        assert_eq!(
            overflow(&["h", "g", "h", "g", "x"]),
            "crash|stack overflow|g"
        );
        assert_eq!(overflow(&["a", "b"]), "key");
    }
}
