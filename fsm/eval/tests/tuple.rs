//! Tuples.

use super::*;
use crate::eval::{domain, draw};
use crate::op::{IllSorted, TUPLE, TUPLE_SELECT, TUPLE_UPDATE};

#[test]
fn components_are_selected() {
    let pair = eval(TUPLE, &[], &[int(3), truth(true)]).unwrap();
    assert_eq!(eval(TUPLE_SELECT, &[0], from_ref(&pair)), Some(int(3)));
    assert_eq!(eval(TUPLE_SELECT, &[1], from_ref(&pair)), Some(truth(true)));
    assert_eq!(eval(TUPLE_SELECT, &[2], from_ref(&pair)), None);
    let other = eval(TUPLE_UPDATE, &[0], &[pair.clone(), int(4)]);
    assert_eq!(other, Value::tuple(vec![int(4), truth(true)]));
    assert_eq!(eval(TUPLE_UPDATE, &[2], &[pair, int(4)]), None);
    assert_eq!(eval(TUPLE_SELECT, &[0], &[int(3)]), None);
}

fn sorts() -> Sorts {
    let mut sorts = Sorts::default();
    let all = [
        Sort::Bool,
        Sort::Int,
        Sort::Bv(2),
        Sort::Tuple([SortId(0), SortId(2), SortId(0)].into()),
        Sort::Tuple([SortId(1), SortId(3)].into()),
        Sort::RegLan,
    ];
    for (id, sort) in (0..).map(SortId).zip(all) {
        sorts.insert(id, sort);
    }
    sorts
}

#[test]
fn sorts_are_predicted() {
    let sorts = sorts();
    let infer = |op: Op, args: &[u32], indices: &[u32]| {
        let args: Vec<SortId> = args.iter().copied().map(SortId).collect();
        Ops::base().signature(op).infer(&sorts, &args, indices)
    };
    let sort = |id| sorts.get(SortId(id)).cloned().unwrap();
    assert_eq!(infer(TUPLE, &[1, 3], &[]), Ok(sort(4)));
    assert_eq!(infer(TUPLE_SELECT, &[4], &[1]), Ok(sort(3)));
    assert_eq!(infer(TUPLE_UPDATE, &[4, 1], &[0]), Ok(sort(4)));
    let index = |position| Err(IllSorted::Index { position });
    assert_eq!(infer(TUPLE, &[1], &[0]), index(1));
    assert_eq!(infer(TUPLE_SELECT, &[4], &[]), index(1));
    assert_eq!(infer(TUPLE_SELECT, &[4], &[2]), index(1));
    assert_eq!(infer(TUPLE_SELECT, &[4], &[0, 1]), index(2));
    for (op, args) in [
        (TUPLE, &[][..]),
        (TUPLE, &[5]),
        (TUPLE_SELECT, &[1]),
        (TUPLE_SELECT, &[4, 1]),
        (TUPLE_UPDATE, &[4]),
        (TUPLE_UPDATE, &[4, 2]),
    ] {
        assert!(infer(op, args, &[0]).is_err());
    }
}

#[test]
fn domains_are_counted_and_listed() {
    let sorts = sorts();
    assert_eq!(domain::size(&sorts, SortId(3)), Some(16));
    assert_eq!(domain::size(&sorts, SortId(4)), None);
    for id in [3, 4] {
        let listed: Vec<Value> = (0..16)
            .filter_map(|n| domain::nth(&sorts, SortId(id), n))
            .collect();
        assert_eq!(listed.len(), 16);
        for (n, a) in listed.iter().enumerate() {
            assert!(!listed[n + 1..].contains(a), "{a}");
        }
        let drawn = draw(&sorts, SortId(id), &mut Rng::new(1)).unwrap();
        assert!(drawn.parts().is_some());
    }
}
