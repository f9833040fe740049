//! Whether a call can be made in a state, whoever has made or changed it.

use crate::action::{Arg, Call, Context, Invalid, Param, Ref, Validity};
use crate::op::Ops;
use crate::sort::{Sort, SortId};
use crate::state::{InstanceState, MAX_ID};
use crate::trace::takes_part;
use crate::value::Value;

/// Whether a call can be made in this state. `Action::valid` alone expects arguments that exist and
/// fit the parameters of the action, as those of a call from the text of a trace do. The arguments
/// of an edited call need not.
///
/// # Errors
/// Why the call cannot be made.
pub fn check(state: &InstanceState, call: &Call, context: &Context) -> Validity {
    check_sorts(state, call, &context.ops)?;
    check_terms(state, call)?;
    check_values(state, call)?;
    check_ids(state, call)?;
    call.action.valid(state, call, context)
}

/// The sorts in the arguments exist. A sort constructor is not a sort: only the action that applies
/// it may have it as an argument.
fn check_sorts(state: &InstanceState, call: &Call, ops: &Ops) -> Validity {
    let mut may_be_constructor = call.action.params().first() == Some(&Param::Constructor);
    let mut wrong: Option<String> = None;
    call.each_ref(ops, &mut |name| {
        if let Ref::Sort(id) = name {
            let message = match state.sorts.get(id) {
                None => format!("needs {id}, which does not exist"),
                Some(Sort::Constructor(_)) if !may_be_constructor => {
                    format!("{id} makes sorts and is not a sort")
                }
                Some(_) => String::new(),
            };
            if wrong.is_none() && !message.is_empty() {
                wrong = Some(message);
            }
        }
        may_be_constructor = false;
    });
    wrong.map_or(Ok(()), Invalid::wrong)
}

/// The terms in the arguments exist. A part of a term, such as a case of a match, stands only where
/// the operator takes it.
fn check_terms(state: &InstanceState, call: &Call) -> Validity {
    for arg in &call.args {
        let terms = match arg {
            Arg::Term(id) => std::slice::from_ref(id),
            Arg::Terms(ids) => ids,
            _ => continue,
        };
        for (place, id) in terms.iter().enumerate() {
            let Some(term) = state.term(*id) else {
                return Invalid::wrong(format!("needs {id}, which does not exist"));
            };
            let takes_part = || {
                let is_list = matches!(arg, Arg::Terms(_));
                is_list && takes_part(call.args.first(), place, terms.len())
            };
            if term.is_part() && !takes_part() {
                return Invalid::wrong(format!("{id} is part of another term only"));
            }
        }
    }
    Ok(())
}

/// A value has the sort before it.
fn check_values(state: &InstanceState, call: &Call) -> Validity {
    for pair in call.args.windows(2) {
        if let [Arg::Sort(sort), Arg::Value(value)] = pair
            && !state.sorts.get(*sort).is_some_and(|s| is_of(value, s))
        {
            return Invalid::wrong(format!("{value} is not a value of {sort}"));
        }
    }
    Ok(())
}

pub(crate) fn is_of(value: &Value, sort: &Sort) -> bool {
    match (value, sort) {
        (Value::Bool(_), Sort::Bool)
        | (Value::Int(_), Sort::Int)
        | (Value::Real(_), Sort::Real)
        | (Value::Rm(_), Sort::Rm)
        | (Value::String(_), Sort::String) => true,
        (Value::Bv(value), Sort::Bv(width)) => value.width() == *width,
        (Value::Ff(value), Sort::Ff(size)) => value.size() == size,
        (Value::Fp(value), Sort::Fp(exponent, significand)) => {
            let format = value.format();
            (format.exponent, format.significand) == (*exponent, *significand)
        }
        // Other values are not written in traces.
        _ => false,
    }
}

/// The term that the call makes has an id of its own, and no id is too large for a trace.
fn check_ids(state: &InstanceState, call: &Call) -> Validity {
    if let Some(id) = call.ids.term {
        if state.term(id).is_some() {
            return Invalid::wrong(format!("{id} is a term already"));
        }
        if id.0 >= MAX_ID {
            return Invalid::wrong(format!("{id} is too large an id"));
        }
    }
    let last = |first: SortId| first.0 as usize + call.sort_count();
    match call.ids.sort {
        Some(id) if last(id) > MAX_ID as usize => {
            Invalid::wrong(format!("{id} is too large an id"))
        }
        _ => Ok(()),
    }
}
