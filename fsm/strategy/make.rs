//! How a run makes new terms.

use super::draws::Draws;
use super::terms::Terms;
use crate::action::{Action, Arg, Args, Call, Ids};
use crate::actions::{
    MkConst, MkSort, MkTerm, MkValue, MkValuedConst, MkVar, adopt, apply_op_for, symbol,
};
use crate::op::{Bindings, Op, Shape};
use crate::scenario::Draft;
use crate::solver::TermId;
use crate::sort::{Datatypes, Sort, SortId};
use crate::value::Value;
use smallvec::smallvec;
use std::sync::Arc;

/// The prefix of symbols in runs with plain names. The symbols of walks have others.
pub(super) const ADOPTED: &str = "c";

impl Terms {
    /// Adds a call that makes a term. `None` if it is not valid.
    pub(super) fn add_term(&mut self, draws: &mut Draws<'_>, draft: Draft) -> Option<TermId> {
        let seed = Call::draw_seed(draws.rng);
        let id = draft.ids.term?;
        self.add(draft.call(seed), draws.context).then_some(id)
    }

    /// An application that the profile allows.
    pub(super) fn apply(
        &mut self,
        draws: &mut Draws<'_>,
        op: Op,
        args: &[TermId],
        indices: &[u32],
    ) -> Option<TermId> {
        let mut missing = None;
        let (args, ids) = adopt(&draws.pick(&self.state, &mut missing), op, args, indices)?;
        self.add_term(
            draws,
            Draft {
                action: &MkTerm,
                args,
                ids,
            },
        )
    }

    /// A term that an action makes with arguments that it draws.
    pub(super) fn drawn(
        &mut self,
        draws: &mut Draws<'_>,
        action: &'static dyn Action,
    ) -> Option<TermId> {
        let mut missing = None;
        let (args, ids) = action.pick(&mut draws.pick(&self.state, &mut missing))?;
        self.add_term(draws, Draft { action, args, ids })
    }

    /// An application of an operator of the run to terms that are drawn, whose result has a sort.
    pub(super) fn applied_for(&mut self, draws: &mut Draws<'_>, sort: SortId) -> Option<TermId> {
        let (swarm, sorts, ops) = (&draws.swarm, &self.state.sorts, &draws.context.ops);
        let gives = |op: &Op| {
            let signature = ops.signature(*op);
            swarm.ops.has(*op)
                && signature.shape == Shape::Plain
                && signature
                    .result
                    .matches(sort, sorts, &mut Bindings::default())
        };
        let ops: Vec<Op> = ops.iter().filter(gives).collect();
        let op = *draws.rng.pick(&ops)?;
        let mut missing = None;
        let (args, ids) = apply_op_for(&mut draws.pick(&self.state, &mut missing), op, sort)?;
        let made = self.add_term(
            draws,
            Draft {
                action: &MkTerm,
                args,
                ids,
            },
        )?;
        (self.state.term(made)?.sort == sort).then_some(made)
    }

    /// A value.
    pub(super) fn value(
        &mut self,
        draws: &mut Draws<'_>,
        sort: SortId,
        value: Value,
    ) -> Option<TermId> {
        let ids = Ids {
            term: Some(self.state.ids.term()),
            sort: None,
        };
        self.add_term(
            draws,
            Draft {
                action: &MkValue,
                args: smallvec![Arg::Sort(sort), Arg::Value(value)],
                ids,
            },
        )
    }

    /// A new constant whose hidden value is that of a term.
    pub(super) fn valued_constant(
        &mut self,
        draws: &mut Draws<'_>,
        sort: SortId,
        value: TermId,
    ) -> Option<TermId> {
        let name = Arg::Text(self.symbol(draws, "x"));
        self.declared(
            draws,
            &MkValuedConst,
            smallvec![Arg::Sort(sort), name, Arg::Term(value)],
        )
    }

    /// A new constant of a sort.
    pub(super) fn constant(&mut self, draws: &mut Draws<'_>, sort: SortId) -> Option<TermId> {
        let name = Arg::Text(self.symbol(draws, "x"));
        self.declared(draws, &MkConst, smallvec![Arg::Sort(sort), name])
    }

    /// A new variable of a sort. `None` if the profile does not allow variables of it.
    pub(super) fn variable(&mut self, draws: &mut Draws<'_>, sort: SortId) -> Option<TermId> {
        let kind = self.state.sorts.get(sort)?.kind();
        if !kind.has_symbols() || draws.context.restrictions.places.var.has(kind) {
            return None;
        }
        let name = Arg::Text(self.symbol(draws, "v"));
        self.declared(draws, &MkVar, smallvec![Arg::Sort(sort), name])
    }

    fn declared(
        &mut self,
        draws: &mut Draws<'_>,
        action: &'static dyn Action,
        args: Args,
    ) -> Option<TermId> {
        let ids = Ids {
            term: Some(self.state.ids.term()),
            sort: None,
        };
        self.add_term(draws, Draft { action, args, ids })
    }

    /// A symbol that no other term has.
    pub(super) fn symbol(&mut self, draws: &mut Draws<'_>, prefix: &str) -> Box<str> {
        let mut missing = None;
        let prefix = if draws.opening.has_plain_names() {
            ADOPTED
        } else {
            prefix
        };
        symbol(&mut draws.pick(&self.state, &mut missing), prefix)
    }

    /// The id of the first one of some new datatypes.
    pub(super) fn datatypes(
        &mut self,
        draws: &mut Draws<'_>,
        group: &Arc<Datatypes>,
    ) -> Option<SortId> {
        let id = self.state.ids.sort();
        let call = Call {
            args: smallvec![Arg::Datatypes(Arc::clone(group))],
            ..MkSort::call(id, &Sort::Bool)
        };
        self.add(call, draws.context).then_some(id)
    }

    /// The id of a sort, which is made if it is missing.
    pub(super) fn sort(&mut self, draws: &mut Draws<'_>, sort: &Sort) -> Option<SortId> {
        if let Some(known) = self.state.sorts.find(sort) {
            return Some(known);
        }
        let id = self.state.ids.sort();
        let call = MkSort::call(id, sort);
        self.add(call, draws.context).then_some(id)
    }
}
