//! Operators of tuples. Their arguments and indices determine their sorts. An index is the place of
//! a component, counted from 0.

use super::IllSorted;
use crate::sort::{Sort, SortId, Sorts};

/// The operators of tuples, and of sets and bags of tuples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TupleOp {
    /// Makes a tuple of the arguments.
    Make,
    /// The component at an index.
    Select,
    /// The tuple with the component at an index replaced.
    Update,
    /// The tuple of the components at some indices. On a set or bag it applies to each tuple.
    Project(TupleContainer),
    /// Splits a set or bag into groups. The tuples of a group have equal components at the indices.
    Group(TupleContainer),
    /// Joins two sets or bags: each tuple of the first is concatenated with each tuple of the
    /// second that agrees with it. The indices come in pairs, a place in the first and the place in
    /// the second that must be equal to it.
    Join(TupleContainer),
    /// Applies a function to the tuples of each group, one after the other. The arguments are the
    /// function, the initial value, and a set or bag. The groups are those of `Group`.
    Aggregate(TupleContainer),
}

/// What contains the tuples that an operator works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TupleContainer {
    /// Nothing: the operator takes a tuple.
    Tuple,
    /// A set of tuples, called a relation.
    Set,
    /// A bag of tuples, called a table.
    Bag,
}

impl TupleContainer {
    /// The sort of the containers with elements of this sort. `None` for single tuples.
    #[must_use]
    pub fn collection(self, element: SortId) -> Option<Sort> {
        match self {
            TupleContainer::Tuple => None,
            TupleContainer::Set => Some(Sort::Set(element)),
            TupleContainer::Bag => Some(Sort::Bag(element)),
        }
    }

    /// The sorts of the components of the tuples in a container of this sort.
    #[must_use]
    pub fn parts(self, sorts: &Sorts, sort: SortId) -> Option<&[SortId]> {
        match sorts.get(self.element(sorts, sort)?)? {
            Sort::Tuple(parts) => Some(parts),
            _ => None,
        }
    }

    /// The sort of the tuples in a container of this sort.
    #[must_use]
    pub fn element(self, sorts: &Sorts, sort: SortId) -> Option<SortId> {
        match (self, sorts.get(sort)?) {
            (TupleContainer::Tuple, _) => Some(sort),
            (TupleContainer::Set, Sort::Set(element))
            | (TupleContainer::Bag, Sort::Bag(element)) => Some(*element),
            _ => None,
        }
    }
}

impl TupleOp {
    /// All operators with their attributes in signatures.
    const ALL: [(TupleOp, &'static str); 12] = [
        (TupleOp::Make, ":tuple"),
        (TupleOp::Select, ":tuple-select"),
        (TupleOp::Update, ":tuple-update"),
        (TupleOp::Project(TupleContainer::Tuple), ":tuple-project"),
        (TupleOp::Project(TupleContainer::Set), ":set-project"),
        (TupleOp::Project(TupleContainer::Bag), ":bag-project"),
        (TupleOp::Group(TupleContainer::Set), ":set-group"),
        (TupleOp::Group(TupleContainer::Bag), ":bag-group"),
        (TupleOp::Join(TupleContainer::Set), ":set-join"),
        (TupleOp::Join(TupleContainer::Bag), ":bag-join"),
        (TupleOp::Aggregate(TupleContainer::Set), ":set-aggregate"),
        (TupleOp::Aggregate(TupleContainer::Bag), ":bag-aggregate"),
    ];

    pub(super) fn from_attribute(attribute: &str) -> Option<Self> {
        let row = Self::ALL.iter().find(|(_, name)| *name == attribute);
        row.map(|(tupling, _)| *tupling)
    }

    /// Checks an application and returns its sort.
    pub(super) fn infer(
        self,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let arity = |expected: &str| IllSorted::arity(expected, args);
        let index = |position: usize| IllSorted::Index { position };
        if self == TupleOp::Make {
            let sort = Sort::Tuple(args.iter().map(|arg| sorts.canon(*arg)).collect());
            return match indices {
                [] if sorts.parts_have_symbols(&sort) => Ok(sort),
                [] => Err(wrong(0)),
                _ => Err(index(1)),
            };
        }
        if let TupleOp::Group(of) | TupleOp::Join(of) | TupleOp::Aggregate(of) = self {
            return self.of_collections(of, sorts, args, indices);
        }
        let (tuple, rest) = args.split_first().ok_or_else(|| arity("1 or more"))?;
        let of = match self {
            TupleOp::Project(of) => of,
            _ => TupleContainer::Tuple,
        };
        let parts = of.parts(sorts, *tuple).ok_or_else(|| wrong(0))?;
        let mut selected = Vec::new();
        for (n, place) in indices.iter().enumerate() {
            let part = parts.get(*place as usize);
            selected.push(*part.ok_or_else(|| index(n + 1))?);
        }
        match (self, rest, &selected[..]) {
            (TupleOp::Project(of), [], _) => {
                let tuple = Sort::Tuple(selected.into());
                // The sort of a set or bag refers to its element sort by id, so the tuple sort must
                // exist.
                match of {
                    TupleContainer::Tuple => Ok(tuple),
                    _ => sorts
                        .find(&tuple)
                        .and_then(|tuple| of.collection(tuple))
                        .ok_or_else(|| index(1)),
                }
            }
            (TupleOp::Select, [], [part]) => sorts.get(*part).cloned().ok_or_else(|| wrong(0)),
            (TupleOp::Update, [value], [part]) if sorts.canon(*value) == *part => {
                Ok(Sort::Tuple(parts.into()))
            }
            (TupleOp::Update, [_], [_]) => Err(wrong(1)),
            (TupleOp::Update, [_], _) | (TupleOp::Select, [], _) => {
                Err(index(selected.len().min(1) + 1))
            }
            (TupleOp::Update, ..) => Err(arity("2")),
            _ => Err(arity("1")),
        }
    }

    /// The sort of the tuples in the resulting set or bag, if it has not been made. The sort of a
    /// set or bag refers to it.
    #[must_use]
    pub fn missing_element(self, sorts: &Sorts, args: &[SortId], indices: &[u32]) -> Option<Sort> {
        let parts = match (self, args) {
            (TupleOp::Project(of), [tuples]) => {
                let parts = of.parts(sorts, *tuples)?;
                let selected = indices.iter().map(|n| parts.get(*n as usize).copied());
                selected.collect::<Option<Vec<SortId>>>()?
            }
            (TupleOp::Join(of), [left, right]) => {
                [of.parts(sorts, *left)?, of.parts(sorts, *right)?].concat()
            }
            _ => return None,
        };
        let tuple = Sort::Tuple(parts.into());
        sorts.find(&tuple).is_none().then_some(tuple)
    }

    fn of_collections(
        self,
        of: TupleContainer,
        sorts: &Sorts,
        args: &[SortId],
        indices: &[u32],
    ) -> Result<Sort, IllSorted> {
        let wrong = |position: usize| IllSorted::argument(sorts, args, position);
        let index = |position: usize| IllSorted::Index { position };
        let parts = |n: usize| of.parts(sorts, args[n]).ok_or_else(|| wrong(n));
        let result = match (self, args) {
            (TupleOp::Group(_), [collection]) => {
                places(parts(0)?, indices)?;
                of.collection(sorts.canon(*collection))
            }
            (TupleOp::Aggregate(_), [function, start, collection]) => {
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
            (TupleOp::Join(_), [_, _]) => {
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
            (TupleOp::Group(_), _) => return Err(IllSorted::arity("1", args)),
            (TupleOp::Join(_), _) => return Err(IllSorted::arity("2", args)),
            _ => return Err(IllSorted::arity("3", args)),
        };
        if indices.is_empty() {
            return Err(index(1));
        }
        result.ok_or_else(|| index(1))
    }
}

/// Checks that each index is a place in a tuple with these components.
fn places(parts: &[SortId], indices: &[u32]) -> Result<(), IllSorted> {
    let beyond = indices.iter().position(|n| *n as usize >= parts.len());
    match beyond {
        Some(n) => Err(IllSorted::Index { position: n + 1 }),
        None => Ok(()),
    }
}
