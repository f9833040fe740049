//! Sets in dialects whose parser takes them for arrays of Booleans.

use super::Script;
use super::print::{TermText, print};
use murxla_fsm::op::{Op, SET_INSERT, SET_IS_EMPTY, SET_MEMBER, SET_SINGLETON};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortId;
use murxla_fsm::theory::Theory;

/// Names of operators on arrays of Booleans, each with its name on sets.
pub(super) const ARRAY_NAMES: &[(&str, &str)] = &[
    ("intersection", "set.inter"),
    ("setminus", "set.minus"),
    ("subset", "set.subset"),
    ("union", "set.union"),
];

/// The set of all values, or of none, of a sort with this text.
pub(crate) fn constant_set(sort: &str, has_all: bool) -> String {
    format!("((as const {sort}) {has_all})")
}

fn apply(open: impl Into<String>, args: &[TermId], close: impl Into<String>) -> TermText {
    TermText::Apply {
        open: open.into(),
        args: args.to_vec(),
        close: close.into(),
    }
}

impl Script {
    /// A value by its name.
    pub(super) fn named_value(&self, sort: SortId, name: &str) -> Result<String> {
        let sort = self.sort_text(sort)?;
        Ok(match name {
            "set.empty" if self.dialect.language.sorts.sets_as_arrays.is_some() => {
                constant_set(sort, false)
            }
            _ => format!("(as {name} {sort})"),
        })
    }

    /// A set with one more member.
    pub(super) fn set_with(&self, set: &str, member: &str) -> String {
        match self.dialect.language.sorts.sets_as_arrays {
            Some(_) => format!("(store {set} {member} true)"),
            None => format!("(set.insert {member} {set})"),
        }
    }

    /// The text of an application, in parts, if it is not `(symbol …)`.
    pub(super) fn set_kind(
        &self,
        op: Op,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<Option<TermText>> {
        let row = self.row(op)?;
        let sets = self.dialect.language.sorts.sets_as_arrays;
        let Some(sets) = sets.filter(|_| row.theory == Theory::Set) else {
            return Ok(None);
        };
        for arg in args {
            self.state.terms.get(*arg)?;
        }
        if let Some((name, _)) = ARRAY_NAMES.iter().find(|(_, smt)| *smt == row.smt) {
            return Ok(Some(apply(format!("({name}"), args, ")")));
        }
        let sort_of = |term: TermId| self.state.terms.get(term).map(|term| term.sort);
        let own = row.name.split_once("-OP_").map(|(_, name)| name);
        Ok(Some(match (op, own, args) {
            (SET_MEMBER, _, [element, set]) => apply("(select", &[*set, *element], ")"),
            (SET_SINGLETON, _, [element]) => {
                let sort = format!("(Set{})", self.sort_list(&[sort_of(*element)?])?);
                let empty = (sets.empty)(&mut self.rng(), &sort);
                apply(format!("(store {empty}"), args, " true)")
            }
            (SET_IS_EMPTY, _, [set]) => {
                let sort = self.sort_text(sort_of(*set)?)?;
                let (open, close) = (sets.is_empty)(&mut self.rng(), sort);
                apply(open, args, close)
            }
            (SET_INSERT, _, [_, _]) => apply("(store", args, " true)"),
            (SET_INSERT, _, [set, elements @ .., last]) => {
                let mut open = "(store ".repeat(elements.len() + 1);
                print(&self.state.terms, *set, &mut open)?;
                for element in elements {
                    open.push(' ');
                    print(&self.state.terms, *element, &mut open)?;
                    open.push_str(" true)");
                }
                apply(open, &[*last], " true)")
            }
            (_, Some("SET_DELETE"), [_, _]) => apply("(store", args, " false)"),
            (_, Some("SET_COMPLEMENT"), [_]) => apply("(complement", args, ")"),
            (_, Some("SET_FULL"), []) => {
                let sort = SortId(indices.first().copied().unwrap_or_default());
                TermText::Leaf(constant_set(self.sort_text(sort)?, true))
            }
            _ => {
                return Err(Error::Unsupported(format!("'{}'", row.smt)));
            }
        }))
    }
}
