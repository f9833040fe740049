//! `coverage`: which parts of a solver's libraries the runs of a campaign have reached.

use crate::cli::Coverage;
use crate::console::{complain, say};
use crate::coverage::{Blocks, Grouping, LibraryCoverage, Row, examine, known, table};
use crate::exit::{self, Failure};
use crate::report::{Kept, OnDamage};
use crate::store::Store;
use std::path::Path;

/// Prints tables about a results directory.
///
/// # Errors
/// There are no results or no coverage, or a library is not known on this machine.
pub fn run(args: &Coverage) -> Result<u8, Failure> {
    let results = args.results.display();
    let kept = Kept::read(&args.results, OnDamage::Leave)
        .map_err(|e| Failure::configuration(format!("cannot read {results}: {e}")))?;
    for message in &kept.damage {
        complain!("{message}");
    }
    let Some(coverage) = kept.coverage else {
        return Err(Failure::configuration(format!(
            "{results} has no coverage: run the campaign with --coverage"
        )));
    };
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
fn blocks_of(library: &LibraryCoverage, cache: &Path) -> Result<Blocks, Failure> {
    let known = known(&library.sha256, cache);
    let known = known.filter(|blocks| blocks.count(library.granularity) == library.blocks);
    known.ok_or_else(|| {
        let LibraryCoverage {
            library, sha256, ..
        } = library;
        Failure::configuration(format!(
            "{library} with sha256 {sha256} was not examined on this machine: name its file with --library FILE"
        ))
    })
}

fn print(coverage: &LibraryCoverage, blocks: &Blocks, args: &Coverage) {
    say!("{}: {}", coverage.library, coverage.count());
    if args.by == Grouping::Library {
        return;
    }
    let most = match args.rows {
        0 => usize::MAX,
        rows => rows as usize,
    };
    let rows = table(coverage, blocks, args.by);
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
            say!("{reached:>8} of {total:<8} {name}");
        }
        if rows.len() > most {
            say!("  … and {} more: --rows 0 shows all", rows.len() - most);
        }
    }
    say!("");
}
