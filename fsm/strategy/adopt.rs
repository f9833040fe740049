//! How a run takes the terms of an entry of the corpus.

use super::draws::Draws;
use super::make::ADOPTED;
use super::terms::Terms;
use crate::action::{Arg, Call, Ref, Role};
use crate::actions::{MkFun, MkTerm, MkVar, adopt, indices, retype};
use crate::edit::{Step, is_of};
use crate::eval::draw;
use crate::features::insert_theories_of;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::names::renumbered;
use crate::theory::Theories;
use crate::value::{Bv, Value};
use num_rational::BigRational;
use rustc_hash::FxHashMap;

/// The ids that the sorts and terms of an entry have in a run.
#[derive(Default)]
pub(super) struct IdMap {
    sorts: FxHashMap<SortId, SortId>,
    terms: FxHashMap<TermId, TermId>,
}

impl IdMap {
    pub(super) fn term(&self, id: TermId) -> Option<TermId> {
        self.terms.get(&id).copied()
    }

    /// Uses a sort of the run instead of a sort of the entry.
    pub(super) fn alias_sort(&mut self, entry_sort: SortId, run_sort: SortId) {
        self.sorts.insert(entry_sort, run_sort);
    }

    /// Whether the run has an id for what a call of the entry makes.
    pub(super) fn has(&self, call: &Call) -> bool {
        match (call.ids.term, call.ids.sort) {
            (Some(term), _) => self.terms.contains_key(&term),
            (None, Some(sort)) => self.sorts.contains_key(&sort),
            (None, None) => false,
        }
    }
}

/// Whether a sort can take the place of another one in most terms.
fn is_similar(one: &Sort, other: &Sort) -> bool {
    matches!(
        (one, other),
        (Sort::Bv(_), Sort::Bv(_))
            | (Sort::Fp(..), Sort::Fp(..))
            | (Sort::Ff(_), Sort::Ff(_))
            | (Sort::Uninterpreted(_), Sort::Uninterpreted(_))
            | (Sort::Int, Sort::Real)
            | (Sort::Real, Sort::Int)
    )
}

/// The value of a sort that is nearest to a value of another one. `None` if no value is near.
fn converted(value: &Value, sort: &Sort) -> Option<Value> {
    Some(match (value, sort) {
        (Value::Bv(bits), Sort::Bv(width)) => Value::Bv(Bv::from_int(*width, &bits.signed())),
        (Value::Int(number), Sort::Real) => Value::Real(BigRational::from(number.clone())),
        (Value::Real(number), Sort::Int) => Value::Int(number.floor().to_integer()),
        _ => return None,
    })
}

impl Terms {
    /// Whether the profile allows the sort or the term that a call of an entry makes.
    fn allows(&mut self, draws: &mut Draws<'_>, call: &Call) -> bool {
        let (state, restrictions) = (&self.state, &draws.context.restrictions);
        let kind = |id: SortId| state.sorts.get(id).map(Sort::kind);
        if let Some(args) = MkTerm::of(call) {
            let (op, terms) = (args.op, args.terms);
            let Ok(indices) = indices(state, &draws.context.ops, &args) else {
                return false;
            };
            let mut missing = None;
            return adopt(&draws.pick(&self.state, &mut missing), op, terms, &indices).is_some();
        }
        if let Some(args) = MkVar::of(call)
            && kind(args.sort).is_none_or(|kind| restrictions.places.var.has(kind))
        {
            return false;
        }
        if let Some(args) = MkFun::of(call) {
            let body = state.term(args.body).and_then(|body| kind(body.sort));
            return body
                .is_some_and(|kind| kind.has_symbols() && !restrictions.places.codomain.has(kind));
        }
        let has_symbols = |arg: &Arg| match arg {
            Arg::Sort(id) => kind(*id).is_some_and(SortKind::has_symbols),
            Arg::NewSort(sort) => {
                let mut theories = Theories::default();
                insert_theories_of(sort.kind(), &mut theories);
                if !theories.iter().any(|theory| draws.offered.has(theory)) {
                    return false;
                }
                state.sorts.parts_have_symbols(sort) && restrictions.allow(&state.sorts, sort)
            }
            _ => true,
        };
        call.action.role() != Role::Declare || call.args.iter().all(has_symbols)
    }

    /// Gives the symbols that a call declares names that no other symbol has.
    fn rename(&self, has_plain_names: bool, call: &mut Call) {
        for arg in &mut call.args {
            let Arg::Text(symbol) = arg else { continue };
            let number = self.state.ids.symbol();
            let renumbered = match has_plain_names {
                true => Some(format!("_{ADOPTED}{number}").into()),
                false => renumbered(symbol, number),
            };
            *symbol = renumbered.unwrap_or_else(|| {
                let is_taken = self.symbols.contains(symbol);
                if is_taken {
                    format!("{symbol}_x{number}").into()
                } else {
                    symbol.clone()
                }
            });
        }
    }

    /// Adds a call of an entry, unless it is not valid here, or needs a term that is not here.
    fn adopt(&mut self, draws: &mut Draws<'_>, step: &Step, names: &mut IdMap) {
        let mut call = step.call.clone();
        let mut is_missing = false;
        call.map_refs(&draws.context.ops, &mut |name| match name {
            Ref::Sort(id) => Ref::Sort(names.sorts.get(&id).copied().unwrap_or_else(|| {
                is_missing = true;
                id
            })),
            Ref::Term(id) => Ref::Term(names.terms.get(&id).copied().unwrap_or_else(|| {
                is_missing = true;
                id
            })),
        });
        if is_missing {
            return;
        }
        let made = step.call.ids;
        if call.action.row().returns_equal {
            // The solver makes it of a term. That term takes its place.
            if let (Some(id), Some(Arg::Term(of))) = (made.term, call.args.first()) {
                names.terms.insert(id, *of);
            }
            return;
        }
        if let (Some(id), Some(Arg::NewSort(sort))) = (made.sort, call.args.first())
            && let Some(known) = self.state.sorts.find(sort)
        {
            names.sorts.insert(id, known);
            return;
        }
        if call.action.role() == Role::Declare {
            self.rename(draws.opening.has_plain_names(), &mut call);
        }
        if self.convert_value(draws, &mut call).is_none() {
            return;
        }
        call.ids.term = made.term.map(|_| self.state.ids.term());
        call.ids.sort = made.sort.map(|id| {
            let known = names.sorts.get(&id).copied();
            known.unwrap_or_else(|| self.state.ids.sort())
        });
        if retype(&self.state, draws.context, &mut call).is_none() || !self.allows(draws, &call) {
            return;
        }
        let ids = call.ids;
        let count = call.sort_count() as u32;
        if !self.add(call, draws.context) {
            return;
        }
        if let (Some(was), Some(is)) = (made.term, ids.term) {
            names.terms.insert(was, is);
        }
        if let (Some(was), Some(is)) = (made.sort, ids.sort) {
            for more in 0..count {
                let (was, is) = (SortId(was.0 + more), SortId(is.0 + more));
                names.sorts.entry(was).or_insert(is);
            }
        }
    }

    /// A value becomes one of its sort if another sort has taken the place of its own. `None` if
    /// there is none.
    fn convert_value(&mut self, draws: &mut Draws<'_>, call: &mut Call) -> Option<()> {
        let [Arg::Sort(id), Arg::Value(value)] = call.args.as_mut_slice() else {
            return Some(());
        };
        let sort = self.state.sorts.get(*id)?;
        if !is_of(value, sort) {
            let near = converted(value, sort);
            *value = near.or_else(|| draw(&self.state.sorts, *id, draws.rng))?;
        }
        Some(())
    }

    /// A sort that can take the place of a sort that is not here.
    pub(super) fn similar(&mut self, draws: &mut Draws<'_>, sort: &Sort) -> Option<SortId> {
        let sorts = &self.state.sorts;
        if sorts.find(sort).is_some() {
            return None;
        }
        let similar = sorts.iter().filter(|(_, other)| is_similar(sort, other));
        let similar: Vec<SortId> = similar.map(|(id, _)| id).collect();
        draws.rng.pick(&similar).copied()
    }

    /// Adds those sorts and terms of an entry that a term needs. `None` if the term can not be made
    /// here.
    pub(super) fn adopt_cone(
        &mut self,
        draws: &mut Draws<'_>,
        entry: &[Step],
        needed: &[usize],
        names: &mut IdMap,
        root: TermId,
    ) -> Option<TermId> {
        for number in needed {
            let step = &entry[*number];
            let role = step.call.action.role();
            if matches!(role, Role::Declare | Role::Build) && !names.has(&step.call) {
                self.adopt(draws, step, names);
            }
        }
        names.term(root)
    }

    /// Adds the sorts and terms of an entry. Calls that are not valid here are left out.
    pub(super) fn adopt_all(&mut self, draws: &mut Draws<'_>, entry: &[Step]) -> IdMap {
        let mut names = IdMap::default();
        for step in entry {
            if matches!(step.call.action.role(), Role::Declare | Role::Build) {
                self.adopt(draws, step, &mut names);
            }
            if step.call.action.role().ends_instance() {
                break;
            }
        }
        names
    }
}
