//! Reads files that may come from other people.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The greatest size in bytes of a trace, a script, a profile, or a file of a results directory.
/// Reading such a file takes less than 1 GB of memory.
pub const MAX_SIZE: u64 = 32 << 20;

/// Reads a file, or stdin if it is called `-`.
///
/// # Errors
/// Those of the system, and [`ErrorKind::FileTooLarge`] above [`MAX_SIZE`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        return limited(io::stdin().lock());
    }
    limited(File::open(path)?)
}

/// Reads an open file.
///
/// # Errors
/// As [`read`].
pub(crate) fn limited(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_SIZE {
        let limit = MAX_SIZE >> 20;
        return Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("it has more than {limit} MB, which is the limit"),
        ));
    }
    Ok(bytes)
}
