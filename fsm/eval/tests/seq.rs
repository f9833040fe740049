//! Sequences, in addition to the table of known results in the conformance suite.

use super::{Sort, bv, eval, int, truth, value};
use crate::eval::{domain, draw, equal};
use crate::op::*;
use crate::rng::Rng;
use crate::sort::{SortId, Sorts};
use crate::value::{MAX_ELEMENTS, Map, Value};
use std::slice::from_ref;
use std::sync::Arc;

fn seq<const N: usize>(elements: [Value; N]) -> Value {
    Value::Seq(elements.into())
}

/// Operators of sequences mean the same as those of strings.
#[test]
fn sequences_behave_like_strings() {
    const SAME: [(Op, Op); 10] = [
        (SEQ_CONCAT, STR_CONCAT),
        (SEQ_LENGTH, STR_LEN),
        (SEQ_EXTRACT, STR_SUBSTR),
        (SEQ_AT, STR_AT),
        (SEQ_CONTAINS, STR_CONTAINS),
        (SEQ_INDEXOF, STR_INDEXOF),
        (SEQ_REPLACE, STR_REPLACE),
        (SEQ_REPLACE_ALL, STR_REPLACE_ALL),
        (SEQ_PREFIX, STR_PREFIXOF),
        (SEQ_SUFFIX, STR_SUFFIXOF),
    ];
    let mut sorts = Sorts::default();
    sorts.insert(SortId(1), Sort::String);
    let as_seq = |value: &Value| match value {
        Value::String(string) => {
            let chars = string.chars().iter().map(|c| int(i128::from(*c)));
            Value::Seq(chars.collect())
        }
        other => other.clone(),
    };
    let mut rng = Rng::new(8);
    for _ in 0..400 {
        for (seq, string) in SAME {
            let patterns = &Ops::base().signature(string).args;
            let args: Vec<Value> = patterns
                .iter()
                .map(|pattern| match pattern {
                    Pattern::Int => int(rng.below(9) as i128 - 2),
                    _ => domain::nth(&sorts, SortId(1), rng.below(40)).unwrap(),
                })
                .collect();
            let seqs: Vec<Value> = args.iter().map(as_seq).collect();
            let expected = as_seq(&value(string, &[], &args));
            assert_eq!(value(seq, &[], &seqs), expected, "{string:?} {args:?}");
        }
    }
}

#[test]
fn operators_without_counterpart_for_strings() {
    let abc = seq([int(1), int(2), int(3)]);
    let updated = |at, new: Value| value(SEQ_UPDATE, &[], &[abc.clone(), int(at), new]);
    assert_eq!(updated(1, seq([int(7)])), seq([int(1), int(7), int(3)]));
    assert_eq!(
        updated(2, seq([int(7), int(8)])),
        seq([int(1), int(2), int(7)])
    );
    assert_eq!(updated(3, seq([int(7)])), abc);
    assert_eq!(updated(-1, seq([int(7)])), abc);
    assert_eq!(
        value(SEQ_REV, &[], from_ref(&abc)),
        seq([int(3), int(2), int(1)])
    );
    let nth = |at| eval(SEQ_NTH, &[], &[abc.clone(), int(at)]);
    assert_eq!(nth(2), Some(int(3)));
    assert_eq!((nth(3), nth(-1), nth(1 << 70)), (None, None, None));
}

/// Equality of two arrays may depend on the model. Then the position of one in a sequence does too.
#[test]
fn elements_may_be_unknown() {
    let at = |n| {
        let mut table = Map::constant(truth(false));
        table.set(Value::Element(n), truth(true));
        Value::Array(Arc::new(table))
    };
    let all = Value::Array(Arc::new(Map::constant(truth(true))));
    assert_eq!(equal(&seq([at(0)]), &seq([at(1)])), Some(false));
    assert_eq!(equal(&seq([at(0)]), &seq([all.clone()])), None);
    assert_eq!(equal(&seq([at(0)]), &seq([at(0), at(0)])), Some(false));
    let contains = |a: Value, b: Value| eval(SEQ_CONTAINS, &[], &[a, b]);
    assert_eq!(contains(seq([at(1)]), seq([at(0)])), Some(truth(false)));
    assert_eq!(contains(seq([all, at(0)]), seq([at(0)])), None);
}

#[test]
fn long_sequences_have_no_value() {
    let mut long = seq([bv(8, 1)]);
    while let Some(twice) = eval(SEQ_CONCAT, &[], &[long.clone(), long.clone()]) {
        long = twice;
    }
    assert_eq!(
        value(SEQ_LENGTH, &[], from_ref(&long)),
        int(MAX_ELEMENTS as i128)
    );
    assert_eq!(eval(SEQ_UNIT, &[], &[long]), None);
    let mut deep = seq([]);
    while let Some(Value::Seq(deeper)) = eval(SEQ_UNIT, &[], from_ref(&deep)) {
        deep = Value::Seq(deeper);
    }
}

#[test]
fn drawn_and_listed() {
    let (mut sorts, mut rng) = (Sorts::default(), Rng::new(9));
    sorts.insert(SortId(1), Sort::Bool);
    sorts.insert(SortId(2), Sort::Seq(SortId(1)));
    sorts.insert(SortId(3), Sort::Seq(SortId(2)));
    for sort in [SortId(2), SortId(3)] {
        let listed: Vec<Value> = (0..30)
            .map(|n| domain::nth(&sorts, sort, n).unwrap())
            .collect();
        let mut distinct = listed.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), listed.len());
        for _ in 0..100 {
            assert!(draw(&sorts, sort, &mut rng).unwrap().is_canonical());
        }
    }
}
