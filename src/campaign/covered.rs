//! The coverage of a campaign: where it starts, and how it is stored.

use super::Campaign;
use crate::coverage::{Coverage, LibraryCoverage, merge};
use crate::exit::Failure;
use crate::plan::Plan;
use crate::store::Store;

/// Measures the coverage of the plan, if it asks for that. What earlier parts have reached is not new.
///
/// # Errors
/// Coverage is not available on this machine.
pub(super) fn start(plan: &Plan, earlier: &[LibraryCoverage]) -> Result<Option<Coverage>, Failure> {
    let Some(granularity) = plan.coverage else {
        return Ok(None);
    };
    let cache = Store::from_env()?.coverage_folder()?;
    let coverage = Coverage::new(granularity, &cache, earlier.to_vec());
    coverage.map(Some).map_err(Failure::configuration)
}

impl Campaign<'_> {
    /// Stores what was reached, if there is more than before.
    pub(super) fn keep_coverage(&mut self) -> Result<(), Failure> {
        let Some(coverage) = self.pool.coverage() else {
            return Ok(());
        };
        let count = coverage.count().reached;
        if count == self.covered {
            return Ok(());
        }
        let mut all = self.covered_before.clone();
        merge(&mut all, &coverage.reached());
        self.write(|campaign| campaign.results.keep_coverage(&all))?;
        self.covered = count;
        Ok(())
    }
}
