//! Makes sorts smaller.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Context, Ref};
use murxla_fsm::edit::Step;
use murxla_fsm::eval::default_value;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Format, Fp, Value};

/// Makes bit-vectors and floating-point numbers narrower, and replaces sorts by simpler ones,
/// throughout the trace.
pub(super) struct SimplifySorts;

/// The number of sorts that are tried in place of one.
const MOST: usize = 4;

impl Pass for SimplifySorts {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        let mut before: Vec<(SortId, &Sort)> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            let (Some(Arg::NewSort(sort)), Some(id)) = (step.call.args.first(), step.call.ids.sort)
            else {
                continue;
            };
            for (other, by) in before.iter().take(MOST).filter(|(_, by)| *by != sort) {
                let (other, by) = (*other, (*by).clone());
                edits.push(Box::new(move || replaced(best, place, other, &by, context)));
            }
            for narrower in narrower(sort) {
                edits.push(Box::new(move || narrowed(best, sort, &narrower)));
            }
            before.push((id, sort));
        }
        edits
    }
}

/// The narrower sorts to try, the smallest first.
fn narrower(sort: &Sort) -> Vec<Sort> {
    match sort {
        Sort::Bv(width) => {
            let mut widths = vec![1, 2, 3, 4, width / 2, width - 1];
            widths.retain(|w| (1..*width).contains(w));
            widths.dedup();
            widths.into_iter().map(Sort::Bv).collect()
        }
        Sort::Fp(exponent, significand) => {
            let formats = [(2, 2), (2, 3), (3, 3), (3, 5), (5, 11)];
            let fits = |(e, s): &(u32, u32)| e <= exponent && s <= significand;
            let formats = formats.into_iter().filter(fits);
            let formats = formats.map(|(e, s)| Sort::Fp(e, s));
            formats.filter(|smaller| smaller != sort).collect()
        }
        _ => Vec::new(),
    }
}

/// The steps with a narrower sort in all calls that make this sort.
fn narrowed(best: &Candidate, sort: &Sort, by: &Sort) -> Option<Vec<Step>> {
    let mut steps = best.steps.clone();
    for step in &mut steps {
        match &mut step.call.args[..] {
            [Arg::NewSort(made)] if made == sort => *made = by.clone(),
            [Arg::Sort(_), Arg::Value(value)] if step.sort.as_ref() == Some(sort) => {
                *value = cut(value, by)?;
            }
            _ => {}
        }
    }
    Some(steps)
}

/// The steps with another sort in place of the sort that a call makes.
fn replaced(
    best: &Candidate,
    place: usize,
    other: SortId,
    by: &Sort,
    context: &Context,
) -> Option<Vec<Step>> {
    let mut steps = best.steps.clone();
    let gone = steps.remove(place);
    let id = gone.call.ids.sort?;
    for step in &mut steps[place..] {
        step.call.map_refs(&context.ops, &mut |name| match name {
            Ref::Sort(sort) if sort == id => Ref::Sort(other),
            name => name,
        });
        if let [Arg::Sort(_), Arg::Value(value)] = &mut step.call.args[..]
            && step.sort == gone.sort
        {
            *value = cut(value, by)?;
        }
    }
    Some(steps)
}

/// The value in a narrower sort. Bit-vectors keep their low bits, floating-point numbers become a
/// zero of the same sign unless they are special, and other values become the default value of the
/// sort.
fn cut(value: &Value, sort: &Sort) -> Option<Value> {
    match (value, sort) {
        (Value::Bv(value), Sort::Bv(width)) => {
            Some(Value::Bv(Bv::from_int(*width, &value.signed())))
        }
        (Value::Fp(value), Sort::Fp(exponent, significand)) => {
            let format = Format::new(*exponent, *significand);
            let special = value.name().and_then(|name| Fp::named(format, name));
            let zero = || Fp::zero(format, value.is_negative());
            Some(Value::Fp(special.unwrap_or_else(zero)))
        }
        _ => default_value(sort),
    }
}
