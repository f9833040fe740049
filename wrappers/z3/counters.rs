//! Counters of the work of an instance: statistics of its solver.

use super::instance::Instance;
use crate::shared::instance::counters::{Unstable, listed};
use murxla_fsm::solver::{Error, Result};

/// The resources that the context has used. Z3 gives large values as decimals.
const RESOURCES: &str = "rlimit count";

/// Counters that may differ between equal runs.
const UNSTABLE: Unstable = &[(
    "num allocs",
    "counts the allocations of the whole process, and of its earlier runs",
)];

impl Instance {
    /// The counters of the solver. There are none before it is made.
    ///
    /// All other decimals are times and sizes of memory, so they are left out.
    pub(super) fn read_counters(&self) -> Result<Vec<(String, u64)>> {
        if self.settings.share_context {
            // The ids of terms, and with them the search, depend on earlier instances.
            let what = "counters of a context that instances share";
            return Err(Error::Unsupported(what.to_owned()));
        }
        let (Some(cx), Some(solver)) = (&self.context, &self.solver) else {
            return Ok(Vec::new());
        };
        let statistics = cx.solver_get_statistics(solver)?;
        let mut all = Vec::new();
        for n in 0..cx.stats_size(&statistics)? {
            let name = cx.stats_get_key(&statistics, n)?;
            if cx.stats_is_uint(&statistics, n)? {
                all.push((name, cx.stats_get_uint_value(&statistics, n)?.into()));
            } else if name == RESOURCES {
                let value = cx.stats_get_double_value(&statistics, n)?;
                // Doubles have whole numbers of up to 53 bits. A conversion of others saturates.
                all.push((name, value as u64));
            }
        }
        Ok(listed(all, UNSTABLE))
    }
}
