//! Names of functions that a library does not export, from the symbol table in its file.

use cpp_demangle::{DemangleOptions, Symbol};
use object::{Object, ObjectSymbol, ReadCache, SymbolKind};
use std::collections::BTreeMap;
use std::fs::File;
use std::ops::Range;

/// Names that were looked up, by file and offset. Whole tables are not kept, because cvc5's takes
/// 16 MB.
#[derive(Default)]
pub struct Symbols(BTreeMap<String, BTreeMap<u64, Option<String>>>);

impl Symbols {
    /// The name of the function at an offset in a file. Suffixes that compilers add to parts of
    /// functions, such as `.cold`, are removed. `None` if it is unknown.
    pub fn name(&mut self, file: &str, offset: u64) -> Option<&str> {
        let names = self.0.entry(file.to_owned()).or_default();
        let name = names
            .entry(offset)
            .or_insert_with(|| function(file, offset));
        name.as_deref()
    }
}

/// A frame as it is shown to the user: the demangled C++ name without parameters. Keys of findings
/// and filters use the original frame.
#[must_use]
pub fn readable(frame: &str) -> String {
    let options = DemangleOptions::new().no_params().no_return_type();
    // A C function such as `c` would be read as the name of a type.
    let is_mangled = frame.starts_with("_Z");
    let symbol = is_mangled.then(|| Symbol::new(frame).ok()).flatten();
    let named = symbol.and_then(|symbol| symbol.demangle_with_options(&options).ok());
    named.unwrap_or_else(|| frame.to_owned())
}

/// The function at an offset in a file.
fn function(file: &str, offset: u64) -> Option<String> {
    // Only the table and one name are read, not the whole file.
    let data = ReadCache::new(File::open(file).ok()?);
    let file = object::File::parse(&data).ok()?;
    let is_function = |symbol: &object::Symbol<'_, '_, _>| {
        symbol.kind() == SymbolKind::Text && symbol.is_definition()
    };
    let functions = file.symbols().filter(is_function).map(|symbol| {
        let end = symbol.address().saturating_add(symbol.size());
        (symbol.address()..end, symbol)
    });
    plain(covering(functions, offset)?.name().ok()?)
}

/// The value of the function that covers an offset: the last one that begins at or before it, if it
/// is long enough.
fn covering<T>(functions: impl Iterator<Item = (Range<u64>, T)>, offset: u64) -> Option<T> {
    let before = functions.filter(|(at, _)| at.start <= offset);
    let (at, of) = before.max_by_key(|(at, _)| at.start)?;
    (offset < at.end).then_some(of)
}

/// A name without suffixes added by compilers.
fn plain(name: &str) -> Option<String> {
    let name = name.split('.').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpp_names_are_demangled() {
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
    fn a_file_that_is_no_library_has_no_functions() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.name("/nowhere/libz3.so", 0x10), None);
        assert_eq!(symbols.name("/dev/null", 0x10), None);
    }

    #[test]
    fn every_offset_of_a_function_finds_it() {
        let table = [(10..20, "f"), (30..35, "g.cold")];
        let name = |at| covering(table.iter().cloned(), at).and_then(plain);
        let names = [9, 10, 19, 20, 34].map(name);
        let names = names.each_ref().map(|name| name.as_deref());
        assert_eq!(names, [None, Some("f"), Some("f"), None, Some("g")]);
    }

    /// The test program itself has a symbol table.
    #[test]
    fn a_function_of_a_file() {
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
