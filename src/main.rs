//! The program `murxla-rs`.
pub mod store;

fn main() {}
