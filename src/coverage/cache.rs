//! The blocks of libraries that were examined before, as files of the store.

use std::fs;
use std::path::Path;

use super::blocks::Blocks;
use murxla_system::digest::hash_file;

/// The version of the files. It changes when [`Blocks::find`] finds other blocks or names.
const VERSION: u32 = 3;

/// Older versions, with the same blocks and names, but without counters, and without source files.
const OLDER: [u32; 2] = [2, 1];

/// The blocks of a library, and the sha256 of its file.
pub struct Examined {
    /// In hexadecimal.
    pub sha256: String,
    /// Its functions and blocks.
    pub blocks: Blocks,
}

/// Examines a library, or reads what was found before. `folder` is that of the files.
///
/// # Errors
/// A message if the file cannot be read, or is not a library for this processor.
pub fn examine(library: &Path, folder: &Path) -> Result<Examined, String> {
    let unreadable = |e| format!("cannot read {}: {e}", library.display());
    // A device such as /dev/zero has no end.
    if !fs::metadata(library).map_err(unreadable)?.is_file() {
        return Err(format!("{} is not a file", library.display()));
    }
    let sha256 = hash_file(library).map_err(unreadable)?;
    if let Some(blocks) = read(&sha256, VERSION, folder) {
        return Ok(Examined { sha256, blocks });
    }
    let file = fs::read(library).map_err(unreadable)?;
    let blocks = Blocks::find(&file);
    let blocks = blocks.map_err(|e| format!("cannot examine {}: {e}", library.display()))?;
    // Without the file, the library is examined again next time, which takes seconds.
    let _ = write(&sha256, &blocks, folder);
    Ok(Examined { sha256, blocks })
}

/// What was found in the library with this sha256. `None` if it was not examined.
#[must_use]
pub fn read_blocks(sha256: &str, folder: &Path) -> Option<Blocks> {
    let versions = [VERSION].into_iter().chain(OLDER);
    let mut found = versions.filter_map(|version| read(sha256, version, folder));
    found.next()
}

fn read(sha256: &str, version: u32, folder: &Path) -> Option<Blocks> {
    let text = fs::read(folder.join(name(sha256, version))).ok()?;
    let blocks: Blocks = serde_json::from_slice(&text).ok()?;
    blocks.is_valid().then_some(blocks)
}

fn write(sha256: &str, blocks: &Blocks, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    murxla_system::folder::write(
        &folder.join(name(sha256, VERSION)),
        &serde_json::to_vec(blocks)?,
    )
}

fn name(sha256: &str, version: u32) -> String {
    format!("{sha256}-{version}.json")
}
