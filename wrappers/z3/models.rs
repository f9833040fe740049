//! Reads the values of all sorts in a model.

use super::checks::{COMPLETION, CONSTRUCTOR};
use super::ffi::{self, Ast, Context, Decl, Model, Sort};
use super::values;
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::models::{ArrayLayer, BodyNode, ReadValues};
use murxla_fsm::eval::{equal, store};
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Cell, FunTable, Table, Value};
use std::rc::Rc;
use std::sync::Arc;

/// One in this number of terms is also evaluated without model completion.
const SECOND_LOOK: u64 = 4;

/// Reads values in a model. A term of unknown form has no value.
pub(super) struct ModelReader<'a> {
    pub(super) cx: &'a Rc<Context>,
    pub(super) model: &'a Model,
    pub(super) elements: &'a mut Elements,
    pub(super) rng: &'a mut Rng,
}

/// The operators that occur in the bodies of functions.
const CONNECTIVES: &[(u32, Op)] = &[
    (ffi::Z3_OP_ITE, op::ITE),
    (ffi::Z3_OP_EQ, op::EQUAL),
    (ffi::Z3_OP_IFF, op::EQUAL),
    (ffi::Z3_OP_NOT, op::NOT),
    (ffi::Z3_OP_AND, op::AND),
    (ffi::Z3_OP_OR, op::OR),
    (ffi::Z3_OP_XOR, op::XOR),
    (ffi::Z3_OP_IMPLIES, op::IMPLIES),
];

impl ReadValues for ModelReader<'_> {
    type Term = Ast;

    fn value(&mut self, value: &Ast) -> Result<Option<Value>> {
        let sort = self.cx.get_sort(value)?;
        match self.cx.get_sort_kind(&sort)? as u32 {
            ffi::Z3_ARRAY_SORT => self.array(value),
            ffi::Z3_SEQ_SORT if !self.cx.is_string_sort(&sort)? => self.sequence(value),
            ffi::Z3_UNINTERPRETED_SORT => self.element(&sort, value),
            ffi::Z3_DATATYPE_SORT => self.cell(&sort, value),
            _ => values::read_twice(self.cx, self.rng, value),
        }
    }

    fn layer(&mut self, array: &Ast) -> Result<ArrayLayer<Ast>> {
        if self.cx.is_as_array(array)? {
            let table = self.as_array(&self.cx.get_as_array_func_decl(array)?)?;
            return Ok(table.map_or(ArrayLayer::Unknown, ArrayLayer::Table));
        }
        let Some((decl, args)) = self.cx.parts(array)? else {
            return Ok(ArrayLayer::Unknown);
        };
        Ok(match (self.cx.get_decl_kind(&decl)? as u32, &args[..]) {
            (ffi::Z3_OP_STORE, [inner, index, element]) => {
                ArrayLayer::Store(inner.clone(), index.clone(), element.clone())
            }
            (ffi::Z3_OP_CONST_ARRAY, [element]) => ArrayLayer::Constant(element.clone()),
            _ => ArrayLayer::Unknown,
        })
    }

    /// Parameters are variables, numbered by their place.
    fn node(&mut self, body: &Ast, _: &[Ast]) -> Result<BodyNode<Ast>> {
        let cx = self.cx;
        if cx.get_ast_kind(body)? as u32 == ffi::Z3_VAR_AST {
            let is_bool = cx.get_sort(body)? == cx.mk_bool_sort()?;
            return Ok(BodyNode::Param(cx.get_index_value(body)? as usize, is_bool));
        }
        let Some((decl, args)) = cx.parts(body)? else {
            return Ok(BodyNode::Other);
        };
        let kind = cx.get_decl_kind(&decl)? as u32;
        let known = CONNECTIVES.iter().find(|(known, _)| *known == kind);
        Ok(known.map_or(BodyNode::Other, |(_, op)| BodyNode::Apply(*op, args)))
    }
}

impl ModelReader<'_> {
    /// The value of a term.
    pub(super) fn term(&mut self, term: &Ast) -> Result<Option<Value>> {
        let completed = self.evaluated(term, true)?;
        if self.rng.below(SECOND_LOOK) == 0 {
            // Without completion, a term without a value evaluates to itself.
            let without = self.evaluated(term, false)?;
            let differ = match (&completed, &without) {
                (Some(a), Some(b)) => equal(a, b) == Some(false),
                // They cannot be compared, because completion may return a term that is not a
                // value.
                _ => false,
            };
            if differ {
                let both = format!("{completed:?} with completion, {without:?} without");
                return COMPLETION.fails(both);
            }
        }
        Ok(completed)
    }

    fn evaluated(&mut self, term: &Ast, completion: bool) -> Result<Option<Value>> {
        match self.cx.model_eval(self.model, term, completion)? {
            Some(value) => self.value(&value),
            None => Ok(None),
        }
    }

    /// The value of a free function, if the model has one. It has entries, and a body for all other
    /// points.
    pub(super) fn interpretation(&mut self, function: &Decl) -> Result<Option<Value>> {
        Ok(self
            .table(function)?
            .map(|table| Value::Fun(Arc::new(table))))
    }

    fn table(&mut self, function: &Decl) -> Result<Option<FunTable>> {
        let cx = self.cx;
        if !cx.model_has_interp(self.model, function)? {
            return Ok(None);
        }
        let interp = cx.model_get_func_interp(self.model, function)?;
        let Some(body) = cx.func_interp_get_else(&interp)? else {
            return Ok(None);
        };
        let arity = cx.get_arity(function)? as usize;
        let Some(mut table) = self.function(&body, &[], arity)? else {
            return Ok(None);
        };
        for n in 0..cx.func_interp_get_num_entries(&interp)? {
            let entry = cx.func_interp_get_entry(&interp, n)?;
            let point = (0..cx.func_entry_get_num_args(&entry)?)
                .map(|arg| self.value(&cx.func_entry_get_arg(&entry, arg)?));
            let point = point.collect::<Result<Option<Vec<Value>>>>()?;
            let value = self.value(&cx.func_entry_get_value(&entry)?)?;
            if point
                .zip(value)
                .and_then(|(point, value)| store(&mut table, point, value))
                .is_none()
            {
                return Ok(None);
            }
        }
        Ok(Some(table))
    }

    /// Reads a constructor and its arguments.
    fn cell(&mut self, sort: &Sort, value: &Ast) -> Result<Option<Value>> {
        let cx = self.cx;
        let Some((decl, args)) = cx.parts(value)? else {
            return Ok(None);
        };
        if cx.get_decl_kind(&decl)? as u32 != ffi::Z3_OP_DT_CONSTRUCTOR {
            return Ok(None);
        }
        for n in 0..cx.get_datatype_sort_num_constructors(sort)? {
            if cx.get_datatype_sort_constructor(sort, n)? == decl {
                let args = self.values(&args)?;
                let cell = args.and_then(|args| Cell::new(n, args));
                return Ok(cell.map(|cell| Value::Dt(Arc::new(cell))));
            }
        }
        CONSTRUCTOR.fails(format!("a value of {}", cx.sort_to_string(sort)?))
    }

    /// Reads a sequence: concatenations of units. The numbers of these operators differ between
    /// releases.
    fn sequence(&mut self, value: &Ast) -> Result<Option<Value>> {
        let (mut elements, mut open) = (Vec::new(), vec![value.clone()]);
        while let Some(next) = open.pop() {
            let Some((decl, args)) = self.cx.parts(&next)? else {
                return Ok(None);
            };
            let name = self.cx.get_symbol_string(self.cx.get_decl_name(&decl)?)?;
            match (name.as_str(), &args[..]) {
                ("seq.empty", []) => {}
                ("seq.unit", [element]) => match self.value(element)? {
                    Some(element) => elements.push(element),
                    None => return Ok(None),
                },
                ("seq.++", parts) => open.extend(parts.iter().rev().cloned()),
                _ => return Ok(None),
            }
        }
        Ok(Some(Value::Seq(elements.into())))
    }

    /// Reads an element, which models name `SORT!val!NUMBER`. Other constants have no value in the
    /// model.
    fn element(&mut self, sort: &Sort, value: &Ast) -> Result<Option<Value>> {
        let Some((decl, args)) = self.cx.parts(value)? else {
            return Ok(None);
        };
        let name = self.cx.get_symbol_string(self.cx.get_decl_name(&decl)?)?;
        if !args.is_empty() || !name.contains("!val!") {
            return Ok(None);
        }
        let sort = self.cx.get_symbol_string(self.cx.get_sort_name(sort)?)?;
        Ok(Some(Value::Element(self.elements.number(sort, name))))
    }

    /// The array whose elements are the values of a function.
    fn as_array(&mut self, function: &Decl) -> Result<Option<Table>> {
        let Some(function) = self.table(function)? else {
            return Ok(None);
        };
        let mut table = Table::constant(function.default.clone());
        for (point, value) in function.entries() {
            if let [index] = &point[..] {
                table.set(index.clone(), value.clone());
            }
        }
        Ok(Some(table))
    }
}
