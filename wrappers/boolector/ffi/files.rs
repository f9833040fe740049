//! Functions that read and write files. The files are in memory.

use super::super::checks::API_TRACE_FILE;
use super::{Api, Session, Term, c, raw, text};
use murxla_fsm::solver::{Error, Result};
use std::ffi::{c_char, c_int, c_ulong};
use std::ptr;

/// The formats in which formulas can be dumped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Format {
    Btor,
    Smt2,
    /// Only read.
    Btor2,
    /// Only read: SMT-LIB 1.
    Smt1,
}

/// A file in memory.
struct File(Api, *mut raw::BoolectorFile);

fn failed(what: &str) -> Error {
    Error::Resources(format!("{what} failed"))
}

impl File {
    /// A file to read from.
    fn of(api: Api, content: &mut [u8]) -> Result<Self> {
        let (start, size) = (content.as_mut_ptr().cast(), content.len() as c_ulong);
        // SAFETY: the buffer has as many bytes as is said, and outlives the file.
        let file = unsafe { api.0.fmemopen(start, size, c"r".as_ptr()) };
        if file.is_null() {
            return Err(failed("fmemopen"));
        }
        Ok(Self(api, file))
    }

    /// The text that `write` writes.
    fn written(api: Api, write: impl FnOnce(*mut raw::BoolectorFile)) -> Result<Vec<u8>> {
        let (mut buffer, mut size): (*mut c_char, c_ulong) = (ptr::null_mut(), 0);
        // SAFETY: buffer and size are set when the file is closed; the buffer is copied and freed.
        unsafe {
            let file = api.0.open_memstream(&raw mut buffer, &raw mut size);
            if file.is_null() {
                return Err(failed("open_memstream"));
            }
            let file = Self(api, file);
            write(file.1);
            drop(file);
            let copy = std::slice::from_raw_parts(buffer.cast::<u8>(), size as usize).to_vec();
            api.0.free(buffer.cast());
            Ok(copy)
        }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: the file is open.
        unsafe { self.0.0.fclose(self.1) };
    }
}

impl Session {
    /// Prints the model, in the format `btor` or `smt2`.
    pub(in super::super) fn print_model(&self, format: &str) -> Result<Vec<u8>> {
        let format = c(format)?;
        // SAFETY: the instance is live, the file open.
        File::written(self.api, |file| unsafe {
            (self.api.0).boolector_print_model(self.btor, format.as_ptr(), file);
        })
    }

    /// Dumps the formulas as a circuit, in the format AIGER.
    pub(in super::super) fn circuit(&self, is_binary: bool, merged: bool) -> Result<Vec<u8>> {
        let (api, btor) = (self.api.0, self.btor);
        // SAFETY: as above.
        File::written(self.api, |file| unsafe {
            if is_binary {
                api.boolector_dump_aiger_binary(btor, file, merged);
            } else {
                api.boolector_dump_aiger_ascii(btor, file, merged);
            }
        })
    }

    /// Prints the value of a bit-vector as SMT-LIB 2.
    pub(in super::super) fn printed_value(&self, node: Term, symbol: &str) -> Result<String> {
        let symbol = c(symbol)?;
        // SAFETY: as above; the node and the symbol are live.
        let printed = File::written(self.api, |file| unsafe {
            (self.api.0).boolector_print_value_smt2(self.btor, node.0, symbol.as_ptr(), file);
        })?;
        Ok(String::from_utf8_lossy(&printed).into_owned())
    }

    /// Dumps the formulas in a format that the library writes.
    pub(in super::super) fn dump(&self, format: Format) -> Result<Vec<u8>> {
        let (api, btor) = (self.api.0, self.btor);
        // SAFETY: as above.
        File::written(self.api, |file| unsafe {
            match format {
                Format::Smt2 => api.boolector_dump_smt2(btor, file),
                _ => api.boolector_dump_btor(btor, file),
            }
        })
    }

    /// Dumps a node.
    pub(in super::super) fn dump_node(&self, node: Term, smt2: bool) -> Result<Vec<u8>> {
        let (api, btor) = (self.api.0, self.btor);
        // SAFETY: as above; the node is live.
        File::written(self.api, |file| unsafe {
            if smt2 {
                api.boolector_dump_smt2_node(btor, file, node.0);
            } else {
                api.boolector_dump_btor_node(btor, file, node.0);
            }
        })
    }

    /// The trace that the library itself writes of the calls of a new instance.
    pub(in super::super) fn api_trace(
        api: Api,
        calls: impl FnOnce(&Session) -> Result,
    ) -> Result<Vec<u8>> {
        let traced = Session::new(api)?;
        let mut done = Ok(());
        let trace = File::written(api, |file| {
            // SAFETY: as above; the instance ends before the file is closed.
            let is_set = unsafe {
                api.0.boolector_set_trapi(traced.btor, file);
                api.0.boolector_get_trapi(traced.btor) == file
            };
            done = if is_set {
                calls(&traced)
            } else {
                API_TRACE_FILE.fails("")
            };
            drop(traced);
        })?;
        done.map(|()| trace)
    }

    /// Reads a formula, with the parser of its format or, if there is none, with the one that
    /// recognizes formats. Returns the status of the formula and the error message.
    pub(in super::super) fn parse(
        &self,
        format: Option<Format>,
        mut content: Vec<u8>,
    ) -> Result<(c_int, Option<String>)> {
        let file = File::of(self.api, &mut content)?;
        let (api, btor) = (self.api.0, self.btor);
        let (mut error, mut status, mut smt2) = (ptr::null_mut(), 0, false);
        let mut result = 0;
        let name = c"dumped";
        File::written(self.api, |out| {
            let (error, status) = (&raw mut error, &raw mut status);
            // SAFETY: as above; the message stays the library's, and is copied below.
            result = unsafe {
                match format {
                    Some(Format::Btor) => {
                        api.boolector_parse_btor(btor, file.1, name.as_ptr(), out, error, status)
                    }
                    Some(Format::Btor2) => {
                        api.boolector_parse_btor2(btor, file.1, name.as_ptr(), out, error, status)
                    }
                    Some(Format::Smt1) => {
                        api.boolector_parse_smt1(btor, file.1, name.as_ptr(), out, error, status)
                    }
                    Some(Format::Smt2) => {
                        api.boolector_parse_smt2(btor, file.1, name.as_ptr(), out, error, status)
                    }
                    None => {
                        let smt2 = &raw mut smt2;
                        api.boolector_parse(btor, file.1, name.as_ptr(), out, error, status, smt2)
                    }
                }
            };
        })?;
        let wrong = u32::try_from(result) == Ok(raw::BOOLECTOR_PARSE_ERROR) || !error.is_null();
        // SAFETY: the message is null or a string of the instance's.
        Ok((status, wrong.then(|| unsafe { text(error) })))
    }
}
