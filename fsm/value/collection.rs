//! Finite sets and bags.

use super::Value;
use num_bigint::BigUint;
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A finite set. No two members are equal by `eval::equal`, even if they are written differently.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Set(Arc<BTreeSet<Value>>);

impl Set {
    /// The members, in order.
    pub fn members(&self) -> impl Iterator<Item = &Value> {
        self.0.iter()
    }
}

impl Deref for Set {
    type Target = BTreeSet<Value>;

    /// Lookup compares the representations of members.
    fn deref(&self) -> &BTreeSet<Value> {
        &self.0
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(members: I) -> Self {
        Self(Arc::new(members.into_iter().collect()))
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        in_braces(f, self.members().map(ToString::to_string))
    }
}

/// A finite bag: members with multiplicities of at least 1. No two members are equal by
/// `eval::equal`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bag(Arc<BTreeMap<Value, BigUint>>);

impl Bag {
    /// The members with their multiplicities, in order.
    pub fn members(&self) -> impl Iterator<Item = (&Value, &BigUint)> {
        self.0.iter()
    }

    /// The multiplicity of the member with this representation.
    #[must_use]
    pub fn count(&self, member: &Value) -> BigUint {
        self.0.get(member).cloned().unwrap_or_default()
    }
}

impl Deref for Bag {
    type Target = BTreeMap<Value, BigUint>;

    /// Lookup compares the representations of members.
    fn deref(&self) -> &BTreeMap<Value, BigUint> {
        &self.0
    }
}

impl FromIterator<(Value, BigUint)> for Bag {
    /// Members with multiplicity 0 are left out.
    fn from_iter<I: IntoIterator<Item = (Value, BigUint)>>(members: I) -> Self {
        let members = members.into_iter().filter(|(_, count)| !count.is_zero());
        Self(Arc::new(members.collect()))
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let member = |(member, count): (&Value, &BigUint)| format!("{member}: {count}");
        in_braces(f, self.members().map(member))
    }
}

fn in_braces(f: &mut fmt::Formatter<'_>, members: impl Iterator<Item = String>) -> fmt::Result {
    write!(f, "{{{}}}", members.collect::<Vec<String>>().join(", "))
}
