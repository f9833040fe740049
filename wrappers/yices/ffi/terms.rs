//! Reading types and terms.

use super::super::bindings::{mpq_t, mpz_t, type_vector_t};
use super::numbers::{Rational, bv_of};
use super::{Api, Sort, Term, ids, ids_mut};
use murxla_fsm::solver::Result;
use murxla_fsm::value::Bv;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::ffi::c_int;
use std::mem::MaybeUninit;

/// The number of ways in which the coefficients of a polynomial can be passed.
pub(in super::super) const WAYS: u64 = 6;

impl Api {
    /// The children of a term, all at once.
    pub(in super::super) fn children(self, term: Term) -> Result<Vec<Term>> {
        // SAFETY: the function fills the vector it is given.
        Ok(self.vector(|vector| unsafe { self.0.yices_term_children(term.0, vector) })?)
    }

    /// The n-th part of a sum of numbers, with its coefficient. The constant part has no term.
    pub(in super::super) fn sum_part(
        self,
        sum: Term,
        n: i32,
    ) -> Result<(BigRational, Option<Term>)> {
        let (mut factor, mut part) = (Rational::new(self), 0);
        // SAFETY: the results are owned by this frame.
        self.code(unsafe {
            self.0
                .yices_sum_component(sum.0, n, &raw mut factor.1, &raw mut part)
        })?;
        Ok((factor.read()?, (part >= 0).then_some(Term(part))))
    }

    /// The n-th part of a sum of bit-vectors of this width, with its coefficient.
    pub(in super::super) fn bv_sum_part(
        self,
        sum: Term,
        width: u32,
        n: i32,
    ) -> Result<(Bv, Option<Term>)> {
        let (mut bits, mut part) = (vec![0; width as usize], 0);
        // SAFETY: the array has as many elements as the sum has bits.
        self.code(unsafe {
            self.0
                .yices_bvsum_component(sum.0, n, bits.as_mut_ptr(), &raw mut part)
        })?;
        Ok((bv_of(&bits), (part >= 0).then_some(Term(part))))
    }

    /// The n-th factor of a product, with its exponent.
    pub(in super::super) fn product_part(self, product: Term, n: i32) -> Result<(Term, u32)> {
        let (mut part, mut exponent) = (0, 0);
        // SAFETY: the results are owned by this frame.
        self.code(unsafe {
            self.0
                .yices_product_component(product.0, n, &raw mut part, &raw mut exponent)
        })?;
        Ok((Term(part), exponent))
    }

    /// The value of a literal. The getters refuse other terms.
    pub(in super::super) fn bool_literal(self, term: Term) -> Result<bool> {
        let mut value = 0;
        // SAFETY: the result is owned by this frame.
        self.code(unsafe { self.0.yices_bool_const_value(term.0, &raw mut value) })?;
        Ok(value != 0)
    }

    pub(in super::super) fn rational_literal(self, term: Term) -> Result<BigRational> {
        let mut value = Rational::new(self);
        // SAFETY: the number is initialized.
        self.code(unsafe { self.0.yices_rational_const_value(term.0, &raw mut value.1) })?;
        value.read()
    }

    /// The width is that of the term.
    pub(in super::super) fn bv_literal(self, term: Term) -> Result<Bv> {
        let width = self.bv_width(self.type_of(term)?)?;
        let mut bits = vec![0; width as usize];
        // SAFETY: the array has as many elements as the term has bits.
        self.code(unsafe { self.0.yices_bv_const_value(term.0, bits.as_mut_ptr()) })?;
        Ok(bv_of(&bits))
    }

    pub(in super::super) fn scalar_literal(self, term: Term) -> Result<i32> {
        let mut value = 0;
        // SAFETY: the result is owned by this frame.
        self.code(unsafe { self.0.yices_scalar_const_value(term.0, &raw mut value) })?;
        Ok(value)
    }

    /// The width of a bit-vector, 0 for other terms.
    pub(in super::super) fn width(self, term: Term) -> u32 {
        // SAFETY: the library checks the term.
        unsafe { self.0.yices_term_bitsize(term.0) }
    }

    /// The number of elements of a finite type, 0 for other types.
    pub(in super::super) fn cardinality(self, of: Sort) -> u32 {
        // SAFETY: the library checks the type.
        unsafe { self.0.yices_scalar_type_card(of.0) }
    }

    /// The children of a type, all at once.
    pub(in super::super) fn all_type_children(self, of: Sort) -> Result<Vec<Sort>> {
        let mut vector = MaybeUninit::<type_vector_t>::zeroed();
        // SAFETY: the vector is initialized, filled, copied and deleted; `data` has `size`
        // elements.
        unsafe {
            self.0.yices_init_type_vector(vector.as_mut_ptr());
            let filled = self.code(self.0.yices_type_children(of.0, vector.as_mut_ptr()));
            let mut vector = vector.assume_init();
            let types = (0..vector.size as usize).map(|n| Sort(*vector.data.add(n)));
            let types: Vec<Sort> = types.collect();
            self.0.yices_reset_type_vector(&raw mut vector);
            self.0.yices_delete_type_vector(&raw mut vector);
            Ok(filled.map(|()| types)?)
        }
    }

    /// Replaces variables or uninterpreted terms in several terms. There must be as many
    /// replacements.
    pub(in super::super) fn substitute_all(
        self,
        vars: &[Term],
        terms: &[Term],
        bodies: &mut [Term],
    ) -> Result {
        let (count, bodies_count) = (vars.len().min(terms.len()) as u32, bodies.len() as u32);
        // SAFETY: slices are passed with their lengths.
        Ok(self.code(unsafe {
            self.0.yices_subst_term_array(
                count,
                ids(vars),
                ids(terms),
                bodies_count,
                ids_mut(bodies),
            )
        })?)
    }

    /// The numbers of terms and types, and of those with references.
    pub(in super::super) fn sizes(self) -> [u32; 4] {
        // SAFETY: they take nothing.
        unsafe {
            [
                self.0.yices_num_terms(),
                self.0.yices_num_types(),
                self.0.yices_num_posref_terms(),
                self.0.yices_num_posref_types(),
            ]
        }
    }

    /// Frees all terms and types except these, what they need, and what contexts, models and, if
    /// `named`, names need.
    pub(in super::super) fn collect_garbage(self, terms: &[Term], types: &[Sort], named: bool) {
        // SAFETY: slices are passed with their lengths; whoever calls it gives all that is used
        // later.
        unsafe {
            self.0.yices_garbage_collect(
                ids(terms),
                terms.len() as u32,
                types.as_ptr().cast(),
                types.len() as u32,
                c_int::from(named),
            );
        }
    }

    /// A sum of terms with coefficients, which are passed in one of several ways. The last way is
    /// used if they do not fit another one.
    pub(in super::super) fn polynomial(
        self,
        way: u64,
        factors: &[BigRational],
        terms: &[Term],
    ) -> Result<Term> {
        let (count, terms) = (factors.len().min(terms.len()) as u32, ids(terms));
        let small = || {
            let pair = |f: &BigRational| Some((f.numer().to_i32()?, f.denom().to_u32()?));
            factors.iter().map(pair).collect::<Option<Vec<_>>>()
        };
        let large = || {
            let pair = |f: &BigRational| Some((f.numer().to_i64()?, f.denom().to_u64()?));
            factors.iter().map(pair).collect::<Option<Vec<_>>>()
        };
        let whole = factors.iter().all(BigRational::is_integer);
        let api = &self.0;
        // SAFETY: all arrays have as many elements as factors, and so many are said.
        unsafe {
            match (way, small(), large()) {
                (0, Some(pairs), _) if whole => {
                    let numbers: Vec<i32> = pairs.iter().map(|pair| pair.0).collect();
                    return Ok(self.term(api.yices_poly_int32(count, numbers.as_ptr(), terms))?);
                }
                (1, _, Some(pairs)) if whole => {
                    let numbers: Vec<i64> = pairs.iter().map(|pair| pair.0).collect();
                    return Ok(self.term(api.yices_poly_int64(count, numbers.as_ptr(), terms))?);
                }
                (2, Some(pairs), _) => {
                    let (numerators, denominators): (Vec<i32>, Vec<u32>) =
                        pairs.into_iter().unzip();
                    let (n, d) = (numerators.as_ptr(), denominators.as_ptr());
                    return Ok(self.term(api.yices_poly_rational32(count, n, d, terms))?);
                }
                (3, _, Some(pairs)) => {
                    let (numerators, denominators): (Vec<i64>, Vec<u64>) =
                        pairs.into_iter().unzip();
                    let (n, d) = (numerators.as_ptr(), denominators.as_ptr());
                    return Ok(self.term(api.yices_poly_rational64(count, n, d, terms))?);
                }
                _ => {}
            }
            let numbers = factors.iter().map(|factor| Rational::from(self, factor));
            let numbers: Vec<Rational> = numbers.collect::<Result<_>>()?;
            if way == 4 && whole {
                // Copies of the records. `numbers` stays their owner.
                let copies: Vec<mpz_t> = numbers.iter().map(|number| number.1.num).collect();
                return Ok(self.term(api.yices_poly_mpz(count, copies.as_ptr(), terms))?);
            }
            let copies: Vec<mpq_t> = numbers.iter().map(|number| number.1).collect();
            Ok(self.term(api.yices_poly_mpq(count, copies.as_ptr(), terms))?)
        }
    }
}
