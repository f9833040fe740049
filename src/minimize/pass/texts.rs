//! Shortens the expressions in texts, such as combinations of tactics, and lists of parameters.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Context};
use std::ops::Range;

/// Replaces each list in a text by one of its elements, and leaves out elements, the outermost
/// lists first. Parameters such as `:name value` are left out one by one.
pub(super) struct ShortenTexts;

impl Pass for ShortenTexts {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            for (number, arg) in step.call.args.iter().enumerate() {
                let texts: &[Box<str>] = match arg {
                    Arg::Text(text) => std::slice::from_ref(text),
                    Arg::Texts(texts) => texts,
                    _ => continue,
                };
                for (item, text) in texts.iter().enumerate() {
                    edits.extend(shorter(text).into_iter().map(|text| {
                        let edit = move || {
                            let mut steps = best.steps.clone();
                            match &mut steps[place].call.args[number] {
                                Arg::Texts(texts) => texts[item] = text.as_str().into(),
                                arg => *arg = Arg::Text(text.as_str().into()),
                            }
                            Some(steps)
                        };
                        Box::new(edit) as Edit<'c>
                    }));
                }
            }
        }
        edits
    }
}

/// The largest length of a text that is made shorter, in bytes. There are as many shorter texts as
/// elements.
const LONG: usize = 20_000;

/// The texts that have an element instead of a list, or lack an element or a parameter.
fn shorter(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    if text.len() > LONG {
        return texts;
    }
    if text.starts_with(':') {
        let all: Vec<&str> = text.split(" :").collect();
        texts.extend((0..all.len()).map(|left_out| {
            let mut others = all.clone();
            others.remove(left_out);
            match left_out {
                0 if !others.is_empty() => format!(":{}", others.join(" :")),
                _ => others.join(" :"),
            }
        }));
    }
    for (list, elements) in lists(text) {
        // The first element says what the list is.
        for element in elements.iter().skip(1) {
            let (before, after) = (&text[..list.start], &text[list.end..]);
            texts.push(format!("{before}{}{after}", &text[element.clone()]));
        }
        for element in elements.iter().skip(1) {
            let (before, after) = (&text[..element.start], &text[element.end..]);
            texts.push(format!("{}{after}", before.trim_end()));
        }
    }
    texts
}

/// The places of the lists in a text, and of their elements. A list comes before those within it.
fn lists(text: &str) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
    let mut lists: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
    // The lists that are open, by their places in `lists`.
    let mut open: Vec<usize> = Vec::new();
    let mut quote = None;
    let mut atom = None;
    for (at, c) in text.char_indices() {
        let ends_atom = quote.is_none() && (c.is_whitespace() || matches!(c, '(' | ')'));
        if ends_atom && let (Some(start), Some(&list)) = (atom.take(), open.last()) {
            lists[list].1.push(start..at);
        }
        match c {
            '"' | '|' if quote == Some(c) => quote = None,
            '"' | '|' if quote.is_none() => {
                quote = Some(c);
                atom.get_or_insert(at);
            }
            _ if quote.is_some() => {}
            '(' => {
                open.push(lists.len());
                lists.push((at..text.len(), Vec::new()));
            }
            ')' => {
                let Some(list) = open.pop() else {
                    return Vec::new();
                };
                lists[list].0.end = at + 1;
                if let Some(&around) = open.last() {
                    let whole = lists[list].0.clone();
                    lists[around].1.push(whole);
                }
            }
            _ if c.is_whitespace() => {}
            _ => {
                atom.get_or_insert(at);
            }
        }
    }
    if open.is_empty() { lists } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_get_shorter() {
        assert_eq!(
            shorter("(check (then a (b \"c )\")))"),
            [
                "(then a (b \"c )\"))",
                "(check)",
                "(check a)",
                "(check (b \"c )\"))",
                "(check (then (b \"c )\")))",
                "(check (then a))",
                "(check (then a \"c )\"))",
                "(check (then a (b)))",
            ]
        );
        assert_eq!(shorter(":a 1 :b c"), [":b c", ":a 1"]);
        assert_eq!(shorter(":a 1"), [""]);
        for text in ["a b", "", "(a", ")", "|(a b)|", "(ä)"] {
            assert_eq!(shorter(text), [""; 0], "{text}");
        }
    }
}
