//! Strings. In releases before 4.8.11 characters are bytes, with other escapes. Later releases have
//! Unicode, which can be written and read without escapes since 4.8.13.

use super::checks::STRING;
use super::ffi::{self, Ast, Context, Sort};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortKind;
use murxla_fsm::value::Str;
use std::rc::Rc;

/// Whether strings are sequences of bit-vectors of eight bits.
fn are_bytes(cx: &Rc<Context>) -> Result<bool> {
    if cx.table().Z3_mk_u32string.exists() {
        return Ok(false);
    }
    is_bits(cx, &cx.get_seq_sort_basis(&cx.mk_string_sort()?)?)
}

fn is_bits(cx: &Rc<Context>, sort: &Sort) -> Result<bool> {
    Ok(cx.get_sort_kind(sort)? as u32 == ffi::Z3_BV_SORT)
}

/// A sort of sequences.
fn sequences(cx: &Rc<Context>, element: &Sort) -> Result<Sort> {
    let sort = cx.mk_seq_sort(element)?;
    // With strings of bytes, this is the sort of strings.
    if is_bits(cx, element)? && cx.is_string_sort(&sort)? {
        let bytes = "sequences of bytes that are not strings";
        return Err(Error::Unsupported(bytes.to_owned()));
    }
    Ok(sort)
}

/// A sort with these parts.
pub(super) fn composed(cx: &Rc<Context>, kind: SortKind, parts: &[Sort]) -> Result<Sort> {
    match (kind, parts) {
        (SortKind::Array, [index, element]) => cx.mk_array_sort(index, element),
        (SortKind::Set, [element]) => cx.mk_set_sort(element),
        (SortKind::Seq, [element]) => sequences(cx, element),
        (SortKind::Nullable, _) => Err(Error::Unsupported("nullables".to_owned())),
        _ => Err(Error::Unsupported("bags".to_owned())),
    }
}

/// Makes a string, in one of the ways that fit it.
pub(super) fn write(cx: &Rc<Context>, rng: &mut Rng, value: &Str) -> Result<Ast> {
    let has_chars = cx.table().Z3_mk_u32string.exists();
    let bytes = value.chars().iter().map(|char| u8::try_from(*char).ok());
    let bytes = bytes.collect::<Option<Vec<u8>>>();
    // For other bytes, 4.8.9 writes escapes that it cannot read.
    let ascii = bytes.as_ref().filter(|bytes| bytes.is_ascii());
    match (rng.below(3), ascii) {
        (1, Some(ascii)) => cx.mk_lstring(ascii),
        (1 | 2, _) if has_chars => cx.mk_u32string(value.chars()),
        _ if !are_bytes(cx)? => cx.mk_string(&value.escaped()),
        _ => match bytes {
            Some(bytes) => cx.mk_string(&escape(&bytes)),
            None => Err(Error::Unsupported(
                "characters beyond 255 in strings of bytes".to_owned(),
            )),
        },
    }
}

/// Reads a string. `None` if `term` is not a literal, or its text is ambiguous.
pub(super) fn read(cx: &Rc<Context>, term: &Ast) -> Result<Option<Str>> {
    if !cx.is_string(term)? {
        return Ok(None);
    }
    let (text, are_bytes) = (cx.get_string(term)?, are_bytes(cx)?);
    let parsed = match are_bytes {
        true => unescape(&text),
        false => Str::parse(&text),
    };
    let has_contents = cx.table().Z3_get_string_contents.exists();
    let contents = match has_contents {
        true => Str::new(&cx.string_contents(term)?),
        false => parsed.clone(),
    };
    if contents.is_none() || contents != parsed {
        return STRING.fails(format!("{contents:?} and '{text}'"));
    }
    // Older releases do not escape backslashes in Unicode strings, so that an escape may also be
    // several characters.
    let is_exact = has_contents || are_bytes || !text.contains('\\');
    let has_length = |value: &Str| -> Result<bool> {
        let length = cx.simplify(&cx.mk_seq_length(term)?)?;
        Ok(cx.get_numeral_string(&length)? == value.chars().len().to_string())
    };
    match contents {
        Some(value) if is_exact || has_length(&value)? => Ok(Some(value)),
        _ => Ok(None),
    }
}

/// The letters after a backslash, and the bytes that they stand for.
const LETTERS: [(char, u32); 8] = [
    ('a', 7),
    ('b', 8),
    ('t', 9),
    ('n', 10),
    ('v', 11),
    ('f', 12),
    ('r', 13),
    ('e', 27),
];

/// Writes bytes with the escapes of old releases.
fn escape(bytes: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        b'\\' => "\\\\".to_owned(),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    bytes.iter().map(escape).collect()
}

/// Reads a text with the escapes of old releases. `None` if there is a backslash without an escape.
fn unescape(text: &str) -> Option<Str> {
    let (mut bytes, mut rest) = (Vec::new(), text.chars());
    while let Some(first) = rest.next() {
        let escaped = if first == '\\' { rest.next() } else { None };
        bytes.push(match (first, escaped) {
            ('\\', Some('\\')) => u32::from(first),
            ('\\', Some('x')) => {
                let digits = [rest.next()?.to_digit(16)?, rest.next()?.to_digit(16)?];
                digits[0] * 16 + digits[1]
            }
            ('\\', letter) => LETTERS.iter().find(|(known, _)| Some(*known) == letter)?.1,
            _ => u32::from(first),
        });
    }
    Str::new(&bytes)
}

#[cfg(test)]
mod tests {
    use super::{Str, escape, unescape};

    #[test]
    fn bytes_are_escaped_and_back() {
        let all: Vec<u8> = (0..=255).collect();
        let value = Str::new(&all.iter().copied().map(u32::from).collect::<Vec<_>>());
        assert_eq!(unescape(&escape(&all)), value);
        assert_eq!(escape(b"a\\x41\"\n\xff"), r#"a\\x41"\x0a\xff"#);
    }

    #[test]
    fn reads_the_escapes_of_old_releases() {
        for (text, chars) in [
            (r"\a\b\t\n\v\f\r\e", &[7, 8, 9, 10, 11, 12, 13, 27][..]),
            (r"\x1F\xff\\", &[31, 255, 92]),
            ("^?\x7f", &[94, 63, 127]),
            (r"\\x41", &[92, 120, 52, 49]),
            (r"\x414", &[65, 52]),
        ] {
            assert_eq!(unescape(text), Str::new(chars), "{text}");
        }
        for text in [r"\", r"\q", r"\x4", r"\xg0", r"\u{41}"] {
            assert_eq!(unescape(text), None, "{text}");
        }
    }
}
