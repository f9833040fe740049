//! Random numbers that are not repeatable.

use std::hash::{BuildHasher as _, RandomState};

/// A random number from the operating system, which no other call returns.
#[must_use]
pub fn fresh() -> u64 {
    // Each `RandomState` has its own random keys.
    RandomState::new().hash_one(())
}
