//! Values drawn near the edges of their sorts, where solvers change their ways.

use crate::rng::Rng;
use crate::sort::{Datatype, Sort, SortId, Sorts};
use crate::value::{Bag, Bv, Cell, Ff, Format, Fp, MAX_CHAR, Map, Rm, Set, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use std::sync::Arc;

/// Values of bit-vector sorts that APIs have a name for. Names as in Murxla.
const BV_NAMES: [&str; 5] = [
    "bv.zero",
    "bv.one",
    "bv.ones",
    "bv-min-signed",
    "bv-max-signed",
];

/// The names of values of a sort that APIs have one for.
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

/// The plainest value of a sort, where it has a literal: `false`, 0, the empty string.
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

/// The value that a special name stands for in a sort. `None` for `set.universe`, too: each model has a finite set of
/// its own that all its sets are parts of.
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

/// Arrays are drawn with at most so many points that differ from the rest.
const POINTS: u64 = 4;

/// Sets and bags are drawn with at most so many members,
const MEMBERS: u64 = 4;
/// which are in a bag at most so often.
const TIMES: u64 = 3;

/// Elements of an uninterpreted sort are drawn from so many.
const ELEMENTS: u64 = 4;

/// Constructors nest at most so deep in values that are drawn.
const CELLS: u32 = 4;

/// An element of the sort. `None` for regular languages, which nothing ranges over, and sorts that are not known.
#[must_use]
pub fn draw(sorts: &Sorts, sort: SortId, rng: &mut Rng) -> Option<Value> {
    draw_sort(sorts, sorts.get(sort)?, rng, CELLS)
}

/// A constructor and its arguments; where `cells` runs out, one that leads out of recursion.
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
            // Arrays can be equal and yet spelled differently; as indices they would stand twice. Points
            // whose elements are arrays of arrays again would multiply.
            let is_deep = match sorts.get(*element)? {
                Sort::Array(_, inner) => !is_spelled_once(sorts, *inner),
                _ => false,
            };
            if is_spelled_once(sorts, *index) && !is_deep {
                for _ in 0..rng.below(POINTS + 1) {
                    table.set(draw(*index, rng)?, draw(*element, rng)?);
                }
            }
            Value::Array(Arc::new(table))
        }
        Sort::Set(element) => {
            let members = members(sorts, *element, rng)?;
            Value::Set(members.into_iter().collect())
        }
        Sort::Bag(element) => {
            let members = members(sorts, *element, rng)?.into_iter();
            let times = |member| (member, BigUint::from(1 + rng.below(TIMES)));
            Value::Bag(members.map(times).collect())
        }
        Sort::Fun(domain, codomain) => {
            let mut table = Map::constant(draw(*codomain, rng)?);
            // As with arrays: as points, elements that can be spelled in several ways would stand twice.
            if domain.iter().all(|sort| is_spelled_once(sorts, *sort)) {
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

/// Some elements. Of those that can be written in several ways, one at most: two could be the same.
fn members(sorts: &Sorts, sort: SortId, rng: &mut Rng) -> Option<Vec<Value>> {
    let mut members = Vec::new();
    for _ in 0..rng.below(MEMBERS + 1) {
        let member = draw(sorts, sort, rng)?;
        if members.is_empty() || member.is_canonical() && members.iter().all(Value::is_canonical) {
            members.push(member);
        }
    }
    Some(members)
}

/// Whether the elements of the sort have one value each.
fn is_spelled_once(sorts: &Sorts, sort: SortId) -> bool {
    !sorts.has_part(sort, &|part| {
        matches!(part, Sort::Array(..) | Sort::Fun(..))
    })
}

/// An integer near an edge: 0, ±1, a small one, a power of two ± 1, now and then a long one.
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

/// A floating-point number near an edge: a special one, the least and greatest subnormal and normal ones,
/// 1 and its neighbours, a half-way case of another precision, or any.
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
        // A significand of few bits, of any exponent.
        Some(5) => {
            let steps = words(format.exponent, rng) << format.fraction();
            steps + (BigUint::one() << rng.range(0, format.fraction()))
        }
        _ => words(format.width(), rng),
    };
    Fp::signed(format, rng.coin(), magnitude)
}

/// `width` random bits.
fn words(width: u32, rng: &mut Rng) -> BigUint {
    let words = (0..width.div_ceil(32)).map(|_| rng.bits() as u32);
    Bv::new(width, BigUint::new(words.collect()))
        .unsigned()
        .clone()
}

/// Characters at which solvers change their ways: ends of bytes, of planes and of the range, surrogates,
/// and what has a meaning in literals.
const EDGES: [u32; 14] = [
    0, 0x0a, 0x22, 0x5c, 0x7e, 0x7f, 0x80, 0xff, 0x100, 0xd800, 0xffff, 0x1_0000, 0x1_ffff,
    MAX_CHAR,
];

/// Numbers and what looks like one.
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

/// A string: most often a few letters out of a small alphabet, so that strings match each other.
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

/// A part of a string, somewhere in it.
#[must_use]
pub fn piece(of: &Str, rng: &mut Rng) -> Str {
    let start = rng.index(of.chars().len() + 1);
    let length = rng.index(of.chars().len() - start + 1);
    of.part(start, length)
}
