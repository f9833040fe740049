//! Writes text from outside as Markdown, so that none of it is taken for markup.

use murxla_system::escape::visible;
use std::fmt::Write as _;

/// A code block. Its fence is longer than any fence in the text.
pub(super) fn block(language: &str, text: &str) -> String {
    let text = visible(text);
    let longest = text.lines().map(|line| ticks(line.trim_start())).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// The number of backquotes at the beginning of a text.
fn ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// Inline code, which may also stand in a table cell. Control characters become spaces.
pub(super) fn code(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let quote = "`".repeat(most + 1);
    let space = if most > 0 { " " } else { "" };
    format!("{quote}{space}{}{space}{quote}", text.replace('|', "\\|"))
}

/// A table with two columns and an empty header.
pub(super) fn table(rows: &[(&str, String)]) -> String {
    let mut text = "| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        let written = writeln!(text, "| {name} | {value} |");
        debug_assert!(written.is_ok(), "writing into a String does not fail");
    }
    text
}

/// A folded section: the reader sees the title and opens the content.
pub(super) fn folded(title: &str, content: &str) -> String {
    format!("<details><summary>{title}</summary>\n\n{content}\n</details>\n")
}

/// Text without markup: special characters are escaped, control characters become spaces.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let begins_target = c == ']' && chars.peek().is_some_and(|next| "([".contains(*next));
        if "\\`*<>|".contains(c) || begins_target {
            plain.push('\\');
        }
        plain.push(if c.is_control() { ' ' } else { c });
    }
    plain
}

/// Text that is shown without escapes, for places that may not be Markdown. It is code if it would
/// be markup.
pub(super) fn verbatim(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    match plain(&text) == text {
        true => text,
        false => format!("`{}`", text.replace('`', "'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_ends_no_block() {
        assert_eq!(block("smt2", "a\n"), "```smt2\na\n```\n");
        assert_eq!(block("", "a\n  ````\nb"), "`````\na\n  ````\nb\n`````\n");
        assert_eq!(code("a|b\n"), "`a\\|b `");
        assert_eq!(code("type `Bool'"), "`` type `Bool' ``");
        assert_eq!(block("", "a\r```\x1b"), "```\na\\u{d}```\\u{1b}\n```\n");
        assert_eq!(plain("<b> a*b"), "\\<b\\> a\\*b");
        assert_eq!(plain("![bv](x) [seq]"), "![bv\\](x) [seq]");
        assert_eq!(verbatim("f(x)\n[INT]"), "f(x) [INT]");
        assert_eq!(verbatim("`<b>` \\"), "`'<b>' \\`");
    }
}
