//! What the program needs of the operating system: the terminal, files and folders, processes,
//! memory and signals. Nothing in here knows what a solver or a trace is.

pub mod console;
pub mod date;
pub mod digest;
pub mod escape;
pub mod folder;
pub mod input;
pub(crate) mod process_group;
pub mod sanitizer;
pub(crate) mod shared_memory;
pub mod signals;
