//! What replays have shown about the entries of a corpus, in memory that the children read.

use murxla_fsm::strategy::{EntryState, EntryStates};
use murxla_system::shared_memory::SharedMemory;
use std::io;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The states of entries. The parent sets them while children run.
pub struct EntryTable(SharedMemory);

/// The states by their bytes. Memory begins with zeros.
const STATES: [EntryState; 4] = [
    EntryState::Unknown,
    EntryState::Usable,
    EntryState::ShowsBug,
    EntryState::Unanswered,
];

/// The state of a byte.
fn state_of(byte: &AtomicU8) -> EntryState {
    let state = STATES.get(usize::from(byte.load(Relaxed)));
    state.copied().unwrap_or(EntryState::Unknown)
}

impl EntryTable {
    /// A table for so many entries, about which nothing is known.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(entries: usize) -> io::Result<Self> {
        Ok(Self(SharedMemory::map(entries.max(1))?))
    }

    /// Sets what is known about an entry.
    pub fn set(&self, number: usize, state: EntryState) {
        let place = STATES.iter().position(|known| *known == state);
        if let (Some(byte), Some(place)) = (self.0.bytes().get(number), place) {
            byte.store(place as u8, Relaxed);
        }
    }

    /// The number of entries that are known to show a bug.
    #[must_use]
    pub fn count_with_bug(&self) -> usize {
        let bytes = self.0.bytes().iter();
        bytes
            .filter(|byte| state_of(byte) == EntryState::ShowsBug)
            .count()
    }
}

impl EntryStates for EntryTable {
    fn state(&self, number: usize) -> EntryState {
        let byte = self.0.bytes().get(number);
        byte.map_or(EntryState::Unknown, state_of)
    }
}
