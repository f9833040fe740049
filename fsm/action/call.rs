//! Calls as data: an action, its arguments, and the names of its results.

use super::{Action, BadArguments};
use crate::op::Op;
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
    /// `SORT_BV`: the kind of the result's sort; behind it, what an operator of datatypes names,
    /// `s4 1 "cons"`.
    Kind,
    /// `2 7 0`, or nothing at all if there are none; last.
    Indices,
    /// `12`.
    Number,
    /// `QF_BV`: a word without blanks.
    Word,
    /// `"_x0"`: a string, quotes in it doubled.
    Text,
    /// `SORT_ARRAY s1 s2`.
    NewSort,
    /// `s3`, which is no sort, but makes sorts of sorts.
    Constructor,
    /// `s1 s2`: some sorts; last.
    SortArgs,
    /// `true`, `"-12"`, `"1" "3"`, `"0101" 2`, `"a\u{0}"`: a value of the sort before it; last.
    Value,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants of `Param` say it")]
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
    NewSort(Sort),
    Value(Value),
    Named(SortKind, Named),
    Datatypes(Arc<Datatypes>),
    SortArgs(SmallVec<[SortId; 4]>),
}

/// What an operator of datatypes names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Named {
    /// The datatype, where no argument tells it.
    pub sort: Option<SortId>,
    /// A constructor and a selector of it, as far as the operator is about them.
    pub symbols: SmallVec<[Box<str>; 2]>,
}

/// What an action returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// `return s3`; of datatypes that are declared together one each, in order, `return s3 s4`.
    Sort,
    /// `return t5`.
    Term,
    /// `return t5 s3`.
    TermAndSort,
}

/// The ids that a call returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ids {
    /// The sort made, or the sort of the term made. Of several sorts the first: those of the others follow it.
    pub sort: Option<SortId>,
    /// The term made.
    pub term: Option<TermId>,
}

/// The arguments of a call.
pub type Args = SmallVec<[Arg; 4]>;

/// A call of an action: what is generated, printed, parsed, replayed and minimized.
#[derive(Clone)]
pub struct Call {
    /// Decides the choices of the wrapper in this call, 0..=99999.
    pub seed: u32,
    /// The action.
    pub action: &'static dyn Action,
    /// Its arguments, as `Action::params` says.
    pub args: Args,
    /// The names of its results.
    pub ids: Ids,
}

impl Call {
    /// How many sorts it makes, if it makes any.
    #[must_use]
    pub fn sort_count(&self) -> usize {
        sort_count(&self.args)
    }

    /// The id of the term made.
    ///
    /// # Errors
    /// It makes none.
    pub fn new_term(&self) -> Result<TermId, BadArguments> {
        self.ids.term.ok_or(BadArguments)
    }

    /// The id of the sort made, or of the sort of the term made.
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
