//! Numbers of a sort, in SMT-LIB.

use super::super::log::Datum;
use super::Made;
use num_bigint::BigInt;

/// The widths of a floating-point sort.
pub(super) fn format(sort: &str) -> Option<[String; 2]> {
    let widths = sort.strip_prefix("(_ FloatingPoint ")?.strip_suffix(')')?;
    let (exponent, significand) = widths.split_once(' ')?;
    Some([exponent.to_owned(), significand.to_owned()])
}

/// The width of a bit-vector sort.
fn width(sort: &str) -> Option<&str> {
    sort.strip_prefix("(_ BitVec ")?.strip_suffix(')')
}

/// A special value of a floating-point sort, such as `NaN`, or the least or greatest signed number
/// of a bit-vector sort.
pub(super) fn special(name: &str, sort: &str) -> Made<String> {
    if let (Some(width), "min-signed" | "max-signed") = (width(sort), name) {
        let greatest = format!("(bvlshr (bvneg (_ bv1 {width})) (_ bv1 {width}))");
        return Ok(match name {
            "min-signed" => format!("(bvnot {greatest})"),
            _ => greatest,
        });
    }
    let [exponent, significand] = format(sort).ok_or("its sort is not a floating-point sort")?;
    Ok(format!("(_ {name} {exponent} {significand})"))
}

/// A number of a sort: an integer, a decimal, or a fraction.
pub(super) fn numeral(datum: &Datum, sort: &str) -> Made<String> {
    let text = match datum {
        Datum::Number(text) | Datum::Text(text) => text.clone(),
        Datum::Real(real) if real.is_nan() => return special("NaN", sort),
        Datum::Real(real) if real.is_infinite() => {
            return special(if *real > 0.0 { "+oo" } else { "-oo" }, sort);
        }
        Datum::Real(real) if *real == 0.0 && real.is_sign_negative() => {
            return special("-zero", sort);
        }
        // The exact value: no double has more digits.
        Datum::Real(real) => format!("{real:.1074}").trim_end_matches('0').to_owned() + "0",
        _ => return Err("its number is not known".to_owned()),
    };
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text.as_str()),
    };
    let wrong = || format!("'{text}' is not a number of {sort}");
    let is_decimal = |part: &str| {
        let (whole, fraction) = part.split_once('.').unwrap_or((part, "0"));
        let all = [whole, fraction].into_iter();
        all.into_iter()
            .all(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let real = |part: &str| match part.contains('.') {
        true => part.to_owned(),
        false => format!("{part}.0"),
    };
    let positive = match digits.split_once('/') {
        Some((above, below)) if is_decimal(above.trim()) && is_decimal(below.trim()) => {
            format!("(/ {} {})", real(above.trim()), real(below.trim()))
        }
        None if is_decimal(digits) => real(digits),
        _ => return Err(wrong()),
    };
    let signed = |number: String| match is_negative {
        true => format!("(- {number})"),
        false => number,
    };
    let is_integer = !digits.contains(['.', '/']);
    let sort = match sort {
        "Number" if is_integer => "Int",
        "Number" => "Real",
        sort => sort,
    };
    if sort == "Real" {
        return Ok(signed(positive));
    }
    if let Some([exponent, significand]) = format(sort) {
        return Ok(format!(
            "((_ to_fp {exponent} {significand}) RNE {})",
            signed(positive)
        ));
    }
    if !is_integer {
        return Err(wrong());
    }
    match width(sort) {
        Some(width) if is_negative => Ok(format!("(bvneg (_ bv{digits} {width}))")),
        Some(width) => Ok(format!("(_ bv{digits} {width})")),
        None if sort == "Int" => Ok(signed(digits.to_owned())),
        None => Err(wrong()),
    }
}

/// Numbers of more digits are left out, because a conversion takes too long.
const MOST_DIGITS: usize = 100_000;

/// An integer in decimal.
pub(super) fn decimal(datum: &Datum, base: &Datum) -> Made<Datum> {
    let number = || {
        let digits = datum
            .digits()
            .filter(|digits| digits.len() <= MOST_DIGITS)?;
        let base = base.digits()?.parse().ok();
        BigInt::parse_bytes(
            digits.as_bytes(),
            base.filter(|base| (2..=36).contains(base))?,
        )
    };
    let number = number().ok_or("its number is not known")?;
    Ok(Datum::Text(number.to_string()))
}

/// A literal: a prefix, and digits in a text, or in numbers, the lowest one first.
pub(super) fn literal(prefix: &str, datum: &Datum) -> Made<String> {
    let digits: Option<String> = match datum {
        Datum::Text(text) => Some(text.clone()),
        Datum::List(all) => all.iter().rev().map(|digit| digit.digits()).collect(),
        _ => None,
    };
    let is_legal = |digits: &String| digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let digits = digits.filter(is_legal).ok_or("its digits are not known")?;
    Ok(format!("{prefix}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_form_of_their_sort() {
        let text = |text: &str| Datum::Text(text.to_owned());
        let cases = [
            (text("-5"), "Int", "(- 5)"),
            (text("5"), "Real", "5.0"),
            (text("-1/3"), "Real", "(- (/ 1.0 3.0))"),
            (text("7"), "(_ BitVec 8)", "(_ bv7 8)"),
            (text("-1"), "(_ BitVec 8)", "(bvneg (_ bv1 8))"),
            (
                Datum::Real(-0.0),
                "(_ FloatingPoint 5 11)",
                "(_ -zero 5 11)",
            ),
            (
                Datum::Real(0.5),
                "(_ FloatingPoint 5 11)",
                "((_ to_fp 5 11) RNE 0.50)",
            ),
        ];
        for (datum, sort, expected) in cases {
            assert_eq!(numeral(&datum, sort).as_deref(), Ok(expected));
        }
        for (wrong, sort) in [("1.5", "Int"), ("1/", "Real"), ("x", "Int"), ("1", "Bool")] {
            assert!(numeral(&text(wrong), sort).is_err(), "{wrong}");
        }
    }
}
