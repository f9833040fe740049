//! The program `murxla-rs`.
fn main() {}
