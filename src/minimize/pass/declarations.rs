//! What functions and datatypes declare.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::op::{DT_APPLY_CONS, UF_APPLY};
use murxla_fsm::run::{Step, retyped};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatypes, Sort, SortId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Leaves out an argument of a function, everywhere; a constructor that is not used; a selector, and its argument
/// wherever the constructor is applied.
pub(super) struct Declarations;

impl Pass for Declarations {
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d> {
        let mut edits: Edits<'d> = Vec::new();
        for (place, step) in draft.steps.iter().enumerate() {
            match (&step.call.args[..], step.call.action.name()) {
                ([Arg::NewSort(Sort::Fun(domain, _))], _) if domain.len() > 1 => {
                    for out in (0..domain.len()).rev() {
                        edits.push(Box::new(move || {
                            of_sort(draft, place, out, context).unwrap_or_default()
                        }));
                    }
                }
                ([_, Arg::Terms(params), _], "mk-fun") if params.len() > 1 => {
                    for out in (0..params.len()).rev() {
                        edits.push(Box::new(move || {
                            of_definition(draft, place, out, context).unwrap_or_default()
                        }));
                    }
                }
                ([Arg::Datatypes(group)], _) => {
                    for shorter in shorter(group) {
                        edits.push(Box::new(move || shorter.declared(draft, place)));
                    }
                }
                _ => {}
            }
        }
        edits
    }
}

/// Without an argument of the functions of a sort.
fn of_sort(draft: &Draft, place: usize, out: usize, context: &Context) -> Option<Vec<Step>> {
    let sort = draft.steps[place].sort.as_ref();
    let is_of = |step: &&Step| step.sort.as_ref() == sort;
    let functions: BTreeSet<TermId> = { draft.steps.iter().filter(is_of) }
        .filter_map(|step| step.call.ids.term)
        .collect();
    let mut steps = draft.steps.clone();
    let made: Vec<usize> = (0..steps.len())
        .filter(|n| steps[*n].sort.as_ref() == sort && steps[*n].call.ids.term.is_none())
        .collect();
    for made in made {
        if let Some(Arg::NewSort(Sort::Fun(domain, _))) = steps[made].call.args.first_mut() {
            *domain = without(domain, out);
        }
    }
    shorten_applications(&mut steps, &functions, out);
    retyped(&steps, context)
}

/// Without a parameter of a defined function.
fn of_definition(draft: &Draft, place: usize, out: usize, context: &Context) -> Option<Vec<Step>> {
    let mut steps = draft.steps.clone();
    let function = steps[place].call.ids.term?;
    if let Some(Arg::Terms(params)) = steps[place].call.args.get_mut(1) {
        params.remove(out);
    }
    // It is of another sort now, whose name nobody has.
    let ids = steps.iter().filter_map(|step| step.call.ids.sort);
    let fresh = ids.max().map_or(1, |id| id.0 + 1);
    steps[place].call.ids.sort = Some(SortId(fresh));
    shorten_applications(&mut steps, &[function].into(), out);
    retyped(&steps, context)
}

fn shorten_applications(steps: &mut [Step], functions: &BTreeSet<TermId>, out: usize) {
    for step in steps {
        let call = &mut step.call;
        let applied = call.terms(2).first().copied();
        let is_it = applied.is_some_and(|first| functions.contains(&first));
        if let (UF_APPLY, true, Some(Arg::Terms(args))) = (call.op(0), is_it, call.args.get_mut(2))
            && out + 1 < args.len()
        {
            args.remove(out + 1);
        }
    }
}

fn without(domain: &[SortId], out: usize) -> Box<[SortId]> {
    let left = domain.iter().enumerate().filter(|(n, _)| *n != out);
    left.map(|(_, sort)| *sort).collect()
}

/// A declaration of datatypes with less in it.
struct Shorter {
    group: Arc<Datatypes>,
    /// The constructor whose argument is gone, and which.
    argument: Option<(Box<str>, usize)>,
}

fn shorter(group: &Datatypes) -> Vec<Shorter> {
    let mut all = Vec::new();
    for (m, member) in group.members().iter().enumerate() {
        for (c, constructor) in member.constructors.iter().enumerate() {
            let mut members = group.members().to_vec();
            members[m].constructors.remove(c);
            if !members[m].constructors.is_empty()
                && let Ok(group) = Datatypes::new(members)
            {
                all.push(Shorter {
                    group: Arc::new(group),
                    argument: None,
                });
            }
            for s in (0..constructor.selectors.len()).rev() {
                let mut members = group.members().to_vec();
                members[m].constructors[c].selectors.remove(s);
                if let Ok(group) = Datatypes::new(members) {
                    all.push(Shorter {
                        group: Arc::new(group),
                        argument: Some((constructor.symbol.clone(), s)),
                    });
                }
            }
        }
    }
    all
}

impl Shorter {
    fn declared(&self, draft: &Draft, place: usize) -> Vec<Step> {
        let mut steps = draft.with(place, |call| {
            call.args = smallvec::smallvec![Arg::Datatypes(Arc::clone(&self.group))];
        });
        let Some((symbol, out)) = &self.argument else {
            return steps;
        };
        for step in &mut steps {
            let builds = |call: &Call| {
                let named = call.named().and_then(|named| named.symbols.first());
                call.op(0) == DT_APPLY_CONS && named == Some(symbol)
            };
            if builds(&step.call)
                && let Some(Arg::Terms(args)) = step.call.args.get_mut(2)
                && *out < args.len()
            {
                args.remove(*out);
            }
        }
        steps
    }
}
