//! Reads the counters that a compiler has put into a library, see `instrumented.rs`.
#![expect(unsafe_code, reason = "the counters are in the memory of the library")]

use std::ptr;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use super::map::{BlockTable, JobTable};

/// Notes the blocks whose counters are not zero, and clears these. So the next item counts what it
/// reaches itself.
pub(super) fn note(table: &BlockTable, job: &JobTable) {
    for (counters, load_bias) in table.counters().zip(job.load_biases()) {
        let start = load_bias.wrapping_add(counters.start as usize);
        for (n, block) in counters.blocks.enumerate() {
            // SAFETY: the library has this counter, and is never unloaded. Its code changes the
            // counter in no other thread while a run has ended.
            let counter = unsafe {
                AtomicU8::from_ptr(ptr::with_exposed_provenance_mut(start.wrapping_add(n)))
            };
            if counter.load(Relaxed) != 0 {
                counter.store(0, Relaxed);
                if let Some(block) = block
                    && table.reach(block)
                {
                    job.push(block);
                }
            }
        }
    }
}

/// What the code of such a library calls when it is loaded. The sections of the file say the same.
/// Runtimes of sanitizers have functions of these names, too.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(_start: *mut u8, _stop: *mut u8) {}

/// The same for the addresses of blocks.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_start: *const usize, _stop: *const usize) {}
