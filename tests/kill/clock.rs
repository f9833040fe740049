//! A wall clock that jumps. Only processes that are started with it are affected.

use crate::common::Run as _;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::process::Command;
use tempfile::TempDir;

/// Errors of the clock in days: a few days, years, before 1970, after 2038 and after 2106.
pub(crate) const JUMPS: [i64; 7] = [0, 3, -1, -5 * 365, -100 * 365, 15 * 365, 100 * 365];

/// A wall clock for chosen processes.
pub(crate) struct Clock {
    folder: TempDir,
    shift: File,
}

impl Clock {
    /// A clock that shows the right time.
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let shift = File::create(folder.path().join("shift")).unwrap();
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(folder.path().join("clock.so"))
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kill/clock.c"))
            .done();
        made.with_code(0);
        let clock = Self { folder, shift };
        clock.jump(0);
        clock
    }

    /// Sets the clock this number of days ahead of the system's clock.
    pub(crate) fn jump(&self, days: i64) {
        let seconds = days * 24 * 60 * 60;
        self.shift.write_all_at(&seconds.to_ne_bytes(), 0).unwrap();
    }

    /// Gives this clock to a process and its descendants.
    pub(crate) fn attach(&self, command: &mut Command) {
        let path = |name| self.folder.path().join(name);
        command.env("LD_PRELOAD", path("clock.so"));
        command.env("MURXLA_TEST_CLOCK", path("shift"));
    }
}
