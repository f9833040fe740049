//! Theory UnicodeStrings: edge cases of the definitions.

use super::{Sort, eval, int, text, truth, value};
use crate::eval::{draw, equal};
use crate::op::*;
use crate::rng::Rng;
use crate::sort::{SortId, Sorts};
use crate::value::{MAX_LENGTH, Value};
use std::slice::from_ref;

fn check(op: Op, args: &[Value], expected: Value) {
    let name = Ops::base().row(op).name;
    assert_eq!(value(op, &[], args), expected, "{name} {args:?}");
}

#[test]
fn parts_and_positions() {
    for (start, length, part) in [
        (1, 2, "bc"),
        (3, 9, "d"),
        (4, 1, ""),
        (-1, 2, ""),
        (0, 0, ""),
        (0, -1, ""),
    ] {
        check(
            STR_SUBSTR,
            &[text("abcd"), int(start), int(length)],
            text(part),
        );
    }
    check(STR_AT, &[text("ab"), int(1)], text("b"));
    check(STR_AT, &[text("ab"), int(2)], text(""));
    check(STR_AT, &[text("ab"), int(-1)], text(""));
    for (pattern, from, at) in [
        ("b", 0, 1),
        ("b", 2, 3),
        ("b", 4, -1),
        ("b", 5, -1),
        ("b", -1, -1),
        ("", 0, 0),
        ("", 4, 4),
        ("", 5, -1),
        ("", -1, -1),
    ] {
        check(
            STR_INDEXOF,
            &[text("abab"), text(pattern), int(from)],
            int(at),
        );
    }
}

#[test]
fn comparisons() {
    check(STR_PREFIXOF, &[text("a"), text("ab")], truth(true));
    check(STR_PREFIXOF, &[text("ab"), text("a")], truth(false));
    check(STR_SUFFIXOF, &[text("b"), text("ab")], truth(true));
    check(STR_CONTAINS, &[text("ab"), text("")], truth(true));
    check(STR_CONTAINS, &[text(""), text("a")], truth(false));
    check(STR_LT, &[text(""), text("a")], truth(true));
    check(
        STR_LT,
        &[text("\\u{ffff}"), text("\\u{10000}")],
        truth(true),
    );
    check(STR_LT, &[text("ab"), text("b")], truth(true));
    check(STR_LT, &[text("a"), text("b"), text("b")], truth(false));
    check(STR_LE, &[text("a"), text("b"), text("b")], truth(true));
}

#[test]
fn replacements() {
    check(
        STR_REPLACE,
        &[text("aba"), text("a"), text("x")],
        text("xba"),
    );
    check(
        STR_REPLACE,
        &[text("aba"), text(""), text("x")],
        text("xaba"),
    );
    check(
        STR_REPLACE,
        &[text("aba"), text("c"), text("x")],
        text("aba"),
    );
    check(
        STR_REPLACE_ALL,
        &[text("aba"), text("a"), text("aa")],
        text("aabaa"),
    );
    check(
        STR_REPLACE_ALL,
        &[text("aba"), text(""), text("x")],
        text("aba"),
    );
    check(
        STR_REPLACE_ALL,
        &[text("aaa"), text("aa"), text("b")],
        text("ba"),
    );
    let a = value(STR_TO_RE, &[], &[text("a")]);
    let star = value(RE_STAR, &[], from_ref(&a));
    let plus = value(RE_PLUS, &[], &[a]);
    // The match is the shortest, which may be empty. If all matches are replaced, empty ones are
    // ignored.
    check(
        STR_REPLACE_RE,
        &[text("baa"), plus.clone(), text("x")],
        text("bxa"),
    );
    check(
        STR_REPLACE_RE,
        &[text("baa"), star.clone(), text("x")],
        text("xbaa"),
    );
    check(
        STR_REPLACE_RE_ALL,
        &[text("baa"), plus, text("x")],
        text("bxx"),
    );
    check(
        STR_REPLACE_RE_ALL,
        &[text("baa"), star, text("x")],
        text("bxx"),
    );
}

#[test]
fn characters_and_numbers() {
    check(STR_IS_DIGIT, &[text("7")], truth(true));
    check(STR_IS_DIGIT, &[text("77")], truth(false));
    check(STR_IS_DIGIT, &[text("\\u{660}")], truth(false));
    check(STR_TO_CODE, &[text("\\u{2FFFF}")], int(196_607));
    check(STR_TO_CODE, &[text("")], int(-1));
    check(STR_FROM_CODE, &[int(196_607)], text("\\u{2FFFF}"));
    check(STR_FROM_CODE, &[int(196_608)], text(""));
    check(STR_FROM_CODE, &[int(-1)], text(""));
    check(STR_TO_INT, &[text("007")], int(7));
    for no_number in ["", "-1", "+1", "1 ", "\\u{661}"] {
        check(STR_TO_INT, &[text(no_number)], int(-1));
    }
    check(STR_FROM_INT, &[int(0)], text("0"));
    check(STR_FROM_INT, &[int(-5)], text(""));
}

#[test]
fn languages() {
    let word = |string: &str| value(STR_TO_RE, &[], &[text(string)]);
    let has = |language: &Value, string: &str| {
        eval(STR_IN_RE, &[], &[text(string), language.clone()]) == Some(truth(true))
    };
    let range = |first: &str, last: &str| value(RE_RANGE, &[], &[text(first), text(last)]);
    let none = value(RE_NONE, &[], &[]);
    let same = |a: &Value, b: &Value| equal(a, b);
    for (first, last) in [("b", "a"), ("", "a"), ("a", "bb")] {
        assert_eq!(same(&range(first, last), &none), Some(true));
    }
    assert!(has(&range("a", "c"), "b") && !has(&range("a", "c"), "d"));
    let ab = value(RE_UNION, &[], &[word("a"), word("bb")]);
    let times = |low: u32, high: u32| value(RE_LOOP, &[low, high], from_ref(&ab));
    assert!(has(&times(2, 3), "abb") && has(&times(2, 3), "bbabb"));
    assert!(!has(&times(2, 3), "a") && !has(&times(2, 3), "aaaa"));
    assert_eq!(same(&times(3, 2), &none), Some(true));
    assert_eq!(same(&times(0, 0), &word("")), Some(true));
    assert_eq!(
        same(&value(RE_POW, &[2], from_ref(&ab)), &times(2, 2)),
        Some(true)
    );
    // A language with the empty string: (a?)^3 is a{0,3}.
    let optional = value(RE_OPT, &[], &[word("a")]);
    let cube = value(RE_POW, &[3], &[optional]);
    assert_eq!(
        same(&cube, &value(RE_LOOP, &[0, 3], &[word("a")])),
        Some(true)
    );
    assert_eq!(
        same(&cube, &value(RE_LOOP, &[0, 2], &[word("a")])),
        Some(false)
    );
    let all = value(RE_ALL, &[], &[]);
    let any = value(RE_STAR, &[], &[value(RE_ALLCHAR, &[], &[])]);
    assert_eq!(same(&all, &any), Some(true));
    let not = value(RE_COMP, &[], from_ref(&ab));
    assert!(has(&not, "") && has(&not, "aa") && !has(&not, "bb"));
    assert_eq!(
        same(&value(RE_DIFF, &[], &[all.clone(), ab.clone()]), &not),
        Some(true)
    );
    assert_eq!(
        same(&value(RE_INTER, &[], &[ab.clone(), not]), &none),
        Some(true)
    );
    assert_eq!(
        same(&value(RE_CONCAT, &[], &[ab, all.clone()]), &all),
        Some(false)
    );
}

/// Results that are too large have no value, so that they do not take all memory or time.
#[test]
fn too_large() {
    let mut long = text("ab");
    while let Some(longer) = eval(STR_CONCAT, &[], &[long.clone(), long.clone()]) {
        long = longer;
    }
    assert_eq!(
        value(STR_LEN, &[], &[long.clone()]),
        int(MAX_LENGTH as i128)
    );
    let mut language = value(STR_TO_RE, &[], &[long.clone()]);
    for n in 0..100 {
        let op = [RE_POW, RE_UNION, RE_COMP][n % 3];
        let args = match op {
            RE_UNION => vec![language, text_language()],
            _ => vec![language],
        };
        let indices: &[u32] = if op == RE_POW { &[u32::MAX] } else { &[] };
        let Some(deeper) = eval(op, indices, &args) else {
            return;
        };
        language = deeper;
        eval(STR_IN_RE, &[], &[long.clone(), language.clone()]);
    }
    panic!("expressions of any depth have values");
}

fn text_language() -> Value {
    value(STR_TO_RE, &[], &[text("a")])
}

/// Regular languages compared with their definitions on all short strings.
#[test]
fn derivatives_are_right() {
    let mut sorts = Sorts::default();
    sorts.insert(SortId(1), Sort::String);
    let strings: Vec<Value> = (0..40)
        .filter_map(|n| crate::eval::domain::nth(&sorts, SortId(1), n))
        .collect();
    let mut rng = Rng::new(5);
    let mut pool = vec![
        text_language(),
        value(RE_ALLCHAR, &[], &[]),
        value(RE_NONE, &[], &[]),
    ];
    let has = |language: &Value, string: &Value| {
        eval(STR_IN_RE, &[], &[string.clone(), language.clone()]) == Some(truth(true))
    };
    for _ in 0..400 {
        let mut pick = || pool[rng.index(pool.len())].clone();
        let (a, b) = (pick(), pick());
        let op = [RE_UNION, RE_INTER, RE_DIFF, RE_COMP, RE_CONCAT, RE_OPT][rng.index(6)];
        let args = match op {
            RE_COMP | RE_OPT => vec![a.clone()],
            _ => vec![a.clone(), b.clone()],
        };
        let Some(made) = eval(op, &[], &args) else {
            continue;
        };
        for string in &strings {
            let Value::String(s) = string else { continue };
            let part = |start, length| Value::String(s.part(start, length));
            let length = s.chars().len();
            let (in_a, in_b) = (has(&a, string), has(&b, string));
            let expected = match op {
                RE_UNION => in_a || in_b,
                RE_INTER => in_a && in_b,
                RE_DIFF => in_a && !in_b,
                RE_COMP => !in_a,
                RE_OPT => in_a || length == 0,
                _ => (0..=length).any(|n| has(&a, &part(0, n)) && has(&b, &part(n, length))),
            };
            assert_eq!(has(&made, string), expected, "{string} in {made}");
        }
        let drawn = draw(&sorts, SortId(1), &mut rng).unwrap();
        let word = value(STR_TO_RE, &[], from_ref(&drawn));
        assert!(has(&word, &drawn));
        pool.extend([made, word]);
    }
}
