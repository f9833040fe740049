//! Operators that only Z3 has.

use crate::shared::encoding::extension_ops;
use crate::z3::methods::slots;
use crate::z3::ops::Encoding::{self, Bin, Idx1, Made, Nary, QuadOf, TerOf, TerTo, Un};
use crate::z3::ops::made;
use murxla_fsm::value::{Bv, Str, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

extension_ops! { "z3-OP_";
    BV_REDAND   "bvredand"          Bv  "(BV n) -> (BV 1)"          => Un(slots::mk_bvredand);
    BV_REDOR    "bvredor"           Bv  "(BV n) -> (BV 1)"          => Un(slots::mk_bvredor);
    BV_EXT_ROTATE_LEFT "ext_rotate_left" Bv "(BV n) (BV n) -> (BV n)" => Bin(slots::mk_ext_rotate_left);
    BV_EXT_ROTATE_RIGHT "ext_rotate_right" Bv "(BV n) (BV n) -> (BV n)" => Bin(slots::mk_ext_rotate_right);
    BV_UMUL_NO_OVERFLOW "bvumul_noovfl" Bv "(BV n) (BV n) -> Bool :scripted" => Made(made::bv_umul_no_overflow), |_, a| unsigned_fits(a);
    BV_SMUL_NO_OVERFLOW "bvsmul_noovfl" Bv "(BV n) (BV n) -> Bool :scripted" => Made(made::bv_smul_no_overflow), |_, a| signed_product(a, |product, half| product < half);
    BV_SMUL_NO_UNDERFLOW "bvsmul_noudfl" Bv "(BV n) (BV n) -> Bool :scripted" => Bin(slots::mk_bvmul_no_underflow), |_, a| signed_product(a, |product, half| -product <= *half);
    SEQ_LAST_INDEX "seq.last_indexof" String "String String -> Int" => Bin(slots::mk_seq_last_index);
    SEQ_LAST_INDEXOF "seq.last_indexof" Seq "(Seq e) (Seq e) -> Int" => Bin(slots::mk_seq_last_index);
    SEQ_MAP     "seq.map"           Seq "(Array a b) (Seq a) -> (Seq b)" => Bin(slots::mk_seq_map);
    SEQ_MAPI    "seq.mapi"          Seq "(Array Int (Array a b)) Int (Seq a) -> (Seq b)" => TerOf(slots::mk_seq_mapi, 2);
    SEQ_FOLDL   "seq.foldl"         Seq "(Array b (Array a b)) b (Seq a) -> b" => TerOf(slots::mk_seq_foldl, 2);
    SEQ_FOLDLI  "seq.foldli"        Seq "(Array Int (Array b (Array a b))) Int b (Seq a) -> b" => QuadOf(slots::mk_seq_foldli, 3);
    SET_DELETE  "set.remove"        Set "(Set e) e -> (Set e)"      => Bin(slots::mk_set_del);
    SET_COMPLEMENT "complement"     Set "(Set e) -> (Set e)"        => Un(slots::mk_set_complement);
    SET_FULL    "full"              Set "{(Set e)} -> (Set e)"      => Made(made::set_full);
    LAMBDA      "lambda"            Array "x b -> (Array x b) :lambda" => Made(made::lambda);
    INT_REM     "rem"               Int "Int Int -> Int :quotient"  => Bin(slots::mk_rem);
    INT_POWER   "^"                 Int "Int Int -> Int :scripted"  => Made(made::int_power);
    REAL_POWER  "^"                 Real "Real Real -> Real :scripted" => Bin(slots::mk_power);
    FP_TO_IEEE_BV "fp.to_ieee_bv"   Fp  "(FP e s) -> (BV e+s)"      => Un(slots::mk_fpa_to_ieee_bv);
    FP_TO_FP_FROM_INT_REAL "to_fp"  Fp  "{e 2..} {s 2..} RM Int Real -> (FP e s)" => TerTo(slots::mk_fpa_to_fp_int_real);
    XOR_NONE    "xor"               Bool "-> Bool :scripted"        => Made(made::xor_none);
    INT_ADD_ONE "+"                 Int "Int -> Int :scripted"      => Nary(slots::mk_add);
    INT_MUL_ONE "*"                 Int "Int -> Int :scripted"      => Nary(slots::mk_mul);
    REAL_ADD_ONE "+"                Real "Real -> Real :scripted"   => Nary(slots::mk_add);
    REAL_MUL_ONE "*"                Real "Real -> Real :scripted"   => Nary(slots::mk_mul);
    AT_MOST     "at-most"           Bool "{k 0..~8} Bool -> Bool :any" => Made(made::at_most), |k, a| counted(k, a, |count, bound| count <= bound);
    AT_LEAST    "at-least"          Bool "{k 0..~8} Bool -> Bool :any" => Made(made::at_least), |k, a| counted(k, a, |count, bound| count >= bound);
    PB_LE       "pble"              Bool "{k 0..~9} {a 0..~4} {b 0..~4} {c 0..~4} Bool Bool Bool -> Bool" => Made(made::pb_le), |k, a| weighed(k, k.get(1..)?, a, |sum, bound| sum <= bound);
    PB_GE       "pbge"              Bool "{k 0..~9} {a 0..~4} {b 0..~4} {c 0..~4} Bool Bool Bool -> Bool" => Made(made::pb_ge), |k, a| weighed(k, k.get(1..)?, a, |sum, bound| sum >= bound);
    PB_EQ       "pbeq"              Bool "{k 0..~9} {a 0..~4} {b 0..~4} {c 0..~4} Bool Bool Bool -> Bool" => Made(made::pb_eq), |k, a| weighed(k, k.get(1..)?, a, |sum, bound| sum == bound);
    BV_BIT      "bit2bool"          Bv  "{k 0..n-1} (BV n) -> Bool" => Idx1(slots::mk_bit2bool), bit;
    UBV_TO_STR  "str.from_ubv"      String "(BV n) -> String"       => Un(slots::mk_ubv_to_str), |_, a| digits(a, |a| a.unsigned().to_string());
    SBV_TO_STR  "str.from_sbv"      String "(BV n) -> String"       => Un(slots::mk_sbv_to_str), |_, a| digits(a, |a| a.signed().to_string());
    STR_NTH     "seq.nth"           String "String Int -> String :scripted" => Made(made::str_nth), |_, a| character(a);
    LINEAR_ORDER "linear-order"     Uf  "{n 0..} a a -> Bool :scripted" => Made(made::linear_order);
    PARTIAL_ORDER "partial-order"   Uf  "{n 0..} a a -> Bool :scripted" => Made(made::partial_order);
    PIECEWISE_LINEAR_ORDER "piecewise-linear-order" Uf "{n 0..} a a -> Bool :scripted" => Made(made::piecewise_linear_order);
    TREE_ORDER  "tree-order"        Uf  "{n 0..} a a -> Bool :scripted" => Made(made::tree_order);
    TRANSITIVE_CLOSURE "transitive-closure" Uf "(-> a a Bool) a a -> Bool :scripted" => Made(made::transitive_closure);
    RE_INTER_ONE "re.inter"         String "RegLan -> RegLan :scripted" => Made(made::re_inter_one);
}

/// Whether the product of two numbers without signs has their width.
fn unsigned_fits(args: &[&Value]) -> Option<Value> {
    let [Value::Bv(a), Value::Bv(b)] = args else {
        return None;
    };
    let product = a.unsigned() * b.unsigned();
    Some(Value::Bool(product.bits() <= u64::from(a.width())))
}

/// Compares the product of two numbers with signs and half of the number of values of their width.
fn signed_product(args: &[&Value], holds: fn(&BigInt, &BigInt) -> bool) -> Option<Value> {
    let [Value::Bv(a), Value::Bv(b)] = args else {
        return None;
    };
    let half = BigInt::from(1) << (a.width() - 1);
    Some(Value::Bool(holds(&(a.signed() * b.signed()), &half)))
}

/// The number of formulas that are true, and the index.
fn counted(indices: &[u32], args: &[&Value], holds: fn(u64, u64) -> bool) -> Option<Value> {
    let weights = vec![1; args.len()];
    weighed(indices, &weights, args, holds)
}

/// The sum of the weights of the formulas that are true, and the first index.
fn weighed(
    indices: &[u32],
    weights: &[u32],
    args: &[&Value],
    holds: fn(u64, u64) -> bool,
) -> Option<Value> {
    let mut sum = 0;
    for (arg, weight) in args.iter().zip(weights) {
        match arg {
            Value::Bool(true) => sum += u64::from(*weight),
            Value::Bool(false) => {}
            _ => return None,
        }
    }
    Some(Value::Bool(holds(sum, u64::from(*indices.first()?))))
}

fn bit(indices: &[u32], args: &[&Value]) -> Option<Value> {
    let ([Value::Bv(a)], [place]) = (args, indices) else {
        return None;
    };
    Some(Value::Bool(a.unsigned().bit(u64::from(*place))))
}

/// The digits of a number.
fn digits(args: &[&Value], of: fn(&Bv) -> String) -> Option<Value> {
    let [Value::Bv(a)] = args else {
        return None;
    };
    let chars: Vec<u32> = of(a).chars().map(u32::from).collect();
    Some(Value::String(Str::new(&chars)?))
}

/// The string of the character at a place.
fn character(args: &[&Value]) -> Option<Value> {
    let [Value::String(text), Value::Int(place)] = args else {
        return None;
    };
    let character = text.chars().get(place.to_usize()?)?;
    Some(Value::String(Str::new(&[*character])?))
}
