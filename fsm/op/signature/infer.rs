//! Predicts the sorts of applications.

use super::{Bindings, Expr, Fold, Pattern, Shape, Signature, bind_slot};
use crate::op::IllSorted;
use crate::sort::{Sort, SortId, Sorts};

impl Signature {
    /// Checks an application and returns its sort.
    ///
    /// # Errors
    /// The first violation of the signature.
    pub fn infer(
        &self,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let arity = |expected: &str| IllSorted::arity(expected, args);
        match self.shape {
            Shape::Apply => {
                let (function, args) = args.split_first().ok_or_else(|| arity("2 or more"))?;
                let Some(Sort::Fun(domain, codomain)) = sorts.get(*function) else {
                    return Err(wrong(0));
                };
                if domain.len() != args.len() {
                    return Err(arity(&(domain.len() + 1).to_string()));
                }
                for (position, (given, wanted)) in args.iter().zip(domain).enumerate() {
                    if sorts.canon(*given) != *wanted {
                        let wanted = sorts.view(*wanted).to_string();
                        return Err(wrong(position + 1).but(wanted));
                    }
                }
                sorts.get(*codomain).cloned().ok_or_else(|| wrong(0))
            }
            Shape::Partial => {
                let [function, first] = args else {
                    return Err(arity("2"));
                };
                let Some(Sort::Fun(domain, codomain)) = sorts.get(*function) else {
                    return Err(wrong(0));
                };
                match domain.split_first() {
                    Some((wanted, [])) if sorts.canon(*first) == *wanted => {
                        sorts.get(*codomain).cloned().ok_or_else(|| wrong(0))
                    }
                    Some((wanted, rest)) if sorts.canon(*first) == *wanted => {
                        Ok(Sort::Fun(rest.into(), *codomain))
                    }
                    _ => Err(wrong(1)),
                }
            }
            Shape::Lambda if self.makes_array() => {
                self.infer_plain(sorts, args, indices, &wrong, &arity)
            }
            Shape::Lambda => match args.split_last() {
                Some((body, variables @ [_, ..])) => Ok(sorts.function(variables, *body)),
                _ => Err(arity("2 or more")),
            },
            Shape::Binder => match args.split_last() {
                Some((body, [_, ..])) if sorts.get(*body) == Some(&Sort::Bool) => Ok(Sort::Bool),
                Some((_, [_, ..])) => Err(wrong(args.len() - 1)),
                _ => Err(arity("2 or more")),
            },
            Shape::Comprehension => match args {
                [holds, member, _, ..] if sorts.get(*holds) == Some(&Sort::Bool) => {
                    Ok(Sort::Set(sorts.canon(*member)))
                }
                [_, _, _, ..] => Err(wrong(0)),
                _ => Err(arity("3 or more")),
            },
            Shape::Annotated if self.args.len() == 1 => {
                self.infer_plain(sorts, args, indices, &wrong, &arity)
            }
            Shape::Annotated => match args.split_first() {
                Some((body, [_, ..])) if sorts.get(*body) == Some(&Sort::Bool) => Ok(Sort::Bool),
                Some((_, [_, ..])) => Err(wrong(0)),
                _ => Err(arity("2 or more")),
            },
            Shape::Plain => self.infer_plain(sorts, args, indices, &wrong, &arity),
            Shape::Dt(part) => part.infer(sorts, args, indices),
            Shape::Tuple(tupling) => tupling.infer(sorts, args, indices),
        }
    }

    /// The sort of the elements of the resulting collection, if it has not been made. The
    /// application needs it.
    #[must_use]
    pub fn missing_element(&self, sorts: &Sorts, args: &[SortId], indices: &[u32]) -> Option<Sort> {
        match self.shape {
            Shape::Tuple(tupling) => tupling.missing_element(sorts, args, indices),
            Shape::Plain if self.args.len() == args.len() => {
                let mut bound = Bindings::default();
                let mut pairs = self.args.iter().zip(args);
                let fits = pairs.all(|(pattern, sort)| pattern.matches(*sort, sorts, &mut bound));
                fits.then(|| self.result.missing_element(sorts, &bound))?
            }
            _ => None,
        }
    }

    fn infer_plain(
        &self,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
        wrong: &dyn Fn(usize) -> IllSorted,
        arity: &dyn Fn(&str) -> IllSorted,
    ) -> Result<Sort, IllSorted> {
        let mut bound = Bindings::default();
        let folds = self.fold != Fold::None && args.len() > self.args.len();
        if args.len() < self.args.len() || (args.len() > self.args.len() && !folds) {
            let or_more = if self.fold == Fold::None {
                ""
            } else {
                " or more"
            };
            return Err(arity(&format!("{}{or_more}", self.args.len())));
        }
        // The sorts of arguments may depend on indices, and the bounds of indices on arguments.
        for (index, value) in self.indices.iter().zip(indices) {
            index.bind(*value, sorts, &mut bound);
        }
        for (position, pattern) in self.args.iter().enumerate() {
            if !pattern.matches(args[position], sorts, &mut bound) {
                return Err(wrong(position).but(pattern.wanted(sorts, &bound)));
            }
        }
        if indices.len() != self.indices.len() {
            let position = indices.len().min(self.indices.len()) + 1;
            return Err(IllSorted::Index { position });
        }
        for (position, (index, value)) in self.indices.iter().zip(indices).enumerate() {
            if !index.admits(*value, &bound) || !index.bind(*value, sorts, &mut bound) {
                return Err(IllSorted::Index {
                    position: position + 1,
                });
            }
        }
        let no_sort = || IllSorted::Index { position: 1 };
        let mut result = self.result.instance(sorts, &bound).ok_or_else(no_sort)?;
        for (position, sort) in args.iter().enumerate().skip(self.args.len()) {
            result = self
                .fold_in(result, *sort, sorts, &bound)
                .ok_or_else(|| self.wrong_last(wrong(position), sorts, &bound))?;
        }
        Ok(result)
    }

    /// Adds to an error what is expected of each further argument.
    fn wrong_last(&self, error: IllSorted, sorts: &Sorts, bound: &Bindings) -> IllSorted {
        match self.args.last() {
            // The widths may differ.
            Some(Pattern::Bv(_)) => error.but("a bit-vector"),
            Some(last) => error.but(last.wanted(sorts, bound)),
            None => error,
        }
    }

    /// The sort after one more argument. Only widths can change, as in `concat`.
    fn fold_in(&self, so_far: Sort, next: SortId, sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
        let last = self.args.last()?;
        let mut step = Bindings::default();
        if let (Sort::Bv(width), Some(Pattern::Bv(Expr::Var(v)))) = (&so_far, self.args.first()) {
            bind_slot(&mut step.numbers, *v, i64::from(*width));
        } else {
            step.clone_from(bound);
        }
        last.matches(next, sorts, &mut step).then_some(())?;
        self.result.instance(sorts, &step)
    }
}

impl Pattern {
    /// The sort that the pattern stands for, or words for it if the sort is not determined.
    fn wanted(&self, sorts: &Sorts, bound: &Bindings) -> String {
        let sort = self.instance(sorts, bound);
        if let Some(id) = sort.and_then(|sort| sorts.find(&sort)) {
            return sorts.view(id).to_string();
        }
        let words = match self {
            Self::Bool => "Bool",
            Self::Int => "Int",
            Self::Real => "Real",
            Self::Rm => "RoundingMode",
            Self::String => "String",
            Self::RegLan => "RegLan",
            Self::Var(_) => "another sort",
            Self::Bv(_) => "a bit-vector",
            Self::Array(_) => "an array",
            Self::Set(_) => "a set",
            Self::Bag(_) => "a bag",
            Self::Fp(..) => "a floating-point number",
            Self::Seq(_) => "a sequence",
            Self::Nullable(_) => "a nullable",
            Self::Ff(_) => "an element of a finite field",
            Self::Uninterpreted(_) => "a declared sort",
            Self::Fun(_) => "a function",
            Self::Tuple(_) => "a tuple",
        };
        words.to_owned()
    }
}
