//! Text from outside, such as a trace, a message of a solver or the name of a file, for terminals
//! and documents.

use std::borrow::Cow;

/// The text with control characters as `\u{1b}`, so that none of them reaches a terminal. Line
/// feeds and tabs stay. The characters that change the direction of text are escaped, too.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            visible.extend(c.escape_unicode());
        } else {
            visible.push(c);
        }
    }
    Cow::Owned(visible)
}

/// The text as [`visible`] in one line: line feeds and tabs are escaped, too.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match is_hidden(c) || c.is_control() {
            true => line.extend(c.escape_unicode()),
            false => line.push(c),
        }
    }
    line
}

/// A JSON text with the control characters that JSON allows in strings as `\u009b`.
#[must_use]
pub fn visible_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_hidden) {
        return Cow::Borrowed(json);
    }
    let escape = |c: char| match c {
        // None of these characters is above U+FFFF.
        c if is_hidden(c) => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    Cow::Owned(json.chars().map(escape).collect())
}

fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // UAX 9: embeddings, overrides, isolates and marks.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        c => c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_visible() {
        assert_eq!(visible("a\tb\n…"), "a\tb\n…");
        assert_eq!(
            visible("\x1b[2J\r\u{9b}1m\u{202e}"),
            "\\u{1b}[2J\\u{d}\\u{9b}1m\\u{202e}"
        );
        assert_eq!(one_line("a\tb\n\x1b…"), "a\\u{9}b\\u{a}\\u{1b}…");
        let text = "\u{9b}1m\x7f\u{202e}";
        let json = serde_json::to_string(text).unwrap();
        let shown = visible_json(&json);
        assert!(shown.is_ascii(), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
    }
}
