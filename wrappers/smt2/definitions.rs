//! Operators that a solver has in its API, but not in its language, or not in this form. The script
//! defines them as functions, which the parser replaces by their bodies.

mod own;

use super::{Flavour, Script};
use murxla_fsm::op::{
    BV_NEGO, BV_SADDO, BV_SBV_TO_INT, BV_SDIVO, BV_SMULO, BV_SSUBO, BV_UADDO, BV_UMULO, BV_USUBO,
    Op, SEQ_UPDATE, STR_LE, STR_LT,
};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};

/// The name of a parameter.
fn param(n: usize) -> String {
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
        Ok(match (op, row.name) {
            _ if self.dialect.flavour == Flavour::Standard => None,
            (STR_LT | STR_LE, _) if sorts.len() > 2 => Some(chain(row.smt, sorts.len())),
            (BV_UMULO | BV_SMULO, _) if self.dialect.has_no_overflow() => {
                self.width(sorts).and_then(|_| no_overflow(op))
            }
            _ if !self.dialect.has_overflow() && overflow(op, 1).is_some() => {
                self.width(sorts).and_then(|width| overflow(op, width))
            }
            (_, name) if self.dialect.flavour != Flavour::Z3 => {
                let sort = sorts.first().and_then(|sort| self.state.sorts.get(*sort));
                sort.and_then(|sort| own::body(name, indices, sort, sorts.len()))
            }
            (SEQ_UPDATE, _) => Some(
                "(ite (and (<= 0 x1) (< x1 (seq.len x0))) (seq.++ (seq.extract x0 0 x1) \
                 (seq.extract x2 0 (- (seq.len x0) x1)) \
                 (seq.extract x0 (+ x1 (seq.len x2)) (seq.len x0))) x0)"
                    .to_owned(),
            ),
            (_, "z3-OP_SEQ_MAPI") => self.with_lambda("seq.mapi", sorts, 2)?,
            (_, "z3-OP_SEQ_FOLDL") => self.with_lambda("seq.foldl", sorts, 2)?,
            (_, "z3-OP_SEQ_FOLDLI") => self.with_lambda("seq.foldli", sorts, 3)?,
            (BV_SBV_TO_INT, _) if !self.dialect.has_new_conversions() => {
                self.width(sorts).map(|width| {
                    format!("(ite (bvslt x0 (_ bv0 {width})) (- (bv2int (bvneg x0))) (bv2int x0))")
                })
            }
            _ => None,
        })
    }

    /// An application to a function of several arguments. In a trace, the function is an array of
    /// arrays.
    fn with_lambda(&self, symbol: &str, sorts: &[SortId], arity: usize) -> Result<Option<String>> {
        let (mut variables, mut element) = (String::new(), param(0));
        let mut array = sorts.first().copied();
        for n in 0..arity {
            let Some(Sort::Array(index, next)) = array.and_then(|sort| self.state.sorts.get(sort))
            else {
                return Ok(None);
            };
            variables.push_str(&format!(" (v{n} {})", self.sort_text(*index)?));
            element = format!("(select {element} v{n})");
            array = Some(*next);
        }
        let function = format!("(lambda ({}) {element})", variables.trim_start());
        let others: Vec<String> = (1..sorts.len()).map(param).collect();
        let others = others.join(" ");
        Ok(Some(format!("({symbol} {function} {others})")))
    }

    /// The width of the bit-vectors to which an operator is applied.
    fn width(&self, sorts: &[SortId]) -> Option<u32> {
        match self.state.sorts.get(*sorts.first()?) {
            Some(Sort::Bv(width)) => Some(*width),
            _ => None,
        }
    }
}

/// A comparison of neighbours.
fn chain(symbol: &str, count: usize) -> String {
    let pairs = (1..count).map(|n| format!(" ({symbol} {} {})", param(n - 1), param(n)));
    format!("(and{})", pairs.collect::<String>())
}

/// Whether an operation on bit-vectors overflows.
fn overflow(op: Op, width: u32) -> Option<String> {
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

/// The product of two bit-vectors in twice their width.
fn product(extend: &str, width: u32) -> String {
    format!("(bvmul ((_ {extend} {width}) x0) ((_ {extend} {width}) x1))")
}

/// Whether a product overflows, by predicates of Z3. They are faster than a product of twice the
/// width.
fn no_overflow(op: Op) -> Option<String> {
    match op {
        BV_UMULO => Some("(not (bvumul_noovfl x0 x1))".to_owned()),
        BV_SMULO => Some("(not (and (bvsmul_noovfl x0 x1) (bvsmul_noudfl x0 x1)))".to_owned()),
        _ => None,
    }
}
