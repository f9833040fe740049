//! Texts that the library writes into files.

use super::bindings as raw;
use super::ffi::{Api, Memory, Model, Sort, Term, Tried};
use murxla_fsm::solver::{Answer, Result};

/// The width, the height and the indentation of a printed text.
pub(super) type Area = [u32; 3];

/// The text that a function writes into a file.
fn written(write: impl FnOnce(i32) -> Tried) -> Result<String> {
    let file = Memory::new()?;
    write(file.descriptor())?;
    file.text()
}

impl Api {
    /// Prints a term into an area: into a string, and into a file.
    pub(super) fn term_in(self, term: Term, [width, height, offset]: Area) -> Result<[String; 2]> {
        let string = self.term_to_string(term, width, height, offset)?;
        let file = written(|file| self.pp_term_fd(file, term, width, height, offset))?;
        Ok([string, file])
    }

    /// The same of a type.
    pub(super) fn type_in(self, of: Sort, [width, height, offset]: Area) -> Result<[String; 2]> {
        let string = self.type_to_string(of, width, height, offset)?;
        let file = written(|file| self.pp_type_fd(file, of, width, height, offset))?;
        Ok([string, file])
    }

    /// Prints terms into an area, horizontally or vertically.
    pub(super) fn terms_in(
        self,
        terms: &[Term],
        [width, height, offset]: Area,
        beside: bool,
    ) -> Result<String> {
        written(|file| self.pp_term_array_fd(file, terms, width, height, offset, beside))
    }

    /// Prints the last error.
    pub(super) fn printed_error(self) -> Result<String> {
        written(|file| self.print_error_fd(file))
    }

    /// Translates formulas of bit-vectors to clauses, and writes these in the format DIMACS. An
    /// answer instead of clauses if the translation finds it.
    pub(super) fn clauses(
        self,
        formulas: &[Term],
        simplify: bool,
    ) -> Tried<std::result::Result<String, Answer>> {
        let file = Memory::new()?;
        let name = format!("/proc/self/fd/{}", file.descriptor());
        let (is_written, status) = match formulas {
            [formula] => self.export_formula_to_dimacs(*formula, &name, simplify)?,
            _ => self.export_formulas_to_dimacs(formulas, &name, simplify)?,
        };
        if is_written {
            return Ok(Ok(file.text()?));
        }
        Ok(Err(match u32::try_from(status) {
            Ok(raw::YICES_SAT) => Answer::Sat,
            Ok(raw::YICES_UNSAT) => Answer::Unsat,
            _ => Answer::Unknown,
        }))
    }
}

impl Model {
    /// Prints the model in two ways.
    pub(super) fn printed(&self, [width, height, offset]: Area) -> Result<[String; 2]> {
        let api = self.api();
        Ok([
            written(|file| api.print_model_fd(file, self))?,
            written(|file| api.pp_model_fd(file, self, width, height, offset))?,
        ])
    }

    /// Prints the values of terms in two ways.
    pub(super) fn printed_values(
        &self,
        terms: &[Term],
        [width, height, offset]: Area,
    ) -> Result<[String; 2]> {
        let api = self.api();
        Ok([
            written(|file| api.print_term_values_fd(file, self, terms))?,
            written(|file| api.pp_term_values_fd(file, self, terms, width, height, offset))?,
        ])
    }
}
