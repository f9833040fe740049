//! Writing to the terminal. The reader may close the pipe (`| head`). The macros of the standard library would panic then;
//! these functions ignore it.

use std::fmt::Display;
use std::io::Write as _;

/// Writes to stdout.
pub fn out(text: impl Display) {
    let _ = write!(std::io::stdout().lock(), "{text}");
}

/// Writes to stderr.
pub fn err(text: impl Display) {
    let _ = write!(std::io::stderr().lock(), "{text}");
}

/// Writes a line to stdout.
macro_rules! say {
    ($($text:tt)*) => { $crate::console::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// Writes a line to stderr.
macro_rules! complain {
    ($($text:tt)*) => { $crate::console::err(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {complain, say};
