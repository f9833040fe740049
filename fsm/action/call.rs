//! Calls as data: an action, its arguments, and the ids of its results.

use super::{Action, BadArguments};
use crate::op::Op;
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::{Datatypes, Sort, SortId, SortKind};
use crate::value::Value;
use smallvec::SmallVec;
use std::sync::Arc;

/// The type of one argument of an action: its schema for printing and parsing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// `s3`.
    Sort,
    /// `t5`.
    Term,
    /// `2 s5 s7`.
    Sorts,
    /// `2 t5 t7`.
    Terms,
    /// `OP_BV_ADD`.
    Op,
    /// `SORT_BV`: the kind of the result's sort. An operator of datatypes also names a datatype,
    /// constructor and selector: `s4 1 "cons"`.
    Kind,
    /// `2 7 0`, or nothing if there are no indices. It is the last argument.
    Indices,
    /// `12`.
    Number,
    /// `QF_BV`: a word without blanks.
    Word,
    /// `"_x0"`: a string. Quotes in it are doubled.
    Text,
    /// `2 "(f x)" "(g x)"`: strings.
    Texts,
    /// `SORT_ARRAY s1 s2`.
    NewSort,
    /// `s3`: a sort constructor.
    Constructor,
    /// `s1 s2`: several sorts. It is the last argument.
    SortArgs,
    /// `true`, `"-12"`, `"1" "3"`, `"0101" 2`, `"a\u{0}"`: a value of the sort before it. It is
    /// the last argument.
    Value,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants are those of `Param`")]
pub enum Arg {
    Sort(SortId),
    Term(TermId),
    Sorts(SmallVec<[SortId; 4]>),
    Terms(SmallVec<[TermId; 4]>),
    Op(Op),
    Kind(SortKind),
    Indices(SmallVec<[u32; 2]>),
    Number(u32),
    Word(Box<str>),
    Text(Box<str>),
    Texts(Vec<Box<str>>),
    NewSort(Sort),
    Value(Value),
    Named(SortKind, Named),
    Datatypes(Arc<Datatypes>),
    SortArgs(SmallVec<[SortId; 4]>),
}

/// The datatype, constructor and selector that an operator of datatypes names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Named {
    /// The datatype, if no argument has it as its sort.
    pub sort: Option<SortId>,
    /// A constructor, and a selector of the constructor, as far as the operator names them.
    pub symbols: SmallVec<[Box<str>; 2]>,
}

/// The kind of result of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// `return s3`. For datatypes that are declared together: one sort for each, in order,
    /// `return s3 s4`.
    Sort,
    /// `return t5`.
    Term,
    /// `return t5 s3`.
    TermAndSort,
}

/// The ids that a call returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids {
    /// The sort that is made, or the sort of the term. If several sorts are made, it is the first,
    /// and the others follow.
    pub sort: Option<SortId>,
    /// The term that is made.
    pub term: Option<TermId>,
}

/// The arguments of a call.
pub type Args = SmallVec<[Arg; 4]>;

/// A call: an action with arguments and a seed.
#[derive(Clone)]
pub struct Call {
    /// The seed of the wrapper's choices in this call, below [`Call::SEEDS`].
    pub seed: u32,
    /// The action.
    pub action: &'static dyn Action,
    /// Its arguments. Their types are `Action::params`.
    pub args: Args,
    /// The ids of its results.
    pub ids: Ids,
}

impl Call {
    /// Seeds are below this bound, as in Murxla.
    pub const SEEDS: u64 = 100_000;

    /// Draws the seed of a call.
    pub fn draw_seed(rng: &mut Rng) -> u32 {
        rng.below(Self::SEEDS) as u32
    }

    /// The number of sorts that it makes, if it makes any.
    #[must_use]
    pub fn sort_count(&self) -> usize {
        sort_count(&self.args)
    }

    /// The id of the term that it makes.
    ///
    /// # Errors
    /// It makes none.
    pub fn new_term(&self) -> Result<TermId, BadArguments> {
        self.ids.term.ok_or(BadArguments)
    }

    /// The id of the sort that it makes, or of the sort of its term.
    ///
    /// # Errors
    /// It makes none.
    pub fn new_sort(&self) -> Result<SortId, BadArguments> {
        self.ids.sort.ok_or(BadArguments)
    }
}

pub(crate) fn sort_count(args: &[Arg]) -> usize {
    match args.first() {
        Some(Arg::Datatypes(group)) => group.members().len(),
        _ => 1,
    }
}
