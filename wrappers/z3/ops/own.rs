//! Operators that only Z3 has.

use crate::shared::encoding::extension_ops;
use crate::z3::ops::Encoding::{self, Bin, Made, Nary, QuadOf, TerOf, TerTo, Un};
use crate::z3::ops::{made, slot};
use murxla_fsm::value::Value;
use num_bigint::BigInt;

extension_ops! { "z3-OP_";
    BV_REDAND   "bvredand"          Bv  "(BV n) -> (BV 1)"          => Un(slot!(Z3_mk_bvredand));
    BV_REDOR    "bvredor"           Bv  "(BV n) -> (BV 1)"          => Un(slot!(Z3_mk_bvredor));
    BV_EXT_ROTATE_LEFT "ext_rotate_left" Bv "(BV n) (BV n) -> (BV n)" => Bin(slot!(Z3_mk_ext_rotate_left));
    BV_EXT_ROTATE_RIGHT "ext_rotate_right" Bv "(BV n) (BV n) -> (BV n)" => Bin(slot!(Z3_mk_ext_rotate_right));
    BV_UMUL_NO_OVERFLOW "bvumul_noovfl" Bv "(BV n) (BV n) -> Bool :scripted" => Made(made::bv_umul_no_overflow), |_, a| unsigned_fits(a);
    BV_SMUL_NO_OVERFLOW "bvsmul_noovfl" Bv "(BV n) (BV n) -> Bool :scripted" => Made(made::bv_smul_no_overflow), |_, a| signed_product(a, |product, half| product < half);
    BV_SMUL_NO_UNDERFLOW "bvsmul_noudfl" Bv "(BV n) (BV n) -> Bool :scripted" => Bin(slot!(Z3_mk_bvmul_no_underflow)), |_, a| signed_product(a, |product, half| -product <= *half);
    SEQ_LAST_INDEX "seq.last_indexof" String "String String -> Int" => Bin(slot!(Z3_mk_seq_last_index));
    SEQ_LAST_INDEXOF "seq.last_indexof" Seq "(Seq e) (Seq e) -> Int" => Bin(slot!(Z3_mk_seq_last_index));
    SEQ_MAP     "seq.map"           Seq "(Array a b) (Seq a) -> (Seq b)" => Bin(slot!(Z3_mk_seq_map));
    SEQ_MAPI    "seq.mapi"          Seq "(Array Int (Array a b)) Int (Seq a) -> (Seq b)" => TerOf(slot!(Z3_mk_seq_mapi), 2);
    SEQ_FOLDL   "seq.foldl"         Seq "(Array b (Array a b)) b (Seq a) -> b" => TerOf(slot!(Z3_mk_seq_foldl), 2);
    SEQ_FOLDLI  "seq.foldli"        Seq "(Array Int (Array b (Array a b))) Int b (Seq a) -> b" => QuadOf(slot!(Z3_mk_seq_foldli), 3);
    SET_DELETE  "set.remove"        Set "(Set e) e -> (Set e)"      => Bin(slot!(Z3_mk_set_del));
    SET_COMPLEMENT "complement"     Set "(Set e) -> (Set e)"        => Un(slot!(Z3_mk_set_complement));
    SET_FULL    "full"              Set "{(Set e)} -> (Set e)"      => Made(made::set_full);
    LAMBDA      "lambda"            Array "x b -> (Array x b) :lambda" => Made(made::lambda);
    INT_REM     "rem"               Int "Int Int -> Int :quotient"  => Bin(slot!(Z3_mk_rem));
    INT_POWER   "^"                 Int "Int Int -> Int :scripted"  => Made(made::int_power);
    REAL_POWER  "^"                 Real "Real Real -> Real :scripted" => Bin(slot!(Z3_mk_power));
    FP_TO_IEEE_BV "fp.to_ieee_bv"   Fp  "(FP e s) -> (BV e+s)"      => Un(slot!(Z3_mk_fpa_to_ieee_bv));
    FP_TO_FP_FROM_INT_REAL "to_fp"  Fp  "{e 2..} {s 2..} RM Int Real -> (FP e s)" => TerTo(slot!(Z3_mk_fpa_to_fp_int_real));
    XOR_NONE    "xor"               Bool "-> Bool :scripted"        => Made(made::xor_none);
    INT_ADD_ONE "+"                 Int "Int -> Int :scripted"      => Nary(slot!(Z3_mk_add));
    INT_MUL_ONE "*"                 Int "Int -> Int :scripted"      => Nary(slot!(Z3_mk_mul));
    REAL_ADD_ONE "+"                Real "Real -> Real :scripted"   => Nary(slot!(Z3_mk_add));
    REAL_MUL_ONE "*"                Real "Real -> Real :scripted"   => Nary(slot!(Z3_mk_mul));
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
