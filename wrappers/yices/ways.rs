//! Calls that the API has in several forms: for one or many terms, and for numbers of several
//! sizes.

use super::ffi::{
    Api, Integer, Model, ModelNode, NodeVector, Rational, Sort, SortVector, Term, TermVector,
    Tried, bits_of, if_present,
};
use murxla_fsm::solver::{Answer, Result};
use murxla_fsm::value::{Bv, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// The number of ways in which the coefficients of a polynomial can be passed.
pub(super) const WAYS: u64 = 6;

impl Api {
    /// A term as a text. A long text is cut.
    pub(super) fn describe(self, term: Term) -> String {
        self.term_to_string(term, 200, 10, 0).unwrap_or_default()
    }

    /// A type as a text. A long text is cut.
    pub(super) fn describe_type(self, of: Sort) -> String {
        self.type_to_string(of, 200, 10, 0).unwrap_or_default()
    }

    /// The children of a term, all at once.
    pub(super) fn children(self, term: Term) -> Tried<Vec<Term>> {
        TermVector::filled(self, |children| self.term_children(term, children))
    }

    /// The children of a type, all at once.
    pub(super) fn parts(self, of: Sort) -> Tried<Vec<Sort>> {
        SortVector::filled(self, |children| self.type_children(of, children))
    }

    /// The n-th part of a sum of numbers, with its coefficient. The constant part has no term.
    pub(super) fn sum_part(self, sum: Term, n: i32) -> Result<(BigRational, Option<Term>)> {
        let factor = Rational::new(self);
        let part = self.sum_component(sum, n, &factor)?;
        Ok((factor.read()?, part))
    }

    /// A number as a term.
    pub(super) fn rational(self, value: &BigRational) -> Result<Term> {
        self.mpq(&Rational::of(self, value)?)
    }

    /// The number as an integer of GMP. `None` if it is not an integer.
    pub(super) fn integer(self, value: &BigRational) -> Result<Option<Term>> {
        let number = Integer(Rational::of(self, value)?);
        let whole = value.is_integer();
        whole.then(|| self.mpz(&number)).transpose()
    }

    /// A bit-vector by an integer of GMP.
    pub(super) fn bv_from_integer(self, value: &Bv) -> Result<Term> {
        let number = BigInt::from(value.unsigned().clone());
        let number = Integer(Rational::of(self, &number.into())?);
        self.bvconst_mpz(value.width(), &number)
    }

    /// The value of a literal, which is a number.
    pub(super) fn rational_literal(self, term: Term) -> Result<BigRational> {
        let value = Rational::new(self);
        self.rational_const_value(term, &value)?;
        value.read()
    }

    /// Solves formulas in a context that the library makes. There is a model if they are
    /// satisfiable.
    pub(super) fn solve(
        self,
        formulas: &[Term],
        logic: Option<&str>,
        delegate: Option<&str>,
    ) -> Tried<(Answer, Option<Model>)> {
        match formulas {
            [formula] => self.check_formula(*formula, logic, delegate),
            _ => self.check_formulas(formulas, logic, delegate),
        }
    }

    /// A sum of terms with coefficients, which are passed in one of several ways. The last way is
    /// used if they do not fit another one.
    pub(super) fn polynomial(
        self,
        way: u64,
        factors: &[BigRational],
        terms: &[Term],
    ) -> Result<Term> {
        let small = || {
            let pair = |f: &BigRational| Some((f.numer().to_i32()?, f.denom().to_u32()?));
            factors.iter().map(pair).collect::<Option<Vec<_>>>()
        };
        let large = || {
            let pair = |f: &BigRational| Some((f.numer().to_i64()?, f.denom().to_u64()?));
            factors.iter().map(pair).collect::<Option<Vec<_>>>()
        };
        let whole = factors.iter().all(BigRational::is_integer);
        match (way, small(), large()) {
            (0, Some(pairs), _) if whole => {
                let numbers: Vec<i32> = pairs.iter().map(|pair| pair.0).collect();
                return self.poly_int32(&numbers, terms);
            }
            (1, _, Some(pairs)) if whole => {
                let numbers: Vec<i64> = pairs.iter().map(|pair| pair.0).collect();
                return self.poly_int64(&numbers, terms);
            }
            (2, Some(pairs), _) => {
                let (numerators, denominators): (Vec<i32>, Vec<u32>) = pairs.into_iter().unzip();
                return self.poly_rational32(&numerators, &denominators, terms);
            }
            (3, _, Some(pairs)) => {
                let (numerators, denominators): (Vec<i64>, Vec<u64>) = pairs.into_iter().unzip();
                return self.poly_rational64(&numerators, &denominators, terms);
            }
            _ => {}
        }
        let numbers = factors.iter().map(|factor| Rational::of(self, factor));
        let numbers: Vec<Rational> = numbers.collect::<Result<_>>()?;
        if way == 4 && whole {
            let numbers: Vec<Integer> = numbers.into_iter().map(Integer).collect();
            return self.poly_mpz(&numbers, terms);
        }
        self.poly_mpq(&numbers, terms)
    }
}

/// A fraction. The denominators of the library are not zero.
fn fraction(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> BigRational {
    let (numerator, denominator) = (numerator.into(), denominator.into());
    if denominator.is_zero() {
        return numerator.into();
    }
    BigRational::new(numerator, denominator)
}

/// The points of a function, each with its value.
type Points = Vec<(Vec<ModelNode>, ModelNode)>;

impl Model {
    /// The free constants and functions that have a value.
    pub(super) fn defined(&self) -> Tried<Vec<Term>> {
        let api = self.api();
        TermVector::filled(api, |terms| {
            Ok(api.model_collect_defined_terms(self, terms)?)
        })
    }

    /// Whether a formula is true.
    pub(super) fn holds(&self, formula: Term) -> Result<Option<bool>> {
        if_present(self.api().formula_true_in_model(self, formula))
    }

    /// Whether all of some formulas are true.
    pub(super) fn all_hold(&self, formulas: &[Term]) -> Result<Option<bool>> {
        if_present(self.api().formulas_true_in_model(self, formulas))
    }

    /// A number. `None` for algebraic numbers, too.
    fn rational(&self, term: Term) -> Result<Option<BigRational>> {
        let value = Rational::new(self.api());
        let present = if_present(self.api().get_mpq_value(self, term, &value))?;
        present.map(|()| value.read()).transpose()
    }

    /// The number of a term, in one of several ways. The last way is used if the number does not
    /// fit another one. `None` for algebraic numbers, too.
    pub(super) fn number(&self, term: Term, way: u64) -> Result<Option<BigRational>> {
        let api = self.api();
        let value = Integer(Rational::new(api));
        let number = match way {
            0 => (api.get_int32_value(self, term)?).map(|n| fraction(n, 1)),
            1 => (api.get_int64_value(self, term)?).map(|n| fraction(n, 1)),
            2 => (api.get_rational32_value(self, term)?).map(|(n, d)| fraction(n, d)),
            3 => (api.get_rational64_value(self, term)?).map(|(n, d)| fraction(n, d)),
            _ => (api.get_mpz_value(self, term, &value)?)
                .map(|()| value.0.read())
                .transpose()?,
        };
        match number {
            Some(number) => Ok(Some(number)),
            // A number that does not fit is an error in all ways but the last one.
            None => self.rational(term),
        }
    }

    /// The value as a node.
    pub(super) fn node(&self, term: Term) -> Result<Option<ModelNode>> {
        let node = ModelNode::empty();
        let present = if_present(self.api().get_value(self, term, &node))?;
        Ok(present.map(|()| node))
    }

    /// The number of a node.
    pub(super) fn node_rational(&self, node: &ModelNode) -> Result<Option<BigRational>> {
        let value = Rational::new(self.api());
        let present = self.api().val_get_mpq(self, node, &value)?;
        present.map(|()| value.read()).transpose()
    }

    /// The number of a node in all ways, and whether the library says that it fits.
    pub(super) fn node_numbers(
        &self,
        node: &ModelNode,
    ) -> Result<[(bool, Option<BigRational>); 5]> {
        let api = self.api();
        let value = Integer(Rational::new(api));
        Ok([
            (
                api.val_is_int32(self, node)?,
                (api.val_get_int32(self, node)?).map(|n| fraction(n, 1)),
            ),
            (
                api.val_is_int64(self, node)?,
                (api.val_get_int64(self, node)?).map(|n| fraction(n, 1)),
            ),
            (
                api.val_is_rational32(self, node)?,
                (api.val_get_rational32(self, node)?).map(|(n, d)| fraction(n, d)),
            ),
            (
                api.val_is_rational64(self, node)?,
                (api.val_get_rational64(self, node)?).map(|(n, d)| fraction(n, d)),
            ),
            (
                api.val_is_integer(self, node)?,
                (api.val_get_mpz(self, node, &value)?)
                    .map(|()| value.0.read())
                    .transpose()?,
            ),
        ])
    }

    /// The value of a function where it has no point, and its points. `None` if the node is of
    /// another kind, or cannot be read.
    pub(super) fn function(&self, node: &ModelNode) -> Result<Option<(ModelNode, Points)>> {
        let (api, default) = (self.api(), ModelNode::empty());
        let mut is_read = false;
        let mappings = NodeVector::filled(api, |mappings| {
            let read = api.val_expand_function(self, node, &default, mappings)?;
            is_read = read.is_some();
            Ok(())
        })?;
        let points = mappings.iter();
        let points = points.map(|mapping| api.val_expand_mapping(self, mapping));
        let points: Option<Points> = points.collect::<Result<_>>()?;
        Ok(points.filter(|_| is_read).map(|points| (default, points)))
    }

    /// Sets the value of an uninterpreted term, in one of several ways. The last way is used if the
    /// value does not fit another one. `false` if the library has no function for the value.
    pub(super) fn set(&self, term: Term, value: &Value, way: u64) -> Result<bool> {
        match value {
            Value::Bool(value) => self.api().model_set_bool(self, term, *value)?,
            Value::Int(value) => self.set_number(term, &value.clone().into(), way)?,
            Value::Real(value) => self.set_number(term, value, way)?,
            Value::Bv(value) => self.set_bv(term, value, way)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_bv(&self, term: Term, value: &Bv, way: u64) -> Tried {
        let api = self.api();
        let number = BigInt::from(value.unsigned().clone());
        let signed = value.signed();
        let fits = (
            number.to_u32(),
            number.to_u64(),
            signed.to_i32(),
            signed.to_i64(),
        );
        match (way, fits) {
            (0, (Some(n), ..)) => api.model_set_bv_uint32(self, term, n),
            (1, (_, Some(n), ..)) => api.model_set_bv_uint64(self, term, n),
            (2, (_, _, Some(n), _)) => api.model_set_bv_int32(self, term, n),
            (3, (.., Some(n))) => api.model_set_bv_int64(self, term, n),
            (4, _) => {
                let number = Integer(Rational::of(api, &signed.into())?);
                api.model_set_bv_mpz(self, term, &number)
            }
            _ => api.model_set_bv_from_array(self, term, &bits_of(value)),
        }
    }

    fn set_number(&self, term: Term, value: &BigRational, way: u64) -> Tried {
        let api = self.api();
        let number = Rational::of(api, value)?;
        let whole = value.is_integer();
        let (numerator, denominator) = (value.numer(), value.denom());
        let small = numerator.to_i32().zip(denominator.to_u32());
        let large = numerator.to_i64().zip(denominator.to_u64());
        match (way, small, large) {
            (0, Some((n, _)), _) if whole => api.model_set_int32(self, term, n),
            (1, _, Some((n, _))) if whole => api.model_set_int64(self, term, n),
            (2, Some((n, d)), _) => api.model_set_rational32(self, term, n, d),
            (3, _, Some((n, d))) => api.model_set_rational64(self, term, n, d),
            (4, ..) if whole => api.model_set_mpz(self, term, &Integer(number)),
            _ => api.model_set_mpq(self, term, &number),
        }
    }

    /// The values of some terms as terms, all at once. `None` if one has no value.
    pub(super) fn literals(&self, terms: &[Term]) -> Result<Option<Vec<Term>>> {
        let mut values = terms.to_vec();
        let present = if_present(self.api().term_array_value(self, terms, &mut values))?;
        Ok(present.map(|()| values))
    }

    /// Uninterpreted terms whose values determine those of some terms.
    pub(super) fn support(&self, terms: &[Term]) -> Result<Option<Vec<Term>>> {
        let api = self.api();
        if_present(TermVector::filled(api, |support| match terms {
            [term] => api.model_term_support(self, *term, support),
            _ => api.model_term_array_support(self, terms, support),
        }))
    }

    /// True literals that imply true formulas.
    pub(super) fn implicant(&self, formulas: &[Term]) -> Result<Option<Vec<Term>>> {
        let api = self.api();
        if_present(TermVector::filled(api, |literals| match formulas {
            [formula] => api.implicant_for_formula(self, *formula, literals),
            _ => api.implicant_for_formulas(self, formulas, literals),
        }))
    }

    /// Eliminates uninterpreted terms from true formulas. The result is true, and implies that
    /// there are values of these terms for which the formulas hold. `mode`: by default, by
    /// substitution, or by projection.
    pub(super) fn generalize(
        &self,
        formulas: &[Term],
        eliminated: &[Term],
        mode: i32,
    ) -> Tried<Vec<Term>> {
        let api = self.api();
        TermVector::filled(api, |left| match formulas {
            [formula] => api.generalize_model(self, *formula, eliminated, mode, left),
            _ => api.generalize_model_array(self, formulas, eliminated, mode, left),
        })
    }
}
