//! Values: exact representations of the elements of sorts.

mod cell;
mod collection;
mod field;
mod fp;
pub mod numeral;
mod regex;
mod string;

pub use cell::Cell;
pub use collection::{Bag, Set};
pub use field::{Ff, is_prime};
pub use fp::{Format, Fp, Rm};
pub use regex::{Chars, MAX_DEPTH, MAX_SIZE, Node, Regex};
pub use string::{MAX_CHAR, MAX_LENGTH, Str};

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// An element of a sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// An element of `Bool`.
    Bool(bool),
    /// An element of `Int`.
    Int(BigInt),
    /// A rational element of `Real`, in lowest terms.
    Real(BigRational),
    /// An element of `(_ BitVec width)`.
    Bv(Bv),
    /// The n-th element of an uninterpreted sort. Different numbers are different elements.
    Element(u32),
    /// An element of an array sort.
    Array(Arc<Table>),
    /// An element of a set sort.
    Set(Set),
    /// An element of a bag sort.
    Bag(Bag),
    /// An element of a function sort: a table from tuples of arguments to results.
    Fun(Arc<FunTable>),
    /// An element of `(_ FloatingPoint eb sb)`.
    Fp(Fp),
    /// An element of `RoundingMode`.
    Rm(Rm),
    /// An element of `String`.
    String(Str),
    /// An element of `RegLan`. A language can be written as many expressions.
    RegLan(Regex),
    /// An element of `(Seq sort)`: the elements of the sequence. There are at most
    /// [`MAX_ELEMENTS`].
    Seq(Arc<[Value]>),
    /// An element of `(_ FiniteField size)`.
    Ff(Ff),
    /// An element of a datatype, a tuple sort, or a nullable sort.
    Dt(Arc<Cell>),
}

impl Value {
    /// Whether the value has a literal, so that `mk-value` can make it. Elements of uninterpreted
    /// sorts, arrays, sets, bags, functions, regular languages, sequences and datatypes have none.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        !matches!(
            self,
            Value::Element(_)
                | Value::Array(_)
                | Value::Set(_)
                | Value::Bag(_)
                | Value::Fun(_)
                | Value::RegLan(_)
                | Value::Seq(_)
                | Value::Dt(_)
        )
    }

    /// Whether `==` decides equality with other values of the sort. Arrays, functions and regular
    /// languages have several spellings, so it does not decide for them or for values that contain
    /// them.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        match self {
            Value::Array(_) | Value::Fun(_) | Value::RegLan(_) => false,
            Value::Set(set) => set.members().all(Value::is_canonical),
            Value::Bag(bag) => bag.members().all(|(member, _)| member.is_canonical()),
            Value::Seq(elements) => elements.iter().all(Value::is_canonical),
            Value::Dt(cell) => cell.is_canonical(),
            _ => true,
        }
    }
}

/// Sequences with more elements have no computed value, because doubling a sequence repeatedly is
/// legal. The bound is lower than for strings, since elements are larger than characters.
pub const MAX_ELEMENTS: usize = 1 << 9;

/// A total map that differs from a default value at finitely many points. Entries that equal the
/// default are not stored, so that equal representations are equal maps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Map<K: Ord> {
    /// The value at all other points.
    pub default: Value,
    entries: BTreeMap<K, Value>,
}

/// The value of an array.
pub type Table = Map<Value>;
/// The value of a function.
pub type FunTable = Map<Vec<Value>>;

impl<K: Ord> Map<K> {
    /// The constant map.
    #[must_use]
    pub fn constant(default: Value) -> Self {
        Self {
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The value at `key`.
    #[must_use]
    pub fn get(&self, key: &K) -> &Value {
        self.entries.get(key).unwrap_or(&self.default)
    }

    /// Changes the value at `key`.
    pub fn set(&mut self, key: K, value: Value) {
        if value == self.default {
            self.entries.remove(&key);
        } else {
            self.entries.insert(key, value);
        }
    }

    /// The points with values other than the default, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&K, &Value)> {
        self.entries.iter()
    }
}

/// A bit-vector value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bv {
    width: u32,
    bits: BigUint,
}

impl Bv {
    /// The bit-vector of `bits` modulo 2^`width`.
    #[must_use]
    pub fn new(width: u32, bits: BigUint) -> Self {
        let bits = if bits.bits() > u64::from(width) {
            bits & mask(width)
        } else {
            bits
        };
        Self { width, bits }
    }

    /// The bit-vector of `value` modulo 2^`width`, in two's complement.
    #[must_use]
    pub fn from_int(width: u32, value: &BigInt) -> Self {
        let modulus = BigInt::from(BigUint::one() << width);
        let rest = ((value % &modulus) + &modulus) % &modulus;
        Self::new(width, rest.magnitude().clone())
    }

    /// The width in bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value read as an unsigned number.
    #[must_use]
    pub fn unsigned(&self) -> &BigUint {
        &self.bits
    }

    /// The value read as a signed number in two's complement.
    #[must_use]
    pub fn signed(&self) -> BigInt {
        let unsigned = BigInt::from(self.bits.clone());
        if self.is_negative() {
            unsigned - BigInt::from(BigUint::one() << self.width)
        } else {
            unsigned
        }
    }

    /// Whether the most significant bit is set.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.bits.bit(u64::from(self.width) - 1)
    }

    /// `width` binary digits, most significant first.
    #[must_use]
    pub fn binary(&self) -> String {
        self.padded(2, self.width)
    }

    /// Hexadecimal digits, most significant first, at least this number of them.
    #[must_use]
    pub fn hexadecimal(&self, least: u32) -> String {
        self.padded(16, least)
    }

    /// `format!` panics if it fills up to more than 65,535 digits.
    fn padded(&self, base: u32, least: u32) -> String {
        let digits = self.bits.to_str_radix(base);
        "0".repeat((least as usize).saturating_sub(digits.len())) + &digits
    }

    /// The value of `digits` in base 2, 10 or 16. A leading `-` negates modulo 2^`width`. `None` if
    /// the digits are malformed or do not fit the width.
    #[must_use]
    pub fn parse(width: u32, digits: &str, base: u32) -> Option<Self> {
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, digits),
        };
        if magnitude.starts_with(['+', '_']) {
            return None;
        }
        let magnitude = match base {
            10 => numeral::natural(magnitude)?,
            _ => BigUint::parse_bytes(magnitude.as_bytes(), base)?,
        };
        if magnitude.bits() > u64::from(width) {
            return None;
        }
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        Some(Self::from_int(
            width,
            &BigInt::from_biguint(sign, magnitude),
        ))
    }
}

fn mask(width: u32) -> BigUint {
    (BigUint::one() << width) - BigUint::one()
}

impl fmt::Display for Value {
    /// The notation of SMT-LIB 2.7: `#b0101`, `(- 3)`, `(/ 1.0 3.0)`. Sequences are written as
    /// terms, the empty one without its sort. SMT-LIB has no literals for elements of uninterpreted
    /// sorts, arrays, functions, sets, bags and datatypes, and their terms need the sort. Here they
    /// have a notation of this program; `spelling::text` writes terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) if value.sign() == Sign::Minus => {
                write!(f, "(- {})", value.magnitude())
            }
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => {
                let (numerator, denominator) = (value.numer().magnitude(), value.denom());
                let quotient = if denominator.is_one() {
                    format!("{numerator}.0")
                } else {
                    format!("(/ {numerator}.0 {denominator}.0)")
                };
                if value < &BigRational::zero() {
                    write!(f, "(- {quotient})")
                } else {
                    f.write_str(&quotient)
                }
            }
            Value::Bv(value) => write!(f, "#b{}", value.binary()),
            Value::Element(n) => write!(f, "@{n}"),
            Value::Fp(value) => write!(f, "{value}"),
            Value::Rm(value) => f.write_str(value.name()),
            Value::String(value) => write!(f, "{value}"),
            Value::RegLan(value) => write!(f, "{value}"),
            Value::Ff(value) => write!(f, "{value}"),
            Value::Seq(elements) => match &elements[..] {
                [] => f.write_str("seq.empty"),
                [element] => write!(f, "(seq.unit {element})"),
                elements => {
                    f.write_str("(seq.++")?;
                    for element in elements {
                        write!(f, " (seq.unit {element})")?;
                    }
                    f.write_str(")")
                }
            },
            Value::Dt(cell) => write!(f, "{cell}"),
            Value::Array(table) => {
                write!(f, "[else {}", table.default)?;
                for (key, value) in table.entries() {
                    write!(f, ", {key} -> {value}")?;
                }
                f.write_str("]")
            }
            Value::Set(set) => write!(f, "{set}"),
            Value::Bag(bag) => write!(f, "{bag}"),
            Value::Fun(table) => {
                write!(f, "[else {}", table.default)?;
                for (key, value) in table.entries() {
                    let key: Vec<String> = key.iter().map(ToString::to_string).collect();
                    write!(f, ", ({}) -> {value}", key.join(" "))?;
                }
                f.write_str("]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_wide_bit_vectors() {
        let wide = Bv::new(70_000, BigUint::from(5_u32));
        let binary = wide.binary();
        assert_eq!((binary.len(), binary.ends_with("00101")), (70_000, true));
        assert_eq!(wide.hexadecimal(17_500).len(), 17_500);
        assert_eq!(Bv::new(8, BigUint::from(171_u32)).hexadecimal(0), "ab");
    }
}
