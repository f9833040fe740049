//! Which steps make the sorts and terms of a list of steps.

use crate::action::{Call, Ref};
use crate::actions::DefineFunsRec;
use crate::edit::Step;
use crate::op::Ops;
use crate::solver::TermId;
use crate::sort::SortId;
use rustc_hash::FxHashMap;

/// The numbers of the steps that make sorts and terms.
#[derive(Default)]
pub(super) struct Makers {
    terms: FxHashMap<TermId, usize>,
    sorts: FxHashMap<SortId, usize>,
    /// The steps that define recursive functions.
    definitions: FxHashMap<TermId, usize>,
}

impl Makers {
    /// Those of some steps.
    pub(super) fn new(steps: &[Step]) -> Self {
        let mut makers = Self::default();
        for (number, step) in steps.iter().enumerate() {
            makers.add(number, &step.call);
        }
        makers
    }

    /// Adds the step with a number. A sort that is made twice keeps its first maker.
    pub(super) fn add(&mut self, number: usize, call: &Call) {
        if let Some(sort) = call.ids.sort {
            for more in 0..call.sort_count() as u32 {
                let sort = SortId(sort.0 + more);
                self.sorts.entry(sort).or_insert(number);
            }
        }
        if let Some(term) = call.ids.term {
            self.terms.insert(term, number);
        }
        if let Some(args) = DefineFunsRec::of(call) {
            let functions = args.functions.iter();
            self.definitions.extend(functions.map(|id| (*id, number)));
        }
    }

    /// The step that makes a term.
    pub(super) fn of_term(&self, id: TermId) -> Option<usize> {
        self.terms.get(&id).copied()
    }

    /// The numbers of the steps that make some terms and what they are made of, in order.
    pub(super) fn needed(&self, steps: &[Step], roots: &[TermId], ops: &Ops) -> Vec<usize> {
        let mut is_needed = vec![false; steps.len()];
        let mut todo: Vec<usize> = roots.iter().filter_map(|id| self.of_term(*id)).collect();
        while let Some(number) = todo.pop() {
            if std::mem::replace(&mut is_needed[number], true) {
                continue;
            }
            let call = &steps[number].call;
            call.each_ref(ops, &mut |name| {
                todo.extend(match name {
                    Ref::Sort(id) => self.sorts.get(&id),
                    Ref::Term(id) => self.terms.get(&id),
                });
            });
            // The definition of a recursive function comes later.
            let made = call.ids.term;
            todo.extend(made.and_then(|id| self.definitions.get(&id)));
        }
        let numbers = is_needed.iter().enumerate();
        numbers
            .filter(|(_, needed)| **needed)
            .map(|(number, _)| number)
            .collect()
    }
}
