//! A tokenizer for Rust sources that keeps only names and punctuation.

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    Name(&'a str),
    /// `::`
    Separator,
    Sign(char),
}

/// The tokens of a source, without comments and literals.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("//") {
            rest = behind.split_once('\n').map_or("", |(_, next)| next);
        } else if rest.starts_with("/*") {
            rest = after_comment(rest);
        } else if let Some(behind) = after_string(rest) {
            rest = behind;
        } else if first == '\'' {
            rest = after_quote(rest);
        } else if is_part(first) {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            if first.is_ascii_digit() {
                // Part of a number is a fraction, but not a range or a field access.
                let fraction = behind.strip_prefix('.').unwrap_or("");
                let is_fraction = fraction.starts_with(|c: char| c.is_ascii_digit());
                rest = if is_fraction { fraction } else { behind };
            } else {
                found.push(Token::Name(word));
                rest = behind;
            }
        } else if let Some(behind) = rest.strip_prefix("::") {
            found.push(Token::Separator);
            rest = behind;
        } else {
            if !first.is_whitespace() {
                found.push(Token::Sign(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

fn after_comment(text: &str) -> &str {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return &text[at..];
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    ""
}

/// The text after the string literal that the text starts with; `None` if it does not start with
/// one.
fn after_string(text: &str) -> Option<&str> {
    let body = text.strip_prefix(['b', 'c']).unwrap_or(text);
    if let Some(raw) = body.strip_prefix('r') {
        let opened = raw.trim_start_matches('#');
        let hashes = raw.len() - opened.len();
        let content = opened.strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(content.split_once(&end).map_or("", |(_, rest)| rest));
    }
    let content = body.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, c) in content.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Some(&content[at + 1..]),
            _ => {}
        }
    }
    Some("")
}

/// The text after a character literal or a lifetime.
fn after_quote(text: &str) -> &str {
    let content = &text[1..];
    let mut chars = content.chars();
    let first = chars.next().unwrap_or('\'');
    if first == '\\' {
        // The escaped character may be a quote.
        let behind = &content[2..];
        return behind.split_once('\'').map_or("", |(_, rest)| rest);
    }
    match chars.as_str().strip_prefix('\'') {
        Some(rest) => rest,
        None => content,
    }
}
