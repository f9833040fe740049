//! What replays have shown about the entries of a corpus, in memory that the children read.

use crate::system::shared_memory::SharedMemory;
use murxla_fsm::strategy::{EntryState, EntryStates};
use std::io;
use std::sync::atomic::Ordering::Relaxed;

/// The states of entries. The parent sets them while children run.
pub struct EntryTable(SharedMemory);

/// The bytes of the states. Zero is [`EntryState::Unknown`].
const USABLE: u8 = 1;
const SHOWS_BUG: u8 = 2;
const UNANSWERED: u8 = 3;

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
        let state = match state {
            EntryState::Unknown => 0,
            EntryState::Usable => USABLE,
            EntryState::ShowsBug => SHOWS_BUG,
            EntryState::Unanswered => UNANSWERED,
        };
        if let Some(byte) = self.0.bytes().get(number) {
            byte.store(state, Relaxed);
        }
    }

    /// The number of entries that are known to show a bug.
    #[must_use]
    pub fn count_with_bug(&self) -> usize {
        let bytes = self.0.bytes().iter();
        bytes.filter(|byte| byte.load(Relaxed) == SHOWS_BUG).count()
    }
}

impl EntryStates for EntryTable {
    fn state(&self, number: usize) -> EntryState {
        let byte = self.0.bytes().get(number).map(|byte| byte.load(Relaxed));
        match byte {
            Some(USABLE) => EntryState::Usable,
            Some(SHOWS_BUG) => EntryState::ShowsBug,
            Some(UNANSWERED) => EntryState::Unanswered,
            _ => EntryState::Unknown,
        }
    }
}
