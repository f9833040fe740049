//! Theory UnicodeStrings.

use super::regex::Matcher;
use crate::op::*;
use crate::value::{Chars, MAX_CHAR, MAX_LENGTH, Regex, Str, Value};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

pub(super) fn apply(op: Op, indices: &[u32], args: &[&Value]) -> Option<Value> {
    match args {
        [] => language(match op {
            RE_NONE => Regex::none(),
            RE_ALL => Regex::all(),
            RE_ALLCHAR => Regex::chars(Chars::range(0, MAX_CHAR)),
            _ => None,
        }),
        [Value::String(a)] => of_string(op, a),
        [Value::Int(a)] => of_integer(op, a),
        [Value::RegLan(a)] => of_language(op, indices, a),
        [Value::String(a), Value::String(b)] => of_strings(op, a.chars(), b.chars()),
        [Value::RegLan(a), Value::RegLan(b)] => of_languages(op, a, b),
        [Value::String(a), Value::RegLan(b)] if op == STR_IN_RE => {
            Matcher::new().accepts(b, a.chars()).map(Value::Bool)
        }
        [Value::String(a), Value::Int(at)] if op == STR_AT => substring(a, at, &BigInt::from(1)),
        [Value::String(a), Value::Int(start), Value::Int(length)] if op == STR_SUBSTR => {
            substring(a, start, length)
        }
        [Value::String(a), Value::String(b), Value::Int(from)] if op == STR_INDEXOF => {
            Some(index_of(a.chars(), b.chars(), from))
        }
        [Value::String(a), Value::String(b), Value::String(c)] => {
            let (a, b, c) = (a.chars(), b.chars(), c.chars());
            match op {
                STR_REPLACE => string(replaced(a, find(a, b, 0).map(|n| (n, n + b.len())), c)),
                STR_REPLACE_ALL => {
                    let matches = |rest: &[u32]| {
                        let found = find(rest, b, 0).filter(|_| !b.is_empty());
                        Some(found.map(|n| (n, n + b.len())))
                    };
                    replace_all(a, c, matches)
                }
                _ => None,
            }
        }
        [Value::String(a), Value::RegLan(b), Value::String(c)] => {
            let (a, c, mut matcher) = (a.chars(), c.chars(), Matcher::new());
            match op {
                STR_REPLACE_RE => string(replaced(a, matcher.find(b, a, 0)?, c)),
                STR_REPLACE_RE_ALL => replace_all(a, c, |rest| matcher.find(b, rest, 1)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn of_string(op: Op, a: &Str) -> Option<Value> {
    let chars = a.chars();
    match op {
        STR_LEN => Some(int(chars.len())),
        STR_IS_DIGIT => Some(Value::Bool(matches!(chars, [c] if is_digit(*c)))),
        STR_TO_CODE => Some(match chars {
            [char] => int(*char),
            _ => int(-1),
        }),
        STR_TO_INT => {
            if chars.is_empty() || !chars.iter().all(|c| is_digit(*c)) {
                return Some(int(-1));
            }
            let digits: String = chars.iter().filter_map(|c| char::from_u32(*c)).collect();
            digits.parse().ok().map(Value::Int)
        }
        STR_TO_RE => language(Regex::word(a.clone())),
        _ => None,
    }
}

fn of_integer(op: Op, a: &BigInt) -> Option<Value> {
    match op {
        STR_FROM_CODE => {
            let char = a.to_u32().filter(|char| *char <= MAX_CHAR);
            string(char.into_iter().collect())
        }
        STR_FROM_INT if a.is_negative() => string(Vec::new()),
        STR_FROM_INT => string(a.to_string().chars().map(u32::from).collect()),
        _ => None,
    }
}

fn of_language(op: Op, indices: &[u32], a: &Regex) -> Option<Value> {
    language(match (op, indices) {
        (RE_COMP, []) => a.comp(),
        (RE_STAR, []) => a.repeat(0, None),
        (RE_PLUS, []) => a.repeat(1, None),
        (RE_OPT, []) => a.repeat(0, Some(1)),
        (RE_POW, [n]) => a.repeat(*n, Some(*n)),
        (RE_LOOP, [low, high]) if low <= high => a.repeat(*low, Some(*high)),
        (RE_LOOP, [_, _]) => Regex::none(),
        _ => None,
    })
}

fn of_strings(op: Op, a: &[u32], b: &[u32]) -> Option<Value> {
    Some(Value::Bool(match op {
        STR_CONCAT => return string([a, b].concat()),
        STR_LT => a < b,
        STR_LE => a <= b,
        STR_PREFIXOF => b.starts_with(a),
        STR_SUFFIXOF => b.ends_with(a),
        STR_CONTAINS => find(a, b, 0).is_some(),
        RE_RANGE => {
            return language(match (a, b) {
                ([first], [last]) => Regex::chars(Chars::range(*first, *last)),
                _ => Regex::none(),
            });
        }
        _ => return None,
    }))
}

fn of_languages(op: Op, a: &Regex, b: &Regex) -> Option<Value> {
    let both = |b: &Regex| [a.clone(), b.clone()];
    language(match op {
        RE_CONCAT => Regex::concat(&both(b)),
        RE_UNION => Regex::union(&both(b)),
        RE_INTER => Regex::inter(&both(b)),
        RE_DIFF => Regex::inter(&both(&b.comp()?)),
        _ => None,
    })
}

/// The longest substring that begins at `start` and has at most `length` characters. It is empty if
/// `start` is not a position in the string or `length` is not positive.
fn substring(a: &Str, start: &BigInt, length: &BigInt) -> Option<Value> {
    let start = start.to_usize().filter(|start| *start < a.chars().len());
    let part = match start {
        Some(start) if length.is_positive() => {
            a.part(start, length.to_usize().unwrap_or(usize::MAX))
        }
        _ => a.part(0, 0),
    };
    Some(Value::String(part))
}

/// The first position of `b` in `a` that is at least `from`. The empty string occurs at every
/// position, including the end.
fn index_of(a: &[u32], b: &[u32], from: &BigInt) -> Value {
    let from = from.to_usize().filter(|from| *from <= a.len());
    from.and_then(|from| find(a, b, from))
        .map_or_else(|| int(-1), int)
}

fn find(a: &[u32], b: &[u32], from: usize) -> Option<usize> {
    (from..=a.len()).find(|n| a[*n..].starts_with(b))
}

/// `a` with one match replaced, if there is one.
fn replaced(a: &[u32], found: Option<(usize, usize)>, by: &[u32]) -> Vec<u32> {
    match found {
        Some((start, end)) => [&a[..start], by, &a[end..]].concat(),
        None => a.to_vec(),
    }
}

/// `a` with the first match replaced, then the first match in the rest, and so on. Matches are not
/// empty.
fn replace_all(
    a: &[u32],
    by: &[u32],
    mut find: impl FnMut(&[u32]) -> Option<Option<(usize, usize)>>,
) -> Option<Value> {
    let (mut result, mut rest) = (Vec::new(), a);
    while let Some((start, end)) = find(rest)? {
        result.extend_from_slice(&rest[..start]);
        result.extend_from_slice(by);
        rest = &rest[end..];
        if result.len() > MAX_LENGTH {
            return None;
        }
    }
    result.extend_from_slice(rest);
    string(result)
}

fn is_digit(char: u32) -> bool {
    (u32::from('0')..=u32::from('9')).contains(&char)
}

fn string(chars: Vec<u32>) -> Option<Value> {
    (chars.len() <= MAX_LENGTH)
        .then(|| Str::new(&chars).map(Value::String))
        .flatten()
}

fn language(language: Option<Regex>) -> Option<Value> {
    language.map(Value::RegLan)
}

fn int<T>(value: T) -> Value
where
    BigInt: From<T>,
{
    Value::Int(BigInt::from(value))
}
