//! `translate`: scripts and C programs do what their traces do.

mod c;
mod scripts;
