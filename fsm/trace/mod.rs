//! The text of traces. `traces/README.md` is the manual of the format.

mod convert;
mod foreign;
mod lex;
mod note;
mod notes;
mod print;
mod resolve;

pub use convert::{Conversion, conversion};
pub use lex::{
    Line, Script, TextLine, Token, TraceError, comment, header_line, header_of, lex, write_place,
};
pub use note::{NEEDS_OPTION, Note, notes_in};
pub use notes::notes;
pub use print::{CODATA, write_call, write_value};
pub(crate) use resolve::takes_part;
pub use resolve::{ResolveError, read_value, resolve};
