//! The text of traces. `traces/README.md` is the manual of the format.

mod convert;
mod foreign;
mod lex;
mod notes;
mod print;
mod resolve;

pub use convert::{Conversion, conversion};
pub use lex::{Line, Script, Token, TraceError, lex, noted, write_place};
pub use notes::{
    COMMAND, COUNTERS, ENDED, NEEDS_OPTION, NOT_MADE, REASON_UNKNOWN, REFUSED, SKIPPED, UNSAT_CORE,
    UNSUPPORTED, notes,
};
pub use print::{CODATA, note, write_call, write_value};
pub(crate) use resolve::takes_part;
pub use resolve::{ResolveError, resolve};
