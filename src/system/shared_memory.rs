//! Memory that this process shares with those that it forks.
#![expect(
    unsafe_code,
    reason = "a mapping shared between processes has no safe interface"
)]

use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::io;
use std::num::NonZeroUsize;
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::AtomicU8;

/// A mapping, aligned to pages. All bytes are zero at first. Pages that nobody uses take no memory.
pub struct SharedMemory {
    start: NonNull<u8>,
    len: NonZeroUsize,
}

impl SharedMemory {
    /// Makes a mapping of this many bytes.
    pub fn map(len: usize) -> io::Result<Self> {
        let len = NonZeroUsize::new(len).ok_or(io::ErrorKind::InvalidInput)?;
        // SAFETY: a new anonymous mapping at an address chosen by the kernel replaces no other
        // mapping.
        let start = unsafe {
            mmap_anonymous(
                None,
                len,
                ProtFlags::PROT_READ | ProtFlags::PROT_WRITE,
                MapFlags::MAP_SHARED | MapFlags::MAP_NORESERVE,
            )?
        };
        let start = start.cast();
        Ok(Self { start, len })
    }

    /// The first byte.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// The bytes, if all processes use them as atomics.
    pub fn bytes(&self) -> &[AtomicU8] {
        // SAFETY: the mapping has `len` bytes and lives as long as `self`. An atomic byte has the
        // layout of a byte.
        unsafe { slice::from_raw_parts(self.start.cast::<AtomicU8>().as_ptr(), self.len.get()) }
    }

    /// The number of bytes.
    pub fn size(&self) -> usize {
        self.len.get()
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: `map` has made the mapping. Who uses it borrows from `self`.
        let _ = unsafe { munmap(self.start.cast(), self.len.get()) };
    }
}
