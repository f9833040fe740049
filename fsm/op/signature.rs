//! Signatures: the notation of the operator table, and the sorts it predicts.
//!
//! ```text
//! signature := {index} {argument} "->" sort {attribute}
//! index     := "{" name low ".." [["~"] high] "}"     inclusive; "~": kept by generation only
//!            | "{" sort "}"                           the id of a sort: SMT-LIB's `(as f sort)`
//! sort      := "Bool" | "Int" | "Real" | "RM" | "String" | "RegLan" | var | "(BV" expression ")"
//!            | "(FP" expression expression ")" | "(Array" sort sort ")" | "(Seq" sort ")" | "(Set" sort ")"
//!            | "(Bag" sort ")" | "(Nullable" sort ")" | "(FF" var ")" | "(->" sort {sort} ")"
//!            | "(Tuple" {sort | ["~"] var "*"} ")"    rows; "~": the other way round
//! expression:= factor {("+" | "-") factor};  factor := atom {("*" | "/") atom};  atom := number | var
//! attribute := ":left-assoc" | ":right-assoc" | ":chainable" | ":pairwise"      (of SMT-LIB)
//!            | ":any"         any number of arguments of the sort of the last, of a wrapper's own operator
//!            | ":product"     in runs of linear arithmetic, all arguments but the first must be values
//!            | ":quotient"    … values other than 0
//!            | ":nonlinear"   runs of linear arithmetic do not make it
//!            | ":literal"     all arguments but the first must be values
//!            | ":scripted"    traces may have it, as scripts do; runs do not
//!            | ":apply"       a function and its arguments
//!            | ":partial"     a function and the first of its arguments
//!            | ":binder"      one or more variables and a body
//!            | ":lambda"      one or more variables and a body of any sort; if an array is the result, one variable
//!            | ":comprehension" a formula, a term of any sort, and one or more variables, which are bound in both
//!            | ":annotated"   the body of a binder and terms of any sorts
//!            | ":constructor" and others of datatypes, see `datatype.rs`; ":tuple" and others, see `tuple.rs`
//! ```
//! A lower-case letter in an argument's place is a sort variable; inside `(BV …)`, `(FP …)` and in bounds it
//! is a number. An argument `(BV s-1)` tells `s`; with more than one number in it, all but one are known from indices
//! or earlier arguments.

mod infer;
mod parse;
mod row;

use super::{Part, Tupling};
use crate::sort::{Sort, SortId, Sorts};
use smallvec::SmallVec;

/// How an operator of two arguments applies to more of them, as SMT-LIB's attributes say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// It does not.
    None,
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssoc,
    /// `(f a b c)` is `(f a (f b c))`.
    RightAssoc,
    /// `(f a b c)` is `(and (f a b) (f b c))`.
    Chainable,
    /// `(f a b c)` is `(and (f a b) (f a c) (f b c))`.
    Pairwise,
    /// `f` has any number of arguments: all further ones are like the last.
    Any,
}

/// What the arguments of an operator look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// As many arguments as there are patterns, or more if it folds.
    Plain,
    /// A function and as many arguments as its domain has.
    Apply,
    /// A function and the first argument of its domain.
    Partial,
    /// One or more variables and a Boolean body.
    Binder,
    /// Variables and a body of any sort: a function, or an array of one index.
    Lambda,
    /// What holds of the members of a set, what they are, and the variables of both.
    Comprehension,
    /// The body of a binder and the terms of a pattern: no term of its own.
    Annotated,
    /// What a declaration of datatypes says.
    Dt(Part),
    /// What the parts of tuples say.
    Tuple(Tupling),
}

impl Shape {
    /// The variables among the arguments, and the terms in which they are bound; `None` if none are.
    #[must_use]
    pub fn binding<T>(self, args: &[T]) -> Option<(&[T], &[T])> {
        match self {
            Shape::Binder | Shape::Lambda | Shape::Dt(Part::BindCase) => {
                args.split_at_checked(args.len().checked_sub(1)?)
            }
            Shape::Comprehension => {
                let (bodies, variables) = args.split_at_checked(2)?;
                Some((variables, bodies))
            }
            _ => None,
        }
    }

    /// Whether variables are bound.
    #[must_use]
    pub fn binds(self) -> bool {
        self.binding(&[(); 3]).is_some()
    }
}

/// A sort with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// A sort variable, by its slot in the bindings.
    Var(usize),
    /// Bit-vectors of a width.
    Bv(Expr),
    /// Arrays.
    Array(Box<(Pattern, Pattern)>),
    /// Sets.
    Set(Box<Pattern>),
    /// Bags.
    Bag(Box<Pattern>),
    /// Floating-point numbers: widths of exponent and significand.
    Fp(Expr, Expr),
    /// Rounding modes.
    Rm,
    /// `String`.
    String,
    /// `RegLan`.
    RegLan,
    /// Sequences.
    Seq(Box<Pattern>),
    /// What may be null.
    Nullable(Box<Pattern>),
    /// A finite field, which the sort variable stands for.
    Ff(usize),
    /// Functions: the domain, then the codomain.
    Fun(Vec<Pattern>),
    /// Tuples.
    Tuple(Vec<Entry>),
}

/// What the parts of a tuple are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// One part.
    Part(Pattern),
    /// A row of any length, by its slot in the bindings, and whether the other way round.
    Row(usize, bool),
}

/// A number with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant.
    Const(i64),
    /// A number variable, by its slot in the bindings.
    Var(usize),
    /// Two numbers and `+`, `-`, `*` or `/`.
    Binary(char, Box<(Expr, Expr)>),
}

impl Expr {
    fn eval(&self, numbers: &[Option<i64>]) -> Option<i64> {
        match self {
            Expr::Const(value) => Some(*value),
            Expr::Var(slot) => *numbers.get(*slot)?,
            Expr::Binary(op, parts) => {
                let (a, b) = (parts.0.eval(numbers)?, parts.1.eval(numbers)?);
                match op {
                    '+' => a.checked_add(b),
                    '-' => a.checked_sub(b),
                    '*' => a.checked_mul(b),
                    _ => a.checked_div(b),
                }
            }
        }
    }

    /// Whether this is `value`; binds the number that is still free, if it is all or the first part of
    /// a sum or difference.
    fn matches(&self, value: i64, numbers: &mut SmallVec<[Option<i64>; 4]>) -> bool {
        match self {
            Expr::Var(v) => slot(numbers, *v, value),
            Expr::Binary(op @ ('+' | '-'), parts) if parts.0.eval(numbers).is_none() => {
                let rest = parts.1.eval(numbers);
                let first = rest.and_then(|rest| match op {
                    '+' => value.checked_sub(rest),
                    _ => value.checked_add(rest),
                });
                first.is_some_and(|first| parts.0.matches(first, numbers))
            }
            _ => self.eval(numbers) == Some(value),
        }
    }
}

/// An index of an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    /// A number.
    Number(Bounds),
    /// The id of a sort that is an instance of the pattern.
    Sort(Pattern),
}

/// A numeric index, with its inclusive bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    slot: usize,
    low: Expr,
    high: Option<Expr>,
    /// The upper bound is for generation only: a larger index is legal.
    soft: bool,
}

/// Which applications are linear arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linear {
    /// All.
    Any,
    /// Those whose arguments, but the first, are values.
    Product,
    /// Those whose arguments, but the first, are values other than 0.
    Quotient,
    /// None.
    Never,
}

impl Linear {
    /// Whether some applications may be made in a run, whose arithmetic is to be `linear` or may be anything.
    #[must_use]
    pub fn goes_with(self, linear: bool) -> bool {
        !linear || self != Self::Never
    }
}

/// A parsed signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The argument sorts.
    pub args: Vec<Pattern>,
    /// The indices, in order.
    pub indices: Vec<Index>,
    /// The result sort.
    pub result: Pattern,
    /// How more than two arguments are meant.
    pub fold: Fold,
    /// What the arguments look like.
    pub shape: Shape,
    /// What is linear of it.
    pub linear: Linear,
    /// All arguments but the first must be values, in every run.
    pub literal: bool,
    /// It is for traces of scripts: runs do not make it.
    pub scripted: bool,
}

/// What the variables of a signature stand for in one application.
#[derive(Clone, Default, Debug)]
pub struct Bindings {
    sorts: SmallVec<[Option<SortId>; 4]>,
    numbers: SmallVec<[Option<i64>; 4]>,
    /// Parts of tuples.
    rows: SmallVec<[Option<Box<[SortId]>>; 2]>,
}

fn slot<T: Copy + PartialEq>(slots: &mut SmallVec<[Option<T>; 4]>, index: usize, value: T) -> bool {
    if slots.len() <= index {
        slots.resize(index + 1, None);
    }
    *slots[index].get_or_insert(value) == value
}

impl Pattern {
    /// Whether `sort` is an instance; binds the variables that are still free.
    pub fn matches(&self, sort: SortId, sorts: &Sorts, bound: &mut Bindings) -> bool {
        let Some(actual) = sorts.get(sort) else {
            return false;
        };
        match (self, actual) {
            (Pattern::Bool, Sort::Bool)
            | (Pattern::Int, Sort::Int)
            | (Pattern::Real, Sort::Real)
            | (Pattern::Rm, Sort::Rm)
            | (Pattern::String, Sort::String)
            | (Pattern::RegLan, Sort::RegLan) => true,
            (Pattern::Var(v), _) | (Pattern::Ff(v), Sort::Ff(_)) => {
                slot(&mut bound.sorts, *v, sorts.canon(sort))
            }
            (Pattern::Bv(width), Sort::Bv(actual)) => {
                width.matches(i64::from(*actual), &mut bound.numbers)
            }
            (Pattern::Fp(exponent, significand), Sort::Fp(e, s)) => {
                exponent.matches(i64::from(*e), &mut bound.numbers)
                    && significand.matches(i64::from(*s), &mut bound.numbers)
            }
            (Pattern::Seq(part), Sort::Seq(element))
            | (Pattern::Nullable(part), Sort::Nullable(element)) => {
                part.matches(*element, sorts, bound)
            }
            (Pattern::Array(parts), Sort::Array(index, element)) => {
                parts.0.matches(*index, sorts, bound) && parts.1.matches(*element, sorts, bound)
            }
            (Pattern::Fun(parts), Sort::Fun(..)) => {
                let actual = actual.parts();
                let mut pairs = parts.iter().zip(&actual);
                parts.len() == actual.len()
                    && pairs.all(|(part, sort)| part.matches(*sort, sorts, bound))
            }
            (Pattern::Set(part), Sort::Set(element)) | (Pattern::Bag(part), Sort::Bag(element)) => {
                part.matches(*element, sorts, bound)
            }
            (Pattern::Tuple(entries), Sort::Tuple(parts)) => {
                row::matches(entries, parts, sorts, bound)
            }
            _ => false,
        }
    }

    /// The sort that the pattern stands for once its variables are bound. `None` if one is not,
    /// or a component sort has no name yet.
    #[must_use]
    pub fn instance(&self, sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
        Some(match self {
            Pattern::Bool => Sort::Bool,
            Pattern::Int => Sort::Int,
            Pattern::Real => Sort::Real,
            Pattern::String => Sort::String,
            Pattern::RegLan => Sort::RegLan,
            Pattern::Var(v) | Pattern::Ff(v) => sorts.get((*bound.sorts.get(*v)?)?)?.clone(),
            Pattern::Bv(width) => {
                let width = width.eval(&bound.numbers)?;
                Sort::Bv(u32::try_from(width).ok().filter(|w| *w > 0)?)
            }
            Pattern::Fp(exponent, significand) => {
                let width = |expr: &Expr| {
                    let width = u32::try_from(expr.eval(&bound.numbers)?).ok();
                    width.filter(|width| *width >= 2)
                };
                Sort::Fp(width(exponent)?, width(significand)?)
            }
            Pattern::Rm => Sort::Rm,
            Pattern::Array(parts) => {
                Sort::Array(parts.0.name(sorts, bound)?, parts.1.name(sorts, bound)?)
            }
            Pattern::Fun(parts) => {
                let parts = parts.iter().map(|part| part.name(sorts, bound));
                let parts = parts.collect::<Option<Vec<SortId>>>()?;
                let (codomain, domain) = parts.split_last()?;
                sorts.function(domain, *codomain)
            }
            Pattern::Set(element) => Sort::Set(element.name(sorts, bound)?),
            Pattern::Bag(element) => Sort::Bag(element.name(sorts, bound)?),
            Pattern::Seq(element) => Sort::Seq(element.name(sorts, bound)?),
            Pattern::Nullable(element) => Sort::Nullable(element.name(sorts, bound)?),
            Pattern::Tuple(entries) => row::instance(entries, sorts, bound)?,
        })
    }

    /// Binds the sorts and rows that are still free to chosen sorts. `None` if there is none to choose.
    pub fn close(
        &self,
        bound: &mut Bindings,
        choose: &mut dyn FnMut() -> Option<SortId>,
    ) -> Option<()> {
        match self {
            Pattern::Var(slot) => bound.close(*slot, choose),
            Pattern::Set(part)
            | Pattern::Bag(part)
            | Pattern::Seq(part)
            | Pattern::Nullable(part) => part.close(bound, choose),
            Pattern::Array(parts) => {
                parts.0.close(bound, choose)?;
                parts.1.close(bound, choose)
            }
            Pattern::Fun(parts) => parts.iter().try_for_each(|p| p.close(bound, choose)),
            Pattern::Tuple(entries) => row::close(entries, bound, choose),
            _ => Some(()),
        }
    }

    /// The sort of its elements, if that is all that it lacks a name for.
    #[must_use]
    pub fn lacks(&self, sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
        let element = self.element()?.instance(sorts, bound);
        element.filter(|sort| sorts.find(sort).is_none())
    }

    /// What those that it stands for hold, if that is of one sort.
    #[must_use]
    pub fn element(&self) -> Option<&Pattern> {
        match self {
            Pattern::Set(element) | Pattern::Bag(element) | Pattern::Nullable(element) => {
                Some(element)
            }
            _ => None,
        }
    }

    /// Whether it stands for arrays of arrays.
    #[must_use]
    pub fn nests(&self) -> bool {
        let is_array = |part: &Pattern| matches!(part, Pattern::Array(_));
        matches!(self, Pattern::Array(parts) if is_array(&parts.0) || is_array(&parts.1))
    }

    /// The sort that it stands for, or where that has parts without names, the innermost of these. What is still free is
    /// picked.
    pub fn wanted(
        &self,
        sorts: &Sorts,
        bound: &mut Bindings,
        pick: &mut impl FnMut(&[SortId]) -> Option<SortId>,
    ) -> Option<Sort> {
        let whole = self.instance(sorts, bound);
        let Pattern::Array(parts) = self else {
            return whole;
        };
        if whole.is_some() {
            return whole;
        }
        for part in [&parts.0, &parts.1] {
            if part.name(sorts, bound).is_some() {
                continue;
            }
            let fits = |id: &SortId| part.matches(*id, sorts, &mut bound.clone());
            let fitting: Vec<SortId> = sorts.iter().map(|(id, _)| id).filter(fits).collect();
            match pick(&fitting) {
                Some(sort) => part.matches(sort, sorts, bound).then_some(())?,
                None => return part.wanted(sorts, bound, pick),
            }
        }
        self.instance(sorts, bound)
    }

    /// The name of that sort.
    fn name(&self, sorts: &Sorts, bound: &Bindings) -> Option<SortId> {
        sorts.find(&self.instance(sorts, bound)?)
    }
}

impl Bindings {
    fn close(&mut self, slot: usize, choose: &mut dyn FnMut() -> Option<SortId>) -> Option<()> {
        if self.sorts.len() <= slot {
            self.sorts.resize(slot + 1, None);
        }
        if self.sorts[slot].is_none() {
            self.sorts[slot] = Some(choose()?);
        }
        Some(())
    }
}

impl Index {
    /// Whether the index may have this value; binds its names, for later bounds, arguments and the result.
    pub fn bind(&self, value: u32, sorts: &Sorts, bound: &mut Bindings) -> bool {
        match self {
            Index::Number(bounds) => bounds.bind(value, bound),
            Index::Sort(pattern) => pattern.matches(SortId(value), sorts, bound),
        }
    }

    fn admits(&self, value: u32, bound: &Bindings) -> bool {
        match self {
            Index::Number(bounds) => bounds.admits(value, bound),
            Index::Sort(_) => true, // To bind it says all.
        }
    }
}

impl Bounds {
    /// The inclusive range for generation, or `None` if it is empty. A result whose sort has been chosen
    /// binds the name already, and leaves one number.
    #[must_use]
    pub fn range(&self, bound: &Bindings) -> Option<(u32, u32)> {
        if let Some(Some(known)) = bound.numbers.get(self.slot) {
            let known = u32::try_from(*known).ok()?;
            return self.admits(known, bound).then_some((known, known));
        }
        let low = self.low.eval(&bound.numbers)?;
        let high = match &self.high {
            Some(high) => high.eval(&bound.numbers)?,
            None => i64::from(u32::MAX),
        };
        (low <= high).then_some(())?;
        Some((u32::try_from(low).ok()?, u32::try_from(high).ok()?))
    }

    fn admits(&self, value: u32, bound: &Bindings) -> bool {
        let value = i64::from(value);
        let above = self
            .low
            .eval(&bound.numbers)
            .is_some_and(|low| low <= value);
        let below = match &self.high {
            Some(high) if !self.soft => high.eval(&bound.numbers).is_some_and(|high| value <= high),
            _ => true,
        };
        above && below
    }

    fn bind(&self, value: u32, bound: &mut Bindings) -> bool {
        slot(&mut bound.numbers, self.slot, i64::from(value))
    }
}

impl Signature {
    /// Whether what has variables and a body is an array, not a function.
    #[must_use]
    pub fn makes_array(&self) -> bool {
        matches!(
            (self.shape, &self.result),
            (Shape::Lambda, Pattern::Array(_))
        )
    }

    /// Parses the notation above.
    ///
    /// # Errors
    /// What could not be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse::Parser::new(text).signature()
    }
}

#[cfg(test)]
mod tests;
