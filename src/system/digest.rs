//! SHA-256 digests, in hexadecimal.

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The digest of bytes.
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> String {
    write_hex(&Sha256::digest(bytes))
}

/// The digest of bytes, not in hexadecimal but in Base64, as browsers read it.
#[must_use]
pub fn hash_in_base64(bytes: &[u8]) -> String {
    BASE64.encode(&Sha256::digest(bytes))
}

/// The digest of texts, which tells where each of them ends.
pub fn hash_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_le_bytes());
        hash.update(text.as_bytes());
    }
    write_hex(&hash.finalize())
}

/// The digest of a file.
///
/// # Errors
/// It cannot be read.
pub fn hash_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(write_hex(&hash.finalize())),
            n => hash.update(&buffer[..n]),
        }
    }
}

fn write_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
