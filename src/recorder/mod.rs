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

use murxla_fsm::wrapper::c_api::CApi;
use murxla_fsm::wrapper::own_log::OwnLog;
use murxla_wrappers::WRAPPERS;

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

/// Whether a file is a log that the library of a solver has written itself.
#[must_use]
pub fn is_own_log(bytes: &[u8]) -> bool {
    own_logs().any(|(_, _, log)| bytes.starts_with(log.begins.as_bytes()))
}

/// The recording of the calls in a log that a library has written itself.
///
/// # Errors
/// Returns a message with the number of a line that is wrong.
pub fn recording_of(text: &str) -> Result<String, String> {
    let mut all = own_logs();
    let found = all.find(|(_, _, log)| text.starts_with(log.begins));
    let (solver, api, log) = found.ok_or("it is not the log of a solver")?;
    let lines = (log.recording)(text, api.header)?;
    Ok(format!("{FIRST_WORD} {} {solver}\n{lines}", log::VERSION))
}

fn own_logs() -> impl Iterator<Item = (&'static str, &'static CApi, &'static OwnLog)> {
    WRAPPERS.iter().filter_map(|wrapper| {
        let api = wrapper.constants().api.as_ref()?;
        Some((wrapper.name(), api, api.forms.own_log.as_ref()?))
    })
}
