//! Functions that write into files. The files are in memory and have no names.

use super::super::bindings as raw;
use super::{Api, Model, Sort, Term, Tried, c, ids};
use murxla_fsm::solver::{Answer, Error, Result};
use std::ffi::c_int;

/// A file in memory.
struct Memory(std::fs::File);

impl Memory {
    fn new() -> Result<Self> {
        use std::os::fd::FromRawFd as _;
        // SAFETY: the name is a constant.
        let file = unsafe { libc::memfd_create(c"output".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(unsupported());
        }
        // SAFETY: the descriptor was made just now and is owned by nobody else.
        Ok(Self(unsafe { std::fs::File::from_raw_fd(file) }))
    }

    fn descriptor(&self) -> c_int {
        use std::os::fd::AsRawFd as _;
        self.0.as_raw_fd()
    }

    /// All that was written.
    fn text(mut self) -> Result<String> {
        use std::io::{Read as _, Seek as _};
        let mut bytes = Vec::new();
        let read = self
            .0
            .rewind()
            .and_then(|()| self.0.read_to_end(&mut bytes));
        read.map_err(|_| unsupported())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn unsupported() -> Error {
    Error::Unsupported("files in memory".to_owned())
}

/// The width, the height and the indentation of a printed text.
pub(in super::super) type Area = [u32; 3];

// The descriptors are open and the handles live in all calls below, and slices are passed with
// their lengths.

impl Api {
    /// The text that a function writes into a file.
    fn written(self, write: impl FnOnce(c_int) -> c_int) -> Result<String> {
        let file = Memory::new()?;
        self.code(write(file.descriptor()))?;
        file.text()
    }

    /// Prints a term into an area: into a string, and into a file.
    pub(in super::super) fn term_in(
        self,
        term: Term,
        [width, height, offset]: Area,
    ) -> Result<[String; 2]> {
        // SAFETY: see above; any number may be asked for.
        let string =
            unsafe { self.taken(self.0.yices_term_to_string(term.0, width, height, offset)) };
        // SAFETY: as above.
        let file = self.written(|file| unsafe {
            self.0.yices_pp_term_fd(file, term.0, width, height, offset)
        })?;
        Ok([string, file])
    }

    /// The same of a type.
    pub(in super::super) fn type_in(
        self,
        of: Sort,
        [width, height, offset]: Area,
    ) -> Result<[String; 2]> {
        // SAFETY: see above; any number may be asked for.
        let string =
            unsafe { self.taken(self.0.yices_type_to_string(of.0, width, height, offset)) };
        // SAFETY: as above.
        let file = self.written(|file| unsafe {
            self.0.yices_pp_type_fd(file, of.0, width, height, offset)
        })?;
        Ok([string, file])
    }

    /// Prints terms into an area, horizontally or vertically.
    pub(in super::super) fn terms_in(
        self,
        terms: &[Term],
        [width, height, offset]: Area,
        beside: bool,
    ) -> Result<String> {
        self.written(|file| {
            let count = terms.len() as u32;
            // SAFETY: see above.
            unsafe {
                self.0.yices_pp_term_array_fd(
                    file,
                    count,
                    ids(terms),
                    width,
                    height,
                    offset,
                    c_int::from(beside),
                )
            }
        })
    }

    /// Prints the last error.
    pub(in super::super) fn printed_error(self) -> Result<String> {
        // SAFETY: see above.
        self.written(|file| unsafe { self.0.yices_print_error_fd(file) })
    }

    /// Translates formulas of bit-vectors to clauses, and writes these in the format DIMACS. An
    /// answer instead of clauses if the translation finds it.
    pub(in super::super) fn clauses(
        self,
        formulas: &[Term],
        simplify: bool,
    ) -> Result<Tried<std::result::Result<String, Answer>>> {
        let file = Memory::new()?;
        let name = c(&format!("/proc/self/fd/{}", file.descriptor()))?;
        let (mut status, simplify) = (0, c_int::from(simplify));
        // SAFETY: see above; the string lives until the call returns, and the status is owned by
        // this frame.
        let code = unsafe {
            match formulas {
                [formula] => self.0.yices_export_formula_to_dimacs(
                    formula.0,
                    name.as_ptr(),
                    simplify,
                    &raw mut status,
                ),
                _ => self.0.yices_export_formulas_to_dimacs(
                    ids(formulas),
                    formulas.len() as u32,
                    name.as_ptr(),
                    simplify,
                    &raw mut status,
                ),
            }
        };
        if let Err(failure) = self.code(code) {
            return Ok(Err(failure));
        }
        if code > 0 {
            return Ok(Ok(Ok(file.text()?)));
        }
        Ok(Ok(Err(match u32::try_from(status) {
            Ok(raw::YICES_SAT) => Answer::Sat,
            Ok(raw::YICES_UNSAT) => Answer::Unsat,
            _ => Answer::Unknown,
        })))
    }
}

impl Model {
    /// Prints the model in two ways.
    pub(in super::super) fn printed(&self, [width, height, offset]: Area) -> Result<[String; 2]> {
        let api = self.0;
        // SAFETY: see above.
        let plain = api.written(|file| unsafe { api.0.yices_print_model_fd(file, self.raw()) })?;
        // SAFETY: see above.
        let pretty = api.written(|file| unsafe {
            api.0
                .yices_pp_model_fd(file, self.raw(), width, height, offset)
        })?;
        Ok([plain, pretty])
    }

    /// Prints the values of terms in two ways.
    pub(in super::super) fn printed_values(
        &self,
        terms: &[Term],
        [width, height, offset]: Area,
    ) -> Result<[String; 2]> {
        let (api, count) = (self.0, terms.len() as u32);
        // SAFETY: see above.
        let plain = api.written(|file| unsafe {
            api.0
                .yices_print_term_values_fd(file, self.raw(), count, ids(terms))
        })?;
        // SAFETY: see above.
        let pretty = api.written(|file| unsafe {
            api.0.yices_pp_term_values_fd(
                file,
                self.raw(),
                count,
                ids(terms),
                width,
                height,
                offset,
            )
        })?;
        Ok([plain, pretty])
    }
}
