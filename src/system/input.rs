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
    read_at_most(path, MAX_SIZE)
}

/// As [`read`], with another limit in bytes.
///
/// # Errors
/// As [`read`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        return limited(io::stdin().lock(), most);
    }
    limited(File::open(path)?, most)
}

/// Reads an open file of at most so many bytes.
///
/// # Errors
/// As [`read`].
pub(crate) fn limited(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    check_size(bytes.len(), most)?;
    Ok(bytes)
}

/// Checks a size in bytes.
///
/// # Errors
/// [`ErrorKind::FileTooLarge`] if it is more than the limit.
pub fn check_size(size: usize, most: u64) -> io::Result<()> {
    if size as u64 <= most {
        return Ok(());
    }
    let limit = most >> 20;
    Err(io::Error::new(
        ErrorKind::FileTooLarge,
        format!("it is larger than {limit} MB, which is the limit"),
    ))
}
