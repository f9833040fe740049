//! Regular languages. Their terms consist of operators only, because the sort has no constants and
//! values.

use crate::structure::edge_values;
use crate::suite::{Attempt, Stop, TestInstance};
use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{self, Op};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;

/// The maximal nesting depth of operators on languages.
const NESTING: u32 = 3;

/// Operators that make a language from one string, two strings or no argument.
const LEAVES: [Op; 5] = [
    op::STR_TO_RE,
    op::STR_TO_RE,
    op::RE_RANGE,
    op::RE_ALLCHAR,
    op::RE_ALL,
];

/// Operators that make a language from one or two languages.
const INNER: [Op; 7] = [
    op::RE_STAR,
    op::RE_OPT,
    op::RE_COMP,
    op::RE_CONCAT,
    op::RE_CONCAT,
    op::RE_UNION,
    op::RE_INTER,
];

impl TestInstance<'_> {
    /// A random string, with its value.
    pub(crate) fn string(&mut self) -> Attempt<(TermId, Value)> {
        let sort = self.sort(Sort::String)?;
        let value = match self.rng.pick(&edge_values(&Sort::String)).cloned() {
            Some(edge) if self.rng.coin() => edge,
            _ => eval::draw(&self.sorts, sort, &mut self.rng).ok_or(Stop::Skipped)?,
        };
        Ok((self.value(&value)?, value))
    }

    /// A random language, with its value.
    pub(crate) fn language(&mut self) -> Attempt<(TermId, Value)> {
        self.nested_language(NESTING)
    }

    fn nested_language(&mut self, nesting: u32) -> Attempt<(TermId, Value)> {
        self.sort(Sort::RegLan)?;
        let ops: &[Op] = if nesting == 0 || self.rng.coin() {
            &LEAVES
        } else {
            &INNER
        };
        let op = self.rng.pick(ops).copied().ok_or(Stop::Skipped)?;
        let patterns = &self.ops.signature(op).args;
        let parts = patterns.iter().map(|pattern| match pattern {
            op::Pattern::String => self.string(),
            _ => self.nested_language(nesting - 1),
        });
        let (terms, values): (Vec<TermId>, Vec<Value>) =
            parts.collect::<Attempt<Vec<_>>>()?.into_iter().unzip();
        let values: Vec<&Value> = values.iter().collect();
        let value = eval::apply(self.ops, op, &[], &values, &mut Unknown);
        Ok((self.term(op, &terms, &[])?, value.ok_or(Stop::Skipped)?))
    }
}
