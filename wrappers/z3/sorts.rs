//! Makes sorts and reads them.

pub(super) mod view;

use super::ffi::{self};
use super::instance::{Instance, SortEntry};
use super::{sets, strings};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Datatypes, Sort, SortId};
use std::sync::Arc;

impl Instance {
    fn plain_sorts(&self, ids: &[SortId]) -> Result<Vec<ffi::Sort>> {
        ids.iter()
            .map(|id| self.content.sorts.get(*id)?.plain().cloned())
            .collect()
    }

    /// Makes a sort whose parts are known.
    pub(super) fn make_sort(&mut self, out: SortId, sort: &Sort) -> Result<SortEntry> {
        let cx = self.context()?;
        self.content.extra.sets.note_sort(out, sort);
        let plain = |id: &SortId| self.content.sorts.get(*id)?.plain();
        let made = match sort {
            Sort::Constructor(_) => return Ok(SortEntry::Constructor),
            Sort::Instance(symbol, args) => {
                let name = view::named(&cx, symbol, &self.plain_sorts(args)?)?;
                cx.mk_uninterpreted_sort(cx.mk_string_symbol(&name)?)?
            }
            Sort::Dt(datatype) => {
                let wanted = vec![(datatype.member, self.plain_sorts(&datatype.args)?)];
                let sort_of = |id| self.content.sorts.get(id)?.plain().cloned();
                let rng = &mut self.rng;
                let datatypes = &mut self.content.extra.datatypes;
                let made = datatypes.make(&cx, rng, &datatype.group, wanted, &sort_of);
                let only = made?.pop();
                only.ok_or_else(|| Error::Rejected("no datatype".to_owned()))?
            }
            Sort::Bool => cx.mk_bool_sort()?,
            Sort::Int => cx.mk_int_sort()?,
            Sort::Real => cx.mk_real_sort()?,
            Sort::Bv(width) => cx.mk_bv_sort(*width)?,
            Sort::Fp(exponent, significand) => {
                view::format_sort_in_some_way(&cx, &mut self.rng, *exponent, *significand)?
            }
            Sort::Rm => cx.mk_fpa_rounding_mode_sort()?,
            Sort::Ff(size) => cx.mk_finite_field_sort(&size.to_string())?,
            Sort::Tuple(parts) => self
                .content
                .extra
                .datatypes
                .tuple(&cx, &self.plain_sorts(parts)?)?,
            Sort::Uninterpreted(symbol) => {
                cx.mk_uninterpreted_sort(cx.mk_string_symbol(symbol)?)?
            }
            Sort::String => cx.mk_string_sort()?,
            Sort::RegLan => cx.mk_re_sort(&cx.mk_string_sort()?)?,
            Sort::Set(element) => sets::sort(&cx, &mut self.rng, plain(element)?)?,
            Sort::Array(..) | Sort::Seq(_) | Sort::Bag(_) | Sort::Nullable(_) => {
                strings::composed(&cx, sort.kind(), &self.plain_sorts(&sort.parts())?)?
            }
            Sort::Fun(domain, codomain) => {
                let domain = self.plain_sorts(domain)?;
                return Ok(SortEntry::Fun(domain, plain(codomain)?.clone()));
            }
        };
        Ok(SortEntry::Plain(made))
    }

    /// Declares datatypes together. A datatype with parameters is a sort constructor.
    pub(super) fn declare_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        let cx = self.context()?;
        self.content.extra.sets.note_datatypes(out, group);
        let members = || out.iter().zip(group.members()).enumerate();
        let plain = members().filter(|(_, (_, member))| member.params.is_empty());
        let wanted = plain.map(|(n, _)| (n, Vec::new())).collect();
        let sort_of = |id| self.content.sorts.get(id)?.plain().cloned();
        let datatypes = &mut self.content.extra.datatypes;
        let made = datatypes.make(&cx, &mut self.rng, group, wanted, &sort_of)?;
        let mut made = made.into_iter();
        for (_, (id, member)) in members() {
            let is_plain = member.params.is_empty();
            let sort = if is_plain { made.next() } else { None };
            let entry = sort.map_or(SortEntry::Constructor, SortEntry::Plain);
            self.content.sorts.insert(*id, entry);
        }
        Ok(())
    }
}
