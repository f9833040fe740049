//! Finds libraries of the system, and checks that a file can be a library.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::machine::Platform;

/// The folders in which the loader of the system searches. First those in `of_user`, which is the
/// value of `LD_LIBRARY_PATH`, then the standard ones.
pub(super) fn folders(platform: &Platform, of_user: Option<&std::ffi::OsStr>) -> Vec<PathBuf> {
    let arch = &platform.arch;
    let with_arch = ["/usr/local/lib", "/usr/lib", "/lib"]
        .map(|base| PathBuf::from(format!("{base}/{arch}-linux-gnu")));
    let plain = [
        "/usr/local/lib64",
        "/usr/local/lib",
        "/usr/lib64",
        "/lib64",
        "/usr/lib",
        "/lib",
    ];
    let standard = with_arch.into_iter().chain(plain.map(PathBuf::from));
    let of_user = of_user.map(std::env::split_paths).into_iter().flatten();
    // For the loader, an empty entry is the current folder. It is ignored here because users do not
    // intend it.
    let of_user = of_user.filter(|folder| !folder.as_os_str().is_empty());
    of_user.chain(standard).collect()
}

/// The first library `lib<name>` in `folders`. In each folder, a name without a version number
/// comes first, then the one with the highest number.
pub(super) fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().find_map(|folder| find_in(name, folder))
}

fn find_in(name: &str, folder: &Path) -> Option<PathBuf> {
    let plain = folder.join(format!("lib{name}.so"));
    let before = format!("lib{name}.so.");
    if check(&plain).is_ok() {
        return Some(plain);
    }
    let numbered = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        let numbers = name.and_then(|n| n.strip_prefix(&before));
        numbers.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
    };
    let entries = fs::read_dir(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let libraries = paths.filter(numbered).filter(|path| check(path).is_ok());
    libraries.max_by_key(|path| numbers(path))
}

/// The numbers in a file name, for comparing versions.
fn numbers(path: &Path) -> Vec<u64> {
    let name = path.file_name().map(|name| name.to_string_lossy());
    let name = name.unwrap_or_default();
    let parts = name.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// The machine type of x86-64 in ELF files.
const X86_64: u16 = 62;

/// Checks the first bytes of a file: whether it can be a shared library for this machine.
///
/// # Errors
/// What is wrong with it, as the end of a sentence such as "it names this file, which is a folder".
pub(super) fn check(path: &Path) -> Result<(), &'static str> {
    let Ok(data) = fs::metadata(path) else {
        return Err("which does not exist or cannot be read");
    };
    if data.is_dir() {
        return Err("which is a folder");
    }
    let mut head = [0; 20];
    let read = File::open(path).and_then(|file| file.take(20).read_exact(&mut head));
    let is_elf = head.starts_with(b"\x7fELF");
    if read.is_err() || !is_elf {
        return Err("which is not a shared library");
    }
    if u16::from_le_bytes([head[18], head[19]]) != X86_64 {
        return Err("which is a library for another processor");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{check, find, folders};
    use crate::machine::Platform;

    /// The first bytes of a library of this machine.
    fn head() -> Vec<u8> {
        fs::read(std::env::current_exe().unwrap()).unwrap()[..64].to_vec()
    }

    #[test]
    fn the_highest_number_is_taken_and_scripts_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let search = [folder.path().to_owned()];
        assert_eq!(find("z3", &search), None);
        fs::write(at("libz3.so.4.8"), head()).unwrap();
        fs::write(at("libz3.so.4.13"), head()).unwrap();
        fs::write(at("libz3.so.old"), head()).unwrap();
        fs::write(at("libz3.so"), "INPUT ( libz3.so.4 )").unwrap();
        assert_eq!(find("z3", &search), Some(at("libz3.so.4.13")));
        fs::write(at("libz3.so"), head()).unwrap();
        assert_eq!(find("z3", &search), Some(at("libz3.so")));
    }

    #[test]
    fn the_folders_of_the_user_come_first() {
        let folders = folders(&Platform::of_this_machine(), Some("/a::/b".as_ref()));
        assert_eq!(folders[0].to_str(), Some("/a"));
        assert_eq!(folders[1].to_str(), Some("/b"));
        assert!(folders.len() > 2);
    }

    #[test]
    fn a_library_for_another_processor_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("libx.so");
        let mut bytes = head();
        bytes[18] = 3; // i386
        fs::write(&path, bytes).unwrap();
        assert_eq!(
            check(&path),
            Err("which is a library for another processor")
        );
        assert_eq!(check(folder.path()), Err("which is a folder"));
    }
}
