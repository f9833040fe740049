//! Reads the values of all sorts in the model of the last check.

use super::checks::POINT;
use super::ffi::{Points, Session, Term};
use super::values::parse;
use crate::shared::actions::checks::WAYS_OF_READING;
use murxla_fsm::eval::store;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;
use murxla_fsm::value::{FunTable, Table, Value};
use std::sync::Arc;

/// The value of a node in the model of the last check. The library lists points of arrays and
/// functions. If the node is a constant or a free function (`is_free`), all other points have the
/// same value, for example zero. For other arrays and functions the library only lists what was
/// read of them.
pub(super) fn value(
    of: &Session,
    node: Term,
    view: &SortView,
    is_free: bool,
) -> Result<Option<Value>> {
    match view {
        SortView::Bool | SortView::Bv(_) => {
            let value = parse(view, &of.bv_assignment(node)?)?;
            let again = parse(view, &of.get_bits(of.get_value(node)?)?)?;
            if value != again {
                let both = format!("{value} and {again}");
                return WAYS_OF_READING.fails_for("as a node", both);
            }
            Ok(Some(value))
        }
        SortView::Array(parts) => {
            let points = of.array_assignment(node)?;
            let elsewhere = value_of_other_points(&parts.1, &points, is_free)?;
            elsewhere.map_or(Ok(None), |other| array(&parts.0, &parts.1, &points, other))
        }
        SortView::Fun(domain, codomain) => {
            let points = of.uf_assignment(node)?;
            let elsewhere = value_of_other_points(codomain, &points, is_free)?;
            elsewhere.map_or(Ok(None), |other| function(domain, codomain, &points, other))
        }
        _ => Ok(None),
    }
}

/// Stands for all points that are not listed.
const ELSEWHERE: &str = "*";

/// The value of the points that are not listed, if it is known.
fn value_of_other_points(view: &SortView, points: &Points, is_free: bool) -> Result<Option<Value>> {
    if let Some((_, value)) = points.iter().find(|(point, _)| point == ELSEWHERE) {
        return parse(view, value).map(Some);
    }
    if !is_free {
        return Ok(None);
    }
    let width = match view {
        SortView::Bv(width) => *width as usize,
        _ => 1,
    };
    parse(view, &"0".repeat(width)).map(Some)
}

fn array(
    index: &SortView,
    element: &SortView,
    points: &Points,
    elsewhere: Value,
) -> Result<Option<Value>> {
    let mut table = Table::constant(elsewhere);
    for (point, value) in points.iter().filter(|(point, _)| point != ELSEWHERE) {
        if store(&mut table, parse(index, point)?, parse(element, value)?).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(Value::Array(Arc::new(table))))
}

fn function(
    domain: &[SortView],
    codomain: &SortView,
    points: &Points,
    elsewhere: Value,
) -> Result<Option<Value>> {
    let mut table = FunTable::constant(elsewhere);
    for (point, value) in points.iter().filter(|(point, _)| point != ELSEWHERE) {
        let parts: Vec<&str> = point.split_whitespace().collect();
        if parts.len() != domain.len() {
            let arity = domain.len();
            return POINT.fails(format!("a function of {arity} arguments at {point:?}"));
        }
        let point = domain
            .iter()
            .zip(parts)
            .map(|(view, bits)| parse(view, bits));
        let point = point.collect::<Result<Vec<Value>>>()?;
        if store(&mut table, point, parse(codomain, value)?).is_none() {
            return Ok(None);
        }
    }
    Ok(Some(Value::Fun(Arc::new(table))))
}
