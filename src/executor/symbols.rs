//! The names of functions: a library's file may have a table of those that it does not export.

use cpp_demangle::{DemangleOptions, Symbol};
use object::{Object, ObjectSymbol, ReadCache, SymbolKind};
use std::collections::BTreeMap;
use std::fs::File;

/// The names that have been asked for, by files and offsets in them. Whole tables are not kept: that of cvc5 takes 16 MB.
#[derive(Default)]
pub(super) struct Symbols(BTreeMap<String, BTreeMap<u64, Option<String>>>);

impl Symbols {
    /// The name of the function at an offset in a file, without what compilers add to those that they take apart, such as
    /// `.cold`.
    pub(super) fn name(&mut self, file: &str, offset: u64) -> Option<&str> {
        let names = self.0.entry(file.to_owned()).or_default();
        let name = names
            .entry(offset)
            .or_insert_with(|| function(file, offset));
        name.as_deref()
    }
}

/// A frame for people: the function as its C++ source names it, without its parameters. Keys and filters have the frame
/// as it is.
#[must_use]
pub fn readable(frame: &str) -> String {
    let options = DemangleOptions::new().no_params().no_return_type();
    let symbol = Symbol::new(frame).ok();
    let named = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    named.unwrap_or_else(|| frame.to_owned())
}

/// The function at an offset in a file.
fn function(file: &str, offset: u64) -> Option<String> {
    // Reads what is asked for: the table, and one name.
    let data = ReadCache::new(File::open(file).ok()?);
    let file = object::File::parse(&data).ok()?;
    let is_before = |symbol: &object::Symbol<'_, '_, _>| {
        let is_function = symbol.kind() == SymbolKind::Text && symbol.is_definition();
        is_function && symbol.address() <= offset
    };
    let before = file.symbols().filter(is_before);
    let last = before.max_by_key(ObjectSymbol::address)?;
    let end = last.address().checked_add(last.size())?;
    let name = last.name().ok()?.split('.').next()?;
    (offset < end && !name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_source() {
        for (frame, shown) in [
            (
                "_ZN4cvc58internal5DType7resolveEv",
                "cvc5::internal::DType::resolve",
            ),
            ("Z3_mk_string", "Z3_mk_string"),
            ("libz3.so+0xc5154", "libz3.so+0xc5154"),
            ("_ZN4", "_ZN4"),
            ("?", "?"),
        ] {
            assert_eq!(readable(frame), shown);
        }
    }

    #[test]
    fn what_is_no_library_has_no_functions() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.name("/nowhere/libz3.so", 0x10), None);
        assert_eq!(symbols.name("/dev/null", 0x10), None);
    }

    /// Of this program, which has a table.
    #[test]
    fn a_function_by_any_place_in_it() {
        let program = std::env::current_exe().unwrap();
        let program = program.to_str().unwrap();
        let data = std::fs::read(program).unwrap();
        let file = object::File::parse(&*data).unwrap();
        let readable = file.symbols().find(|symbol| {
            let name = symbol.name().unwrap();
            name.contains("symbols") && name.contains("readable") && symbol.size() > 1
        });
        let readable = readable.unwrap();
        let (begin, end) = (readable.address(), readable.address() + readable.size());
        let mut symbols = Symbols::default();
        for (offset, is_there) in [
            (begin - 1, false),
            (begin, true),
            (end - 1, true),
            (end, false),
        ] {
            let name = symbols.name(program, offset);
            let is_it = name.is_some_and(|name| readable.name().unwrap().starts_with(name));
            assert_eq!(is_it, is_there, "{name:?} at {offset}");
        }
    }
}
