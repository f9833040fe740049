//! Simpler values, indices and numbers.

use super::{Edits, Pass};
use crate::minimize::draft::Draft;
use murxla_fsm::action::{Arg, Call, Context};
use murxla_fsm::eval::default_value;
use murxla_fsm::op::Index;
use murxla_fsm::run::retyped;
use murxla_fsm::sort::Sort;
use murxla_fsm::value::{Bv, Value};

/// Puts the simplest value of its sort, or half of it, in the place of a value; makes indices of operators smaller.
pub(super) struct Values;

impl Pass for Values {
    fn edits<'d>(&self, draft: &'d Draft, context: &'d Context) -> Edits<'d> {
        let mut edits: Edits<'d> = Vec::new();
        for (place, step) in draft.steps.iter().enumerate() {
            for (which, arg) in step.call.args.iter().enumerate() {
                for simpler in simpler(arg, step.sort.as_ref(), &step.call, context) {
                    edits.push(Box::new(move || {
                        let steps = draft.with(place, |call| call.args[which] = simpler.clone());
                        retyped(&steps, context).unwrap_or_default()
                    }));
                }
            }
        }
        edits
    }
}

/// What may stand for an argument, the simplest first.
fn simpler(arg: &Arg, sort: Option<&Sort>, call: &Call, context: &Context) -> Vec<Arg> {
    match arg {
        Arg::Value(value) => {
            let simplest = sort.and_then(default_value);
            let values = simplest.into_iter().chain(halved(value));
            values.filter(|it| it != value).map(Arg::Value).collect()
        }
        Arg::Indices(indices) => {
            let kinds = &context.ops.signature(call.op(0)).indices;
            let mut all = Vec::new();
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
