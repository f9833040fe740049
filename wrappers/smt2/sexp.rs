//! S-expressions, as pieces of text: what a solver answers is read no deeper than it has to be.

use std::ops::Range;

/// Looks for an expression in a text that may still grow.
#[derive(Default)]
pub(super) struct Scan {
    at: usize,
    start: Option<usize>,
    depth: usize,
    within: Within,
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

impl Scan {
    /// The place of the first expression in `text`, which begins with what was scanned before. `None` as long as it is
    /// not complete; what stands at the end is where `is_all`.
    pub(super) fn find(&mut self, text: &[u8], is_all: bool) -> Option<Range<usize>> {
        while let Some(&byte) = text.get(self.at) {
            let is_outside = self.depth == 0;
            match self.within {
                Within::Comment if byte != b'\n' => {}
                Within::String if byte != b'"' => {}
                Within::Symbol if byte != b'|' => {}
                Within::String if text.get(self.at + 1) == Some(&b'"') => self.at += 1,
                Within::Comment => self.within = Within::Nothing,
                Within::String | Within::Symbol => {
                    self.within = Within::Nothing;
                    if is_outside {
                        return self.end(self.at + 1);
                    }
                }
                Within::Nothing | Within::Atom => {
                    let opens = match byte {
                        b'"' => Within::String,
                        b'|' => Within::Symbol,
                        b';' => Within::Comment,
                        b'(' | b')' => Within::Nothing,
                        _ if byte.is_ascii_whitespace() => Within::Nothing,
                        _ => Within::Atom,
                    };
                    if self.within == Within::Atom && opens != Within::Atom && is_outside {
                        return self.end(self.at);
                    }
                    self.within = opens;
                    if opens != Within::Comment && !byte.is_ascii_whitespace() {
                        self.start.get_or_insert(self.at);
                    }
                    match byte {
                        b'(' => self.depth += 1,
                        b')' => {
                            self.depth = self.depth.saturating_sub(1);
                            if self.depth == 0 {
                                return self.end(self.at + 1);
                            }
                        }
                        _ => {}
                    }
                }
            }
            self.at += 1;
        }
        if is_all { self.end(text.len()) } else { None }
    }

    fn end(&self, end: usize) -> Option<Range<usize>> {
        Some(self.start?..end)
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

/// The parts of a list; `None` if it is none.
pub(super) fn list(text: &str) -> Option<Vec<&str>> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    Some(split(inside))
}

/// What a string literal stands for, its escapes aside.
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
            // A piece is a line: a quote at the end of one is not the first of two.
            if text[..end].last() != Some(&b'"') {
                assert_eq!(scan.find(&text[..end], false), None, "{end}");
            }
        }
        assert_eq!(scan.find(text, false), Some(4..text.len() - 1));
    }
}
