//! `events.jsonl`: one line per event. A file that has grown too large is renamed to
//! `events.1.jsonl` and replaces the earlier one, so that a campaign of any length has at most two
//! files. Findings and counters are stored elsewhere.

use super::read::{EVENTS, EVENTS_BEFORE};
use murxla_system::folder::Folder;
use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;

/// The largest size of a file in bytes. A longer line gets its own file.
const MOST: u64 = 8 << 20;

/// The events of a results directory, open for more.
pub(super) struct Journal {
    folder: Folder,
    file: File,
    /// The size of the file in bytes.
    size: u64,
    /// The largest size of a file in bytes.
    most: u64,
}

impl Journal {
    /// Opens or creates it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn open(folder: Folder) -> io::Result<Self> {
        let file = folder.append(EVENTS)?;
        let size = file.metadata()?.len();
        let mut journal = Self {
            folder,
            file,
            size,
            most: MOST,
        };
        // The last line of an earlier part may be incomplete.
        if let Some(at) = size.checked_sub(1) {
            let mut last = [0];
            journal.file.read_exact_at(&mut last, at)?;
            if last != *b"\n" {
                journal.append(b"\n")?;
            }
        }
        Ok(journal)
    }

    /// Adds a whole line, or nothing if this fails.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let line = [line, b"\n"].concat();
        if self.size > 0 && self.size + line.len() as u64 > self.most {
            self.rotate()?;
        }
        self.append(&line)
    }

    /// Adds the lines of another directory.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub(super) fn add(&mut self, folder: &Folder) -> io::Result<()> {
        for name in [EVENTS_BEFORE, EVENTS] {
            match folder.read(name) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                other => {
                    let text = other?;
                    let text = text.strip_suffix(b"\n").unwrap_or(&text);
                    let mut lines = text.split(|byte| *byte == b'\n');
                    lines.try_for_each(|line| self.write(line))?;
                }
            }
        }
        Ok(())
    }

    fn rotate(&mut self) -> io::Result<()> {
        match self.folder.rename(EVENTS, EVENTS_BEFORE) {
            // It was renamed before, but there was no space for a new one.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            other => other?,
        }
        self.file = self.folder.append(EVENTS)?;
        self.size = 0;
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // Removes the part that was written. If this fails, the line is incomplete, as after a
            // kill.
            let _ = self.file.set_len(self.size);
            return Err(error);
        }
        self.size += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use tempfile::TempDir;

    fn open(folder: &TempDir) -> Journal {
        Journal::open(Folder::open(folder.path()).unwrap()).unwrap()
    }

    /// The lines of both files.
    fn lines(folder: &Path) -> [Vec<String>; 2] {
        [EVENTS_BEFORE, EVENTS].map(|name| {
            let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        })
    }

    #[test]
    fn the_last_lines_are_kept_in_two_files() {
        let folder = TempDir::new().unwrap();
        let mut journal = open(&folder);
        journal.most = 100;
        for n in 0..1000 {
            journal.write(format!("event {n:3}").as_bytes()).unwrap();
            let [before, now] = lines(folder.path());
            assert!(before.len() <= 10 && now.len() <= 10);
            let all: Vec<String> = before.into_iter().chain(now).collect();
            assert!(all.len() >= 10.min(n + 1));
            let first = n + 1 - all.len();
            let expected = (first..=n).map(|n| format!("event {n:3}"));
            assert_eq!(all, expected.collect::<Vec<_>>());
        }
        // A line that is longer than a file may be has one for itself.
        journal.write(&[b'x'; 200]).unwrap();
        journal.write(b"last").unwrap();
        assert_eq!(lines(folder.path()), [["x".repeat(200)], ["last".into()]]);
        let other = TempDir::new().unwrap();
        let mut merged = open(&other);
        merged.write(b"first").unwrap();
        merged.add(&Folder::open(folder.path()).unwrap()).unwrap();
        assert_eq!(lines(other.path())[1].len(), 3);
    }

    #[test]
    fn a_line_that_was_cut_off_hurts_no_other() {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(EVENTS), "{}\n{\"eve").unwrap();
        open(&folder).write(b"{}").unwrap();
        assert_eq!(lines(folder.path())[1], ["{}", "{\"eve", "{}"]);
    }
}
