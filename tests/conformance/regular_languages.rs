//! Regular languages. Their terms consist of operators only, because the sort has no constants and
//! values.

use crate::structure::edge_values;
use crate::suite::{Attempt, Instance, Stop};
use murxla_fsm::eval;
use murxla_fsm::op::{
    Op, Pattern, RE_ALL, RE_ALLCHAR, RE_COMP, RE_CONCAT, RE_INTER, RE_OPT, RE_RANGE, RE_STAR,
    RE_UNION, STR_TO_RE,
};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;

/// The maximal nesting depth of operators on languages.
const NESTING: u32 = 3;

/// Operators that make a language from one string, two strings or no argument.
const LEAVES: [Op; 5] = [STR_TO_RE, STR_TO_RE, RE_RANGE, RE_ALLCHAR, RE_ALL];

/// Operators that make a language from one or two languages.
const INNER: [Op; 7] = [
    RE_STAR, RE_OPT, RE_COMP, RE_CONCAT, RE_CONCAT, RE_UNION, RE_INTER,
];

impl Instance<'_> {
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
        let ops: &[Op] = match nesting == 0 || self.rng.coin() {
            true => &LEAVES,
            false => &INNER,
        };
        let op = self.rng.pick(ops).copied().ok_or(Stop::Skipped)?;
        let patterns = &self.ops.signature(op).args;
        let parts = patterns.iter().map(|pattern| match pattern {
            Pattern::String => self.string(),
            _ => self.nested_language(nesting - 1),
        });
        let parts = parts.collect::<Attempt<Vec<_>>>()?;
        self.applied(op, &parts, &[])
    }
}
