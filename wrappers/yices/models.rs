//! Reads the values of all sorts in a model.

use super::checks::{DOUBLE, NODE_NUMBERS, POINT, VALUE_ARITY};
use super::ffi::{Api, Model, ModelNode, if_present};
use super::terms::TracedTerm;
use super::values::{integer, read};
use crate::shared::actions::checks::WAYS_OF_READING;
use crate::shared::encoding::elements::Elements;
use murxla_fsm::eval::store;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;
use murxla_fsm::value::{FunTable, Table, Value};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::fmt::Debug;
use std::sync::Arc;

/// A floating-point number must be near the exact one, unless this is very large or very small.
fn must_be_close(exact: &BigRational, double: f64) -> Result {
    let near = exact.to_f64().unwrap_or(f64::NAN);
    if (near - double).abs() > near.abs() * 1e-9 && near.abs() < 1e15 {
        return DOUBLE.fails(format!("{exact} as {double}"));
    }
    Ok(())
}

/// Reads the values of a model.
pub(super) struct ModelReader<'a> {
    pub(super) api: Api,
    pub(super) model: &'a Model,
    pub(super) elements: &'a mut Elements,
    pub(super) rng: &'a mut Rng,
}

impl ModelReader<'_> {
    /// The value of a term, read in two ways that must agree.
    pub(super) fn value(&mut self, traced: &TracedTerm) -> Result<Option<Value>> {
        let (api, model, term) = (self.api, self.model, traced.term);
        if traced.definition.is_some() {
            return Ok(None);
        }
        let view = &*traced.view;
        let node = match model.node(term)? {
            Some(node) => self.node(view, &node)?,
            None => None,
        };
        let again = match view {
            SortView::Bool if self.rng.coin() => {
                if_present(api.get_bool_value(model, term))?.map(Value::Bool)
            }
            SortView::Bool => model.holds(term)?.map(Value::Bool),
            SortView::Int | SortView::Real | SortView::Bv(_) if self.rng.coin() => {
                match if_present(api.get_value_as_term(model, term))? {
                    Some(term) => read(
                        self.api,
                        &TracedTerm {
                            term,
                            ..traced.clone()
                        },
                    )?,
                    None => None,
                }
            }
            SortView::Int | SortView::Real => {
                let number = model.number(term, self.rng.below(6))?;
                if let (Some(exact), Some(double)) =
                    (&number, if_present(api.get_double_value(model, term))?)
                {
                    must_be_close(exact, double)?;
                }
                let whole = *view == SortView::Int;
                let value = |number| {
                    if whole {
                        integer(number)
                    } else {
                        Ok(Value::Real(number))
                    }
                };
                number.map(value).transpose()?
            }
            SortView::Bv(_) => api.get_bv_value(model, term)?.map(Value::Bv),
            SortView::Uninterpreted(sort) => {
                if_present(api.get_scalar_value(model, term))?.map(|n| self.element(sort, n))
            }
            _ => return Ok(node),
        };
        if node != again {
            let text = |value: &Option<Value>| value.as_ref().map(ToString::to_string);
            let both = format!("{:?} and {:?}", text(&node), text(&again));
            return WAYS_OF_READING.fails_for("as a node", both);
        }
        Ok(node)
    }

    fn element(&mut self, sort: &str, number: impl Debug) -> Value {
        let name = format!("{number:?}");
        Value::Element(self.elements.number(sort.to_owned(), name))
    }

    fn node(&mut self, view: &SortView, node: &ModelNode) -> Result<Option<Value>> {
        let (api, model) = (self.api, self.model);
        Ok(match view {
            SortView::Bool => api.val_get_bool(model, node)?.map(Value::Bool),
            SortView::Int => self.number(node)?.map(integer).transpose()?,
            SortView::Real => self.number(node)?.map(Value::Real),
            SortView::Bv(width) => {
                let value = api.val_get_bv(model, node)?;
                value.filter(|bv| bv.width() == *width).map(Value::Bv)
            }
            SortView::Uninterpreted(sort) => api
                .val_get_scalar(model, node)?
                .map(|n| self.element(sort, n.0)),
            SortView::Array(parts) => self.array(&parts.0, &parts.1, node)?,
            SortView::Fun(domain, codomain) => self.function(domain, codomain, node)?,
            _ => None,
        })
    }

    /// The number of a node. All getters that it fits must agree.
    fn number(&self, node: &ModelNode) -> Result<Option<BigRational>> {
        let Some(number) = self.model.node_rational(node)? else {
            return Ok(None);
        };
        for (fits, read) in self.model.node_numbers(node)? {
            if fits != read.is_some() || read.is_some_and(|read| read != number) {
                return NODE_NUMBERS.fails(number.to_string());
            }
        }
        if let Some(double) = self.api.val_get_double(self.model, node)? {
            must_be_close(&number, double)?;
        }
        Ok(Some(number))
    }

    fn array(
        &mut self,
        index: &SortView,
        element: &SortView,
        node: &ModelNode,
    ) -> Result<Option<Value>> {
        let domain = std::slice::from_ref(index);
        let Some((default, points)) = self.points(domain, element, node)? else {
            return Ok(None);
        };
        let mut table = Table::constant(default);
        for (mut point, value) in points {
            let stored = point.pop().and_then(|key| store(&mut table, key, value));
            if stored.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Value::Array(Arc::new(table))))
    }

    fn function(
        &mut self,
        domain: &[SortView],
        codomain: &SortView,
        node: &ModelNode,
    ) -> Result<Option<Value>> {
        let Some((default, points)) = self.points(domain, codomain, node)? else {
            return Ok(None);
        };
        let mut table = FunTable::constant(default);
        for (point, value) in points {
            if store(&mut table, point, value).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Value::Fun(Arc::new(table))))
    }

    /// The default and the points of a function. `None` if one of the values cannot be read.
    #[expect(clippy::type_complexity, reason = "a table, spelled out")]
    fn points(
        &mut self,
        domain: &[SortView],
        codomain: &SortView,
        node: &ModelNode,
    ) -> Result<Option<(Value, Vec<(Vec<Value>, Value)>)>> {
        let Some((default, mappings)) = self.model.function(node)? else {
            return Ok(None);
        };
        let (api, model) = (self.api, self.model);
        let of = api.val_function_type(model, node)?;
        let arity = api.val_function_arity(model, node)?;
        if arity as usize != domain.len()
            || !of.is_some_and(|of| api.type_is_function(of).unwrap_or(false))
        {
            return VALUE_ARITY.fails(format!("{arity}, not {}", domain.len()));
        }
        let Some(default) = self.node(codomain, &default)? else {
            return Ok(None);
        };
        let mut points = Vec::with_capacity(mappings.len());
        for (point, value) in mappings {
            if point.len() != domain.len() {
                return POINT.fails(format!("{}, not {}", point.len(), domain.len()));
            }
            let point = domain.iter().zip(point);
            let point = point.map(|(view, node)| self.node(view, &node));
            let point: Option<Vec<Value>> = point.collect::<Result<_>>()?;
            let (Some(point), Some(value)) = (point, self.node(codomain, &value)?) else {
                return Ok(None);
            };
            points.push((point, value));
        }
        Ok(Some((default, points)))
    }
}
