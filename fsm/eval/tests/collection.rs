//! Sets and bags, including members with several spellings.

use super::*;
use crate::value::{Bag, Set};

fn set(members: impl IntoIterator<Item = Value>) -> Value {
    Value::Set(members.into_iter().collect())
}

fn ints(members: &[i128]) -> Value {
    set(members.iter().map(|n| int(*n)))
}

fn bag(members: &[(i128, u32)]) -> Value {
    let members = members.iter().map(|(n, times)| (int(*n), (*times).into()));
    Value::Bag(members.collect())
}

#[test]
fn sets() {
    let (a, b, none) = (ints(&[1, 2, 3]), ints(&[3, 4]), Value::Set(Set::default()));
    for (op, args, expected) in [
        (SET_UNION, vec![a.clone(), b.clone()], ints(&[1, 2, 3, 4])),
        (SET_INTERSECTION, vec![a.clone(), b.clone()], ints(&[3])),
        (SET_MINUS, vec![a.clone(), b.clone()], ints(&[1, 2])),
        (SET_SUBSET, vec![ints(&[3]), b.clone()], truth(true)),
        (SET_SUBSET, vec![a.clone(), b.clone()], truth(false)),
        (SET_MEMBER, vec![int(4), b.clone()], truth(true)),
        (SET_MEMBER, vec![int(4), a.clone()], truth(false)),
        (SET_SINGLETON, vec![int(7)], ints(&[7])),
        (
            SET_INSERT,
            vec![b.clone(), int(4), int(5)],
            ints(&[3, 4, 5]),
        ),
        (SET_CARD, vec![a.clone()], int(3)),
        (SET_CHOOSE, vec![ints(&[9])], int(9)),
        (SET_IS_EMPTY, vec![none.clone()], truth(true)),
        (SET_IS_EMPTY, vec![a.clone()], truth(false)),
        (SET_IS_SINGLETON, vec![ints(&[0])], truth(true)),
        (SET_IS_SINGLETON, vec![none.clone()], truth(false)),
        (EQUAL, vec![a.clone(), ints(&[3, 2, 1])], truth(true)),
    ] {
        assert_eq!(value(op, &[], &args), expected, "{op:?} {args:?}");
    }
    // The chosen member and the complement depend on the model.
    assert_eq!(eval(SET_CHOOSE, &[], &[none]), None);
    assert_eq!(eval(SET_CHOOSE, &[], std::slice::from_ref(&a)), None);
    assert_eq!(eval(SET_COMPLEMENT, &[], &[a]), None);
}

#[test]
fn bags() {
    let (a, b) = (bag(&[(1, 3), (2, 1)]), bag(&[(1, 1), (3, 2)]));
    let none = Value::Bag(Bag::default());
    for (op, args, expected) in [
        (
            BAG_UNION_MAX,
            vec![a.clone(), b.clone()],
            bag(&[(1, 3), (2, 1), (3, 2)]),
        ),
        (
            BAG_UNION_DISJOINT,
            vec![a.clone(), b.clone()],
            bag(&[(1, 4), (2, 1), (3, 2)]),
        ),
        (
            BAG_INTERSECTION_MIN,
            vec![a.clone(), b.clone()],
            bag(&[(1, 1)]),
        ),
        (
            BAG_DIFFERENCE_SUBTRACT,
            vec![a.clone(), b.clone()],
            bag(&[(1, 2), (2, 1)]),
        ),
        (
            BAG_DIFFERENCE_REMOVE,
            vec![a.clone(), b.clone()],
            bag(&[(2, 1)]),
        ),
        (BAG_SUBBAG, vec![bag(&[(1, 2)]), a.clone()], truth(true)),
        (BAG_SUBBAG, vec![bag(&[(2, 2)]), a.clone()], truth(false)),
        (BAG_COUNT, vec![int(1), a.clone()], int(3)),
        (BAG_COUNT, vec![int(5), a.clone()], int(0)),
        (BAG_MEMBER, vec![int(2), a.clone()], truth(true)),
        (BAG_MEMBER, vec![int(3), a.clone()], truth(false)),
        (
            BAG_DUPLICATE_REMOVAL,
            vec![a.clone()],
            bag(&[(1, 1), (2, 1)]),
        ),
        (BAG_MAKE, vec![int(4), int(2)], bag(&[(4, 2)])),
        (BAG_MAKE, vec![int(4), int(0)], none.clone()),
        (BAG_MAKE, vec![int(4), int(-1)], none.clone()),
        (BAG_CARD, vec![a.clone()], int(4)),
        (BAG_CHOOSE, vec![bag(&[(6, 2)])], int(6)),
        (EQUAL, vec![a.clone(), bag(&[(2, 1), (1, 3)])], truth(true)),
        (EQUAL, vec![a.clone(), bag(&[(2, 1), (1, 2)])], truth(false)),
    ] {
        assert_eq!(value(op, &[], &args), expected, "{op:?} {args:?}");
    }
    assert_eq!(eval(BAG_CHOOSE, &[], &[none]), None);
}

/// Two spellings of an array are one member.
#[test]
fn members_with_several_spellings() {
    let array = |default: i128, at_zero: i128, at_one: i128| {
        let mut table = Map::constant(bv(2, default));
        table.set(bv(1, 0), bv(2, at_zero));
        table.set(bv(1, 1), bv(2, at_one));
        Value::Array(Arc::new(table))
    };
    let (one, same, other) = (array(0, 1, 2), array(3, 1, 2), array(0, 1, 1));
    assert_ne!(one, same);
    let both = value(SET_UNION, &[], &[set([one.clone()]), set([same.clone()])]);
    assert_eq!(value(SET_CARD, &[], std::slice::from_ref(&both)), int(1));
    assert_eq!(
        value(SET_MEMBER, &[], &[same.clone(), both.clone()]),
        truth(true)
    );
    assert_eq!(
        value(SET_MEMBER, &[], &[other.clone(), both.clone()]),
        truth(false)
    );
    assert_eq!(value(EQUAL, &[], &[both, set([same.clone()])]), truth(true));
    let twice = value(BAG_MAKE, &[], &[one, int(2)]);
    assert_eq!(value(BAG_COUNT, &[], &[same, twice.clone()]), int(2));
    assert_eq!(value(BAG_COUNT, &[], &[other, twice]), int(0));
}
