//! Which libraries a campaign uses, and whether they are those of its earlier parts.

use crate::events::{LibraryRecord, LibraryRole};
use crate::exit::Failure;
use crate::plan::FoundSolver;
use murxla_fsm::wrapper::LibrarySource;
use murxla_store::SolverSource;
use murxla_system::digest::hash_file;
use std::path::{Path, PathBuf};

/// A library that differs from the one that an earlier part of the campaign used.
pub(super) struct ChangedLibrary {
    pub(super) before: LibraryRecord,
    pub(super) now: LibraryRecord,
}

/// Describes the library of a solver under test. `version` is what it reports.
#[must_use]
pub fn describe_library(solver: &FoundSolver, version: &str) -> LibraryRecord {
    describe(LibraryRole::Solver, solver, version)
}

/// Describes the library of a solver. `version` is what it reports.
pub(super) fn describe(role: LibraryRole, solver: &FoundSolver, version: &str) -> LibraryRecord {
    let file = solver.library.as_deref().map(|library| {
        if solver.wrapper.constants().library == LibrarySource::Command {
            program(library)
        } else {
            library.to_owned()
        }
    });
    LibraryRecord {
        role,
        solver: solver.spec.to_string(),
        version: version.to_owned(),
        // The solver has been loaded. If its file cannot be read any more, the version must do.
        sha256: file
            .and_then(|file| hash_file(&file).ok())
            .unwrap_or_default(),
    }
}

/// The file of the program in a command line.
fn program(command: &Path) -> PathBuf {
    let words = shlex::split(&command.to_string_lossy()).unwrap_or_default();
    let name = words.into_iter().next().unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A name with a slash is not searched for.
    let found = std::env::split_paths(&path).map(|folder| folder.join(&name));
    let mut found = found.filter(|file| file.is_file() && !name.contains('/'));
    found.next().unwrap_or_else(|| name.into())
}

/// The libraries that differ from those of the campaign's earlier parts. Solvers that are new to
/// the campaign do not count.
///
/// # Errors
/// If a release differs. Only libraries that the user names by their paths may change.
pub(super) fn changed(
    before: &[LibraryRecord],
    now: &[(LibraryRecord, &SolverSource)],
    out: &Path,
) -> Result<Vec<ChangedLibrary>, Failure> {
    let mut all = Vec::new();
    for (now, source) in now {
        let is_same =
            |before: &&LibraryRecord| (before.role, &before.solver) == (now.role, &now.solver);
        let Some(before) = before
            .iter()
            .find(is_same)
            .filter(|before| !before.agrees(now))
        else {
            continue;
        };
        // A build of a checkout may be made again.
        let may_change = match source {
            SolverSource::Any => false,
            SolverSource::Version(version) => !version.is_release(),
            SolverSource::Path(_) => true,
        };
        if !may_change {
            let (solver, out) = (&now.solver, out.display());
            let name = solver.split('@').next().unwrap_or(solver);
            return Err(Failure::configuration(format!(
                "{out} has results of {solver}, {before}, but its library is now {now}: choose another directory with \
                 --out, or use the library of before; if you rebuild the library, name its file, as in {name}=PATH"
            )));
        }
        all.push(ChangedLibrary {
            before: before.clone(),
            now: now.clone(),
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(solver: &str, version: &str, sha256: &str) -> LibraryRecord {
        LibraryRecord {
            role: LibraryRole::Solver,
            solver: solver.to_owned(),
            version: version.to_owned(),
            sha256: sha256.to_owned(),
        }
    }

    #[test]
    fn only_files_may_change() {
        let compare = |before: (&str, &str), now: (&str, &str), source: &SolverSource| {
            let before = [record("s", before.0, before.1)];
            let now = [(record("s", now.0, now.1), source)];
            let changed = changed(&before, &now, Path::new("out"));
            changed
                .map(|changed| changed.len())
                .map_err(|failure| failure.code)
        };
        let (any, path) = (SolverSource::Any, SolverSource::Path("lib.so".into()));
        for (now, differs) in [
            (("1", "a"), false),
            (("1", "b"), true),
            (("2", "a"), true),
            (("1", ""), false),
        ] {
            let of_release = if differs { Err(3) } else { Ok(0) };
            assert_eq!(compare(("1", "a"), now, &any), of_release, "{now:?}");
            assert_eq!(compare(("1", "a"), now, &path), Ok(usize::from(differs)));
        }
        // Directories of earlier versions of the program do not have the hash.
        assert_eq!(compare(("1", ""), ("1", "a"), &any), Ok(0));
    }

    #[test]
    fn programs_are_searched() {
        assert_eq!(program(Path::new("./solver -in")), Path::new("./solver"));
        assert!(program(Path::new("'sh' -c x")).is_absolute());
        assert_eq!(
            program(Path::new("no-such-program")),
            Path::new("no-such-program")
        );
    }
}
