//! Counters of the work of an instance: statistics of its solver.

use super::instance::Instance;
use super::statistics::StatValue;
use crate::shared::instance::counters::{Unstable, listed};
use murxla_fsm::profile::Release;
use murxla_fsm::solver::{Error, Result};

/// Counters that may differ between equal runs. None did in 200 runs of 1.3.0 and 1.4.2.
const UNSTABLE: Unstable = &[];

/// In older releases all instances of a process share their terms. The ids of terms and the cache
/// of the rewriter, and with them all counters of a search, then depend on earlier instances.
const FIRST_RELEASE: &str = "1.3";

impl Instance {
    /// The counters of the solver. A bar of a histogram is a counter: `NAME.BAR`.
    ///
    /// Texts are times and names, and decimals are averages, so both are left out. The statistics
    /// of the term manager count calls of the API, and not the work of the solver.
    pub(super) fn read_counters(&self) -> Result<Vec<(String, u64)>> {
        let release = Release::parse(&self.session.get_version()?);
        if release < Release::parse(FIRST_RELEASE) {
            return Err(Error::Unsupported("counters of shared terms".to_owned()));
        }
        let mut all = Vec::new();
        for (name, reading) in self.session.changed_statistics()? {
            match reading {
                StatValue::Integer(value) => {
                    all.extend(u64::try_from(value).ok().map(|value| (name, value)));
                }
                StatValue::Histogram(bars) => {
                    let bars = bars.into_iter();
                    all.extend(bars.map(|(bar, count)| (format!("{name}.{bar}"), count)));
                }
                StatValue::Decimal(_) | StatValue::Text(_) => {}
            }
        }
        Ok(listed(all, UNSTABLE))
    }
}
