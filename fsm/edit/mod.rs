//! Editing of traces: traces as lists of steps that can be changed, completed and checked without a
//! solver.
//!
//! A strategy that looks for new traces changes the steps of known ones in three stages:
//! 1. It edits a list of steps: removes some, changes arguments, renames ids.
//! 2. [`complete`] removes the calls whose arguments are missing now, and makes sorts that are
//!    missing.
//! 3. [`dry_run`] makes the calls on the state of an instance alone. It says whether all of them
//!    are valid.
//!
//! [`print()`] writes the text of the result, for a run on a solver. No text is needed before.
//! Nothing here depends on why traces are edited.
//!
//! | file | holds |
//! |---|---|
//! | `step.rs` | [`Step`], its text and its identity |
//! | `complete.rs` | removal of calls whose arguments are missing |
//! | `reader.rs` | reading a trace, one call after the other, with the state |
//! | `dry_run.rs` | calls without a solver |
//! | `validity.rs` | whether a call can be made in a state |
//! | `order.rs` | the order in which things are made |
//! | `rename.rs` | other ids |

mod complete;
mod dry_run;
mod order;
mod reader;
mod rename;
mod step;
mod validity;

pub use complete::{complete, sorts};
pub(crate) use dry_run::needs_more;
pub use dry_run::{DryRun, dry_run, read, read_supported, read_with, values};
pub use order::ordered;
pub use reader::TraceReader;
pub(crate) use reader::sort_of;
pub use rename::{fresh_sort, fresh_term, highest_ids, renumbered, replace_term};
pub use step::{Step, fingerprint, print};
pub use validity::check;
pub(crate) use validity::is_of;
