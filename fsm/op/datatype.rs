//! Operators of datatypes. The declaration of the datatype determines their sorts.
//!
//! Constructors and selectors are neither sorts nor terms. They are indices of the operator:
//! numbers, counted from 0 in the order of the declaration. The first index is the id of the
//! datatype. The index of a constructor follows, then the index of a selector. Traces have symbols
//! instead of these numbers.

use super::IllSorted;
use crate::sort::{Datatype, Sort, SortId, Sorts};

/// The operators of datatypes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatatypeOp {
    /// Applies a constructor to its arguments.
    Constructor,
    /// Applies a selector of a constructor.
    Selector,
    /// Tests whether a constructor made the argument.
    Tester,
    /// Replaces one field. The result is the argument itself if another constructor made it.
    Updater,
    /// A case of a match, for a constructor without arguments. It may only be an argument of a
    /// match.
    Case,
    /// A case of a match that binds variables to the arguments of a constructor. Without a
    /// constructor it is the default case and binds one variable to the whole value.
    BindCase,
    /// A match. The arguments are the datatype term and the cases.
    Match,
}

impl DatatypeOp {
    /// All operators with their attributes in signatures.
    const ALL: [(DatatypeOp, &'static str); 7] = [
        (DatatypeOp::Constructor, ":constructor"),
        (DatatypeOp::Selector, ":selector"),
        (DatatypeOp::Tester, ":tester"),
        (DatatypeOp::Updater, ":updater"),
        (DatatypeOp::Case, ":case"),
        (DatatypeOp::BindCase, ":bind-case"),
        (DatatypeOp::Match, ":match"),
    ];

    pub(super) fn from_attribute(attribute: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, name)| *name == attribute);
        row.map(|(part, _)| *part)
    }

    /// Whether a trace names the datatype, because no argument determines it.
    #[must_use]
    pub fn names_sort(self) -> bool {
        matches!(
            self,
            DatatypeOp::Constructor | DatatypeOp::Case | DatatypeOp::BindCase
        )
    }

    /// The least and the greatest number of symbols that a trace names.
    #[must_use]
    pub fn symbols(self) -> (usize, usize) {
        match self {
            DatatypeOp::Constructor | DatatypeOp::Tester | DatatypeOp::Case => (1, 1),
            DatatypeOp::Selector | DatatypeOp::Updater => (2, 2),
            DatatypeOp::BindCase => (0, 1),
            DatatypeOp::Match => (0, 0),
        }
    }

    /// Whether it is a case of a match. A case may not be used as any other term.
    #[must_use]
    pub fn is_case(self) -> bool {
        matches!(self, DatatypeOp::Case | DatatypeOp::BindCase)
    }

    /// Checks an application and returns its sort.
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
        if self == DatatypeOp::Match {
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
        // The required sorts of the arguments. The body of a case is not among them.
        let (wanted, body) = match (self, &field) {
            (DatatypeOp::Constructor, _) => (fields()?, None),
            (DatatypeOp::Updater, Some(field)) => {
                (vec![Sort::Dt(sort.clone()), field.clone()], None)
            }
            (DatatypeOp::Case | DatatypeOp::BindCase, _) => (fields()?, args.last()),
            _ => (vec![Sort::Dt(sort.clone())], None),
        };
        let all = wanted.len() + usize::from(self.is_case());
        // `Case` is for constructors without arguments, `BindCase` for all others.
        if args.len() != all || (self == DatatypeOp::BindCase) != (self.is_case() && all > 1) {
            return Err(arity(all));
        }
        let differs = |(arg, wanted): (&SortId, &Sort)| !sorts.names(*arg, wanted);
        if let Some(place) = args.iter().zip(&wanted).position(differs) {
            return Err(wrong(place));
        }
        Ok(match (self, field, body) {
            (DatatypeOp::Tester, ..) => Sort::Bool,
            (DatatypeOp::Selector, Some(field), _) => field,
            (_, _, Some(body)) => sorts.get(*body).cloned().ok_or_else(|| wrong(all - 1))?,
            _ => Sort::Dt(Datatype::clone(sort)),
        })
    }
}
