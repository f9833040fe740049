//! The libraries and programs that the user has given on the command line, in the file `given.json`
//! of the store.
//!
//! A trace may name a library or a program only if it is in this list. So traces of the user's own
//! campaigns need no further argument, and a file from somebody else cannot add to the list.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{SolverSpec, Store};

/// The name of the list in the store.
const FILE: &str = "given.json";

/// A library or a program that the user has given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenSolver {
    /// `NAME=PATH`: a shared library.
    Library {
        /// The name of its wrapper.
        solver: String,
        /// Its absolute path.
        path: PathBuf,
    },
    /// `NAME=COMMAND`: a program. Relative paths in a command depend on the folder, so the same
    /// command is another program elsewhere.
    Program {
        /// The name of its wrapper.
        solver: String,
        /// The command line.
        command: PathBuf,
        /// The folder in which it was given.
        folder: PathBuf,
    },
}

impl GivenSolver {
    /// A program that is given in the current folder.
    ///
    /// # Errors
    /// There is no current folder.
    pub fn program(solver: &SolverSpec, command: &Path) -> io::Result<Self> {
        Ok(Self::Program {
            solver: solver.name.clone(),
            command: command.to_owned(),
            folder: std::env::current_dir()?,
        })
    }

    /// Whether the file of a library is no longer there.
    fn is_gone(&self) -> bool {
        matches!(self, Self::Library { path, .. } if !path.exists())
    }
}

impl Store {
    /// A library that is given by its path.
    #[must_use]
    pub fn given_library(&self, solver: &SolverSpec, path: &Path) -> GivenSolver {
        GivenSolver::Library {
            solver: solver.name.clone(),
            path: self.resolve(path),
        }
    }

    /// Whether the user has given this library or program before.
    #[must_use]
    pub fn was_given(&self, solver: &GivenSolver) -> bool {
        self.read_list().contains(solver)
    }

    /// Adds a library or a program that the user has given.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn remember(&self, solver: GivenSolver) -> io::Result<()> {
        let mut all = self.read_list();
        if all.contains(&solver) {
            return Ok(());
        }
        all.retain(|known| !known.is_gone());
        all.push(solver);
        let root = self.root().map_err(io::Error::other)?;
        fs::create_dir_all(root)?;
        let mut file = tempfile::NamedTempFile::new_in(root)?;
        serde_json::to_writer_pretty(&mut file, &all)?;
        file.persist(root.join(FILE))?;
        Ok(())
    }

    /// The list. It is empty if it cannot be read: then the user is asked again.
    fn read_list(&self) -> Vec<GivenSolver> {
        let read = || serde_json::from_slice(&fs::read(self.root().ok()?.join(FILE)).ok()?).ok();
        read().unwrap_or_default()
    }
}
