//! Operators, and the functions of Yices that make them.

pub(super) mod own;

use super::ffi::{Api, Term};
use super::terms;
use super::ways::WAYS;
use crate::shared::encoding::{Encodings, folded, malformed, one, two, unsupported};
use murxla_fsm::op::{self, Fold, Op, OpRow};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::LazyLock;

/// The operators that only this solver has.
pub(super) const EXTENSIONS: &[OpRow] = own::ROWS;

type Unary = fn(&Api, Term) -> Result<Term>;
type Binary = fn(&Api, Term, Term) -> Result<Term>;
type Ternary = fn(&Api, Term, Term, Term) -> Result<Term>;
type Listed = fn(&Api, &mut [Term]) -> Result<Term>;

/// How Yices makes an application. A function of two arguments is folded over more arguments.
pub(super) enum Encoding {
    Un(Unary),
    Bin(Binary),
    Ter(Ternary),
    /// A function of two arguments, and one of any number.
    Nary(Binary, Listed),
    /// The same, and a function of three arguments.
    Nary3(Binary, Ternary, Listed),
    Idx1(fn(&Api, Term, u32) -> Result<Term>),
    /// Made in several ways, or by several calls.
    Made(fn(&mut Maker<'_>, &[Term], &[u32]) -> Result<Term>),
    /// `instance.rs` makes it: functions and binders.
    Special,
    /// Yices does not have it.
    None,
}

use Encoding::{Bin, Idx1, Made, Nary, Nary3, None, Special, Ter, Un};

/// The rows, in the order of the base table.
#[rustfmt::skip]
const ROWS: &[(Op, Encoding)] = &[
    (op::EQUAL,           Made(equal)),
    (op::DISTINCT,        Made(distinct)),
    (op::ITE,             Ter(Api::ite)),
    (op::NOT,             Un(Api::not)),
    (op::AND,             Nary3(Api::and2, Api::and3, Api::and)),
    (op::OR,              Nary3(Api::or2, Api::or3, Api::or)),
    (op::XOR,             Nary3(Api::xor2, Api::xor3, Api::xor)),
    (op::IMPLIES,         Bin(Api::implies)),
    (op::IFF,             Bin(Api::iff)),
    (op::UF_APPLY,        Special),
    (op::FORALL,          Special),
    (op::EXISTS,          Special),
    (op::PATTERN,         None),
    (op::NO_PATTERN,      None),
    (op::WEIGHT,          None),
    (op::QID,             None),
    (op::SKOLEMID,      None),
    (op::ARRAY_SELECT,    Made(array_select)),
    (op::ARRAY_STORE,     Made(array_store)),
    (op::CONST_ARRAY,     None),
    (op::INT_NEG,         Made(neg)),
    (op::INT_ABS,         Un(Api::abs)),
    (op::INT_ADD,         Made(sum)),
    (op::INT_SUB,         Made(sub)),
    (op::INT_MUL,         Nary(Api::mul, |api, a| api.product(a))),
    (op::INT_DIV,         Bin(Api::idiv)),
    (op::INT_MOD,         Bin(Api::imod)),
    (op::INT_LT,          Bin(Api::arith_lt_atom)),
    (op::INT_LTE,         Bin(Api::arith_leq_atom)),
    (op::INT_GT,          Bin(Api::arith_gt_atom)),
    (op::INT_GTE,         Bin(Api::arith_geq_atom)),
    (op::INT_IS_DIV,      Made(int_is_div)),
    (op::INT_TO_BV,       None),
    // Integers are reals.
    (op::INT_TO_REAL,     Un(|_, a| Ok(a))),
    (op::REAL_IS_INT,     Un(Api::is_int_atom)),
    (op::REAL_NEG,        Made(neg)),
    (op::REAL_ADD,        Made(sum)),
    (op::REAL_SUB,        Made(sub)),
    (op::REAL_MUL,        Nary(Api::mul, |api, a| api.product(a))),
    (op::REAL_DIV,        Bin(Api::division)),
    (op::REAL_LT,         Bin(Api::arith_lt_atom)),
    (op::REAL_LTE,        Bin(Api::arith_leq_atom)),
    (op::REAL_GT,         Bin(Api::arith_gt_atom)),
    (op::REAL_GTE,        Bin(Api::arith_geq_atom)),
    (op::REAL_TO_INT,     Un(Api::floor)),
    (op::REAL_ABS,        Un(Api::abs)),
    (op::BV_CONCAT,       Nary(Api::bvconcat2, |api, a| api.bvconcat(a))),
    (op::BV_EXTRACT,      Made(bv_extract)),
    (op::BV_REPEAT,       Idx1(Api::bvrepeat)),
    (op::BV_ROTATE_LEFT,  Made(bv_rotate_left)),
    (op::BV_ROTATE_RIGHT, Made(bv_rotate_right)),
    (op::BV_SIGN_EXTEND,  Idx1(Api::sign_extend)),
    (op::BV_ZERO_EXTEND,  Idx1(Api::zero_extend)),
    (op::BV_NOT,          Un(Api::bvnot)),
    (op::BV_NEG,          Un(Api::bvneg)),
    (op::BV_AND,          Nary3(Api::bvand2, Api::bvand3, |api, a| api.bvand(a))),
    (op::BV_OR,           Nary3(Api::bvor2, Api::bvor3, |api, a| api.bvor(a))),
    (op::BV_XOR,          Nary3(Api::bvxor2, Api::bvxor3, |api, a| api.bvxor(a))),
    (op::BV_NAND,         Bin(Api::bvnand)),
    (op::BV_NOR,          Bin(Api::bvnor)),
    (op::BV_XNOR,         Bin(Api::bvxnor)),
    (op::BV_COMP,         Bin(Api::redcomp)),
    (op::BV_ADD,          Nary(Api::bvadd, |api, a| api.bvsum(a))),
    (op::BV_SUB,          Bin(Api::bvsub)),
    (op::BV_MULT,         Nary(Api::bvmul, |api, a| api.bvproduct(a))),
    (op::BV_UDIV,         Bin(Api::bvdiv)),
    (op::BV_UREM,         Bin(Api::bvrem)),
    (op::BV_SDIV,         Bin(Api::bvsdiv)),
    (op::BV_SREM,         Bin(Api::bvsrem)),
    (op::BV_SMOD,         Bin(Api::bvsmod)),
    (op::BV_SHL,          Bin(Api::bvshl)),
    (op::BV_LSHR,         Bin(Api::bvlshr)),
    (op::BV_ASHR,         Bin(Api::bvashr)),
    (op::BV_ULT,          Bin(Api::bvlt_atom)),
    (op::BV_ULE,          Bin(Api::bvle_atom)),
    (op::BV_UGT,          Bin(Api::bvgt_atom)),
    (op::BV_UGE,          Bin(Api::bvge_atom)),
    (op::BV_SLT,          Bin(Api::bvslt_atom)),
    (op::BV_SLE,          Bin(Api::bvsle_atom)),
    (op::BV_SGT,          Bin(Api::bvsgt_atom)),
    (op::BV_SGE,          Bin(Api::bvsge_atom)),
    (op::BV_NEGO,         Made(|make, args, _| make.is_least(*one(args)?))),
    (op::BV_UADDO,        Made(|make, args, _| make.overflows(args, Api::zero_extend, Api::bvadd))),
    (op::BV_SADDO,        Made(|make, args, _| make.overflows(args, Api::sign_extend, Api::bvadd))),
    (op::BV_UMULO,        Made(|make, args, _| make.overflows(args, Api::zero_extend, Api::bvmul))),
    (op::BV_SMULO,        Made(|make, args, _| make.overflows(args, Api::sign_extend, Api::bvmul))),
    (op::BV_USUBO,        Bin(Api::bvlt_atom)),
    (op::BV_SSUBO,        Made(|make, args, _| make.overflows(args, Api::sign_extend, Api::bvsub))),
    (op::BV_SDIVO,        Made(bv_sdivo)),
    (op::BV_UBV_TO_INT,   None),
    (op::BV_SBV_TO_INT,   None),
    (op::BV_TO_NAT,       None),
];

/// Operators of theories that Yices does not have are missing.
static ENCODINGS: LazyLock<Encodings<&Encoding>> = LazyLock::new(|| {
    let base = ROWS.iter().map(|(op, encoding)| (*op, encoding));
    Encodings::new(base, EXTENSIONS, own::ENCODINGS)
});

/// Whether Yices has `op`.
pub(super) fn supports(op: Op) -> bool {
    !matches!(ENCODINGS.of(op), Err(_) | Ok((None, _)))
}

/// Makes applications. The seed of the call decides between several ways.
pub(super) struct Maker<'a> {
    pub(super) api: Api,
    pub(super) rng: &'a mut Rng,
}

impl Maker<'_> {
    /// An application of an operator to terms.
    pub(super) fn make(&mut self, op: Op, args: &[Term], indices: &[u32]) -> Result<Term> {
        let (encoding, fold) = ENCODINGS.of(op)?;
        let api = self.api;
        match (encoding, args, indices) {
            (Un(make), [a], []) => make(&api, *a),
            (Bin(make), [_, _, ..], []) => self.folded(*fold, args, *make),
            (Nary3(_, make, _), [a, b, c], []) if self.rng.coin() => make(&api, *a, *b, *c),
            (Nary(pair, _) | Nary3(pair, ..), [_, _, ..], []) if self.rng.chance(40) => {
                self.folded(*fold, args, *pair)
            }
            // The library may reorder the array that it gets.
            (Nary(_, make) | Nary3(_, _, make), [_, _, ..], []) => make(&api, &mut args.to_vec()),
            (Ter(make), [a, b, c], []) => make(&api, *a, *b, *c),
            (Idx1(make), [a], [index]) => make(&api, *a, *index),
            (Made(make), _, _) => make(self, args, indices),
            (None, _, _) => Err(unsupported(op)),
            _ => Err(malformed()),
        }
    }

    fn folded(&mut self, fold: Fold, args: &[Term], pair: Binary) -> Result<Term> {
        let api = self.api;
        let and = |parts: &[Term]| api.and(&mut parts.to_vec());
        folded(fold, args, |a, b| pair(&api, *a, *b), and)
    }

    /// A sum of terms with coefficients.
    pub(super) fn polynomial(&mut self, factors: &[BigRational], args: &[Term]) -> Result<Term> {
        if args.is_empty() || args.len() != factors.len() {
            return Err(malformed());
        }
        self.api.polynomial(self.rng.below(WAYS), factors, args)
    }

    /// A sum of terms, some of them negated.
    fn linear(&mut self, signs: &[i32], args: &[Term]) -> Result<Term> {
        let whole = |sign: &i32| BigRational::from(BigInt::from(*sign));
        let factors: Vec<BigRational> = signs.iter().map(whole).collect();
        self.polynomial(&factors, args)
    }

    fn width(&self, term: Term) -> Result<u32> {
        self.api.bvtype_size(self.api.type_of_term(term)?)
    }

    /// The formula that a bit-vector is the least signed number.
    fn is_least(&mut self, a: Term) -> Result<Term> {
        let (api, width) = (self.api, self.width(a)?);
        let least = api.shift_left0(api.bvconst_one(width)?, width - 1)?;
        if self.rng.coin() {
            return api.bveq_atom(a, least);
        }
        api.eq(a, least)
    }

    /// The formula that an operation overflows: on twice as many bits, its result does not fit.
    fn overflows(
        &mut self,
        args: &[Term],
        extend: fn(&Api, Term, u32) -> Result<Term>,
        operation: Binary,
    ) -> Result<Term> {
        let ((&a, &b), api) = (two(args)?, self.api);
        let width = self.width(a)?;
        let wide = operation(&api, extend(&api, a, width)?, extend(&api, b, width)?)?;
        let narrow = extend(&api, api.bvextract(wide, 0, width - 1)?, width)?;
        if self.rng.coin() {
            return api.neq(wide, narrow);
        }
        api.not(api.bveq_atom(wide, narrow)?)
    }
}

/// Each theory has an equality and a disequality besides the general ones.
fn equality(make: &mut Maker<'_>, a: Term) -> Result<[Binary; 2]> {
    let api = make.api;
    let of = api.type_of_term(a)?;
    Ok(if make.rng.coin() {
        [Api::eq, Api::neq]
    } else if api.type_is_bool(of)? {
        [Api::iff, Api::xor2]
    } else if api.type_is_bitvector(of)? {
        [Api::bveq_atom, Api::bvneq_atom]
    } else if api.type_is_arithmetic(of)? {
        [Api::arith_eq_atom, Api::arith_neq_atom]
    } else {
        [Api::eq, Api::neq]
    })
}

fn equal(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let [a, _, ..] = args else {
        return Err(malformed());
    };
    let [pair, _] = equality(make, *a)?;
    make.folded(Fold::Chainable, args, pair)
}

fn distinct(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let [a, _, ..] = args else {
        return Err(malformed());
    };
    if make.rng.chance(60) {
        return make.api.distinct(&mut args.to_vec());
    }
    let [_, pair] = equality(make, *a)?;
    make.folded(Fold::Pairwise, args, pair)
}

fn array_select(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let (&array, &index) = two(args)?;
    terms::applied(make.api, make.rng, array, &[index])
}

fn array_store(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let [array, index, element] = *args else {
        return Err(malformed());
    };
    terms::updated(make.api, make.rng, array, &[index], element)
}

// Linear terms may be made as polynomials.

fn sum(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    match make.rng.below(4) {
        0 => make.linear(&vec![1; args.len()], args),
        1 => make.folded(Fold::LeftAssoc, args, Api::add),
        _ => make.api.sum(args),
    }
}

fn neg(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let a = *one(args)?;
    if make.rng.chance(75) {
        return make.api.neg(a);
    }
    make.linear(&[-1], &[a])
}

fn sub(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    if make.rng.chance(75) {
        return make.folded(Fold::LeftAssoc, args, Api::sub);
    }
    let mut factors = vec![-1; args.len()];
    factors[..1].fill(1);
    make.linear(&factors, args)
}

fn int_is_div(make: &mut Maker<'_>, args: &[Term], indices: &[u32]) -> Result<Term> {
    let ([a], [divisor]) = (args, indices) else {
        return Err(malformed());
    };
    let api = make.api;
    let divisor = api.int64(i64::from(*divisor))?;
    if make.rng.chance(70) {
        return api.divides_atom(divisor, *a);
    }
    api.arith_eq0_atom(api.imod(*a, divisor)?)
}

fn bv_extract(make: &mut Maker<'_>, args: &[Term], indices: &[u32]) -> Result<Term> {
    match (args, indices) {
        ([a], [high, low]) => make.api.bvextract(*a, *low, *high),
        _ => Err(malformed()),
    }
}

// Yices rotates at most by the width.

fn bv_rotate_left(make: &mut Maker<'_>, args: &[Term], indices: &[u32]) -> Result<Term> {
    let (a, [count]) = (*one(args)?, indices) else {
        return Err(malformed());
    };
    make.api.rotate_left(a, count % make.width(a)?)
}

fn bv_rotate_right(make: &mut Maker<'_>, args: &[Term], indices: &[u32]) -> Result<Term> {
    let (a, [count]) = (*one(args)?, indices) else {
        return Err(malformed());
    };
    make.api.rotate_right(a, count % make.width(a)?)
}

fn bv_sdivo(make: &mut Maker<'_>, args: &[Term], _: &[u32]) -> Result<Term> {
    let ((&a, &b), api) = (two(args)?, make.api);
    let least = make.is_least(a)?;
    let minus_one = api.bvconst_minus_one(make.width(a)?)?;
    api.and2(least, api.eq(b, minus_one)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::profile::Profile;
    use murxla_fsm::theory::Theory;

    #[test]
    fn every_operator_has_one_row_of_its_shape() {
        let ops = op::Ops::with(EXTENSIONS);
        let rows: Vec<Op> = ROWS.iter().map(|(op, _)| *op).collect();
        let profile = Profile::load([("yices", include_str!("profile.json"))]).unwrap();
        // Yices has quantifiers, but does not solve them.
        let has = |op: &Op| {
            let theory = ops.row(*op).theory;
            theory == Theory::Quant || profile.theories().has(theory)
        };
        let all: Vec<Op> = op::Ops::base().iter().filter(has).collect();
        assert_eq!(rows, all, "rows follow the base table");
        for op in ops.iter() {
            let signature = ops.signature(op);
            let (args, indices) = (signature.args.len(), signature.indices.len());
            let Ok((encoding, _)) = ENCODINGS.of(op) else {
                continue; // Yices does not have the theory.
            };
            let fits = match encoding {
                Un(_) => (args, indices) == (1, 0),
                Made(_) if signature.fold == Fold::Any => (args, indices) == (1, 1),
                Bin(_) | Nary(..) | Nary3(..) => (args, indices) == (2, 0),
                Ter(_) => (args, indices) == (3, 0),
                Idx1(_) => (args, indices) == (1, 1),
                Made(_) | None => true,
                Special => signature.shape != op::Shape::Plain,
            };
            assert!(fits, "{}", ops.row(op).name);
        }
    }
}
