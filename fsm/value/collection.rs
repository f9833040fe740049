//! Finite sets and bags.

use super::Value;
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// A finite set. No two members are the same element: what can be written in several ways is in it once, see
/// `eval::equal`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Set(Arc<BTreeSet<Value>>);

impl Set {
    /// The members, in order.
    pub fn members(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it has a member that is written like this.
    #[must_use]
    pub fn has(&self, member: &Value) -> bool {
        self.0.contains(member)
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(members: I) -> Self {
        Self(Arc::new(members.into_iter().collect()))
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<String> = self.members().map(ToString::to_string).collect();
        write!(f, "{{{}}}", members.join(", "))
    }
}

/// A finite bag: members and how often each is in it, which is once at least. As of a set, no two members
/// are the same element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bag(Arc<BTreeMap<Value, BigUint>>);

impl Bag {
    /// The members, in order, each with its multiplicity.
    pub fn members(&self) -> impl Iterator<Item = (&Value, &BigUint)> {
        self.0.iter()
    }

    /// How many different members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How often a member that is written like this is in it.
    #[must_use]
    pub fn count(&self, member: &Value) -> BigUint {
        self.0.get(member).cloned().unwrap_or_default()
    }
}

impl FromIterator<(Value, BigUint)> for Bag {
    /// Members of multiplicity 0 are none.
    fn from_iter<I: IntoIterator<Item = (Value, BigUint)>>(members: I) -> Self {
        let members = members.into_iter().filter(|(_, count)| !count.is_zero());
        Self(Arc::new(members.collect()))
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = |(member, count): (&Value, &BigUint)| format!("{member}: {count}");
        let members: Vec<String> = self.members().map(member).collect();
        write!(f, "{{{}}}", members.join(", "))
    }
}
