//! The hidden assignment of a trace in its script, in comments or as definitions instead of
//! declarations. With definitions, any solver can check that the formulas that are true under the
//! assignment have a model.

use super::script::{Script, comment};
use murxla_fsm::eval::domain;
use murxla_fsm::op::{Ops, REAL_DIV};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::state::spelling::{self, Spelling, no_term};
use murxla_fsm::state::{InstanceState, Leaf};
use murxla_fsm::value::{FunTable, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Elements of uninterpreted sorts, by the names of the sorts.
type NamedElements<'m> = BTreeMap<&'m str, BTreeSet<u32>>;

impl Script {
    /// Writes first which elements of uninterpreted sorts differ, and what division by zero is.
    /// This is outside of all levels, so that no `pop` removes it.
    pub(super) fn premises(&mut self) {
        let model = Rc::clone(&self.state.end_state);
        if self.assigned {
            for (sort, elements) in elements(&model) {
                self.declare_elements(sort, &elements);
            }
        }
        for (op, dividend, value) in model.assignment.divisions() {
            let zero = if op == REAL_DIV { "0.0" } else { "0" };
            let division = format!("({} {dividend} {zero})", Ops::base().row(op).smt);
            if self.assigned {
                let premise = format!("(assert (= {division} {value}))\n");
                self.state.value_symbols.premises.push_str(&premise);
            } else {
                comment(&mut self.text, &format!("{division} = {value}"));
            }
        }
        self.assert_premises();
    }

    /// Asserts the premises, when there are no assertions.
    pub(super) fn assert_premises(&mut self) {
        self.text.push_str(&self.state.value_symbols.premises);
    }

    fn declare_elements(&mut self, name: &str, elements: &BTreeSet<u32>) {
        let sort = self.declare_sort(name);
        let mut symbols = Vec::new();
        for n in elements {
            let symbol = self.state.symbols.fresh(&format!("{name}@{n}"));
            self.command(&format!("(declare-const {symbol} {sort})"));
            symbols.push(symbol.clone());
            let key = (name.into(), *n);
            self.state.value_symbols.elements.insert(key, symbol);
        }
        if let [_, _, ..] = symbols[..] {
            let premise = format!("(assert (distinct {}))\n", symbols.join(" "));
            self.state.value_symbols.premises.push_str(&premise);
        }
    }

    /// Adds a comment with the value of a new declaration.
    pub(super) fn comment_value(&mut self, id: TermId, symbol: &str) {
        let model = Rc::clone(&self.state.end_state);
        let Some(term) = model.term(id) else {
            return;
        };
        if let Some(value) = term.value() {
            let value = Comment(self).text(term.sort, value);
            comment(&mut self.text, &format!("{symbol} = {value}"));
        }
        let Some(Sort::Fun(domain, codomain)) = self.state.sorts.get(term.sort).cloned() else {
            return;
        };
        for (point, value) in model.assignment.points(id).into_iter().flatten() {
            let args = domain.iter().zip(point);
            let args: Vec<String> = args
                .map(|(sort, arg)| Comment(self).text(*sort, arg))
                .collect();
            let value = Comment(self).text(codomain, value);
            comment(
                &mut self.text,
                &format!("({symbol} {}) = {value}", args.join(" ")),
            );
        }
    }

    /// Defines a constant or function with its value in the assignment.
    pub(super) fn define(&mut self, id: TermId, sort: SortId, symbol: &str) -> Result {
        let Some(value) = value(&self.state.end_state, id) else {
            return self.declare(sort, symbol);
        };
        let defined = match (self.state.sorts.get(sort).cloned(), &value) {
            (Some(Sort::Fun(domain, codomain)), Value::Fun(table)) => {
                let function = self.function(symbol, &domain, codomain, table);
                function.map(|(params, body)| (params, codomain, body))
            }
            _ => self
                .value(sort, &value)
                .map(|text| (String::new(), sort, text)),
        };
        let (params, sort, body) = match defined {
            // Elements of sorts that a constructor makes have no symbols, so that the constant has
            // no definition.
            Err(Error::Unsupported(_)) => return self.declare(sort, symbol),
            defined => defined?,
        };
        let sort = self.sort_text(sort)?;
        self.command(&format!("(define-fun {symbol} ({params}) {sort} {body})"));
        Ok(())
    }
}

/// Values of the script. Symbols that stand for them may be declared.
impl Spelling for Script {
    fn sorts(&self) -> &Sorts {
        &self.state.sorts
    }

    fn sort(&mut self, sort: SortId) -> Result<String> {
        self.sort_text(sort).map(str::to_owned)
    }

    fn element(&mut self, sort: SortId, n: u32) -> Result<String> {
        let symbol = match self.state.sorts.get(sort) {
            Some(Sort::Uninterpreted(name)) => {
                self.state.value_symbols.elements.get(&(name.clone(), n))
            }
            // Sorts that a constructor makes have no symbols for their elements.
            _ => None,
        };
        symbol.cloned().ok_or_else(|| no_term(&Value::Element(n)))
    }

    fn constant_array(&mut self, sort: SortId, everywhere: &str) -> Result<String> {
        if self.dialect.language.sorts.has_constant_arrays {
            return Comment(self).constant_array(sort, everywhere);
        }
        let sort = self.sort_text(sort)?.to_owned();
        // The standard has no constant arrays, and cvc5 1.4.2 only has them for literals, as an
        // experiment. A free array is used instead, because it can be the constant array.
        // Constraints on it at the indices that occur made scripts long, and did not help solvers.
        let key = (sort, everywhere.to_owned());
        if let Some(symbol) = self.state.value_symbols.arrays.get(&key) {
            return Ok(symbol.clone());
        }
        let symbol = self.state.symbols.fresh("array");
        self.command(&format!("(declare-const {symbol} {})", key.0));
        let constant = format!("((as const {}) {})", key.0, key.1);
        comment(&mut self.text, &format!("{symbol} = {constant}"));
        self.state.value_symbols.arrays.insert(key, symbol.clone());
        Ok(symbol)
    }

    fn empty_set(&mut self, sort: SortId) -> Result<String> {
        self.named_value(sort, "set.empty")
    }

    fn with_member(&mut self, set: &str, member: &str) -> String {
        self.set_with(set, member)
    }

    fn constructor(&mut self, sort: SortId, number: u32) -> Result<String> {
        self.constructor_text(sort, number)
    }

    fn tuple(&mut self, parts: &[SortId]) -> Result<String> {
        self.tuple_head(parts).map(str::to_owned)
    }

    fn parameter(&mut self, function: &str, n: usize) -> String {
        self.state.symbols.fresh(&format!("{function}@{n}"))
    }
}

/// Values in comments of the script. Nothing can be declared for them.
pub(super) struct Comment<'s>(pub(super) &'s mut Script);

impl Comment<'_> {
    /// The text of a value. A value without one is written as in messages.
    pub(super) fn text(&mut self, sort: SortId, value: &Value) -> String {
        let text = self.value(sort, value);
        text.unwrap_or_else(|_| spelling::text(self.sorts(), sort, value))
    }
}

impl Spelling for Comment<'_> {
    fn sorts(&self) -> &Sorts {
        self.0.sorts()
    }

    fn sort(&mut self, sort: SortId) -> Result<String> {
        self.0.sort(sort)
    }

    fn empty_set(&mut self, sort: SortId) -> Result<String> {
        self.0.empty_set(sort)
    }

    fn with_member(&mut self, set: &str, member: &str) -> String {
        self.0.with_member(set, member)
    }

    fn constructor(&mut self, sort: SortId, number: u32) -> Result<String> {
        self.0.constructor(sort, number)
    }

    fn tuple(&mut self, parts: &[SortId]) -> Result<String> {
        self.0.tuple(parts)
    }
}

/// The value of a constant or a function. A function without a value as a whole has its values at
/// the points that were asked for, and any value elsewhere.
fn value(state: &InstanceState, id: TermId) -> Option<Value> {
    let term = state.term(id)?;
    let codomain = match (state.sorts.get(term.sort), term.value()) {
        // Functions are values in higher-order logics.
        (Some(Sort::Fun(_, codomain)), None) => codomain,
        (_, value) => return value.cloned(),
    };
    let mut points = state.assignment.points(id).into_iter().flatten().peekable();
    let mut table = FunTable::constant(match points.peek() {
        Some((_, value)) => Value::clone(value),
        None => domain::nth(&state.sorts, *codomain, 0)?,
    });
    for (point, value) in points {
        table.set(point.clone(), value.clone());
    }
    Some(Value::Fun(Arc::new(table)))
}

/// The elements of uninterpreted sorts that occur in the values of constants and functions.
fn elements(state: &InstanceState) -> NamedElements<'_> {
    let mut found = NamedElements::new();
    for (id, term) in state
        .terms
        .iter()
        .filter(|(_, term)| term.leaf == Leaf::Const)
    {
        if let Some(value) = value(state, id) {
            collect(&state.sorts, term.sort, &value, &mut found);
        }
    }
    found
}

fn collect<'m>(sorts: &'m Sorts, sort: SortId, value: &Value, found: &mut NamedElements<'m>) {
    match (sorts.get(sort), value) {
        (Some(Sort::Uninterpreted(name)), Value::Element(n)) => {
            found.entry(name).or_default().insert(*n);
        }
        (Some(Sort::Seq(element)), Value::Seq(elements)) => {
            for value in elements.iter() {
                collect(sorts, *element, value, found);
            }
        }
        (Some(Sort::Array(index, element)), Value::Array(table)) => {
            collect(sorts, *element, &table.default, found);
            for (key, value) in table.entries() {
                collect(sorts, *index, key, found);
                collect(sorts, *element, value, found);
            }
        }
        (Some(Sort::Set(element)), Value::Set(set)) => {
            for member in set.members() {
                collect(sorts, *element, member, found);
            }
        }
        (Some(Sort::Bag(element)), Value::Bag(bag)) => {
            for (member, _) in bag.members() {
                collect(sorts, *element, member, found);
            }
        }
        (Some(Sort::Dt(datatype)), Value::Dt(cell)) => {
            let fields = datatype.fields(sorts, cell.constructor() as usize);
            for (field, arg) in fields.into_iter().flatten().zip(cell.args()) {
                collect(sorts, field, arg, found);
            }
        }
        (Some(Sort::Nullable(element)), Value::Dt(cell)) => {
            for content in cell.args() {
                collect(sorts, *element, content, found);
            }
        }
        (Some(Sort::Tuple(parts)), value) => {
            for (part, value) in parts.iter().zip(value.parts().unwrap_or_default()) {
                collect(sorts, *part, value, found);
            }
        }
        (Some(Sort::Fun(domain, codomain)), Value::Fun(table)) => {
            collect(sorts, *codomain, &table.default, found);
            for (point, value) in table.entries() {
                for (sort, value) in domain.iter().zip(point) {
                    collect(sorts, *sort, value, found);
                }
                collect(sorts, *codomain, value, found);
            }
        }
        _ => {}
    }
}
