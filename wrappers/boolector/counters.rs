//! Counters of the work of an instance: how often searches asked whether to stop.

use super::instance::Instance;
use crate::shared::instance::counters::listed;

impl Instance {
    /// The API has no function that returns statistics: `boolector_print_stats` prints them, with
    /// times. But searches ask regularly whether they must stop.
    pub(super) fn read_counters(&self) -> Vec<(String, u64)> {
        let asked = self.session.budget().asked();
        listed([("termination checks".to_owned(), asked)], &[])
    }
}
