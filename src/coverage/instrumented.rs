//! Finds the counters of SanitizerCoverage in the file of a library. The compiler has put them
//! there (`-fsanitize-coverage=inline-8bit-counters,pc-table`; see clang's manual). A library that
//! has them needs no breakpoints.

use object::{Object, ObjectSection};
use serde::{Deserialize, Serialize};

/// The section with a byte for each block.
const COUNTERS: &str = "__sancov_cntrs";

/// The section with the addresses of the blocks, each with a word of flags.
const ADDRESSES: &str = "__sancov_pcs";

/// The size of an entry of that section, in bytes.
const ENTRY: usize = 16;

/// The counters of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// The address of the first counter in the file.
    pub start: u32,
    /// The address of the block of each counter.
    pub blocks: Vec<u32>,
}

impl Counters {
    /// The counters of a library. `None` if it has none.
    pub(super) fn find(object: &object::File<'_>) -> Option<Self> {
        let counters = object.section_by_name(COUNTERS)?;
        let table = object.section_by_name(ADDRESSES)?;
        let mut entries = table.data().ok()?.to_vec();
        // The loader writes most of the addresses.
        for (at, relocation) in object.dynamic_relocations().into_iter().flatten() {
            let at = at
                .checked_sub(table.address())
                .and_then(|at| usize::try_from(at).ok());
            let word = at.and_then(|at| entries.get_mut(at..)?.first_chunk_mut());
            if let Some(word) = word {
                *word = relocation.addend().to_le_bytes();
            }
        }
        let blocks = entries.chunks_exact(ENTRY).map(|entry| {
            let word = entry
                .first_chunk()
                .map_or(0, |word| u64::from_le_bytes(*word));
            u32::try_from(word).unwrap_or(0)
        });
        let blocks: Vec<u32> = blocks
            .take(usize::try_from(counters.size()).ok()?)
            .collect();
        Some(Self {
            start: u32::try_from(counters.address()).ok()?,
            blocks,
        })
    }
}
