//! `replay`: what it prints, what it reads, and what it shows again.

mod explain;
mod foreign;
mod reproduce;
mod z3_getters;
