//! Calls on algebraic numbers and on real closed fields. Names are those of the API.

use super::{Ast, Context, Lift, Lower, Symbol, Vector, found, lower_all, raw};
use murxla_fsm::solver::{Error, Result};
use std::ffi::CStr;
use std::ptr;
use std::rc::Rc;

/// A number of a real closed field. It is deleted when it is dropped.
pub(in crate::z3) struct RcfNum {
    raw: raw::Z3_rcf_num,
    context: Rc<Context>,
}

impl Drop for RcfNum {
    fn drop(&mut self) {
        if let Some(delete) = self.context.library.api.Z3_rcf_del.get() {
            // SAFETY: alive and of this context; nobody else deletes it.
            unsafe { delete.call(self.context.raw.as_ptr(), self.raw) };
        }
    }
}

impl Lower for RcfNum {
    type Raw = raw::Z3_rcf_num;
    fn lower(&self, context: &Context) -> Result<raw::Z3_rcf_num> {
        if ptr::eq(&*self.context, context) {
            Ok(self.raw)
        } else {
            Err(Error::Rejected("a number of another context".to_owned()))
        }
    }
}

impl Lift for raw::Z3_rcf_num {
    type Safe = RcfNum;
    fn lift(self, context: &Rc<Context>, _: &str) -> Result<RcfNum> {
        // Null is the number zero.
        let context = Rc::clone(context);
        Ok(RcfNum { raw: self, context })
    }
}

/// A bound of an interval, if it has one, and whether the interval is open there.
type Bound = Option<(RcfNum, bool)>;

impl Context {
    methods! {
        Z3_algebraic_add => algebraic_add(a: &Ast, a2: &Ast) -> Ast;
        Z3_algebraic_div => algebraic_div(a: &Ast, a2: &Ast) -> Ast;
        Z3_algebraic_eq => algebraic_eq(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_ge => algebraic_ge(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_get_i => algebraic_get_i(a: &Ast) -> u32;
        Z3_algebraic_get_poly => algebraic_get_poly(a: &Ast) -> Vector;
        Z3_algebraic_gt => algebraic_gt(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_is_neg => algebraic_is_neg(a: &Ast) -> bool;
        Z3_algebraic_is_pos => algebraic_is_pos(a: &Ast) -> bool;
        Z3_algebraic_is_value => algebraic_is_value(a: &Ast) -> bool;
        Z3_algebraic_is_zero => algebraic_is_zero(a: &Ast) -> bool;
        Z3_algebraic_le => algebraic_le(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_lt => algebraic_lt(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_mul => algebraic_mul(a: &Ast, a2: &Ast) -> Ast;
        Z3_algebraic_neq => algebraic_neq(a: &Ast, a2: &Ast) -> bool;
        Z3_algebraic_power => algebraic_power(a: &Ast, n: u32) -> Ast;
        Z3_algebraic_root => algebraic_root(a: &Ast, n: u32) -> Ast;
        Z3_algebraic_sign => algebraic_sign(a: &Ast) -> i32;
        Z3_algebraic_sub => algebraic_sub(a: &Ast, a2: &Ast) -> Ast;
        Z3_get_algebraic_number_lower => get_algebraic_number_lower(a: &Ast, n: u32) -> Ast;
        Z3_get_algebraic_number_upper => get_algebraic_number_upper(a: &Ast, n: u32) -> Ast;
        Z3_polynomial_subresultants => polynomial_subresultants(a: &Ast, a2: &Ast, a3: &Ast) -> Vector;
        Z3_rcf_add => rcf_add(a: &RcfNum, a2: &RcfNum) -> RcfNum;
        Z3_rcf_coefficient => rcf_coefficient(a: &RcfNum, n: u32) -> RcfNum;
        Z3_rcf_div => rcf_div(a: &RcfNum, a2: &RcfNum) -> RcfNum;
        Z3_rcf_eq => rcf_eq(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_extension_index => rcf_extension_index(a: &RcfNum) -> u32;
        Z3_rcf_ge => rcf_ge(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_gt => rcf_gt(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_infinitesimal_name => rcf_infinitesimal_name(a: &RcfNum) -> Symbol;
        Z3_rcf_inv => rcf_inv(a: &RcfNum) -> RcfNum;
        Z3_rcf_is_algebraic => rcf_is_algebraic(a: &RcfNum) -> bool;
        Z3_rcf_is_infinitesimal => rcf_is_infinitesimal(a: &RcfNum) -> bool;
        Z3_rcf_is_rational => rcf_is_rational(a: &RcfNum) -> bool;
        Z3_rcf_is_transcendental => rcf_is_transcendental(a: &RcfNum) -> bool;
        Z3_rcf_le => rcf_le(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_lt => rcf_lt(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_mk_e => rcf_mk_e() -> RcfNum;
        Z3_rcf_mk_infinitesimal => rcf_mk_infinitesimal() -> RcfNum;
        Z3_rcf_mk_pi => rcf_mk_pi() -> RcfNum;
        Z3_rcf_mk_rational => rcf_mk_rational(text: &CStr) -> RcfNum;
        Z3_rcf_mk_small_int => rcf_mk_small_int(n: i32) -> RcfNum;
        Z3_rcf_mul => rcf_mul(a: &RcfNum, a2: &RcfNum) -> RcfNum;
        Z3_rcf_neg => rcf_neg(a: &RcfNum) -> RcfNum;
        Z3_rcf_neq => rcf_neq(a: &RcfNum, a2: &RcfNum) -> bool;
        Z3_rcf_num_coefficients => rcf_num_coefficients(a: &RcfNum) -> u32;
        Z3_rcf_num_sign_condition_coefficients => rcf_num_sign_condition_coefficients(a: &RcfNum, n: u32) -> u32;
        Z3_rcf_num_sign_conditions => rcf_num_sign_conditions(a: &RcfNum) -> u32;
        Z3_rcf_num_to_decimal_string => rcf_num_to_decimal_string(a: &RcfNum, n: u32) -> String;
        Z3_rcf_num_to_string => rcf_num_to_string(a: &RcfNum, on: bool, on2: bool) -> String;
        Z3_rcf_power => rcf_power(a: &RcfNum, n: u32) -> RcfNum;
        Z3_rcf_sign_condition_coefficient => rcf_sign_condition_coefficient(a: &RcfNum, n: u32, n2: u32) -> RcfNum;
        Z3_rcf_sign_condition_sign => rcf_sign_condition_sign(a: &RcfNum, n: u32) -> i32;
        Z3_rcf_sub => rcf_sub(a: &RcfNum, a2: &RcfNum) -> RcfNum;
        Z3_rcf_transcendental_name => rcf_transcendental_name(a: &RcfNum) -> Symbol;
    }

    /// The sign of a polynomial, whose variable n is the n-th number.
    pub(in crate::z3) fn sign_of(
        self: &Rc<Self>,
        polynomial: &Ast,
        numbers: &[Ast],
    ) -> Result<i32> {
        let (polynomial, mut numbers) = (polynomial.lower(self)?, lower_all(self, numbers)?);
        let (n, numbers) = (numbers.len() as u32, numbers.as_mut_ptr());
        Ok(call!(self, Z3_algebraic_eval(polynomial, n, numbers)))
    }

    /// The roots of a polynomial in the last variable. The other variables are these numbers.
    pub(in crate::z3) fn roots(
        self: &Rc<Self>,
        polynomial: &Ast,
        numbers: &[Ast],
    ) -> Result<Vec<Ast>> {
        let (polynomial, mut numbers) = (polynomial.lower(self)?, lower_all(self, numbers)?);
        let (n, numbers) = (numbers.len() as u32, numbers.as_mut_ptr());
        let roots = call!(self, Z3_algebraic_roots(polynomial, n, numbers));
        self.items(&roots.lift(self, "Z3_algebraic_roots")?)
    }

    /// The roots of a polynomial. The constant coefficient is the first.
    pub(in crate::z3) fn rcf_roots(
        self: &Rc<Self>,
        coefficients: &[RcfNum],
    ) -> Result<Vec<RcfNum>> {
        let lowered = coefficients.iter().map(|c| c.lower(self));
        let lowered = lowered.collect::<Result<Vec<_>>>()?;
        // There are fewer roots than coefficients.
        let mut roots = vec![ptr::null_mut(); lowered.len()];
        let n = lowered.len() as u32;
        let count = call!(
            self,
            Z3_rcf_mk_roots(n, lowered.as_ptr(), roots.as_mut_ptr())
        );
        let roots = roots.into_iter().take(count as usize);
        roots
            .map(|root| root.lift(self, "Z3_rcf_mk_roots"))
            .collect()
    }

    /// A number as a fraction.
    pub(in crate::z3) fn rcf_fraction(
        self: &Rc<Self>,
        number: &RcfNum,
    ) -> Result<(RcfNum, RcfNum)> {
        let (number, mut n, mut d) = (number.lower(self)?, ptr::null_mut(), ptr::null_mut());
        call!(
            self,
            Z3_rcf_get_numerator_denominator(number, &mut n, &mut d)
        );
        let function = "Z3_rcf_get_numerator_denominator";
        Ok((n.lift(self, function)?, d.lift(self, function)?))
    }

    /// An interval that contains an algebraic number: its bounds, if there are any, and whether it
    /// is open there.
    pub(in crate::z3) fn rcf_interval(
        self: &Rc<Self>,
        number: &RcfNum,
    ) -> Result<Option<[Bound; 2]>> {
        let number = number.lower(self)?;
        let (mut lower, mut upper) = (ptr::null_mut(), ptr::null_mut());
        let [mut no_lower, mut lower_open, mut no_upper, mut upper_open] = [false; 4];
        let has = call!(
            self,
            Z3_rcf_interval(
                number,
                &mut no_lower,
                &mut lower_open,
                &mut lower,
                &mut no_upper,
                &mut upper_open,
                &mut upper
            )
        );
        let lift = |bound: raw::Z3_rcf_num| bound.lift(self, "Z3_rcf_interval");
        // All are owned, so that they are deleted.
        let (lower, upper) = (lift(lower)?, lift(upper)?);
        let bounds = [
            (!no_lower).then_some((lower, lower_open)),
            (!no_upper).then_some((upper, upper_open)),
        ];
        Ok((has != 0).then_some(bounds))
    }
}
