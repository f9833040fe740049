//! Folders whose content may come from somebody else, such as results directories. Names of files
//! are relative to the open folder. Symbolic links are not followed, and the crate `cap-std` makes
//! sure that no name leads out of the folder.
//!
//! A file is written under another name, stored on the disk, and then renamed. So neither a kill of
//! the program nor a loss of power can damage it.

use crate::input;
use crate::random::fresh;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions, OpenOptionsExt as _};
use nix::fcntl::OFlag;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The prefix of the names of files that are being written.
const PARTIAL: &str = ".part-";
/// With fewer bytes, a disk counts as full.
const LEAST_SPACE: u64 = 64 << 10;
/// The suffix of the names of damaged files that are set aside.
const DAMAGED: &str = ".damaged";

/// An open folder.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    /// For messages.
    path: PathBuf,
}

impl Folder {
    /// Opens a folder that the user has named. Its path may have symbolic links.
    ///
    /// # Errors
    /// If it does not exist or cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        // The path of a file without a folder has the parent ``.
        let at = Some(path).filter(|path| *path != Path::new(""));
        let dir = Dir::open_ambient_dir(at.unwrap_or(Path::new(".")), ambient_authority())?;
        let path = path.to_owned();
        Ok(Self { dir, path })
    }

    /// The same folder once more.
    ///
    /// # Errors
    /// If no more files can be opened.
    pub fn try_clone(&self) -> io::Result<Self> {
        let path = self.path.clone();
        Ok(Self {
            dir: self.dir.try_clone()?,
            path,
        })
    }

    /// The metadata of a file or folder, which must not be a symbolic link.
    fn about(&self, name: &str) -> io::Result<Metadata> {
        let about = self.dir.symlink_metadata(name)?;
        if about.is_symlink() {
            return Err(io::Error::other("it is a symbolic link"));
        }
        Ok(about)
    }

    /// Opens a folder in this folder.
    ///
    /// # Errors
    /// If it does not exist, or is a symbolic link.
    pub fn folder(&self, name: &str) -> io::Result<Self> {
        self.about(name)?;
        Ok(Self {
            dir: self.dir.open_dir(name)?,
            path: self.path.join(name),
        })
    }

    /// Opens or creates a folder in this folder.
    ///
    /// # Errors
    /// If this is not possible, or there is a symbolic link with this name.
    pub fn create_folder(&self, name: &str) -> io::Result<Self> {
        match self.dir.create_dir(name) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            other => other?,
        }
        self.folder(name)
    }

    /// The path of a file, for messages and for other processes. They follow symbolic links: see
    /// [`Folder::has`].
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of its files and folders, in order. Names that are not in UTF-8 are left out.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let entries = self.dir.entries()?.collect::<io::Result<Vec<_>>>()?;
        let names = entries.into_iter().map(|entry| entry.file_name());
        let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
        names.sort();
        Ok(names)
    }

    /// Whether there is a file with this name. Symbolic links do not count.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.about(name).is_ok_and(|about| about.is_file())
    }

    /// Whether there is something with this name.
    #[must_use]
    pub fn exists(&self, name: &str) -> bool {
        self.dir.symlink_metadata(name).is_ok()
    }

    /// The content of a file.
    ///
    /// # Errors
    /// If it cannot be read, is too large, or is something else, such as a symbolic link.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.about(name)?;
        let mut options = OpenOptions::new();
        // Opening a named pipe would wait for a writer.
        options.read(true).custom_flags(OFlag::O_NONBLOCK.bits());
        let file = self.dir.open_with(name, &options)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        input::limited(file, input::MAX_SIZE)
    }

    /// Writes a complete file, or none if this fails. A symbolic link with this name is replaced.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        let part = format!("{PARTIAL}{:016x}", fresh());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o644);
        let mut file = self.dir.open_with(&part, &options)?;
        let written = file.write_all(content).and_then(|()| file.sync_data());
        let renamed = written.and_then(|()| self.dir.rename(&part, &self.dir, name));
        if renamed.is_err() {
            // If this fails, too, the next campaign removes it.
            let _ = self.dir.remove_file(&part);
        }
        renamed
    }

    /// Opens a file to append to it, and creates it if it does not exist.
    ///
    /// # Errors
    /// Those of the file system, or if there is something else with this name, such as a symbolic
    /// link.
    pub fn append(&self, name: &str) -> io::Result<File> {
        match self.about(name) {
            Ok(about) if !about.is_file() => return Err(io::Error::other("it is not a file")),
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true).read(true).mode(0o644);
        Ok(self.dir.open_with(name, &options)?.into_std())
    }

    /// Renames a file or a symbolic link.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.dir.rename(from, &self.dir, to)
    }

    /// Moves a file, a symbolic link or a folder to another folder of the same file system. Its
    /// name stays.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn move_to(&self, name: &str, to: &Self) -> io::Result<()> {
        self.dir.rename(name, &to.dir, name)
    }

    /// Removes a file or a symbolic link.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        self.dir.remove_file(name)
    }

    /// Gives a damaged file or folder another name, which is returned.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn set_aside(&self, name: &str) -> io::Result<String> {
        let is_free = |new: &String| !self.exists(new);
        let numbered = (2_u64..).map(|n| format!("{name}{DAMAGED}.{n}"));
        let mut new = std::iter::once(format!("{name}{DAMAGED}")).chain(numbered);
        let new = new.find(is_free).unwrap_or_default();
        self.rename(name, &new)?;
        Ok(new)
    }

    /// Removes the files that were being written when the program was killed.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn remove_partial(&self) -> io::Result<()> {
        let names = self.names()?.into_iter();
        let mut partial = names.filter(|name| name.starts_with(PARTIAL));
        partial.try_for_each(|name| self.remove(&name))
    }

    /// Makes sure that files that were renamed survive a loss of power.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn sync(&self) -> io::Result<()> {
        // The open folder itself cannot be synchronized: `cap-std` opens it as a path only.
        self.dir.open(".")?.sync_all()
    }
}

/// Whether the file system of a folder has space for small files. If it does not tell, it has.
#[must_use]
pub fn has_space(folder: &Path) -> bool {
    nix::sys::statvfs::statvfs(folder).map_or(true, |system| {
        let free = system.blocks_available() * system.fragment_size();
        free >= LEAST_SPACE
    })
}

/// Writes a file that the user has named: complete, or not at all. A device or a pipe is not
/// replaced, but written to.
///
/// # Errors
/// Those of the file system.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|to| !to.is_file() && !to.is_dir()) {
        return File::options().write(true).open(path)?.write_all(content);
    }
    let name = path.file_name();
    let name = name.ok_or_else(|| io::Error::other("it is not the name of a file"))?;
    Folder::open(path.parent().unwrap_or(path))?.write(name, content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::time::Duration;
    use tempfile::TempDir;

    /// A folder `inside`, next to a file `outside` that it must not reach.
    fn place() -> (TempDir, Folder) {
        let place = TempDir::new().unwrap();
        fs::write(place.path().join("outside"), "secret").unwrap();
        fs::create_dir(place.path().join("inside")).unwrap();
        let folder = Folder::open(&place.path().join("inside")).unwrap();
        (place, folder)
    }

    #[test]
    fn no_path_leads_out_of_a_folder() {
        let (place, folder) = place();
        symlink("../outside", folder.path("link")).unwrap();
        symlink("..", folder.path("up")).unwrap();
        let absolute = place.path().join("outside");
        symlink(&absolute, folder.path("absolute")).unwrap();
        let absolute = absolute.to_str().unwrap();
        for name in ["../outside", "link", "up/outside", "absolute", absolute] {
            assert!(folder.read(name).is_err(), "{name}");
            assert!(folder.append(name).is_err(), "{name}");
            assert!(folder.folder(name).is_err(), "{name}");
            assert!(!folder.has(name), "{name}");
        }
        for name in ["../new", "up/new"] {
            assert!(folder.write(name, b"").is_err(), "{name}");
            assert!(folder.create_folder(name).is_err(), "{name}");
        }
        // The link is replaced, not its target.
        folder.write("link", b"text").unwrap();
        assert_eq!(folder.read("link").unwrap(), b"text");
        assert_eq!(fs::read(absolute).unwrap(), b"secret");
        let mut names = fs::read_dir(place.path()).unwrap();
        assert!(names.all(|entry| entry.unwrap().file_name() != "new"));
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let (_place, folder) = place();
        nix::unistd::mkfifo(&folder.path("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        fs::create_dir(folder.path("folder")).unwrap();
        let large = File::create(folder.path("large")).unwrap();
        large.set_len(input::MAX_SIZE + 1).unwrap();
        let (told, read) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for name in ["pipe", "folder", "large"] {
                told.send(folder.read(name).is_err()).unwrap();
            }
        });
        for _ in 0..3 {
            // A pipe without a writer would block for ever.
            assert!(read.recv_timeout(Duration::from_secs(60)).unwrap());
        }
    }

    #[test]
    fn any_name_of_a_file_can_be_written() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let (place, _) = place();
        for name in [&b"a"[..], b"\xff", b"a b"] {
            let path = place.path().join(OsStr::from_bytes(name));
            write(&path, b"text").unwrap();
            assert_eq!(fs::read(path).unwrap(), b"text");
        }
        assert!(write(&place.path().join(".."), b"text").is_err());
        assert!(write(place.path(), b"text").is_err());
    }

    #[test]
    fn files_that_are_set_aside_are_kept() {
        let (_place, folder) = place();
        for (content, aside) in [("a", "x.damaged"), ("b", "x.damaged.2")] {
            folder.write("x", content.as_bytes()).unwrap();
            assert_eq!(folder.set_aside("x").unwrap(), aside);
            assert_eq!(folder.read(aside).unwrap(), content.as_bytes());
        }
        assert_eq!(folder.names().unwrap(), ["x.damaged", "x.damaged.2"]);
    }
}
