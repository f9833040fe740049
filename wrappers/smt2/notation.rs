//! The notation of values, for solvers that are not programs and take and give values as text.

use super::Script;
use super::sexp::split;
use super::values::ModelReader;
use crate::shared::encoding::elements::Elements;
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;

/// Writes and reads the values of the sorts of an instance.
pub(crate) struct Notation {
    script: Script,
    elements: Elements,
}

impl Notation {
    /// The notation of the standard, without sorts.
    pub(crate) fn new() -> Self {
        Self {
            script: Script::new(super::Dialect::default()),
            elements: Elements::default(),
        }
    }

    /// Announces a call. Its seed chooses among the notations of a value.
    pub(crate) fn begin(&mut self, seed: u32) {
        self.script.begin(seed);
    }

    /// Adds a sort, whose parts are known.
    ///
    /// # Errors
    /// A part is not known, or the text of the sort would be too long.
    pub(crate) fn add_sort(&mut self, id: SortId, sort: &Sort) -> Result {
        self.script.mk_sort(id, sort)
    }

    /// The sort of this id.
    pub(crate) fn sort(&self, id: SortId) -> Option<&Sort> {
        self.script.state.sorts.get(id)
    }

    /// The literal of a value.
    ///
    /// # Errors
    /// It is not of the sort, or has no literal.
    pub(crate) fn literal(&self, sort: SortId, value: &Value) -> Result<String> {
        self.script.literal(sort, value)
    }

    /// The value that a text means. `None` if it is not a value of the sort, or is written in
    /// another way than SMT-LIB says.
    pub(crate) fn read(&mut self, sort: SortId, text: &str) -> Option<Value> {
        match split(text)[..] {
            [text] => ModelReader::new(&self.script, &mut self.elements).read(sort, text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notations with these sorts, in order.
    fn notation(sorts: &[Sort]) -> Notation {
        let mut notation = Notation::new();
        for (id, sort) in (0..).zip(sorts) {
            notation.add_sort(SortId(id), sort).unwrap();
        }
        notation
    }

    #[test]
    fn literals_are_read_as_the_same_values() {
        let sorts = [
            Sort::Bool,
            Sort::Int,
            Sort::Real,
            Sort::Bv(8),
            Sort::Fp(3, 5),
            Sort::String,
        ];
        let texts = [
            "true",
            "(- 5)",
            "(/ 1.0 3.0)",
            "#xa5",
            "(fp #b0 #b101 #x3)",
            "\"a\\u{7f}\"\"\"",
        ];
        let mut notation = notation(&sorts);
        for (id, text) in (0..).map(SortId).zip(texts) {
            let value = notation.read(id, text).unwrap();
            for seed in 0..6 {
                notation.begin(seed);
                let literal = notation.literal(id, &value).unwrap();
                assert_eq!(
                    notation.read(id, &literal),
                    Some(value.clone()),
                    "{literal}"
                );
            }
        }
    }

    #[test]
    fn other_texts_are_no_values() {
        let sorts = [
            Sort::Bool,
            Sort::Bv(4),
            Sort::Fp(2, 3),
            Sort::Array(SortId(1), SortId(0)),
        ];
        let deep = "(let ((x (store x x x))) ".repeat(2000);
        let texts = [
            "",
            "(",
            ")",
            "\"",
            "|",
            "#b",
            "#x",
            "#b00001",
            "(_ bv1 9)",
            "(fp)",
            "(fp #b #b #b)",
            "true false",
            "((as const) 1)",
            "(let ((x x)) x)",
            "(store)",
            "\u{fffd}",
            &deep,
        ];
        let mut notation = notation(&sorts);
        for id in (0..4).map(SortId) {
            for text in texts {
                assert_eq!(notation.read(id, text), None, "{text}");
            }
        }
    }
}
