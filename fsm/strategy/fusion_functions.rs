//! The functions that fuse two constants, with their inverses.

use super::draws::Draws;
use super::terms::Terms;
use crate::eval::equal;
use crate::op::{
    BV_ADD, BV_CONCAT, BV_EXTRACT, BV_MULT, BV_SUB, BV_XNOR, BV_XOR, EQUAL, INT_ADD, INT_DIV,
    INT_MUL, INT_SUB, Op, REAL_ADD, REAL_DIV, REAL_MUL, REAL_SUB, SEQ_CONCAT, SEQ_EXTRACT,
    SEQ_LENGTH, STR_CONCAT, STR_LEN, STR_REPLACE, STR_SUBSTR, XOR,
};
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::value::{Bv, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use smallvec::SmallVec;

/// A term of a row.
enum RowTerm {
    /// The constant of one side.
    X,
    /// The constant of the other side.
    Y,
    /// The fused constant.
    Z,
    /// A literal that is drawn: for bit-vectors odd, else not 0. The first one of a row, or the
    /// second.
    C(usize),
    /// The literal with which a multiplication of bit-vectors by this one is undone.
    Undo(usize),
    /// The integer 0.
    Zero,
    /// The empty string.
    Empty,
    /// An operator with its arguments.
    Of(Op, &'static [RowTerm]),
    /// `extract` with its indices. Each is a number of widths of `x`, and what is taken from it.
    Extract([(u32, u32); 2], &'static RowTerm),
}
use RowTerm::{C, Empty, Extract, Of, Undo, X, Y, Z, Zero};

/// A function of two constants of a sort. The inverses are terms with the value of `x` and of `y`.
/// Rows are not used for values for which that does not hold, as for a division by zero.
pub(super) struct Function {
    pub(super) of: SortKind,
    f: RowTerm,
    x: RowTerm,
    y: RowTerm,
}

const fn row(of: SortKind, f: RowTerm, x: RowTerm, y: RowTerm) -> Function {
    Function { of, f, x, y }
}

use SortKind::{Bool, Bv as BitVec, Int, Real, Seq, String as Text};

/// The functions of the paper, and some more.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[Function] = &[
    row(Bool, Of(XOR, &[X, Y]), Of(XOR, &[Z, Y]), Of(XOR, &[X, Z])),
    row(Bool, Of(EQUAL, &[X, Y]), Of(EQUAL, &[Z, Y]), Of(EQUAL, &[X, Z])),
    row(Int, Of(INT_ADD, &[X, Y]), Of(INT_SUB, &[Z, Y]), Of(INT_SUB, &[Z, X])),
    row(Int, Of(INT_SUB, &[X, Y]), Of(INT_ADD, &[Z, Y]), Of(INT_SUB, &[X, Z])),
    row(Int, Of(INT_ADD, &[X, C(0), Y]), Of(INT_SUB, &[Z, C(0), Y]), Of(INT_SUB, &[Z, C(0), X])),
    row(Int, Of(INT_MUL, &[X, Y]), Of(INT_DIV, &[Z, Y]), Of(INT_DIV, &[Z, X])),
    row(
        Int,
        Of(INT_ADD, &[Of(INT_MUL, &[C(0), X]), Of(INT_MUL, &[C(1), Y])]),
        Of(INT_DIV, &[Of(INT_SUB, &[Z, Of(INT_MUL, &[C(1), Y])]), C(0)]),
        Of(INT_DIV, &[Of(INT_SUB, &[Z, Of(INT_MUL, &[C(0), X])]), C(1)]),
    ),
    row(Real, Of(REAL_ADD, &[X, Y]), Of(REAL_SUB, &[Z, Y]), Of(REAL_SUB, &[Z, X])),
    row(Real, Of(REAL_SUB, &[X, Y]), Of(REAL_ADD, &[Z, Y]), Of(REAL_SUB, &[X, Z])),
    row(Real, Of(REAL_ADD, &[X, C(0), Y]), Of(REAL_SUB, &[Z, C(0), Y]), Of(REAL_SUB, &[Z, C(0), X])),
    row(Real, Of(REAL_MUL, &[X, Y]), Of(REAL_DIV, &[Z, Y]), Of(REAL_DIV, &[Z, X])),
    row(
        Real,
        Of(REAL_ADD, &[Of(REAL_MUL, &[C(0), X]), Of(REAL_MUL, &[C(1), Y])]),
        Of(REAL_DIV, &[Of(REAL_SUB, &[Z, Of(REAL_MUL, &[C(1), Y])]), C(0)]),
        Of(REAL_DIV, &[Of(REAL_SUB, &[Z, Of(REAL_MUL, &[C(0), X])]), C(1)]),
    ),
    row(BitVec, Of(BV_ADD, &[X, Y]), Of(BV_SUB, &[Z, Y]), Of(BV_SUB, &[Z, X])),
    row(BitVec, Of(BV_SUB, &[X, Y]), Of(BV_ADD, &[Z, Y]), Of(BV_SUB, &[X, Z])),
    row(BitVec, Of(BV_XOR, &[X, Y]), Of(BV_XOR, &[Z, Y]), Of(BV_XOR, &[X, Z])),
    row(BitVec, Of(BV_XNOR, &[X, Y]), Of(BV_XNOR, &[Z, Y]), Of(BV_XNOR, &[X, Z])),
    row(
        BitVec,
        Of(BV_ADD, &[Of(BV_MULT, &[C(0), X]), Of(BV_MULT, &[C(1), Y])]),
        Of(BV_MULT, &[Undo(0), Of(BV_SUB, &[Z, Of(BV_MULT, &[C(1), Y])])]),
        Of(BV_MULT, &[Undo(1), Of(BV_SUB, &[Z, Of(BV_MULT, &[C(0), X])])]),
    ),
    row(
        BitVec,
        Of(BV_CONCAT, &[X, Y]),
        Extract([(2, 1), (1, 0)], &Z),
        Extract([(1, 1), (0, 0)], &Z),
    ),
    row(
        Text,
        Of(STR_CONCAT, &[X, Y]),
        Of(STR_SUBSTR, &[Z, Zero, Of(STR_LEN, &[X])]),
        Of(STR_SUBSTR, &[Z, Of(STR_LEN, &[X]), Of(STR_LEN, &[Y])]),
    ),
    row(
        Text,
        Of(STR_CONCAT, &[X, Y]),
        Of(STR_SUBSTR, &[Z, Zero, Of(STR_LEN, &[X])]),
        Of(STR_REPLACE, &[Z, X, Empty]),
    ),
    row(
        Text,
        Of(STR_CONCAT, &[X, Y]),
        Of(STR_REPLACE, &[Z, Y, Empty]),
        Of(STR_REPLACE, &[Z, X, Empty]),
    ),
    row(
        Text,
        Of(STR_CONCAT, &[X, C(0), Y]),
        Of(STR_SUBSTR, &[Z, Zero, Of(STR_LEN, &[X])]),
        Of(STR_REPLACE, &[Of(STR_REPLACE, &[Z, X, Empty]), C(0), Empty]),
    ),
    row(
        Seq,
        Of(SEQ_CONCAT, &[X, Y]),
        Of(SEQ_EXTRACT, &[Z, Zero, Of(SEQ_LENGTH, &[X])]),
        Of(SEQ_EXTRACT, &[Z, Of(SEQ_LENGTH, &[X]), Of(SEQ_LENGTH, &[Y])]),
    ),
];

/// Two constants that are fused.
pub(super) struct Fused {
    /// The terms that replace the constants.
    pub(super) inverses: [TermId; 2],
    /// The fused constant is what the function gives, and the constants are what their inverses
    /// give.
    pub(super) equations: [TermId; 3],
}

/// Fuses two constants of a sort by one of the functions. `None` if the one that is drawn is not
/// possible for their hidden values, or its terms are not allowed.
pub(super) fn fused(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    x: TermId,
    y: TermId,
) -> Option<Fused> {
    let sort = terms.state.term(x)?.sort;
    let kind = terms.state.sorts.get(sort)?.kind();
    let rows: Vec<&Function> = FUNCTIONS.iter().filter(|row| row.of == kind).collect();
    let row = *draws.rng.pick(&rows)?;
    let literals = literals(terms, draws, sort);
    let mut fusing = RowBuilder {
        terms,
        draws,
        sort,
        x,
        y,
        z: None,
        literals,
    };
    let value = fusing.build(&row.f)?;
    let of = fusing.terms.state.term(value)?.sort;
    let z = fusing.terms.valued_constant(fusing.draws, of, value)?;
    fusing.z = Some(z);
    let inverses = [fusing.inverse(&row.x, x)?, fusing.inverse(&row.y, y)?];
    let mut equation =
        |of: TermId, is: TermId| fusing.terms.apply(fusing.draws, EQUAL, &[of, is], &[]);
    let equations = [
        equation(z, value)?,
        equation(x, inverses[0])?,
        equation(y, inverses[1])?,
    ];
    Some(Fused {
        inverses,
        equations,
    })
}

/// Two values for the literals of a row: small numbers, and short strings.
fn literals(terms: &mut Terms, draws: &mut Draws<'_>, sort: SortId) -> [Option<Value>; 2] {
    let sort = terms.state.sorts.get(sort).cloned();
    [(); 2].map(|()| {
        let number = i64::from(draws.rng.range(1, 9));
        let number = BigInt::from(if draws.rng.coin() { number } else { -number });
        Some(match sort.as_ref()? {
            Sort::Int => Value::Int(number),
            Sort::Real => {
                let denominator = BigInt::from(draws.rng.range(1, 4));
                Value::Real(BigRational::new(number, denominator))
            }
            Sort::Bv(width) => Value::Bv(Bv::from_int(*width, &(number * 2 + 1))),
            Sort::String => {
                let letters = (0..draws.rng.range(1, 3)).map(|_| draws.rng.range(0x61, 0x63));
                Value::String(Str::new(&letters.collect::<Vec<u32>>())?)
            }
            _ => return None,
        })
    })
}

/// The odd number by which a product with an odd one must be multiplied to undo that.
fn undo(literal: &Value) -> Option<Value> {
    let Value::Bv(odd) = literal else { return None };
    let modulus = BigUint::from(1_u8) << odd.width();
    let inverse = odd.unsigned().modinv(&modulus)?;
    Some(Value::Bv(Bv::from_int(odd.width(), &inverse.into())))
}

/// Builds the terms of a row.
struct RowBuilder<'t, 'a> {
    terms: &'t mut Terms,
    draws: &'t mut Draws<'a>,
    /// The sort of the constants.
    sort: SortId,
    x: TermId,
    y: TermId,
    z: Option<TermId>,
    literals: [Option<Value>; 2],
}

impl RowBuilder<'_, '_> {
    fn build(&mut self, form: &RowTerm) -> Option<TermId> {
        match form {
            X => Some(self.x),
            Y => Some(self.y),
            Z => self.z,
            C(number) => self
                .terms
                .value(self.draws, self.sort, self.literals[*number].clone()?),
            Undo(number) => {
                let undo = undo(self.literals[*number].as_ref()?)?;
                self.terms.value(self.draws, self.sort, undo)
            }
            Zero => {
                let int = self.terms.sort(self.draws, &Sort::Int)?;
                self.terms.value(self.draws, int, Value::Int(0.into()))
            }
            Empty => self
                .terms
                .value(self.draws, self.sort, Value::String(Str::new(&[])?)),
            Of(op, forms) => {
                let args = forms.iter().map(|form| self.build(form));
                let args: SmallVec<[TermId; 4]> = args.collect::<Option<_>>()?;
                self.terms.apply(self.draws, *op, &args, &[])
            }
            Extract(indices, form) => {
                let Sort::Bv(width) = *self.terms.state.sorts.get(self.sort)? else {
                    return None;
                };
                let indices = indices.map(|(widths, less)| widths * width - less);
                let of = self.build(form)?;
                self.terms.apply(self.draws, BV_EXTRACT, &[of], &indices)
            }
        }
    }

    /// An inverse, if it has the hidden value of the constant.
    fn inverse(&mut self, form: &RowTerm, of: TermId) -> Option<TermId> {
        let made = self.build(form)?;
        let value = |id| self.terms.state.term(id).and_then(|term| term.value());
        let is_inverse = equal(value(made)?, value(of)?)?;
        is_inverse.then_some(made)
    }
}
