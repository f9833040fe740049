//! Counters of the work of an instance: statistics of its solver.

use super::instance::Instance;
use crate::shared::instance::counters::{Unstable, listed};
use murxla_fsm::solver::Result;

/// Counters that may differ between equal runs.
const UNSTABLE: Unstable = &[(
    "solving_context::max_memory",
    "measures the memory of the process",
)];

impl Instance {
    /// The counters of the solver. There are none before it is made.
    ///
    /// Values are texts. Those of times end with a unit, so they are left out.
    pub(super) fn read_counters(&self) -> Result<Vec<(String, u64)>> {
        if !self.session.is_made() {
            return Ok(Vec::new());
        }
        let all = self.session.get_statistics()?.into_iter();
        let numbers = all.filter_map(|(name, value)| Some((name, value.parse().ok()?)));
        Ok(listed(numbers, UNSTABLE))
    }
}
