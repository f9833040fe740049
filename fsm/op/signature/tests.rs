//! Signatures predict sorts and reject ill-sorted applications.

use super::*;
use crate::op::IllSorted;

fn sorts() -> Sorts {
    let mut sorts = Sorts::default();
    sorts.insert(SortId(1), Sort::Bool);
    sorts.insert(SortId(2), Sort::Bv(8));
    sorts.insert(SortId(3), Sort::Bv(4));
    sorts.insert(SortId(4), Sort::Array(SortId(2), SortId(3)));
    sorts.insert(SortId(5), Sort::Bv(8));
    sorts.insert(SortId(6), Sort::Fun([SortId(2)].into(), SortId(1)));
    sorts.insert(SortId(7), Sort::Fp(4, 4));
    sorts.insert(SortId(8), Sort::Rm);
    sorts.insert(SortId(9), Sort::Bv(1));
    sorts
}

fn infer(signature: &str, args: &[u32], indices: &[u32]) -> Result<Sort, IllSorted> {
    let args: Vec<SortId> = args.iter().map(|s| SortId(*s)).collect();
    Signature::parse(signature)
        .unwrap()
        .infer(&sorts(), &args, indices)
}

#[test]
fn predicts_sorts() {
    let concat = "(BV m) (BV n) -> (BV m+n) :left-assoc";
    assert_eq!(infer(concat, &[2, 3], &[]), Ok(Sort::Bv(12)));
    assert_eq!(infer(concat, &[2, 3, 3, 2], &[]), Ok(Sort::Bv(24)));
    let extract = "{hi 0..n-1} {lo 0..hi} (BV n) -> (BV hi-lo+1)";
    assert_eq!(infer(extract, &[2], &[7, 3]), Ok(Sort::Bv(5)));
    assert_eq!(
        infer(extract, &[2], &[8, 3]),
        Err(IllSorted::Index { position: 1 })
    );
    assert_eq!(
        infer(extract, &[2], &[3, 4]),
        Err(IllSorted::Index { position: 2 })
    );
    assert_eq!(
        infer(extract, &[2], &[3]),
        Err(IllSorted::Index { position: 2 })
    );
    assert_eq!(infer("(Array i e) i -> e", &[4, 5], &[]), Ok(Sort::Bv(4)));
    assert_eq!(
        infer("{k 0..~128-n} (BV n) -> (BV n+k)", &[2], &[200]),
        Ok(Sort::Bv(208))
    );
    assert_eq!(infer("f a+ -> r :apply", &[6, 5], &[]), Ok(Sort::Bool));
    let constant = "{(Array i e)} e -> (Array i e)";
    let array = Sort::Array(SortId(2), SortId(3));
    assert_eq!(infer(constant, &[3], &[4]), Ok(array));
    let add = "RM (FP e s) (FP e s) -> (FP e s)";
    assert_eq!(infer(add, &[8, 7, 7], &[]), Ok(Sort::Fp(4, 4)));
    let fields = "(BV 1) (BV e) (BV s-1) -> (FP e s)";
    assert_eq!(infer(fields, &[9, 3, 2], &[]), Ok(Sort::Fp(4, 9)));
    let bits = "{e 2..} {s 2..} (BV e+s) -> (FP e s)";
    assert_eq!(infer(bits, &[2], &[3, 5]), Ok(Sort::Fp(3, 5)));
}

#[test]
fn rejects_ill_sorted_applications() {
    assert!(infer("a a -> Bool :chainable", &[2, 5, 2], &[]).is_ok());
    assert!(infer("a a -> Bool :chainable", &[2, 5, 3], &[]).is_err());
    assert!(infer("a a -> Bool :chainable", &[2], &[]).is_err());
    assert!(infer("Bool a a -> a", &[1, 2, 3], &[]).is_err());
    assert!(infer("(Array i e) i e -> (Array i e)", &[4, 3, 3], &[]).is_err());
    assert!(infer("f a+ -> r :apply", &[6, 3], &[]).is_err());
    assert!(infer("x+ Bool -> Bool :binder", &[1], &[]).is_err());
    assert!(infer("Bool -> Bool", &[99], &[]).is_err());
    assert!(infer("(BV 1) (BV e) (BV s-1) -> (FP e s)", &[9, 9, 2], &[]).is_err());
    let bits = "{e 2..} {s 2..} (BV e+s) -> (FP e s)";
    assert!(infer(bits, &[2], &[3, 4]).is_err());
    assert!(infer(bits, &[2], &[1, 7]).is_err());
    let constant = "{(Array i e)} e -> (Array i e)";
    for (arg, index) in [(2, 4), (3, 3), (3, 99)] {
        assert!(infer(constant, &[arg], &[index]).is_err());
    }
    assert!(infer(constant, &[3], &[]).is_err());
}

#[test]
fn rows_have_any_length() {
    let [a, b] = [SortId(0), SortId(1)];
    let mut sorts = Sorts::default();
    let tuples: [&[SortId]; 4] = [&[a], &[a, b], &[b, a], &[b, b, a]];
    let all = tuples.iter().map(|parts| Sort::Tuple((*parts).into()));
    for (id, sort) in (0..)
        .map(SortId)
        .zip([Sort::Bool, Sort::Int].into_iter().chain(all))
    {
        sorts.insert(id, sort);
    }
    let infer = |signature: &str, args: &[u32]| {
        let args: Vec<SortId> = args.iter().copied().map(SortId).collect();
        let result = Signature::parse(signature)
            .unwrap()
            .infer(&sorts, &args, &[]);
        result.map(|sort| sort.parts().to_vec())
    };
    let join = "(Tuple x* a) (Tuple a y*) -> (Tuple x* y*)";
    assert_eq!(infer(join, &[3, 4]), Ok(vec![a, a]));
    assert_eq!(infer(join, &[2, 3]), Ok(vec![b]));
    assert_eq!(infer(join, &[5, 2]), Ok(vec![b, b]));
    assert!(infer(join, &[3, 2]).is_err());
    assert!(infer(join, &[2, 2]).is_err(), "nothing is left");
    assert!(infer(join, &[0, 2]).is_err());
    let product = "(Tuple x*) (Tuple y*) -> (Tuple x* y*)";
    assert_eq!(infer(product, &[3, 2]), Ok(vec![a, b, a]));
    assert_eq!(infer("(Tuple x*) -> (Tuple ~x*)", &[5]), Ok(vec![a, b, b]));
    assert!(infer("(Tuple x*) (Tuple x*) -> Bool", &[3, 4]).is_err());
    assert!(infer("(Tuple x*) (Tuple ~x*) -> Bool", &[3, 4]).is_ok());
    assert!(infer("(Tuple a a) -> Bool", &[3]).is_err());
}
