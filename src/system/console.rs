//! Writing to the terminal. The macros of the standard library would panic if that fails. Control
//! characters are escaped: see [`visible`].
//!
//! The reader may close the pipe (`| head`); this is not an error. Any other error of writing to
//! stdout is kept, and [`finish`] returns it at the end of the program. Errors of writing to stderr
//! are ignored, because nobody can be told.

use crate::escape::visible;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::process::ExitStatus;
use std::sync::OnceLock;
use terminal_size::{Width, terminal_size_of};

/// The first error of writing to stdout.
static LOST: OnceLock<String> = OnceLock::new();

/// Writes to stdout.
pub fn out(text: impl Display) {
    // It is kept, or no error.
    let _ = try_out(text);
}

/// Writes to stdout, for callers that stop when the reader has closed the pipe.
///
/// # Errors
/// Those of the system. [`finish`] returns them, too, except [`ErrorKind::BrokenPipe`].
pub fn try_out(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out
        .write_all(visible(&text.to_string()).as_bytes())
        .and_then(|()| out.flush());
    keep(&written);
    written
}

/// Keeps the error of a function that has written to stdout.
pub fn keep(written: &io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        LOST.get_or_init(|| error.to_string());
    }
}

/// Whether all text for stdout was written.
///
/// # Errors
/// The first error, unless the reader has closed the pipe.
pub fn finish() -> Result<(), String> {
    LOST.get().map_or(Ok(()), |error| {
        Err(format!(
            "the output is incomplete: {error}; write it where there is space"
        ))
    })
}

/// A colour of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// For the worst.
    Red = 31,
    /// For what is less bad.
    Yellow = 33,
    /// For the rest.
    Cyan = 36,
    /// For what is good.
    Green = 32,
}

/// The text in lines that fit on the terminal, broken between words. Lines after the first begin
/// with `indent`. If stdout is not a terminal, the text is one line, so that programs can read it.
#[must_use]
pub fn wrapped(text: &str, indent: &str) -> String {
    let out = io::stdout();
    let width = out.is_terminal().then(|| terminal_size_of(out)).flatten();
    match width {
        Some((Width(width), _)) if width > 0 => {
            // Some terminals begin a new line after the last column.
            let options = textwrap::Options::new(usize::from(width).saturating_sub(1));
            textwrap::fill(
                text,
                options
                    .subsequent_indent(indent)
                    .break_words(false)
                    // Names of operators have hyphens.
                    .word_splitter(textwrap::WordSplitter::NoHyphenation),
            )
        }
        _ => text.to_owned(),
    }
}

/// Whether the user wants colours. Empty if that depends on where stdout goes.
static COLOURS: OnceLock<bool> = OnceLock::new();

/// Colours are always written, or never.
pub fn choose_colours(always: bool) {
    COLOURS.get_or_init(|| always);
}

/// Whether words on stdout have colours. Without a choice of the user, the environment decides, and
/// at last whether stdout is a terminal that knows them.
fn has_colours() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    match COLOURS.get() {
        Some(always) => *always,
        None if is_set("NO_COLOR") => false,
        None => is_forced || io::stdout().is_terminal() && !is_dumb(),
    }
}

/// Whether lines on stderr can be redrawn: it is a terminal that moves the cursor.
pub fn can_redraw() -> bool {
    io::stderr().is_terminal() && !is_dumb()
}

/// Whether the terminal knows no control sequences.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

/// Writes a word to stdout, which is bold and has a colour where colours are shown.
pub fn emphasis(word: &str, colour: Colour) {
    let word = visible(word);
    let written = match has_colours() {
        false => write!(io::stdout().lock(), "{word}"),
        true => write!(io::stdout().lock(), "\x1b[1;{}m{word}\x1b[0m", colour as u8),
    };
    keep(&written);
}

/// Writes to stderr.
pub fn err(text: impl Display) {
    control(&visible(&text.to_string()));
}

/// Writes to stderr, with control characters. None of them may come from outside.
pub fn control(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a line to stdout.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => { $crate::console::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Writes a line to stderr.
#[macro_export]
macro_rules! complain {
    ($($text:tt)*) => { $crate::console::err(format_args!("{}\n", format_args!($($text)*))) };
}

pub use crate::{complain, say};

/// How a process has ended, in a message: `exit status 1` or `signal 9 (SIGKILL)`.
#[must_use]
pub fn shown_status(status: ExitStatus) -> String {
    status.to_string().replacen(": ", " ", 1)
}
