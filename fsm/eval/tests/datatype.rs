//! Datatypes: lists of numbers, a record, an enumeration, and a parametric pair.

use super::*;
use crate::eval::{domain, draw};
use crate::op::{DT_APPLY_CONS, DT_APPLY_SEL, DT_APPLY_TESTER, DT_APPLY_UPDATER};
use crate::sort::{Constructor, Datatypes, Declaration, Field, Selector, SortKind, members};

fn declaration(symbol: &str, params: &[&str], constructors: &[(&str, &[Field])]) -> Declaration {
    let constructors = constructors.iter().map(|(symbol, fields)| Constructor {
        symbol: (*symbol).into(),
        selectors: fields
            .iter()
            .enumerate()
            .map(|(n, field)| Selector {
                symbol: format!("{symbol}-{n}").into(),
                field: field.clone(),
            })
            .collect(),
    });
    Declaration {
        symbol: symbol.into(),
        params: params.iter().map(|p| (*p).into()).collect(),
        constructors: constructors.collect(),
    }
}

/// Sort 1 is integers, 2 is lists of integers whose first constructor is recursive, 3 is colours, 4
/// is pairs of Booleans and colours, 5 is the sort constructor of pairs, 6 is pairs of colours and
/// lists.
fn sorts() -> Sorts {
    let mut sorts = Sorts::default();
    let int = Field::Sort(SortId(1));
    sorts.insert(SortId(0), Sort::Bool);
    sorts.insert(SortId(1), Sort::Int);
    let list = [("cons", &[int, Field::Member(0, vec![])][..]), ("nil", &[])];
    let colours = [("red", &[][..]), ("green", &[]), ("blue", &[])];
    let fields = [Field::Sort(SortId(0)), Field::Sort(SortId(3))];
    let record = [("record", &fields[..])];
    let pair = [("pair", &[Field::Param(1), Field::Param(0)][..])];
    let declarations = [
        (2, declaration("List", &[], &list)),
        (3, declaration("Colour", &[], &colours)),
        (4, declaration("Record", &[], &record)),
        (5, declaration("Pair", &["A", "B"], &pair)),
    ];
    for (id, declaration) in declarations {
        let group = Arc::new(Datatypes::new(vec![declaration]).unwrap());
        sorts.insert(SortId(id), members(&group).remove(0));
    }
    let Some(Sort::Constructor(pair)) = sorts.get(SortId(5)).cloned() else {
        panic!("no constructor");
    };
    sorts.insert(SortId(6), pair.instance(&[SortId(3), SortId(2)]));
    sorts
}

fn made(sort: u32, constructor: u32, args: &[Value]) -> Value {
    value(DT_APPLY_CONS, &[sort, constructor], args)
}

fn list(elements: &[i128]) -> Value {
    let empty = made(2, 1, &[]);
    let mut elements = elements.iter().rev();
    elements
        .by_ref()
        .fold(empty, |rest, element| made(2, 0, &[int(*element), rest]))
}

#[test]
fn constructors_and_selectors() {
    let numbers = list(&[5, 7]);
    let is = |n: u32| value(DT_APPLY_TESTER, &[2, n], from_ref(&numbers));
    assert_eq!((is(0), is(1)), (truth(true), truth(false)));
    let selected = |n| value(DT_APPLY_SEL, &[2, 0, n], from_ref(&numbers));
    assert_eq!((selected(0), selected(1)), (int(5), list(&[7])));
    let updated = value(DT_APPLY_UPDATER, &[2, 0, 0], &[numbers.clone(), int(1)]);
    assert_eq!(updated, list(&[1, 7]));
    // For a value of another constructor, an update does nothing, and a selector depends on the
    // model.
    let empty = list(&[]);
    let same = value(DT_APPLY_UPDATER, &[2, 0, 0], &[empty.clone(), int(1)]);
    assert_eq!(same, empty);
    assert_eq!(eval(DT_APPLY_SEL, &[2, 0, 0], &[empty]), None);
    assert_eq!(numbers.to_string(), "(@0 5 (@0 7 @1))");
}

#[test]
fn equality_compares_constructors_and_arguments() {
    let equal = |a: &Value, b: &Value| value(EQUAL, &[], &[a.clone(), b.clone()]);
    assert_eq!(equal(&list(&[1, 2]), &list(&[1, 2])), truth(true));
    assert_eq!(equal(&list(&[1, 2]), &list(&[1, 3])), truth(false));
    assert_eq!(equal(&list(&[1, 2]), &list(&[1])), truth(false));
}

#[test]
fn values_that_are_too_large_are_not_computed() {
    let mut deep = list(&[]);
    for _ in 0..40 {
        deep = made(2, 0, &[int(0), deep]);
    }
    assert_eq!(list(&[0; 40]), deep);
    let deeper = (0..40).try_fold(deep, |rest, _| {
        eval(DT_APPLY_CONS, &[2, 0], &[int(0), rest])
    });
    assert_eq!(deeper, None);
    let wide = eval(DT_APPLY_CONS, &[6, 0], &[list(&[1]), list(&[2])]).unwrap();
    let wider = (0..40).try_fold(wide, |part, _| {
        eval(DT_APPLY_CONS, &[6, 0], &[part.clone(), part])
    });
    assert_eq!(wider, None);
}

#[test]
fn domains_are_counted_and_listed() {
    let sorts = sorts();
    let size = |id| domain::size(&sorts, SortId(id));
    assert_eq!((size(2), size(3), size(4)), (None, Some(3), Some(6)));
    assert_eq!((size(5), size(6)), (None, None));
    for id in [2, 3, 4, 6] {
        let listed: Vec<Value> = (0..6)
            .filter_map(|n| domain::nth(&sorts, SortId(id), n))
            .collect();
        for (n, a) in listed.iter().enumerate() {
            for b in &listed[n + 1..] {
                assert_eq!(crate::eval::equal(a, b), Some(false), "{a} {b}");
            }
        }
        assert!(listed.len() >= 3, "{id}");
    }
    assert_eq!(domain::nth(&sorts, SortId(2), 0), Some(list(&[])));
}

#[test]
fn draws_have_every_constructor() {
    let (sorts, mut rng) = (sorts(), Rng::new(5));
    for (id, constructors) in [(2, 2), (3, 3), (4, 1), (6, 1)] {
        let mut seen = vec![false; constructors];
        for _ in 0..100 {
            let Some(Value::Dt(cell)) = draw(&sorts, SortId(id), &mut rng) else {
                panic!("nothing is drawn");
            };
            seen[cell.constructor() as usize] = true;
        }
        assert!(seen.iter().all(|seen| *seen), "{id}");
    }
    assert_eq!(draw(&sorts, SortId(5), &mut rng), None);
}

/// Trees with branches by number, whose first constructor is not recursive.
#[test]
fn values_of_datatypes_inside_of_other_sorts() {
    let mut sorts = sorts();
    let own = || Field::Member(0, vec![]);
    let kinds = [SortKind::Seq, SortKind::Set, SortKind::Bag];
    let mut fields: Vec<Field> = kinds
        .into_iter()
        .map(|kind| Field::Composed(kind, vec![own()]))
        .collect();
    let by_truth = Field::Composed(SortKind::Array, vec![Field::Sort(SortId(0)), own()]);
    fields.push(Field::Composed(SortKind::Seq, vec![by_truth.clone()]));
    fields.push(by_truth.clone());
    for (id, field) in (10..).zip(fields) {
        let node = [field];
        let tree = declaration("Tree", &[], &[("node", &node[..]), ("leaf", &[])]);
        let group = Arc::new(Datatypes::new(vec![tree]).unwrap());
        let id = SortId(id);
        sorts.insert(id, members(&group).remove(0));
        let Some(Sort::Dt(datatype)) = sorts.get(id).cloned() else {
            panic!("not a datatype");
        };
        assert_eq!((datatype.base(), domain::size(&sorts, id)), (Some(1), None));
        // Parts of a field's sort need ids.
        let nests = matches!(&node[0], Field::Composed(_, parts) if parts.contains(&by_truth));
        assert_eq!(datatype.field(&sorts, &node[0]).is_none(), nests);
        sorts.insert(SortId(20), Sort::Array(SortId(0), id));
        let listed: Vec<Value> = (0..20).filter_map(|n| domain::nth(&sorts, id, n)).collect();
        assert!(listed.len() >= 3, "{id}");
        for (n, a) in listed.iter().enumerate() {
            for b in &listed[n + 1..] {
                assert_eq!(crate::eval::equal(a, b), Some(false), "{a} {b}");
            }
        }
        for seed in 0..100 {
            assert!(draw(&sorts, id, &mut Rng::new(seed)).is_some(), "{id}");
        }
        assert!(sorts.has_part(id, &|sort| matches!(sort, Sort::Dt(_))));
    }
    // What ends the recursion may not be inside of another sort, not even of one that may be empty.
    for kind in kinds {
        let inside = [Field::Composed(kind, vec![own()])];
        let endless = declaration("d", &[], &[("c", &inside[..])]);
        assert!(Datatypes::new(vec![endless]).is_err());
    }
    let index = Field::Composed(SortKind::Array, vec![own(), Field::Sort(SortId(0))]);
    let wrong = declaration("d", &[], &[("c", &[]), ("e", &[index])]);
    let error = Datatypes::new(vec![wrong]).unwrap_err();
    let message = "'e-0' has a datatype of its own declaration as the index of an array";
    assert_eq!(error, message);
}

#[test]
fn datatypes_are_well_founded() {
    let own = |n| Field::Member(n, vec![]);
    let endless = declaration("d", &[], &[("c", &[own(0)])]);
    let error = Datatypes::new(vec![endless.clone()]).unwrap_err();
    assert_eq!(error, "'d' is not well-founded");
    // Elements of a codatatype may be infinite. They are not listed.
    let group = Arc::new(Datatypes::codatatypes(vec![endless]).unwrap());
    let mut sorts = Sorts::default();
    sorts.insert(SortId(0), members(&group).remove(0));
    assert_eq!(draw(&sorts, SortId(0), &mut Rng::new(1)), None);
    assert_eq!(domain::size(&sorts, SortId(0)), None);
    assert_eq!(domain::nth(&sorts, SortId(0), 0), None);
    let mutual = |end: &[(&str, &[Field])]| {
        let first = declaration("a", &[], &[("x", &[own(1)])]);
        let back = [own(0)];
        let second = [&[("y", &back[..])], end].concat();
        Datatypes::new(vec![first, declaration("b", &[], &second)])
    };
    assert!(mutual(&[]).is_err());
    assert!(mutual(&[("z", &[])]).is_ok());
    assert!(Datatypes::new(vec![declaration("d", &[], &[])]).is_err());
    let twice = declaration("d", &[], &[("d", &[])]);
    assert!(Datatypes::new(vec![twice]).is_err());
    let wrong = declaration(
        "d",
        &[],
        &[("c", &[]), ("e", &[Field::Member(0, vec![own(0)])])],
    );
    assert!(Datatypes::new(vec![wrong]).is_err());
}
