//! The wrappers.
