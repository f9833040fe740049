//! Operators that a solver has in its API, but not in its language, or not in this form. The script
//! defines them as functions, which the parser replaces by their bodies.

use super::applied::{Applied, param};
use super::{Dialect, Script};
use murxla_fsm::op::{
    BV_NEGO, BV_SADDO, BV_SDIVO, BV_SMULO, BV_SSUBO, BV_UADDO, BV_UMULO, BV_USUBO, Op, STR_LE,
    STR_LT,
};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortId;

/// The smallest signed value of bit-vectors of a width.
fn write_least_signed(width: u32) -> String {
    format!("#b1{}", "0".repeat(width as usize - 1))
}

impl Script {
    /// The symbol of the function that stands for an operator with arguments of these sorts.
    /// Defines it if it is new. `None` if the dialect has the operator.
    pub(super) fn definition(
        &mut self,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result<Option<String>> {
        let sorts = args.iter().map(|arg| Ok(self.state.terms.get(*arg)?.sort));
        let sorts: Vec<SortId> = sorts.collect::<Result<_>>()?;
        let Some(body) = self.body_of(op, indices, &sorts)? else {
            return Ok(None);
        };
        let mut params = String::new();
        for (n, sort) in sorts.iter().enumerate() {
            params.push_str(&format!(" ({} {})", param(n), self.sort_text(*sort)?));
        }
        let head = format!("({}) {}", params.trim_start(), self.sort_text(sort)?);
        let key = format!("{} {indices:?} {head}", self.row(op)?.smt);
        if let Some(symbol) = self.state.declarations.operators.get(&key) {
            return Ok(Some(symbol.clone()));
        }
        let name = self.row(op)?.smt.to_owned();
        let symbol = self.state.symbols.fresh(&name);
        self.command(&format!("(define-fun {symbol} {head} {body})"));
        self.state
            .declarations
            .operators
            .insert(key, symbol.clone());
        Ok(Some(symbol))
    }

    /// The definition of an operator that the dialect does not have.
    fn body_of(&self, op: Op, indices: &[u32], sorts: &[SortId]) -> Result<Option<String>> {
        let row = self.row(op)?;
        if self.dialect.lacks(row.name) {
            return Err(Error::Unsupported(row.name.to_owned()));
        }
        let Dialect { language, .. } = &self.dialect;
        let applied = Applied {
            op,
            own: row.name.split_once("-OP_").map(|(_, name)| name),
            indices,
            args: sorts,
            sorts: &self.state.sorts,
            sort_text: &|sort| self.sort_text(sort),
            has_new_conversions: self.dialect.is_in(language.terms.new_conversions),
        };
        Ok(match op {
            STR_LT | STR_LE if !language.terms.has_chains_of_strings && sorts.len() > 2 => {
                Some(chain(row.smt, sorts.len()))
            }
            BV_UMULO | BV_SMULO if self.dialect.is_in(language.terms.no_overflow) => applied
                .width()
                .and_then(|_| write_overflow_by_predicates(op)),
            _ if !self.dialect.is_in(language.terms.overflow) && overflow(op, 1).is_some() => {
                applied.width().and_then(|width| overflow(op, width))
            }
            _ => (language.terms.definition)(&applied)?,
        })
    }
}

/// A comparison of neighbours.
fn chain(symbol: &str, count: usize) -> String {
    let pairs = (1..count).map(|n| format!(" ({symbol} {} {})", param(n - 1), param(n)));
    format!("(and{})", pairs.collect::<String>())
}

/// Whether an operation on bit-vectors overflows.
pub(crate) fn overflow(op: Op, width: u32) -> Option<String> {
    let zero = format!("(_ bv0 {width})");
    Some(match op {
        BV_NEGO => format!("(= x0 {})", write_least_signed(width)),
        BV_UADDO => "(bvult (bvadd x0 x1) x0)".to_owned(),
        BV_SADDO => format!("(distinct (bvslt x1 {zero}) (bvslt (bvadd x0 x1) x0))"),
        BV_USUBO => "(bvult x0 x1)".to_owned(),
        BV_SSUBO => format!("(distinct (bvslt {zero} x1) (bvslt (bvsub x0 x1) x0))"),
        BV_UMULO => {
            let (high, zeros) = (2 * width - 1, format!("(_ bv0 {width})"));
            let product = product("zero_extend", width);
            format!("(distinct ((_ extract {high} {width}) {product}) {zeros})")
        }
        BV_SMULO => {
            let product = product("sign_extend", width);
            format!("(distinct {product} ((_ sign_extend {width}) (bvmul x0 x1)))")
        }
        BV_SDIVO => format!(
            "(and (= x0 {}) (= x1 (bvnot {zero})))",
            write_least_signed(width)
        ),
        _ => return None,
    })
}

/// A bit-vector with one bit that is 1 if the formula holds.
pub(crate) fn bit(formula: &str) -> String {
    format!("(ite {formula} #b1 #b0)")
}

/// The product of two bit-vectors in twice their width.
fn product(extend: &str, width: u32) -> String {
    format!("(bvmul ((_ {extend} {width}) x0) ((_ {extend} {width}) x1))")
}

/// The formula that a product overflows, by predicates for products that do not overflow. They are
/// faster than a product of twice the width.
fn write_overflow_by_predicates(op: Op) -> Option<String> {
    match op {
        BV_UMULO => Some("(not (bvumul_noovfl x0 x1))".to_owned()),
        BV_SMULO => Some("(not (and (bvsmul_noovfl x0 x1) (bvsmul_noudfl x0 x1)))".to_owned()),
        _ => None,
    }
}
