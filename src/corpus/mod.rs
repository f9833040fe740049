//! Corpora: the traces from which strategies make runs.
//!
//! | file | holds |
//! |---|---|
//! | `embedded.rs` | the corpus that is part of the program |
//! | `folder.rs` | corpora in folders |
//! | `index.rs` | what the index of a corpus says |
//! | `read.rs` | how a script or a trace becomes an entry |
//! | `mined.rs` | what is mined from a corpus |
//! | `add.rs` | how files are added to a corpus |

mod add;
mod embedded;
mod folder;
mod index;
mod mined;
mod read;

pub use add::{Added, add, files};
pub use embedded::regressions;
pub use folder::{chosen, index, read};
pub use index::{EntryRecord, INDEX, Index};
pub use mined::Mined;
