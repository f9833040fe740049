//! What comes from outside, as Markdown.

use std::fmt::Write as _;

/// A text as it is, in a block. Its fence is longer than any in the text.
pub(super) fn block(language: &str, text: &str) -> String {
    let longest = text.lines().map(|line| ticks(line.trim_start())).max();
    let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// The backquotes that a text begins with.
fn ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// A short text as it is, within a line, or within a cell of a table.
pub(super) fn code(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let quote = "`".repeat(most + 1);
    let space = if most > 0 { " " } else { "" };
    format!("{quote}{space}{}{space}{quote}", text.replace('|', "\\|"))
}

/// A table with two columns and no head.
pub(super) fn table(rows: &[(&str, String)]) -> String {
    let mut text = "| | |\n|---|---|\n".to_owned();
    for (name, value) in rows {
        let written = writeln!(text, "| {name} | {value} |");
        debug_assert!(written.is_ok(), "writing into a String does not fail");
    }
    text
}

/// Something long, shown when it is asked for.
pub(super) fn folded(title: &str, content: &str) -> String {
    format!("<details><summary>{title}</summary>\n\n{content}\n</details>\n")
}

/// Words of others that are to be read as they are, in running text.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if "\\`*<>|".contains(c) {
            plain.push('\\');
        }
        plain.push(if c.is_control() { ' ' } else { c });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_ends_no_block() {
        assert_eq!(block("smt2", "a\n"), "```smt2\na\n```\n");
        assert_eq!(block("", "a\n  ````\nb"), "`````\na\n  ````\nb\n`````\n");
        assert_eq!(code("a|b\n"), "`a\\|b `");
        assert_eq!(code("type `Bool'"), "`` type `Bool' ``");
        assert_eq!(plain("<b> a*b"), "\\<b\\> a\\*b");
    }
}
