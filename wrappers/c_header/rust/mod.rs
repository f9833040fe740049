//! Writes Rust for the declarations of a header.

mod data;
mod methods;
mod types;

use crate::header::CHeader;
pub use methods::Receiver;

/// Rust for a header: the types, the enumerators, the table of functions with the name `table`
/// (by the macro `functions!` of the wrappers), and the declarations as the static `HEADER`.
#[must_use]
pub fn rust(header: &CHeader, table: &str) -> String {
    let mut text = types::types(header);
    text.push_str(&types::table(header, table));
    text.push_str(&data::data(header));
    text
}

/// Safe methods for the functions of a header.
///
/// # Errors
/// Names a function for which no method can be written.
pub fn methods(header: &CHeader, receiver: Receiver) -> Result<String, String> {
    methods::methods(header, receiver)
}
