//! The expressions of a script, with their positions. They are nodes of one list, in the order of
//! the text, so that nesting has no limit.

use crate::smt2::sexp::{Tokens, name};
use std::ops::Range;

/// The greatest number of expressions of a script. A script of this size is imported with less than
/// 1 GB of memory.
const MAX_NODES: usize = 2_500_000;

/// An error in a script, with its byte position.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;

/// All expressions of a text.
pub(crate) struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

struct Node {
    place: Range<usize>,
    /// The index of the first node that is neither this one nor in it.
    next: usize,
    is_list: bool,
}

impl<'t> Tree<'t> {
    pub(crate) fn read(text: &'t str) -> Result<Self> {
        let fault = |at, message: &str| {
            let message = message.to_owned();
            Err(Fault { at, message })
        };
        let mut tokens = Tokens::default();
        let (mut nodes, mut open): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
        while let Some(place) = tokens.next(text.as_bytes(), true) {
            if tokens.is_cut() {
                return fault(place.start, "the string or quoted symbol does not end");
            }
            let first = text.as_bytes()[place.start];
            if first == b')' {
                let Some(list) = open.pop() else {
                    return fault(place.start, "')' without '('");
                };
                nodes[list].next = nodes.len();
                nodes[list].place.end = place.end;
                continue;
            }
            if nodes.len() == MAX_NODES {
                let message = format!("more than {MAX_NODES} expressions, which is the limit");
                return fault(place.start, &message);
            }
            let is_list = first == b'(';
            if is_list {
                open.push(nodes.len());
            }
            nodes.push(Node {
                place,
                next: nodes.len() + 1,
                is_list,
            });
        }
        match open.last() {
            Some(list) => fault(nodes[*list].place.start, "'(' without ')'"),
            None => Ok(Self { text, nodes }),
        }
    }

    /// The outermost expressions.
    pub(crate) fn roots(&'t self) -> Vec<Expr<'t>> {
        self.between(0, self.nodes.len())
    }

    fn between(&'t self, mut index: usize, end: usize) -> Vec<Expr<'t>> {
        let mut all = Vec::new();
        while index < end {
            all.push(Expr { tree: self, index });
            index = self.nodes[index].next;
        }
        all
    }
}

/// Reads the commands of texts, one for each, and what they say together. A trace may come from an
/// attacker: no text may be a part of a command.
///
/// # Errors
/// The number of the text, and what is wrong.
pub(crate) fn with_commands<T>(
    texts: &[Box<str>],
    read: impl FnOnce(&[Expr<'_>]) -> Result<T>,
) -> std::result::Result<T, String> {
    let all = texts.join("\n");
    let line_of = |at: usize| 1 + all[..at.min(all.len())].matches('\n').count();
    let explain = |fault: Fault| format!("command {}: {}", line_of(fault.at), fault.message);
    let tree = Tree::read(&all).map_err(explain)?;
    let commands = tree.roots();
    let mut pairs = commands.iter().zip(texts);
    if commands.len() != texts.len() || !pairs.all(|(one, text)| one.text() == text.trim()) {
        return Err("each text must be one command, without comments".to_owned());
    }
    read(&commands).map_err(explain)
}

/// An expression.
#[derive(Clone, Copy)]
pub(crate) struct Expr<'t> {
    tree: &'t Tree<'t>,
    index: usize,
}

impl<'t> Expr<'t> {
    fn node(self) -> &'t Node {
        &self.tree.nodes[self.index]
    }

    /// The byte position at which it begins.
    pub(crate) fn at(self) -> usize {
        self.node().place.start
    }

    /// Its text.
    pub(crate) fn text(self) -> &'t str {
        let text = self.tree.text.get(self.node().place.clone());
        text.unwrap_or_default()
    }

    /// Its text if it is not a list.
    pub(crate) fn atom(self) -> Option<&'t str> {
        (!self.node().is_list).then(|| self.text())
    }

    /// Its parts if it is a list.
    pub(crate) fn list(self) -> Option<Vec<Expr<'t>>> {
        let node = self.node();
        node.is_list
            .then(|| self.tree.between(self.index + 1, node.next))
    }

    /// Its name, if it is a symbol.
    pub(crate) fn symbol(self) -> Option<&'t str> {
        let atom = self.atom()?;
        let is_other = atom.starts_with(|c: char| c.is_ascii_digit() || "#\":".contains(c));
        (!is_other).then(|| name(atom))
    }

    /// Whether it is a list that begins with this word.
    pub(crate) fn is_headed(self, word: &str) -> bool {
        let first = self.index + 1;
        first < self.node().next && {
            let first = Expr {
                tree: self.tree,
                index: first,
            };
            first.atom() == Some(word)
        }
    }

    /// Whether any symbol in it satisfies a condition.
    pub(crate) fn has_symbol(self, wanted: impl Fn(&str) -> bool) -> bool {
        let nodes = self.index..self.node().next;
        let mut all = nodes.map(|index| Expr { index, ..self });
        all.any(|part| part.symbol().is_some_and(&wanted))
    }

    /// Its text with single blanks and without comments.
    pub(crate) fn one_line(self) -> String {
        let mut line = String::new();
        // The ends of the lists that are open.
        let mut ends = Vec::new();
        for index in self.index..self.node().next {
            while ends.last() == Some(&index) {
                ends.pop();
                line.push(')');
            }
            if !line.is_empty() && !line.ends_with('(') {
                line.push(' ');
            }
            let part = Expr { index, ..self };
            if part.node().is_list {
                line.push('(');
                ends.push(part.node().next);
            } else {
                line.push_str(part.text());
            }
        }
        line.extend(ends.iter().map(|_| ')'));
        line
    }

    /// An error at this expression.
    pub(crate) fn fault(self, message: impl Into<String>) -> Fault {
        Fault {
            at: self.at(),
            message: message.into(),
        }
    }

    /// The error of a command that does not have the form of its name. `forms` has all names and
    /// forms.
    pub(crate) fn wrong_form(self, name: &str, forms: &[(&str, &str)]) -> Fault {
        let shown = self.shown();
        self.fault(match forms.iter().find(|(known, _)| *known == name) {
            Some((_, form)) => format!("'{shown}' is not {form}"),
            None => {
                let names: Vec<&str> = forms.iter().map(|(name, _)| *name).collect();
                format!("'{shown}' is not one of {}", names.join(", "))
            }
        })
    }

    /// Its parts. The error says that it is not a `what`.
    pub(crate) fn parts(self, what: &str) -> Result<Vec<Expr<'t>>> {
        self.list()
            .ok_or_else(|| self.fault(format!("'{}' is not a {what}", self.shown())))
    }

    /// Its name. The error says that it is not a `what`.
    pub(crate) fn named(self, what: &str) -> Result<&'t str> {
        self.symbol()
            .ok_or_else(|| self.fault(format!("'{}' is not a {what}", self.shown())))
    }

    /// Its value as a number. The error says that it is not a `what`.
    pub(crate) fn number(self, what: &str) -> Result<u32> {
        let digits = self
            .atom()
            .filter(|a| a.bytes().all(|b| b.is_ascii_digit()));
        digits
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| self.fault(format!("'{}' is not a {what}", self.shown())))
    }

    /// Its text for a message, which may be cut off.
    pub(crate) fn shown(self) -> String {
        const MOST: usize = 40;
        let line = self.text().split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}
