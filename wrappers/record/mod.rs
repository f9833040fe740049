//! Calls of a library, recorded as data at the place that all of them go through: `functions!` of `library.rs`.
//!
//! What a call takes is written before the call is made, so that a crash leaves it, and what it gives behind it. Which
//! pointer is a string, an array of so many elements or a place to write to, the declarations say (`header.rs`,
//! `rules.rs`); memory is read through the kernel, which no bad pointer harms.

pub mod header;
mod memory;
pub mod rules;

use header::Header;
use memory::Memory;
use rules::Interface;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A value of C.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Datum {
    /// The bits of a number, a handle or a pointer of which nothing more is known.
    Word(u64),
    /// A string: where it is, and its bytes without the zero.
    Text(u64, Vec<u8>),
    /// Where an array is, and its elements.
    Array(u64, Vec<Datum>),
    /// The members of a structure.
    Struct(Vec<Datum>),
}

impl Datum {
    /// The bits of a number or handle, or where the rest is.
    #[must_use]
    pub fn word(&self) -> u64 {
        match self {
            Self::Word(word) | Self::Text(word, _) | Self::Array(word, _) => *word,
            Self::Struct(_) => 0,
        }
    }
}

/// What happens, in the order in which it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A line of the trace: a call that is about to be made, or a note on the one before.
    Line(String),
    /// A function is called with these arguments.
    Call(String, Vec<Datum>),
    /// It returns: the arguments, whose memory it may have changed, and the result.
    Return(Vec<Datum>, Datum),
}

static ON: AtomicBool = AtomicBool::new(false);
static RECORDER: Mutex<Option<Recorder>> = Mutex::new(None);

struct Recorder {
    file: File,
    header: Header,
    /// A function of the library has not returned yet: what is called now, a callback of ours calls.
    inside: bool,
}

impl Recorder {
    /// What cannot be written is lost: the run goes on, and the reader finds less.
    fn write(&mut self, event: &Event) {
        if let Ok(mut line) = serde_json::to_vec(event) {
            line.push(b'\n');
            let _ = self.file.write_all(&line);
        }
    }

    fn arguments(&self, name: &str, words: &[u64]) -> Vec<Datum> {
        let Some(function) = self.header.function(name) else {
            return words.iter().copied().map(Datum::Word).collect();
        };
        let memory = Memory::of_this_process();
        let all = words.iter().zip(&function.parameters);
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

/// Records into the file from now on, in this process and those forked from it.
///
/// # Errors
/// The file cannot be made.
pub fn start(path: &Path, header: Header) -> io::Result<()> {
    let file = File::options().create(true).append(true).open(path)?;
    let recorder = Recorder {
        file,
        header,
        inside: false,
    };
    if let Ok(mut place) = RECORDER.lock() {
        *place = Some(recorder);
        ON.store(true, Relaxed);
    }
    Ok(())
}

/// Whether calls are recorded.
pub(crate) fn is_on() -> bool {
    ON.load(Relaxed)
}

/// Notes a line of the trace.
pub fn line(text: &str) {
    if is_on() {
        with(|recorder| recorder.write(&Event::Line(text.to_owned())));
    }
}

/// A recorder is never in use when it is asked for: it calls nothing.
fn with<T>(act: impl FnOnce(&mut Recorder) -> T) -> Option<T> {
    RECORDER.lock().ok()?.as_mut().map(act)
}

/// Makes a call and records it, if no other is under way.
pub(crate) fn around<R>(
    name: &str,
    words: &[u64],
    call: impl FnOnce() -> R,
    word: impl FnOnce(&R) -> u64,
) -> R {
    let begin = |recorder: &mut Recorder| {
        if recorder.inside {
            return false;
        }
        let arguments = recorder.arguments(name, words);
        recorder.write(&Event::Call(name.to_owned(), arguments));
        recorder.inside = true;
        true
    };
    let outermost = with(begin).unwrap_or(false);
    let result = call();
    if outermost {
        with(|recorder| {
            recorder.inside = false;
            let arguments = recorder.arguments(name, words);
            let result = recorder.result(name, word(&result), &arguments);
            recorder.write(&Event::Return(arguments, result));
        });
    }
    result
}

/// The solvers with a C API whose calls can be recorded.
const INTERFACES: &[(&str, &Interface)] = &[
    ("z3", &crate::z3::program::INTERFACE),
    ("cvc5", &crate::cvc5::program::INTERFACE),
    ("bitwuzla", &crate::bitwuzla::program::INTERFACE),
    ("yices", &crate::yices::program::INTERFACE),
    ("boolector", &crate::boolector::program::INTERFACE),
];

/// What is known of the C API of the solver of this name, if it has one.
#[must_use]
pub fn interface(solver: &str) -> Option<&'static Interface> {
    let found = INTERFACES.iter().find(|(name, _)| *name == solver);
    found.map(|(_, interface)| *interface)
}

#[cfg(test)]
mod tests;
