//! Operators of tuples, whose sorts their arguments and indices tell. An index is a place in a tuple, from 0 on.

use super::IllSorted;
use crate::sort::{Sort, SortId, Sorts};

/// What an operator does with tuples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tupling {
    /// A tuple of its arguments.
    Make,
    /// What is in a place.
    Select,
    /// The same with something else in a place.
    Update,
    /// A tuple of what is in some places; of a set or bag of tuples, that of each of these.
    Project(Of),
}

/// What tuples are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    /// Nothing.
    Tuple,
    /// A set: a relation.
    Set,
    /// A bag: a table.
    Bag,
}

impl Of {
    /// The sort of the tuples in what is of this sort.
    #[must_use]
    pub fn element(self, sorts: &Sorts, sort: SortId) -> Option<SortId> {
        match (self, sorts.get(sort)?) {
            (Of::Tuple, _) => Some(sort),
            (Of::Set, Sort::Set(element)) | (Of::Bag, Sort::Bag(element)) => Some(*element),
            _ => None,
        }
    }
}

impl Tupling {
    /// What there is, by attributes in signatures.
    const ALL: [(Tupling, &'static str); 6] = [
        (Tupling::Make, ":tuple"),
        (Tupling::Select, ":tuple-select"),
        (Tupling::Update, ":tuple-update"),
        (Tupling::Project(Of::Tuple), ":tuple-project"),
        (Tupling::Project(Of::Set), ":set-project"),
        (Tupling::Project(Of::Bag), ":bag-project"),
    ];

    pub(super) fn from_attribute(attribute: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, name)| *name == attribute);
        row.map(|(tupling, _)| *tupling)
    }

    /// Checks an application and predicts its sort.
    pub(super) fn infer(
        self,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let arity = |expected: &str| IllSorted::arity(expected, args);
        let index = |position: usize| IllSorted::Index { position };
        if self == Tupling::Make {
            let sort = Sort::Tuple(args.iter().map(|arg| sorts.canon(*arg)).collect());
            return match (args, indices) {
                ([], _) => Err(arity("1 or more")),
                (_, []) if sorts.parts_have_symbols(&sort) => Ok(sort),
                (_, []) => Err(wrong(0)),
                _ => Err(index(1)),
            };
        }
        let (tuple, rest) = args.split_first().ok_or_else(|| arity("1 or more"))?;
        let of = match self {
            Tupling::Project(of) => of,
            _ => Of::Tuple,
        };
        let element = of.element(sorts, *tuple).and_then(|sort| sorts.get(sort));
        let Some(Sort::Tuple(parts)) = element else {
            return Err(wrong(0));
        };
        let mut selected = Vec::new();
        for (n, place) in indices.iter().enumerate() {
            let part = parts.get(*place as usize);
            selected.push(*part.ok_or_else(|| index(n + 1))?);
        }
        match (self, rest, &selected[..]) {
            (Tupling::Project(of), [], [_, ..]) => {
                let tuple = Sort::Tuple(selected.into());
                // That of the elements must have a name.
                let element = || sorts.find(&tuple).ok_or_else(|| index(1));
                match of {
                    Of::Set => element().map(Sort::Set),
                    Of::Bag => element().map(Sort::Bag),
                    Of::Tuple => Ok(tuple),
                }
            }
            (Tupling::Select, [], [part]) => sorts.get(*part).cloned().ok_or_else(|| wrong(0)),
            (Tupling::Update, [value], [part]) if sorts.canon(*value) == *part => {
                Ok(Sort::Tuple(parts.clone()))
            }
            (Tupling::Update, [_], [_]) => Err(wrong(1)),
            (Tupling::Update, [_], _) | (Tupling::Project(_) | Tupling::Select, [], _) => {
                Err(index(selected.len().min(1) + 1))
            }
            (Tupling::Update, ..) => Err(arity("2")),
            _ => Err(arity("1")),
        }
    }
}
