//! `coverage`: which parts of a solver's libraries the runs of a campaign have reached.

use super::reached::coverage_of;
use crate::cli::CoverageArgs;
use crate::exit::{self, Failure};
use murxla_coverage::{
    BlockCount, Blocks, Grouping, LibraryCoverage, Row, examine, matching, read_blocks, table,
};
use murxla_store::Store;
use murxla_system::console::say;
use murxla_system::escape::one_line;
use std::path::Path;

/// Prints tables about a results directory.
///
/// # Errors
/// There are no results or no coverage, or a library is not known on this machine.
pub fn run(args: &CoverageArgs) -> Result<u8, Failure> {
    let coverage = coverage_of(&args.results)?;
    let cache = Store::from_env()?.coverage_folder()?;
    for library in &args.library {
        examine(library, &cache).map_err(Failure::configuration)?;
    }
    for library in &coverage {
        print(library, &blocks_of(library, &cache)?, args);
    }
    Ok(exit::CLEAN)
}

/// What was found in a library when its coverage was measured.
pub(super) fn blocks_of(library: &LibraryCoverage, cache: &Path) -> Result<Blocks, Failure> {
    let known = read_blocks(&library.sha256, cache);
    let known = known.filter(|blocks| blocks.count(library.granularity) == library.blocks);
    known.ok_or_else(|| {
        let LibraryCoverage {
            library, sha256, ..
        } = library;
        Failure::configuration(format!(
            "{} with sha256 {sha256} was not examined on this machine: name its file with --library FILE",
            one_line(library)
        ))
    })
}

fn print(coverage: &LibraryCoverage, blocks: &Blocks, args: &CoverageArgs) {
    say!("{}: {}", one_line(&coverage.library), coverage.count());
    let rows = match &args.matching {
        Some(pattern) => {
            let rows = matching(coverage, blocks, args.by, pattern);
            if rows.is_empty() {
                say!("no function matches {}", one_line(pattern));
                return;
            }
            say!("{}: {}", one_line(pattern), count(&rows, coverage));
            rows
        }
        None if args.by == Grouping::Library => return,
        None => table(coverage, blocks, args.by),
    };
    if args.by == Grouping::Library || rows.is_empty() {
        return;
    }
    let most = match args.rows {
        0 => usize::MAX,
        rows => rows as usize,
    };
    let (reached, missing): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| row.reached > 0);
    for (title, rows) in [("reached in part", reached), ("never reached", missing)] {
        say!("\n{title}: {}", rows.len());
        for Row {
            name,
            reached,
            total,
        } in rows.iter().take(most)
        {
            say!("{reached:>8} of {total:<8} {}", one_line(name));
        }
        if rows.len() > most {
            say!("  … and {} more: --rows 0 shows all", rows.len() - most);
        }
    }
    say!("");
}

/// How many blocks of some groups were reached.
fn count(rows: &[Row], coverage: &LibraryCoverage) -> BlockCount {
    BlockCount {
        reached: rows.iter().map(|row| u64::from(row.reached)).sum(),
        total: rows.iter().map(|row| u64::from(row.total)).sum(),
        granularity: coverage.granularity,
    }
}
