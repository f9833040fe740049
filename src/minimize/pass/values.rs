//! Makes values, indices and numbers simpler.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::actions::MkTerm;
use murxla_fsm::eval::default_value;
use murxla_fsm::op::Index;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::{Bv, Format, Fp, Value};

/// Replaces a value by a simple value of its sort or by half of it, and makes indices of operators
/// smaller.
pub(super) struct SimplifyValues;

impl Pass for SimplifyValues {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            for (which, arg) in step.call.args.iter().enumerate() {
                for simpler in simpler(arg, step.sort.as_ref(), &step.call, context) {
                    edits.push(Box::new(move || {
                        Some(best.with(place, |call| call.args[which] = simpler.clone()))
                    }));
                }
            }
        }
        edits
    }
}

/// The replacements of an argument, the simplest one first.
fn simpler(arg: &Arg, sort: Option<&Sort>, call: &Call, context: &Context) -> Vec<Arg> {
    match arg {
        Arg::Value(value) => {
            let values = sort.into_iter().flat_map(simple_values);
            let values = values.chain(halved(value));
            values.filter(|it| it != value).map(Arg::Value).collect()
        }
        Arg::Indices(indices) => {
            let mut all = Vec::new();
            let Some(application) = MkTerm::of(call) else {
                return all;
            };
            let kinds = &context.ops.signature(application.op).indices;
            for (n, index) in indices.iter().enumerate() {
                if matches!(kinds.get(n), Some(Index::Sort(_))) {
                    continue;
                }
                for smaller in [0, 1, index / 2].iter().filter(|it| *it < index) {
                    let mut indices = indices.clone();
                    indices[n] = *smaller;
                    all.push(Arg::Indices(indices));
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

fn halved(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Int(value) => Value::Int(value / 2),
        Value::Real(value) => Value::Real(value.trunc()),
        Value::Bv(value) => Value::Bv(Bv::new(value.width(), value.unsigned() >> 1)),
        _ => return None,
    })
}

/// The simplest values of a sort, the very simplest first.
pub(super) fn simple_values(sort: &Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Fp(exponent, significand) => {
            let format = Format::new(*exponent, *significand);
            let of_sign = |is_negative| {
                let values = [Fp::zero, Fp::infinity].into_iter();
                values.map(move |make| Value::Fp(make(format, is_negative)))
            };
            of_sign(false).chain(of_sign(true)).collect()
        }
        sort => default_value(sort).into_iter().collect(),
    }
}
