//! Signatures: the notation of the operator table, and how it predicts sorts.
//!
//! ```text
//! signature := {index} {argument} "->" sort {attribute}
//! index     := "{" name low ".." [["~"] high] "}"     inclusive; "~": a larger index is legal, but not generated
//!            | "{" sort "}"                           the id of a sort: SMT-LIB's `(as f sort)`; a variable is any sort
//! sort      := "Bool" | "Int" | "Real" | "RM" | "String" | "RegLan" | var | "(BV" expression ")"
//!            | "(FP" expression expression ")" | "(Array" sort sort ")" | "(Seq" sort ")" | "(Set" sort ")"
//!            | "(Bag" sort ")" | "(Nullable" sort ")" | "(FF" var ")" | "(Uninterpreted" var ")" | "(->" sort {sort} ")"
//!            | "(Tuple" {sort | ["~"] var "*"} ")"    "x*": any number of components; "~": in reverse order
//! expression:= factor {("+" | "-") factor};  factor := atom {("*" | "/") atom};  atom := number | var
//! attribute := ":left-assoc" | ":right-assoc" | ":chainable" | ":pairwise"      (of SMT-LIB)
//!            | ":any"         any number of further arguments of the sort of the last (extension operators)
//!            | ":product"     in runs of linear arithmetic, all arguments but the first must be values
//!            | ":quotient"    the same, and these values must not be 0
//!            | ":nonlinear"   not generated in runs of linear arithmetic
//!            | ":literal"     all arguments but the first must be values
//!            | ":scripted"    for traces of imported scripts: never generated
//!            | ":apply"       a function and its arguments
//!            | ":partial"     a function and the first of its arguments
//!            | ":binder"      one or more variables and a body
//!            | ":lambda"      one or more variables and a body of any sort; one variable if the result is an array
//!            | ":comprehension" a formula, a term of any sort, and one or more variables, which are bound in both
//!            | ":annotated"   the body of a binder, and terms of any sorts if there is a second argument
//!            | ":constructor" and others of datatypes, see `datatype.rs`; ":tuple" and others, see `tuple.rs`
//! ```
//! A lower-case letter in place of an argument is a sort variable. Inside `(BV …)`, `(FP …)` and in
//! bounds it is a number variable. The argument `(BV s-1)` determines `s`. If an expression has
//! several number variables, indices or earlier arguments must determine all but one.

mod infer;
mod parse;
mod row;

use super::{DatatypeOp, TupleOp};
use crate::sort::{Sort, SortId, Sorts};
use smallvec::SmallVec;

/// How an operator of two arguments applies to more of them. `LeftAssoc` to `Pairwise` are
/// attributes of SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fold {
    /// It takes no more arguments.
    None,
    /// `(f a b c)` is `(f (f a b) c)`.
    LeftAssoc,
    /// `(f a b c)` is `(f a (f b c))`.
    RightAssoc,
    /// `(f a b c)` is `(and (f a b) (f b c))`.
    Chainable,
    /// `(f a b c)` is `(and (f a b) (f a c) (f b c))`.
    Pairwise,
    /// `f` takes any number of arguments. All further ones have the sort of the last.
    Any,
}

/// The form of the arguments of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One argument per pattern, or more if the operator folds.
    Plain,
    /// A function and one argument per sort of its domain.
    Apply,
    /// A function and its first argument.
    Partial,
    /// One or more variables and a Boolean body.
    Binder,
    /// Variables and a body of any sort. The result is a function, or an array with one index.
    Lambda,
    /// The condition on the members of a set, the term that is the member, and the variables bound
    /// in both.
    Comprehension,
    /// The body of a binder and the terms of a pattern. The result may only be the body of a
    /// binder.
    Annotated,
    /// The declaration of a datatype determines the arguments.
    Dt(DatatypeOp),
    /// The components of tuples determine the arguments.
    Tuple(TupleOp),
}

impl Shape {
    /// The variables among the arguments, and the terms in which they are bound. `None` if the
    /// operator binds none.
    #[must_use]
    pub fn binding<T>(self, args: &[T]) -> Option<(&[T], &[T])> {
        match self {
            Shape::Binder | Shape::Lambda | Shape::Dt(DatatypeOp::BindCase) => {
                args.split_at_checked(args.len().checked_sub(1)?)
            }
            Shape::Comprehension => {
                let (bodies, variables) = args.split_at_checked(2)?;
                Some((variables, bodies))
            }
            _ => None,
        }
    }

    /// Whether the operator binds variables.
    #[must_use]
    pub fn binds(self) -> bool {
        self.binding(&[(); 3]).is_some()
    }
}

/// A sort with variables, as written in signatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// A sort variable. The number is its slot in the bindings.
    Var(usize),
    /// Bit-vectors of this width.
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
    /// Nullable values.
    Nullable(Box<Pattern>),
    /// Finite fields. The sort variable stands for the field.
    Ff(usize),
    /// Declared sorts without interpretation. The sort variable stands for the sort.
    Uninterpreted(usize),
    /// Functions: the sorts of the domain, then the codomain.
    Fun(Vec<Pattern>),
    /// Tuples.
    Tuple(Vec<TupleEntry>),
}

/// An entry of a tuple pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TupleEntry {
    /// One component.
    Part(Pattern),
    /// A row: any number of components. The number is its slot in the bindings; `true` means in
    /// reverse order.
    Row(usize, bool),
}

/// A number with variables, as written in signatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant.
    Const(i64),
    /// A number variable. The number is its slot in the bindings.
    Var(usize),
    /// `+`, `-`, `*` or `/`, applied to two numbers.
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

    /// Whether this equals `value`. Binds a free variable, if that is the whole expression or in
    /// the first operand of a sum or difference.
    fn matches(&self, value: i64, numbers: &mut SmallVec<[Option<i64>; 4]>) -> bool {
        match self {
            Expr::Var(v) => bind_slot(numbers, *v, value),
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

/// An index in a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    /// A number.
    Number(Bounds),
    /// The id of a sort that is an instance of the pattern.
    Sort(Pattern),
}

/// A numeric index with inclusive bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    slot: usize,
    low: Expr,
    high: Option<Expr>,
    /// The upper bound only limits generation; larger indices are legal.
    soft: bool,
}

/// Which applications of an operator are linear arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linear {
    /// All.
    Any,
    /// Those whose arguments are values, except the first.
    Product,
    /// Those whose arguments are values other than 0, except the first.
    Quotient,
    /// None.
    Never,
}

impl Linear {
    /// Whether a run may use the operator. `linear` tells whether the run is restricted to linear
    /// arithmetic.
    #[must_use]
    pub fn is_allowed(self, linear: bool) -> bool {
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
    /// How the operator applies to more than two arguments.
    pub fold: Fold,
    /// The form of the arguments.
    pub shape: Shape,
    /// Which applications are linear.
    pub linear: Linear,
    /// In every run, all arguments but the first must be values.
    pub literal: bool,
    /// Only traces of imported scripts have the operator. It is never generated.
    pub scripted: bool,
}

/// The values of a signature's variables in one application.
#[derive(Clone, Default, Debug)]
pub struct Bindings {
    sorts: SmallVec<[Option<SortId>; 4]>,
    numbers: SmallVec<[Option<i64>; 4]>,
    /// The sorts of the components in a row.
    rows: SmallVec<[Option<Box<[SortId]>>; 2]>,
}

fn bind_slot<T: Copy + PartialEq>(
    slots: &mut SmallVec<[Option<T>; 4]>,
    index: usize,
    value: T,
) -> bool {
    if slots.len() <= index {
        slots.resize(index + 1, None);
    }
    *slots[index].get_or_insert(value) == value
}

impl Pattern {
    /// Whether `sort` is an instance of the pattern. Binds free variables.
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
            (Pattern::Var(v), _)
            | (Pattern::Ff(v), Sort::Ff(_))
            | (Pattern::Uninterpreted(v), Sort::Uninterpreted(_) | Sort::Instance(..)) => {
                bind_slot(&mut bound.sorts, *v, sorts.canon(sort))
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

    /// The sort that the pattern stands for. `None` if a variable is free or a component sort has
    /// not been made.
    #[must_use]
    pub fn instance(&self, sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
        Some(match self {
            Pattern::Bool => Sort::Bool,
            Pattern::Int => Sort::Int,
            Pattern::Real => Sort::Real,
            Pattern::String => Sort::String,
            Pattern::RegLan => Sort::RegLan,
            Pattern::Var(v) | Pattern::Ff(v) | Pattern::Uninterpreted(v) => {
                sorts.get((*bound.sorts.get(*v)?)?)?.clone()
            }
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

    /// Binds free sorts and rows to chosen sorts. Returns `None` if `choose` does.
    pub fn bind_free(
        &self,
        bound: &mut Bindings,
        choose: &mut dyn FnMut() -> Option<SortId>,
    ) -> Option<()> {
        match self {
            Pattern::Var(slot) => bound.bind_free(*slot, choose),
            Pattern::Set(part)
            | Pattern::Bag(part)
            | Pattern::Seq(part)
            | Pattern::Nullable(part) => part.bind_free(bound, choose),
            Pattern::Array(parts) => {
                parts.0.bind_free(bound, choose)?;
                parts.1.bind_free(bound, choose)
            }
            Pattern::Fun(parts) => parts.iter().try_for_each(|p| p.bind_free(bound, choose)),
            Pattern::Tuple(entries) => row::bind_free(entries, bound, choose),
            _ => Some(()),
        }
    }

    /// The element sort, if only that has to be made before the pattern's sort can be.
    #[must_use]
    pub fn missing_element(&self, sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
        let element = self.element()?.instance(sorts, bound);
        element.filter(|sort| sorts.find(sort).is_none())
    }

    /// The element pattern of sets, bags and nullables.
    #[must_use]
    pub fn element(&self) -> Option<&Pattern> {
        match self {
            Pattern::Set(element) | Pattern::Bag(element) | Pattern::Nullable(element) => {
                Some(element)
            }
            _ => None,
        }
    }

    /// Whether the pattern stands for arrays of arrays.
    #[must_use]
    pub fn is_nested_array(&self) -> bool {
        let is_array = |part: &Pattern| matches!(part, Pattern::Array(_));
        matches!(self, Pattern::Array(parts) if is_array(&parts.0) || is_array(&parts.1))
    }

    /// The sort to make next. This is the pattern's sort, or a component sort of it that has not
    /// been made, the innermost first. `pick` chooses sorts for what is free.
    pub fn sort_to_make(
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
                None => return part.sort_to_make(sorts, bound, pick),
            }
        }
        self.instance(sorts, bound)
    }

    /// The id of the pattern's sort.
    fn name(&self, sorts: &Sorts, bound: &Bindings) -> Option<SortId> {
        sorts.find(&self.instance(sorts, bound)?)
    }
}

impl Bindings {
    fn bind_free(&mut self, slot: usize, choose: &mut dyn FnMut() -> Option<SortId>) -> Option<()> {
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
    /// Whether the index may have this value. Binds the variables of the index, for later bounds,
    /// arguments and the result.
    pub fn bind(&self, value: u32, sorts: &Sorts, bound: &mut Bindings) -> bool {
        match self {
            Index::Number(bounds) => bounds.bind(value, bound),
            Index::Sort(pattern) => pattern.matches(SortId(value), sorts, bound),
        }
    }

    fn admits(&self, value: u32, bound: &Bindings) -> bool {
        match self {
            Index::Number(bounds) => bounds.admits(value, bound),
            Index::Sort(_) => true, // `bind` has checked it.
        }
    }
}

impl Bounds {
    /// The inclusive range for generation, or `None` if it is empty. If the chosen result sort has
    /// already bound the variable, the range has one number.
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
        bind_slot(&mut bound.numbers, self.slot, i64::from(value))
    }
}

impl Signature {
    /// Whether variables and a body make an array instead of a function.
    #[must_use]
    pub fn makes_array(&self) -> bool {
        matches!(
            (self.shape, &self.result),
            (Shape::Lambda, Pattern::Array(_))
        )
    }

    /// Parses the notation that the module documentation describes.
    ///
    /// # Errors
    /// What could not be read and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse::SignatureParser::new(text).signature()
    }
}

#[cfg(test)]
mod tests;
