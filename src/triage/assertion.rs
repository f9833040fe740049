//! Failed assertions, as libraries print them before they end the process.

use super::frames::of_solvers;
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// A failed assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedAssertion<'a> {
    /// The name of the source file, without its folder, which depends on the build.
    pub file: &'a str,
    /// The function, if the library prints it.
    pub function: Option<&'a str>,
    /// The condition, or what else the library says in its place.
    pub text: &'a str,
}

/// The forms in which libraries of the language print failed assertions; solvers have others. Lines
/// and values are not kept.
const FORMS: [&str; 2] = [
    // The C library, and the standard library of GCC with _GLIBCXX_ASSERTIONS.
    r"(?m)(?P<file>[^\s:]+):\d+: (?:(?P<function>.+): )?Assertion [`'](?P<text>.*)' failed\.",
    // The standard library of LLVM.
    r"(?m)(?P<file>[^\s:]+):\d+: assertion (?P<text>.*) failed",
];

impl<'a> FailedAssertion<'a> {
    /// The first failed assertion in the output of a library.
    #[must_use]
    pub fn of(output: &'a str) -> Option<Self> {
        static COMPILED: LazyLock<Vec<Regex>> = LazyLock::new(|| {
            let forms = FORMS
                .into_iter()
                .chain(of_solvers(|texts| texts.assertions));
            forms.filter_map(|form| Regex::new(form).ok()).collect()
        });
        let found = COMPILED.iter().filter_map(|form| form.captures(output));
        let first = found.min_by_key(|found| found.get(0).map(|all| all.start()))?;
        let part = |name: &str| first.name(name).map(|part| part.as_str().trim());
        let path = part("file")?;
        Some(Self {
            file: path.rsplit('/').next().unwrap_or(path),
            function: part("function").filter(|name| !name.is_empty()),
            text: part("text")?,
        })
    }
}

/// `file.cpp: x > 0`.
impl fmt::Display for FailedAssertion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_read() {
        for (output, file, function, text) in [
            (
                "murxla-rs: ../src/bv/bv.cpp:12: void a::f(int): Assertion `x[1] == \"a: b\"' failed.\n",
                "bv.cpp",
                Some("void a::f(int)"),
                "x[1] == \"a: b\"",
            ),
            (
                "/usr/include/c++/12/bits/stl_vector.h:1123: T& std::vector<T>::operator[](size_type) \
                 [with T = int]: Assertion '__n < this->size()' failed.",
                "stl_vector.h",
                Some("T& std::vector<T>::operator[](size_type) [with T = int]"),
                "__n < this->size()",
            ),
            (
                "/usr/lib/llvm-19/include/c++/v1/vector:1393: assertion __n < size() failed: vector[] \
                 index out of bounds",
                "vector",
                None,
                "__n < size()",
            ),
            (
                "(a warning)\nASSERTION VIOLATION\nFile: /b/src/ast/ast.cpp\nLine: 7\nis_app(n)\n(C)ontinue\n",
                "ast.cpp",
                None,
                "is_app(n)",
            ),
            (
                "ASSERTION VIOLATION\nFile: a.h\nLine: 7\nFailed to verify: f(x)\n\n",
                "a.h",
                None,
                "f(x)",
            ),
            (
                "Fatal failure within bool cvc5::internal::f(T) at /b/src/theory/t.cpp:55\nCheck failure\n\n \
                 d_x != nullptr\nmore\n",
                "t.cpp",
                Some("bool cvc5::internal::f(T)"),
                "d_x != nullptr",
            ),
            (
                "cadical: fatal error: invalid API usage of 'int CaDiCaL::Solver::val(int)' in \
                 '../src/solver.cpp': can only get value in satisfied state\n",
                "solver.cpp",
                Some("int CaDiCaL::Solver::val(int)"),
                "can only get value in satisfied state",
            ),
            (
                "Fatal failure within void f() at a.cpp:1\nUnhandled case encountered KIND\n",
                "a.cpp",
                Some("void f()"),
                "Unhandled case encountered KIND",
            ),
        ] {
            let expected = FailedAssertion {
                file,
                function,
                text,
            };
            assert_eq!(FailedAssertion::of(output), Some(expected));
        }
        assert_eq!(FailedAssertion::of("an assertion of yours failed"), None);
    }

    #[test]
    fn the_first_one_counts() {
        let two = "a.c:1: f: Assertion `x' failed.\nASSERTION VIOLATION\nFile: b\nLine: 1\ny\n";
        assert_eq!(
            FailedAssertion::of(two).map(|a| a.to_string()).as_deref(),
            Some("a.c: x")
        );
    }
}
