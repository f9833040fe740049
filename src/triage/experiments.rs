//! What runs of similar traces tell about the bug of a minimized trace.

use murxla_fsm::trace::Script;
use murxla_system::symbols::readable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The keys of lines in the headers of traces: the operators and options that the bug needs, and
/// the functions of the solver in which it may be.
const NEEDS: &str = "needs";
const FUNCTIONS: &str = "functions";

/// What runs of similar traces tell about a bug.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Experiments {
    /// The operators and options that all traces have that show the bug.
    pub needs: BTreeSet<String>,
    /// The functions of the solver that such runs reach and similar ones without the bug do not,
    /// the most suspicious one first: symbols, or places in the library.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<String>,
}

impl Experiments {
    /// What the header of a trace says. `None` if it says nothing.
    #[must_use]
    pub fn of_trace(script: &Script) -> Option<Self> {
        let words = |key| {
            let line = script.header(key).unwrap_or_default();
            line.split_whitespace().map(str::to_owned)
        };
        script.header(NEEDS).or_else(|| script.header(FUNCTIONS))?;
        Some(Self {
            needs: words(NEEDS).collect(),
            functions: words(FUNCTIONS).collect(),
        })
    }

    /// The keys and values of the lines of a header, as [`of_trace`](Self::of_trace) reads them.
    #[must_use]
    pub fn header(&self) -> [(&'static str, String); 2] {
        let needs = Vec::from_iter(self.needs.iter().map(String::as_str)).join(" ");
        [(NEEDS, needs), (FUNCTIONS, self.functions.join(" "))]
    }

    /// The functions as the sources write them, without template arguments.
    pub fn readable_functions(&self) -> impl Iterator<Item = String> {
        let readable = |name: &String| super::frames::without_template_arguments(&readable(name));
        self.functions.iter().map(readable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    #[test]
    fn headers_are_read_as_they_are_written() {
        let found = Experiments {
            needs: ["OP_XOR", "option"].map(str::to_owned).into(),
            functions: vec!["_ZN1a1bEv".to_owned(), "libx.so+0x10".to_owned()],
        };
        let lines = found.header();
        let text: String = lines
            .iter()
            .map(|(key, value)| format!("# {key}: {value}\n"))
            .collect();
        let read = |text: &str| Experiments::of_trace(&lex(text).unwrap());
        assert_eq!(read(&(text + "new\n")), Some(found.clone()));
        assert_eq!(read("new\n"), None);
        let functions: Vec<String> = found.readable_functions().collect();
        assert_eq!(functions, ["a::b", "libx.so+0x10"]);
    }
}
