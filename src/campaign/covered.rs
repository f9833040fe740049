//! The coverage of a campaign: where it starts, and how it is stored.

use super::Campaign;
use crate::exit::Failure;
use murxla_coverage::{Coverage, Granularity, LibraryCoverage, merge};
use murxla_store::Store;

/// Prepares to measure coverage. What was reached `earlier` is not new. No solver may be
/// loaded in this process yet.
///
/// # Errors
/// Coverage is not available on this machine.
pub fn prepare_coverage(
    granularity: Granularity,
    earlier: Vec<LibraryCoverage>,
) -> Result<Coverage, Failure> {
    let cache = Store::from_env()?.coverage_folder()?;
    Coverage::new(granularity, &cache, earlier).map_err(Failure::configuration)
}

impl Campaign<'_> {
    /// Stores what was reached, if there is more than before.
    pub(super) fn keep_coverage(&mut self) -> Result<(), Failure> {
        let Some(coverage) = self.scheduler.pool.coverage() else {
            return Ok(());
        };
        let count = coverage.count().reached;
        if count == self.record.covered.count {
            return Ok(());
        }
        let mut all = self.record.covered.before.clone();
        merge(&mut all, &coverage.reached());
        self.write(|campaign| campaign.record.results.keep_coverage(&all))?;
        self.record.covered.count = count;
        Ok(())
    }
}
