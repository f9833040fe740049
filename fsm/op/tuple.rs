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
    /// Of a set or bag, those of its tuples together that agree in some places.
    Group(Of),
    /// Of two sets or bags, a tuple of the one followed by a tuple of the other, where they agree: an index is a place in
    /// the one, the next a place in the other.
    Join(Of),
    /// Of a function, a start, and a set or bag, what the function makes of the tuples of each group, one after the other.
    Aggregate(Of),
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
    /// The sort of those that have elements of this sort.
    #[must_use]
    pub fn collection(self, element: SortId) -> Option<Sort> {
        match self {
            Of::Tuple => None,
            Of::Set => Some(Sort::Set(element)),
            Of::Bag => Some(Sort::Bag(element)),
        }
    }

    /// The parts of the tuples in what is of this sort.
    #[must_use]
    pub fn parts(self, sorts: &Sorts, sort: SortId) -> Option<&[SortId]> {
        match sorts.get(self.element(sorts, sort)?)? {
            Sort::Tuple(parts) => Some(parts),
            _ => None,
        }
    }

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
    const ALL: [(Tupling, &'static str); 12] = [
        (Tupling::Make, ":tuple"),
        (Tupling::Select, ":tuple-select"),
        (Tupling::Update, ":tuple-update"),
        (Tupling::Project(Of::Tuple), ":tuple-project"),
        (Tupling::Project(Of::Set), ":set-project"),
        (Tupling::Project(Of::Bag), ":bag-project"),
        (Tupling::Group(Of::Set), ":set-group"),
        (Tupling::Group(Of::Bag), ":bag-group"),
        (Tupling::Join(Of::Set), ":set-join"),
        (Tupling::Join(Of::Bag), ":bag-join"),
        (Tupling::Aggregate(Of::Set), ":set-aggregate"),
        (Tupling::Aggregate(Of::Bag), ":bag-aggregate"),
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
        if let Tupling::Group(of) | Tupling::Join(of) | Tupling::Aggregate(of) = self {
            return self.of_collections(of, sorts, args, indices);
        }
        let (tuple, rest) = args.split_first().ok_or_else(|| arity("1 or more"))?;
        let of = match self {
            Tupling::Project(of) => of,
            _ => Of::Tuple,
        };
        let parts = of.parts(sorts, *tuple).ok_or_else(|| wrong(0))?;
        let mut selected = Vec::new();
        for (n, place) in indices.iter().enumerate() {
            let part = parts.get(*place as usize);
            selected.push(*part.ok_or_else(|| index(n + 1))?);
        }
        match (self, rest, &selected[..]) {
            (Tupling::Project(of), [], [_, ..]) => {
                let tuple = Sort::Tuple(selected.into());
                // That of the elements must have a name.
                match of {
                    Of::Tuple => Ok(tuple),
                    _ => { sorts.find(&tuple) }
                        .and_then(|tuple| of.collection(tuple))
                        .ok_or_else(|| index(1)),
                }
            }
            (Tupling::Select, [], [part]) => sorts.get(*part).cloned().ok_or_else(|| wrong(0)),
            (Tupling::Update, [value], [part]) if sorts.canon(*value) == *part => {
                Ok(Sort::Tuple(parts.into()))
            }
            (Tupling::Update, [_], [_]) => Err(wrong(1)),
            (Tupling::Update, [_], _) | (Tupling::Project(_) | Tupling::Select, [], _) => {
                Err(index(selected.len().min(1) + 1))
            }
            (Tupling::Update, ..) => Err(arity("2")),
            _ => Err(arity("1")),
        }
    }

    fn of_collections(
        self,
        of: Of,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let index = |position: usize| IllSorted::Index { position };
        let parts = |n: usize| of.parts(sorts, args[n]).ok_or_else(|| wrong(n));
        let result = match (self, args) {
            (Tupling::Group(_), [collection]) => {
                places(parts(0)?, indices)?;
                of.collection(sorts.canon(*collection))
            }
            (Tupling::Aggregate(_), [function, start, collection]) => {
                places(parts(2)?, indices)?;
                let (start, tuple) = (sorts.canon(*start), of.element(sorts, *collection));
                match sorts.get(*function) {
                    Some(Sort::Fun(domain, codomain))
                        if tuple.is_some_and(|tuple| **domain == [tuple, start])
                            && *codomain == start =>
                    {
                        of.collection(start)
                    }
                    _ => return Err(wrong(0)),
                }
            }
            (Tupling::Join(_), [_, _]) => {
                let (left, right) = (parts(0)?, parts(1)?);
                for (n, pair) in indices.chunks(2).enumerate() {
                    let [a, b] = pair else {
                        return Err(index(indices.len() + 1));
                    };
                    let (a, b) = (left.get(*a as usize), right.get(*b as usize));
                    if a.is_none() || a != b {
                        return Err(index(2 * n + 1));
                    }
                }
                let tuple = sorts.find(&Sort::Tuple([left, right].concat().into()));
                tuple.and_then(|tuple| of.collection(tuple))
            }
            (Tupling::Group(_), _) => return Err(IllSorted::arity("1", args)),
            (Tupling::Join(_), _) => return Err(IllSorted::arity("2", args)),
            _ => return Err(IllSorted::arity("3", args)),
        };
        if indices.is_empty() {
            return Err(index(1));
        }
        result.ok_or_else(|| index(1))
    }
}

/// Whether each index is a place in a tuple of these parts.
fn places(parts: &[SortId], indices: &[u32]) -> Result<(), IllSorted> {
    let beyond = indices.iter().position(|n| *n as usize >= parts.len());
    match beyond {
        Some(n) => Err(IllSorted::Index { position: n + 1 }),
        None => Ok(()),
    }
}
