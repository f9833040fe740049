//! Datatypes. The API declares them in parts, and has handles for their constructors and selectors.

use super::checks::{NULL, VALUE_CONSTRUCTOR};
use super::ffi::{Constructor, Selector, Session, Sort, Term};
use super::models::ModelReader;
use super::ops::Kinds;
use super::sorts;
use crate::shared::encoding::models::ReadValues;
use murxla_fsm::op::{self, DatatypeOp, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Datatypes, Field, SortId, SortKind};
use murxla_fsm::value::{Cell, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The sorts of the fields of datatypes that are declared together.
struct Fields<'a> {
    session: &'a Session,
    group: &'a Datatypes,
    sort_of: &'a dyn Fn(SortId) -> Result<Sort>,
    /// One for each member that is referred to, even if that is several times.
    unresolved: BTreeMap<usize, Sort>,
}

impl Fields<'_> {
    fn sort(&mut self, field: &Field, params: &[Sort]) -> Result<Sort> {
        match field {
            Field::Sort(sort) => (self.sort_of)(*sort),
            Field::Param(n) => params.get(*n).copied().ok_or_else(malformed),
            Field::Member(other, args) => {
                let sort = match self.unresolved.get(other) {
                    Some(sort) => *sort,
                    None => {
                        let name = &self.group.members()[*other].symbol;
                        let sort = self
                            .session
                            .mk_unresolved_dt_sort(name, args.len() as u64)?;
                        self.unresolved.insert(*other, sort);
                        sort
                    }
                };
                match self.sorts(args, params)?[..] {
                    [] => Ok(sort),
                    ref args => self.session.sort_instantiate(sort, args),
                }
            }
            // It would be a datatype that is not declared together with the others.
            Field::Composed(SortKind::Nullable, _) if field.is_recursive() => {
                let what = "a nullable of a datatype in its own declaration";
                Err(Error::Unsupported(what.to_owned()))
            }
            Field::Composed(kind, parts) => {
                sorts::composed(self.session, *kind, &self.sorts(parts, params)?)
            }
        }
    }

    fn sorts(&mut self, fields: &[Field], params: &[Sort]) -> Result<Vec<Sort>> {
        let sorts = fields.iter().map(|field| self.sort(field, params));
        sorts.collect()
    }
}

/// Declares datatypes together. `sort_of` gives the sorts of ids.
pub(super) fn declare(
    session: &Session,
    rng: &mut Rng,
    group: &Datatypes,
    sort_of: &dyn Fn(SortId) -> Result<Sort>,
) -> Result<Vec<Sort>> {
    let mut declarations = Vec::new();
    let mut fields = Fields {
        session,
        group,
        sort_of,
        unresolved: BTreeMap::new(),
    };
    for (index, member) in group.members().iter().enumerate() {
        let params = member.params.iter().map(|p| session.mk_param_sort(p));
        let params = params.collect::<Result<Vec<_>>>()?;
        let declaration = if params.is_empty() {
            session.mk_dt_decl(&member.symbol, group.is_codata())?
        } else {
            session.mk_dt_decl_with_params(&member.symbol, &params, group.is_codata())?
        };
        for constructor in &member.constructors {
            let made = session.mk_dt_cons_decl(&constructor.symbol)?;
            for selector in &constructor.selectors {
                let symbol = &selector.symbol;
                if let Field::Member(other, args) = &selector.field {
                    let mut places = args.iter().enumerate();
                    let is_self = *other == index && places.all(|(n, arg)| *arg == Field::Param(n));
                    if is_self && rng.chance(80) {
                        session.dt_cons_decl_add_selector_self(made, symbol)?;
                        continue;
                    }
                    if args.is_empty() && rng.coin() {
                        let name = &group.members()[*other].symbol;
                        session.dt_cons_decl_add_selector_unresolved(made, symbol, name)?;
                        continue;
                    }
                }
                let sort = fields.sort(&selector.field, &params)?;
                session.dt_cons_decl_add_selector(made, symbol, sort)?;
            }
            session.dt_decl_add_constructor(declaration, made)?;
        }
        declarations.push(declaration);
    }
    match declarations[..] {
        [only] if rng.coin() => Ok(vec![session.mk_dt_sort(only)?]),
        _ => {
            let sorts = session.mk_dt_sorts(&declarations)?;
            match sorts.len() == declarations.len() {
                true => Ok(sorts),
                false => NULL.fails_for("cvc5_mk_dt_sorts", ""),
            }
        }
    }
}

pub(super) fn malformed() -> Error {
    Error::Rejected("wrong number of arguments or indices".to_owned())
}

/// A selector of a constructor, by its place. The library does not check the place.
pub(super) fn selector(session: &Session, of: Constructor, place: u32) -> Result<Selector> {
    if u64::from(place) >= session.dt_cons_get_num_selectors(of)? {
        return Err(malformed());
    }
    session.dt_cons_get_selector(of, u64::from(place))
}

/// Makes an application. `sort` is the datatype that the indices name.
pub(super) fn apply(
    session: &Session,
    rng: &mut Rng,
    kinds: &Kinds,
    (op, part): (Op, DatatypeOp),
    sort: Option<Sort>,
    indices: &[u32],
    args: &[Term],
) -> Result<Term> {
    let kind = kinds
        .of(op)
        .ok_or_else(|| Error::Unsupported("datatypes".to_owned()))?;
    let Some(sort) = sort else {
        return session.mk_term(kind, args);
    };
    let datatype = session.sort_get_datatype(sort)?;
    let constructor = match indices.get(1) {
        None => None,
        Some(n) if u64::from(*n) >= session.dt_get_num_constructors(datatype)? => {
            return Err(malformed());
        }
        Some(n) => {
            let constructor = session.dt_get_constructor(datatype, u64::from(*n))?;
            let name = session.dt_cons_get_name(constructor)?;
            Some(match rng.coin() {
                true => session.dt_get_constructor_by_name(datatype, &name)?,
                false => constructor,
            })
        }
    };
    let constructor_term = || {
        let constructor = constructor.ok_or_else(malformed)?;
        // This is needed if the arguments do not determine the sort. Otherwise it makes no
        // difference.
        if session.dt_is_parametric(datatype)? {
            session.dt_cons_get_instantiated_term(constructor, sort)
        } else {
            session.dt_cons_get_term(constructor)
        }
    };
    let selected = || {
        let (constructor, place) = constructor.zip(indices.get(2)).ok_or_else(malformed)?;
        selector(session, constructor, *place)
    };
    let application = |first: Term, rest: &[Term]| {
        let all: Vec<Term> = std::iter::once(first).chain(rest.iter().copied()).collect();
        session.mk_term(kind, &all)
    };
    match (part, args.split_last()) {
        (DatatypeOp::Constructor, _) => application(constructor_term()?, args),
        (DatatypeOp::Selector, Some(_)) => application(session.dt_sel_get_term(selected()?)?, args),
        (DatatypeOp::Updater, Some(_)) => {
            application(session.dt_sel_get_updater_term(selected()?)?, args)
        }
        (DatatypeOp::Tester, Some(_)) => {
            let constructor = constructor.ok_or_else(malformed)?;
            application(session.dt_cons_get_tester_term(constructor)?, args)
        }
        (DatatypeOp::Case | DatatypeOp::BindCase, Some((body, variables))) => {
            let pattern = match (constructor, variables) {
                (None, [variable]) => *variable,
                (None, _) => return Err(malformed()),
                (Some(_), _) => {
                    let apply = kinds.of(op::DT_APPLY_CONS).ok_or_else(malformed)?;
                    let all = [&[constructor_term()?], variables].concat();
                    session.mk_term(apply, &all)?
                }
            };
            if variables.is_empty() {
                return session.mk_term(kind, &[pattern, *body]);
            }
            let list = session.mk_term(kinds.variable_list, variables)?;
            session.mk_term(kind, &[list, pattern, *body])
        }
        _ => Err(malformed()),
    }
}

impl ModelReader<'_> {
    /// A constructor and its arguments.
    pub(super) fn cell(&mut self, sort: Sort, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if Some(session.term_get_kind(term)?) != self.kinds.of(op::DT_APPLY_CONS) {
            return Ok(None);
        }
        let made = session.term_get_child(term, 0)?;
        let datatype = session.sort_get_datatype(sort)?;
        for n in 0..session.dt_get_num_constructors(datatype)? {
            let constructor = session.dt_get_constructor(datatype, n)?;
            let mut is_it = session.term_is_equal(made, session.dt_cons_get_term(constructor)?)?;
            if !is_it && session.dt_is_parametric(datatype)? {
                let instantiated = session.dt_cons_get_instantiated_term(constructor, sort)?;
                is_it = session.term_is_equal(made, instantiated)?;
            }
            if is_it {
                let args = self.values(&session.children(term)?[1..])?;
                let cell = args.and_then(|args| Cell::new(n as u32, args));
                return Ok(cell.map(|cell| Value::Dt(Arc::new(cell))));
            }
        }
        VALUE_CONSTRUCTOR.fails(session.term_to_string(term)?)
    }
}
