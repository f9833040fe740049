//! Atoms: the formulas in the holes of skeletons, and their signatures.

use crate::features::insert_theories_of;
use crate::op::{Op, Ops};
use crate::solver::TermId;
use crate::sort::{Sort, SortKind};
use crate::state::{InstanceState, Leaf};
use crate::theory::Theories;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash as _, Hasher as _};

/// The abstraction of an atom: its operator, and what its arguments are.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AtomSignature {
    /// `None`: a constant, a variable or a literal.
    op: Option<Op>,
    /// The arguments; without an operator, the atom itself.
    args: SmallVec<[(SortKind, Content); 3]>,
}

/// The content of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Content {
    /// Literals and operators only. HistFuzz calls it a constant.
    Values,
    /// Constants or variables. HistFuzz calls them variables.
    Symbols,
}

impl AtomSignature {
    /// The theories of the operator and of the sorts of the arguments. Terms inside of the
    /// arguments may have others.
    pub(super) fn theories(&self, ops: &Ops) -> Theories {
        let mut theories = Theories::default();
        if let Some(op) = self.op {
            theories.insert(ops.row(op).theory);
        }
        for (kind, _) in &self.args {
            insert_theories_of(*kind, &mut theories);
        }
        theories
    }

    /// `(OP_EQUAL IntConst IntVar)`, with the words of HistFuzz.
    #[must_use]
    pub fn text(&self, ops: &Ops) -> String {
        let args = self.args.iter().map(|(kind, content)| {
            let suffix = match content {
                Content::Values => "Const",
                Content::Symbols => "Var",
            };
            format!("{kind:?}{suffix}")
        });
        let op = self.op.map(|op| ops.row(op).name.to_owned());
        let words: Vec<String> = op.into_iter().chain(args).collect();
        format!("({})", words.join(" "))
    }
}

/// What is known about the terms of an entry, so that each of them is looked at once.
#[derive(Default)]
pub(super) struct Contents {
    /// Whether a term has constants or variables, and its size as a tree.
    known: FxHashMap<TermId, (bool, usize)>,
}

/// The largest size of an atom: the number of its terms, as a tree.
const LARGEST: usize = 40;

impl Contents {
    /// Notes a term. Its arguments are noted.
    pub(super) fn see(&mut self, state: &InstanceState, id: TermId) {
        let Some(term) = state.term(id) else { return };
        let inside = term.args.iter().filter_map(|arg| self.known.get(arg));
        let (mut has_symbols, mut size) = (false, 1_usize);
        for (its, of) in inside {
            has_symbols |= its;
            size = size.saturating_add(*of);
        }
        let is_literal = matches!(term.leaf, Leaf::None | Leaf::Value(_));
        self.known.insert(id, (has_symbols || !is_literal, size));
    }

    fn of(&self, state: &InstanceState, id: TermId) -> Option<(SortKind, Content)> {
        let kind = state.sorts.get(state.term(id)?.sort)?.kind();
        let content = match self.known.get(&id)?.0 {
            true => Content::Symbols,
            false => Content::Values,
        };
        Some((kind, content))
    }

    /// The signature of an atom.
    pub(super) fn signature(&self, state: &InstanceState, atom: TermId) -> Option<AtomSignature> {
        let term = state.term(atom)?;
        let args: &[TermId] = match term.op {
            Some(_) => &term.args,
            None => &[atom],
        };
        let args = args.iter().map(|arg| self.of(state, *arg));
        Some(AtomSignature {
            op: term.op,
            args: args.collect::<Option<_>>()?,
        })
    }

    /// A number that is the same for atoms that are equal up to the names of constants and
    /// variables. `None` if the atom is too large to be taken.
    pub(super) fn structure(&self, state: &InstanceState, atom: TermId) -> Option<u64> {
        if self.known.get(&atom)?.1 > LARGEST {
            return None;
        }
        let mut numbers: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut hasher = FxHasher::default();
        let mut todo = vec![atom];
        while let Some(id) = todo.pop() {
            let term = state.term(id)?;
            let sort = state.sorts.get(term.sort)?;
            sort.kind().hash(&mut hasher);
            if let Sort::Bv(_) | Sort::Fp(..) = sort {
                sort.hash(&mut hasher);
            }
            match (&term.leaf, term.op) {
                (Leaf::Value(value), _) => value.hash(&mut hasher),
                (_, Some(op)) => (op, &term.indices, term.args.len()).hash(&mut hasher),
                _ => {
                    let next = numbers.len();
                    numbers.entry(id).or_insert(next).hash(&mut hasher);
                }
            }
            todo.extend(term.args.iter().rev());
        }
        Some(hasher.finish())
    }
}
