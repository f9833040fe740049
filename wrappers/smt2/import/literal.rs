//! Literals and names of values.

use super::Importer;
use super::apply::Head;
use super::sort::field;
use crate::smt2::tree::{Expr, Result};
use crate::smt2::{sexp, values};
use murxla_fsm::action::Arg;
use murxla_fsm::actions::{MkSpecialValue, MkValue};
use murxla_fsm::eval::special_names;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::{Leaf, MAX_WIDTH};
use murxla_fsm::value::{Bv, Ff, Format, Fp, Rm, Str, Value, numeral};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Signed;
use smallvec::smallvec;

impl<'t> Importer<'t> {
    /// The term of a value.
    pub(super) fn value(&mut self, at: Expr<'t>, sort: SortId, value: Value) -> Result<TermId> {
        let sort = self.state.sorts.canon(sort);
        let key = (sort, value);
        if let Some(term) = self.made.values.get(&key) {
            return Ok(*term);
        }
        let args = smallvec![Arg::Sort(sort), Arg::Value(key.1.clone())];
        let term = self.new_term(at, &MkValue, args)?;
        self.made.values.insert(key, term);
        Ok(term)
    }

    fn value_of(&mut self, at: Expr<'t>, sort: Sort, value: Value) -> Result<TermId> {
        let sort = self.make_sort(at, sort)?;
        self.value(at, sort, value)
    }

    pub(super) fn truth(&mut self, at: Expr<'t>, truth: bool) -> Result<TermId> {
        self.value_of(at, Sort::Bool, Value::Bool(truth))
    }

    /// The value of a term, if the term is a literal.
    pub(super) fn literal_of(&self, term: TermId) -> Option<&Value> {
        match &self.state.term(term)?.leaf {
            Leaf::Value(value) => Some(value),
            _ => None,
        }
    }

    /// Reads a literal, which begins with a digit, `#` or `"`.
    pub(super) fn literal(&mut self, at: Expr<'t>) -> Result<TermId> {
        let text = at.text();
        let wrong = || at.fault(format!("'{}' is not a literal", at.shown()));
        if let Some(text) = sexp::string(text) {
            let string = Str::parse(&text).ok_or_else(wrong)?;
            return self.value_of(at, Sort::String, Value::String(string));
        }
        if let Some((value, size)) = text.strip_prefix("#f").and_then(|t| t.split_once('m')) {
            let Some(Sort::Ff(size)) = field(size) else {
                return Err(wrong());
            };
            let value = numeral::integer(value).and_then(|value| Ff::new(&size, &value));
            let value = Value::Ff(value.ok_or_else(wrong)?);
            return self.value_of(at, Sort::Ff(size), value);
        }
        if text.starts_with('#') {
            return self.bits(at, values::bits(text));
        }
        self.number(at)
    }

    fn number(&mut self, at: Expr<'t>) -> Result<TermId> {
        let text = at.text();
        let number = match text.split_once('/') {
            Some((number, by)) => fraction(number, by),
            None => values::number(text, 0),
        };
        let number = number.ok_or_else(|| at.fault(format!("'{}' is not a number", at.shown())))?;
        if self.is_real || text.contains(['.', '/']) {
            return self.value_of(at, Sort::Real, Value::Real(number));
        }
        self.value_of(at, Sort::Int, Value::Int(number.to_integer()))
    }

    fn bits(&mut self, at: Expr<'t>, bits: Option<(u32, BigUint)>) -> Result<TermId> {
        match bits {
            Some((width @ 1..=MAX_WIDTH, bits)) => {
                self.value_of(at, Sort::Bv(width), Value::Bv(Bv::new(width, bits)))
            }
            _ => Err(at.fault(format!("'{}' is not a bit-vector", at.shown()))),
        }
    }

    /// Reads the name of a value, such as `true`, `RNE`, `(_ bv1 2)`, `(_ +oo 5 11)`,
    /// `(_ char #x41)`, `(as seq.empty (Seq Int))`, `(as ff3 (_ FiniteField 5))`.
    pub(super) fn named_value(&mut self, at: Expr<'t>, head: &Head<'t>) -> Result<Option<TermId>> {
        let name = head.name;
        if let Some(sort) = head.sort {
            return self.named_of(at, name, sort);
        }
        let mode = |mode: &&(Rm, &str, &str)| mode.1 == name || mode.2 == name;
        let term = match (name, &head.indices[..]) {
            ("true" | "false", []) => self.truth(at, name == "true")?,
            ("char" | "Char", [code]) => {
                let hex = code.text().strip_prefix("#x");
                let code = hex.map_or_else(
                    || code.text().parse().ok(),
                    |hex| u32::from_str_radix(hex, 16).ok(),
                );
                let string = code.and_then(|code| Str::new(&[code]));
                let string = string
                    .ok_or_else(|| at.fault(format!("'{}' is not a character", at.shown())))?;
                self.value_of(at, Sort::String, Value::String(string))?
            }
            // Some solvers accept negative numbers.
            (_, [])
                if name.starts_with('-') && name[1..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                return self.number(at).map(Some);
            }
            (_, []) => match Rm::ALL.iter().find(mode) {
                Some((mode, ..)) => self.value_of(at, Sort::Rm, Value::Rm(*mode))?,
                None => return Ok(None),
            },
            (_, [_]) if name.starts_with("bv") && name[2..].bytes().all(|b| b.is_ascii_digit()) => {
                self.bits(at, values::bits(at.text()))?
            }
            (_, [exponent, significand]) => {
                let written = if name == "NaN" { "nan" } else { name };
                if !Fp::NAMES.contains(&written) || name == "nan" {
                    return Ok(None);
                }
                let widths = [exponent.number("width")?, significand.number("width")?];
                if widths.iter().any(|width| !(2..=MAX_WIDTH).contains(width)) {
                    return Err(at.fault(format!("the widths must be 2 to {MAX_WIDTH}")));
                }
                let format = Format::new(widths[0], widths[1]);
                let sort = Sort::Fp(widths[0], widths[1]);
                match Fp::named(format, written) {
                    Some(value) => self.value_of(at, sort, Value::Fp(value))?,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(term))
    }

    fn named_of(&mut self, at: Expr<'t>, name: &str, id: SortId) -> Result<Option<TermId>> {
        let Some(sort) = self.state.sorts.get(id) else {
            return Ok(None);
        };
        if (sort, name) == (&Sort::String, "seq.empty") {
            let empty = Str::new(&[]).map(Value::String);
            return empty.map(|empty| self.value(at, id, empty)).transpose();
        }
        let number = name.strip_prefix("ff").and_then(numeral::integer);
        if let (Sort::Ff(size), Some(number)) = (sort, number) {
            let value = Ff::new(size, &number).map(Value::Ff);
            return value.map(|value| self.value(at, id, value)).transpose();
        }
        if !special_names(sort).contains(&name) {
            return Ok(None);
        }
        let args = smallvec![Arg::Sort(id), Arg::Text(name.into())];
        self.new_term(at, &MkSpecialValue, args).map(Some)
    }
}

/// The fraction of two integers, which cvc5 accepts as one token.
fn fraction(number: &str, by: &str) -> Option<BigRational> {
    let by = numeral::integer(by).filter(Signed::is_positive)?;
    Some(BigRational::new(numeral::integer(number)?, by))
}
