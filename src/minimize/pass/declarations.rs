//! Removes parameters of functions.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Context, Role};
use murxla_fsm::edit::{Step, fresh_sort};
use murxla_fsm::op::UF_APPLY;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use std::collections::BTreeSet;

/// Removes an argument of a function in all its applications.
pub(super) struct ShortenDeclarations;

impl Pass for ShortenDeclarations {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            let role = step.call.action.role();
            match &step.call.args[..] {
                [Arg::NewSort(Sort::Fun(domain, _))] if domain.len() > 1 => {
                    for out in (0..domain.len()).rev() {
                        edits.push(Box::new(move || Some(of_sort(best, place, out))));
                    }
                }
                [Arg::Text(_), Arg::Terms(params), Arg::Term(_)]
                    if role == Role::Declare && params.len() > 1 =>
                {
                    for out in (0..params.len()).rev() {
                        edits.push(Box::new(move || of_definition(best, place, out)));
                    }
                }
                _ => {}
            }
        }
        edits
    }
}

/// The steps without an argument of the functions of a sort.
fn of_sort(best: &Candidate, place: usize, out: usize) -> Vec<Step> {
    let sort = best.steps[place].sort.as_ref();
    let is_of = |step: &&Step| step.sort.as_ref() == sort;
    let of_sort = best.steps.iter().filter(is_of);
    let functions: BTreeSet<TermId> = of_sort.filter_map(|step| step.call.ids.term).collect();
    let mut steps = best.steps.clone();
    let made: Vec<usize> = (0..steps.len())
        .filter(|n| steps[*n].sort.as_ref() == sort && steps[*n].call.ids.term.is_none())
        .collect();
    for made in made {
        if let Some(Arg::NewSort(Sort::Fun(domain, _))) = steps[made].call.args.first_mut() {
            *domain = without(domain, out);
        }
    }
    shorten_applications(&mut steps, &functions, out);
    steps
}

/// The steps without a parameter of a defined function.
fn of_definition(best: &Candidate, place: usize, out: usize) -> Option<Vec<Step>> {
    let mut steps = best.steps.clone();
    let function = steps[place].call.ids.term?;
    if let Some(Arg::Terms(params)) = steps[place].call.args.get_mut(1) {
        params.remove(out);
    }
    // The function has another sort now.
    steps[place].call.ids.sort = Some(fresh_sort(&steps));
    shorten_applications(&mut steps, &[function].into(), out);
    Some(steps)
}

fn shorten_applications(steps: &mut [Step], functions: &BTreeSet<TermId>, out: usize) {
    for step in steps {
        // The terms are the function and its arguments.
        if let [Arg::Op(UF_APPLY), _, Arg::Terms(terms), _] = &mut step.call.args[..]
            && terms.first().is_some_and(|first| functions.contains(first))
            && out + 1 < terms.len()
        {
            terms.remove(out + 1);
        }
    }
}

fn without(domain: &[SortId], out: usize) -> Box<[SortId]> {
    let left = domain.iter().enumerate().filter(|(n, _)| *n != out);
    left.map(|(_, sort)| *sort).collect()
}
