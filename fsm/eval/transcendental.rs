//! Transcendental functions at the arguments where their values are rational. All other values are
//! irrational by the theorem of Lindemann.

use crate::op::{
    Op, TRANS_ARCSINE, TRANS_ARCTANGENT, TRANS_COSINE, TRANS_EXPONENTIAL, TRANS_SECANT, TRANS_SINE,
    TRANS_TANGENT,
};
use crate::value::Value;
use num_rational::BigRational;
use num_traits::{One, Zero};

pub(super) fn apply(op: Op, args: &[&Value]) -> Option<Value> {
    let [Value::Real(arg)] = args else {
        return None;
    };
    let at_zero = match op {
        TRANS_SINE | TRANS_TANGENT | TRANS_ARCSINE | TRANS_ARCTANGENT => BigRational::zero(),
        TRANS_EXPONENTIAL | TRANS_COSINE | TRANS_SECANT => BigRational::one(),
        _ => return None,
    };
    arg.is_zero().then_some(Value::Real(at_zero))
}
