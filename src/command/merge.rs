//! `merge`: merges the results of several machines into those of one campaign, and tables of
//! `learn` into one.

use crate::cli::Merge;
use crate::events::count_line;
use crate::exit::{self, Failure};
use crate::learn::tables::Learned;
use crate::results::merge;
use murxla_system::console::say;
use std::path::{Path, PathBuf};

/// Merges the directories, or the tables.
///
/// # Errors
/// Directories or tables that cannot be merged, read or written.
pub fn run(args: &Merge) -> Result<u8, Failure> {
    let are_tables = args.results.iter().all(|path| path.is_file());
    let out = match (&args.out, &args.output, are_tables) {
        (_, Some(file), true) => return merge_tables(file, &args.results),
        (Some(out), _, false) => out,
        (_, _, true) => return Err(Failure::usage("tables need --output FILE")),
        (_, _, false) => return Err(Failure::usage("results directories need --out DIR")),
    };
    let campaign = merge(out, &args.results).map_err(|e| Failure::configuration(e.to_string()))?;
    say!("{}: {}", out.display(), count_line(&campaign.counters));
    Ok(exit::CLEAN)
}

/// Merges tables. What is not relevant for any feature is left out of the result, which is for
/// campaigns.
fn merge_tables(out: &Path, tables: &[PathBuf]) -> Result<u8, Failure> {
    if out.exists() {
        let message = format!("{} exists: choose another file", out.display());
        return Err(Failure::configuration(message));
    }
    let mut merged: Option<Learned> = None;
    for path in tables {
        let table = Learned::read(path)?;
        match &mut merged {
            None => merged = Some(table),
            Some(merged) => merged.join(&table)?,
        }
    }
    let Some(mut merged) = merged else {
        return Err(Failure::usage("nothing to merge"));
    };
    merged.table = merged.table.relevant_part();
    merged.write(out)?;
    say!(
        "{}: {} formulas",
        out.display(),
        merged.table.observations()
    );
    Ok(exit::CLEAN)
}
