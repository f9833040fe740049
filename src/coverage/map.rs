//! The memory that the parent shares with the processes whose coverage is measured.
#![expect(
    unsafe_code,
    reason = "a mapping shared between processes has no safe interface"
)]

use std::io;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::instrumented::Counters;
use murxla_system::shared_memory::SharedMemory;

/// The number of blocks that all libraries of a solver may have. Pages of unused blocks take no
/// memory.
pub(super) const MOST_BLOCKS: usize = 1 << 22;

/// The number of libraries that a solver may have.
pub(super) const MOST_LIBRARIES: usize = 16;

/// A value in memory that this process shares with those that it forks. All bytes are zero at
/// first.
///
/// `T` consists of atomics only, for which zero is valid and which every process may change.
pub(super) struct Mapping<T>(SharedMemory, PhantomData<T>);

/// Types that consist of atomics only.
///
/// # Safety
/// All bits zero must be a valid value, and all fields must be atomics.
pub(super) unsafe trait Atomics {}

impl<T: Atomics> Mapping<T> {
    fn new() -> io::Result<Self> {
        Ok(Self(SharedMemory::map(size_of::<T>())?, PhantomData))
    }
}

impl<T: Atomics> std::ops::Deref for Mapping<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: the mapping is aligned to pages, as long as a `T`, and lives as long as `self`.
        // Zero is a valid `T`.
        unsafe { self.0.start().cast::<T>().as_ref() }
    }
}

/// The blocks of all libraries, numbered from 0, and which of them were reached.
#[repr(C)]
pub(super) struct BlockTable {
    /// Number of libraries.
    libraries: AtomicU32,
    /// The blocks of library `n` are those from `bounds[n]` to `bounds[n + 1]`.
    bounds: [AtomicU32; MOST_LIBRARIES + 1],
    /// Number of blocks that were reached.
    count: AtomicU32,
    /// One bit per block: a process has reached it.
    reached: [AtomicU64; MOST_BLOCKS / 64],
    /// The address of each block in the file of its library. They are in order within each library.
    addresses: [AtomicU32; MOST_BLOCKS],
    /// The address of the first counter of each library, and how many counters it has.
    counters: [(AtomicU32, AtomicU32); MOST_LIBRARIES],
    /// The block of each counter plus 1, or 0 if none is in the table.
    counted: [AtomicU32; MOST_BLOCKS],
}

/// The counters of a library.
pub(super) struct CountedBlocks<I> {
    /// The address of the first one in the file.
    pub(super) start: u32,
    /// The block of each counter.
    pub(super) blocks: I,
}

// SAFETY: all fields are atomics.
unsafe impl Atomics for BlockTable {}

impl BlockTable {
    pub(super) fn map() -> io::Result<Mapping<Self>> {
        Mapping::new()
    }

    /// Adds a library with the addresses of its blocks. Returns the numbers of the blocks, or
    /// `None` if there is no space.
    pub(super) fn add(&self, addresses: &[u32]) -> Option<Range<u32>> {
        let library = self.libraries.load(Relaxed) as usize;
        let first = self.len();
        let to = self
            .addresses
            .get(first as usize..first as usize + addresses.len())?;
        let end = self.bounds.get(library + 1)?;
        for (to, from) in to.iter().zip(addresses) {
            to.store(*from, Relaxed);
        }
        let next = first + addresses.len() as u32;
        end.store(next, Relaxed);
        self.libraries.store(library as u32 + 1, Release);
        Some(first..next)
    }

    /// Adds the counters of the library that was added last. Counters for which there is no space
    /// are left out.
    pub(super) fn add_counters(&self, counters: &Counters, blocks: &Range<u32>) {
        let library = self.libraries.load(Relaxed) as usize - 1;
        let first = self.first_counter(library);
        let places = self.counted.get(first..).unwrap_or_default();
        for (place, address) in places.iter().zip(&counters.blocks) {
            let block = self.block_at(*address, blocks);
            place.store(block.map_or(0, |block| block + 1), Relaxed);
        }
        let (start, count) = &self.counters[library];
        start.store(counters.start, Relaxed);
        let number = counters.blocks.len().min(places.len());
        count.store(number as u32, Release);
    }

    /// The place of the first counter of a library.
    fn first_counter(&self, library: usize) -> usize {
        let before = self.counters[..library].iter();
        before.map(|(_, count)| count.load(Acquire) as usize).sum()
    }

    /// The counters of each library. One without counters has none.
    pub(super) fn counters(
        &self,
    ) -> impl Iterator<Item = CountedBlocks<impl Iterator<Item = Option<u32>>>> {
        let all = self.counters.iter().enumerate();
        all.map(|(library, (start, count))| {
            let first = self.first_counter(library);
            let places = &self.counted[first..first + count.load(Acquire) as usize];
            CountedBlocks {
                start: start.load(Relaxed),
                blocks: places
                    .iter()
                    .map(|place| place.load(Relaxed).checked_sub(1)),
            }
        })
    }

    /// Whether a library counts its blocks, by its number.
    pub(super) fn has_counters(&self, library: usize) -> bool {
        self.counters[library].1.load(Acquire) > 0
    }

    /// The number of blocks of all libraries.
    pub(super) fn len(&self) -> u32 {
        self.bounds[self.libraries.load(Acquire) as usize].load(Relaxed)
    }

    /// The blocks of each library.
    pub(super) fn libraries(&self) -> impl Iterator<Item = Range<u32>> {
        let count = self.libraries.load(Acquire) as usize;
        let bounds = self.bounds[..=count].windows(2);
        bounds.map(|pair| pair[0].load(Relaxed)..pair[1].load(Relaxed))
    }

    /// The address of a block in the file of its library.
    pub(super) fn address(&self, block: u32) -> u32 {
        self.addresses[block as usize].load(Relaxed)
    }

    /// The block among `of` with this address. Safe in a signal handler.
    pub(super) fn block_at(&self, address: u32, of: &Range<u32>) -> Option<u32> {
        let blocks = &self.addresses[of.start as usize..of.end as usize];
        let at = blocks.partition_point(|a| a.load(Relaxed) < address);
        let is_there = blocks.get(at).is_some_and(|a| a.load(Relaxed) == address);
        is_there.then_some(of.start + at as u32)
    }

    /// Notes that a block was reached. Returns whether it was not before. Safe in a signal handler.
    pub(super) fn reach(&self, block: u32) -> bool {
        let bit = 1 << (block % 64);
        let is_new = self.reached[block as usize / 64].fetch_or(bit, Relaxed) & bit == 0;
        if is_new {
            self.count.fetch_add(1, Relaxed);
        }
        is_new
    }

    /// Forgets which blocks were reached.
    pub(super) fn forget(&self) {
        let words = (self.len() as usize).div_ceil(64);
        self.reached[..words]
            .iter()
            .for_each(|word| word.store(0, Relaxed));
        self.count.store(0, Relaxed);
    }

    /// The number of blocks that were reached.
    pub(super) fn count(&self) -> u32 {
        self.count.load(Relaxed)
    }

    /// The bits of the reached blocks, 64 at a time. The last blocks have no bits set behind them.
    pub(super) fn reached(&self) -> impl Iterator<Item = u64> {
        let words = (self.len() as usize).div_ceil(64);
        self.reached[..words].iter().map(|word| word.load(Relaxed))
    }

    /// Whether a block was reached.
    pub(super) fn is_reached(&self, block: u32) -> bool {
        self.reached[block as usize / 64].load(Relaxed) >> (block % 64) & 1 == 1
    }
}

/// The memory that one job shares with its processes.
#[repr(C)]
pub(super) struct JobTable {
    /// The load bias of each library of the [`BlockTable`]: its addresses in memory minus those in
    /// its file.
    load_biases: [AtomicU64; MOST_LIBRARIES],
    /// How many blocks the processes have reached before those of all jobs.
    len: AtomicU32,
    /// Their numbers, in the order in which they were reached.
    new: [AtomicU32; MOST_BLOCKS],
}

// SAFETY: all fields are atomics.
unsafe impl Atomics for JobTable {}

impl JobTable {
    pub(super) fn map() -> io::Result<Mapping<Self>> {
        Mapping::new()
    }

    /// Stores the load biases of the libraries.
    pub(super) fn place(&self, load_biases: &[u64]) {
        for (to, load_bias) in self.load_biases.iter().zip(load_biases) {
            to.store(*load_bias, Relaxed);
        }
    }

    /// The load bias of each library. There may be more numbers than libraries.
    pub(super) fn load_biases(&self) -> impl Iterator<Item = usize> {
        self.load_biases
            .iter()
            .map(|load_bias| load_bias.load(Relaxed) as usize)
    }

    /// Appends a new block. Safe in a signal handler, and in several threads.
    pub(super) fn push(&self, block: u32) {
        let at = self.len.fetch_add(1, Relaxed);
        if let Some(place) = self.new.get(at as usize) {
            place.store(block, Relaxed);
        }
    }

    /// The number of new blocks.
    pub(super) fn len(&self) -> u32 {
        self.len.load(Acquire)
    }

    /// Forgets the new blocks.
    pub(super) fn clear(&self) {
        self.len.store(0, Relaxed);
    }

    /// The new blocks at these positions.
    pub(super) fn new_blocks(&self, range: Range<u32>) -> Vec<u32> {
        let end = (range.end as usize).min(MOST_BLOCKS);
        let blocks = self.new.get(range.start as usize..end).unwrap_or_default();
        blocks.iter().map(|block| block.load(Relaxed)).collect()
    }
}
