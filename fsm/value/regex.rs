//! Regular expressions over sets of characters. Each represents its language exactly.
//!
//! Constructors simplify, so that few different expressions have the same language: unions and
//! intersections are flat, sorted and without repetition, and sets of characters are merged. Every
//! expression then has finitely many derivatives (Brzozowski, J. ACM 11, 1964), and in practice
//! few.

use super::string::{MAX_CHAR, Str};
use std::fmt;
use std::sync::Arc;

/// Expressions with more nodes have no computed value.
pub const MAX_SIZE: usize = 1 << 12;

/// Expressions that are nested deeper have no computed value. The bound limits the recursion of
/// functions on them.
pub const MAX_DEPTH: usize = 64;

/// A regular expression.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Regex(Arc<Inner>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Inner {
    node: Node,
    has_empty: bool,
    size: usize,
    depth: usize,
}

/// The top-level operator of an expression with its parts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// A single string. A string of one character is represented as `Chars`.
    Word(Str),
    /// The strings of one character from a set. The empty set represents the empty language.
    Chars(Chars),
    /// Concatenation of at least two parts. None of them is a concatenation.
    Concat(Vec<Regex>),
    /// Union of at least two parts. None of them is a union.
    Union(Vec<Regex>),
    /// Intersection of at least two parts. None of them is an intersection.
    Inter(Vec<Regex>),
    /// Complement.
    Comp(Regex),
    /// Repetition: at least the first number of times, and at most the second.
    Loop(Regex, u32, Option<u32>),
}

/// A set of characters: ordered inclusive ranges that are neither overlapping nor adjacent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chars(Vec<(u32, u32)>);

impl Chars {
    /// The characters from `first` to `last`. The set is empty if `first` is greater.
    #[must_use]
    pub fn range(first: u32, last: u32) -> Self {
        let last = last.min(MAX_CHAR);
        Self(if first <= last {
            vec![(first, last)]
        } else {
            Vec::new()
        })
    }

    /// The ranges of the set.
    #[must_use]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether the set contains `char`.
    #[must_use]
    pub fn has(&self, char: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= char);
        after > 0 && char <= self.0[after - 1].1
    }

    fn union(&self, other: &Self) -> Self {
        let mut ranges = [&self.0[..], &other.0[..]].concat();
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if first <= *end + 1 => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    fn intersection(&self, other: &Self) -> Self {
        let pairs = self
            .0
            .iter()
            .flat_map(|a| other.0.iter().map(move |b| (a, b)));
        let parts = pairs.map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
        let mut parts: Vec<(u32, u32)> = parts.filter(|(first, last)| first <= last).collect();
        parts.sort_unstable();
        Self(parts)
    }
}

impl Regex {
    fn make(node: Node) -> Option<Self> {
        let (mut size, mut depth) = (1, 0);
        let parts: &[Regex] = match &node {
            Node::Word(word) => {
                size = word.chars().len().max(1);
                &[]
            }
            Node::Chars(chars) => {
                size = chars.0.len().max(1);
                &[]
            }
            Node::Concat(parts) | Node::Union(parts) | Node::Inter(parts) => parts,
            Node::Comp(part) | Node::Loop(part, ..) => std::slice::from_ref(part),
        };
        for part in parts {
            size += part.0.size;
            depth = depth.max(part.0.depth + 1);
        }
        let all = || parts.iter().all(Regex::has_empty);
        let has_empty = match &node {
            Node::Word(word) => word.chars().is_empty(),
            Node::Chars(_) => false,
            Node::Concat(_) | Node::Inter(_) => all(),
            Node::Union(_) => parts.iter().any(Regex::has_empty),
            Node::Comp(_) => !all(),
            Node::Loop(_, low, _) => *low == 0 || all(),
        };
        let fits = size <= MAX_SIZE && depth <= MAX_DEPTH;
        fits.then(|| {
            Self(Arc::new(Inner {
                node,
                has_empty,
                size,
                depth,
            }))
        })
    }

    /// The top-level operator with its parts.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// Whether the empty string is in the language.
    #[must_use]
    pub fn has_empty(&self) -> bool {
        self.0.has_empty
    }

    /// The number of nodes and characters of the expression tree.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Whether it is the expression `re.none`. Other expressions may have the empty language too.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self.node(), Node::Chars(chars) if chars.0.is_empty())
    }

    /// Whether it is the expression `re.all`.
    #[must_use]
    pub fn is_all(&self) -> bool {
        matches!(self.node(), Node::Comp(part) if part.is_none())
    }

    fn is_empty_word(&self) -> bool {
        matches!(self.node(), Node::Word(word) if word.chars().is_empty())
    }

    /// The language of a single string. This and the other constructors return `None` if the result
    /// is too large.
    #[must_use]
    pub fn word(word: Str) -> Option<Self> {
        match word.chars() {
            [char] => Self::chars(Chars::range(*char, *char)),
            _ => Self::make(Node::Word(word)),
        }
    }

    /// The language of the empty string.
    #[must_use]
    pub fn empty_word() -> Option<Self> {
        Self::make(Node::Word(Str::new(&[])?))
    }

    /// The strings of one character from the set.
    #[must_use]
    pub fn chars(chars: Chars) -> Option<Self> {
        Self::make(Node::Chars(chars))
    }

    /// The empty language, `re.none`.
    #[must_use]
    pub fn none() -> Option<Self> {
        Self::chars(Chars(Vec::new()))
    }

    /// The language of all strings, `re.all`.
    #[must_use]
    pub fn all() -> Option<Self> {
        Self::none()?.comp()
    }

    /// The complement.
    #[must_use]
    pub fn comp(&self) -> Option<Self> {
        match self.node() {
            Node::Comp(part) => Some(part.clone()),
            _ => Self::make(Node::Comp(self.clone())),
        }
    }

    /// The concatenation.
    #[must_use]
    pub fn concat(parts: &[Self]) -> Option<Self> {
        let mut flat = Vec::new();
        for part in parts {
            match part.node() {
                Node::Concat(inner) => flat.extend_from_slice(inner),
                _ if part.is_none() => return Self::none(),
                _ if part.is_empty_word() => {}
                _ => flat.push(part.clone()),
            }
        }
        match &flat[..] {
            [] => Self::empty_word(),
            [one] => Some(one.clone()),
            _ => Self::make(Node::Concat(flat)),
        }
    }

    /// The union.
    #[must_use]
    pub fn union(parts: &[Self]) -> Option<Self> {
        let mut chars = Chars(Vec::new());
        let mut flat = Vec::new();
        for part in parts {
            let inner = match part.node() {
                Node::Union(inner) => inner,
                _ => std::slice::from_ref(part),
            };
            for part in inner {
                match part.node() {
                    Node::Chars(more) => chars = chars.union(more),
                    _ if part.is_all() => return Some(part.clone()),
                    _ => flat.push(part.clone()),
                }
            }
        }
        if !chars.0.is_empty() {
            flat.push(Self::chars(chars)?);
        }
        flat.sort_unstable();
        flat.dedup();
        match &flat[..] {
            [] => Self::none(),
            [one] => Some(one.clone()),
            _ => Self::make(Node::Union(flat)),
        }
    }

    /// The intersection.
    #[must_use]
    pub fn inter(parts: &[Self]) -> Option<Self> {
        let mut chars: Option<Chars> = None;
        let mut flat = Vec::new();
        for part in parts {
            let inner = match part.node() {
                Node::Inter(inner) => inner,
                _ => std::slice::from_ref(part),
            };
            for part in inner {
                match part.node() {
                    Node::Chars(more) => {
                        chars = Some(chars.map_or_else(|| more.clone(), |c| c.intersection(more)));
                    }
                    _ if part.is_all() => {}
                    _ => flat.push(part.clone()),
                }
            }
        }
        if let Some(chars) = chars {
            if chars.0.is_empty() {
                return Self::none();
            }
            flat.push(Self::chars(chars)?);
        }
        flat.sort_unstable();
        flat.dedup();
        match &flat[..] {
            [] => Self::all(),
            [one] => Some(one.clone()),
            _ => Self::make(Node::Inter(flat)),
        }
    }

    /// Repetition, at least `low` and at most `high` times. The language is empty if `high` is less
    /// than `low`.
    #[must_use]
    pub fn repeat(&self, low: u32, high: Option<u32>) -> Option<Self> {
        // If the empty string is accepted, fewer repetitions are covered by more.
        let low = if self.has_empty() && high.is_none_or(|high| low <= high) {
            0
        } else {
            low
        };
        match (self.node(), low, high) {
            (_, low, Some(high)) if high < low => Self::none(),
            (_, _, Some(0)) => Self::empty_word(),
            (_, 0, _) if self.is_none() => Self::empty_word(),
            (_, 1, Some(1)) => Some(self.clone()),
            (Node::Loop(_, 0, None), ..) => Some(self.clone()),
            _ if self.is_none() || self.is_empty_word() || self.is_all() => Some(self.clone()),
            _ => Self::make(Node::Loop(self.clone(), low, high)),
        }
    }
}

impl fmt::Display for Regex {
    /// The expression as a term of SMT-LIB.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Regex]| {
            write!(f, "({name}")?;
            parts.iter().try_for_each(|part| write!(f, " {part}"))?;
            f.write_str(")")
        };
        match self.node() {
            _ if self.is_none() => f.write_str("re.none"),
            _ if self.is_all() => f.write_str("re.all"),
            Node::Word(word) => write!(f, "(str.to_re {word})"),
            Node::Chars(chars) => write!(f, "{chars}"),
            Node::Concat(parts) => list(f, "re.++", parts),
            Node::Union(parts) => list(f, "re.union", parts),
            Node::Inter(parts) => list(f, "re.inter", parts),
            Node::Comp(part) => write!(f, "(re.comp {part})"),
            Node::Loop(part, 0, None) => write!(f, "(re.* {part})"),
            Node::Loop(part, low, Some(high)) => write!(f, "((_ re.loop {low} {high}) {part})"),
            Node::Loop(part, low, None) => {
                write!(f, "(re.++ ((_ re.^ {low}) {part}) (re.* {part}))")
            }
        }
    }
}

impl fmt::Display for Chars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let literal = |char: u32| Str::new(&[char]).map_or_else(String::new, |s| s.to_string());
        let range = |(first, last): &(u32, u32)| match (*first, *last) {
            (0, MAX_CHAR) => "re.allchar".to_owned(),
            (first, last) if first == last => format!("(str.to_re {})", literal(first)),
            (first, last) => format!("(re.range {} {})", literal(first), literal(last)),
        };
        let ranges: Vec<String> = self.0.iter().map(range).collect();
        match &ranges[..] {
            [one] => f.write_str(one),
            several => write!(f, "(re.union {})", several.join(" ")),
        }
    }
}
