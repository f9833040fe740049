//! S-expressions, as pieces of text. Answers of solvers are only read as deep as needed.

use std::ops::Range;

/// Reads tokens of a text that may still grow: parentheses and atoms.
#[derive(Default)]
pub(super) struct Tokens {
    at: usize,
    start: usize,
    within: Within,
    is_cut: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    Atom,
    String,
    Symbol,
    Comment,
}

impl Tokens {
    /// The place of the next token in `text`, which begins with the text of the calls before.
    /// `None` while the token is not complete. With `is_all`, the text will not grow, so that a
    /// token at its end is complete.
    pub(super) fn next(&mut self, text: &[u8], is_all: bool) -> Option<Range<usize>> {
        while let Some(&byte) = text.get(self.at) {
            let begins = match byte {
                b'"' => Within::String,
                b'|' => Within::Symbol,
                b';' => Within::Comment,
                b'(' | b')' => Within::Nothing,
                _ if byte.is_ascii_whitespace() => Within::Nothing,
                _ => Within::Atom,
            };
            match (self.within, byte) {
                (Within::Atom, _) if begins != Within::Atom => return Some(self.end()),
                (Within::Comment, b'\n') => self.within = Within::Nothing,
                (Within::String, b'"') if text.get(self.at + 1) == Some(&b'"') => self.at += 1,
                (Within::String, b'"') | (Within::Symbol, b'|') => {
                    self.at += 1;
                    return Some(self.end());
                }
                (Within::Nothing, _) => {
                    (self.within, self.start) = (begins, self.at);
                    if matches!(byte, b'(' | b')') {
                        self.at += 1;
                        return Some(self.end());
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        let is_token = !matches!(self.within, Within::Nothing | Within::Comment);
        (is_all && is_token).then(|| {
            self.is_cut = self.within != Within::Atom;
            self.end()
        })
    }

    fn end(&mut self) -> Range<usize> {
        self.within = Within::Nothing;
        self.start..self.at
    }

    /// Whether the text ended within the last token, a string or quoted symbol.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// Searches for an expression in a text that may still grow.
#[derive(Default)]
pub(super) struct Scan {
    tokens: Tokens,
    start: Option<usize>,
    depth: usize,
}

impl Scan {
    /// The place of the first expression in `text`, which begins with the text of the calls before.
    /// `None` while it is not complete. With `is_all`, the text will not grow, so that an
    /// expression at its end is complete.
    pub(super) fn find(&mut self, text: &[u8], is_all: bool) -> Option<Range<usize>> {
        while let Some(token) = self.tokens.next(text, is_all) {
            let start = *self.start.get_or_insert(token.start);
            match text[token.start] {
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.depth == 0 {
                return Some(start..token.end);
            }
        }
        if is_all {
            Some(self.start?..text.len())
        } else {
            None
        }
    }
}

/// The expressions of a text, one after the other.
pub(super) fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some(place) = Scan::default().find(rest.as_bytes(), true) {
        let (Some(part), Some(behind)) = (rest.get(place.clone()), rest.get(place.end..)) else {
            break;
        };
        parts.push(part);
        rest = behind;
    }
    parts
}

/// The parts of a list. `None` if it is not a list.
pub(super) fn list(text: &str) -> Option<Vec<&str>> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    Some(split(inside))
}

/// The parts of a text that is one list, and nothing else.
pub(crate) fn only_list(text: &str) -> Option<Vec<&str>> {
    (split(text) == [text]).then(|| list(text))?
}

/// The text of a string literal. Escapes of characters stay.
pub(super) fn string(text: &str) -> Option<String> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    Some(inside.replace("\"\"", "\""))
}

/// The name of a symbol, quoted or not.
pub(super) fn name(text: &str) -> &str {
    let inside = text.strip_prefix('|').and_then(|t| t.strip_suffix('|'));
    inside.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_told_apart() {
        let text = "; no\nsat (a |b )\"| (\"c\"\") \" d)) ; (\n\"x\"\"y\" |p q|\n12)(";
        let parts = [
            "sat",
            "(a |b )\"| (\"c\"\") \" d))",
            "\"x\"\"y\"",
            "|p q|",
            "12",
            ")",
            "(",
        ];
        assert_eq!(split(text), parts);
        assert_eq!(list(parts[1]).unwrap(), ["a", "|b )\"|", "(\"c\"\") \" d)"]);
        assert_eq!(list("x"), None);
        assert_eq!(string(parts[2]).unwrap(), "x\"y");
        assert_eq!(name(parts[3]), "p q");
    }

    #[test]
    fn an_expression_may_come_in_pieces() {
        let text = b"; c\n(error \"a \"\"b)\"\" c\")\n";
        let mut scan = Scan::default();
        for end in 0..text.len() - 1 {
            // A piece is a line, so that a quote at its end is not the first of two.
            if text[..end].last() != Some(&b'"') {
                assert_eq!(scan.find(&text[..end], false), None, "{end}");
            }
        }
        assert_eq!(scan.find(text, false), Some(4..text.len() - 1));
    }
}
