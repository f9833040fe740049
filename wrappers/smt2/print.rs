//! Terms and their text. Terms are nodes of a DAG. A term that occurs more than once is bound by
//! `let`, so that the length of the text is proportional to the DAG, and not to the tree.

use super::symbol::let_name;
use crate::shared::instance::arena::Arena;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortId;
use murxla_fsm::value::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

/// A term of the script.
#[derive(Clone, Debug)]
pub(crate) struct TracedTerm {
    pub(crate) sort: SortId,
    pub(crate) kind: TermText,
    /// The variables that occur free, in order.
    pub(crate) free: Rc<[TermId]>,
    /// The number of arguments of the call.
    pub(crate) arity: usize,
    /// The value of a literal.
    pub(crate) value: Option<Value>,
    /// Whether it has a binder, maybe in the body of a function that it applies.
    pub(crate) binds: bool,
}

/// The text of a term, without that of its children.
#[derive(Clone, Debug)]
pub(crate) enum TermText {
    /// A symbol or a literal.
    Leaf(String),
    /// An opening such as `(bvadd`, the arguments, and the end, mostly `)`.
    Apply {
        open: String,
        args: Vec<TermId>,
        close: String,
    },
    /// An opening such as `(forall ((x Int))`, the body, or the two of a comprehension, and the
    /// end: `)`, maybe after patterns.
    Binder {
        open: String,
        vars: Vec<TermId>,
        bodies: Vec<TermId>,
        close: String,
    },
    /// A case of a match: an opening such as `((cons x y)`, the body, and `)`. It is not a term, so
    /// that `let` must not bind it.
    Case {
        open: String,
        vars: Vec<TermId>,
        body: TermId,
    },
    /// `(match`, a term, and its cases in parentheses.
    Match { args: Vec<TermId> },
}

impl TracedTerm {
    /// A term without children.
    pub(crate) fn leaf(sort: SortId, text: String) -> Self {
        Self {
            sort,
            kind: TermText::Leaf(text),
            free: Rc::new([]),
            arity: 0,
            value: None,
            binds: false,
        }
    }

    /// Whether a script can name the term.
    pub(super) fn has_name(&self) -> bool {
        !matches!(&self.kind, TermText::Leaf(text) if text.is_empty())
    }

    /// The variables of a binder.
    pub(crate) fn bound(&self) -> Option<&[TermId]> {
        match &self.kind {
            TermText::Binder { vars, .. } | TermText::Case { vars, .. } => Some(vars),
            _ => None,
        }
    }

    fn children(&self) -> &[TermId] {
        match &self.kind {
            TermText::Leaf(_) => &[],
            TermText::Apply { args, .. } | TermText::Match { args } => args,
            TermText::Binder { bodies, .. } => bodies,
            TermText::Case { body, .. } => std::slice::from_ref(body),
        }
    }
}

/// The variables that are free in any of `terms`, without those of `bound`.
pub(crate) fn free_variables<'t>(
    terms: impl Iterator<Item = &'t TracedTerm>,
    bound: &[TermId],
) -> Rc<[TermId]> {
    let mut lists: Vec<&Rc<[TermId]>> = Vec::new();
    for term in terms.filter(|term| !term.free.is_empty()) {
        if !lists.iter().any(|list| Rc::ptr_eq(list, &term.free)) {
            lists.push(&term.free);
        }
    }
    match (&lists[..], bound) {
        ([], _) => Rc::new([]),
        ([one], []) => Rc::clone(one),
        _ => {
            let mut all: BTreeSet<TermId> = lists.iter().flat_map(|l| l.iter().copied()).collect();
            all.retain(|variable| !bound.contains(variable));
            all.into_iter().collect()
        }
    }
}

/// The largest number of nodes of a text. A term can only exceed it if nested binders bind the same
/// variable many times, with different terms in each.
const LIMIT: usize = 1 << 22;

/// The terms of a text, each once in every scope to which it belongs. The scope of a term is the
/// body of the innermost binder of one of its free variables, or the whole text. There is no
/// recursion, because terms may be deep.
struct LetPlan<'t> {
    terms: &'t Arena<TermId, TracedTerm>,
    nodes: Vec<PlanNode<'t>>,
    /// The whole text first.
    scopes: Vec<Scope>,
}

struct PlanNode<'t> {
    id: TermId,
    term: &'t TracedTerm,
    uses: u32,
    children: Vec<usize>,
    /// The scope that this node belongs to.
    owner: usize,
    /// The first of the scopes that this node opens, one for each child.
    body: usize,
}

impl PlanNode<'_> {
    fn is_shared(&self) -> bool {
        self.uses > 1 && !matches!(self.term.kind, TermText::Leaf(_) | TermText::Case { .. })
    }
}

#[derive(Default)]
struct Scope {
    depth: usize,
    nodes: FxHashMap<TermId, usize>,
    /// The nodes, children before parents.
    order: Vec<usize>,
}

/// A node whose children are being visited.
struct Visit {
    node: usize,
    next: usize,
    /// The meaning of the variables of a binder outside of it.
    outer: Vec<(TermId, Option<usize>)>,
}

impl<'t> LetPlan<'t> {
    fn new(terms: &'t Arena<TermId, TracedTerm>, root: TermId) -> Result<Self> {
        let mut plan = Self {
            terms,
            nodes: Vec::new(),
            scopes: vec![Scope::default()],
        };
        // The scope in which each variable is bound.
        let mut bound: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut depth = 0;
        let mut visits = Vec::new();
        let (first, _) = plan.occurrence(root, &bound)?;
        visits.push(plan.open(first, &bound, &mut depth));
        while let Some(visit) = visits.last_mut() {
            let parent = visit.node;
            if let Some(&child) = plan.nodes[parent].term.children().get(visit.next) {
                let scope = plan.nodes[parent].body + visit.next;
                visit.next += 1;
                for variable in plan.nodes[parent].term.bound().unwrap_or_default() {
                    bound.insert(*variable, scope);
                }
                let (node, is_new) = plan.occurrence(child, &bound)?;
                plan.nodes[parent].children.push(node);
                if is_new {
                    visits.push(plan.open(node, &bound, &mut depth));
                }
            } else {
                let owner = plan.nodes[parent].owner;
                plan.scopes[owner].order.push(parent);
                if plan.nodes[parent].term.bound().is_some() {
                    depth -= 1;
                }
                for (variable, scope) in visit.outer.drain(..).rev() {
                    match scope {
                        Some(scope) => bound.insert(variable, scope),
                        None => bound.remove(&variable),
                    };
                }
                visits.pop();
            }
        }
        Ok(plan)
    }

    /// Counts a use of `id`, where variables are bound as in `bound`. Returns the node, and whether
    /// it is new.
    fn occurrence(
        &mut self,
        id: TermId,
        bound: &FxHashMap<TermId, usize>,
    ) -> Result<(usize, bool)> {
        let term = self.terms.get(id)?;
        let scopes = term.free.iter().filter_map(|variable| bound.get(variable));
        let owner = scopes.max_by_key(|scope| self.scopes[**scope].depth);
        let owner = owner.copied().unwrap_or(0);
        if let Some(&node) = self.scopes[owner].nodes.get(&id) {
            self.nodes[node].uses += 1;
            return Ok((node, false));
        }
        let node = self.nodes.len();
        if node == LIMIT {
            return Err(Error::Resources(format!("the text of {id} is too long")));
        }
        self.scopes[owner].nodes.insert(id, node);
        self.nodes.push(PlanNode {
            id,
            term,
            uses: 1,
            children: Vec::new(),
            owner,
            body: 0,
        });
        Ok((node, true))
    }

    /// Starts to visit a node. A binder binds its variables in new scopes.
    fn open(&mut self, node: usize, bound: &FxHashMap<TermId, usize>, depth: &mut usize) -> Visit {
        let mut outer = Vec::new();
        if let Some(vars) = self.nodes[node].term.bound() {
            *depth += 1;
            self.nodes[node].body = self.scopes.len();
            for _ in self.nodes[node].term.children() {
                self.scopes.push(Scope {
                    depth: *depth,
                    ..Scope::default()
                });
            }
            outer.extend(vars.iter().map(|v| (*v, bound.get(v).copied())));
        }
        Visit {
            node,
            next: 0,
            outer,
        }
    }
}

/// A piece that is still to be printed.
enum Piece<'t> {
    Text(&'t str),
    /// A use of a term.
    Use(usize),
    /// The text of a term.
    Term(usize),
    /// `(let ((name `.
    Let(usize),
    /// A scope and the term that fills it.
    Body(usize, usize),
}

/// Prints a term.
pub(crate) fn print(terms: &Arena<TermId, TracedTerm>, root: TermId, text: &mut String) -> Result {
    let plan = LetPlan::new(terms, root)?;
    let mut pieces = vec![Piece::Body(0, 0)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Use(node) if plan.nodes[node].is_shared() => {
                text.push_str(&let_name(plan.nodes[node].id.0));
            }
            Piece::Use(node) | Piece::Term(node) => push_term(&plan, node, &mut pieces),
            Piece::Let(node) => {
                // Writing into a string cannot fail.
                let _ = write!(text, "(let (({} ", let_name(plan.nodes[node].id.0));
            }
            Piece::Body(scope, node) => push_body(&plan, scope, node, &mut pieces),
        }
    }
    Ok(())
}

/// Pushes the pieces of a term, the last one first.
fn push_term<'t>(plan: &LetPlan<'t>, node: usize, pieces: &mut Vec<Piece<'t>>) {
    let node = &plan.nodes[node];
    match &node.term.kind {
        TermText::Leaf(text) => pieces.push(Piece::Text(text)),
        TermText::Apply { open, close, .. } => {
            pieces.push(Piece::Text(close));
            for &child in node.children.iter().rev() {
                pieces.push(Piece::Use(child));
                pieces.push(Piece::Text(" "));
            }
            pieces.push(Piece::Text(open));
        }
        TermText::Match { .. } => {
            pieces.push(Piece::Text("))"));
            if let Some((&subject, cases)) = node.children.split_first() {
                for (place, &case) in cases.iter().enumerate().rev() {
                    pieces.push(Piece::Use(case));
                    pieces.push(Piece::Text(if place == 0 { " (" } else { " " }));
                }
                pieces.push(Piece::Use(subject));
            }
            pieces.push(Piece::Text("(match "));
        }
        TermText::Binder { open, .. } | TermText::Case { open, .. } => {
            pieces.push(Piece::Text(match &node.term.kind {
                TermText::Binder { close, .. } => close,
                _ => ")",
            }));
            for (place, &body) in node.children.iter().enumerate().rev() {
                pieces.push(Piece::Body(node.body + place, body));
                pieces.push(Piece::Text(" "));
            }
            pieces.push(Piece::Text(open));
        }
    }
}

/// Pushes the pieces of a scope: bindings of its shared terms, and the term inside of them.
fn push_body<'t>(plan: &LetPlan<'t>, scope: usize, node: usize, pieces: &mut Vec<Piece<'t>>) {
    let order = &plan.scopes[scope].order;
    let shared = order.iter().filter(|node| plan.nodes[**node].is_shared());
    pieces.extend(shared.clone().map(|_| Piece::Text(")")));
    pieces.push(Piece::Use(node));
    for &node in shared.rev() {
        pieces.push(Piece::Text(")) "));
        pieces.push(Piece::Term(node));
        pieces.push(Piece::Let(node));
    }
}
