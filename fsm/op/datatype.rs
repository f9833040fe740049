//! Operators of datatypes, whose sorts a declaration tells.
//!
//! Constructors and selectors are neither sorts nor terms: indices name them, by their places in the
//! declaration. The first index is the id of the datatype that is made, taken apart or matched; that of a
//! constructor and of a selector follow. In traces, symbols stand for them.

use super::IllSorted;
use crate::sort::{Datatype, Sort, SortId, Sorts};

/// What an operator of datatypes does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A constructor and its arguments.
    Constructor,
    /// A selector of a constructor.
    Selector,
    /// Whether a constructor made it.
    Tester,
    /// The same with another field, or the same if another constructor made it.
    Updater,
    /// What a match yields for a constructor without arguments. Only a match takes it.
    Case,
    /// The same for a constructor whose arguments are bound to variables, or for what else there is, bound
    /// to one.
    BindCase,
    /// A datatype and its cases.
    Match,
}

impl Part {
    /// The parts by their attributes in signatures.
    const ALL: [(Part, &'static str); 7] = [
        (Part::Constructor, ":constructor"),
        (Part::Selector, ":selector"),
        (Part::Tester, ":tester"),
        (Part::Updater, ":updater"),
        (Part::Case, ":case"),
        (Part::BindCase, ":bind-case"),
        (Part::Match, ":match"),
    ];

    pub(super) fn from_attribute(attribute: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, name)| *name == attribute);
        row.map(|(part, _)| *part)
    }

    /// Whether a trace names the sort: no argument tells it.
    #[must_use]
    pub fn names_sort(self) -> bool {
        matches!(self, Part::Constructor | Part::Case | Part::BindCase)
    }

    /// How many symbols a trace names, at least and at most.
    #[must_use]
    pub fn symbols(self) -> (usize, usize) {
        match self {
            Part::Constructor | Part::Tester | Part::Case => (1, 1),
            Part::Selector | Part::Updater => (2, 2),
            Part::BindCase => (0, 1),
            Part::Match => (0, 0),
        }
    }

    /// Whether it is what a match yields in a case, which is no term of its own.
    #[must_use]
    pub fn is_case(self) -> bool {
        matches!(self, Part::Case | Part::BindCase)
    }

    /// Checks an application and predicts its sort.
    pub(super) fn infer(
        self,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let arity = |expected: usize| IllSorted::arity(&expected.to_string(), args);
        let index = |position: usize| IllSorted::Index { position };
        let datatype = |id: SortId| match sorts.get(id) {
            Some(Sort::Dt(datatype)) => Some(datatype),
            _ => None,
        };
        if self == Part::Match {
            let [subject, case, cases @ ..] = args else {
                return Err(arity(2));
            };
            datatype(*subject).ok_or_else(|| wrong(0))?;
            let differs = |other: &SortId| sorts.canon(*other) != sorts.canon(*case);
            if let Some(place) = cases.iter().position(differs) {
                return Err(wrong(place + 2));
            }
            return sorts.get(*case).cloned().ok_or_else(|| wrong(1));
        }
        let (id, rest) = indices.split_first().ok_or_else(|| index(1))?;
        let id = SortId(*id);
        let sort = datatype(id).ok_or_else(|| index(1))?;
        let symbols = self.symbols();
        if rest.len() < symbols.0 || rest.len() > symbols.1 {
            return Err(index(rest.len().min(symbols.1) + 2));
        }
        let constructor = match rest.first() {
            Some(number) => {
                let constructor = sort.constructors().get(*number as usize);
                Some(constructor.ok_or_else(|| index(2))?)
            }
            None => None,
        };
        let field = match (constructor, rest.get(1)) {
            (Some(constructor), Some(number)) => {
                let selector = constructor.selectors.get(*number as usize);
                let field = &selector.ok_or_else(|| index(3))?.field;
                Some(sort.field(sorts, field).ok_or_else(|| index(3))?)
            }
            _ => None,
        };
        let fields = || -> Result<Vec<Sort>, IllSorted> {
            let Some(constructor) = constructor else {
                return Ok(vec![Sort::Dt(sort.clone())]);
            };
            let fields = constructor.selectors.iter();
            let fields = fields.map(|s| sort.field(sorts, &s.field));
            fields.collect::<Option<_>>().ok_or_else(|| index(2))
        };
        // What the arguments must be, the body of a case aside.
        let (wanted, body) = match (self, &field) {
            (Part::Constructor, _) => (fields()?, None),
            (Part::Updater, Some(field)) => (vec![Sort::Dt(sort.clone()), field.clone()], None),
            (Part::Case | Part::BindCase, _) => (fields()?, args.last()),
            _ => (vec![Sort::Dt(sort.clone())], None),
        };
        let all = wanted.len() + usize::from(self.is_case());
        // A constructor without arguments binds nothing.
        if args.len() != all || (self == Part::BindCase) != (self.is_case() && all > 1) {
            return Err(arity(all));
        }
        let differs = |(arg, wanted): (&SortId, &Sort)| !sorts.names(*arg, wanted);
        if let Some(place) = args.iter().zip(&wanted).position(differs) {
            return Err(wrong(place));
        }
        Ok(match (self, field, body) {
            (Part::Tester, ..) => Sort::Bool,
            (Part::Selector, Some(field), _) => field,
            (_, _, Some(body)) => sorts.get(*body).cloned().ok_or_else(|| wrong(all - 1))?,
            _ => Sort::Dt(Datatype::clone(sort)),
        })
    }
}
