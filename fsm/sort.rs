//! Sorts, and the table of the sorts of a run.

use num_bigint::BigUint;
mod datatype;

pub use datatype::{
    Constructor, Datatype, Datatypes, Declaration, Field, MAX_FIELD_DEPTH, Selector,
    SortConstructor, members,
};

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::sync::Arc;

/// The id of a sort, `s7` in traces. It is the same in every solver that executes the trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SortId(pub u32);

impl fmt::Display for SortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

/// A sort. It refers to its component sorts by id.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
    /// Real numbers.
    Real,
    /// Bit-vectors of a width in bits, at least 1.
    Bv(u32),
    /// Arrays from an index sort to an element sort.
    Array(SortId, SortId),
    /// Finite sets of elements of a sort.
    Set(SortId),
    /// Finite bags, which contain elements with multiplicities.
    Bag(SortId),
    /// Functions from one or more domain sorts to a codomain.
    Fun(Box<[SortId]>, SortId),
    /// A declared sort without interpretation: its symbol.
    Uninterpreted(Box<str>),
    /// Floating-point numbers: the widths in bits of the exponent and of the significand, which
    /// includes the hidden bit. Both are at least 2.
    Fp(u32, u32),
    /// Rounding modes.
    Rm,
    /// Strings of Unicode characters.
    String,
    /// Regular languages of strings.
    RegLan,
    /// Sequences of elements of a sort.
    Seq(SortId),
    /// The finite field of this size, which is prime.
    Ff(Arc<BigUint>),
    /// An algebraic datatype.
    Dt(Datatype),
    /// Tuples with components of these sorts. Runs make tuples with at least one component.
    Tuple(Box<[SortId]>),
    /// The elements of a sort, and null.
    Nullable(SortId),
    /// An instance of a declared sort with parameters: its symbol and at least one argument.
    Instance(Box<str>, Box<[SortId]>),
    /// A sort constructor. It has an id, but it is not a sort, and no term has it as its sort.
    Constructor(SortConstructor),
}

/// The kind of a sort: the sort without its parameters, as traces and profiles name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants of `Sort` are documented")]
pub enum SortKind {
    Bool,
    Int,
    Real,
    Bv,
    Array,
    Set,
    Bag,
    Fun,
    Uninterpreted,
    Fp,
    Rm,
    String,
    RegLan,
    Seq,
    Ff,
    Dt,
    Tuple,
    Nullable,
    Constructor,
}

impl SortKind {
    /// All kinds with their names in traces and profiles.
    pub const ALL: [(SortKind, &'static str); 19] = [
        (SortKind::Bool, "SORT_BOOL"),
        (SortKind::Int, "SORT_INT"),
        (SortKind::Real, "SORT_REAL"),
        (SortKind::Bv, "SORT_BV"),
        (SortKind::Array, "SORT_ARRAY"),
        (SortKind::Set, "SORT_SET"),
        (SortKind::Bag, "SORT_BAG"),
        (SortKind::Fun, "SORT_FUN"),
        (SortKind::Uninterpreted, "SORT_UNINTERPRETED"),
        (SortKind::Fp, "SORT_FP"),
        (SortKind::Rm, "SORT_RM"),
        (SortKind::String, "SORT_STRING"),
        (SortKind::RegLan, "SORT_REGLAN"),
        (SortKind::Seq, "SORT_SEQ"),
        (SortKind::Ff, "SORT_FF"),
        (SortKind::Dt, "SORT_DT"),
        (SortKind::Tuple, "SORT_TUPLE"),
        (SortKind::Nullable, "SORT_NULLABLE"),
        (SortKind::Constructor, "SORT_CONSTRUCTOR"),
    ];

    /// Whether generated runs have constants, variables and component sorts of this kind. Solvers
    /// only support regular languages as arguments of operators, and a sort constructor is not a
    /// sort.
    #[must_use]
    pub fn has_symbols(self) -> bool {
        !matches!(self, SortKind::RegLan | SortKind::Constructor)
    }

    /// The name in traces, `SORT_BV`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The kinds whose sorts have a fixed number of component sorts. Each comes with its name in
    /// scripts and this number.
    pub const COMPOSED: [(SortKind, &'static str, usize); 5] = [
        (SortKind::Array, "Array", 2),
        (SortKind::Set, "Set", 1),
        (SortKind::Bag, "Bag", 1),
        (SortKind::Seq, "Seq", 1),
        (SortKind::Nullable, "Nullable", 1),
    ];

    /// The number of component sorts of a kind in [`SortKind::COMPOSED`].
    #[must_use]
    pub fn parts(self) -> Option<usize> {
        let mut rows = Self::COMPOSED.iter();
        rows.find(|(kind, ..)| *kind == self).map(|row| row.2)
    }

    /// The kind with this trace name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, n)| *n == name).map(|(k, _)| *k)
    }
}

impl Sort {
    /// The sort of a kind in [`SortKind::COMPOSED`] with these components.
    #[must_use]
    pub fn composed(kind: SortKind, parts: &[SortId]) -> Option<Self> {
        Some(match (kind, parts) {
            (SortKind::Array, [index, element]) => Sort::Array(*index, *element),
            (SortKind::Set, [element]) => Sort::Set(*element),
            (SortKind::Bag, [element]) => Sort::Bag(*element),
            (SortKind::Seq, [element]) => Sort::Seq(*element),
            (SortKind::Nullable, [element]) => Sort::Nullable(*element),
            _ => return None,
        })
    }

    /// The kind of this sort.
    #[must_use]
    pub fn kind(&self) -> SortKind {
        match self {
            Sort::Bool => SortKind::Bool,
            Sort::Int => SortKind::Int,
            Sort::Real => SortKind::Real,
            Sort::Bv(_) => SortKind::Bv,
            Sort::Array(..) => SortKind::Array,
            Sort::Set(_) => SortKind::Set,
            Sort::Bag(_) => SortKind::Bag,
            Sort::Fun(..) => SortKind::Fun,
            Sort::Uninterpreted(_) => SortKind::Uninterpreted,
            Sort::Fp(..) => SortKind::Fp,
            Sort::Rm => SortKind::Rm,
            Sort::String => SortKind::String,
            Sort::RegLan => SortKind::RegLan,
            Sort::Seq(_) => SortKind::Seq,
            Sort::Ff(_) => SortKind::Ff,
            Sort::Dt(_) => SortKind::Dt,
            Sort::Tuple(_) => SortKind::Tuple,
            Sort::Nullable(_) => SortKind::Nullable,
            Sort::Instance(..) => SortKind::Uninterpreted,
            Sort::Constructor(_) => SortKind::Constructor,
        }
    }

    /// The ids of the component sorts.
    #[must_use]
    pub fn parts(&self) -> SmallVec<[SortId; 4]> {
        match self {
            Sort::Array(index, element) => smallvec![*index, *element],
            Sort::Set(element)
            | Sort::Bag(element)
            | Sort::Seq(element)
            | Sort::Nullable(element) => smallvec![*element],
            Sort::Fun(domain, codomain) => domain.iter().chain([codomain]).copied().collect(),
            Sort::Dt(datatype) => datatype.args.iter().copied().collect(),
            Sort::Instance(_, args) | Sort::Tuple(args) => args.iter().copied().collect(),
            _ => SmallVec::new(),
        }
    }
    /// The same sort with `to` applied to the ids of its component sorts.
    #[must_use]
    pub fn map_parts(self, to: &mut dyn FnMut(SortId) -> SortId) -> Self {
        let mut all = |mut parts: Box<[SortId]>| {
            parts.iter_mut().for_each(|part| *part = to(*part));
            parts
        };
        match self {
            Sort::Array(index, element) => Sort::Array(to(index), to(element)),
            Sort::Set(element) => Sort::Set(to(element)),
            Sort::Bag(element) => Sort::Bag(to(element)),
            Sort::Seq(element) => Sort::Seq(to(element)),
            Sort::Nullable(element) => Sort::Nullable(to(element)),
            Sort::Fun(domain, codomain) => Sort::Fun(all(domain), to(codomain)),
            Sort::Tuple(parts) => Sort::Tuple(all(parts)),
            Sort::Instance(symbol, args) => Sort::Instance(symbol, all(args)),
            Sort::Dt(mut datatype) => {
                datatype.args = all(datatype.args);
                Sort::Dt(datatype)
            }
            other => other,
        }
    }
}

/// A sort without ids. Solvers report the sorts of terms in this form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SortView {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Bit-vectors of this width in bits.
    Bv(u32),
    /// Arrays: index and element.
    Array(Box<(SortView, SortView)>),
    /// Finite sets of elements.
    Set(Box<SortView>),
    /// Finite bags of elements.
    Bag(Box<SortView>),
    /// Functions: domain and codomain.
    Fun(Vec<SortView>, Box<SortView>),
    /// A declared sort: its symbol with arguments, if it has any.
    Uninterpreted(String),
    /// Floating-point numbers: the widths of exponent and significand.
    Fp(u32, u32),
    /// Rounding modes.
    Rm,
    /// Strings.
    String,
    /// Regular languages.
    RegLan,
    /// Sequences of elements of a sort.
    Seq(Box<SortView>),
    /// The finite field of this size.
    Ff(Arc<BigUint>),
    /// A datatype: its symbol with arguments, if it has any: `(List Int)`.
    Dt(String),
    /// Tuples of elements of these sorts.
    Tuple(Vec<SortView>),
    /// The elements of a sort, and null.
    Nullable(Box<SortView>),
    /// Any other sort, as the solver prints it.
    Other(String),
}

impl fmt::Display for SortView {
    /// Prints SMT-LIB: `(Array Int (_ BitVec 8))`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SortView::Bool => f.write_str("Bool"),
            SortView::Int => f.write_str("Int"),
            SortView::Real => f.write_str("Real"),
            SortView::Bv(width) => write!(f, "(_ BitVec {width})"),
            SortView::Fp(exponent, significand) => {
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            SortView::Rm => f.write_str("RoundingMode"),
            SortView::Array(parts) => write!(f, "(Array {} {})", parts.0, parts.1),
            SortView::Set(element) => write!(f, "(Set {element})"),
            SortView::Bag(element) => write!(f, "(Bag {element})"),
            SortView::Fun(domain, codomain) => {
                f.write_str("(->")?;
                for sort in domain {
                    write!(f, " {sort}")?;
                }
                write!(f, " {codomain})")
            }
            SortView::Uninterpreted(name) | SortView::Dt(name) | SortView::Other(name) => {
                f.write_str(name)
            }
            SortView::String => f.write_str("String"),
            SortView::RegLan => f.write_str("RegLan"),
            SortView::Seq(element) => write!(f, "(Seq {element})"),
            SortView::Nullable(element) => write!(f, "(Nullable {element})"),
            SortView::Ff(size) => write!(f, "(_ FiniteField {size})"),
            SortView::Tuple(parts) if parts.is_empty() => f.write_str("UnitTuple"),
            SortView::Tuple(parts) => {
                f.write_str("(Tuple")?;
                for part in parts {
                    write!(f, " {part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// A declaration can contain infinitely many instances. At most this many are visited.
const MAX_INSTANCES: usize = 64;

/// The sorts of a run, by id. Equal sorts have one canonical id.
#[derive(Clone, Default, Debug)]
pub struct Sorts {
    by_id: Vec<Option<(Sort, SortId)>>,
    ids: FxHashMap<Sort, SortId>,
}

impl Sorts {
    /// Makes `id` a name of `sort`. A second id for the same sort is an alias of the first. If the
    /// id already has another sort, which traces do not allow, the new sort replaces it.
    pub fn insert(&mut self, id: SortId, sort: Sort) {
        let sort = sort.map_parts(&mut |part| self.canon(part));
        let canonical = *self.ids.entry(sort.clone()).or_insert(id);
        let slot = id.0 as usize;
        if self.by_id.len() <= slot {
            self.by_id.resize(slot + 1, None);
        }
        self.by_id[slot] = Some((sort, canonical));
    }

    /// The sort of functions from a domain. A function that returns functions is represented as a
    /// function that also takes their arguments: `(-> A (-> B C))` is `(-> A B C)`.
    #[must_use]
    pub fn function(&self, domain: &[SortId], codomain: SortId) -> Sort {
        match self.get(codomain) {
            Some(Sort::Fun(more, codomain)) => {
                let domain = domain.iter().map(|sort| self.canon(*sort));
                Sort::Fun(domain.chain(more.iter().copied()).collect(), *codomain)
            }
            _ => Sort::Fun(
                domain.iter().map(|sort| self.canon(*sort)).collect(),
                self.canon(codomain),
            ),
        }
    }

    /// The sort with this id.
    #[must_use]
    pub fn get(&self, id: SortId) -> Option<&Sort> {
        Some(&self.by_id.get(id.0 as usize)?.as_ref()?.0)
    }

    /// Whether the sort with this id is `sort`.
    #[must_use]
    pub fn names(&self, id: SortId, sort: &Sort) -> bool {
        self.get(id) == Some(&sort.clone().map_parts(&mut |part| self.canon(part)))
    }

    /// The canonical id of a sort, which is its first. Equal sorts have the same canonical id.
    #[must_use]
    pub fn canon(&self, id: SortId) -> SortId {
        match self.by_id.get(id.0 as usize) {
            Some(Some((_, canonical))) => *canonical,
            _ => id,
        }
    }

    /// The canonical id of `sort`. `None` if it has not been made.
    #[must_use]
    pub fn find(&self, sort: &Sort) -> Option<SortId> {
        self.ids.get(sort).copied()
    }

    /// Whether the sort or a part of it is uninterpreted.
    #[must_use]
    pub fn is_uninterpreted(&self, id: SortId) -> bool {
        self.has_part(id, &|sort| sort.kind() == SortKind::Uninterpreted)
    }

    /// Whether `wanted` is true for the sort or for a sort inside of it.
    #[must_use]
    pub fn has_part(&self, id: SortId, wanted: &dyn Fn(&Sort) -> bool) -> bool {
        let Some(sort) = self.get(id) else {
            return false;
        };
        // Datatypes may contain instances that have no ids, so this visits sorts instead of ids.
        let (mut seen, mut todo) = (Vec::new(), vec![sort.clone()]);
        while let Some(sort) = todo.pop() {
            if wanted(&sort) {
                return true;
            }
            match &sort {
                Sort::Dt(datatype) if seen.len() < MAX_INSTANCES && !seen.contains(&sort) => {
                    let selectors = datatype.constructors().iter().flat_map(|c| &c.selectors);
                    for selector in selectors {
                        // A part may have an id where the whole has none.
                        selector
                            .field
                            .each_component(&mut |part| todo.extend(datatype.field(self, part)));
                    }
                    seen.push(sort);
                }
                // The elements of a declared sort do not contain elements of its arguments.
                Sort::Dt(_) | Sort::Instance(..) => {}
                sort => {
                    let parts = sort.parts();
                    todo.extend(parts.iter().filter_map(|id| self.get(*id)).cloned());
                }
            }
        }
        false
    }

    fn named(
        &self,
        symbol: &str,
        args: &[SortId],
        set_of: &dyn Fn(SortView) -> SortView,
    ) -> String {
        if args.is_empty() {
            return symbol.to_owned();
        }
        let args = args.iter();
        let args = args.map(|arg| format!(" {}", self.view_with_sets(*arg, set_of)));
        format!("({symbol}{})", args.collect::<String>())
    }

    /// Whether all component sorts can have constants. Regular languages cannot, see
    /// [`SortKind::has_symbols`].
    #[must_use]
    pub fn parts_have_symbols(&self, sort: &Sort) -> bool {
        let parts = sort.parts();
        let mut sorts = parts.iter().filter_map(|part| self.get(*part));
        sorts.all(|part| part.kind().has_symbols())
    }

    /// The sort without ids.
    #[must_use]
    pub fn view(&self, id: SortId) -> SortView {
        self.view_with_sets(id, &|element| SortView::Set(Box::new(element)))
    }

    /// The sort without ids, for a solver that has other sorts in place of sets. `set_of` makes
    /// that sort from the sort of the elements.
    #[must_use]
    pub fn view_with_sets(&self, id: SortId, set_of: &dyn Fn(SortView) -> SortView) -> SortView {
        let view = |id: &SortId| self.view_with_sets(*id, set_of);
        match self.get(id) {
            None => SortView::Other(id.to_string()),
            Some(Sort::Bool) => SortView::Bool,
            Some(Sort::Int) => SortView::Int,
            Some(Sort::Real) => SortView::Real,
            Some(Sort::Bv(width)) => SortView::Bv(*width),
            Some(Sort::Array(index, element)) => {
                SortView::Array(Box::new((view(index), view(element))))
            }
            Some(Sort::Set(element)) => set_of(view(element)),
            Some(Sort::Bag(element)) => SortView::Bag(Box::new(view(element))),
            Some(Sort::Fun(domain, codomain)) => {
                SortView::Fun(domain.iter().map(view).collect(), Box::new(view(codomain)))
            }
            Some(Sort::Uninterpreted(name)) => SortView::Uninterpreted(name.to_string()),
            Some(Sort::Fp(exponent, significand)) => SortView::Fp(*exponent, *significand),
            Some(Sort::Rm) => SortView::Rm,
            Some(Sort::String) => SortView::String,
            Some(Sort::RegLan) => SortView::RegLan,
            Some(Sort::Seq(element)) => SortView::Seq(Box::new(view(element))),
            Some(Sort::Ff(size)) => SortView::Ff(Arc::clone(size)),
            Some(Sort::Dt(datatype)) => {
                SortView::Dt(self.named(&datatype.declaration().symbol, &datatype.args, set_of))
            }
            Some(Sort::Nullable(element)) => SortView::Nullable(Box::new(view(element))),
            Some(Sort::Tuple(parts)) => SortView::Tuple(parts.iter().map(view).collect()),
            Some(Sort::Instance(symbol, args)) => {
                SortView::Uninterpreted(self.named(symbol, args, set_of))
            }
            Some(Sort::Constructor(_)) => SortView::Other(id.to_string()),
        }
    }

    /// All sorts by canonical id, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (SortId, &Sort)> {
        self.by_id.iter().enumerate().filter_map(|(slot, entry)| {
            let (sort, canonical) = entry.as_ref()?;
            (canonical.0 as usize == slot).then_some((*canonical, sort))
        })
    }

    /// Removes all sorts.
    pub fn clear(&mut self) {
        self.by_id.clear();
        self.ids.clear();
    }
}
