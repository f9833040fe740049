//! Operators: which function of Boolector makes them.

use super::ffi::{Node, Session};
use crate::rows::Rows;
use murxla_fsm::op::{self, Fold, Op, OpRow};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::theory::Theory;
use std::sync::LazyLock;

type Unary = fn(&Session, Node) -> Result<Node>;
type Binary = fn(&Session, Node, Node) -> Result<Node>;

/// How Boolector makes an application. Those for two arguments are folded over more of them.
pub(super) enum Encoding {
    Un(Unary),
    Bin(Binary),
    Ter(fn(&Session, Node, Node, Node) -> Result<Node>),
    Idx1(fn(&Session, Node, u32) -> Result<Node>),
    Idx2(fn(&Session, Node, u32, u32) -> Result<Node>),
    /// One of two functions for the same, by the call's seed.
    Either(Binary, Binary),
    /// Needs more than nodes: functions, binders, and constant arrays.
    Special,
    /// Boolector has nothing of the kind.
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
    (op::BV_NEGO,         Un(|of, a| of.eq(a, of.min_signed(of.sort_of(a))?))),
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

macro_rules! own {
    ($($name:ident $smt:literal $signature:literal => $encoding:expr;)*) => {
        /// Operators that Boolector alone has; the names are those of Murxla.
        pub(super) const OWN: &[OpRow] = &[$(OpRow {
            name: concat!("btor-OP_", stringify!($name)),
            smt: $smt,
            theory: Theory::Bv,
            signature: $signature,
            eval: Option::None,
        },)*];

        const OWN_ROWS: &[Encoding] = &[$($encoding,)*];
    };
}

// Those that detect overflows have a bit-vector for a result, unlike SMT-LIB's.
own! {
    DEC    "bvdec"    "(BV n) -> (BV n)"        => Un(Session::dec);
    INC    "bvinc"    "(BV n) -> (BV n)"        => Un(Session::inc);
    REDAND "bvredand" "(BV n) -> (BV 1)"        => Un(Session::redand);
    REDOR  "bvredor"  "(BV n) -> (BV 1)"        => Un(Session::redor);
    REDXOR "bvredxor" "(BV n) -> (BV 1)"        => Un(Session::redxor);
    UADDO  "bvuaddo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::uaddo);
    SADDO  "bvsaddo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::saddo);
    UMULO  "bvumulo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::umulo);
    SMULO  "bvsmulo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::smulo);
    USUBO  "bvusubo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::usubo);
    SSUBO  "bvssubo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::ssubo);
    SDIVO  "bvsdivo"  "(BV n) (BV n) -> (BV 1)" => Bin(Session::sdivo);
    ROL    "bvrol"    "(BV n) (BV n) -> (BV n)" => Bin(Session::rol);
    ROR    "bvror"    "(BV n) (BV n) -> (BV n)" => Bin(Session::ror);
}

fn not_equal(of: &Session, a: Node, b: Node) -> Result<Node> {
    of.not(of.eq(a, b)?)
}

/// Theories that Boolector lacks have no rows.
static ENCODINGS: LazyLock<Rows<&Encoding>> = LazyLock::new(|| {
    Rows::new(
        OWN,
        ROWS.iter().map(|(op, encoding)| (*op, encoding)),
        OWN_ROWS,
    )
});

/// Whether Boolector has `op`.
pub(super) fn supports(op: Op) -> bool {
    !matches!(ENCODINGS.of(op), Err(_) | Ok((None, _)))
}

/// An application of an operator to nodes, with the choices of the call's seed.
pub(super) fn make(
    of: &Session,
    rng: &mut Rng,
    op: Op,
    args: &[Node],
    indices: &[u32],
) -> Result<Node> {
    let (extension, fold) = ENCODINGS.of(op)?;
    let folded = |pair: Binary| {
        let made = op::fold(*fold, args, &mut |a, b| pair(of, *a, *b), &mut |parts| {
            let conjunction = op::fold(
                Fold::LeftAssoc,
                parts,
                &mut |a, b| of.and(*a, *b),
                &mut |_| Err(malformed()),
            );
            conjunction?.ok_or_else(malformed)
        });
        made?.ok_or_else(malformed)
    };
    match (extension, args, indices) {
        (Un(make), [a], []) => make(of, *a),
        (Bin(make), [_, _, ..], []) => folded(*make),
        (Either(one, other), [_, _, ..], []) => folded(if rng.coin() { *one } else { *other }),
        (Ter(make), [a, b, c], []) => make(of, *a, *b, *c),
        (Idx1(make), [a], [index]) => make(of, *a, *index),
        (Idx2(make), [a], [high, low]) => make(of, *a, *high, *low),
        (None, _, _) => Err(Error::Unsupported(format!("operator {}", op.0))),
        _ => Err(malformed()),
    }
}

/// An application that no signature allows: the trace is damaged.
pub(super) fn malformed() -> Error {
    Error::Rejected("wrong number of arguments or indices".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let ops = op::Ops::with(OWN);
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
                continue; // Of a theory that it lacks.
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
