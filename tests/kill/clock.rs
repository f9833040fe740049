//! A wall clock that jumps, for some processes alone.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::process::Command;
use tempfile::TempDir;

/// Days by which a clock may be wrong: some, years, before 1970, behind 2038, behind 2106.
pub(crate) const JUMPS: [i64; 7] = [0, 3, -1, -5 * 365, -100 * 365, 15 * 365, 100 * 365];

/// The clock of the processes that are told it.
pub(crate) struct Clock {
    folder: TempDir,
    shift: File,
}

impl Clock {
    /// One that is right.
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let shift = File::create(folder.path().join("shift")).unwrap();
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(folder.path().join("clock.so"))
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kill/clock.c"))
            .status();
        assert!(made.unwrap().success());
        let clock = Self { folder, shift };
        clock.jump(0);
        clock
    }

    /// It is so many days fast from now on.
    pub(crate) fn jump(&self, days: i64) {
        let seconds = days * 24 * 60 * 60;
        self.shift.write_all_at(&seconds.to_ne_bytes(), 0).unwrap();
    }

    /// A process, and all that it starts, is to have this clock.
    pub(crate) fn tell(&self, command: &mut Command) {
        let path = |name| self.folder.path().join(name);
        command.env("LD_PRELOAD", path("clock.so"));
        command.env("MURXLA_TEST_CLOCK", path("shift"));
    }
}
