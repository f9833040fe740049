//! `translate`: scripts and C programs do what their traces do.

pub(crate) mod c;
mod scripts;
