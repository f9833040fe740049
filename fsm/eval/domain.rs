//! Counts and lists the elements of sorts.

use super::core::equal;
use crate::sort::{Datatype, Sort, SortId, Sorts};
use crate::value::{Bv, Cell, Ff, Format, Fp, Map, Rm, Set, Str, Table, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// The number of floating-point values that have names.
const NAMED: u64 = Fp::NAMES.len() as u64;

/// The nesting depth of datatypes down to which elements are counted.
const MAX_NESTING: usize = 16;

/// Tables with more points are not listed.
const MAX_POINTS: u64 = 64;

/// The largest size of a sort whose elements are all tried, to find the members of a set that is
/// given by the elements outside of it.
const MAX_TRIED: u64 = 256;

/// The set that a table of Booleans describes: the elements of a sort at which it is true. If it is
/// true by default, the set is only found in a small sort.
#[must_use]
pub fn members_by(sorts: &Sorts, element: SortId, table: &Table) -> Option<Set> {
    let mut members: Vec<Value> = Vec::new();
    let mut keep = |member: &Value| {
        for known in &members {
            if equal(known, member)? {
                return Some(());
            }
        }
        members.push(member.clone());
        Some(())
    };
    let mut others = Vec::new();
    for (point, is_in) in table.entries() {
        match is_in {
            Value::Bool(true) => keep(point)?,
            _ => others.push(point),
        }
    }
    if table.default == Value::Bool(true) {
        let size = size(sorts, element).filter(|size| *size <= MAX_TRIED)?;
        for n in 0..size {
            let point = nth(sorts, element, n)?;
            let left_out = others.iter().map(|other| equal(other, &point));
            let left_out = left_out.collect::<Option<Vec<bool>>>()?;
            if !left_out.contains(&true) {
                keep(&point)?;
            }
        }
    }
    Some(members.into_iter().collect())
}

/// The number of elements of the sort. `None` if it is infinite, depends on the model, or exceeds
/// 64 bits.
#[must_use]
pub fn size(sorts: &Sorts, sort: SortId) -> Option<u64> {
    size_of(sorts, sorts.get(sort)?, &mut Vec::new())
}

/// Like `size`, inside the datatypes `within`. A datatype that occurs in itself is infinite.
fn size_of(sorts: &Sorts, sort: &Sort, within: &mut Vec<Datatype>) -> Option<u64> {
    let mut size = |id: SortId| size_of(sorts, sorts.get(id)?, within);
    match sort {
        Sort::Bool => Some(2),
        Sort::Bv(width) => 1u64.checked_shl(*width),
        Sort::Int | Sort::Real | Sort::Uninterpreted(_) => None,
        Sort::String | Sort::RegLan | Sort::Seq(_) => None,
        Sort::Ff(size) => size.to_u64(),
        Sort::Instance(..) | Sort::Constructor(_) => None,
        Sort::Dt(datatype) => {
            if within.contains(datatype) || within.len() == MAX_NESTING {
                return None;
            }
            within.push(datatype.clone());
            let mut total = Some(0u64);
            for constructor in datatype.constructors() {
                let mut product = Some(1u64);
                for selector in &constructor.selectors {
                    let sort = datatype.field(sorts, &selector.field)?;
                    let factor = size_of(sorts, &sort, within);
                    product = product.zip(factor).and_then(|(p, f)| p.checked_mul(f));
                }
                total = total.zip(product).and_then(|(t, p)| t.checked_add(p));
            }
            within.pop();
            total
        }
        Sort::Tuple(parts) => {
            let mut sizes = parts.iter().map(|part| size(*part));
            sizes.try_fold(1u64, |product, size| product.checked_mul(size?))
        }
        Sort::Nullable(element) => size(*element)?.checked_add(1),
        Sort::Rm => Some(Rm::ALL.len() as u64),
        Sort::Set(element) => {
            let members = u32::try_from(size(*element)?).ok()?;
            1u64.checked_shl(members)
        }
        Sort::Bag(_) => None,
        Sort::Fp(exponent, significand) => Format::new(*exponent, *significand).size(),
        Sort::Array(index, element) => {
            let points = u32::try_from(size(*index)?).ok()?;
            size(*element)?.checked_pow(points)
        }
        Sort::Fun(domain, codomain) => {
            let points = u32::try_from(points(sorts, domain)?).ok()?;
            size(*codomain)?.checked_pow(points)
        }
    }
}

fn points(sorts: &Sorts, domain: &[SortId]) -> Option<u64> {
    let mut sizes = domain.iter().map(|sort| size(sorts, *sort));
    sizes.try_fold(1u64, |product, size| product.checked_mul(size?))
}

/// All tuples of elements of some sorts. `None` if there are more than `most`.
#[must_use]
pub fn product(sorts: &Sorts, of: &[SortId], most: u64) -> Option<Vec<Vec<Value>>> {
    points(sorts, of).filter(|points| *points <= most)?;
    let mut tuples = vec![Vec::new()];
    for sort in of {
        let elements = (0..size(sorts, *sort)?).map(|n| nth(sorts, *sort, n));
        let mut longer = Vec::new();
        for element in elements {
            let element = element?;
            longer.extend(
                tuples
                    .iter()
                    .map(|tuple| [&tuple[..], std::slice::from_ref(&element)].concat()),
            );
        }
        tuples = longer;
    }
    Some(tuples)
}

/// The `n`-th element of the sort. If `size` is known, each element has exactly one number below
/// it. Otherwise different numbers give different elements, as far as elements are listed. `None`
/// beyond that, for regular languages, and for unknown sorts.
#[must_use]
pub fn nth(sorts: &Sorts, sort: SortId, n: u64) -> Option<Value> {
    nth_of(sorts, sorts.get(sort)?, n)
}

fn nth_of(sorts: &Sorts, sort: &Sort, n: u64) -> Option<Value> {
    if size_of(sorts, sort, &mut Vec::new()).is_some_and(|size| n >= size) {
        return None;
    }
    // 0, 1, -1, 2, -2, …
    let integer = |n: u64| {
        let half = BigInt::from(n.div_ceil(2));
        if n.is_multiple_of(2) { -half } else { half }
    };
    Some(match sort {
        Sort::Bool => Value::Bool(n == 1),
        Sort::Bv(width) => Value::Bv(Bv::new(*width, BigUint::from(n))),
        Sort::Int => Value::Int(integer(n)),
        // Halves, so that some are not integers.
        Sort::Real => Value::Real(BigRational::new(integer(n), BigInt::from(2))),
        Sort::Uninterpreted(_) | Sort::Instance(..) => Value::Element(u32::try_from(n).ok()?),
        Sort::Rm => Value::Rm(Rm::ALL.get(usize::try_from(n).ok()?)?.0),
        Sort::Fp(exponent, significand) => {
            let format = Format::new(*exponent, *significand);
            Value::Fp(match n.checked_sub(NAMED) {
                None => Fp::named(format, Fp::NAMES[n as usize])?,
                Some(rest) => Fp::signed(format, rest % 2 == 1, BigUint::from(rest / 2 + 1)),
            })
        }
        Sort::String => Value::String(string(n)?),
        Sort::RegLan | Sort::Constructor(_) => return None,
        Sort::Ff(size) => Value::Ff(Ff::new(size, &BigInt::from(n))?),
        Sort::Seq(element) => {
            let element = |n| nth(sorts, *element, n);
            Value::Seq(word(n, 2, element)?.into())
        }
        Sort::Dt(datatype) => Value::Dt(Arc::new(cell(sorts, datatype, n)?)),
        Sort::Tuple(parts) => Value::tuple(tuple(sorts, parts, n)?)?,
        Sort::Nullable(element) => Value::nullable(match n.checked_sub(1) {
            Some(n) => Some(nth(sorts, *element, n)?),
            None => None,
        })?,
        Sort::Array(index, element) => {
            let points = size(sorts, *index).filter(|points| *points <= MAX_POINTS);
            let key = |point| nth(sorts, *index, point);
            Value::Array(Arc::new(table(sorts, *element, n, points, key)?))
        }
        Sort::Set(element) => Value::Set(members(sorts, *element, n, 2)?.map(|(m, _)| m).collect()),
        Sort::Bag(element) => {
            let members = members(sorts, *element, n, 3)?;
            Value::Bag(members.map(|(m, count)| (m, count.into())).collect())
        }
        Sort::Fun(domain, codomain) => {
            let points = points(sorts, domain).filter(|points| *points <= MAX_POINTS);
            let key = |mut point| {
                let mut digits = domain.iter().map(|sort| {
                    let size = size(sorts, *sort)?;
                    let digit = nth(sorts, *sort, point % size);
                    point /= size;
                    digit
                });
                digits.by_ref().collect::<Option<Vec<Value>>>()
            };
            Value::Fun(Arc::new(table(sorts, *codomain, n, points, key)?))
        }
    })
}

/// The `n`-th value of a datatype. A finite datatype lists the values of the first constructor,
/// then those of the second, and so on. Otherwise the constructors alternate, beginning with the
/// one that ends the recursion. The rest of `n` is distributed to the fields and becomes smaller
/// each time.
fn cell(sorts: &Sorts, datatype: &Datatype, mut n: u64) -> Option<Cell> {
    let constructors = datatype.constructors();
    let is_finite = size_of(sorts, &Sort::Dt(datatype.clone()), &mut Vec::new()).is_some();
    if is_finite {
        for (number, constructor) in constructors.iter().enumerate() {
            let mut rest = n;
            let (mut args, mut product) = (Vec::new(), 1u64);
            for selector in &constructor.selectors {
                let sort = datatype.field(sorts, &selector.field)?;
                let size = size_of(sorts, &sort, &mut Vec::new())?;
                args.push(nth_of(sorts, &sort, rest % size)?);
                rest /= size;
                product *= size;
            }
            if n < product {
                return Cell::new(number as u32, args);
            }
            n -= product;
        }
        return None;
    }
    let count = constructors.len() as u64;
    let number = (datatype.base()? + (n % count) as usize) % constructors.len();
    let (rest, fields) = (n / count, &constructors[number].selectors);
    if fields.is_empty() && rest > 0 {
        return None;
    }
    let args = fields.iter().enumerate().map(|(place, selector)| {
        let field = datatype.field(sorts, &selector.field)?;
        nth_of(sorts, &field, every_nth_bit(rest, place, fields.len()))
    });
    Cell::new(number as u32, args.collect::<Option<_>>()?)
}

/// Every `of`-th bit of a number, starting at bit `place`.
fn every_nth_bit(n: u64, place: usize, of: usize) -> u64 {
    let bits = (place..64).step_by(of).enumerate();
    bits.fold(0, |part, (to, from)| part | (n >> from & 1) << to)
}

/// The components of the `n`-th tuple: the digits of `n` for finite sorts, otherwise its bits in
/// turn.
fn tuple(sorts: &Sorts, parts: &[SortId], mut n: u64) -> Option<Vec<Value>> {
    let sizes: Option<Vec<u64>> = parts.iter().map(|part| size(sorts, *part)).collect();
    let parts = parts.iter().enumerate().map(|(place, part)| {
        let digit = match &sizes {
            Some(sizes) => {
                let digit = n % sizes[place];
                n /= sizes[place];
                digit
            }
            None => every_nth_bit(n, place, parts.len()),
        };
        nth(sorts, *part, digit)
    });
    parts.collect()
}

/// The `n`-th string over a small alphabet.
fn string(n: u64) -> Option<Str> {
    const ALPHABET: [char; 4] = ['a', 'b', '0', '1'];
    let char = |n| ALPHABET.get(usize::try_from(n).ok()?).copied();
    let chars = word(n, ALPHABET.len() as u64, char)?.into_iter();
    Str::new(&chars.map(u32::from).collect::<Vec<u32>>())
}

/// The `n`-th word over an alphabet of `letters` letters: the empty word, then all words of one
/// letter, of two letters, and so on.
fn word<T>(mut n: u64, letters: u64, letter: impl Fn(u64) -> Option<T>) -> Option<Vec<T>> {
    let (mut length, mut count) = (0, 1u64);
    while n >= count {
        n -= count;
        length += 1;
        count = count.checked_mul(letters)?;
    }
    let word = (0..length).map(|_| {
        let digit = n % letters;
        n /= letters;
        letter(digit)
    });
    word.collect()
}

/// The elements of a sort whose digits in `n` are not 0, with these digits. `base` is the base of
/// the digits.
fn members(
    sorts: &Sorts,
    sort: SortId,
    mut n: u64,
    base: u64,
) -> Option<impl Iterator<Item = (Value, u64)>> {
    let mut members = Vec::new();
    for place in 0.. {
        if n == 0 {
            break;
        }
        if !n.is_multiple_of(base) {
            members.push((nth(sorts, sort, place)?, n % base));
        }
        n /= base;
    }
    Some(members.into_iter())
}

/// The `n`-th table. The digits of `n`, in base of the size of `sort`, are the values at the
/// points. If points or values cannot be listed, only constant tables are.
fn table<K: Ord>(
    sorts: &Sorts,
    sort: SortId,
    mut n: u64,
    points: Option<u64>,
    key: impl Fn(u64) -> Option<K>,
) -> Option<Map<K>> {
    let (Some(points), Some(size)) = (points, size(sorts, sort)) else {
        return Some(Map::constant(nth(sorts, sort, n)?));
    };
    let mut map = Map::constant(nth(sorts, sort, 0)?);
    for point in 0..points {
        map.set(key(point)?, nth(sorts, sort, n % size)?);
        n /= size;
    }
    Some(map)
}
