//! What a profile leaves out of runs.

use crate::eval::domain::size;
use crate::op::Op;
use crate::sort::{Sort, SortId, SortKind, Sorts};
use crate::theory::{Theories, Theory};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A set of kinds of sorts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(from = "Vec<SortKind>")]
pub struct Kinds(u32);

impl Kinds {
    /// Whether `kind` is a member.
    #[must_use]
    pub fn has(self, kind: SortKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Adds `kind`.
    pub fn insert(&mut self, kind: SortKind) {
        self.0 |= 1 << kind as u8;
    }

    /// The union of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `others` are members.
    #[must_use]
    pub fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl From<Vec<SortKind>> for Kinds {
    fn from(kinds: Vec<SortKind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl FromIterator<SortKind> for Kinds {
    fn from_iter<I: IntoIterator<Item = SortKind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

/// Kinds of sorts that are excluded at a place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlaceRestrictions {
    /// As index of an array.
    pub array_index: Kinds,
    /// As element of an array.
    pub array_element: Kinds,
    /// As element of a set.
    pub set_element: Kinds,
    /// As element of a bag.
    pub bag_element: Kinds,
    /// As element of a sequence.
    pub seq_element: Kinds,
    /// As sort of a selector, of a part of a tuple, and of the content of a nullable.
    pub field: Kinds,
    /// In the domain of a function.
    pub domain: Kinds,
    /// As codomain of a function.
    pub codomain: Kinds,
    /// As sort of a variable.
    pub var: Kinds,
    /// As sort of a term of `get-value`.
    pub get_value: Kinds,
}

impl PlaceRestrictions {
    /// Whether a part of a sort has a kind that is excluded at its place.
    fn exclude_part(&self, sorts: &Sorts, sort: &Sort) -> bool {
        let barred = |part: &SortId, kinds: Kinds| {
            sorts.get(*part).is_some_and(|sort| kinds.has(sort.kind()))
        };
        match sort {
            Sort::Array(index, element) => {
                barred(index, self.array_index) || barred(element, self.array_element)
            }
            Sort::Set(element) => barred(element, self.set_element),
            Sort::Bag(element) => barred(element, self.bag_element),
            Sort::Seq(element) => barred(element, self.seq_element),
            Sort::Tuple(parts) => parts.iter().any(|part| barred(part, self.field)),
            Sort::Nullable(content) => barred(content, self.field),
            Sort::Fun(domain, codomain) => {
                domain.iter().any(|part| barred(part, self.domain))
                    || barred(codomain, self.codomain)
            }
            _ => false,
        }
    }
}

/// What operators do not take. Operators without restriction are absent.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OpRestrictions {
    /// Kinds of sorts that are excluded as sorts of arguments.
    pub kinds: BTreeMap<Op, Kinds>,
    /// The kinds of sorts for which an operator takes only closed terms.
    pub closed: BTreeMap<Op, Kinds>,
    /// The kinds of sorts for which an operator takes only free constants and functions.
    pub constant: BTreeMap<Op, Kinds>,
    /// Operators whose arguments must be values.
    pub values: BTreeSet<Op>,
    /// Excluded indices.
    pub indices: BTreeMap<Op, Vec<u32>>,
}

/// What a profile excludes: kinds of sorts by their place, combinations of theories, and arguments
/// of operators.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restrictions {
    /// Kinds of sorts that are excluded everywhere.
    pub sorts: Kinds,
    /// The floating-point formats that runs use, as widths of exponent and significand in bits; all
    /// if the list is empty.
    pub formats: Vec<(u32, u32)>,
    /// The least number of values that a finite sort has to have to be the index of an array.
    pub smallest_index: u64,
    /// Kinds of sorts that are excluded at a place.
    pub places: PlaceRestrictions,
    /// What operators do not take.
    pub ops: OpRestrictions,
    /// Theories that no run combines with some others.
    pub apart: BTreeMap<Theory, Theories>,
    /// Options that runs with a theory do not set.
    pub left_off: BTreeMap<Theory, Vec<String>>,
}

impl Restrictions {
    /// Keeps the floating-point formats that are in `right`. An empty `right` changes nothing. If
    /// no format is left, the sort is excluded.
    pub fn keep_formats(&mut self, right: &[(u32, u32)]) {
        if right.is_empty() {
            return;
        }
        if self.formats.is_empty() {
            self.formats = right.to_vec();
        }
        self.formats.retain(|format| right.contains(format));
        if self.formats.is_empty() {
            self.sorts.insert(SortKind::Fp);
        }
    }

    /// Whether runs may make this sort: neither the sort nor one of its parts is excluded.
    #[must_use]
    pub fn allow(&self, sorts: &Sorts, sort: &Sort) -> bool {
        let is_barred = match sort {
            Sort::Array(index, _) if self.smallest_index > 0 => {
                size(sorts, *index).is_some_and(|size| size < self.smallest_index)
            }
            Sort::Fp(exponent, significand) => {
                let formats = &self.formats;
                !formats.is_empty() && !formats.contains(&(*exponent, *significand))
            }
            _ => false,
        };
        let is_barred = is_barred || self.places.exclude_part(sorts, sort);
        !is_barred && !self.sorts.has(sort.kind())
    }
}
