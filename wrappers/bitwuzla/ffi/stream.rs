//! Streams of the C library that write into memory.

use super::{Session, raw};
use crate::shared::library::methods::Lower;
use crate::shared::library::text;
use murxla_fsm::solver::{Error, Result};
use std::ptr;

/// An open stream.
pub(in super::super) struct Stream(*mut raw::FILE);

impl Lower<Session> for Stream {
    type Raw = *mut raw::FILE;

    fn lower(&self, _: &Session) -> Result<Self::Raw> {
        Ok(self.0)
    }
}

impl Session {
    /// The assertions in a language.
    pub(in super::super) fn formula(&self, language: &str, base: u8) -> Result<String> {
        self.written(|stream| self.print_formula(language, stream, base))
    }

    /// The text that `print` writes.
    pub(in super::super) fn written(
        &self,
        print: impl FnOnce(&Stream) -> Result,
    ) -> Result<String> {
        let (mut start, mut size) = (ptr::null_mut(), 0);
        // SAFETY: the stream is closed, which sets both, before they are read; the text is copied
        // and freed.
        unsafe {
            let stream = self.api.0.open_memstream(&raw mut start, &raw mut size);
            if stream.is_null() {
                return Err(Error::Resources("a stream".to_owned()));
            }
            let printed = print(&Stream(stream));
            self.api.0.fclose(stream);
            let copy = text(start).unwrap_or_default();
            self.api.0.free(start.cast());
            printed.map(|()| copy)
        }
    }
}
