//! Writing to the terminal. Whoever reads may go away (`| head`): the rest is then missed by nobody,
//! and the macros of the standard library would panic.

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

/// A line on stdout.
macro_rules! say {
    ($($text:tt)*) => { $crate::console::out(format_args!("{}\n", format_args!($($text)*))) };
}

/// A line on stderr.
macro_rules! complain {
    ($($text:tt)*) => { $crate::console::err(format_args!("{}\n", format_args!($($text)*))) };
}

pub(crate) use {complain, say};
