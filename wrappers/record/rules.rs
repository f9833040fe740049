//! What a declaration of C does not say of a pointer: how many elements it leads to.

use super::header::{Header, Parameter, Type};

/// How many elements there are where a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// One.
    One,
    /// As many as the parameter at this place says; of a result, what it points to may say it.
    Of(usize),
    /// As many as there are before one that is zero.
    Terminated,
    /// As many as the caller knows to be enough: a place to write to, of which no handle is read.
    Room,
    /// One place, where the address of an array is written that is as long as another parameter points to.
    Given(usize),
    /// Arrays: as many as one parameter says, each as long as the other, an array, says.
    Each {
        /// How many.
        count: usize,
        /// How long.
        lengths: usize,
    },
}

/// What a solver's own table says of a parameter, by the names of function and parameter; that of a result is empty.
#[derive(Clone, Copy, Debug)]
pub struct Exception(
    /// The function; `*` stands for any characters at its end.
    pub &'static str,
    /// The parameter.
    pub &'static str,
    /// What holds of it.
    pub Known,
);

/// As [`Count`], with parameters by name.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// One.
    One,
    /// As many as this parameter says.
    Of(&'static str),
    /// Up to a zero.
    Terminated,
    /// Enough.
    Room,
    /// One place for an array, whose length is where this parameter points to.
    Given(&'static str),
    /// Arrays: how many, how long.
    Each(&'static str, &'static str),
}

impl Known {
    fn count(self, parameters: &[Parameter]) -> Count {
        let at = |name: &str| parameters.iter().position(|p| p.name == name);
        let found = match self {
            Self::One => Some(Count::One),
            Self::Terminated => Some(Count::Terminated),
            Self::Room => Some(Count::Room),
            Self::Of(name) => at(name).map(Count::Of),
            Self::Given(length) => at(length).map(Count::Given),
            Self::Each(count, lengths) => at(count)
                .zip(at(lengths))
                .map(|(count, lengths)| Count::Each { count, lengths }),
        };
        found.unwrap_or(Count::One)
    }
}

fn exception(exceptions: &[Exception], function: &str, parameter: &str) -> Option<Known> {
    let is_meant = |row: &&Exception| matches(row.0, function) && row.1 == parameter;
    exceptions.iter().find(is_meant).map(|row| row.2)
}

/// The names of parameters that point to the length of what a function returns.
const LENGTHS: [&str; 3] = ["size", "count", "arity"];

/// Whether it is where a function writes the length of what it returns.
fn is_length(parameter: &Parameter) -> bool {
    let points = matches!(&parameter.kind, Type::Pointer(of) if of.is_count());
    points && !parameter.is_const && LENGTHS.contains(&parameter.name.as_str())
}

/// How many elements the parameter at a place leads to: a number without sign that is before it counts it, with arrays
/// only in between, or one directly behind it. Structures that are written to come one by one.
pub(super) fn of_parameter(
    function: &str,
    parameters: &[Parameter],
    at: usize,
    exceptions: &[Exception],
) -> Count {
    let parameter = &parameters[at];
    if let Some(known) = exception(exceptions, function, &parameter.name) {
        return known.count(parameters);
    }
    let is_data = |parameter: &Parameter| parameter.kind.is_data();
    let is_struct = matches!(&parameter.kind, Type::Pointer(of) if matches!(**of, Type::Struct(_)));
    if !is_data(parameter) || is_length(parameter) || (is_struct && !parameter.is_const) {
        return Count::One;
    }
    let before = (0..at).rev().find(|n| !is_data(&parameters[*n]));
    let before = before.filter(|n| parameters[*n].kind.is_count());
    let behind = Some(at + 1).filter(|n| parameters.get(*n).is_some_and(|p| p.kind.is_count()));
    before.or(behind).map_or(Count::One, Count::Of)
}

/// How many elements a result leads to: as many as are written to a parameter that is there for it.
pub(super) fn of_result(
    function: &str,
    parameters: &[Parameter],
    exceptions: &[Exception],
) -> Count {
    match exception(exceptions, function, "") {
        Some(known) => known.count(parameters),
        None => {
            let length = parameters.iter().rposition(is_length);
            length.map_or(Count::One, Count::Of)
        }
    }
}

/// Where numbers have names.
#[derive(Clone, Copy, Debug)]
pub enum Names {
    /// Constants that are declared, whose names begin so.
    Declared(&'static str),
    /// This function tells the name of a number, and was asked for all of them when the library was loaded.
    Told(&'static str),
}

/// What a program has the library call back, instead of what the wrapper has for it.
#[derive(Clone, Copy, Debug)]
pub struct CalledBack(
    /// The function that takes it.
    pub &'static str,
    /// The definitions of what it takes, in its order.
    pub &'static [&'static str],
    /// What these do not do that the wrapper's do, if that may change what the library does.
    pub Option<&'static str>,
);

/// What a solver's calls need to become a program, besides its declarations.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// The texts of its declarations.
    pub headers: &'static [&'static str],
    /// What names of its functions and types begin with.
    pub prefixes: &'static [&'static str],
    /// The types of sorts and of terms, whose variables are named as in the trace.
    pub sort: &'static str,
    /// As `sort`.
    pub term: &'static str,
    /// Types of numbers that stand for what the library has.
    pub handles: &'static [&'static str],
    /// Parameters whose length the rules do not tell.
    pub exceptions: &'static [Exception],
    /// Functions that tell whether the last call has failed, and nothing else: a program leaves them out where it has not.
    pub silent: &'static [&'static str],
    /// Functions that take some to call back.
    pub called_back: &'static [CalledBack],
    /// Functions with callbacks that a program leaves out, and why.
    pub left_out: &'static [(&'static str, &'static str)],
    /// Functions that free what the library has given, of which they take the address.
    pub frees: &'static [&'static str],
    /// Functions and types of the C library.
    pub system: &'static [&'static str],
    /// Numbers with names: function, parameter (empty: the result), names. `*` stands for any characters at an end.
    pub names: &'static [(&'static str, &'static str, Names)],
}

impl Interface {
    /// The declarations.
    #[must_use]
    pub fn header(&self) -> Header {
        Header::new(self.headers, self.handles, self.exceptions)
    }

    /// The names of the numbers that a parameter takes, or a function returns.
    #[must_use]
    pub fn names(&self, function: &str, parameter: &str) -> Option<Names> {
        let is_meant =
            |(name, of, _): &&(&str, &str, Names)| matches(name, function) && *of == parameter;
        self.names.iter().find(is_meant).map(|(.., names)| *names)
    }
}

/// Whether a name is one that `*` at the end of a pattern may stand for the rest of.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}
