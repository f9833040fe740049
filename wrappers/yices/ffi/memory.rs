//! Files in memory, which have no names.

use murxla_fsm::solver::{Error, Result};
use std::ffi::c_int;

/// A file in memory.
pub(in super::super) struct Memory(std::fs::File);

impl Memory {
    /// An empty file.
    pub(in super::super) fn new() -> Result<Self> {
        use std::os::fd::FromRawFd as _;
        // SAFETY: the name is a constant.
        let file = unsafe { libc::memfd_create(c"output".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(unsupported());
        }
        // SAFETY: the descriptor was made just now and is owned by nobody else.
        Ok(Self(unsafe { std::fs::File::from_raw_fd(file) }))
    }

    /// Its descriptor.
    pub(in super::super) fn descriptor(&self) -> c_int {
        use std::os::fd::AsRawFd as _;
        self.0.as_raw_fd()
    }

    /// All that was written.
    pub(in super::super) fn text(mut self) -> Result<String> {
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
