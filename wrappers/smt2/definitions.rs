//! Operators that a solver has in its API, but not in its language, or not in this form. The script
//! defines them as functions, which the parser replaces by their bodies.

use super::{Dialect, Script};
use murxla_fsm::op::{
    BV_NEGO, BV_SADDO, BV_SDIVO, BV_SMULO, BV_SSUBO, BV_UADDO, BV_UMULO, BV_USUBO, Op, STR_LE,
    STR_LT,
};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};

/// The name of a parameter.
pub(crate) fn param(n: usize) -> String {
    format!("x{n}")
}

/// The smallest value of bit-vectors.
fn least(width: u32) -> String {
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
        if let Some(symbol) = self.state.defined.get(&key) {
            return Ok(Some(symbol.clone()));
        }
        let name = self.row(op)?.smt.to_owned();
        let symbol = self.state.symbols.fresh(&name);
        self.command(&format!("(define-fun {symbol} {head} {body})"));
        self.state.defined.insert(key, symbol.clone());
        Ok(Some(symbol))
    }

    /// What an operator means, if the dialect does not have it.
    fn body_of(&self, op: Op, indices: &[u32], sorts: &[SortId]) -> Result<Option<String>> {
        let row = self.row(op)?;
        if self.dialect.lacks(row.name) {
            return Err(Error::Unsupported(row.name.to_owned()));
        }
        let applied = Applied {
            script: self,
            op,
            own: row.name.split_once("-OP_").map(|(_, name)| name),
            indices,
            sorts,
        };
        let Dialect { language, .. } = &self.dialect;
        Ok(match op {
            STR_LT | STR_LE if !language.has_chains_of_strings && sorts.len() > 2 => {
                Some(chain(row.smt, sorts.len()))
            }
            BV_UMULO | BV_SMULO if self.dialect.is_in(language.no_overflow) => {
                applied.width().and_then(|_| no_overflow(op))
            }
            _ if !self.dialect.is_in(language.overflow) && overflow(op, 1).is_some() => {
                applied.width().and_then(|width| overflow(op, width))
            }
            _ => (language.definition)(&applied)?,
        })
    }
}

/// An application of an operator that a language may have to define. The parameters of the
/// definition are `x0`, `x1`, …
pub(crate) struct Applied<'a> {
    script: &'a Script,
    pub(crate) op: Op,
    /// The name of an operator that only one solver has, without its prefix.
    pub(crate) own: Option<&'a str>,
    pub(crate) indices: &'a [u32],
    pub(crate) sorts: &'a [SortId],
}

impl Applied<'_> {
    /// The sort of the first argument.
    pub(crate) fn sort(&self) -> Option<&Sort> {
        self.script.state.sorts.get(*self.sorts.first()?)
    }

    /// The width of the bit-vectors to which the operator is applied.
    pub(crate) fn width(&self) -> Option<u32> {
        match self.sort()? {
            Sort::Bv(width) => Some(*width),
            _ => None,
        }
    }

    /// Whether the release has the conversions of SMT-LIB 2.7.
    pub(crate) fn has_new_conversions(&self) -> bool {
        let dialect = &self.script.dialect;
        dialect.is_in(dialect.language.new_conversions)
    }

    /// An application to a function of several arguments. In a trace, the function is an array of
    /// arrays.
    pub(crate) fn with_lambda(&self, symbol: &str, arity: usize) -> Result<Option<String>> {
        let (mut variables, mut element) = (String::new(), param(0));
        let mut array = self.sorts.first().copied();
        for n in 0..arity {
            let sort = array.and_then(|sort| self.script.state.sorts.get(sort));
            let Some(Sort::Array(index, next)) = sort else {
                return Ok(None);
            };
            variables.push_str(&format!(" (v{n} {})", self.script.sort_text(*index)?));
            element = format!("(select {element} v{n})");
            array = Some(*next);
        }
        let function = format!("(lambda ({}) {element})", variables.trim_start());
        let others: Vec<String> = (1..self.sorts.len()).map(param).collect();
        let others = others.join(" ");
        Ok(Some(format!("({symbol} {function} {others})")))
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
        BV_NEGO => format!("(= x0 {})", least(width)),
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
        BV_SDIVO => format!("(and (= x0 {}) (= x1 (bvnot {zero})))", least(width)),
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

/// Whether a product overflows, by predicates of their own. They are faster than a product of twice the
/// width.
fn no_overflow(op: Op) -> Option<String> {
    match op {
        BV_UMULO => Some("(not (bvumul_noovfl x0 x1))".to_owned()),
        BV_SMULO => Some("(not (and (bvsmul_noovfl x0 x1) (bvsmul_noudfl x0 x1)))".to_owned()),
        _ => None,
    }
}
