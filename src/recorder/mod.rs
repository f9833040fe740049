//! Records the calls that another program makes of a solver, and turns them into a script.
//!
//! A *recorder* is a shared object in C, which is made from the declarations of a C API. It is
//! loaded before the library of the solver, stands before each of its functions, and writes a line
//! before and a line after each call. `record` makes and loads it. `import` reads the lines
//! ([`log`]), finds out what the calls are in SMT-LIB ([`script`]), and imports this script.

pub mod log;
pub mod script;
mod shim;

pub use shim::source;

/// The environment variable that tells a recorder where to write.
pub const FILE_VARIABLE: &str = "MURXLA_RECORD";

/// How the first line of a recording begins.
pub const FIRST_WORD: &str = "murxla-record";

/// The greatest size in bytes of a recording, about two million calls. Reading one takes less than
/// 1 GB of memory.
pub const MAX_SIZE: u64 = 128 << 20;

/// Whether a file is a recording.
#[must_use]
pub fn is_recording(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(FIRST_WORD.as_bytes());
    rest.is_some_and(|rest| rest.starts_with(b" "))
}
