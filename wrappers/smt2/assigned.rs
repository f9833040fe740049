//! The hidden assignment of a trace in its script, in comments or as definitions instead of declarations. With definitions, any solver can
//! check that the formulas that are true under the assignment have a model.

use super::Flavour;
use super::script::{Script, comment};
use murxla_fsm::eval::domain;
use murxla_fsm::op::{Ops, REAL_DIV};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::state::{InstanceState, Leaf};
use murxla_fsm::value::{FunTable, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// Elements of uninterpreted sorts, by the names of the sorts.
type NamedElements<'m> = BTreeMap<&'m str, BTreeSet<u32>>;

impl Script {
    /// Writes first which elements of uninterpreted sorts differ, and what division by zero is. This is outside of all levels, so that no `pop`
    /// removes it.
    pub(super) fn premises(&mut self) {
        let model = Rc::clone(&self.state.model);
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
                self.state.stand_ins.premises.push_str(&premise);
            } else {
                comment(&mut self.text, &format!("{division} = {value}"));
            }
        }
        self.assert_premises();
    }

    /// Asserts the premises, when there are no assertions.
    pub(super) fn assert_premises(&mut self) {
        self.text.push_str(&self.state.stand_ins.premises);
    }

    fn declare_elements(&mut self, name: &str, elements: &BTreeSet<u32>) {
        let sort = self.declare_sort(name);
        let mut symbols = Vec::new();
        for n in elements {
            let symbol = self.state.symbols.fresh(&format!("{name}@{n}"));
            self.command(&format!("(declare-const {symbol} {sort})"));
            symbols.push(symbol.clone());
            let key = (name.into(), *n);
            self.state.stand_ins.elements.insert(key, symbol);
        }
        if let [_, _, ..] = symbols[..] {
            let premise = format!("(assert (distinct {}))\n", symbols.join(" "));
            self.state.stand_ins.premises.push_str(&premise);
        }
    }

    /// Adds the value of a new declaration as a comment.
    pub(super) fn tell(&mut self, id: TermId, symbol: &str) {
        let model = Rc::clone(&self.state.model);
        let Some(term) = model.term(id) else {
            return;
        };
        if let Some(value) = term.value() {
            let value = self.comment_text(term.sort, value);
            comment(&mut self.text, &format!("{symbol} = {value}"));
        }
        let Some(Sort::Fun(domain, codomain)) = self.state.sorts.get(term.sort).cloned() else {
            return;
        };
        for (point, value) in model.assignment.points(id).into_iter().flatten() {
            let args = domain.iter().zip(point);
            let args: Vec<String> = args
                .map(|(sort, arg)| self.comment_text(*sort, arg))
                .collect();
            let value = self.comment_text(codomain, value);
            comment(
                &mut self.text,
                &format!("({symbol} {}) = {value}", args.join(" ")),
            );
        }
    }

    /// The text of a value for a comment, where nothing can be declared for it. Then it is in the notation of this program.
    fn comment_text(&mut self, sort: SortId, value: &Value) -> String {
        if needs_declaration(value) {
            return value.to_string();
        }
        self.value_text(sort, value)
            .unwrap_or_else(|_| value.to_string())
    }

    /// Defines a constant or function with its value in the assignment.
    pub(super) fn define(&mut self, id: TermId, sort: SortId, symbol: &str) -> Result {
        let Some(value) = value(&self.state.model, id) else {
            return self.declare(sort, symbol);
        };
        let defined = match (self.state.sorts.get(sort).cloned(), &value) {
            (Some(Sort::Fun(domain, codomain)), Value::Fun(table)) => {
                let function = self.function(symbol, &domain, codomain, table);
                function.map(|(params, body)| (params, codomain, body))
            }
            _ => self
                .value_text(sort, &value)
                .map(|text| (String::new(), sort, text)),
        };
        let (params, sort, body) = match defined {
            // Elements of sorts that a constructor makes have no symbols, so that the constant has no definition.
            Err(Error::Unsupported(_)) => return self.declare(sort, symbol),
            defined => defined?,
        };
        let sort = self.sort_text(sort)?;
        self.command(&format!("(define-fun {symbol} ({params}) {sort} {body})"));
        Ok(())
    }

    /// Parameters and the body of a function of this table.
    fn function(
        &mut self,
        symbol: &str,
        domain: &[SortId],
        codomain: SortId,
        table: &FunTable,
    ) -> Result<(String, String)> {
        let params: Vec<String> = (0..domain.len())
            .map(|n| self.state.symbols.fresh(&format!("{symbol}@{n}")))
            .collect();
        let body = self.cases(&params, domain, codomain, table)?;
        let mut list = Vec::new();
        for (param, sort) in params.iter().zip(domain) {
            list.push(format!("({param} {})", self.sort_text(*sort)?));
        }
        Ok((list.join(" "), body))
    }

    /// The value of a table, as nested `ite`.
    fn cases(
        &mut self,
        params: &[String],
        domain: &[SortId],
        codomain: SortId,
        table: &FunTable,
    ) -> Result<String> {
        let (mut text, mut close) = (String::new(), String::new());
        for (point, value) in table.entries() {
            let mut here = Vec::new();
            for ((param, sort), value) in params.iter().zip(domain).zip(point) {
                here.push(format!("(= {param} {})", self.value_text(*sort, value)?));
            }
            let here = match &here[..] {
                [one] => one.clone(),
                _ => format!("(and {})", here.join(" ")),
            };
            let value = self.value_text(codomain, value)?;
            text.push_str(&format!("(ite {here} {value} "));
            close.push(')');
        }
        text.push_str(&self.value_text(codomain, &table.default)?);
        Ok(text + &close)
    }

    /// The text of a value. Stand-ins for it may be declared.
    pub(super) fn value_text(&mut self, sort: SortId, value: &Value) -> Result<String> {
        match (self.state.sorts.get(sort).cloned(), value) {
            (Some(Sort::Uninterpreted(name)), Value::Element(n)) => {
                let symbol = self.state.stand_ins.elements.get(&(name, *n));
                symbol.cloned().ok_or_else(|| no_text(value))
            }
            (Some(Sort::Array(index, element)), Value::Array(table)) => {
                let default = self.value_text(element, &table.default)?;
                let mut text = self.constant_array(sort, default)?;
                for (key, value) in table.entries() {
                    let key = self.value_text(index, key)?;
                    let value = self.value_text(element, value)?;
                    text = format!("(store {text} {key} {value})");
                }
                Ok(text)
            }
            (Some(Sort::Set(element)), Value::Set(set)) => {
                let mut text = self.named_value(sort, "set.empty")?;
                for member in set.members() {
                    let member = self.value_text(element, member)?;
                    text = self.with_member(&text, &member);
                }
                Ok(text)
            }
            (Some(Sort::Bag(element)), Value::Bag(bag)) => {
                let mut text = format!("(as bag.empty {})", self.sort_text(sort)?);
                for (member, times) in bag.members() {
                    let member = self.value_text(element, member)?;
                    text = format!("(bag.union_disjoint (bag {member} {times}) {text})");
                }
                Ok(text)
            }
            (Some(Sort::Seq(element)), Value::Seq(elements)) => {
                let units = elements.iter().map(|value| {
                    let value = self.value_text(element, value)?;
                    Ok(format!("(seq.unit {value})"))
                });
                let units = units.collect::<Result<Vec<String>>>()?;
                Ok(match &units[..] {
                    [] => format!("(as seq.empty {})", self.sort_text(sort)?),
                    [one] => one.clone(),
                    units => format!("(seq.++ {})", units.join(" ")),
                })
            }
            (Some(Sort::Fun(domain, codomain)), Value::Fun(table)) => {
                let (params, body) = self.function("function", &domain, codomain, table)?;
                Ok(format!("(lambda ({params}) {body})"))
            }
            (Some(Sort::Ff(_)), _) => self.literal(sort, value),
            (Some(Sort::Dt(_)), Value::Dt(cell)) => self.cell_text(sort, cell),
            (Some(Sort::Tuple(parts)), _) => self.tuple_text(&parts, value),
            (Some(Sort::Nullable(element)), Value::Dt(cell)) => match cell.args() {
                [content] => Ok(format!(
                    "(nullable.some {})",
                    self.value_text(element, content)?
                )),
                _ => Ok(format!("(as nullable.null {})", self.sort_text(sort)?)),
            },
            (_, Value::Element(_) | Value::Array(_) | Value::Fun(_) | Value::Dt(_)) => {
                Err(no_text(value))
            }
            _ => Ok(value.to_string()),
        }
    }

    /// A constant array.
    fn constant_array(&mut self, sort: SortId, all: String) -> Result<String> {
        let sort = self.sort_text(sort)?.to_owned();
        if self.dialect.flavour == Flavour::Z3 {
            return Ok(format!("((as const {sort}) {all})"));
        }
        // The standard has no constant arrays, and cvc5 1.4.2 only has them for literals, as an experiment. A free
        // array is used instead, because it can be the constant array. Constraints on it at the indices that occur
        // made scripts long, and did not help solvers.
        let key = (sort, all);
        if let Some(symbol) = self.state.stand_ins.arrays.get(&key) {
            return Ok(symbol.clone());
        }
        let symbol = self.state.symbols.fresh("array");
        self.command(&format!("(declare-const {symbol} {})", key.0));
        comment(&mut self.text, &format!("{symbol} = [else {}]", key.1));
        self.state.stand_ins.arrays.insert(key, symbol.clone());
        Ok(symbol)
    }
}

/// Whether the text of a value may need symbols of its own: for elements of uninterpreted sorts, arrays and functions.
fn needs_declaration(value: &Value) -> bool {
    match value {
        Value::Element(_) | Value::Array(_) | Value::Fun(_) => true,
        Value::Set(set) => set.members().any(needs_declaration),
        Value::Bag(bag) => bag.members().any(|(member, _)| needs_declaration(member)),
        Value::Seq(elements) => elements.iter().any(needs_declaration),
        Value::Dt(cell) => cell.args().iter().any(needs_declaration),
        _ => false,
    }
}

fn no_text(value: &Value) -> Error {
    Error::Unsupported(format!("the value {value}"))
}

/// The value of a constant or a function. A function without a value as a whole has its values at the points that were asked
/// for, and any value elsewhere.
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
    for (id, term) in state.terms().filter(|(_, term)| term.leaf == Leaf::Const) {
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
