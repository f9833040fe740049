//! A small disk for results directories.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A disk, mounted.
pub(crate) struct Disk(TempDir);

impl Disk {
    /// None if there may be none.
    pub(crate) fn new(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        let is_mounted = mounted.is_ok_and(|done| done.status.success());
        if !is_mounted {
            eprintln!("no full disk is tried: mounting one is not allowed");
        }
        is_mounted.then(|| Self(folder))
    }

    /// Where it is mounted.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    fn ballast(&self) -> PathBuf {
        self.0.path().join("ballast")
    }

    /// Leaves no room.
    pub(crate) fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        // A byte at a time in the end: also what is small must not fit.
        for chunk in [&[0; 4096][..], &[0]] {
            while ballast.write_all(chunk).is_ok() {}
        }
    }

    /// Makes room again, if there was none.
    pub(crate) fn clear(&self) {
        // There may be no such file.
        let _ = std::fs::remove_file(self.ballast());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The folder is removed next, which fails if it is still mounted.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}
