//! Operators, and the functions of Z3 that make them.

pub(super) mod made;
pub(super) mod own;

use super::bindings::Z3Api;
use super::ffi::{Ast, Context, Sort};
use super::methods::slots;
use super::sorts::view::format_sort;
use crate::shared::encoding::{Encodings, folded, malformed};
use crate::shared::library::methods::Slot;
use murxla_fsm::op::{self, Fold, Op, OpRow};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use std::rc::Rc;
use std::sync::LazyLock;

/// The operators that only this solver has.
pub(super) const EXTENSIONS: &[OpRow] = own::ROWS;

/// A function of Z3 that makes applications.
type Function<F> = Slot<Z3Api, F>;
/// Whether a library has a function.
type Exists = fn(&Z3Api) -> bool;
type Cx = Rc<Context>;
type Ternary = fn(&Cx, &Ast, &Ast, &Ast) -> Result<Ast>;
type Quaternary = fn(&Cx, &Ast, &Ast, &Ast, &Ast) -> Result<Ast>;

/// How Z3 makes an application. A function of two arguments is folded over more arguments.
#[expect(clippy::type_complexity, reason = "each variant names a shape once")]
pub(super) enum Encoding {
    Un(Function<fn(&Cx, &Ast) -> Result<Ast>>),
    Bin(Function<fn(&Cx, &Ast, &Ast) -> Result<Ast>>),
    Ter(Function<Ternary>),
    /// A function of one or more arguments. It may also be folded from two.
    Nary(Function<fn(&Cx, &[Ast]) -> Result<Ast>>),
    Idx1(Function<fn(&Cx, u32, &Ast) -> Result<Ast>>),
    Idx2(Function<fn(&Cx, u32, u32, &Ast) -> Result<Ast>>),
    BinIdx(Function<fn(&Cx, &Ast, &Ast, u32) -> Result<Ast>>),
    Quad(Function<Quaternary>),
    /// Conversions to the floating-point format that the indices name.
    UnTo(Function<fn(&Cx, &Ast, &Sort) -> Result<Ast>>),
    BinTo(Function<fn(&Cx, &Ast, &Ast, &Sort) -> Result<Ast>>),
    TerTo(Function<fn(&Cx, &Ast, &Ast, &Ast, &Sort) -> Result<Ast>>),
    /// Takes a function of this number of arguments. In a trace it is an array of arrays.
    TerOf(Function<Ternary>, usize),
    QuadOf(Function<Quaternary>, usize),
    /// A constant of the sort of regular languages.
    OfSort(Function<fn(&Cx, &Sort) -> Result<Ast>>),
    /// A conversion of a bit-vector, signed or unsigned.
    UnFlag(Function<fn(&Cx, &Ast, bool) -> Result<Ast>>, bool),
    /// Made by several calls.
    Made(fn(&mut Maker<'_>, &[Ast], &[u32]) -> Result<Ast>),
    /// `terms.rs` makes it: functions and binders.
    Special,
    /// Z3 does not have it.
    Missing,
}

use Encoding::{
    Bin, BinIdx, BinTo, Idx1, Idx2, Made, Missing, Nary, OfSort, Quad, QuadOf, Special, Ter, TerOf,
    TerTo, Un, UnFlag, UnTo,
};

macro_rules! encodings {
    ($($op:ident => $shape:ident $(($function:ident $(, $more:expr)?))?;)*) => {
        /// The rows, in the order of the base table.
        const ROWS: &[(Op, Encoding)] = &[$((op::$op, encodings!(@ $shape $(($function $(, $more)?))?)),)*];
    };
    (@ Special) => { Special };
    (@ Missing) => { Missing };
    (@ Made($function:ident)) => { Made(made::$function) };
    (@ $shape:ident($function:ident)) => { $shape(slots::$function) };
    (@ $shape:ident($function:ident, $more:expr)) => { $shape(slots::$function, $more) };
}

encodings! {
    EQUAL           => Bin(mk_eq);
    DISTINCT        => Nary(mk_distinct);
    ITE             => Ter(mk_ite);
    NOT             => Un(mk_not);
    AND             => Nary(mk_and);
    OR              => Nary(mk_or);
    XOR             => Bin(mk_xor);
    IMPLIES         => Bin(mk_implies);
    IFF             => Bin(mk_iff);
    UF_APPLY        => Special;
    FORALL          => Special;
    EXISTS          => Special;
    PATTERN         => Special;
    NO_PATTERN      => Special;
    WEIGHT          => Special;
    QID             => Special;
    SKOLEMID        => Special;
    ARRAY_SELECT    => Bin(mk_select);
    ARRAY_STORE     => Ter(mk_store);
    CONST_ARRAY     => Made(const_array);
    INT_NEG         => Un(mk_unary_minus);
    INT_ABS         => Made(abs);
    INT_ADD         => Nary(mk_add);
    INT_SUB         => Nary(mk_sub);
    INT_MUL         => Nary(mk_mul);
    INT_DIV         => Bin(mk_div);
    INT_MOD         => Bin(mk_mod);
    INT_LT          => Bin(mk_lt);
    INT_LTE         => Bin(mk_le);
    INT_GT          => Bin(mk_gt);
    INT_GTE         => Bin(mk_ge);
    INT_IS_DIV      => Made(int_is_div);
    INT_TO_BV       => Idx1(mk_int2bv);
    INT_TO_REAL     => Un(mk_int2real);
    REAL_IS_INT     => Un(mk_is_int);
    REAL_NEG        => Un(mk_unary_minus);
    REAL_ADD        => Nary(mk_add);
    REAL_SUB        => Nary(mk_sub);
    REAL_MUL        => Nary(mk_mul);
    REAL_DIV        => Bin(mk_div);
    REAL_LT         => Bin(mk_lt);
    REAL_LTE        => Bin(mk_le);
    REAL_GT         => Bin(mk_gt);
    REAL_GTE        => Bin(mk_ge);
    REAL_TO_INT     => Un(mk_real2int);
    REAL_ABS        => Made(abs);
    BV_CONCAT       => Bin(mk_concat);
    BV_EXTRACT      => Idx2(mk_extract);
    BV_REPEAT       => Idx1(mk_repeat);
    BV_ROTATE_LEFT  => Idx1(mk_rotate_left);
    BV_ROTATE_RIGHT => Idx1(mk_rotate_right);
    BV_SIGN_EXTEND  => Idx1(mk_sign_ext);
    BV_ZERO_EXTEND  => Idx1(mk_zero_ext);
    BV_NOT          => Un(mk_bvnot);
    BV_NEG          => Un(mk_bvneg);
    BV_AND          => Bin(mk_bvand);
    BV_OR           => Bin(mk_bvor);
    BV_XOR          => Bin(mk_bvxor);
    BV_NAND         => Bin(mk_bvnand);
    BV_NOR          => Bin(mk_bvnor);
    BV_XNOR         => Bin(mk_bvxnor);
    BV_COMP         => Made(bv_comp);
    BV_ADD          => Bin(mk_bvadd);
    BV_SUB          => Bin(mk_bvsub);
    BV_MULT         => Bin(mk_bvmul);
    BV_UDIV         => Bin(mk_bvudiv);
    BV_UREM         => Bin(mk_bvurem);
    BV_SDIV         => Bin(mk_bvsdiv);
    BV_SREM         => Bin(mk_bvsrem);
    BV_SMOD         => Bin(mk_bvsmod);
    BV_SHL          => Bin(mk_bvshl);
    BV_LSHR         => Bin(mk_bvlshr);
    BV_ASHR         => Bin(mk_bvashr);
    BV_ULT          => Bin(mk_bvult);
    BV_ULE          => Bin(mk_bvule);
    BV_UGT          => Bin(mk_bvugt);
    BV_UGE          => Bin(mk_bvuge);
    BV_SLT          => Bin(mk_bvslt);
    BV_SLE          => Bin(mk_bvsle);
    BV_SGT          => Bin(mk_bvsgt);
    BV_SGE          => Bin(mk_bvsge);
    BV_NEGO         => Made(bv_nego);
    BV_UADDO        => Made(bv_uaddo);
    BV_SADDO        => Made(bv_saddo);
    BV_UMULO        => Made(bv_umulo);
    BV_SMULO        => Made(bv_smulo);
    BV_USUBO        => Made(bv_usubo);
    BV_SSUBO        => Made(bv_ssubo);
    BV_SDIVO        => Made(bv_sdivo);
    BV_UBV_TO_INT   => UnFlag(mk_bv2int, false);
    BV_SBV_TO_INT   => UnFlag(mk_bv2int, true);
    BV_TO_NAT       => UnFlag(mk_bv2int, false);
    SET_UNION       => Nary(mk_set_union);
    SET_INTERSECTION => Nary(mk_set_intersect);
    SET_MINUS       => Made(set_minus);
    SET_SUBSET      => Bin(mk_set_subset);
    SET_MEMBER      => Bin(mk_set_member);
    SET_SINGLETON   => Made(set_singleton);
    SET_INSERT      => Bin(mk_set_add);
    SET_CARD        => Missing;
    SET_COMPLEMENT  => Missing;
    SET_CHOOSE      => Missing;
    SET_IS_EMPTY    => Made(set_is_empty);
    SET_IS_SINGLETON => Missing;
    SET_COMPREHENSION => Missing;
    FP_ABS          => Un(mk_fpa_abs);
    FP_NEG          => Un(mk_fpa_neg);
    FP_ADD          => Ter(mk_fpa_add);
    FP_SUB          => Ter(mk_fpa_sub);
    FP_MUL          => Ter(mk_fpa_mul);
    FP_DIV          => Ter(mk_fpa_div);
    FP_FMA          => Quad(mk_fpa_fma);
    FP_SQRT         => Bin(mk_fpa_sqrt);
    FP_REM          => Bin(mk_fpa_rem);
    FP_RTI          => Bin(mk_fpa_round_to_integral);
    FP_MIN          => Bin(mk_fpa_min);
    FP_MAX          => Bin(mk_fpa_max);
    FP_LEQ          => Bin(mk_fpa_leq);
    FP_LT           => Bin(mk_fpa_lt);
    FP_GEQ          => Bin(mk_fpa_geq);
    FP_GT           => Bin(mk_fpa_gt);
    FP_EQ           => Bin(mk_fpa_eq);
    FP_IS_NORMAL    => Un(mk_fpa_is_normal);
    FP_IS_SUBNORMAL => Un(mk_fpa_is_subnormal);
    FP_IS_ZERO      => Un(mk_fpa_is_zero);
    FP_IS_INF       => Un(mk_fpa_is_infinite);
    FP_IS_NAN       => Un(mk_fpa_is_nan);
    FP_IS_NEG       => Un(mk_fpa_is_negative);
    FP_IS_POS       => Un(mk_fpa_is_positive);
    FP_FP           => Ter(mk_fpa_fp);
    FP_TO_FP_FROM_BV => UnTo(mk_fpa_to_fp_bv);
    FP_TO_FP_FROM_FP => BinTo(mk_fpa_to_fp_float);
    FP_TO_FP_FROM_REAL => BinTo(mk_fpa_to_fp_real);
    FP_TO_FP_FROM_SBV => BinTo(mk_fpa_to_fp_signed);
    FP_TO_FP_FROM_UBV => BinTo(mk_fpa_to_fp_unsigned);
    FP_TO_UBV       => BinIdx(mk_fpa_to_ubv);
    FP_TO_SBV       => BinIdx(mk_fpa_to_sbv);
    FP_TO_REAL      => Un(mk_fpa_to_real);
    STR_CONCAT      => Nary(mk_seq_concat);
    STR_LEN         => Un(mk_seq_length);
    STR_LT          => Bin(mk_str_lt);
    STR_LE          => Bin(mk_str_le);
    STR_AT          => Bin(mk_seq_at);
    STR_SUBSTR      => Ter(mk_seq_extract);
    STR_PREFIXOF    => Bin(mk_seq_prefix);
    STR_SUFFIXOF    => Bin(mk_seq_suffix);
    STR_CONTAINS    => Bin(mk_seq_contains);
    STR_INDEXOF     => Ter(mk_seq_index);
    STR_REPLACE     => Ter(mk_seq_replace);
    STR_REPLACE_ALL => Ter(mk_seq_replace_all);
    STR_REPLACE_RE  => Ter(mk_seq_replace_re);
    STR_REPLACE_RE_ALL => Ter(mk_seq_replace_re_all);
    STR_IS_DIGIT    => Made(str_is_digit);
    STR_TO_CODE     => Un(mk_string_to_code);
    STR_FROM_CODE   => Un(mk_string_from_code);
    STR_TO_INT      => Un(mk_str_to_int);
    STR_FROM_INT    => Un(mk_int_to_str);
    STR_TO_RE       => Un(mk_seq_to_re);
    STR_IN_RE       => Bin(mk_seq_in_re);
    RE_NONE         => OfSort(mk_re_empty);
    RE_ALL          => OfSort(mk_re_full);
    RE_ALLCHAR      => OfSort(mk_re_allchar);
    RE_CONCAT       => Nary(mk_re_concat);
    RE_UNION        => Nary(mk_re_union);
    RE_INTER        => Nary(mk_re_intersect);
    RE_DIFF         => Bin(mk_re_diff);
    RE_COMP         => Un(mk_re_complement);
    RE_STAR         => Un(mk_re_star);
    RE_PLUS         => Un(mk_re_plus);
    RE_OPT          => Un(mk_re_option);
    RE_RANGE        => Bin(mk_re_range);
    RE_POW          => Made(re_pow);
    RE_LOOP         => Made(re_loop);
    SEQ_CONCAT      => Nary(mk_seq_concat);
    SEQ_LENGTH      => Un(mk_seq_length);
    SEQ_EXTRACT     => Ter(mk_seq_extract);
    SEQ_UPDATE      => Made(seq_update);
    SEQ_AT          => Bin(mk_seq_at);
    SEQ_CONTAINS    => Bin(mk_seq_contains);
    SEQ_INDEXOF     => Ter(mk_seq_index);
    SEQ_REPLACE     => Ter(mk_seq_replace);
    SEQ_REPLACE_ALL => Ter(mk_seq_replace_all);
    SEQ_REV         => Missing;
    SEQ_PREFIX      => Bin(mk_seq_prefix);
    SEQ_SUFFIX      => Bin(mk_seq_suffix);
    SEQ_UNIT        => Un(mk_seq_unit);
    SEQ_NTH         => Bin(mk_seq_nth);
    FINITE_FIELD_NEG => Un(mk_ff_neg);
    FINITE_FIELD_ADD => Nary(mk_ff_add);
    FINITE_FIELD_MULT => Nary(mk_ff_mul);
    FINITE_FIELD_BITSUM => Nary(mk_ff_bitsum);
    DT_APPLY_CONS   => Special;
    DT_APPLY_SEL    => Special;
    DT_APPLY_TESTER => Special;
    DT_APPLY_UPDATER => Special;
    DT_MATCH_CASE   => Special;
    DT_MATCH_BIND_CASE => Special;
    DT_MATCH        => Special;
    TUPLE           => Made(tuple);
    TUPLE_SELECT    => Made(tuple_select);
    TUPLE_UPDATE    => Made(tuple_update);
}

static ENCODINGS: LazyLock<Encodings<&Encoding>> = LazyLock::new(|| {
    let base = ROWS.iter().map(|(op, encoding)| (*op, encoding));
    Encodings::new(base, EXTENSIONS, own::ENCODINGS)
});

/// Whether the library has what `op` needs. Operators that need several calls fall back to
/// functions that every release has.
pub(super) fn supports(api: &Z3Api, op: Op) -> bool {
    // In 4.8.5 `nth` returns a sequence. It is right in 4.8.7, which is the first release with this
    // function.
    if op == op::SEQ_NTH && !api.Z3_get_lstring.exists() {
        return false;
    }
    match ENCODINGS.of(op).map(|row| row.0) {
        Ok(Made(_) | Special) => true,
        Ok(encoding) => encoding.function().is_some_and(|(_, exists)| exists(api)),
        Err(_) => false,
    }
}

/// The functions that make operators, with the names of the operators in SMT-LIB.
pub(super) fn functions() -> Vec<(&'static str, &'static str)> {
    let ops = op::Ops::with(EXTENSIONS);
    let function = |op| ENCODINGS.of(op).ok()?.0.function();
    let named = |op| Some((function(op)?.0, ops.row(op).smt));
    ops.iter().filter_map(named).collect()
}

impl Encoding {
    /// The function that makes applications: its name, and whether a library has it.
    fn function(&self) -> Option<(&'static str, Exists)> {
        match self {
            Un(Slot { name, exists, .. })
            | Bin(Slot { name, exists, .. })
            | Ter(Slot { name, exists, .. })
            | Nary(Slot { name, exists, .. })
            | Idx1(Slot { name, exists, .. })
            | Idx2(Slot { name, exists, .. })
            | BinIdx(Slot { name, exists, .. })
            | Quad(Slot { name, exists, .. })
            | UnTo(Slot { name, exists, .. })
            | BinTo(Slot { name, exists, .. })
            | TerTo(Slot { name, exists, .. })
            | UnFlag(Slot { name, exists, .. }, _)
            | TerOf(Slot { name, exists, .. }, _)
            | QuadOf(Slot { name, exists, .. }, _)
            | OfSort(Slot { name, exists, .. }) => Some((name, *exists)),
            Made(_) | Special | Missing => None,
        }
    }
}

/// Makes applications. The seed of the call decides between several ways.
pub(super) struct Maker<'a> {
    pub(super) context: &'a Rc<Context>,
    pub(super) rng: &'a mut Rng,
    /// The sort of the application.
    pub(super) sort: &'a Sort,
}

impl Maker<'_> {
    /// An application of an operator to terms.
    pub(super) fn make(&mut self, op: Op, args: &[Ast], indices: &[u32]) -> Result<Ast> {
        let (encoding, fold) = ENCODINGS.of(op)?;
        let context = self.context;
        match (encoding, args, indices) {
            (Un(slot), [a], []) => (slot.make)(context, a),
            (Bin(slot), [_, _, ..], []) => {
                self.folded(*fold, args, &|a, b| (slot.make)(context, a, b))
            }
            (Ter(slot), [a, b, c], []) => (slot.make)(context, a, b, c),
            (Nary(slot), [_, _, ..], []) if args.len() > 2 && self.rng.chance(30) => {
                let pair = |a: &Ast, b: &Ast| (slot.make)(context, &[a.clone(), b.clone()]);
                self.folded(*fold, args, &pair)
            }
            (Nary(slot), [_, ..], []) => (slot.make)(context, args),
            (Idx1(slot), [a], [index]) => (slot.make)(context, *index, a),
            (Idx2(slot), [a], [high, low]) => (slot.make)(context, *high, *low, a),
            (BinIdx(slot), [a, b], [index]) => (slot.make)(context, a, b, *index),
            (Quad(slot), [a, b, c, d], []) => (slot.make)(context, a, b, c, d),
            (UnTo(slot), [a], [e, s]) => (slot.make)(context, a, &format_sort(context, *e, *s)?),
            (BinTo(slot), [a, b], [e, s]) => {
                (slot.make)(context, a, b, &format_sort(context, *e, *s)?)
            }
            (TerTo(slot), [a, b, c], [e, s]) => {
                (slot.make)(context, a, b, c, &format_sort(context, *e, *s)?)
            }
            (TerOf(slot, arity), [f, a, b], []) => {
                (slot.make)(context, &made::uncurried(context, f, *arity)?, a, b)
            }
            (QuadOf(slot, arity), [f, a, b, c], []) => {
                (slot.make)(context, &made::uncurried(context, f, *arity)?, a, b, c)
            }
            (UnFlag(slot, flag), [a], []) => (slot.make)(context, a, *flag),
            (OfSort(slot), [], []) => {
                (slot.make)(context, &context.mk_re_sort(&context.mk_string_sort()?)?)
            }
            (Made(make), _, _) => make(self, args, indices),
            _ => Err(malformed()),
        }
    }

    fn folded(
        &mut self,
        fold: Fold,
        args: &[Ast],
        pair: &dyn Fn(&Ast, &Ast) -> Result<Ast>,
    ) -> Result<Ast> {
        let conjunction = |parts: &[Ast]| self.context.mk_and(parts);
        folded(fold, args, pair, conjunction)
    }

    fn not(&self, a: &Ast) -> Result<Ast> {
        self.context.mk_not(a)
    }

    /// The negation of a conjunction, or of its only part.
    fn not_both(&mut self, a: &Ast, b: &Ast) -> Result<Ast> {
        if self.rng.coin() {
            let both = self.context.mk_and(&[a.clone(), b.clone()])?;
            self.not(&both)
        } else {
            let parts = [self.not(a)?, self.not(b)?];
            self.context.mk_or(&parts)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::profile::Profile;

    #[test]
    fn every_operator_has_one_row_of_its_shape() {
        let ops = op::Ops::with(EXTENSIONS);
        let profile = Profile::load([("z3", include_str!("profile.json"))]).unwrap();
        let has = |op: &Op| profile.theories().has(ops.row(*op).theory);
        let base: Vec<Op> = op::Ops::base().iter().filter(has).collect();
        let listed: Vec<Op> = ROWS.iter().map(|(op, _)| *op).collect();
        assert_eq!(listed, base, "rows follow the base table");
        for op in ops.iter().filter(has) {
            let signature = ops.signature(op);
            let (args, indices) = (signature.args.len(), signature.indices.len());
            let fits = match ENCODINGS.of(op).unwrap().0 {
                Un(_) | UnFlag(..) => (args, indices) == (1, 0),
                Bin(_) => (args, indices) == (2, 0),
                Nary(_) => (1..=2).contains(&args) && indices == 0,
                Ter(_) | TerOf(..) => (args, indices) == (3, 0),
                Idx1(_) => (args, indices) == (1, 1),
                Idx2(_) | UnTo(_) => (args, indices) == (1, 2),
                BinIdx(_) => (args, indices) == (2, 1),
                BinTo(_) => (args, indices) == (2, 2),
                TerTo(_) => (args, indices) == (3, 2),
                Quad(_) | QuadOf(..) => (args, indices) == (4, 0),
                OfSort(_) => (args, indices) == (0, 0),
                Made(_) | Missing => true,
                Special => signature.shape != op::Shape::Plain,
            };
            assert!(fits, "{}", ops.row(op).name);
        }
    }
}
