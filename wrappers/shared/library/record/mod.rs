//! Records the calls of a library as data. `Function::call` makes every call, so
//! all calls are recorded there.
//!
//! The arguments are written before the call and the result after it, so that a call that crashes
//! is in the recording. The declarations in `api.h` say which pointer is a string, an
//! array or a buffer. Memory is read through the kernel, because a bad pointer must
//! not crash the recorder.
//!
//! Before the first line of the trace, the wrapper loads the library and queries its properties, in
//! up to 70,000 calls. Only calls that a program needs are recorded: they change global state of
//! the library, or return the names of constants.

mod datum;
mod memory;

pub use datum::Datum;
use memory::Memory;
use murxla_fsm::wrapper::c_api::{CFunction, CHeader};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// An entry of a recording. Entries are in the order in which they happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RecordedEvent {
    /// A line of the trace: an action that starts now, or a note on the previous one.
    Line(String),
    /// A function is called: its name and its arguments.
    Call(String, Vec<Datum>),
    /// The function has returned: the arguments, whose memory it may have changed, and the result.
    Return(Vec<Datum>, Datum),
}

static ON: AtomicBool = AtomicBool::new(false);
static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

struct Recorder {
    file: File,
    header: &'static CHeader,
    /// Whether a function of the library has not returned yet. Calls made meanwhile come from our
    /// callbacks and are not recorded.
    inside: bool,
    /// Whether the trace has begun.
    has_line: bool,
}

impl Recorder {
    /// Appends an entry. Errors are ignored, so that recording never changes the run.
    fn write(&mut self, event: &RecordedEvent) {
        if let Ok(mut line) = serde_json::to_vec(event) {
            line.push(b'\n');
            let _ = self.file.write_all(&line);
        }
    }

    /// Whether a program may need a call of this function that is made now.
    fn is_needed(&self, name: &str) -> bool {
        let sets = |function: &CFunction| function.sets_globally();
        self.has_line
            || self.header.names_constants(name)
            || self.header.function(name).is_some_and(sets)
    }

    fn arguments(&self, name: &str, words: &[u64]) -> Vec<Datum> {
        let Some(function) = self.header.function(name) else {
            return words.iter().copied().map(Datum::Word).collect();
        };
        let memory = Memory::of_this_process();
        let all = words.iter().zip(function.parameters);
        all.map(|(word, parameter)| memory.argument(*word, parameter, words))
            .collect()
    }

    fn result(&self, name: &str, word: u64, arguments: &[Datum]) -> Datum {
        match self.header.function(name) {
            Some(function) => Memory::of_this_process().result(word, function, arguments),
            None => Datum::Word(word),
        }
    }
}

/// Starts to record calls. Entries are appended to the file, one JSON text per line, by this
/// process and by processes forked from it.
///
/// # Errors
/// Returns an error if the file cannot be created.
pub fn start(path: &Path, header: &'static CHeader) -> io::Result<()> {
    let file = File::options().create(true).append(true).open(path)?;
    let recorder = Recorder {
        file,
        header,
        inside: false,
        has_line: false,
    };
    if let Ok(mut current) = RECORDER.lock() {
        *current = Some(recorder);
        ON.store(true, Relaxed);
    }
    Ok(())
}

/// Whether calls are recorded.
pub(super) fn is_on() -> bool {
    ON.load(Relaxed)
}

/// Records a line of the trace, if calls are recorded.
pub fn line(text: &str) {
    if is_on() {
        with(|recorder| {
            recorder.has_line = true;
            recorder.write(&RecordedEvent::Line(text.to_owned()));
        });
    }
}

/// Runs `act` on the recorder. The lock is always free: `act` calls no function of the library.
fn with<T>(act: impl FnOnce(&mut Recorder) -> T) -> Option<T> {
    RECORDER.lock().ok()?.as_mut().map(act)
}

/// A call begins. Returns whether it is recorded.
pub(super) fn begin_call(name: &str, words: &[u64]) -> bool {
    let begin = |recorder: &mut Recorder| {
        if recorder.inside || !recorder.is_needed(name) {
            return false;
        }
        let arguments = recorder.arguments(name, words);
        recorder.write(&RecordedEvent::Call(name.to_owned(), arguments));
        recorder.inside = true;
        true
    };
    with(begin).unwrap_or(false)
}

/// A recorded call has returned.
pub(super) fn end_call(name: &str, words: &[u64], result: u64) {
    with(|recorder| {
        recorder.inside = false;
        let arguments = recorder.arguments(name, words);
        let result = recorder.result(name, result, &arguments);
        recorder.write(&RecordedEvent::Return(arguments, result));
    });
}

#[cfg(test)]
mod tests;
