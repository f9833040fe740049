//! Regular expressions over sets of characters, each with its language exactly.
//!
//! Constructors bring expressions into a form in which few of those of one language differ: unions and
//! intersections are flat, sorted and without repetition, sets of characters are merged. So an
//! expression has finitely many derivatives (Brzozowski, J. ACM 11, 1964), and in practice few.

use super::string::{MAX_CHAR, Str};
use std::fmt;
use std::sync::Arc;

/// Expressions of more nodes have no computed value.
pub const MAX_SIZE: usize = 1 << 12;

/// Neither have those that nest deeper: functions over them recur.
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

/// What an expression is made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// One string; of one character it is a set.
    Word(Str),
    /// The strings of one character of a set; with the empty set the empty language.
    Chars(Chars),
    /// One after the other: two or more, none of them a concatenation.
    Concat(Vec<Regex>),
    /// What any of two or more has, none of them a union.
    Union(Vec<Regex>),
    /// What each of two or more has, none of them an intersection.
    Inter(Vec<Regex>),
    /// All other strings.
    Comp(Regex),
    /// So many times at least, and at most.
    Loop(Regex, u32, Option<u32>),
}

/// A set of characters: inclusive ranges in order, which do not touch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chars(Vec<(u32, u32)>);

impl Chars {
    /// The characters from `first` to `last`; none if they are the other way round.
    #[must_use]
    pub fn range(first: u32, last: u32) -> Self {
        let last = last.min(MAX_CHAR);
        Self(if first <= last {
            vec![(first, last)]
        } else {
            Vec::new()
        })
    }

    /// Its ranges.
    #[must_use]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Whether it has `char`.
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

    /// What it is made of.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    /// Whether the empty string is in the language.
    #[must_use]
    pub fn has_empty(&self) -> bool {
        self.0.has_empty
    }

    /// How many nodes and characters it is made of, as a tree.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Whether it is the expression without strings; others may be of the empty language too.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self.node(), Node::Chars(chars) if chars.0.is_empty())
    }

    /// Whether it is the expression of all strings.
    #[must_use]
    pub fn is_all(&self) -> bool {
        matches!(self.node(), Node::Comp(part) if part.is_none())
    }

    fn is_empty_word(&self) -> bool {
        matches!(self.node(), Node::Word(word) if word.chars().is_empty())
    }

    /// One string. This and the other constructors return `None` for what is too large.
    #[must_use]
    pub fn word(word: Str) -> Option<Self> {
        match word.chars() {
            [char] => Self::chars(Chars::range(*char, *char)),
            _ => Self::make(Node::Word(word)),
        }
    }

    /// The empty string alone.
    #[must_use]
    pub fn empty_word() -> Option<Self> {
        Self::make(Node::Word(Str::new(&[])?))
    }

    /// The strings of one character of the set.
    #[must_use]
    pub fn chars(chars: Chars) -> Option<Self> {
        Self::make(Node::Chars(chars))
    }

    /// No string.
    #[must_use]
    pub fn none() -> Option<Self> {
        Self::chars(Chars(Vec::new()))
    }

    /// Every string.
    #[must_use]
    pub fn all() -> Option<Self> {
        Self::none()?.comp()
    }

    /// All other strings.
    #[must_use]
    pub fn comp(&self) -> Option<Self> {
        match self.node() {
            Node::Comp(part) => Some(part.clone()),
            _ => Self::make(Node::Comp(self.clone())),
        }
    }

    /// One after the other.
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

    /// What any of them has.
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

    /// What each of them has.
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

    /// It `low` times at least and `high` times at most; nothing if that is less.
    #[must_use]
    pub fn repeat(&self, low: u32, high: Option<u32>) -> Option<Self> {
        // With the empty string, fewer times are more times.
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
    /// A term of SMT-LIB.
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
