//! Locks of the store: one for each release, so that a download does not wait for the build of
//! another solver. The file of a lock says who holds it.

use std::fmt;
use std::fs::{self, File};
use std::io::{Seek as _, Write as _};
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};
use serde::{Deserialize, Serialize};

use super::error::InstallError;
use super::tools::Tools;
use murxla_system::date::Date;

/// The folder of the locks in the store.
const LOCKS: &str = ".locks";

/// The time between two looks at what another process does.
pub(super) const LOOK: Duration = Duration::from_millis(100);

/// After so many looks, a process waits for a holder that it cannot name.
const LOOKS_FOR_HOLDER: u32 = 20;

/// The longest description of a holder that is read, in bytes.
const MOST: usize = 1000;

/// The process that holds a lock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Holder {
    /// Its process id.
    pub pid: u32,
    /// When it has taken the lock.
    pub since: Date,
    /// What it does, such as `installing`.
    pub does: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pid, since, does } = self;
        write!(
            f,
            "process {pid} has been {does} it since {} UTC",
            since.readable()
        )
    }
}

/// Locks a release until the result is dropped. If another process holds the lock, calls `waiting`
/// first, with the holder if its description can be read.
///
/// # Errors
/// The file of the lock cannot be written, or the user interrupts.
pub(super) fn lock(
    root: &Path,
    release: &str,
    does: &str,
    tools: &Tools,
    waiting: impl FnOnce(Option<&Holder>),
) -> Result<Flock<File>, InstallError> {
    let folder = root.join(LOCKS);
    for folder in [root, &folder] {
        fs::create_dir_all(folder).map_err(InstallError::io(folder))?;
    }
    let path = folder.join(release);
    let file = File::options().append(true).create(true).open(&path);
    let mut file = file.map_err(InstallError::io(&path))?;
    let mut waiting = Some(waiting);
    let mut looks = 0;
    loop {
        file = match Flock::lock(file, FlockArg::LockExclusiveNonblock) {
            Ok(mut lock) => {
                // Without the description, others only do not know whom they wait for.
                let _ = describe(&mut lock, does);
                return Ok(lock);
            }
            Err((file, Errno::EWOULDBLOCK | Errno::EINTR)) => file,
            Err((_, errno)) => return Err(InstallError::io(&path)(errno.into())),
        };
        // A process locks the file before it describes itself there.
        let holder = holder(&path);
        if let Some(waiting) = waiting.take_if(|_| holder.is_some() || looks == LOOKS_FOR_HOLDER) {
            waiting(holder.as_ref());
        }
        // A lock that blocks would hide Ctrl-C.
        tools.check()?;
        thread::sleep(LOOK);
        looks += 1;
    }
}

/// Whether a process holds the lock of a release.
pub(super) fn is_locked(root: &Path, release: &str) -> bool {
    let file = File::open(root.join(LOCKS).join(release));
    let locked = file.map(|file| Flock::lock(file, FlockArg::LockExclusiveNonblock));
    matches!(locked, Ok(Err((_, Errno::EWOULDBLOCK))))
}

/// Writes who holds the lock.
fn describe(lock: &mut File, does: &str) -> std::io::Result<()> {
    let holder = Holder {
        pid: process::id(),
        since: Date::now(),
        does: does.to_owned(),
    };
    lock.set_len(0)?;
    lock.rewind()?;
    lock.write_all(&serde_json::to_vec(&holder)?)
}

/// Who holds a lock.
fn holder(path: &Path) -> Option<Holder> {
    let text = fs::read(path).ok()?;
    serde_json::from_slice(text.get(..text.len().min(MOST))?).ok()
}
