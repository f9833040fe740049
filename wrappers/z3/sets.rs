//! Sets. In Z3 a set is an array of Booleans: the getters do not tell them apart, and the values in
//! models are read as arrays. This file keeps the terms that are sets, or have sets among their
//! parts.

use super::ffi::{Ast, Context, Sort as SortHandle};
use crate::smt2::{EmptySets, constant_set};
use murxla_fsm::eval::domain;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView, Sorts, members};
use murxla_fsm::value::{Cell, FunTable, Set, Table, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

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
        let is_named = || self.sorts.view(id) != self.sorts.view_with_sets(id, &array_of);
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
        match self.terms.get(&id) {
            Some(sort) if self.sorts.view_with_sets(*sort, &array_of) == said => {
                self.sorts.view(*sort)
            }
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

    /// The set that an array describes.
    fn set(&self, element: SortId, table: &Table) -> Option<Set> {
        let sort = self.sorts.get(element)?;
        let mut made = Table::constant(table.default.clone());
        for (point, is_in) in table.entries() {
            made.set(self.with_sets(sort, point)?, is_in.clone());
        }
        domain::members_by(&self.sorts, element, &made)
    }
}

/// The sort that Z3 has in place of sets.
fn array_of(element: SortView) -> SortView {
    SortView::Array(Box::new((element, SortView::Bool)))
}

/// Makes a sort of sets, by its function or as an array sort.
pub(super) fn sort(cx: &Rc<Context>, rng: &mut Rng, element: &SortHandle) -> Result<SortHandle> {
    if rng.coin() {
        return cx.mk_set_sort(element);
    }
    cx.mk_array_sort(element, &cx.mk_bool_sort()?)
}

/// How the empty set is made.
enum EmptySet {
    /// As a constant array.
    Array,
    /// As the complement of the set of all values.
    Complement,
    /// By its function.
    Function,
}

impl EmptySet {
    fn draw(rng: &mut Rng) -> Self {
        match rng.below(4) {
            0 => Self::Array,
            1 => Self::Complement,
            _ => Self::Function,
        }
    }
}

/// The empty set of a sort.
pub(super) fn empty(cx: &Rc<Context>, rng: &mut Rng, sort: &SortHandle) -> Result<Ast> {
    let element = cx.get_array_sort_domain(sort)?;
    match EmptySet::draw(rng) {
        EmptySet::Array => cx.mk_const_array(&element, &cx.mk_false()?),
        EmptySet::Complement => cx.mk_set_complement(&cx.mk_full_set(&element)?),
        EmptySet::Function => cx.mk_empty_set(&element),
    }
}

/// The formula that a set is empty.
pub(super) fn is_empty(cx: &Rc<Context>, rng: &mut Rng, set: &Ast) -> Result<Ast> {
    let empty = empty(cx, rng, &cx.get_sort(set)?)?;
    if rng.coin() {
        return cx.mk_set_subset(set, &empty);
    }
    cx.mk_eq(set, &empty)
}

/// The texts of the terms that [`empty`] and [`is_empty`] make with the same draws.
pub(super) const TEXTS: EmptySets = EmptySets {
    empty: empty_text,
    is_empty: |rng, sort| {
        let empty = empty_text(rng, sort);
        let open = if rng.coin() { "(subset" } else { "(=" };
        (open.to_owned(), format!(" {empty})"))
    },
};

fn empty_text(rng: &mut Rng, sort: &str) -> String {
    match EmptySet::draw(rng) {
        EmptySet::Array | EmptySet::Function => constant_set(sort, false),
        EmptySet::Complement => format!("(complement {})", constant_set(sort, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of sorts may have parentheses and the words of other sorts.
    #[test]
    fn sorts_that_z3_reports() {
        let mut sets = Sets::default();
        let name = "(_u1 (Set Int)";
        let bits = SortId(2);
        let sorts = [
            Sort::Bool,
            Sort::Uninterpreted(name.into()),
            Sort::Bv(2),
            Sort::Set(SortId(1)),
            Sort::Set(bits),
            Sort::Array(SortId(3), SortId(0)),
            Sort::Instance("(_u".into(), [SortId(4)].into()),
            Sort::Fun([SortId(5)].into(), SortId(4)),
        ];
        for (id, sort) in (0..).zip(&sorts) {
            sets.note_sort(SortId(id), sort);
            sets.note_term(TermId(id), SortId(id));
        }
        let named = || SortView::Uninterpreted(name.to_owned());
        let bits = array_of(SortView::Bv(2));
        let array = SortView::Array(Box::new((array_of(named()), SortView::Bool)));
        let said = [
            SortView::Bool,
            named(),
            SortView::Bv(2),
            array_of(named()),
            bits.clone(),
            array.clone(),
            SortView::Uninterpreted("((_u (Array (_ BitVec 2) Bool))".to_owned()),
            SortView::Fun(vec![array], Box::new(bits)),
        ];
        for (id, said) in (0..).zip(said) {
            let view = sets.view(TermId(id), said);
            assert_eq!(view, sets.sorts.view(SortId(id)));
        }
        let wrong = SortView::Array(Box::new((named(), SortView::Int)));
        assert_eq!(sets.view(TermId(3), wrong.clone()), wrong);
    }
}
