//! Recorded values.

use serde::{Deserialize, Serialize};

/// A value of C.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Datum {
    /// The bits of a number or a handle, or a pointer whose target was not read.
    Word(u64),
    /// A string: its address, and its bytes without the terminating zero.
    Text(u64, Vec<u8>),
    /// An array: its address, and its elements.
    Array(u64, Vec<Datum>),
    /// The members of a structure.
    Struct(Vec<Datum>),
}

impl Datum {
    /// The bits of a number or handle, the address of a string or array, 0 for a structure.
    #[must_use]
    pub fn word(&self) -> u64 {
        match self {
            Self::Word(word) | Self::Text(word, _) | Self::Array(word, _) => *word,
            Self::Struct(_) => 0,
        }
    }
}
