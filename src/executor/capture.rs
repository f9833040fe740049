//! The files for a child's standard output, standard error and backtrace.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::FileExt;

use nix::fcntl::{FcntlArg, SealFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};

/// Bytes kept of the beginning of an item's output.
const HEAD: usize = 16 << 10;
/// Bytes kept of the end of an item's output.
const TAIL: usize = 48 << 10;

/// Size of the output file in bytes. Writes beyond it fail in the library.
const OUTPUT: u64 = 4 << 20;

/// The files that a child writes to. The parent creates them. All processes share one file offset,
/// so the offset is the number of bytes written.
pub(super) struct Capture {
    pub(super) output: File,
    pub(super) backtrace: File,
}

impl Capture {
    pub(super) fn new() -> io::Result<Capture> {
        let make = |name: &str, size: u64| -> io::Result<File> {
            let flags = MFdFlags::MFD_CLOEXEC | MFdFlags::MFD_ALLOW_SEALING;
            let file = File::from(memfd_create(name, flags)?);
            // The fixed size limits what a library can write. Pages are only allocated when
            // written.
            file.set_len(size)?;
            fcntl(&file, FcntlArg::F_ADD_SEALS(SealFlag::F_SEAL_GROW))?;
            Ok(file)
        };
        Ok(Capture {
            output: make("output", OUTPUT)?,
            backtrace: make("backtrace", 64 << 10)?,
        })
    }

    pub(super) fn clear(&self) {
        for file in [&self.output, &self.backtrace] {
            let mut file = file;
            let _ = file.seek(SeekFrom::Start(0));
        }
    }

    pub(super) fn output_len(&self) -> usize {
        (&self.output).stream_position().unwrap_or(0) as usize
    }

    /// Whether half of the output file is full, so that writes may have failed. C++ streams stay
    /// broken after an error.
    pub(super) fn is_flooded(&self) -> bool {
        self.output_len() as u64 > OUTPUT / 2
    }

    /// The output. The middle of long output is left out.
    pub(super) fn read_output(&self) -> Vec<u8> {
        let len = self.output_len();
        let (head, tail) = kept_ranges(len);
        let mut bytes = read(&self.output, head.start, head.len());
        if !tail.is_empty() {
            bytes.extend(omission_line(tail.start - head.end).into_bytes());
            bytes.extend(read(&self.output, tail.start, tail.len()));
        }
        bytes
    }

    pub(super) fn read_backtrace(&self) -> String {
        let len = (&self.backtrace).stream_position().unwrap_or(0) as usize;
        String::from_utf8_lossy(&read(&self.backtrace, 0, len)).into_owned()
    }
}

fn read(file: &File, at: usize, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    let read = file.read_at(&mut bytes, at as u64).unwrap_or(0);
    bytes.truncate(read);
    bytes
}

/// The ranges of an output of `len` bytes that are kept: all of it, or its beginning and its end.
fn kept_ranges(len: usize) -> (Range<usize>, Range<usize>) {
    if len <= HEAD + TAIL {
        (0..len, len..len)
    } else {
        (0..HEAD, len - TAIL..len)
    }
}

/// The line that replaces the omitted bytes.
fn omission_line(bytes: usize) -> String {
    format!("\n[... {bytes} bytes left out ...]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_output_keeps_both_ends() {
        assert_eq!(kept_ranges(10), (0..10, 10..10));
        let len = 1 << 20;
        assert_eq!(kept_ranges(len), (0..HEAD, len - TAIL..len));
    }
}
