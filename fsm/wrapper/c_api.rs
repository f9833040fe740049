//! What a wrapper states about the C API of its solver: which functions it calls, which it leaves
//! out, and what the declarations do not say about pointers, callbacks and named constants.
//!
//! All of it is static data. `wrappers/shared/library/record/` uses it to record calls, `translate
//! --to c` to write programs, and `show api` to measure coverage.

use wildmatch::WildMatch;

/// A C API and how a wrapper uses it.
#[derive(Clone, Copy, Debug)]
pub struct CApi {
    /// The prefix of its function names, such as `Z3_`.
    pub prefix: &'static str,
    /// The functions that the wrapper can call.
    pub bound: &'static [&'static str],
    /// The functions that the wrapper never calls, with the reasons.
    pub omitted: &'static [Omission],
    /// What recording calls and writing C programs need.
    pub program: &'static CProgramRules,
}

/// Functions of a C API that are left out for one reason.
#[derive(Clone, Copy, Debug)]
pub struct Omission {
    /// Their names. `*` matches any characters.
    pub names: &'static [&'static str],
    /// Whether they are auxiliary functions: parsers, printers, logs, proof objects, memory. API
    /// coverage does not count them.
    pub auxiliary: bool,
    /// Why they are left out.
    pub reason: &'static str,
}

/// What is needed besides the declarations in `api.h` to record calls and to write them as a C
/// program.
///
/// Patterns of function names may have a `*`, see [`matches()`].
#[derive(Clone, Copy, Debug)]
pub struct CProgramRules {
    /// The texts of the headers with the declarations. A type must be declared before it is used.
    pub headers: &'static [&'static str],
    /// Prefixes of function and type names. They are dropped in the names of variables.
    pub prefixes: &'static [&'static str],
    /// The type of sorts, as written in C. Variables of this type get the ids of the trace as
    /// names.
    pub sort: &'static str,
    /// The type of terms, as written in C. Variables of this type get the ids of the trace as
    /// names.
    pub term: &'static str,
    /// Integer types whose values are handles, such as `term_t` of Yices.
    pub handles: &'static [&'static str],
    /// Lengths of arrays that the general rules in `wrappers/shared/library/record/rules.rs` do not
    /// find.
    pub lengths: &'static [LengthRule],
    /// Functions that only report whether the last call failed. A program leaves out those calls
    /// that returned 0.
    pub silent: &'static [&'static str],
    /// How a program learns that a call has failed. `None` if the library then ends the process.
    pub errors: Option<ErrorReport>,
    /// Functions that register callbacks.
    pub callbacks: &'static [Callbacks],
    /// Functions that only count references or free something: patterns. A plain program leaves
    /// them out.
    pub references: &'static [&'static str],
    /// Functions that count references which a plain program takes once for each object: patterns.
    pub counted_once: &'static [&'static str],
    /// Functions that make an instance, to which other objects belong: patterns. A plain program
    /// leaves out instances that have nothing to do with the bug.
    pub instances: &'static [&'static str],
    /// Functions that only look at objects, or make an object and nothing else: patterns. A plain
    /// program leaves them out where it does not need their results.
    pub queries: &'static [&'static str],
    /// Queries whose results say nothing about a bug, because they differ between releases: ids,
    /// hashes, statistics, descriptions of options. Patterns; a plain program does not even compare
    /// their results with those of the run.
    pub incidental: &'static [&'static str],
    /// Queries about sorts, and about the form of terms: patterns. Their results matter if a bug is
    /// about these.
    pub forms: &'static [&'static str],
    /// Functions that a plain program calls in place of others with the same parameters.
    pub plain: &'static [(&'static str, &'static str)],
    /// Functions with callbacks that a program cannot contain, each with the reason.
    pub left_out: &'static [(&'static str, &'static str)],
    /// Functions of other libraries in the folder of the solver's library: a function without which
    /// no other one of that library is called, and the prefix of the library's file name.
    pub companions: &'static [(&'static str, &'static str)],
    /// Functions that free memory which the library allocated. They take its address.
    pub frees: &'static [&'static str],
    /// Functions and types of the C library. A program includes headers for them and does not
    /// declare them.
    pub system: &'static [&'static str],
    /// Numbers that a program writes as named constants: pattern of the function, its parameter
    /// (empty for the result), and where the names come from.
    pub constants: &'static [(&'static str, &'static str, ConstantNames)],
}

/// The number of elements to which a pointer leads. `P` identifies a parameter of the same
/// function: by its name in the tables of wrappers, by its position in a parsed declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count<P = usize> {
    /// One element.
    One,
    /// The value of a parameter. For a result, the parameter may also point to the value.
    Of(P),
    /// All elements before the first one that is zero.
    Terminated,
    /// A buffer of the caller that is large enough. No handles are read from it.
    Buffer,
    /// One element: the library stores the address of an array there. The parameter points to the
    /// array's length.
    OutArray(P),
    /// An array of arrays.
    Nested {
        /// The number of arrays.
        count: P,
        /// An array with the length of each array.
        lengths: P,
    },
}

/// The length of an array that a parameter or a result points to.
#[derive(Clone, Copy, Debug)]
pub struct LengthRule(
    /// Pattern of the function's name.
    pub &'static str,
    /// Name of the parameter, empty for the result.
    pub &'static str,
    /// The number of elements.
    pub Count<&'static str>,
);

/// Where the names of a number's values come from.
#[derive(Clone, Copy, Debug)]
pub enum ConstantNames {
    /// From the enumerators in the headers whose names have this prefix.
    Enumerators(&'static str),
    /// From this function of the library, which converts a number to its name. The wrapper calls it
    /// for all numbers when it loads the library, so the recording has the names.
    Function(&'static str),
}

/// The callbacks that a C program passes to a function, in place of those of the wrapper.
#[derive(Clone, Copy, Debug)]
pub struct Callbacks(
    /// The function that takes the callbacks.
    pub &'static str,
    /// The definitions of the callbacks in C, in the order of the function's parameters.
    pub &'static [&'static str],
    /// What the wrapper's callbacks do and these do not, if that may change the behaviour of the
    /// library.
    pub Option<&'static str>,
);

/// How a program learns that a call has failed which did not fail in the run.
#[derive(Clone, Copy, Debug)]
pub enum ErrorReport {
    /// This function registers a callback. The definition in C takes the place of the one in
    /// [`CProgramRules::callbacks`], and calls `failed` with a message.
    Callback(&'static str, &'static str),
    /// The library keeps an error until the program asks for it: the function that returns whether
    /// there was one, and the function that returns its message.
    Kept(&'static str, &'static str),
    /// As [`Self::Kept`], but the next call forgets the error. Not all releases have the two
    /// functions; the others end the process.
    OfLastCall(&'static str, &'static str),
}

impl<P> Count<P> {
    /// The same count with other identifiers of parameters. `None` if `parameter` returns `None`.
    pub fn resolve<Q>(self, parameter: impl Fn(P) -> Option<Q>) -> Option<Count<Q>> {
        Some(match self {
            Self::One => Count::One,
            Self::Of(count) => Count::Of(parameter(count)?),
            Self::Terminated => Count::Terminated,
            Self::Buffer => Count::Buffer,
            Self::OutArray(length) => Count::OutArray(parameter(length)?),
            Self::Nested { count, lengths } => Count::Nested {
                count: parameter(count)?,
                lengths: parameter(lengths)?,
            },
        })
    }
}

impl CProgramRules {
    /// The count that the table `lengths` has for a parameter, or for the result if `parameter` is
    /// empty.
    #[must_use]
    pub fn length(&self, function: &str, parameter: &str) -> Option<Count<&'static str>> {
        let applies = |row: &&LengthRule| matches(row.0, function) && row.1 == parameter;
        self.lengths.iter().find(applies).map(|row| row.2)
    }

    /// The source of names for a parameter, or for the result if `parameter` is empty.
    #[must_use]
    pub fn constant_names(&self, function: &str, parameter: &str) -> Option<ConstantNames> {
        let mut rows = self.constants.iter();
        let row = rows.find(|(name, of, _)| matches(name, function) && *of == parameter);
        row.map(|(.., names)| *names)
    }
}

/// Whether a pattern matches a name: `*` stands for any characters, `?` for one.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    WildMatch::new(pattern).matches(name)
}
