//! Calls on algebraic numbers and on real closed fields. Names are those of the API.

use super::{Ast, Context, raw};
use crate::shared::library::methods::{Lift, Lower};
use murxla_fsm::solver::{Error, Result};
use std::ptr;
use std::rc::Rc;

/// A number of a real closed field. It is deleted when it is dropped.
pub(in crate::z3) struct RcfNum {
    raw: raw::Z3_rcf_num,
    context: Rc<Context>,
}

impl Drop for RcfNum {
    fn drop(&mut self) {
        if let Some(delete) = self.context.library.0.Z3_rcf_del.get() {
            // SAFETY: alive and of this context; nobody else deletes it.
            unsafe { delete.call(self.context.raw.as_ptr(), self.raw) };
        }
    }
}

impl Lower<Rc<Context>> for RcfNum {
    type Raw = raw::Z3_rcf_num;
    fn lower(&self, context: &Rc<Context>) -> Result<raw::Z3_rcf_num> {
        if Rc::ptr_eq(&self.context, context) {
            Ok(self.raw)
        } else {
            Err(Error::Rejected("a number of another context".to_owned()))
        }
    }
}

impl Lift<Rc<Context>> for RcfNum {
    type Raw = raw::Z3_rcf_num;

    fn lift(raw: raw::Z3_rcf_num, context: &Rc<Context>, _: &str) -> Result<Self> {
        // Null is the number zero.
        let context = Rc::clone(context);
        Ok(Self { raw, context })
    }
}

/// A bound of an interval, if it has one, and whether the interval is open there.
type Bound = Option<(RcfNum, bool)>;

impl Context {
    /// The roots of a polynomial in the last variable. The other variables are these numbers.
    pub(in crate::z3) fn roots(
        self: &Rc<Self>,
        polynomial: &Ast,
        numbers: &[Ast],
    ) -> Result<Vec<Ast>> {
        self.items(&self.algebraic_roots(polynomial, numbers)?)
    }

    /// The roots of a polynomial. The constant coefficient is the first.
    pub(in crate::z3) fn rcf_roots(
        self: &Rc<Self>,
        coefficients: &[RcfNum],
    ) -> Result<Vec<RcfNum>> {
        let lowered = Lower::lower_all(coefficients, self)?;
        // There are fewer roots than coefficients.
        let mut roots = vec![ptr::null_mut(); lowered.len()];
        let n = lowered.len() as u32;
        let count = call!(
            self,
            Z3_rcf_mk_roots(n, lowered.as_ptr(), roots.as_mut_ptr())
        );
        let roots = roots.into_iter().take(count as usize);
        roots
            .map(|root| RcfNum::lift(root, self, "Z3_rcf_mk_roots"))
            .collect()
    }

    /// An interval that contains an algebraic number: its bounds, if there are any, and whether it
    /// is open there.
    pub(in crate::z3) fn interval_of(
        self: &Rc<Self>,
        number: &RcfNum,
    ) -> Result<Option<[Bound; 2]>> {
        let (has, no_lower, lower_open, lower, no_upper, upper_open, upper) =
            self.rcf_interval(number)?;
        let bounds = [
            (!no_lower).then_some((lower, lower_open)),
            (!no_upper).then_some((upper, upper_open)),
        ];
        Ok((has != 0).then_some(bounds))
    }
}
