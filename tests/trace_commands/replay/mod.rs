//! `replay`: what it prints, what it reads, and what it shows again.

mod explain;
mod reproduce;
