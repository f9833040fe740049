//! Plans of terms: terms are built, counted and renumbered before the first call is made.

use super::Draft;
use crate::action::{Arg, Context, Ids, Pick};
use crate::actions::{
    Application, ArgTerms, Indices, MkTerm, MkValue, Operands, Purpose, application, may_apply,
};
use crate::op::Op;
use crate::settings::swarm::SwarmConfig;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf, Term};
use crate::value::Value;
use smallvec::smallvec;

/// A term that is not made yet.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Plan {
    Value(Value),
    App(Op, Indices, ArgTerms),
}

/// Planned terms. Their ids follow the ids of the terms of the instance.
pub(super) struct Plans<'m> {
    pub(super) state: &'m InstanceState,
    context: &'m Context,
    swarm: &'m SwarmConfig,
    /// The id of the first planned term.
    first: TermId,
    /// The planned terms, each with its sort.
    pub(super) plans: Vec<(Plan, SortId)>,
}

impl Operands for Plans<'_> {
    fn sort(&self, id: TermId) -> Option<SortId> {
        Plans::sort(self, id)
    }

    fn existing_term(&self, id: TermId) -> Option<&Term> {
        self.state.term(id)
    }

    fn value(&self, id: TermId) -> Option<&Value> {
        Plans::value(self, id)
    }

    fn is_closed(&self, id: TermId) -> bool {
        match self.plan(id) {
            Some((Plan::Value(_), _)) => true,
            Some((Plan::App(_, _, args), _)) => args.iter().all(|arg| self.is_closed(*arg)),
            None => self
                .existing_term(id)
                .is_some_and(|term| term.free.is_empty()),
        }
    }
}

impl<'m> Plans<'m> {
    pub(super) fn new(cx: &Pick<'m>) -> Self {
        Self {
            state: cx.state,
            context: cx.context,
            swarm: cx.swarm,
            first: cx.state.ids.term(),
            plans: Vec::new(),
        }
    }

    pub(super) fn plan(&self, id: TermId) -> Option<&(Plan, SortId)> {
        self.plans.get(id.0.checked_sub(self.first.0)? as usize)
    }

    pub(super) fn sort(&self, id: TermId) -> Option<SortId> {
        match self.plan(id) {
            Some((_, sort)) => Some(*sort),
            None => Some(self.state.term(id)?.sort),
        }
    }

    /// The operator, indices and arguments of an application.
    pub(super) fn app(&self, id: TermId) -> Option<(Op, &[u32], &[TermId])> {
        match self.plan(id) {
            Some((Plan::App(op, indices, args), _)) => Some((*op, indices, args)),
            Some(_) => None,
            None => {
                let term = self.state.term(id)?;
                Some((term.op?, &term.indices, &term.args))
            }
        }
    }

    pub(super) fn value(&self, id: TermId) -> Option<&Value> {
        match self.plan(id) {
            Some((Plan::Value(value), _)) => Some(value),
            Some(_) => None,
            None => match &self.state.term(id)?.leaf {
                Leaf::Value(value) => Some(value),
                _ => None,
            },
        }
    }

    /// Adds a plan, unless the same one is there already, and returns its id.
    pub(super) fn add(&mut self, plan: Plan, sort: SortId) -> TermId {
        let number = self
            .plans
            .iter()
            .position(|(same, its)| *same == plan && *its == sort);
        let number = number.unwrap_or_else(|| {
            self.plans.push((plan, sort));
            self.plans.len() - 1
        });
        TermId(self.first.0 + number as u32)
    }

    pub(super) fn add_value(&mut self, value: Value, sort: SortId) -> TermId {
        self.add(Plan::Value(value), sort)
    }

    /// Adds an application, if the solver and the profile allow it and its sort has been made.
    pub(super) fn add_app(&mut self, op: Op, indices: &[u32], args: &[TermId]) -> Option<TermId> {
        let application = Application {
            op,
            terms: args,
            indices,
        };
        let purpose = Purpose::Rewrite(self.swarm);
        let sort = may_apply(application, self, self.state, self.context, purpose).ok()?;
        let sort = self.state.sorts.find(&sort)?;
        Some(self.add(Plan::App(op, indices.into(), args.into()), sort))
    }

    /// For each plan, whether one of the roots needs it.
    pub(super) fn needed(&self, roots: &[TermId]) -> Vec<bool> {
        let mut needed = vec![false; self.plans.len()];
        let mark = |needed: &mut Vec<bool>, id: TermId| {
            let slot = id.0.checked_sub(self.first.0).map(|slot| slot as usize);
            if let Some(flag) = slot.and_then(|slot| needed.get_mut(slot)) {
                *flag = true;
            }
        };
        for root in roots {
            mark(&mut needed, *root);
        }
        for (number, (plan, _)) in self.plans.iter().enumerate().rev() {
            if let (true, Plan::App(_, _, args)) = (needed[number], plan) {
                for arg in args {
                    mark(&mut needed, *arg);
                }
            }
        }
        needed
    }

    /// The number of calls that make a term.
    pub(super) fn calls(&self, root: TermId) -> usize {
        let needed = self.needed(&[root]);
        needed.into_iter().filter(|needed| *needed).count()
    }

    /// The calls that make these terms and the planned terms that they need, and the ids that the
    /// terms will have.
    pub(super) fn drafts(self, roots: &[TermId]) -> (Vec<Draft>, ArgTerms) {
        let needed = self.needed(roots);
        let (mut drafts, mut names) = (Vec::new(), Vec::new());
        let rename = |names: &[TermId], id: TermId| {
            let slot = id.0.checked_sub(self.first.0).map(|slot| slot as usize);
            slot.and_then(|slot| names.get(slot)).copied().unwrap_or(id)
        };
        for ((plan, sort), needed) in self.plans.iter().zip(needed) {
            let id = TermId(self.first.0 + drafts.len() as u32);
            names.push(id);
            if !needed {
                continue;
            }
            drafts.push(match plan {
                Plan::Value(value) => Draft {
                    action: &MkValue,
                    args: smallvec![Arg::Sort(*sort), Arg::Value(value.clone())],
                    ids: Ids {
                        term: Some(id),
                        sort: None,
                    },
                },
                Plan::App(op, indices, args) => {
                    let args = args.iter().map(|arg| rename(&names, *arg)).collect();
                    let kind = self
                        .state
                        .sorts
                        .get(*sort)
                        .map_or(SortKind::Bool, Sort::kind);
                    let made = (*op, args, indices.clone());
                    Draft {
                        action: &MkTerm,
                        // No plan has indices without symbols, so there is always an application.
                        args: application(self.state, &self.context.ops, made, kind)
                            .unwrap_or_default(),
                        ids: Ids {
                            term: Some(id),
                            sort: Some(*sort),
                        },
                    }
                }
            });
        }
        let roots = roots.iter().map(|root| rename(&names, *root)).collect();
        (drafts, roots)
    }
}
