//! The notation of values, for solvers that are no programs and take and give values as text.

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

    /// The value that a text means. `None` if it is no value of the sort, or is written in another
    /// way than SMT-LIB says.
    pub(crate) fn read(&mut self, sort: SortId, text: &str) -> Option<Value> {
        match split(text)[..] {
            [text] => ModelReader::new(&self.script, &mut self.elements).read(sort, text),
            _ => None,
        }
    }
}
