//! `merge`: merges the results of several machines into those of one campaign.

use crate::cli::Merge;
use crate::console::say;
use crate::exit::{self, Failure};
use crate::report::{merge, summary};

/// Merges the directories.
///
/// # Errors
/// Directories that cannot be merged, read or written.
pub fn run(args: &Merge) -> Result<u8, Failure> {
    let campaign =
        merge(&args.out, &args.results).map_err(|e| Failure::configuration(e.to_string()))?;
    say!("{}: {}", args.out.display(), summary(&campaign.counters));
    Ok(exit::CLEAN)
}
