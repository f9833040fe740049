//! Operators, and the functions of Boolector that make them.

pub(super) mod own;

use super::ffi::{Session, Term};
use crate::shared::encoding::{Encodings, folded, malformed, unsupported};
use murxla_fsm::op::{self, Fold, Op, OpRow};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use std::sync::LazyLock;

/// The operators that only this solver has.
pub(super) const EXTENSIONS: &[OpRow] = own::ROWS;

type Unary = fn(&Session, Term) -> Result<Term>;
type Binary = fn(&Session, Term, Term) -> Result<Term>;

/// How Boolector makes an application. A function of two arguments is folded over more arguments.
pub(super) enum Encoding {
    Un(Unary),
    Bin(Binary),
    Ter(fn(&Session, Term, Term, Term) -> Result<Term>),
    Idx1(fn(&Session, Term, u32) -> Result<Term>),
    Idx2(fn(&Session, Term, u32, u32) -> Result<Term>),
    /// Two functions for the same operator. The seed of the call selects one.
    Either(Binary, Binary),
    /// `terms.rs` makes it: functions, binders, and constant arrays.
    Special,
    /// Boolector does not have it.
    None,
}

use Encoding::{Bin, Either, Idx1, Idx2, None, Special, Ter, Un};

/// The rows, in the order of the base table.
#[rustfmt::skip]
const ROWS: &[(Op, Encoding)] = &[
    (op::EQUAL,           Bin(Session::eq)),
    (op::DISTINCT,        Either(Session::ne, not_equal)),
    (op::ITE,             Ter(Session::cond)),
    (op::NOT,             Un(Session::not)),
    (op::AND,             Bin(Session::and)),
    (op::OR,              Bin(Session::or)),
    (op::XOR,             Either(Session::xor, Session::ne)),
    (op::IMPLIES,         Bin(Session::implies)),
    (op::IFF,             Either(Session::iff, Session::eq)),
    (op::UF_APPLY,        Special),
    (op::FORALL,          Special),
    (op::EXISTS,          Special),
    (op::PATTERN,         None),
    (op::NO_PATTERN,      None),
    (op::WEIGHT,          None),
    (op::QID,             None),
    (op::SKOLEMID,      None),
    (op::ARRAY_SELECT,    Either(Session::read, |of, array, index| of.apply(&[index], array))),
    (op::ARRAY_STORE,     Ter(Session::write)),
    (op::CONST_ARRAY,     Special),
    (op::BV_CONCAT,       Bin(Session::concat)),
    (op::BV_EXTRACT,      Idx2(Session::slice)),
    (op::BV_REPEAT,       Idx1(Session::repeat)),
    (op::BV_ROTATE_LEFT,  Idx1(Session::roli)),
    (op::BV_ROTATE_RIGHT, Idx1(Session::rori)),
    (op::BV_SIGN_EXTEND,  Idx1(Session::sext)),
    (op::BV_ZERO_EXTEND,  Idx1(Session::uext)),
    (op::BV_NOT,          Un(Session::not)),
    (op::BV_NEG,          Un(Session::neg)),
    (op::BV_AND,          Bin(Session::and)),
    (op::BV_OR,           Bin(Session::or)),
    (op::BV_XOR,          Bin(Session::xor)),
    (op::BV_NAND,         Bin(Session::nand)),
    (op::BV_NOR,          Bin(Session::nor)),
    (op::BV_XNOR,         Bin(Session::xnor)),
    (op::BV_COMP,         Bin(Session::eq)),
    (op::BV_ADD,          Bin(Session::add)),
    (op::BV_SUB,          Bin(Session::sub)),
    (op::BV_MULT,         Bin(Session::mul)),
    (op::BV_UDIV,         Bin(Session::udiv)),
    (op::BV_UREM,         Bin(Session::urem)),
    (op::BV_SDIV,         Bin(Session::sdiv)),
    (op::BV_SREM,         Bin(Session::srem)),
    (op::BV_SMOD,         Bin(Session::smod)),
    (op::BV_SHL,          Bin(Session::sll)),
    (op::BV_LSHR,         Bin(Session::srl)),
    (op::BV_ASHR,         Bin(Session::sra)),
    (op::BV_ULT,          Bin(Session::ult)),
    (op::BV_ULE,          Bin(Session::ulte)),
    (op::BV_UGT,          Bin(Session::ugt)),
    (op::BV_UGE,          Bin(Session::ugte)),
    (op::BV_SLT,          Bin(Session::slt)),
    (op::BV_SLE,          Bin(Session::slte)),
    (op::BV_SGT,          Bin(Session::sgt)),
    (op::BV_SGE,          Bin(Session::sgte)),
    (op::BV_NEGO,         Un(|of, a| of.eq(a, of.min_signed(of.get_sort(a)?)?))),
    (op::BV_UADDO,        Bin(Session::uaddo)),
    (op::BV_SADDO,        Bin(Session::saddo)),
    (op::BV_UMULO,        Bin(Session::umulo)),
    (op::BV_SMULO,        Bin(Session::smulo)),
    (op::BV_USUBO,        Bin(Session::usubo)),
    (op::BV_SSUBO,        Bin(Session::ssubo)),
    (op::BV_SDIVO,        Bin(Session::sdivo)),
    (op::BV_UBV_TO_INT,   None),
    (op::BV_SBV_TO_INT,   None),
    (op::BV_TO_NAT,       None),
    (op::LAMBDA,          Special),
];

fn not_equal(of: &Session, a: Term, b: Term) -> Result<Term> {
    of.not(of.eq(a, b)?)
}

/// Operators of theories that Boolector does not have are missing.
static ENCODINGS: LazyLock<Encodings<&Encoding>> = LazyLock::new(|| {
    let base = ROWS.iter().map(|(op, encoding)| (*op, encoding));
    Encodings::new(base, EXTENSIONS, own::ENCODINGS)
});

/// Whether Boolector has `op`.
pub(super) fn supports(op: Op) -> bool {
    !matches!(ENCODINGS.of(op), Err(_) | Ok((None, _)))
}

/// Makes an application. The seed of the call decides between several ways.
pub(super) fn make(
    of: &Session,
    rng: &mut Rng,
    op: Op,
    args: &[Term],
    indices: &[u32],
) -> Result<Term> {
    let (encoding, fold) = ENCODINGS.of(op)?;
    let both = |parts: &[Term]| {
        folded(
            Fold::LeftAssoc,
            parts,
            |a, b| of.and(*a, *b),
            |_| Err(malformed()),
        )
    };
    let several = |pair: Binary| folded(*fold, args, |a, b| pair(of, *a, *b), both);
    match (encoding, args, indices) {
        (Un(make), [a], []) => make(of, *a),
        (Bin(make), [_, _, ..], []) => several(*make),
        (Either(one, other), [_, _, ..], []) => several(if rng.coin() { *one } else { *other }),
        (Ter(make), [a, b, c], []) => make(of, *a, *b, *c),
        (Idx1(make), [a], [index]) => make(of, *a, *index),
        (Idx2(make), [a], [high, low]) => make(of, *a, *high, *low),
        (None, _, _) => Err(unsupported(op)),
        _ => Err(malformed()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::theory::Theory;

    /// Theories that Boolector has.
    const THEORIES: [Theory; 5] = [
        Theory::Bool,
        Theory::Uf,
        Theory::Quant,
        Theory::Array,
        Theory::Bv,
    ];

    #[test]
    fn every_operator_has_one_row_of_its_shape() {
        let ops = op::Ops::with(EXTENSIONS);
        for op in op::Ops::base().iter() {
            let rows = ROWS.iter().filter(|(of, _)| *of == op).count();
            let row = ops.row(op);
            let expected = usize::from(THEORIES.contains(&row.theory) || op == op::LAMBDA);
            assert_eq!(rows, expected, "{}", row.name);
        }
        for op in ops.iter() {
            let signature = ops.signature(op);
            let (args, indices) = (signature.args.len(), signature.indices.len());
            let Ok((encoding, _)) = ENCODINGS.of(op) else {
                continue; // Boolector does not have the theory.
            };
            let fits = match encoding {
                Un(_) => (args, indices) == (1, 0),
                Bin(_) | Either(..) => (args, indices) == (2, 0),
                Ter(_) => (args, indices) == (3, 0),
                Idx1(_) => (args, indices) == (1, 1),
                Idx2(_) => (args, indices) == (1, 2),
                None => true,
                Special => signature.shape != op::Shape::Plain || op == op::CONST_ARRAY,
            };
            assert!(fits, "{}", ops.row(op).name);
        }
    }
}
