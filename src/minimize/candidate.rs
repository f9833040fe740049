//! A candidate: a trace that may show the bug, as valid steps with their cost.

use super::cost::Cost;
use murxla_fsm::action::{Action, Arg, Call, Context, Invalid};
use murxla_fsm::edit::{self, Step, dry_run};
use murxla_fsm::op::Ops;
use murxla_fsm::profile::{Kinds, Restrictions};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::trace::{ResolveError, Script};
use smallvec::smallvec;
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A trace whose calls are valid.
pub(super) struct Candidate {
    pub(super) steps: Vec<Step>,
    pub(super) cost: Cost,
    /// See [`Candidate::sorts`]. It is computed when needed, because most candidates are run once
    /// and never edited.
    sorts: OnceCell<BTreeMap<SortId, Sort>>,
}

impl Candidate {
    /// The candidate of a trace.
    ///
    /// # Errors
    /// The first call that is not valid.
    pub(super) fn read(script: &Script, context: &Context) -> Result<Self, ResolveError> {
        Ok(Self::new(edit::read(script, context)?, &context.ops))
    }

    /// The candidate of these steps, if all of them are valid.
    ///
    /// # Errors
    /// Why a call is not valid.
    pub(super) fn of(steps: Vec<Step>, context: &Context) -> Result<Self, Invalid> {
        Ok(Self::new(dry_run(steps, context)?.steps, &context.ops))
    }

    fn new(steps: Vec<Step>, ops: &Ops) -> Self {
        Self {
            cost: Cost::of(&steps, ops),
            steps,
            sorts: OnceCell::new(),
        }
    }

    /// The sorts of its steps, by id.
    pub(super) fn sorts(&self) -> &BTreeMap<SortId, Sort> {
        self.sorts.get_or_init(|| edit::sorts(&self.steps))
    }

    /// The kinds of its sorts that runs leave out.
    pub(super) fn excluded(&self, restrictions: &Restrictions) -> Kinds {
        let mut sorts = Sorts::default();
        let mut excluded = Kinds::default();
        for step in &self.steps {
            if let (Some(id), Some(sort)) = (step.call.ids.sort, &step.sort) {
                sorts.insert(id, sort.clone());
                if !restrictions.allow(&sorts, sort) {
                    excluded.insert(sort.kind());
                }
            }
        }
        excluded
    }

    /// The steps without the given ones.
    pub(super) fn without(&self, is_out: impl Fn(usize) -> bool) -> Vec<Step> {
        let left = self.steps.iter().enumerate();
        let left = left.filter(|(n, _)| !is_out(*n));
        left.map(|(_, step)| step.clone()).collect()
    }

    /// The steps with one changed call.
    pub(super) fn with(&self, place: usize, change: impl FnOnce(&mut Call)) -> Vec<Step> {
        let mut steps = self.steps.clone();
        change(&mut steps[place].call);
        steps
    }

    /// The steps with a value or constant in place of the result of a call. `None` if its sort has
    /// no id.
    pub(super) fn with_leaf(
        &self,
        place: usize,
        action: &'static dyn Action,
        args: &[Arg],
    ) -> Option<Vec<Step>> {
        let sort = self.steps[place].call.ids.sort;
        let sort = sort.or_else(|| self.sort_id(self.steps[place].sort.as_ref()?))?;
        Some(self.with(place, |call: &mut Call| {
            call.action = action;
            call.args = smallvec![Arg::Sort(sort)];
            call.args.extend(args.iter().cloned());
            call.ids.sort = None;
        }))
    }

    /// The id of a sort that some step makes or names.
    pub(super) fn sort_id(&self, sort: &Sort) -> Option<SortId> {
        let mut all = self.sorts().iter();
        all.find(|(_, its)| *its == sort).map(|(id, _)| *id)
    }

    /// The terms of a sort that are made before a step, the oldest first.
    pub(super) fn terms_before(&self, place: usize, sort: &Sort) -> impl Iterator<Item = TermId> {
        let of_sort = move |step: &&Step| step.sort.as_ref() == Some(sort);
        let before = self.steps[..place].iter().filter(of_sort);
        before.filter_map(|step| step.call.ids.term)
    }

    /// The place of the step that makes each term.
    pub(super) fn makers(&self) -> BTreeMap<TermId, usize> {
        let made = |(place, step): (usize, &Step)| Some((step.call.ids.term?, place));
        self.steps.iter().enumerate().filter_map(made).collect()
    }
}
