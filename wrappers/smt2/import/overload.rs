//! Names with several meanings. Solvers accept functions, constructors and selectors of the same
//! name if their arguments have different sorts.

use super::apply::Head;
use super::{Importer, Meaning};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatype, Datatypes, Field, Sort, SortId};
use std::sync::Arc;

/// The largest number of meanings of one name that are tried.
const MOST: usize = 1_000;

impl<'t> Importer<'t> {
    /// The meaning of a name that is applied to arguments: the newest that accepts them. If there
    /// is none, it is the newest, unless an operator has the name.
    pub(super) fn meaning(&self, head: &Head<'t>, args: &[TermId]) -> Option<Meaning> {
        let all = match self.scopes.names.all(head.name) {
            [] => self.scopes.labels.all(head.name),
            all => all,
        };
        let sorts: Vec<SortId> = args.iter().map(|arg| self.sort_of(*arg)).collect();
        let accepts = |meaning: &&Meaning| self.accepts(meaning, &sorts, head.sort);
        let newest = || {
            all.last()
                .filter(|_| !self.by_symbol.contains_key(head.name))
        };
        let newest_term = || match (all.last(), args) {
            // A function without arguments.
            (last @ Some(Meaning::Term(_)), []) => last,
            _ => None,
        };
        let found = all.iter().rev().take(MOST).find(accepts);
        found.or_else(newest_term).or_else(newest).cloned()
    }

    /// The newest meaning of the name of a constructor or selector that belongs to a datatype.
    pub(super) fn part_of(&self, name: &str, datatype: &Datatype) -> Option<Meaning> {
        let mut all = self.scopes.names.all(name).iter().rev().take(MOST);
        let found = all.find(|meaning| match meaning {
            Meaning::Constructor(group, member, _) | Meaning::Selector(group, member, _) => {
                is_member(datatype, group, *member)
            }
            _ => false,
        });
        found.cloned()
    }

    /// Whether a meaning fits to arguments of these sorts, and to the sort of the result if that is
    /// given.
    fn accepts(&self, meaning: &Meaning, args: &[SortId], result: Option<SortId>) -> bool {
        let sorts = &self.state.sorts;
        match meaning {
            Meaning::Term(term) => {
                let Some(Sort::Fun(domain, _)) = sorts.get(self.sort_of(*term)) else {
                    return args.is_empty();
                };
                let is_partial = self.state.is_higher_order() && args.len() < domain.len();
                let fits = |(arg, wanted): (&SortId, &SortId)| self.converts(*arg, *wanted);
                (is_partial || args.len() == domain.len())
                    && !args.is_empty()
                    && args.iter().zip(domain).all(fits)
            }
            Meaning::Constructor(group, member, place) => {
                let declaration = group.members().get(*member);
                let constructor = declaration.and_then(|d| d.constructors.get(*place));
                let Some(constructor) = constructor else {
                    return false;
                };
                let fits = |(selector, arg): (_, &SortId)| self.fits(group, selector, *arg);
                let selectors = constructor.selectors.iter().map(|s| &s.field);
                let is_result = |sort| match sorts.get(sort) {
                    Some(Sort::Dt(datatype)) => is_member(datatype, group, *member),
                    _ => false,
                };
                constructor.selectors.len() == args.len()
                    && selectors.zip(args).all(fits)
                    && result.is_none_or(is_result)
            }
            Meaning::Selector(group, member, _) => match args {
                [arg] => match sorts.get(*arg) {
                    Some(Sort::Dt(datatype)) => is_member(datatype, group, *member),
                    _ => false,
                },
                _ => false,
            },
            Meaning::Declared(..) => false,
        }
    }

    /// Whether an argument of this sort may be a field.
    fn fits(&self, group: &Arc<Datatypes>, field: &Field, arg: SortId) -> bool {
        match (field, self.state.sorts.get(arg)) {
            (Field::Sort(sort), _) => self.converts(arg, *sort),
            (Field::Param(_), _) => true,
            (Field::Member(member, _), Some(Sort::Dt(datatype))) => {
                is_member(datatype, group, *member)
            }
            (Field::Composed(kind, _), Some(sort)) => *kind == sort.kind(),
            (Field::Member(..) | Field::Composed(..), _) => false,
        }
    }

    /// Whether a term of the first sort may be used where the second is wanted.
    pub(super) fn converts(&self, is: SortId, wanted: SortId) -> bool {
        let sorts = &self.state.sorts;
        let pair = (sorts.get(is), sorts.get(wanted));
        sorts.canon(is) == sorts.canon(wanted) || pair == (Some(&Sort::Int), Some(&Sort::Real))
    }
}

fn is_member(datatype: &Datatype, group: &Arc<Datatypes>, member: usize) -> bool {
    datatype.member == member && Arc::ptr_eq(&datatype.group, group)
}
