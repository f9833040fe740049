//! What an installation reports while it runs.

use std::fmt;

use super::lock::Holder;
use super::version::Version;

/// A step of an installation. `Display` gives a message for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress<'a> {
    /// Another process is installing or building the same release, and this one waits.
    Waiting {
        /// The solver.
        name: &'a str,
        /// Its version.
        version: &'a Version,
        /// The other process, if it is known.
        holder: Option<&'a Holder>,
    },
    /// The download starts.
    Installing {
        /// The solver.
        name: &'a str,
        /// Its version.
        version: &'a Version,
        /// The size of the download in bytes, if known.
        size: Option<u64>,
        /// Whether its sha256 is pinned, so that only this download is accepted.
        pinned: bool,
    },
    /// The build from source starts.
    Building {
        /// The solver.
        name: &'a str,
        /// Its version.
        version: &'a Version,
        /// Of packaged sources: the size of the download in bytes, the approximate duration in
        /// minutes on two cores, and the space on the disk in megabytes that the build needs, or 0
        /// if that is little.
        recipe: Option<(u64, u32, u32)>,
        /// Whether an earlier build was interrupted.
        is_continued: bool,
    },
    /// A part of the build is done.
    Steps {
        /// The solver.
        name: &'a str,
        /// Its version.
        version: &'a Version,
        /// The number of finished steps. Most steps compile a file.
        done: u32,
        /// The number of all steps.
        all: u32,
    },
    /// The library is in the store now.
    Installed {
        /// The solver.
        name: &'a str,
        /// Its version.
        version: &'a Version,
        /// The sha256 of the package.
        sha256: &'a str,
        /// Whether this sha256 was pinned.
        pinned: bool,
    },
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Waiting {
                name,
                version,
                holder,
            } => {
                write!(f, "waiting for {name} {version}: ")?;
                match holder {
                    Some(holder) => write!(f, "{holder}"),
                    None => f.write_str("another process is installing it"),
                }
            }
            Progress::Installing {
                name,
                version,
                size,
                pinned,
            } => {
                write!(f, "installing {name} {version}")?;
                if let Some(size) = size {
                    write!(f, " ({} MB)", size.div_ceil(1_000_000))?;
                }
                f.write_str(if *pinned {
                    ""
                } else {
                    ", which is not pinned: any sha256 is accepted"
                })
            }
            Progress::Building {
                name,
                version,
                recipe,
                is_continued,
            } => {
                if *is_continued {
                    return write!(f, "continuing to build {name} {version} from source");
                }
                write!(f, "building {name} {version} from source")?;
                let Some((size, minutes, disk)) = recipe else {
                    return Ok(());
                };
                let size = size.div_ceil(1_000_000);
                write!(
                    f,
                    ", about {minutes} minutes on two cores: downloads {size} MB with pip, cargo \
                     and apt-get, and needs a C++ compiler"
                )?;
                match disk {
                    0 => Ok(()),
                    disk => write!(f, " and {disk} MB on the disk"),
                }
            }
            Progress::Steps {
                name,
                version,
                done,
                all,
            } => write!(f, "building {name} {version}: {done} of {all} files"),
            Progress::Installed {
                name,
                version,
                pinned: true,
                ..
            } => {
                write!(f, "installed {name} {version}")
            }
            Progress::Installed {
                name,
                version,
                sha256,
                ..
            } => {
                write!(f, "installed {name} {version}, not pinned")?;
                match sha256.is_empty() {
                    true => Ok(()),
                    false => write!(f, ", sha256 {sha256}"),
                }
            }
        }
    }
}
