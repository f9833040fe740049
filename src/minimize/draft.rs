//! A trace on its way to a shorter one: its calls, what they make, and how simple it is.

use murxla_fsm::action::{Arg, Call, Context, Ids, Ref};
use murxla_fsm::actions::MkSort;
use murxla_fsm::run::{Step, dry_run, print};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId, SortKind};
use murxla_fsm::trace::{ResolveError, Script, Token, lex};
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};

/// How simple a trace is: calls, then arguments, then what they say. A pass makes it smaller or leaves the trace
/// alone, so that passes come to an end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cost {
    pub(super) calls: usize,
    arguments: usize,
    weight: u64,
}

/// A trace whose calls are valid.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) steps: Vec<Step>,
    pub(super) text: String,
    pub(super) cost: Cost,
    /// What is asserted before the last call.
    pub(super) assertions: Vec<TermId>,
}

impl Draft {
    /// The calls of a trace.
    ///
    /// # Errors
    /// The first call that is not valid.
    pub(super) fn read(script: &Script, context: &Context) -> Result<Self, ResolveError> {
        let mut assertions = Vec::new();
        let steps = dry_run(script, context, &mut |model, _| {
            assertions.clone_from(&model.assertions);
        })?;
        let text = print(&steps, &context.ops);
        let cost = cost(&lex(&text).map_err(ResolveError::Bad)?);
        Ok(Self {
            steps,
            text,
            cost,
            assertions,
        })
    }

    /// These calls, as far as what they need is made before; `None` if one of them is not valid. A sort whose maker is
    /// gone is made by itself.
    pub(super) fn of(&self, steps: Vec<Step>, context: &Context) -> Option<Self> {
        let closed = self.close(steps, context);
        let script = lex(&print(&closed, &context.ops)).ok()?;
        Self::read(&script, context).ok()
    }

    /// Leaves out the calls that need a term that is not made any more, and makes the sorts that are not.
    fn close(&self, steps: Vec<Step>, context: &Context) -> Vec<Step> {
        let described = self.sorts();
        let mut sorts = BTreeSet::new();
        let mut terms = BTreeSet::new();
        let mut closed = Vec::with_capacity(steps.len());
        for step in steps {
            let refs = step.call.refs(&context.ops);
            let is_made = |name: &Ref| match name {
                Ref::Term(term) => terms.contains(term),
                Ref::Sort(_) => true,
            };
            if !refs.iter().all(is_made) {
                continue;
            }
            for name in refs {
                if let Ref::Sort(sort) = name {
                    make_sort(sort, &described, &mut sorts, &mut closed);
                }
            }
            terms.extend(step.call.ids.term);
            let count = step.call.sort_count() as u32;
            let made = step.call.ids.sort.into_iter();
            sorts.extend(made.flat_map(|first| (first.0..first.0 + count).map(SortId)));
            if matches!(step.call.action.name(), "reset" | "delete") {
                (sorts, terms) = Default::default();
            }
            closed.push(step);
        }
        closed
    }

    /// What the names of sorts stand for.
    pub(super) fn sorts(&self) -> BTreeMap<SortId, Sort> {
        let named = |step: &Step| Some((step.call.ids.sort?, step.sort.clone()?));
        self.steps.iter().filter_map(named).collect()
    }

    /// The calls without some of them.
    pub(super) fn without(&self, is_out: impl Fn(usize) -> bool) -> Vec<Step> {
        let left = self.steps.iter().enumerate();
        let left = left.filter(|(n, _)| !is_out(*n));
        left.map(|(_, step)| step.clone()).collect()
    }

    /// The calls, one of them changed.
    pub(super) fn with(&self, place: usize, change: impl FnOnce(&mut Call)) -> Vec<Step> {
        let mut steps = self.steps.clone();
        change(&mut steps[place].call);
        steps
    }

    /// The calls, with another term in the place of that which one of them makes, and without that one.
    pub(super) fn with_other(&self, place: usize, other: TermId, context: &Context) -> Vec<Step> {
        let mut steps = self.steps.clone();
        let gone = steps.remove(place).call.ids.term.map(Ref::Term);
        for step in &mut steps[place..] {
            step.call.map_refs(&context.ops, &mut |name| match name {
                name if Some(name) == gone => Ref::Term(other),
                name => name,
            });
        }
        steps
    }

    /// The terms of a sort that are made before a call, the oldest first.
    pub(super) fn terms_before(&self, place: usize, sort: &Sort) -> impl Iterator<Item = TermId> {
        let of_sort = move |step: &&Step| step.sort.as_ref() == Some(sort);
        let before = self.steps[..place].iter().filter(of_sort);
        before.filter_map(|step| step.call.ids.term)
    }

    /// The place of the call that makes a term.
    pub(super) fn makers(&self) -> BTreeMap<TermId, usize> {
        let made = |(place, step): (usize, &Step)| Some((step.call.ids.term?, place));
        self.steps.iter().enumerate().filter_map(made).collect()
    }
}

/// Makes a sort and those that it is made of, unless they are.
fn make_sort(
    id: SortId,
    described: &BTreeMap<SortId, Sort>,
    made: &mut BTreeSet<SortId>,
    steps: &mut Vec<Step>,
) {
    let Some(sort) = described.get(&id).filter(|_| !made.contains(&id)) else {
        return;
    };
    // These have calls of their own.
    let declared = matches!(sort.kind(), SortKind::Dt | SortKind::Constructor);
    if declared || matches!(sort, Sort::Instance(..)) {
        return;
    }
    for part in sort.parts() {
        make_sort(part, described, made, steps);
    }
    made.insert(id);
    steps.push(Step {
        call: Call {
            seed: 0,
            action: &MkSort,
            args: smallvec![Arg::NewSort(sort.clone())],
            ids: Ids {
                sort: Some(id),
                term: None,
            },
        },
        answer: None,
        is_refused: false,
        is_end: false,
        sort: Some(sort.clone()),
    });
}

fn cost(script: &Script) -> Cost {
    let lines = script.lines.iter();
    Cost {
        calls: script.lines.len(),
        arguments: lines.clone().map(|line| line.args.len()).sum(),
        weight: lines
            .map(|line| u64::from(line.seed > 0) + line.args.iter().map(weight).sum::<u64>())
            .sum(),
    }
}

/// Ids weigh nothing: which of two terms is meant does not make a trace simpler.
fn weight(token: &Token) -> u64 {
    if token.sort().is_some() || token.term().is_some() {
        return 0;
    }
    if let Some(number) = token.number() {
        return u64::from(number);
    }
    let weigh = |byte: u8| match byte {
        b'0'..=b'9' => 10 + u64::from(byte - b'0'),
        _ => 12,
    };
    token.text.bytes().map(weigh).sum()
}
