//! Tables of correlations in files.

use crate::exit::Failure;
use murxla_fsm::option::Correlations;
use murxla_fsm::wrapper::Wrapper;
use murxla_system::{folder, input};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A table of another release has this fraction of its weight when learning continues from it.
pub const OLDER: u32 = 4;

/// A table, with what it was learned from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    /// The solver: `z3`.
    pub solver: String,
    /// The version that the library reports.
    pub version: String,
    /// The SHA-256 of the library. Empty if the file could not be read.
    pub library: String,
    /// The seed of the next run. So learning continues where it was interrupted.
    pub next_seed: u64,
    /// The table.
    #[serde(flatten)]
    pub table: Correlations,
}

impl Learned {
    /// Whether it is about the same library as another one.
    #[must_use]
    pub fn is_of(&self, other: &Self) -> bool {
        (&self.solver, &self.version, &self.library)
            == (&other.solver, &other.version, &other.library)
    }

    /// Adds the observations of another table, which may be about another release. The tables must
    /// have other seeds.
    ///
    /// # Errors
    /// It is about another solver.
    pub fn join(&mut self, other: &Self) -> Result<(), Failure> {
        if self.solver != other.solver {
            return Err(Failure::configuration(format!(
                "tables of {} and {} cannot be merged",
                self.solver, other.solver
            )));
        }
        self.next_seed = self.next_seed.max(other.next_seed);
        self.table.join(&other.table);
        Ok(())
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The file cannot be read, or is not a table.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = input::read(path).map_err(|e| {
            Failure::configuration(format!("cannot read the table {}: {e}", path.display()))
        })?;
        serde_json::from_slice(&text).map_err(|e| {
            Failure::configuration(format!(
                "{} is not a table of 'murxla-rs learn': {e}",
                path.display()
            ))
        })
    }

    /// Writes the table, completely or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let wrong = |e: &dyn std::fmt::Display| {
            Failure::configuration(format!("cannot write the table {}: {e}", path.display()))
        };
        let mut text = serde_json::to_string(self).map_err(|e| wrong(&e))?;
        text.push('\n');
        folder::write(path, text.as_bytes()).map_err(|e| wrong(&e))
    }
}

/// The table of a solver in this program, if there is one.
///
/// # Errors
/// It is damaged.
pub fn built_in(wrapper: &dyn Wrapper) -> Result<Option<Learned>, Failure> {
    let text = wrapper.constants().options.correlations;
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = |e| {
        let name = wrapper.name();
        Failure::configuration(format!("the table of {name} in this program: {e}"))
    };
    serde_json::from_str(text).map(Some).map_err(wrong)
}

/// The table that a campaign uses: that of a file, an empty one, or the one in this program.
///
/// # Errors
/// The file cannot be read, or is about another solver.
pub fn chosen(given: Option<&Path>, wrapper: &dyn Wrapper) -> Result<Learned, Failure> {
    let learned = match given {
        Some(path) if path == Path::new("none") => return Ok(Learned::default()),
        Some(path) => Learned::read(path)?,
        None => match built_in(wrapper)? {
            None => return Ok(Learned::default()),
            Some(learned) => learned,
        },
    };
    if learned.solver != wrapper.name() {
        return Err(Failure::configuration(format!(
            "the table is for {}, not for {name}: 'murxla-rs learn --solver {name}' makes a table for {name}",
            learned.solver,
            name = wrapper.name()
        )));
    }
    Ok(learned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_wrappers::WRAPPERS;

    /// They are small, so that the program stays small, and about releases that the store has.
    #[test]
    fn tables_in_the_program_are_whole_and_small() {
        let mut size = 0;
        for wrapper in WRAPPERS {
            size += wrapper.constants().options.correlations.len();
            let Some(learned) = built_in(*wrapper).unwrap() else {
                continue;
            };
            assert_eq!(learned.solver, wrapper.name());
            assert!(learned.table.observations() > 100, "{}", learned.solver);
            assert!(learned.table.pairs().count() > 0, "{}", learned.solver);
        }
        assert!(size < 200_000, "{size}");
    }
}
