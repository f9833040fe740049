//! Reads and makes models.

use super::super::bindings as raw;
use super::numbers::{Rational, bits_of, bv_of};
use super::{Api, Model, ModelNode, Sort, Term, Tried, ids, ids_mut, if_present};
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Bv, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use raw::{yval_t, yval_vector_t};
use std::ffi::c_int;
use std::mem::MaybeUninit;

// As in `search.rs`: handles are live, slices are passed with their lengths, and results are owned
// by the frame of the call.

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
        Ok(if_present(self.0.code(held))?.map(|()| held == 1))
    }

    /// Whether all of some formulas are true.
    pub(in super::super) fn all_hold(&self, formulas: &[Term]) -> Result<Option<bool>> {
        // SAFETY: see above.
        let held = unsafe {
            self.0
                .0
                .yices_formulas_true_in_model(self.raw(), formulas.len() as u32, ids(formulas))
        };
        Ok(if_present(self.0.code(held))?.map(|()| held == 1))
    }

    pub(in super::super) fn bool_value(&self, term: Term) -> Result<Option<bool>> {
        let mut value = 0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_bool_value(self.raw(), term.0, &raw mut value)
        };
        Ok(if_present(self.0.code(code))?.map(|()| value != 0))
    }

    /// `None` for algebraic numbers, too.
    pub(in super::super) fn rational(&self, term: Term) -> Result<Option<BigRational>> {
        let mut value = Rational::new(self.0);
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_mpq_value(self.raw(), term.0, &raw mut value.1)
        };
        if_present(self.0.code(code))?
            .map(|()| value.read())
            .transpose()
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
        Ok(if_present(api.code(code))?.map(|()| bv_of(&bits)))
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
        Ok(if_present(self.0.code(code))?.map(|()| value))
    }

    /// The value as a term. Values of functions are no terms.
    pub(in super::super) fn literal(&self, term: Term) -> Result<Option<Term>> {
        // SAFETY: see above.
        let literal = unsafe { self.0.0.yices_get_value_as_term(self.raw(), term.0) };
        if_present(self.0.term(literal))
    }

    pub(in super::super) fn node(&self, term: Term) -> Result<Option<ModelNode>> {
        let mut node = empty();
        // SAFETY: see above.
        let code = unsafe { self.0.0.yices_get_value(self.raw(), term.0, &raw mut node) };
        Ok(if_present(self.0.code(code))?.map(|()| ModelNode(node)))
    }

    // Getters of nodes. `None` if the node is of another kind, or cannot be read.

    pub(in super::super) fn node_bool(&self, node: ModelNode) -> Option<bool> {
        let mut value = 0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_val_get_bool(self.raw(), &raw const node.0, &raw mut value)
        };
        (code >= 0).then_some(value != 0)
    }

    pub(in super::super) fn node_rational(&self, node: ModelNode) -> Result<Option<BigRational>> {
        let mut value = Rational::new(self.0);
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_val_get_mpq(self.raw(), &raw const node.0, &raw mut value.1)
        };
        (code >= 0).then(|| value.read()).transpose()
    }

    pub(in super::super) fn node_bv(&self, node: ModelNode) -> Option<Bv> {
        // SAFETY: see above; the array has as many elements as the node has bits.
        let (bits, code) = unsafe {
            let width = self.0.0.yices_val_bitsize(self.raw(), &raw const node.0);
            let mut bits = vec![0; width as usize];
            let code = self
                .0
                .0
                .yices_val_get_bv(self.raw(), &raw const node.0, bits.as_mut_ptr());
            (bits, code)
        };
        (code >= 0 && !bits.is_empty()).then(|| bv_of(&bits))
    }

    /// An element with its type.
    pub(in super::super) fn node_element(&self, node: ModelNode) -> Option<(i32, Sort)> {
        let (mut value, mut of) = (0, 0);
        // SAFETY: see above.
        let code = unsafe {
            self.0.0.yices_val_get_scalar(
                self.raw(),
                &raw const node.0,
                &raw mut value,
                &raw mut of,
            )
        };
        (code >= 0).then_some((value, Sort(of)))
    }

    /// The points of a function with their values, and the value elsewhere.
    #[expect(clippy::type_complexity, reason = "a table, spelled out")]
    pub(in super::super) fn function(
        &self,
        node: ModelNode,
    ) -> Option<(ModelNode, Vec<(Vec<ModelNode>, ModelNode)>)> {
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
            api.yices_reset_yval_vector(&raw mut vector);
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
            let point = point.into_iter().map(ModelNode).collect();
            (code >= 0).then_some((point, ModelNode(value)))
        });
        let points: Option<Vec<_>> = points.collect();
        Some((ModelNode(default), points.filter(|_| code >= 0)?))
    }
}

impl Model {
    /// A model without values.
    pub(in super::super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        Self::owner(api, unsafe { api.0.yices_new_model() })
    }

    /// A model of uninterpreted terms and their values, which are constants.
    pub(in super::super) fn of_map(api: Api, terms: &[Term], values: &[Term]) -> Result<Self> {
        let count = terms.len().min(values.len()) as u32;
        // SAFETY: see above.
        Self::owner(api, unsafe {
            api.0.yices_model_from_map(count, ids(terms), ids(values))
        })
    }

    /// Sets the value of an uninterpreted term, in one of several ways. The last way is used if the
    /// value does not fit another one. `false` if there is no function for the value.
    pub(in super::super) fn set(&self, term: Term, value: &Value, way: u64) -> Result<bool> {
        let (api, raw, term) = (&self.0.0, self.raw(), term.0);
        // SAFETY: see above; numbers of GMP are initialized.
        let code = unsafe {
            match value {
                Value::Bool(value) => api.yices_model_set_bool(raw, term, c_int::from(*value)),
                Value::Int(value) => self.set_number(term, &value.clone().into(), way)?,
                Value::Real(value) => self.set_number(term, value, way)?,
                Value::Bv(value) => {
                    let number = BigInt::from(value.unsigned().clone());
                    let signed = value.signed();
                    let fits = (
                        number.to_u32(),
                        number.to_u64(),
                        signed.to_i32(),
                        signed.to_i64(),
                    );
                    match (way, fits) {
                        (0, (Some(n), ..)) => api.yices_model_set_bv_uint32(raw, term, n),
                        (1, (_, Some(n), ..)) => api.yices_model_set_bv_uint64(raw, term, n),
                        (2, (_, _, Some(n), _)) => api.yices_model_set_bv_int32(raw, term, n),
                        (3, (.., Some(n))) => api.yices_model_set_bv_int64(raw, term, n),
                        (4, _) => {
                            let number = Rational::from(self.0, &signed.into())?;
                            api.yices_model_set_bv_mpz(raw, term, &raw const number.1.num)
                        }
                        _ => {
                            let bits = bits_of(value);
                            let to = bits.as_ptr();
                            api.yices_model_set_bv_from_array(raw, term, value.width(), to)
                        }
                    }
                }
                _ => return Ok(false),
            }
        };
        self.0.code(code)?;
        Ok(true)
    }

    fn set_number(&self, term: c_int, value: &BigRational, way: u64) -> Result<c_int> {
        let (api, raw) = (&self.0.0, self.raw());
        let number = Rational::from(self.0, value)?;
        let whole = value.is_integer();
        let (numerator, denominator) = (value.numer(), value.denom());
        let small = numerator.to_i32().zip(denominator.to_u32());
        let large = numerator.to_i64().zip(denominator.to_u64());
        // SAFETY: see above; numbers of GMP are initialized.
        Ok(unsafe {
            match (way, small, large) {
                (0, Some((n, _)), _) if whole => api.yices_model_set_int32(raw, term, n),
                (1, _, Some((n, _))) if whole => api.yices_model_set_int64(raw, term, n),
                (2, Some((n, d)), _) => api.yices_model_set_rational32(raw, term, n, d),
                (3, _, Some((n, d))) => api.yices_model_set_rational64(raw, term, n, d),
                (4, ..) if whole => api.yices_model_set_mpz(raw, term, &raw const number.1.num),
                _ => api.yices_model_set_mpq(raw, term, &raw const number.1),
            }
        })
    }

    /// The values of some terms as terms, all at once. `None` if one has no value.
    pub(in super::super) fn literals(&self, terms: &[Term]) -> Result<Option<Vec<Term>>> {
        let mut values = terms.to_vec();
        // SAFETY: see above; there is room for as many values as terms.
        let code = unsafe {
            let (count, to) = (terms.len() as u32, ids_mut(&mut values));
            self.0
                .0
                .yices_term_array_value(self.raw(), count, ids(terms), to)
        };
        Ok(if_present(self.0.code(code))?.map(|()| values))
    }

    /// Uninterpreted terms whose values determine those of some terms.
    pub(in super::super) fn support(&self, terms: &[Term]) -> Result<Option<Vec<Term>>> {
        let (api, raw) = (self.0, self.raw());
        // SAFETY: see above; the vector is one to fill.
        if_present(api.vector(|vector| unsafe {
            match terms {
                [term] => api.0.yices_model_term_support(raw, term.0, vector),
                _ => {
                    let count = terms.len() as u32;
                    api.0
                        .yices_model_term_array_support(raw, count, ids(terms), vector)
                }
            }
        }))
    }

    /// True literals that imply true formulas.
    pub(in super::super) fn implicant(&self, formulas: &[Term]) -> Result<Option<Vec<Term>>> {
        let (api, raw) = (self.0, self.raw());
        // SAFETY: as above.
        if_present(api.vector(|vector| unsafe {
            match formulas {
                [formula] => api.0.yices_implicant_for_formula(raw, formula.0, vector),
                _ => {
                    let count = formulas.len() as u32;
                    api.0
                        .yices_implicant_for_formulas(raw, count, ids(formulas), vector)
                }
            }
        }))
    }

    /// Eliminates uninterpreted terms from true formulas. The result is true, and implies that
    /// there are values of these terms for which the formulas hold. `mode`: by default, by
    /// substitution, or by projection.
    pub(in super::super) fn generalize(
        &self,
        formulas: &[Term],
        eliminated: &[Term],
        mode: i32,
    ) -> Tried<Vec<Term>> {
        let (api, raw) = (self.0, self.raw());
        let (count, gone) = (eliminated.len() as u32, ids(eliminated));
        // SAFETY: as above.
        api.vector(|vector| unsafe {
            match formulas {
                [formula] => api
                    .0
                    .yices_generalize_model(raw, formula.0, count, gone, mode, vector),
                _ => {
                    let (all, n) = (ids(formulas), formulas.len() as u32);
                    api.0
                        .yices_generalize_model_array(raw, n, all, count, gone, mode, vector)
                }
            }
        })
    }

    /// The number of a term, in one of several ways. The last way is used if the number does not
    /// fit another one. `None` for algebraic numbers, too.
    pub(in super::super) fn number(&self, term: Term, way: u64) -> Result<Option<BigRational>> {
        let (api, raw, mut value) = (&self.0.0, self.raw(), Rational::new(self.0));
        let (mut small, mut whole, mut under, mut below) = (0, 0, 1, 1);
        // SAFETY: see above.
        let code = unsafe {
            match way {
                0 => api.yices_get_int32_value(raw, term.0, &raw mut small),
                1 => api.yices_get_int64_value(raw, term.0, &raw mut whole),
                2 => api.yices_get_rational32_value(raw, term.0, &raw mut small, &raw mut under),
                3 => api.yices_get_rational64_value(raw, term.0, &raw mut whole, &raw mut below),
                _ => api.yices_get_mpz_value(raw, term.0, &raw mut value.1.num),
            }
        };
        if code < 0 {
            // A number that does not fit is an error in all ways but the last one.
            return self.rational(term);
        }
        Ok(Some(match way {
            0 | 2 => fraction(small.into(), under.into()),
            1 | 3 => fraction(whole.into(), below.into()),
            _ => value.read()?,
        }))
    }

    /// The number as a floating-point number, which may be rounded.
    pub(in super::super) fn double(&self, term: Term) -> Result<Option<f64>> {
        let mut value = 0.0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_get_double_value(self.raw(), term.0, &raw mut value)
        };
        Ok(if_present(self.0.code(code))?.map(|()| value))
    }

    /// The number of a node in all ways, and whether the library says that it fits.
    pub(in super::super) fn node_numbers(
        &self,
        node: ModelNode,
    ) -> Result<Vec<(bool, Option<BigRational>)>> {
        let (api, raw, node) = (&self.0.0, self.raw(), &raw const node.0);
        let (mut small, mut under, mut whole, mut below) = (0, 1, 0, 1);
        let mut value = Rational::new(self.0);
        // SAFETY: see above.
        unsafe {
            let mut all = Vec::new();
            let fits = api.yices_val_is_int32(raw, node) != 0;
            let got = api.yices_val_get_int32(raw, node, &raw mut small) >= 0;
            all.push((fits, got.then(|| fraction(small.into(), 1.into()))));
            let fits = api.yices_val_is_int64(raw, node) != 0;
            let got = api.yices_val_get_int64(raw, node, &raw mut whole) >= 0;
            all.push((fits, got.then(|| fraction(whole.into(), 1.into()))));
            let fits = api.yices_val_is_rational32(raw, node) != 0;
            let got = api.yices_val_get_rational32(raw, node, &raw mut small, &raw mut under) >= 0;
            all.push((fits, got.then(|| fraction(small.into(), under.into()))));
            let fits = api.yices_val_is_rational64(raw, node) != 0;
            let got = api.yices_val_get_rational64(raw, node, &raw mut whole, &raw mut below) >= 0;
            all.push((fits, got.then(|| fraction(whole.into(), below.into()))));
            let fits = api.yices_val_is_integer(raw, node) != 0;
            let got = api.yices_val_get_mpz(raw, node, &raw mut value.1.num) >= 0;
            all.push((fits, got.then(|| value.read()).transpose()?));
            Ok(all)
        }
    }

    /// A node as a floating-point number.
    pub(in super::super) fn node_double(&self, node: ModelNode) -> Option<f64> {
        let mut value = 0.0;
        // SAFETY: see above.
        let code = unsafe {
            self.0
                .0
                .yices_val_get_double(self.raw(), &raw const node.0, &raw mut value)
        };
        (code >= 0).then_some(value)
    }

    /// The parts of a tuple.
    pub(in super::super) fn node_parts(&self, node: ModelNode) -> Option<Vec<ModelNode>> {
        let (api, raw) = (&self.0.0, self.raw());
        // SAFETY: see above; there is room for as many parts as the tuple has.
        unsafe {
            let arity = api.yices_val_tuple_arity(raw, &raw const node.0);
            let mut parts = vec![empty(); arity as usize];
            let code = api.yices_val_expand_tuple(raw, &raw const node.0, parts.as_mut_ptr());
            (code >= 0 && arity > 0).then(|| parts.into_iter().map(ModelNode).collect())
        }
    }

    /// The type of a function, and its number of arguments.
    pub(in super::super) fn function_type(&self, node: ModelNode) -> (Sort, u32) {
        let (api, raw) = (&self.0.0, self.raw());
        // SAFETY: see above.
        unsafe {
            (
                Sort(api.yices_val_function_type(raw, &raw const node.0)),
                api.yices_val_function_arity(raw, &raw const node.0),
            )
        }
    }
}

/// A fraction. The denominators of the library are not zero.
fn fraction(numerator: BigInt, denominator: BigInt) -> BigRational {
    if denominator.is_zero() {
        return numerator.into();
    }
    BigRational::new(numerator, denominator)
}

fn empty() -> yval_t {
    yval_t {
        node_id: 0,
        node_tag: 0,
    }
}
