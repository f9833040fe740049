//! Corpora in folders: traces, and an index. Users may add and delete traces by hand.

use super::embedded::regressions;
use super::index::{INDEX, Index};
use crate::exit::Failure;
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use murxla_system::digest::hash_texts;
use murxla_system::folder::Folder;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The entries of a corpus, by the names of their files. A file that is not text is left out, with
/// a message for `complain`.
///
/// # Errors
/// The folder cannot be read, or has no trace.
pub fn read(path: &Path, complain: &mut dyn FnMut(String)) -> Result<Vec<Entry>, Failure> {
    let wrong = |e: &dyn std::fmt::Display| {
        Failure::configuration(format!("cannot read the corpus {}: {e}", path.display()))
    };
    let folder = Folder::open(path).map_err(|e| wrong(&e))?;
    let mut names = folder.names().map_err(|e| wrong(&e))?;
    names.retain(|name| name.ends_with(".trace"));
    names.sort();
    let mut entries = Vec::new();
    for name in names {
        let bytes = folder.read(&name).map_err(|e| e.to_string());
        let text = bytes.and_then(|bytes| {
            String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".to_owned())
        });
        match text {
            Ok(text) => entries.push(Entry {
                name: name.into(),
                text: text.into(),
            }),
            Err(why) => complain(format!("left out {}: {why}", folder.path(&name).display())),
        }
    }
    if entries.is_empty() {
        return Err(wrong(
            &"it has no file *.trace; 'murxla-rs corpus add' makes some",
        ));
    }
    Ok(entries)
}

/// The corpus of the folders that the user names. Without folders it is the embedded one, and
/// `none` is an empty one.
///
/// # Errors
/// A folder cannot be read, or has no trace.
pub fn chosen(folders: &[PathBuf], complain: &mut dyn FnMut(String)) -> Result<Corpus, Failure> {
    match folders {
        [] => Ok(regressions()),
        [one] if one.as_os_str() == "none" => Ok(Corpus::default()),
        folders => {
            let mut entries = Vec::new();
            for folder in folders {
                entries.extend(read(folder, complain)?);
            }
            let parts = entries
                .iter()
                .flat_map(|entry| [&*entry.name, &*entry.text]);
            let digest = hash_texts(parts);
            Ok(Corpus::new(entries).with_digest(&digest[..16]))
        }
    }
}

/// The index of a corpus; empty if it has none.
///
/// # Errors
/// It cannot be read.
pub fn index(folder: &Folder) -> Result<Index, Failure> {
    let wrong = |e: &dyn std::fmt::Display| {
        let file = folder.path(INDEX);
        let file = file.display();
        Failure::configuration(format!(
            "cannot read {file}: {e}; delete it, and 'corpus add' makes it again"
        ))
    };
    match folder.read(INDEX) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|e| wrong(&e)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(Index::default()),
        Err(e) => Err(wrong(&e)),
    }
}
