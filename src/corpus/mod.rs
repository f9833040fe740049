//! Corpora: from where the strategies of campaigns take traces.

mod embedded;

pub use embedded::embedded;
