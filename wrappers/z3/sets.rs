//! Sets. In Z3 a set is an array of Booleans: the getters do not tell them apart, and the values in models are read as arrays. This file
//! keeps the terms that are sets, or have sets among their parts.

use super::ffi::{self, Ast, Context, Sort as SortHandle};
use murxla_fsm::eval::{domain, equal};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView, Sorts, members};
use murxla_fsm::value::{Cell, FunTable, Set, Table, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The largest size of a sort whose elements are all tried, to find the members of a set that is given by the elements outside of it.
const MAX_DOMAIN: u64 = 256;

/// The sorts with sets in them, and their terms.
#[derive(Default)]
pub(super) struct Sets {
    sorts: Sorts,
    with_sets: BTreeSet<SortId>,
    terms: BTreeMap<TermId, SortId>,
}

impl Sets {
    pub(super) fn note_sort(&mut self, id: SortId, sort: &Sort) {
        self.sorts.insert(id, sort.clone());
        // A declared sort may have a set sort as an argument.
        let has_sets = |sort: &Sort| matches!(sort, Sort::Set(_));
        let is_named = || self.sorts.view(id).to_string().contains("(Set ");
        if self.sorts.has_part(id, &has_sets) || is_named() {
            self.with_sets.insert(id);
        }
    }

    pub(super) fn note_datatypes(&mut self, ids: &[SortId], group: &Arc<Datatypes>) {
        let sorts = members(group);
        // They may refer to each other, so that all are added before one is inspected.
        for (id, sort) in ids.iter().zip(&sorts) {
            self.sorts.insert(*id, sort.clone());
        }
        for (id, sort) in ids.iter().zip(&sorts) {
            self.note_sort(*id, sort);
        }
    }

    pub(super) fn note_term(&mut self, id: TermId, sort: SortId) {
        if self.with_sets.contains(&sort) {
            self.terms.insert(id, sort);
        }
    }

    /// Notes a term that has the sort of another.
    pub(super) fn note_like(&mut self, id: TermId, other: TermId) {
        if let Some(sort) = self.terms.get(&other) {
            self.terms.insert(id, *sort);
        }
    }

    /// The sort of a term, with sets in place of the arrays that Z3 returns.
    pub(super) fn view(&self, id: TermId, said: SortView) -> SortView {
        match self.terms.get(&id).map(|sort| self.sorts.view(*sort)) {
            Some(view) if as_arrays(&view.to_string()) == said.to_string() => view,
            _ => said,
        }
    }

    /// The value of a term, with sets in place of the arrays that were read.
    pub(super) fn value(&self, id: TermId, read: Option<Value>) -> Option<Value> {
        match self.terms.get(&id) {
            Some(sort) => self.with_sets(self.sorts.get(*sort)?, &read?),
            None => read,
        }
    }

    /// `None` if the value does not have the sort, or contains an infinite set.
    fn with_sets(&self, sort: &Sort, value: &Value) -> Option<Value> {
        let part = |id: &SortId, value: &Value| self.with_sets(self.sorts.get(*id)?, value);
        Some(match (sort, value) {
            (Sort::Set(element), Value::Array(table)) => Value::Set(self.set(*element, table)?),
            (Sort::Array(index, element), Value::Array(table)) => {
                let mut made = Table::constant(part(element, &table.default)?);
                for (point, value) in table.entries() {
                    made.set(part(index, point)?, part(element, value)?);
                }
                Value::Array(Arc::new(made))
            }
            (Sort::Fun(domain, codomain), Value::Fun(table)) => {
                let mut made = FunTable::constant(part(codomain, &table.default)?);
                for (point, value) in table.entries() {
                    let point = domain.iter().zip(point).map(|(sort, arg)| part(sort, arg));
                    made.set(point.collect::<Option<_>>()?, part(codomain, value)?);
                }
                Value::Fun(Arc::new(made))
            }
            (Sort::Seq(element), Value::Seq(elements)) => {
                let elements = elements.iter().map(|value| part(element, value));
                Value::Seq(elements.collect::<Option<_>>()?)
            }
            (Sort::Dt(datatype), Value::Dt(cell)) => {
                let constructor = datatype.constructors().get(cell.constructor() as usize)?;
                let fields = constructor.selectors.iter().zip(cell.args());
                let args = fields.map(|(selector, value)| {
                    self.with_sets(&datatype.field(&self.sorts, &selector.field)?, value)
                });
                let cell = Cell::new(cell.constructor(), args.collect::<Option<_>>()?);
                Value::Dt(Arc::new(cell?))
            }
            (Sort::Tuple(parts), Value::Dt(cell)) => {
                let parts = parts.iter().zip(cell.args());
                let parts = parts.map(|(sort, value)| part(sort, value));
                Value::tuple(parts.collect::<Option<_>>()?)?
            }
            _ => value.clone(),
        })
    }

    /// The set that an array describes. If the array is true by default, the set is only found in a small sort.
    fn set(&self, element: SortId, table: &Table) -> Option<Set> {
        let mut members: Vec<Value> = Vec::new();
        let mut keep = |member: Value| {
            for known in &members {
                if equal(known, &member)? {
                    return Some(());
                }
            }
            members.push(member);
            Some(())
        };
        let sort = self.sorts.get(element)?;
        let mut others = Vec::new();
        for (point, is_in) in table.entries() {
            let point = self.with_sets(sort, point)?;
            match is_in {
                Value::Bool(true) => keep(point)?,
                _ => others.push(point),
            }
        }
        if table.default == Value::Bool(true) {
            let size = domain::size(&self.sorts, element).filter(|size| *size <= MAX_DOMAIN)?;
            for n in 0..size {
                let point = domain::nth(&self.sorts, element, n)?;
                let left_out = others.iter().map(|other| equal(other, &point));
                let left_out = left_out.collect::<Option<Vec<bool>>>()?;
                if !left_out.contains(&true) {
                    keep(point)?;
                }
            }
        }
        Some(members.into_iter().collect())
    }
}

/// The name of a sort in Z3: `(Array Int Bool)` for `(Set Int)`.
fn as_arrays(name: &str) -> String {
    let (mut made, mut open, mut rest) = (String::new(), Vec::new(), name);
    while let Some(next) = rest.chars().next() {
        if let Some(element) = rest.strip_prefix("(Set ") {
            made.push_str("(Array ");
            open.push(true);
            rest = element;
            continue;
        }
        match next {
            '(' => open.push(false),
            ')' if open.pop() == Some(true) => made.push_str(" Bool"),
            _ => {}
        }
        made.push(next);
        rest = &rest[next.len_utf8()..];
    }
    made
}

/// Makes a sort of sets, by its function or as an array sort.
pub(super) fn sort(cx: &Rc<Context>, rng: &mut Rng, element: &SortHandle) -> Result<SortHandle> {
    if rng.coin() {
        return cx.set_sort(element);
    }
    cx.array_sort(element, &cx.bool_sort()?)
}

/// The empty set of a sort.
pub(super) fn empty(cx: &Rc<Context>, rng: &mut Rng, sort: &SortHandle) -> Result<Ast> {
    let element = cx.array_index(sort)?;
    match rng.below(4) {
        0 => cx.const_array(&element, &cx.mk_false()?),
        1 => cx.un(&COMPLEMENT, &cx.full_set(&element)?),
        _ => cx.empty_set(&element),
    }
}

const COMPLEMENT: ffi::Slot<ffi::Un> = ffi::Slot {
    name: "Z3_mk_set_complement",
    get: |api| &api.Z3_mk_set_complement,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sorts() {
        for (name, theirs) in [
            ("(Set Int)", "(Array Int Bool)"),
            (
                "(-> (Set (Set (_ BitVec 2))) Real)",
                "(-> (Array (Array (_ BitVec 2) Bool) Bool) Real)",
            ),
            (
                "(_u1 (Seq (Set Int)) Bool)",
                "(_u1 (Seq (Array Int Bool)) Bool)",
            ),
            ("Int", "Int"),
        ] {
            assert_eq!(as_arrays(name), theirs);
        }
    }
}
