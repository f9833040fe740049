//! Models, read and made.

use super::super::bindings as raw;
use super::numbers::{Rational, bv_of};
use super::{Model, Node, Term, Type, ids, known};
use murxla_fsm::solver::Result;
use murxla_fsm::value::Bv;
use num_rational::BigRational;
use raw::{yval_t, yval_vector_t};
use std::mem::MaybeUninit;

// As in `search.rs`: handles are live, slices are passed with their lengths, and results are owned by the
// frame of the call.

impl Model {
    pub(in super::super) fn print(&self) -> String {
        // SAFETY: see above; the string is the caller's.
        unsafe {
            let text = self.0.0.yices_model_to_string(self.raw(), 200, 1000, 0);
            self.0.taken(text)
        }
    }

    /// The free constants and functions that have a value.
    pub(in super::super) fn defined(&self) -> Result<Vec<Term>> {
        let api = self.0;
        Ok(api.vector(|vector| {
            // SAFETY: see above; the vector is one to fill.
            unsafe { api.0.yices_model_collect_defined_terms(self.raw(), vector) };
            0
        })?)
    }

    /// Whether a formula is true.
    pub(in super::super) fn holds(&self, formula: Term) -> Result<Option<bool>> {
        // SAFETY: see above.
        let held = unsafe { self.0.0.yices_formula_true_in_model(self.raw(), formula.0) };
        Ok(known(self.0.code(held))?.map(|()| held == 1))
    }

    /// Whether all of some formulas are true.
    pub(in super::super) fn all_hold(&self, formulas: &[Term]) -> Result<Option<bool>> {
        // SAFETY: see above.
        let held = unsafe {
            self.0
                .0
                .yices_formulas_true_in_model(self.raw(), formulas.len() as u32, ids(formulas))
        };
        Ok(known(self.0.code(held))?.map(|()| held == 1))
    }

    pub(in super::super) fn bool_value(&self, term: Term) -> Result<Option<bool>> {
        let mut value = 0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_bool_value(self.raw(), term.0, &raw mut value)
        };
        Ok(known(self.0.code(code))?.map(|()| value != 0))
    }

    /// `None` also of algebraic numbers.
    pub(in super::super) fn rational(&self, term: Term) -> Result<Option<BigRational>> {
        let mut value = Rational::new(self.0);
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_mpq_value(self.raw(), term.0, &raw mut value.1)
        };
        known(self.0.code(code))?.map(|()| value.read()).transpose()
    }

    /// The width is that of the term.
    pub(in super::super) fn bv(&self, term: Term) -> Result<Option<Bv>> {
        let api = self.0;
        let mut bits = vec![0; api.bv_width(api.type_of(term)?)? as usize];
        // SAFETY: see above; the array has as many elements as the term has bits.
        let code = unsafe {
            api.0
                .yices_get_bv_value(self.raw(), term.0, bits.as_mut_ptr())
        };
        Ok(known(api.code(code))?.map(|()| bv_of(&bits)))
    }

    /// The number of an element of an uninterpreted type.
    pub(in super::super) fn element(&self, term: Term) -> Result<Option<i32>> {
        let mut value = 0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_scalar_value(self.raw(), term.0, &raw mut value)
        };
        Ok(known(self.0.code(code))?.map(|()| value))
    }

    /// The value as a term; functions have none.
    pub(in super::super) fn literal(&self, term: Term) -> Result<Option<Term>> {
        // SAFETY: see above.
        let literal = unsafe { self.0.0.yices_get_value_as_term(self.raw(), term.0) };
        known(self.0.term(literal))
    }

    pub(in super::super) fn node(&self, term: Term) -> Result<Option<Node>> {
        let mut node = empty();
        // SAFETY: see above.
        let code = unsafe { self.0.0.yices_get_value(self.raw(), term.0, &raw mut node) };
        Ok(known(self.0.code(code))?.map(|()| Node(node)))
    }

    // Getters of nodes; `None` if the node is not of that kind, or of what cannot be read.

    pub(in super::super) fn node_bool(&self, node: Node) -> Option<bool> {
        let mut value = 0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_val_get_bool(self.raw(), &raw const node.0, &raw mut value)
        };
        (code >= 0).then_some(value != 0)
    }

    pub(in super::super) fn node_rational(&self, node: Node) -> Result<Option<BigRational>> {
        let mut value = Rational::new(self.0);
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_val_get_mpq(self.raw(), &raw const node.0, &raw mut value.1)
        };
        (code >= 0).then(|| value.read()).transpose()
    }

    pub(in super::super) fn node_bv(&self, node: Node) -> Option<Bv> {
        // SAFETY: see above; the array has as many elements as the node has bits.
        let (bits, code) = unsafe {
            let width = self.0.0.yices_val_bitsize(self.raw(), &raw const node.0);
            let mut bits = vec![0; width as usize];
            let code =
                { self.0.0 }.yices_val_get_bv(self.raw(), &raw const node.0, bits.as_mut_ptr());
            (bits, code)
        };
        (code >= 0 && !bits.is_empty()).then(|| bv_of(&bits))
    }

    /// An element with its type.
    pub(in super::super) fn node_element(&self, node: Node) -> Option<(i32, Type)> {
        let (mut value, mut of) = (0, 0);
        // SAFETY: see above.
        let code = unsafe {
            { self.0.0 }.yices_val_get_scalar(
                self.raw(),
                &raw const node.0,
                &raw mut value,
                &raw mut of,
            )
        };
        (code >= 0).then_some((value, Type(of)))
    }

    /// The points that a function is given at, and its value elsewhere.
    #[expect(clippy::type_complexity, reason = "a table, spelled out")]
    pub(in super::super) fn function(&self, node: Node) -> Option<(Node, Vec<(Vec<Node>, Node)>)> {
        let (api, raw) = (self.0.0, self.raw());
        let mut default = empty();
        let mut vector = MaybeUninit::<yval_vector_t>::zeroed();
        // SAFETY: see above; the vector is initialized, filled, copied and deleted, and `data` has
        // `size` elements.
        let (code, mappings) = unsafe {
            api.yices_init_yval_vector(vector.as_mut_ptr());
            let code = api.yices_val_expand_function(
                raw,
                &raw const node.0,
                &raw mut default,
                vector.as_mut_ptr(),
            );
            let mut vector = vector.assume_init();
            let mappings = (0..vector.size as usize).map(|n| *vector.data.add(n));
            let mappings: Vec<yval_t> = mappings.collect();
            api.yices_delete_yval_vector(&raw mut vector);
            (code, mappings)
        };
        let points = mappings.iter().map(|mapping| {
            let mut value = empty();
            // SAFETY: see above; the point has as many elements as the mapping has arguments.
            let (point, code) = unsafe {
                let arity = api.yices_val_mapping_arity(raw, &raw const *mapping);
                let mut point = vec![empty(); arity as usize];
                let code = api.yices_val_expand_mapping(
                    raw,
                    &raw const *mapping,
                    point.as_mut_ptr(),
                    &raw mut value,
                );
                (point, code)
            };
            let point = point.into_iter().map(Node).collect();
            (code >= 0).then_some((point, Node(value)))
        });
        let points: Option<Vec<_>> = points.collect();
        Some((Node(default), points.filter(|_| code >= 0)?))
    }
}

fn empty() -> yval_t {
    yval_t {
        node_id: 0,
        node_tag: 0,
    }
}
