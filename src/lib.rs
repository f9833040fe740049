//! The library behind the program `murxla-rs`: everything but `main`, so that tests can reach its parts.

pub mod executor;
