//! Draws random values near the edges of their sorts, where solvers often have special cases.

use crate::rng::Rng;
use crate::sort::{Datatype, Field, Sort, SortId, Sorts};
use crate::value::{Bag, Bv, Cell, Ff, Format, Fp, MAX_CHAR, Map, Rm, Set, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use std::sync::Arc;

/// The names that APIs have for bit-vector values. They are written as in Murxla.
const BV_NAMES: [&str; 5] = [
    "bv.zero",
    "bv.one",
    "bv.ones",
    "bv-min-signed",
    "bv-max-signed",
];

/// The names that APIs have for values of a sort.
#[must_use]
pub fn special_names(sort: &Sort) -> &'static [&'static str] {
    match sort {
        Sort::Bv(_) => &BV_NAMES,
        Sort::Set(_) => &["set.empty", "set.universe"],
        Sort::Bag(_) => &["bag.empty"],
        Sort::Fp(..) => &Fp::NAMES,
        Sort::Rm => &Rm::NAMES,
        Sort::Seq(_) => &["seq.empty"],
        Sort::Nullable(_) => &["nullable.null"],
        Sort::Ff(_) => &Ff::NAMES,
        _ => &[],
    }
}

/// The simplest literal of a sort: `false`, 0, the empty string. `None` if the sort has no
/// literals.
#[must_use]
pub fn default_value(sort: &Sort) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Int => Value::Int(BigInt::default()),
        Sort::Real => Value::Real(BigRational::default()),
        Sort::Bv(width) => Value::Bv(Bv::new(*width, BigUint::default())),
        Sort::String => Value::String(Str::new(&[])?),
        Sort::Fp(..) => return special_value(sort, "+zero"),
        Sort::Rm => return special_value(sort, "RNE"),
        Sort::Ff(size) => Value::Ff(Ff::new(size, &BigInt::default())?),
        _ => return None,
    })
}

/// The value with a special name in a sort. `None` for unknown names and for `set.universe`, which
/// is a finite set that depends on the model.
#[must_use]
pub fn special_value(sort: &Sort, name: &str) -> Option<Value> {
    let width = match sort {
        Sort::Bv(width) => width,
        Sort::Fp(exponent, significand) => {
            let format = Format::new(*exponent, *significand);
            return Fp::named(format, name).map(Value::Fp);
        }
        Sort::Rm => return Rm::from_name(name).map(Value::Rm),
        Sort::Ff(size) => return Ff::named(size, name).map(Value::Ff),
        Sort::Set(_) => return (name == "set.empty").then(|| Value::Set(Set::default())),
        Sort::Bag(_) => return (name == "bag.empty").then(|| Value::Bag(Bag::default())),
        Sort::Nullable(_) if name == "nullable.null" => return Value::nullable(None),
        Sort::Seq(_) => return (name == "seq.empty").then(|| Value::Seq(Arc::new([]))),
        _ => return None,
    };
    let top = BigUint::one() << (width - 1);
    let bits = match name {
        "bv.zero" => BigUint::default(),
        "bv.one" => BigUint::one(),
        "bv.ones" => (BigUint::one() << *width) - BigUint::one(),
        "bv-min-signed" => top,
        "bv-max-signed" => top - BigUint::one(),
        _ => return None,
    };
    Some(Value::Bv(Bv::new(*width, bits)))
}

/// The greatest number of points at which a drawn array differs from its default.
const POINTS: u64 = 4;

/// The greatest number of members of a drawn set or bag.
const MEMBERS: u64 = 4;
/// The greatest multiplicity of a member of a drawn bag.
const TIMES: u64 = 3;

/// The number of elements from which those of an uninterpreted sort are drawn.
const ELEMENTS: u64 = 4;

/// The greatest nesting depth of constructors in a drawn value.
const CELLS: u32 = 4;

/// Draws an element of the sort. `None` for sorts that are not known and for regular languages,
/// which no symbol ranges over.
#[must_use]
pub fn draw(sorts: &Sorts, sort: SortId, rng: &mut Rng) -> Option<Value> {
    draw_sort(sorts, sorts.get(sort)?, rng, CELLS)
}

/// An application of a constructor. If `cells` is used up, it is a constructor that ends the
/// recursion.
fn cell(sorts: &Sorts, datatype: &Datatype, rng: &mut Rng, cells: u32) -> Option<Value> {
    let constructors = datatype.constructors();
    let number = match cells {
        0 | 1 => datatype.base()?,
        _ => rng.index(constructors.len()),
    };
    let fields = &constructors.get(number)?.selectors;
    let args = fields.iter().map(|selector| {
        let sort = datatype.field(sorts, &selector.field)?;
        draw_sort(sorts, &sort, rng, cells.saturating_sub(1))
    });
    let cell = Cell::new(number as u32, args.collect::<Option<_>>()?);
    Some(Value::Dt(Arc::new(cell?)))
}

fn draw_sort(sorts: &Sorts, sort: &Sort, rng: &mut Rng, cells: u32) -> Option<Value> {
    let draw = |id: SortId, rng: &mut Rng| draw_sort(sorts, sorts.get(id)?, rng, cells);
    Some(match sort {
        Sort::Bool => Value::Bool(rng.coin()),
        Sort::Int => Value::Int(integer(rng)),
        Sort::Real => {
            let denominator = match rng.below(3) {
                0 => BigInt::one(),
                1 => BigInt::from(2 + rng.below(9)),
                _ => BigInt::one() << rng.range(1, 40),
            };
            Value::Real(BigRational::new(integer(rng), denominator))
        }
        Sort::Bv(width) => {
            if rng.coin() {
                return special_value(sort, rng.pick(&BV_NAMES)?);
            }
            if rng.coin() {
                return Some(Value::Bv(Bv::from_int(*width, &integer(rng))));
            }
            let words = (0..width.div_ceil(64)).flat_map(|_| {
                let bits = rng.bits();
                [bits as u32, (bits >> 32) as u32]
            });
            Value::Bv(Bv::new(*width, BigUint::new(words.collect())))
        }
        Sort::Uninterpreted(_) | Sort::Instance(..) => Value::Element(rng.below(ELEMENTS) as u32),
        Sort::Array(index, element) => {
            let mut table = Map::constant(draw(*element, rng)?);
            // Equal arrays may have different representations. As indices they would be two points.
            // Points whose elements are nested arrays would make the value too large.
            let is_deep = match sorts.get(*element)? {
                Sort::Array(_, inner) => !has_one_spelling(sorts, *inner),
                _ => false,
            };
            if has_one_spelling(sorts, *index) && !is_deep {
                for _ in 0..rng.below(POINTS + 1) {
                    table.set(draw(*index, rng)?, draw(*element, rng)?);
                }
            }
            Value::Array(Arc::new(table))
        }
        Sort::Set(element) => {
            let members = members(sorts, *element, rng, cells)?;
            Value::Set(members.into_iter().collect())
        }
        Sort::Bag(element) => {
            let members = members(sorts, *element, rng, cells)?.into_iter();
            let times = |member| (member, BigUint::from(1 + rng.below(TIMES)));
            Value::Bag(members.map(times).collect())
        }
        Sort::Fun(domain, codomain) => {
            let mut table = Map::constant(draw(*codomain, rng)?);
            // As for arrays, points with several spellings could be listed twice.
            if domain.iter().all(|sort| has_one_spelling(sorts, *sort)) {
                for _ in 0..rng.below(POINTS + 1) {
                    let point = domain.iter().map(|sort| draw(*sort, rng));
                    let point = point.collect::<Option<Vec<Value>>>()?;
                    table.set(point, draw(*codomain, rng)?);
                }
            }
            Value::Fun(Arc::new(table))
        }
        Sort::RegLan | Sort::Constructor(_) => return None,
        Sort::Dt(datatype) => cell(sorts, datatype, rng, cells)?,
        Sort::Tuple(parts) => {
            let parts = parts.iter().map(|part| draw(*part, rng));
            Value::tuple(parts.collect::<Option<_>>()?)?
        }
        Sort::Nullable(_) if rng.chance(25) => Value::nullable(None)?,
        Sort::Nullable(element) => Value::nullable(Some(draw(*element, rng)?))?,
        Sort::Fp(exponent, significand) => {
            Value::Fp(float(Format::new(*exponent, *significand), rng))
        }
        Sort::Rm => Value::Rm(rng.pick(&Rm::ALL)?.0),
        Sort::String => Value::String(string(rng)?),
        Sort::Ff(size) => {
            let half = || BigInt::from(BigUint::clone(size)) / 2;
            let number = match rng.below(4) {
                0 => BigInt::from(rng.below(3)) - 1,
                1 => half() + rng.below(2),
                _ => integer(rng),
            };
            Value::Ff(Ff::new(size, &number)?)
        }
        Sort::Seq(element) => {
            let letters = [draw(*element, rng)?, draw(*element, rng)?];
            let length = rng.weighted([3, 5, 5, 4, 2, 1].into_iter())?;
            let elements = (0..length).map(|_| match rng.below(10) {
                0 => draw(*element, rng),
                _ => rng.pick(&letters).cloned(),
            });
            Value::Seq(elements.collect::<Option<_>>()?)
        }
    })
}

/// Draws some members. At most one of them may have several spellings, since two such members could
/// be equal.
fn members(sorts: &Sorts, sort: SortId, rng: &mut Rng, cells: u32) -> Option<Vec<Value>> {
    // Only these datatypes can be inside of sets in themselves.
    let is_nested = |sort: &Sort| match sort {
        Sort::Dt(datatype) => {
            let mut selectors = datatype.constructors().iter().flat_map(|c| &c.selectors);
            selectors.any(|s| matches!(s.field, Field::Composed(..)))
        }
        _ => false,
    };
    let cells = match sorts.has_part(sort, &is_nested) {
        true => cells,
        false => CELLS,
    };
    let mut members = Vec::new();
    for _ in 0..rng.below(MEMBERS + 1) {
        let member = draw_sort(sorts, sorts.get(sort)?, rng, cells)?;
        if members.is_empty() || member.is_canonical() && members.iter().all(Value::is_canonical) {
            members.push(member);
        }
    }
    Some(members)
}

/// Whether the values of the sort have one spelling each.
fn has_one_spelling(sorts: &Sorts, sort: SortId) -> bool {
    !sorts.has_part(sort, &|part| {
        matches!(part, Sort::Array(..) | Sort::Fun(..))
    })
}

/// Draws an integer near an edge: 0, ±1, a small number, a power of two ± 1, sometimes a long
/// number.
fn integer(rng: &mut Rng) -> BigInt {
    let magnitude = match rng.weighted([30, 30, 25, 8].into_iter()) {
        Some(0) => BigInt::from(rng.below(3)),
        Some(1) => BigInt::from(rng.below(20)),
        Some(2) => {
            let power = BigInt::one() << rng.range(2, 66);
            power + (rng.below(3) as i64 - 1)
        }
        _ => (BigInt::from(rng.bits()) << 64) + rng.bits(),
    };
    if rng.chance(40) {
        -magnitude
    } else {
        magnitude
    }
}

/// Draws a floating-point number near an edge: a special value, the least or greatest subnormal or
/// normal number, 1 or a neighbour, a number half-way between two of a lower precision, or any
/// number.
fn float(format: Format, rng: &mut Rng) -> Fp {
    let normal = BigUint::one() << format.fraction();
    let one = (&normal << format.exponent.saturating_sub(1)) - &normal;
    let infinity = format.infinity();
    let near = |magnitude: BigUint, rng: &mut Rng| match rng.below(3) {
        0 => magnitude + 1u32,
        1 if magnitude > BigUint::one() => magnitude - 1u32,
        _ => magnitude,
    };
    let magnitude = match rng.weighted([3, 1, 2, 2, 3, 3, 4].into_iter()) {
        Some(0) => {
            let special = rng.pick(&Fp::NAMES);
            let special = special.and_then(|name| Fp::named(format, name));
            return special.unwrap_or_else(|| Fp::nan(format));
        }
        Some(1) => BigUint::one(),
        Some(2) => near(normal, rng),
        Some(3) => infinity - 1u32,
        Some(4) => near(one, rng),
        // A significand with few bits and any exponent.
        Some(5) => {
            let steps = random_bits(format.exponent, rng) << format.fraction();
            steps + (BigUint::one() << rng.range(0, format.fraction()))
        }
        _ => random_bits(format.width(), rng),
    };
    Fp::signed(format, rng.coin(), magnitude)
}

/// `width` random bits.
fn random_bits(width: u32, rng: &mut Rng) -> BigUint {
    let words = (0..width.div_ceil(32)).map(|_| rng.bits() as u32);
    Bv::new(width, BigUint::new(words.collect()))
        .unsigned()
        .clone()
}

/// Characters for which solvers often have special cases: the ends of bytes, of planes and of the
/// range, surrogates, and characters with a meaning in literals.
const EDGES: [u32; 14] = [
    0, 0x0a, 0x22, 0x5c, 0x7e, 0x7f, 0x80, 0xff, 0x100, 0xd800, 0xffff, 0x1_0000, 0x1_ffff,
    MAX_CHAR,
];

/// Numbers, and strings that look like numbers.
const NUMBERS: [&str; 8] = [
    "0",
    "1",
    "-1",
    "01",
    "00",
    "10",
    "255",
    "9223372036854775808",
];

/// Draws a string. Most have a few letters of a small alphabet, so that strings match each other.
fn string(rng: &mut Rng) -> Option<Str> {
    Some(match rng.weighted([15, 15, 35, 10, 15, 10].into_iter())? {
        0 => Str::new(&[])?,
        1 => Str::new(&[character(rng)])?,
        2 => letters(rng, 5)?,
        3 => {
            let letter = character(rng);
            Str::new(&vec![letter; rng.index(12)])?
        }
        4 => Str::parse(rng.pick(&NUMBERS)?)?,
        _ => {
            let length = rng.index(6);
            let chars: Vec<u32> = (0..length).map(|_| character(rng)).collect();
            Str::new(&chars)?
        }
    })
}

fn character(rng: &mut Rng) -> u32 {
    let edge = rng.pick(&EDGES).copied();
    match rng.below(4) {
        0 => edge.unwrap_or(0),
        1 => u32::from('0') + rng.below(10) as u32,
        _ => u32::from('a') + rng.below(3) as u32,
    }
}

fn letters(rng: &mut Rng, most: usize) -> Option<Str> {
    let length = 1 + rng.index(most);
    let chars: Vec<u32> = (0..length)
        .map(|_| u32::from('a') + rng.below(2) as u32)
        .collect();
    Str::new(&chars)
}

/// A random substring.
#[must_use]
pub fn random_substring(of: &Str, rng: &mut Rng) -> Str {
    let start = rng.index(of.chars().len() + 1);
    let length = rng.index(of.chars().len() - start + 1);
    of.part(start, length)
}
