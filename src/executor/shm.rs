//! The memory shared by the parent, one zygote and its children.
//!
//! ```text
//!  header │ one record per item of the batch │ arena: traces, messages │ inbox: traces to replay
//! ```
//!
//! No locks are needed because the writers take turns. While no child lives, the parent writes
//! header, records and inbox. Then one child writes records and arena, and increments `finished`
//! when a record is complete. While a child lives, bytes of the arena below `used` never change.
#![expect(
    unsafe_code,
    reason = "a mapping shared between processes has no safe interface"
)]

use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};

use nix::sys::mman::{MmapAdvise, madvise};

use super::{COUNTERS, Item};
use murxla_system::shared_memory::SharedMemory;

/// Bytes at the end of the arena that are reserved for messages and captured output.
pub(super) const RESERVE: usize = 128 << 10;
/// Bytes kept of the last call of a truncated trace. They are stored at the end of the arena.
pub(super) const LAST_CALL: usize = 4 << 10;
/// Value of [`Header::current`] before the first item.
pub(super) const NONE: u32 = u32::MAX;

/// The values of [`Record::end`].
pub(super) mod code {
    /// The item ended with [`End::Ok`](murxla_fsm::run::End::Ok).
    pub(in super::super) const OK: u32 = 0;
    /// It ended in another way, which is in the arena as JSON.
    pub(in super::super) const ENDED: u32 = 1;
    /// This program panicked; its message is in the arena.
    pub(in super::super) const DEFECT: u32 = 2;
}

/// The state of the current child.
#[repr(C)]
pub(super) struct Header {
    /// Number of items in this batch.
    pub(super) items: AtomicU32,
    /// The last item that was begun, or [`NONE`].
    pub(super) current: AtomicU32,
    /// Number of items whose records are complete.
    pub(super) finished: AtomicU32,
    /// Start of the current item, in nanoseconds of CLOCK_MONOTONIC.
    pub(super) started: AtomicU64,
    /// CPU time of the child when the current item began, in nanoseconds.
    pub(super) cpu_before: AtomicU64,
    pub(super) arena: ArenaUse,
    /// One child must run the whole batch.
    pub(super) one_child: AtomicBool,
    /// Code of this program has panicked during the current item.
    pub(super) panicked: AtomicBool,
    /// The CPU time after which a search of the current item was interrupted, in nanoseconds. 0:
    /// none was.
    pub(super) interrupted: AtomicU64,
    /// The limit on the memory of children.
    pub(super) limit: MemoryLimit,
    /// Process id of the child; see [`Shared::lock_child`].
    child: AtomicI32,
    /// How the child ended.
    pub(super) exit: Exit,
}

/// How much of the arena is used.
#[repr(C)]
pub(super) struct ArenaUse {
    /// Number of bytes in use.
    pub(super) used: AtomicUsize,
    /// The current item did not fit and must start again with an empty arena.
    pub(super) full: AtomicBool,
}

/// The limit on the memory of children.
#[repr(C)]
pub(super) struct MemoryLimit {
    /// In bytes, with what the zygote has. 0: no limit.
    pub(super) bytes: AtomicU64,
    /// Whether the limit counts resident memory, and not address space: AddressSanitizer reserves
    /// terabytes of it.
    pub(super) counts_resident: AtomicBool,
}

/// How a child ended.
#[repr(C)]
pub(super) struct Exit {
    /// The process has ended itself because a search ignored interruption.
    pub(super) ignored_interruption: AtomicBool,
    /// The fatal signal seen by the handler. 0: none.
    pub(super) signal: AtomicI32,
    /// Memory in pages when that signal arrived, or when the parent killed the process: what the
    /// limit counts.
    pub(super) pages: AtomicU64,
    /// Set by the zygote after the child's end: raw wait status.
    pub(super) status: AtomicI32,
    /// CPU time of the child in nanoseconds.
    pub(super) cpu: AtomicU64,
    /// When the zygote saw the end, in nanoseconds of CLOCK_MONOTONIC.
    pub(super) seen_at: AtomicU64,
}

/// The record of one item. Times and durations are in nanoseconds.
#[repr(C)]
pub(super) struct Record {
    pub(super) input: Input,
    pub(super) trace: TraceRange,
    /// How the item ended: a value of [`code`]. The message has the details.
    pub(super) end: AtomicU32,
    /// The trace is followed by the attachment, the message (an `End` as JSON, or the text of a
    /// panic), and the output of the library.
    pub(super) attachment_len: AtomicUsize,
    pub(super) message_len: AtomicUsize,
    pub(super) output_len: AtomicUsize,
    pub(super) counters: [AtomicU32; COUNTERS],
    pub(super) coverage: NewBlocks,
    pub(super) cost: Cost,
}

/// The item: a seed, unless it is a trace. A trace, or the text that guides a run, is in the inbox.
#[repr(C)]
pub(super) struct Input {
    is_trace: AtomicBool,
    is_guided: AtomicBool,
    seed: AtomicU64,
    at: AtomicUsize,
    len: AtomicUsize,
}

/// The trace of an item in the arena.
#[repr(C)]
pub(super) struct TraceRange {
    /// Its position.
    pub(super) at: AtomicUsize,
    pub(super) len: AtomicUsize,
    /// Number of its calls.
    pub(super) calls: AtomicU32,
    /// Start of the last call, as a time of `now`.
    pub(super) call_began: AtomicU64,
    /// Offset of the last call in the trace.
    pub(super) last_call: AtomicUsize,
    /// Length of the last call if it is stored at the end of the arena because the trace was cut.
    /// Otherwise 0.
    pub(super) last_call_len: AtomicUsize,
    pub(super) truncated: AtomicBool,
}

/// The blocks that an item was the first to reach.
#[repr(C)]
pub(super) struct NewBlocks {
    /// The item's range in the list of new blocks of its job.
    pub(super) start: AtomicU32,
    pub(super) end: AtomicU32,
    /// See [`NewCoverage::trace_len`](super::NewCoverage::trace_len).
    pub(super) covering: AtomicUsize,
}

/// What an item has used.
#[repr(C)]
pub(super) struct Cost {
    pub(super) wall: AtomicU64,
    pub(super) cpu: AtomicU64,
    /// [`Header::interrupted`], at the end of the item.
    pub(super) interrupted: AtomicU64,
    /// See [`RunCost::growth`](super::RunCost::growth).
    pub(super) growth: AtomicI64,
}

/// One mapping. Parent, zygote and children see the same bytes.
pub(super) struct Shared {
    memory: SharedMemory,
    records: usize,
    arena: usize,
}

impl Shared {
    pub(super) fn new(records: usize, arena: usize) -> io::Result<Shared> {
        let arena = arena.max(2 * RESERVE).next_multiple_of(4096);
        let records = records.max(1);
        Ok(Shared {
            memory: SharedMemory::map(Self::arena_at(records) + 2 * arena)?,
            records,
            arena,
        })
    }

    fn arena_at(records: usize) -> usize {
        (size_of::<Header>().next_multiple_of(64) + records * size_of::<Record>())
            .next_multiple_of(4096)
    }

    pub(super) fn header(&self) -> &Header {
        // SAFETY: the mapping is page-aligned, longer than a header and zeroed, and lives as long
        // as `self`. A header consists of atomics only. Zero is valid for them, and every process
        // may change them.
        unsafe { self.memory.start().cast::<Header>().as_ref() }
    }

    pub(super) fn record(&self, index: u32) -> &Record {
        let index = index as usize;
        assert!(index < self.records, "record {index} of {}", self.records);
        let at = size_of::<Header>().next_multiple_of(64) + index * size_of::<Record>();
        // SAFETY: the address is within the mapping, by the assertion and the computation of its
        // length. It is aligned, because the offset is a multiple of 64 plus a multiple of the
        // record's size. Records are atomics only, as above.
        unsafe { self.memory.start().add(at).cast::<Record>().as_ref() }
    }

    /// Size of the arena in bytes.
    pub(super) fn arena(&self) -> usize {
        self.arena
    }

    /// Writes bytes to the arena, cut at its end. Returns their number. They become visible when
    /// `used` is stored.
    pub(super) fn write(&self, at: usize, bytes: &[u8]) -> usize {
        self.put(Self::arena_at(self.records), at, bytes)
    }

    /// Writes to the arena or the inbox, which begins at `area`.
    fn put(&self, area: usize, at: usize, bytes: &[u8]) -> usize {
        let len = bytes.len().min(self.arena.saturating_sub(at));
        if len > 0 {
            // SAFETY: `at + len` is within the area, and both areas are within the mapping. `bytes`
            // is not part of the mapping, because there are no references to its bytes. Other
            // processes read a byte only after it was published or after this process has died.
            unsafe {
                let to = self.memory.start().as_ptr().add(area + at);
                to.copy_from_nonoverlapping(bytes.as_ptr(), len);
            }
        }
        len
    }

    /// Copies bytes from the arena.
    pub(super) fn read(&self, range: Range<usize>) -> Vec<u8> {
        self.get(Self::arena_at(self.records), range)
    }

    /// Copies bytes from the arena or the inbox, which begins at `area`.
    fn get(&self, area: usize, range: Range<usize>) -> Vec<u8> {
        let end = range.end.min(self.arena);
        let len = end.saturating_sub(range.start);
        let mut bytes = Vec::with_capacity(len);
        if len > 0 {
            // SAFETY: the range is within the area. The vector has space for `len` bytes, which are
            // all written before its length is set. Every byte value is valid. `put` explains why
            // no other process writes these bytes now.
            unsafe {
                let from = self.memory.start().as_ptr().add(area + range.start);
                from.copy_to_nonoverlapping(bytes.as_mut_ptr(), len);
                bytes.set_len(len);
            }
        }
        bytes
    }

    /// Parent: clears header and records for a new child and stores as many of the items as fit.
    /// Returns their number, which is 0 if the first item does not fit.
    pub(super) fn fill<'a>(&self, items: impl Iterator<Item = &'a Item>, one_child: bool) -> usize {
        let inbox = Self::arena_at(self.records) + self.arena;
        let (mut count, mut used) = (0, 0);
        for item in items.take(self.records) {
            let record = self.record(count as u32);
            // SAFETY: no child lives, so no other process uses the record. Zero is valid for every
            // field.
            unsafe { std::ptr::from_ref(record).cast_mut().write_bytes(0, 1) };
            if let Some(text) = item.text() {
                if text.len() > self.arena - used {
                    break;
                }
                self.put(inbox, used, text.as_bytes());
                record.input.at.store(used, Relaxed);
                record.input.len.store(text.len(), Relaxed);
                used += text.len();
            }
            record
                .input
                .seed
                .store(item.seed().unwrap_or_default(), Relaxed);
            let is_guided = matches!(item, Item::Guided(..));
            record.input.is_guided.store(is_guided, Relaxed);
            let is_trace = matches!(item, Item::Trace(_));
            record.input.is_trace.store(is_trace, Relaxed);
            count += 1;
        }
        let header = self.header();
        header.items.store(count as u32, Relaxed);
        header.current.store(NONE, Relaxed);
        header.finished.store(0, Relaxed);
        header.arena.used.store(0, Relaxed);
        header.arena.full.store(false, Relaxed);
        header.one_child.store(one_child, Relaxed);
        header.panicked.store(false, Relaxed);
        header.exit.ignored_interruption.store(false, Relaxed);
        header.exit.signal.store(0, Relaxed);
        header.exit.pages.store(0, Relaxed);
        header.cpu_before.store(0, Relaxed);
        header.child.store(0, Relaxed);
        count
    }

    /// Child: one of the items that the parent has stored.
    pub(super) fn item(&self, index: u32) -> Item {
        let record = self.record(index);
        let seed = record.input.seed.load(Relaxed);
        let text = || {
            let at = record.input.at.load(Relaxed);
            let inbox = Self::arena_at(self.records) + self.arena;
            let bytes = self.get(inbox, at..at + record.input.len.load(Relaxed));
            Arc::from(String::from_utf8_lossy(&bytes))
        };
        if record.input.is_trace.load(Relaxed) {
            Item::Trace(text())
        } else if record.input.is_guided.load(Relaxed) {
            Item::Guided(seed, text())
        } else {
            Item::Seed(seed)
        }
    }

    /// The seed of an item. `None` for a trace.
    pub(super) fn seed(&self, index: u32) -> Option<u64> {
        let record = self.record(index);
        (!record.input.is_trace.load(Relaxed)).then(|| record.input.seed.load(Relaxed))
    }

    /// Parent: releases the pages of arena and inbox that it has read. Otherwise the largest traces
    /// would stay resident during the whole campaign. The contents are kept, in all processes.
    pub(super) fn release_pages(&self) {
        let at = Self::arena_at(self.records);
        // SAFETY: the range is the rest of the mapping. The mapping is shared, so its bytes do not
        // depend on resident pages and are the same at the next access. If the kernel rejects the
        // advice (its pages may be larger than the alignment), nothing changes.
        let _ = unsafe {
            madvise(
                self.memory.start().add(at).cast(),
                self.memory.size() - at,
                MmapAdvise::MADV_DONTNEED,
            )
        };
    }

    /// The last call of an item that was begun.
    pub(super) fn last_call(&self, index: u32) -> Option<String> {
        let record = self.record(index);
        let at = record.trace.at.load(Relaxed);
        let range = match record.trace.last_call_len.load(Relaxed) {
            0 => at + record.trace.last_call.load(Relaxed)..at + record.trace.len.load(Acquire),
            len => self.arena - LAST_CALL..self.arena - LAST_CALL + len,
        };
        let bytes = self.read(range);
        let text = String::from_utf8_lossy(&bytes);
        text.lines().next().map(str::to_owned)
    }

    /// The item that a child has begun and not finished.
    pub(super) fn in_flight(&self) -> Option<u32> {
        let header = self.header();
        let current = header.current.load(Acquire);
        (current != NONE && current >= header.finished.load(Acquire)).then_some(current)
    }

    /// Child: stores its process id.
    pub(super) fn set_child(&self, pid: i32) {
        self.header().child.store(pid, Release);
    }

    /// The process id of the child. 0: there is none.
    pub(super) fn child(&self) -> i32 {
        self.header().child.load(Acquire).abs()
    }

    /// The process id of the child. It stays valid until [`unlock_child`](Shared::unlock_child),
    /// because the zygote reaps a child only after [`take_child`](Shared::take_child). Without this
    /// lock, the parent could kill another process that got the same id in the meantime.
    pub(super) fn lock_child(&self) -> Option<i32> {
        let child = &self.header().child;
        let pid = child.load(Acquire);
        (pid > 0 && child.compare_exchange(pid, -pid, Acquire, Relaxed).is_ok()).then_some(pid)
    }

    /// Ends what [`lock_child`](Shared::lock_child) began.
    pub(super) fn unlock_child(&self, pid: i32) {
        self.header().child.store(pid, Release);
    }

    /// Zygote: removes the process id. Waits while the parent holds the lock, which takes a few
    /// instructions.
    pub(super) fn take_child(&self) {
        let child = &self.header().child;
        loop {
            let pid = child.load(Acquire);
            if pid >= 0 && child.compare_exchange(pid, 0, Acquire, Relaxed).is_ok() {
                return;
            }
            std::thread::yield_now();
        }
    }
}
