//! What the program needs of the operating system: the terminal, files and folders, processes,
//! memory and signals, and the names of functions in libraries. Nothing in here knows what a solver
//! or a trace is.

pub mod console;
pub mod date;
pub mod digest;
pub mod escape;
pub mod folder;
pub mod input;
pub mod process_group;
pub mod random;
pub mod sanitizer;
pub mod shared_memory;
pub mod signals;
pub mod symbols;
