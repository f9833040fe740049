//! The terms of a run: the calls that make them, and the state after these.

use super::makers::Makers;
use crate::action::{Arg, Call, Context, Effect, Role};
use crate::edit::{Step, check, needs_more, sort_of};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, Leaf};
use rustc_hash::FxHashSet;

/// The steps that make terms, and the state after them. Nothing is asserted in this state.
#[derive(Default)]
pub(super) struct Terms {
    pub(super) state: InstanceState,
    /// In order.
    pub(super) steps: Vec<Step>,
    pub(super) makers: Makers,
    /// The symbols of constants, functions and variables.
    pub(super) symbols: FxHashSet<Box<str>>,
}

/// A term below some formulas, at one of its places: an argument of another term.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) parent: TermId,
    pub(super) argument: usize,
}

impl Terms {
    /// Adds a call, if it is valid. In first-order logics functions are only applied, although the
    /// entry of the call may have a logic in which they are values.
    pub(super) fn add(&mut self, call: Call, context: &Context) -> bool {
        if check(&self.state, &call, context).is_err() || needs_more(&call, &self.state, context) {
            return false;
        }
        self.makers.add(self.steps.len(), &call);
        if call.action.role() == Role::Declare {
            let texts = call.args.iter().filter_map(|arg| match arg {
                Arg::Text(text) => Some(text.clone()),
                _ => None,
            });
            self.symbols.extend(texts);
        }
        let effect = Effect::Done;
        call.action.apply(&mut self.state, &call, &effect, context);
        self.steps.push(Step {
            sort: sort_of(&self.state, &call),
            ..Step::new(call)
        });
        true
    }

    /// Whether the values of a sort can be written as literals.
    pub(super) fn has_literals(&self, sort: SortId) -> bool {
        matches!(
            self.state.sorts.get(sort),
            Some(
                Sort::Bool
                    | Sort::Int
                    | Sort::Real
                    | Sort::Bv(_)
                    | Sort::Fp(..)
                    | Sort::Rm
                    | Sort::String
                    | Sort::Ff(_)
            )
        )
    }

    /// Some formulas and all their subterms, each once, in the order of ids.
    pub(super) fn subterms(&self, roots: &[TermId]) -> Vec<TermId> {
        self.state.terms.subterms(roots)
    }

    /// Whether a term has this leaf.
    pub(super) fn has_leaf(&self, id: TermId, leaf: &Leaf) -> bool {
        self.state.term(id).is_some_and(|term| term.leaf == *leaf)
    }

    /// The constants of a sort.
    pub(super) fn constants(&self, sort: SortId) -> Vec<TermId> {
        let all = self.state.pool(sort).all().iter().copied();
        all.filter(|id| self.has_leaf(*id, &Leaf::Const)).collect()
    }

    /// The places of a term below some formulas.
    pub(super) fn places(&self, roots: &[TermId], of: TermId) -> Vec<Place> {
        let mut places = Vec::new();
        for parent in self.subterms(roots) {
            let Some(term) = self.state.term(parent) else {
                continue;
            };
            let arguments = term.args.iter().enumerate();
            let those = arguments.filter(|(_, arg)| **arg == of);
            places.extend(those.map(|(argument, _)| Place { parent, argument }));
        }
        places
    }

    /// The numbers of the steps that make some terms and what they are made of, in order.
    pub(super) fn needed(&self, roots: &[TermId], context: &Context) -> Vec<usize> {
        self.makers.needed(&self.steps, roots, &context.ops)
    }
}
