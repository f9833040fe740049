//! Which recorded calls a short program makes.
//!
//! A call that only looks at objects is left out, unless a call that stays needs what it returns or the program compares
//! its results with those of the run.

use murxla_wrappers::record::header::CHeader;
use murxla_wrappers::record::types::CType;
use murxla_wrappers::record::{Datum, RecordedEvent};
use rustc_hash::{FxHashMap, FxHashSet};

/// A call, with the objects that it takes and gives. Objects are named by their addresses or numbers.
struct CallFlow {
    /// The position of its event.
    at: usize,
    is_optional: bool,
    takes: Vec<u64>,
    gives: Vec<u64>,
}

/// The positions of the events of calls that a short program makes. `is_compared` tells of the position and the text of a
/// line of the trace whether the results of its calls are compared with those of the run, and `is_optional` whether a function
/// is left out there if its results are not needed.
pub(super) fn needed_calls(
    events: &[RecordedEvent],
    header: &CHeader,
    is_optional: impl Fn(&str, bool) -> bool,
    is_compared: impl Fn(usize, &str) -> bool,
) -> FxHashSet<usize> {
    let mut compares = false;
    let mut calls: Vec<CallFlow> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            RecordedEvent::Line(line) if !line.starts_with('#') => compares = is_compared(at, line),
            RecordedEvent::Call(name, before) => {
                let returned = match events.get(at + 1) {
                    Some(RecordedEvent::Return(after, result)) => Some((after, result)),
                    _ => None,
                };
                let mut call = CallFlow {
                    at,
                    is_optional: returned.is_some() && is_optional(name, compares),
                    takes: Vec::new(),
                    gives: Vec::new(),
                };
                let function = header.function(name);
                for (parameter, datum) in function
                    .iter()
                    .flat_map(|f| f.parameters.iter().zip(before))
                {
                    objects(&parameter.kind, datum, &mut call.takes);
                }
                if let (Some(function), Some((after, result))) = (function, returned) {
                    objects(&function.result, result, &mut call.gives);
                    for (parameter, datum) in function.parameters.iter().zip(after) {
                        if !parameter.is_const && !parameter.kind.is_handle() {
                            objects(&parameter.kind, datum, &mut call.gives);
                        }
                    }
                }
                calls.push(call);
            }
            _ => {}
        }
    }
    needed(&calls)
}

/// The calls that are not optional, and those that give them their objects.
fn needed(calls: &[CallFlow]) -> FxHashSet<usize> {
    let mut givers: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (number, call) in calls.iter().enumerate() {
        for object in &call.gives {
            givers.entry(*object).or_default().push(number);
        }
    }
    let is_kept = |number: &usize| !calls[*number].is_optional;
    let mut open: Vec<usize> = (0..calls.len()).filter(is_kept).collect();
    let mut needed: FxHashSet<usize> = open.iter().copied().collect();
    while let Some(number) = open.pop() {
        for object in &calls[number].takes {
            let givers = givers.get(object).map_or(&[][..], Vec::as_slice);
            let earlier = &givers[..givers.partition_point(|giver| *giver < number)];
            // Queries return objects that other calls have made.
            let maker = earlier.iter().rev().find(|giver| is_kept(giver));
            if let Some(giver) = maker.or(earlier.last())
                && needed.insert(*giver)
            {
                open.push(*giver);
            }
        }
    }
    needed.into_iter().map(|number| calls[number].at).collect()
}

/// The objects in a value.
fn objects(kind: &CType, datum: &Datum, found: &mut Vec<u64>) {
    match (kind, datum) {
        (CType::Number { .. } | CType::Void | CType::Function, _) => {}
        (CType::Struct(members), Datum::Struct(values)) => {
            for (member, value) in members.iter().zip(values) {
                objects(&member.kind, value, found);
            }
        }
        (CType::Pointer(of), Datum::Array(address, elements)) => {
            // Other memory of the caller is written anew for each call.
            if matches!(**of, CType::Struct(_)) {
                found.push(*address);
            }
            for element in elements {
                objects(of, element, found);
            }
        }
        (CType::Text, Datum::Text(address, _)) => found.push(*address),
        _ => found.extend([datum.word()].into_iter().filter(|word| *word != 0)),
    }
}
