//! Declarations of datatypes. Their parts are owned until the declaration uses them.

use super::super::checks::FIELDS;
use super::{Context, Sort, Symbol, handles::Counted, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::{Error, Result};
use std::ptr;
use std::rc::Rc;

/// The sort of a field.
pub(in crate::z3) enum Field {
    /// A sort that was made before.
    Sort(Sort),
    /// The n-th datatype of the declaration.
    Member(usize),
}

/// A constructor: its symbol, that of its tester, and its fields.
pub(in crate::z3) struct Constructor {
    pub(in crate::z3) symbol: Symbol,
    pub(in crate::z3) tester: Symbol,
    pub(in crate::z3) fields: Vec<(Symbol, Field)>,
}

/// Constructors of a declaration.
struct Parts<'a> {
    context: &'a Rc<Context>,
    constructors: Vec<raw::Z3_constructor>,
    lists: Vec<raw::Z3_constructor_list>,
}

impl Drop for Parts<'_> {
    fn drop(&mut self) {
        let (cx, api) = (self.context.raw.as_ptr(), self.context.library.0);
        if let (Some(list), Some(constructor)) = (
            api.Z3_del_constructor_list.get(),
            api.Z3_del_constructor.get(),
        ) {
            // SAFETY: both were made in this context, are not null, and are not used again.
            unsafe {
                self.lists.drain(..).for_each(|l| list.call(cx, l));
                self.constructors
                    .drain(..)
                    .for_each(|c| constructor.call(cx, c));
            }
        }
    }
}

fn null() -> Error {
    Error::Rejected("a declaration is null without an error".to_owned())
}

impl<'a> Parts<'a> {
    fn new(context: &'a Rc<Context>) -> Self {
        Self {
            context,
            constructors: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// Makes a constructor of a declaration with this number of members. Their names may already be
    /// sorts.
    fn push(&mut self, constructor: &Constructor, members: usize, named: &[Sort]) -> Result {
        let cx = self.context;
        let (mut names, mut sorts, mut references) = (Vec::new(), Vec::new(), Vec::new());
        for (name, field) in &constructor.fields {
            let (sort, reference) = match field {
                Field::Sort(sort) => (sort.lower(cx)?, 0),
                Field::Member(n) if *n < members => match named.get(*n) {
                    Some(sort) => (sort.lower(cx)?, 0),
                    None => (ptr::null_mut(), *n as u32),
                },
                Field::Member(_) => return Err(null()),
            };
            names.push(name.0);
            sorts.push(sort);
            references.push(reference);
        }
        let (symbol, tester) = (constructor.symbol.0, constructor.tester.0);
        let n = names.len() as u32;
        let (names, sorts) = (names.as_ptr(), sorts.as_ptr());
        let made = call!(
            cx,
            Z3_mk_constructor(symbol, tester, n, names, sorts, references.as_mut_ptr())
        );
        if made.is_null() {
            return Err(null());
        }
        self.constructors.push(made);
        if cx.table().Z3_constructor_num_fields.exists()
            && call!(cx, Z3_constructor_num_fields(made)) != n
        {
            return FIELDS.fails("");
        }
        Ok(())
    }
}

impl Context {
    /// Declares a datatype with parameters, which are type variables. The sort of a field may be an
    /// instance, or the datatype with its parameters by number.
    pub(in crate::z3) fn polymorphic_datatype(
        self: &Rc<Self>,
        symbol: Symbol,
        params: &[Sort],
        constructors: &[Constructor],
    ) -> Result<Sort> {
        let mut parts = Parts::new(self);
        for constructor in constructors {
            parts.push(constructor, 1, &[])?;
        }
        let params = params.iter().map(|param| param.lower(self));
        let mut params = params.collect::<Result<Vec<_>>>()?;
        let (m, n) = (params.len() as u32, parts.constructors.len() as u32);
        let (params, first) = (params.as_mut_ptr(), parts.constructors.as_mut_ptr());
        let sort = call!(
            self,
            Z3_mk_polymorphic_datatype(symbol.0, m, params, n, first)
        );
        sort.own(self, "Z3_mk_polymorphic_datatype")
    }

    /// Declares datatypes that may refer to each other, by number or by name. Each has a symbol and
    /// constructors. There is a separate function for one datatype.
    pub(in crate::z3) fn datatypes(
        self: &Rc<Self>,
        members: &[(Symbol, Vec<Constructor>)],
        alone: bool,
        by_name: bool,
    ) -> Result<Vec<Sort>> {
        let mut parts = Parts::new(self);
        let mut named = Vec::new();
        if by_name {
            for (symbol, _) in members {
                named.push(self.mk_datatype_sort(*symbol, &[])?);
            }
        }
        for (_, constructors) in members {
            let start = parts.constructors.len();
            for constructor in constructors {
                parts.push(constructor, members.len(), &named)?;
            }
            if !alone {
                let of_this = &parts.constructors[start..];
                let (n, first) = (of_this.len() as u32, of_this.as_ptr());
                let list = call!(self, Z3_mk_constructor_list(n, first));
                if list.is_null() {
                    return Err(null());
                }
                parts.lists.push(list);
            }
        }
        if let ([(symbol, _)], true) = (members, alone) {
            let (n, first) = (
                parts.constructors.len() as u32,
                parts.constructors.as_mut_ptr(),
            );
            let sort = call!(self, Z3_mk_datatype(symbol.0, n, first));
            return Ok(vec![sort.own(self, "Z3_mk_datatype")?]);
        }
        let names: Vec<raw::Z3_symbol> = members.iter().map(|(symbol, _)| symbol.0).collect();
        let mut sorts: Vec<raw::Z3_sort> = vec![ptr::null_mut(); members.len()];
        let (n, names) = (names.len() as u32, names.as_ptr());
        let (sorts_out, lists) = (sorts.as_mut_ptr(), parts.lists.as_mut_ptr());
        call!(self, Z3_mk_datatypes(n, names, sorts_out, lists));
        let lift = |sort: raw::Z3_sort| sort.own(self, "Z3_mk_datatypes");
        sorts.into_iter().map(lift).collect()
    }
}
