//! A small disk for results directories, which tests can fill.

use crate::common::Run as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A mounted disk.
pub(crate) struct Disk(TempDir);

impl Disk {
    /// Mounts a disk. `None` if the system does not allow it.
    pub(crate) fn new(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).try_done();
        let is_mounted = mounted.is_ok_and(|done| done.code == Some(0));
        if !is_mounted {
            eprintln!("skipping the full disk: mounting a disk is not allowed");
        }
        is_mounted.then(|| Self(folder))
    }

    /// The mount point.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    fn ballast(&self) -> PathBuf {
        self.0.path().join("ballast")
    }

    /// Fills the disk completely.
    pub(crate) fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        // The last bytes are written one by one, so that no small file fits either.
        for chunk in [&[0; 4096][..], &[0]] {
            while ballast.write_all(chunk).is_ok() {}
        }
    }

    /// Frees the space again.
    pub(crate) fn clear(&self) {
        // The file does not exist if the disk was not filled.
        let _ = std::fs::remove_file(self.ballast());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The folder is removed next. That fails while the disk is mounted.
        let mut umount = Command::new("umount");
        let _ = umount.arg("-l").arg(self.0.path()).try_done();
    }
}
