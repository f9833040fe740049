//! How many elements a pointer leads to, where no tag says it.

use crate::header::{CParameter, CType, Count};

/// Names of parameters that point to the length of the array that a function returns.
const LENGTHS: [&str; 3] = ["size", "count", "arity"];

/// Whether the function writes the length of its result through this parameter.
fn is_length(parameter: &CParameter) -> bool {
    let points = matches!(&parameter.kind, CType::Pointer(of) if of.is_count());
    points && !parameter.is_const && LENGTHS.contains(&parameter.name)
}

/// The number of elements that the parameter at this position points to. The length of an array is
/// an unsigned integer before it, with only other arrays in between, or directly after it. A
/// structure to which the function writes is not an array.
pub(crate) fn of_parameter(parameters: &[CParameter], at: usize) -> Count {
    let parameter = &parameters[at];
    let is_data = |parameter: &CParameter| parameter.kind.is_data();
    let is_struct = matches!(&parameter.kind, CType::Pointer(of) if matches!(of, CType::Struct(_)));
    if !is_data(parameter) || is_length(parameter) || (is_struct && !parameter.is_const) {
        return Count::One;
    }
    let before = (0..at).rev().find(|n| !is_data(&parameters[*n]));
    let before = before.filter(|n| parameters[*n].kind.is_count());
    let after = Some(at + 1).filter(|n| parameters.get(*n).is_some_and(|p| p.kind.is_count()));
    before.or(after).map_or(Count::One, Count::Of)
}

/// The number of elements that the result points to: the value to which the last parameter for a
/// length points.
pub(crate) fn of_result(result: CType, parameters: &[CParameter]) -> Count {
    if !matches!(result, CType::Pointer(_) | CType::Text) {
        return Count::One;
    }
    let length = parameters.iter().rposition(is_length);
    length.map_or(Count::One, Count::Of)
}
