//! Numerals of any length. The parser of the crate and its greatest common divisors take quadratic
//! time, which is minutes for a million digits.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::Zero;

/// Up to this number of digits, the parser of the crate is fast.
const SHORT: usize = 1000;

/// Reads `12` or `-12`.
#[must_use]
pub fn integer(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let sign = match digits.len() == text.len() {
        true => Sign::Plus,
        false => Sign::Minus,
    };
    Some(BigInt::from_biguint(sign, natural(digits)?))
}

/// Reads `12`, `-12` or `1.25`.
#[must_use]
pub fn decimal(text: &str) -> Option<BigRational> {
    let Some((whole, fraction)) = text.split_once('.') else {
        return integer(text).map(BigRational::from_integer);
    };
    let number = integer(&format!("{whole}{fraction}"))?;
    Some(over_power_of_ten(
        number,
        u32::try_from(fraction.len()).ok()?,
    ))
}

/// Reads `12`. Parts of the text are read first, and then joined in pairs.
#[must_use]
pub fn natural(text: &str) -> Option<BigUint> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let parts = text.as_bytes().rchunks(SHORT);
    let mut parts: Vec<BigUint> = parts
        .map(|digits| BigUint::parse_bytes(digits, 10))
        .collect::<Option<_>>()?;
    let mut base = BigUint::from(10_u32).pow(SHORT as u32);
    while parts.len() > 1 {
        let joined = parts.chunks(2).map(|pair| match pair {
            [low, high] => high * &base + low,
            rest => rest.iter().sum(),
        });
        parts = joined.collect();
        if parts.len() > 1 {
            base = &base * &base;
        }
    }
    parts.pop()
}

/// `number / 10^places` in lowest terms. Only 2 and 5 can be common divisors.
fn over_power_of_ten(number: BigInt, places: u32) -> BigRational {
    if number.is_zero() {
        return BigRational::zero();
    }
    let twos = number
        .trailing_zeros()
        .map_or(places, |zeros| zeros.min(u64::from(places)) as u32);
    let (number, fives) = without_fives(number >> twos, places);
    let denominator = BigInt::from(5).pow(places - fives) << (places - twos);
    BigRational::new_raw(number, denominator)
}

/// Divides by 5 as often as possible, but at most `most` times. Returns how often.
fn without_fives(mut number: BigInt, most: u32) -> (BigInt, u32) {
    let mut times = 0;
    let mut divide = |number: &mut BigInt, power: &BigInt, exponent: u32| {
        let (quotient, rest) = number.div_rem(power);
        let divides = rest.is_zero() && times + exponent <= most;
        if divides {
            *number = quotient;
            times += exponent;
        }
        divides
    };
    let mut powers = Vec::new();
    let (mut power, mut exponent) = (BigInt::from(5), 1);
    while exponent <= most && divide(&mut number, &power, exponent) {
        let next = &power * &power;
        powers.push((std::mem::replace(&mut power, next), exponent));
        exponent = exponent.saturating_mul(2);
    }
    for (power, exponent) in powers.iter().rev() {
        divide(&mut number, power, *exponent);
    }
    (number, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_those_of_the_crate() {
        for length in [1, 2, 999, 1000, 1001, 1999, 2000, 2001, 7777] {
            let digits: String = (0..length)
                .map(|n| char::from(b'0' + (n * n + 7) as u8 % 10))
                .collect();
            assert_eq!(integer(&digits), digits.parse().ok(), "{length}");
            let negative = format!("-{digits}");
            assert_eq!(integer(&negative), negative.parse().ok(), "{length}");
        }
        for wrong in ["", "-", "--1", "1-", "+1", " 1", "1.0", "0x1", "²"] {
            assert_eq!(integer(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn decimals_are_in_lowest_terms() {
        for text in [
            "0.0",
            "-0.00",
            "1.0",
            "2.50",
            "-0.125",
            "1.3",
            "100.000",
            "0.0000625",
            "12.34",
            "-7",
            "3125.0",
            "0.1953125000",
        ] {
            let scale = text
                .split_once('.')
                .map_or(0, |(_, fraction)| fraction.len());
            let number: BigInt = text.replace('.', "").parse().unwrap();
            let expected = BigRational::new(number, BigInt::from(10).pow(scale as u32));
            let read = decimal(text).unwrap();
            assert_eq!(
                (read.numer(), read.denom()),
                (expected.numer(), expected.denom()),
                "{text}"
            );
        }
        for wrong in ["", ".", "1.2.3", "1.-2", "/", "1/2"] {
            assert_eq!(decimal(wrong), None, "{wrong}");
        }
    }
}
