//! Membership in regular languages and their equality, by derivatives. The derivative of a language
//! by a character contains the rest of each string that begins with the character.

use crate::value::{MAX_CHAR, Node, Regex};
use std::collections::BTreeSet;

/// The budget of one question: the total number of nodes of all derivatives.
const STEPS: usize = 1 << 15;

/// The greatest number of pairs of derivatives that an equality test visits.
const PAIRS: usize = 200;
/// The greatest number of character classes that an equality test distinguishes.
const CLASSES: usize = 64;

/// Answers one question about languages within a budget.
pub(super) struct Matcher {
    budget: usize,
}

impl Matcher {
    pub(super) fn new() -> Self {
        Self { budget: STEPS }
    }

    /// Whether the string is in the language. `None` if the budget is used up.
    pub(super) fn accepts(&mut self, language: &Regex, string: &[u32]) -> Option<bool> {
        let mut rest = language.clone();
        for char in string {
            if rest.is_none() {
                return Some(false);
            }
            rest = self.derivative(&rest, *char)?;
        }
        Some(rest.has_empty())
    }

    /// The start and end of the leftmost match in `string` that has at least `least` characters,
    /// and of these the shortest. The outer `None` means that the budget is used up, the inner one
    /// that there is no match.
    pub(super) fn find(
        &mut self,
        language: &Regex,
        string: &[u32],
        least: usize,
    ) -> Option<Option<(usize, usize)>> {
        for start in 0..=string.len() {
            let mut rest = language.clone();
            for end in start..=string.len() {
                if end - start >= least && rest.has_empty() {
                    return Some(Some((start, end)));
                }
                match string.get(end) {
                    Some(char) if !rest.is_none() => rest = self.derivative(&rest, *char)?,
                    _ => break,
                }
            }
        }
        Some(None)
    }

    fn derivative(&mut self, language: &Regex, char: u32) -> Option<Regex> {
        let derivative = match language.node() {
            Node::Word(word) => match word.chars() {
                [first, rest @ ..] if *first == char => Regex::word(word.part(1, rest.len())),
                _ => Regex::none(),
            },
            Node::Chars(chars) if chars.has(char) => Regex::empty_word(),
            Node::Chars(_) => Regex::none(),
            Node::Concat(parts) => {
                let mut ways = Vec::new();
                for (n, part) in parts.iter().enumerate() {
                    let mut way = vec![self.derivative(part, char)?];
                    way.extend_from_slice(&parts[n + 1..]);
                    ways.push(Regex::concat(&way)?);
                    if !part.has_empty() {
                        break;
                    }
                }
                Regex::union(&ways)
            }
            Node::Union(parts) => Regex::union(&self.derivatives(parts, char)?),
            Node::Inter(parts) => Regex::inter(&self.derivatives(parts, char)?),
            Node::Comp(part) => self.derivative(part, char)?.comp(),
            // If the part accepts the empty string, one repetition less includes all smaller
            // numbers of repetitions.
            Node::Loop(part, low, high) => {
                let rest = part.repeat(low.saturating_sub(1), high.map(|high| high - 1))?;
                Regex::concat(&[self.derivative(part, char)?, rest])
            }
        };
        let derivative = derivative?;
        self.budget = self.budget.checked_sub(derivative.size())?;
        Some(derivative)
    }

    fn derivatives(&mut self, parts: &[Regex], char: u32) -> Option<Vec<Regex>> {
        let parts = parts.iter().map(|part| self.derivative(part, char));
        parts.collect()
    }
}

/// Whether two expressions have the same language. The test searches for a string that
/// distinguishes them. `None` if the budget is used up.
pub(super) fn equal(a: &Regex, b: &Regex) -> Option<bool> {
    let mut matcher = Matcher::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = todo.pop() {
        if a == b || !seen.insert((a.clone(), b.clone())) {
            continue;
        }
        if a.has_empty() != b.has_empty() {
            return Some(false);
        }
        let mut classes = BTreeSet::from([0]);
        class_starts(&a, &mut classes);
        class_starts(&b, &mut classes);
        if seen.len() > PAIRS || classes.len() > CLASSES {
            return None;
        }
        for char in classes.into_iter().filter(|char| *char <= MAX_CHAR) {
            let derivatives = (matcher.derivative(&a, char)?, matcher.derivative(&b, char)?);
            todo.push(derivatives);
        }
    }
    Some(true)
}

/// The first characters of the ranges whose members the expression does not distinguish.
fn class_starts(language: &Regex, starts: &mut BTreeSet<u32>) {
    match language.node() {
        Node::Word(word) => starts.extend(word.chars().iter().flat_map(|char| [*char, char + 1])),
        Node::Chars(chars) => {
            starts.extend(
                chars
                    .ranges()
                    .iter()
                    .flat_map(|(first, last)| [*first, last + 1]),
            );
        }
        Node::Concat(parts) | Node::Union(parts) | Node::Inter(parts) => {
            parts.iter().for_each(|part| class_starts(part, starts));
        }
        Node::Comp(part) | Node::Loop(part, ..) => class_starts(part, starts),
    }
}
