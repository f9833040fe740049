//! Files in memory, which functions of the library read and write.

use super::super::checks::API_TRACE_FILE;
use super::{Api, Session, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::{Error, Result};
use std::ffi::{c_char, c_ulong};
use std::ptr;

/// A file in memory.
pub(in super::super) struct File(Api, *mut raw::BoolectorFile);

fn failed(what: &str) -> Error {
    Error::Resources(format!("{what} failed"))
}

impl Lower<Session> for File {
    type Raw = *mut raw::BoolectorFile;

    fn lower(&self, _: &Session) -> Result<Self::Raw> {
        Ok(self.1)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: the file is open.
        unsafe { self.0.0.fclose(self.1) };
    }
}

impl Session {
    /// What `read` returns for a file with this content.
    pub(in super::super) fn reading<T>(
        &self,
        content: &mut [u8],
        read: impl FnOnce(&File) -> Result<T>,
    ) -> Result<T> {
        let (start, size) = (content.as_mut_ptr().cast(), content.len() as c_ulong);
        // SAFETY: the buffer has as many bytes as is said, and outlives the file.
        let file = unsafe { self.api.0.fmemopen(start, size, c"r".as_ptr()) };
        if file.is_null() {
            return Err(failed("fmemopen"));
        }
        read(&File(self.api, file))
    }

    /// The text that `write` writes, and what it returns.
    pub(in super::super) fn written<T>(
        &self,
        write: impl FnOnce(&File) -> Result<T>,
    ) -> Result<(Vec<u8>, T)> {
        let (mut buffer, mut size): (*mut c_char, c_ulong) = (ptr::null_mut(), 0);
        // SAFETY: buffer and size are set when the file is closed; the buffer is copied and freed.
        unsafe {
            let file = self.api.0.open_memstream(&raw mut buffer, &raw mut size);
            if file.is_null() {
                return Err(failed("open_memstream"));
            }
            let file = File(self.api, file);
            let returned = write(&file);
            drop(file);
            let copy = std::slice::from_raw_parts(buffer.cast::<u8>(), size as usize).to_vec();
            self.api.0.free(buffer.cast());
            Ok((copy, returned?))
        }
    }

    /// The trace that the library itself writes of the calls of a new instance.
    pub(in super::super) fn api_trace(
        api: Api,
        calls: impl FnOnce(&Session) -> Result,
    ) -> Result<Vec<u8>> {
        let traced = Session::new(api)?;
        let files = Session::new(api)?;
        let (trace, ()) = files.written(|file| {
            traced.set_trapi(file)?;
            // SAFETY: the instance is live.
            let said = unsafe { api.0.boolector_get_trapi(traced.btor) };
            API_TRACE_FILE.must(said == file.1)?;
            calls(&traced)?;
            // The instance ends before the file is closed.
            drop(traced);
            Ok(())
        })?;
        Ok(trace)
    }
}
