//! Values as literals of C.

use murxla_fsm::wrapper::c_api::CType;
use murxla_system::escape::visible;

/// A string literal. Bytes that are not printable ASCII are written in octal. `?` is escaped, since
/// it may begin a trigraph.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for byte in bytes {
        match byte {
            b'\n' => literal.push_str("\\n"),
            b'"' | b'\\' | b'?' => {
                literal.push('\\');
                literal.push(char::from(*byte));
            }
            b' '..=b'~' => literal.push(char::from(*byte)),
            other => literal.push_str(&format!("\\{other:03o}")),
        }
    }
    literal.push('"');
    literal
}

/// The signed number in the lowest `size` bytes (1 to 8).
pub(super) fn signed(word: u64, size: usize) -> i64 {
    let unused = 64 - 8 * size.clamp(1, 8) as u32;
    ((word << unused) as i64) >> unused
}

/// A number, or any other value that fits into a word, as a literal.
pub(super) fn number(word: u64, kind: &CType) -> String {
    let CType::Number {
        size,
        signed: has_sign,
        real,
    } = kind
    else {
        return signed(word, kind.layout().0).to_string();
    };
    if *real {
        let value = match size {
            4 => f64::from(f32::from_bits(word as u32)),
            _ => f64::from_bits(word),
        };
        let sign = if value.is_sign_negative() { "-" } else { "" };
        return match value {
            _ if value.is_nan() => format!("{sign}__builtin_nan(\"\")"),
            _ if value.is_infinite() => format!("{sign}__builtin_inf()"),
            _ => format!("{value:?}"),
        };
    }
    match (has_sign, signed(word, *size)) {
        (true, i64::MIN) => "(-9223372036854775807 - 1)".to_owned(),
        (true, value) => value.to_string(),
        (false, _) if *size == 8 && word > i64::MAX as u64 => format!("{word}u"),
        (false, _) if *size == 4 && word > i32::MAX as u64 => format!("{word}u"),
        (false, _) => word.to_string(),
    }
}

/// The text of a `//` comment. A backslash at its end gets a full stop, since it would continue the
/// comment on the next line.
pub(super) fn comment(text: &str) -> String {
    let text = visible(text).replace('\n', " ");
    match text.trim_end() {
        // `??/` stands for a backslash, too.
        end if end.ends_with('\\') || end.ends_with("??/") => format!("{end}."),
        end => end.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written() {
        assert_eq!(text(b"a\"?\\\n\x01\xff"), r#""a\"\?\\\n\001\377""#);
        let number_of = |size, signed, real| CType::Number { size, signed, real };
        let int = number_of(4, true, false);
        assert_eq!(number(0xffff_ffff, &int), "-1");
        assert_eq!(
            number(u64::MAX, &number_of(8, false, false)),
            "18446744073709551615u"
        );
        assert_eq!(
            number(1 << 63, &number_of(8, true, false)),
            "(-9223372036854775807 - 1)"
        );
        assert_eq!(number(1.5_f64.to_bits(), &number_of(8, true, true)), "1.5");
        assert_eq!(number(1, &number_of(1, false, false)), "1");
        assert_eq!(comment("a \\ "), "a \\.");
    }
}
