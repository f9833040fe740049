//! Adds files to a corpus, several at the same time.

use super::folder;
use super::index::{INDEX, Index};
use super::read::{ReadEntry, ScriptReader, read_entry};
use crate::exit::Failure;
use crate::trace_file::VERSION;
use murxla_executor::processors;
use murxla_fsm::trace::comment;
use murxla_system::folder::Folder;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::{fs, thread};

/// The index is written after this number of files, so that an interrupted import loses little.
const WRITTEN_AFTER: usize = 200;

/// The size of the stack of a thread that imports, in bytes: that of the main thread, for which the
/// depth of terms is limited.
const STACK: usize = 8 << 20;

/// The numbers of files by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Files that are entries now.
    pub new: usize,
    /// Files that are equal to entries up to names.
    pub repeated: usize,
    /// Files that could not be imported.
    pub refused: usize,
    /// Files that the index has already.
    pub known: usize,
}

/// The files with scripts and traces below some paths, in order, and the number of other files. A
/// path that is a file counts whatever its name.
///
/// # Errors
/// A path does not exist, or a folder below it cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, usize), Failure> {
    let (mut found, mut others) = (Vec::new(), 0);
    for path in paths {
        if path.is_dir() {
            find_in_folder(path, &mut found, &mut others)?;
        } else if path.exists() {
            found.push(path.clone());
        } else {
            let what = format!("{}: there is no such file or folder", path.display());
            return Err(Failure::configuration(what));
        }
    }
    // The index has whole paths, so that it is the same from every folder.
    let absolute = found.iter().map(std::path::absolute);
    let absolute = absolute.collect::<Result<_, _>>();
    let absolute =
        absolute.map_err(|e| Failure::configuration(format!("there is no current folder: {e}")))?;
    Ok((absolute, others))
}

/// Whether a file is a script or a trace by its name. Some scripts end with a version of the
/// language, `.smt20`.
fn is_named(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default();
    let extension = extension.to_string_lossy().to_lowercase();
    let version = extension.strip_prefix("smt2");
    extension == "trace" || version.is_some_and(|of| of.bytes().all(|c| c.is_ascii_digit()))
}

fn find_in_folder(
    folder: &Path,
    found: &mut Vec<PathBuf>,
    others: &mut usize,
) -> Result<(), Failure> {
    let wrong = |e| Failure::configuration(format!("cannot read {}: {e}", folder.display()));
    let inside = fs::read_dir(folder).map_err(wrong)?;
    let mut inside = inside.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    inside.sort_by_key(fs::DirEntry::file_name);
    for entry in inside {
        let path = entry.path();
        // Links may lead in circles.
        let kind = entry.file_type().map_err(wrong)?;
        if kind.is_dir() {
            find_in_folder(&path, found, others)?;
        } else if kind.is_file() && is_named(&path) {
            found.push(path);
        } else {
            *others += 1;
        }
    }
    Ok(())
}

/// Adds files to the corpus in a folder. `progress` gets the number of files so far.
///
/// # Errors
/// The folder cannot be written. What was done before is in its index.
pub fn add(
    files: &[PathBuf],
    folder: &Folder,
    solver: Option<&str>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Added, Failure> {
    let mut corpus = Corpus::open(folder)?;
    let mut added = Added::default();
    let known = corpus.known_files();
    let is_new = |file: &&PathBuf| !known.contains(&*file.display().to_string());
    let new: Vec<&PathBuf> = files.iter().filter(is_new).collect();
    added.known = files.len() - new.len();
    let workers = processors().min(new.len()).max(1);
    let readers: Vec<Vec<ScriptReader>> = (0..workers)
        .map(|_| ScriptReader::all(solver))
        .collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for readers in readers {
            let (send, next, new) = (send.clone(), &next, &new);
            let worker = move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = new.get(number) else { break };
                    if send.send((number, read_entry(file, &readers))).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            let spawned = thread.spawn_scoped(scope, worker);
            spawned.map_err(|e| Failure::configuration(format!("cannot start a thread: {e}")))?;
        }
        drop(send);
        // In the order of the files, so that the same files always make the same corpus.
        let (mut waiting, mut done) = (BTreeMap::new(), 0);
        for (number, made) in receive {
            waiting.insert(number, made);
            while let Some(made) = waiting.remove(&done) {
                corpus.take(new[done], made, &mut added)?;
                done += 1;
                progress(done);
                if done % WRITTEN_AFTER == 0 {
                    corpus.write()?;
                }
            }
        }
        corpus.write()
    })?;
    Ok(added)
}

/// A corpus that is being made.
struct Corpus<'f> {
    folder: &'f Folder,
    index: Index,
    /// The names of entries by their shapes.
    shapes: BTreeMap<u64, String>,
}

impl<'f> Corpus<'f> {
    fn open(folder: &'f Folder) -> Result<Self, Failure> {
        let index = folder::index(folder)?;
        let shape = |name: &String| {
            let digits = name.strip_suffix(".trace")?.rsplit_once('-')?.1;
            Some((u64::from_str_radix(digits, 16).ok()?, name.clone()))
        };
        Ok(Self {
            shapes: index.entries.keys().filter_map(shape).collect(),
            folder,
            index,
        })
    }

    /// The files that were imported, refused or found equal before.
    fn known_files(&self) -> BTreeSet<&str> {
        let index = &self.index;
        let sources = index.entries.values().map(|entry| &*entry.source);
        let others = index.refused.keys().chain(index.repeated.keys());
        sources.chain(others.map(String::as_str)).collect()
    }

    fn take(
        &mut self,
        file: &Path,
        made: Result<ReadEntry, String>,
        added: &mut Added,
    ) -> Result<(), Failure> {
        let path = file.display().to_string();
        let made = match made {
            Ok(made) => made,
            Err(why) => {
                added.refused += 1;
                self.index.refused.insert(path, why);
                return Ok(());
            }
        };
        if let Some(name) = self.shapes.get(&made.shape) {
            added.repeated += 1;
            self.index.repeated.insert(path, name.clone());
            return Ok(());
        }
        let name = format!("{}-{:016x}.trace", stem(file), made.shape);
        let text = comment(VERSION) + &made.text;
        self.folder
            .write(&name, text.as_bytes())
            .map_err(|e| self.wrong(&name, &e))?;
        added.new += 1;
        self.shapes.insert(made.shape, name.clone());
        self.index.entries.insert(name, made.record);
        Ok(())
    }

    fn write(&self) -> Result<(), Failure> {
        let text = serde_json::to_vec_pretty(&self.index).unwrap_or_default();
        let written = self.folder.write(INDEX, &text);
        written.map_err(|e| self.wrong(INDEX, &e))
    }

    fn wrong(&self, name: &str, error: &std::io::Error) -> Failure {
        let file = self.folder.path(name);
        Failure::configuration(format!("cannot write {}: {error}", file.display()))
    }
}

/// The name of a file without its extension, as part of another name.
fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let stem: String = stem.chars().take(80).map(plain).collect();
    stem.trim_start_matches('.').to_owned()
}
