//! Makes sorts and reads them.

pub(super) mod view;

use super::ffi::{Session, Sort as SortHandle};
use super::instance::Content;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Datatypes, Sort, SortConstructor, SortKind};
use std::sync::Arc;

impl Content {
    /// The sort of a datatype. It is a sort constructor if the datatype has parameters.
    fn member(&self, group: &Arc<Datatypes>, member: usize) -> Result<SortHandle> {
        let declared = self.extra.datatypes.iter().find(|(its, _)| its == group);
        let handle = declared.and_then(|(_, sorts)| sorts.get(member)).copied();
        handle.ok_or_else(|| Error::Rejected("a datatype was not declared".to_owned()))
    }
}

/// Makes a sort whose parts are known, in one of the ways of the API.
pub(super) fn make(
    session: &Session,
    content: &mut Content,
    rng: &mut Rng,
    sort: &Sort,
) -> Result<SortHandle> {
    Ok(match sort {
        Sort::Bool => session.get_boolean_sort()?,
        Sort::Int => session.get_integer_sort()?,
        Sort::Real => session.get_real_sort()?,
        Sort::Bv(width) => session.mk_bv_sort(*width)?,
        Sort::Fp(exponent, significand) => session.mk_fp_sort(*exponent, *significand)?,
        Sort::Rm => session.get_rm_sort()?,
        Sort::String => session.get_string_sort()?,
        Sort::RegLan => session.get_regexp_sort()?,
        Sort::Ff(size) => {
            let base = rng.pick(&view::BASES).copied().unwrap_or(10);
            session.mk_ff_sort(&size.to_str_radix(base), base)?
        }
        Sort::Array(..) | Sort::Set(_) | Sort::Bag(_) | Sort::Seq(_) | Sort::Nullable(_) => {
            composed(session, sort.kind(), &content.sorts(&sort.parts())?)?
        }
        Sort::Tuple(parts) => session.mk_tuple_sort(&content.sorts(parts)?)?,
        Sort::Fun(domain, codomain) => {
            let domain = content.sorts(domain)?;
            let codomain = *content.sorts.get(*codomain)?;
            if rng.coin() && session.sort_is_boolean(codomain)? {
                session.mk_predicate_sort(&domain)?
            } else {
                session.mk_fun_sort(&domain, codomain)?
            }
        }
        Sort::Constructor(SortConstructor::Dt(group, member)) => content.member(group, *member)?,
        Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity)) => {
            let handle = if rng.coin() || content.extra.answered {
                session.mk_uninterpreted_sort_constructor_sort(u64::from(*arity), symbol)?
            } else {
                session.declare_sort(symbol, *arity, true)?
            };
            *content
                .extra
                .constructors
                .entry(symbol.clone())
                .or_insert(handle)
        }
        Sort::Instance(symbol, args) => {
            let args = content.sorts(args)?;
            let constructor = content.extra.constructors.get(symbol).copied();
            let unknown = || Error::Rejected(format!("'{symbol}' makes no sorts"));
            session.sort_instantiate(constructor.ok_or_else(unknown)?, &args)?
        }
        Sort::Dt(datatype) => {
            let handle = content.member(&datatype.group, datatype.member)?;
            match &datatype.args[..] {
                [] => handle,
                args => session.sort_instantiate(handle, &content.sorts(args)?)?,
            }
        }
        Sort::Uninterpreted(symbol) => {
            let answered = content.extra.answered;
            content.declared.get_or_make(symbol, || {
                if rng.coin() || answered {
                    session.mk_uninterpreted_sort(symbol)
                } else {
                    session.declare_sort(symbol, 0, true)
                }
            })?
        }
    })
}

/// A sort with these parts.
pub(super) fn composed(
    session: &Session,
    kind: SortKind,
    parts: &[SortHandle],
) -> Result<SortHandle> {
    match (kind, parts) {
        (SortKind::Array, [index, element]) => session.mk_array_sort(*index, *element),
        (SortKind::Set, [element]) => session.mk_set_sort(*element),
        (SortKind::Bag, [element]) => session.mk_bag_sort(*element),
        (SortKind::Seq, [element]) => session.mk_sequence_sort(*element),
        (SortKind::Nullable, [element]) => session.mk_nullable_sort(*element),
        _ => Err(Error::Rejected("a wrong number of parts".to_owned())),
    }
}
