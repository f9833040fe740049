//! Applications of the parts of datatypes: constructors, selectors, testers and updaters.

use super::apply::Head;
use super::{Importer, Meaning};
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::op::{DT_APPLY_CONS, DT_APPLY_TESTER, DT_APPLY_UPDATER, Op};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatype, Datatypes, Field, Sort, SortConstructor, SortId};
use std::sync::Arc;

impl<'t> Importer<'t> {
    /// Reads `((_ is c) x)`, `(is-c x)` and `((_ update s) x y)`. `None` if it is something else.
    pub(super) fn part_of_datatype(
        &mut self,
        at: Expr<'t>,
        head: &Head<'t>,
        args: &[TermId],
    ) -> Result<Option<TermId>> {
        let name = match (head.name, &head.indices[..]) {
            ("is" | "update" | "update-field", [name]) => match name.list() {
                // Z3 writes the signature of the constructor.
                Some(parts) => parts.first().and_then(|first| first.symbol()),
                None => name.symbol(),
            },
            (name, []) => name.strip_prefix("is-"),
            _ => None,
        };
        let datatype = match args
            .first()
            .map(|arg| self.state.sorts.get(self.sort_of(*arg)))
        {
            Some(Some(Sort::Dt(datatype))) => datatype,
            _ => return Ok(None),
        };
        let meaning = name.and_then(|name| self.part_of(name, datatype));
        let (op, places) = match meaning {
            Some(Meaning::Constructor(_, _, place)) if !head.name.starts_with("update") => {
                (DT_APPLY_TESTER, vec![place as u32])
            }
            Some(Meaning::Selector(_, _, places)) if head.name.starts_with("update") => {
                (DT_APPLY_UPDATER, places.to_vec())
            }
            _ => return Ok(None),
        };
        self.of_datatype(at, op, args, &places).map(Some)
    }

    /// Applies an operator of datatypes. `places` are the numbers of a constructor and a selector,
    /// as far as the operator needs them.
    pub(super) fn of_datatype(
        &mut self,
        at: Expr<'t>,
        op: Op,
        args: &[TermId],
        places: &[u32],
    ) -> Result<TermId> {
        let Some(sort) = args.first().map(|arg| self.sort_of(*arg)) else {
            return Err(at.fault(format!("'{}' has no argument", at.shown())));
        };
        let indices: Vec<u32> = [&[sort.0], places].concat();
        self.make(at, op, args, &indices)
    }

    pub(super) fn constructor(
        &mut self,
        at: Expr<'t>,
        (group, member, place): (Arc<Datatypes>, usize, usize),
        sort: Option<SortId>,
        args: &[TermId],
    ) -> Result<TermId> {
        let sort = match sort {
            Some(sort) => sort,
            None => self.instance(at, &group, member, place, args)?,
        };
        let Some(Sort::Dt(datatype)) = self.state.sorts.get(sort).cloned() else {
            return Err(at.fault(format!("'{}' is of no datatype", at.shown())));
        };
        let fields = datatype
            .fields(&self.state.sorts, place)
            .unwrap_or_default();
        let mut all = args.to_vec();
        for (arg, field) in all.iter_mut().zip(fields) {
            *arg = self.coerce(at, *arg, field)?;
        }
        let sort = self.state.sorts.canon(sort);
        self.make(at, DT_APPLY_CONS, &all, &[sort.0, place as u32])
    }

    /// The datatype of a constructor's application, whose parameters are inferred from the
    /// arguments.
    fn instance(
        &mut self,
        at: Expr<'t>,
        group: &Arc<Datatypes>,
        member: usize,
        place: usize,
        args: &[TermId],
    ) -> Result<SortId> {
        let declaration = &group.members()[member];
        let mut params = vec![None; declaration.params.len()];
        let selectors = declaration
            .constructors
            .get(place)
            .map(|c| &c.selectors[..]);
        for (selector, arg) in selectors.unwrap_or_default().iter().zip(args) {
            self.unify(group, &selector.field, self.sort_of(*arg), &mut params);
        }
        let Some(params) = params.into_iter().collect::<Option<Vec<SortId>>>() else {
            let shown = at.shown();
            return Err(at.fault(format!(
                "the sort of '{shown}' is ambiguous and needs '(as …)'"
            )));
        };
        let constructing = SortConstructor::Dt(Arc::clone(group), member);
        if params.is_empty() {
            let sort = self.state.sorts.find(&constructing.instance(&[]));
            return sort.ok_or_else(|| at.fault("the datatype is gone"));
        }
        match self.state.sorts.find(&Sort::Constructor(constructing)) {
            Some(constructor) => self.instantiate(at, constructor, &params),
            None => Err(at.fault("the datatype is gone")),
        }
    }

    /// Infers parameters of a datatype from the sort of a field.
    fn unify(
        &self,
        group: &Arc<Datatypes>,
        field: &Field,
        sort: SortId,
        params: &mut [Option<SortId>],
    ) {
        match (field, self.state.sorts.get(sort)) {
            (Field::Param(n), _) => {
                if let Some(param) = params.get_mut(*n) {
                    param.get_or_insert(sort);
                }
            }
            (
                Field::Member(_, fields),
                Some(Sort::Dt(Datatype {
                    group: its, args, ..
                })),
            ) if its == group => {
                for (field, arg) in fields.iter().zip(args) {
                    self.unify(group, field, *arg, params);
                }
            }
            (Field::Composed(kind, fields), Some(sort)) if *kind == sort.kind() => {
                for (field, part) in fields.iter().zip(sort.parts()) {
                    self.unify(group, field, part, params);
                }
            }
            _ => {}
        }
    }
}
