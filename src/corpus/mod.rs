//! Corpora: from where the strategies of campaigns take traces.
//!
//! | file | holds |
//! |---|---|
//! | `embedded.rs` | the corpus that is part of the program |
//! | `folder.rs` | corpora in folders |
//! | `index.rs` | what the index of a corpus says |
//! | `read.rs` | how a script or a trace becomes an entry |
//! | `add.rs` | how files are added to a corpus |

mod add;
mod embedded;
mod folder;
mod index;
mod read;

pub use add::{Added, add, files};
pub use embedded::embedded;
pub use folder::{index, read};
pub use index::{EntryRecord, INDEX, Index};
