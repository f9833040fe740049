//! The names of functions: a library's file may have a table of those that it does not export.

use cpp_demangle::{DemangleOptions, Symbol};
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::BTreeMap;

/// The tables of files, which are read when they are first asked.
#[derive(Default)]
pub(super) struct Symbols(BTreeMap<String, Vec<Function>>);

struct Function {
    begin: u64,
    end: u64,
    name: String,
}

impl Symbols {
    /// The name of the function at an offset in a file, without what compilers add to those that they take apart, such as
    /// `.cold`.
    pub(super) fn name(&mut self, file: &str, offset: u64) -> Option<&str> {
        if !self.0.contains_key(file) {
            let functions = functions(file).unwrap_or_default();
            self.0.insert(file.to_owned(), functions);
        }
        let functions = self.0.get(file)?;
        let behind = functions.partition_point(|function| function.begin <= offset);
        let function = functions[..behind].last()?;
        let name = function.name.split('.').next()?;
        (offset < function.end && !name.is_empty()).then_some(name)
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

/// The functions of a file, in the order of their places.
fn functions(file: &str) -> Option<Vec<Function>> {
    let data = std::fs::read(file).ok()?;
    let file = object::File::parse(&*data).ok()?;
    let function = |symbol: object::Symbol<'_, '_>| {
        let is_here = symbol.kind() == SymbolKind::Text && symbol.is_definition();
        is_here.then_some(Function {
            begin: symbol.address(),
            end: symbol.address().checked_add(symbol.size())?,
            name: symbol.name().ok()?.to_owned(),
        })
    };
    let mut functions: Vec<Function> = file.symbols().filter_map(function).collect();
    functions.sort_by_key(|function| function.begin);
    Some(functions)
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

    #[test]
    fn a_function_by_any_place_in_it() {
        let function = |begin, end, name: &str| Function {
            begin,
            end,
            name: name.to_owned(),
        };
        let table = vec![function(10, 20, "f"), function(30, 35, "g.cold")];
        let mut symbols = Symbols([("lib".to_owned(), table)].into());
        let names = [9, 10, 19, 20, 34].map(|at| symbols.name("lib", at).map(str::to_owned));
        let names = names.each_ref().map(|name| name.as_deref());
        assert_eq!(names, [None, Some("f"), Some("f"), None, Some("g")]);
    }
}
