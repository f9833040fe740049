//! Restricts what children may do with files, by Landlock (Linux 5.13 and later; see the kernel's
//! `userspace-api/landlock.rst`). Options and calls that write files are refused before: this is
//! the second defence, for what the tables of such options miss.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, path_beneath_rules,
};
use tempfile::TempDir;

/// The newest version of Landlock whose kinds of access are used. Older kernels restrict what they
/// know.
const VERSION: ABI = ABI::V4;

/// What a [`Payload`](super::Payload) needs to do with files, besides reading them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNeeds {
    /// It starts programs.
    pub programs: bool,
    /// It writes files in this folder.
    pub folder: Option<PathBuf>,
}

/// The folder for temporary files of children. It is removed in the end.
#[derive(Debug)]
pub(super) struct Sandbox {
    temporary: TempDir,
}

impl Sandbox {
    /// # Errors
    /// The folder cannot be made.
    pub(super) fn new() -> io::Result<Self> {
        let temporary = tempfile::Builder::new().prefix("murxla-rs-").tempdir()?;
        Ok(Self { temporary })
    }

    /// Restricts this process and those that it forks.
    ///
    /// # Errors
    /// The kernel has Landlock, but refuses.
    pub(super) fn enter(&self, needs: &FileNeeds) -> io::Result<()> {
        super::fork::use_for_temporary_files(self.temporary.path());
        restrict(needs, Some(self.temporary.path()))
    }
}

/// Restricts this thread and the processes that it forks: it may write only in the folder of
/// `needs` and in `temporary`. It may start programs only if `needs` says so. Without Landlock,
/// nothing is restricted.
///
/// # Errors
/// The kernel has Landlock, but refuses.
pub fn restrict(needs: &FileNeeds, temporary: Option<&Path>) -> io::Result<()> {
    let writing = AccessFs::from_write(VERSION);
    let mut handled = writing;
    if !needs.programs {
        handled |= AccessFs::Execute;
    }
    let writable = needs.folder.as_deref().into_iter().chain(temporary);
    let writable = writable.chain([Path::new("/dev/null")]);
    let restricted = Ruleset::default()
        .handle_access(handled)
        .and_then(Ruleset::create)
        .and_then(|rules| rules.add_rules(path_beneath_rules(writable, writing)))
        .and_then(landlock::RulesetCreated::restrict_self);
    restricted.map(drop).map_err(io::Error::other)
}

/// Whether the kernel has Landlock, and it is switched on.
#[must_use]
pub fn is_supported() -> bool {
    let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    let rules = rules.handle_access(AccessFs::from_all(ABI::V1));
    rules.and_then(Ruleset::create).is_ok()
}
