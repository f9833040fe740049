//! Strings of SMT-LIB: sequences of code points, and string literals.

use std::fmt;
use std::sync::Arc;

/// The last character. The theory UnicodeStrings has the code points of planes 0 to 2, including
/// surrogates.
pub const MAX_CHAR: u32 = 0x2_FFFF;

/// Strings with more characters have no computed value, because doubling a string repeatedly is
/// legal.
pub const MAX_LENGTH: usize = 1 << 11;

/// A string.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Str(Arc<[u32]>);

impl Str {
    /// The string of these code points. `None` if one is greater than [`MAX_CHAR`].
    #[must_use]
    pub fn new(chars: &[u32]) -> Option<Self> {
        chars
            .iter()
            .all(|c| *c <= MAX_CHAR)
            .then(|| Self(chars.into()))
    }

    /// The code points of the string.
    #[must_use]
    pub fn chars(&self) -> &[u32] {
        &self.0
    }

    /// At most `length` characters from `start` on.
    #[must_use]
    pub fn part(&self, start: usize, length: usize) -> Self {
        let rest = self.0.get(start..).unwrap_or(&[]);
        Self(rest[..length.min(rest.len())].into())
    }

    /// The string that a literal denotes. `text` is the literal without its quotes, and with `""`
    /// already replaced by `"`. `\u{X}`, with one to five hexadecimal digits up to [`MAX_CHAR`],
    /// and `\uXXXX`, with four, denote characters. Any other backslash denotes itself. `None` if a
    /// character is greater than `MAX_CHAR`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut chars = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (char, tail) =
                escape(rest).unwrap_or((u32::from(first), &rest[first.len_utf8()..]));
            chars.push(char);
            rest = tail;
        }
        Self::new(&chars)
    }

    /// The text that `parse` reads as this string. It has only printable ASCII characters, and
    /// backslashes only in escapes.
    #[must_use]
    pub fn escaped(&self) -> String {
        let mut text = String::new();
        for char in self.chars() {
            match char::from_u32(*char) {
                Some(plain @ ' '..='~') if plain != '\\' => text.push(plain),
                _ => text.push_str(&format!("\\u{{{char:x}}}")),
            }
        }
        text
    }
}

/// The character of the escape at the beginning of `text`, and the text after it.
fn escape(text: &str) -> Option<(u32, &str)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, rest) = match after.strip_prefix('{') {
        Some(braced) => {
            let (digits, rest) = braced.split_once('}')?;
            (1..=5).contains(&digits.len()).then_some((digits, rest))?
        }
        None => (after.get(..4)?, after.get(4..)?),
    };
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    let char = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    (char <= MAX_CHAR).then_some((char, rest))
}

impl fmt::Display for Str {
    /// The literal, `"a""b\u{5c}"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.escaped().replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let chars = |text: &str| Str::parse(text).map(|s| s.chars().to_vec());
        assert_eq!(chars("aé\""), Some(vec![97, 233, 34]));
        assert_eq!(
            chars("\\u{0}\\u{2FFFF}\\u00e9"),
            Some(vec![0, 0x2_FFFF, 233])
        );
        // These are not escapes: too large, too long, without digits, or with a digit too few.
        for text in [
            "\\u{30000}",
            "\\u{000041}",
            "\\u{}",
            "\\u{g}",
            "\\u12",
            "\\u+123",
            "\\n",
            "\\",
        ] {
            assert_eq!(chars(text), Some(text.chars().map(u32::from).collect()));
        }
        assert_eq!(chars("\u{30000}"), None);
        for text in [
            "",
            "\\",
            "\\u{41}",
            "\"\"",
            "\n\\u{d800}",
            "\\u{2ffff}",
            "\\\\u{5c}",
        ] {
            let string = Str::parse(text).unwrap();
            assert_eq!(Str::parse(&string.escaped()), Some(string));
        }
        let backslash = Str::new(&[0x5c, u32::from('u'), 34, 127]).unwrap();
        assert_eq!(backslash.to_string(), "\"\\u{5c}u\"\"\\u{7f}\"");
    }
}
