//! The memory that the parent, one zygote and its children share.
//!
//! ```text
//!  header │ one record per item of the batch │ arena: traces, messages │ inbox: traces to replay
//! ```
//!
//! Who writes when is agreed and needs no locks: the parent writes header, records and inbox while no child
//! lives; then one child writes records and arena, and raises `finished` when a record is complete. Bytes of
//! the arena below `used` never change while a child lives.
#![expect(
    unsafe_code,
    reason = "a mapping shared between processes has no safe interface"
)]

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};

use nix::sys::mman::{MapFlags, MmapAdvise, ProtFlags, madvise, mmap_anonymous, munmap};

use super::{COUNTERS, Item};

/// Bytes at the end of the arena that traces leave to messages and captured output.
pub(super) const RESERVE: usize = 128 << 10;
/// Bytes of the last call that a truncated trace still shows; they lie at the very end of the arena.
pub(super) const LAST_CALL: usize = 4 << 10;
/// Value of [`Header::current`] before the first item.
pub(super) const NONE: u32 = u32::MAX;

/// [`End`] as a number in a record; `DEFECT` is a panic.
pub(super) mod code {
    pub(in super::super) const OK: u32 = 0;
    pub(in super::super) const CHECK: u32 = 1;
    pub(in super::super) const REFUSED: u32 = 2;
    pub(in super::super) const UNSUPPORTED: u32 = 3;
    pub(in super::super) const OUT_OF_MEMORY: u32 = 4;
    pub(in super::super) const DEFECT: u32 = 5;
    pub(in super::super) const TIMED_OUT: u32 = 6;
}

/// The state of the child that runs now.
#[repr(C)]
pub(super) struct Header {
    /// Items in this batch.
    pub(super) items: AtomicU32,
    /// Item begun last, or [`NONE`].
    pub(super) current: AtomicU32,
    /// Items whose records are complete.
    pub(super) finished: AtomicU32,
    /// When the current item began (nanoseconds of CLOCK_MONOTONIC).
    pub(super) started: AtomicU64,
    /// CPU time of the child when the current item began, in nanoseconds.
    pub(super) cpu_before: AtomicU64,
    /// Bytes of the arena in use.
    pub(super) used: AtomicUsize,
    /// Set when the current item gave up for want of room and wants a fresh arena.
    pub(super) full: AtomicBool,
    /// The batch must not be split over several children.
    pub(super) one_child: AtomicBool,
    /// A panic of our own code has passed through the hook during the current item.
    pub(super) panicked: AtomicBool,
    /// The process has ended itself because of a search that did not listen.
    pub(super) ended_itself: AtomicBool,
    /// The fatal signal seen by the handler, which runs before the death it announces.
    pub(super) signal: AtomicI32,
    /// Pages of address space when that signal came.
    pub(super) pages: AtomicU64,
    /// RLIMIT_AS of children in bytes; 0 = none.
    pub(super) address_space: AtomicU64,
    /// Process id of the child; see [`Shared::lock_child`].
    child: AtomicI32,
    /// Set by the zygote after the child's death: raw wait status, CPU time, time of death.
    pub(super) status: AtomicI32,
    pub(super) cpu_total: AtomicU64,
    pub(super) ended: AtomicU64,
}

/// What is known about one item.
#[repr(C)]
pub(super) struct Record {
    /// The item: a seed, or a trace of the inbox if `is_trace`.
    is_trace: AtomicBool,
    seed: AtomicU64,
    input_at: AtomicUsize,
    input_len: AtomicUsize,
    /// The trace, and in it the start of the last call.
    pub(super) trace_at: AtomicUsize,
    pub(super) trace_len: AtomicUsize,
    pub(super) last_call: AtomicUsize,
    /// Length of the last call if it lies in the arena's last bytes, because the trace was cut.
    pub(super) last_call_len: AtomicUsize,
    pub(super) truncated: AtomicBool,
    /// The end: a [`code`], a line, a message (`kind`, NUL, text), captured output.
    pub(super) end: AtomicU32,
    pub(super) line: AtomicU32,
    pub(super) message_len: AtomicUsize,
    pub(super) output_len: AtomicUsize,
    pub(super) calls: AtomicU32,
    pub(super) counters: [AtomicU32; COUNTERS],
    /// When the last call was begun, on the clock of `now`.
    pub(super) call_began: AtomicU64,
    pub(super) wall: AtomicU64,
    pub(super) cpu: AtomicU64,
    pub(super) growth: AtomicI64,
}

/// One mapping. It is the same in the parent, the zygote and its children.
pub(super) struct Shared {
    base: NonNull<u8>,
    len: usize,
    records: usize,
    arena: usize,
}

impl Shared {
    pub(super) fn new(records: usize, arena: usize) -> io::Result<Shared> {
        let arena = arena.max(2 * RESERVE).next_multiple_of(4096);
        let records = records.max(1);
        let len = Self::arena_at(records) + 2 * arena;
        // SAFETY: a new anonymous mapping at an address chosen by the kernel replaces nothing.
        let base = unsafe {
            mmap_anonymous(
                None,
                NonZeroUsize::new(len).expect("a mapping is never empty"),
                ProtFlags::PROT_READ | ProtFlags::PROT_WRITE,
                MapFlags::MAP_SHARED | MapFlags::MAP_NORESERVE,
            )?
        };
        Ok(Shared {
            base: base.cast(),
            len,
            records,
            arena,
        })
    }

    fn arena_at(records: usize) -> usize {
        (size_of::<Header>().next_multiple_of(64) + records * size_of::<Record>())
            .next_multiple_of(4096)
    }

    pub(super) fn header(&self) -> &Header {
        // SAFETY: the mapping is page-aligned, longer than a header, zeroed, and lives as long as `self`;
        // a header consists of atomics only, for which zero is valid and which any process may change.
        unsafe { self.base.cast::<Header>().as_ref() }
    }

    pub(super) fn record(&self, index: u32) -> &Record {
        let index = index as usize;
        assert!(index < self.records, "record {index} of {}", self.records);
        let at = size_of::<Header>().next_multiple_of(64) + index * size_of::<Record>();
        // SAFETY: within the mapping by the assertion and the computation of its length; aligned, because
        // the offset is a multiple of 64 plus a multiple of the record's size; atomics only, as above.
        unsafe { self.base.add(at).cast::<Record>().as_ref() }
    }

    /// Bytes of the arena.
    pub(super) fn arena(&self) -> usize {
        self.arena
    }

    /// Writes bytes into the arena without publishing them: that is storing `used`. Cuts at the arena's end.
    pub(super) fn write(&self, at: usize, bytes: &[u8]) -> usize {
        self.put(Self::arena_at(self.records), at, bytes)
    }

    fn put(&self, area: usize, at: usize, bytes: &[u8]) -> usize {
        let len = bytes.len().min(self.arena.saturating_sub(at));
        if len > 0 {
            // SAFETY: `at + len` is within the area, and both areas within the mapping. `bytes` is no part
            // of the mapping, to which nobody holds references of bytes. Other processes read a byte only
            // after it has been published or after this one is dead.
            unsafe {
                let to = self.base.as_ptr().add(area + at);
                to.copy_from_nonoverlapping(bytes.as_ptr(), len);
            }
        }
        len
    }

    /// Copies bytes out of the arena.
    pub(super) fn read(&self, range: Range<usize>) -> Vec<u8> {
        self.get(Self::arena_at(self.records), range)
    }

    fn get(&self, area: usize, range: Range<usize>) -> Vec<u8> {
        let end = range.end.min(self.arena);
        let len = end.saturating_sub(range.start);
        let mut bytes = Vec::with_capacity(len);
        if len > 0 {
            // SAFETY: the range is within the area; the vector has room for `len` bytes, all of which are
            // written before its length is set; any byte value is valid. See `put` for the writers.
            unsafe {
                let from = self.base.as_ptr().add(area + range.start);
                from.copy_to_nonoverlapping(bytes.as_mut_ptr(), len);
                bytes.set_len(len);
            }
        }
        bytes
    }

    /// Parent: empties header and records for a new child and gives it as many of the items as there is
    /// room for. Returns how many; 0 if the first does not fit.
    pub(super) fn fill<'a>(&self, items: impl Iterator<Item = &'a Item>, one_child: bool) -> usize {
        let inbox = Self::arena_at(self.records) + self.arena;
        let (mut count, mut used) = (0, 0);
        for item in items.take(self.records) {
            let record = self.record(count as u32);
            // SAFETY: no child lives, so nobody else uses the record; zero is valid for every field.
            unsafe { std::ptr::from_ref(record).cast_mut().write_bytes(0, 1) };
            match item {
                Item::Seed(seed) => record.seed.store(*seed, Relaxed),
                Item::Trace(text) => {
                    if text.len() > self.arena - used {
                        break;
                    }
                    self.put(inbox, used, text.as_bytes());
                    record.is_trace.store(true, Relaxed);
                    record.input_at.store(used, Relaxed);
                    record.input_len.store(text.len(), Relaxed);
                    used += text.len();
                }
            }
            count += 1;
        }
        let header = self.header();
        header.items.store(count as u32, Relaxed);
        header.current.store(NONE, Relaxed);
        header.finished.store(0, Relaxed);
        header.used.store(0, Relaxed);
        header.full.store(false, Relaxed);
        header.one_child.store(one_child, Relaxed);
        header.panicked.store(false, Relaxed);
        header.ended_itself.store(false, Relaxed);
        header.signal.store(0, Relaxed);
        header.cpu_before.store(0, Relaxed);
        header.child.store(0, Relaxed);
        count
    }

    /// Child: one of the items that the parent has filled in.
    pub(super) fn item(&self, index: u32) -> Item {
        let record = self.record(index);
        if !record.is_trace.load(Relaxed) {
            return Item::Seed(record.seed.load(Relaxed));
        }
        let at = record.input_at.load(Relaxed);
        let inbox = Self::arena_at(self.records) + self.arena;
        let bytes = self.get(inbox, at..at + record.input_len.load(Relaxed));
        Item::Trace(Arc::from(String::from_utf8_lossy(&bytes)))
    }

    /// The seed of an item, if it is no trace.
    pub(super) fn seed(&self, index: u32) -> Option<u64> {
        let record = self.record(index);
        (!record.is_trace.load(Relaxed)).then(|| record.seed.load(Relaxed))
    }

    /// Parent: gives the pages of arena and inbox that it has touched back, or the longest traces that it has
    /// read would stay resident for as long as the campaign lasts. The contents stay, in all processes.
    pub(super) fn release_pages(&self) {
        let at = Self::arena_at(self.records);
        // SAFETY: the range is the rest of the mapping, which is shared: its bytes are those of the mapping,
        // not of the pages, and are the same when they are touched again. Advice that the kernel does not
        // take (its pages may be larger than the alignment) changes nothing.
        let _ = unsafe {
            madvise(
                self.base.add(at).cast(),
                self.len - at,
                MmapAdvise::MADV_DONTNEED,
            )
        };
    }

    /// The call of an item that was begun last.
    pub(super) fn last_call(&self, index: u32) -> Option<String> {
        let record = self.record(index);
        let at = record.trace_at.load(Relaxed);
        let range = match record.last_call_len.load(Relaxed) {
            0 => at + record.last_call.load(Relaxed)..at + record.trace_len.load(Acquire),
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

    /// Child: tells its process id.
    pub(super) fn set_child(&self, pid: i32) {
        self.header().child.store(pid, Release);
    }

    /// The child's process id, 0 if there is none.
    pub(super) fn child(&self) -> i32 {
        self.header().child.load(Acquire).abs()
    }

    /// The child's process id, which stays that of the child until [`unlock_child`](Shared::unlock_child):
    /// the zygote reaps a child only after it has taken the id away. Without this, a parent that is about
    /// to kill a child could kill another process that was given the same id in between.
    pub(super) fn lock_child(&self) -> Option<i32> {
        let child = &self.header().child;
        let pid = child.load(Acquire);
        (pid > 0 && child.compare_exchange(pid, -pid, Acquire, Relaxed).is_ok()).then_some(pid)
    }

    pub(super) fn unlock_child(&self, pid: i32) {
        self.header().child.store(pid, Release);
    }

    /// Zygote: takes the id away. Waits for the few instructions for which the parent may hold it.
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

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new`, and all references into it borrow from `self`.
        let _ = unsafe { munmap(self.base.cast(), self.len) };
    }
}
