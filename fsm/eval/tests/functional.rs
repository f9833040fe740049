//! Functions as values, and operators that apply functions to sets and bags.

use super::*;

/// The function of one or two bytes with these values at these points, and 0 elsewhere.
fn function(points: &[(&[i128], i128)]) -> Value {
    let mut table = Map::constant(bv(8, 0));
    for (point, value) in points {
        let point = point.iter().map(|n| bv(8, *n)).collect();
        table.set(point, bv(8, *value));
    }
    Value::Fun(Arc::new(table))
}

fn set(members: &[i128]) -> Value {
    Value::Set(members.iter().map(|n| bv(8, *n)).collect())
}

#[test]
fn partial_application_is_a_function() {
    let f = function(&[(&[1, 2], 5), (&[1, 3], 6), (&[4, 2], 7)]);
    let Value::Fun(table) = &f else {
        panic!("no table");
    };
    let rest = partial(table, &[&bv(8, 1)]);
    assert_eq!(rest, Some(function(&[(&[2], 5), (&[3], 6)])));
    assert_eq!(partial(table, &[&bv(8, 9)]), Some(function(&[])));
}

#[test]
fn images_are_members_once_in_sets_and_add_up_in_bags() {
    let f = function(&[(&[1], 5), (&[2], 5)]);
    let images = eval(SET_MAP, &[], &[f.clone(), set(&[1, 2, 3])]);
    assert_eq!(images, Some(set(&[0, 5])));
    let bag = |members: &[(i128, u32)]| {
        let members = members
            .iter()
            .map(|(n, times)| (bv(8, *n), (*times).into()));
        Value::Bag(members.collect())
    };
    let images = eval(BAG_MAP, &[], &[bag(&[(1, 2), (2, 1)]), f]);
    assert_eq!(images, Some(bag(&[(5, 3)])));
}

#[test]
fn folds_are_known_if_the_order_does_not_matter() {
    let last = function(&[(&[1, 0], 1), (&[1, 2], 1), (&[2, 0], 2), (&[2, 1], 2)]);
    let (start, two) = (bv(8, 0), set(&[1, 2]));
    assert_eq!(
        eval(SET_FOLD, &[], &[last.clone(), start.clone(), two]),
        None
    );
    let one = eval(SET_FOLD, &[], &[last.clone(), start.clone(), set(&[2])]);
    assert_eq!(one, Some(bv(8, 2)));
    let none = eval(SET_FOLD, &[], &[last, start, set(&[])]);
    assert_eq!(none, Some(bv(8, 0)));
}
