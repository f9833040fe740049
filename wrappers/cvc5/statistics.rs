//! Statistics.

use super::checks::{COPY, STATISTIC_KIND};
use super::ffi::{Session, Stat, Statistics};
use murxla_fsm::solver::Result;

/// The value of a statistic.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum StatValue {
    Integer(i64),
    Decimal(f64),
    Text(String),
    Histogram(Vec<(String, u64)>),
}

/// A statistic of an iteration.
#[derive(Debug)]
pub(super) struct Statistic {
    pub(super) name: String,
    pub(super) reading: StatValue,
    pub(super) internal: bool,
    pub(super) default: bool,
    /// Its text, and whether it is found by its name with the same text.
    pub(super) text: String,
    pub(super) found: bool,
}

impl Session {
    /// The statistics of the solver or of the manager. The flags include those for the developers
    /// of the library, and those with default values.
    pub(super) fn statistics(
        &self,
        manager: bool,
        internal: bool,
        default: bool,
    ) -> Result<Vec<Statistic>> {
        let all = match manager {
            true => self.term_manager_get_statistics()?,
            false => self.get_statistics()?,
        };
        if self.table().cvc5_stats_copy.exists() {
            let again = self.stats_copy(all)?;
            let same = again == all && !self.stats_to_string(all)?.is_empty();
            COPY.must_for("statistics", same)?;
            self.stats_release(again)?;
        }
        self.stats_iter_init(all, internal, default)?;
        let mut read = Vec::new();
        while self.stats_iter_has_next(all)? {
            let (stat, name) = self.stats_iter_next(all)?;
            let name = name.unwrap_or_default();
            if self.table().cvc5_stat_copy.exists() {
                let copy = self.stat_copy(stat)?;
                self.stat_release(copy)?;
            }
            let mut statistic = Statistic {
                reading: self.reading(&name, stat)?,
                internal: self.stat_is_internal(stat)?,
                default: self.stat_is_default(stat)?,
                text: self.stat_to_string(stat)?,
                found: false,
                name,
            };
            let found = self.stats_get(all, &statistic.name)?;
            statistic.found = self.stat_to_string(found)? == statistic.text;
            read.push(statistic);
        }
        self.release_statistics(all)?;
        Ok(read)
    }

    /// The names and values of the solver's statistics that do not have their default values. Those
    /// for the developers of the library are among them. Before 1.4.0, an instance keeps what each
    /// call reads, about 80 kB, until it is closed.
    pub(super) fn changed_statistics(&self) -> Result<Vec<(String, StatValue)>> {
        let all = self.get_statistics()?;
        self.stats_iter_init(all, true, false)?;
        let mut read = Vec::new();
        while self.stats_iter_has_next(all)? {
            let (stat, name) = self.stats_iter_next(all)?;
            let name = name.unwrap_or_default();
            let reading = self.reading(&name, stat)?;
            if self.table().cvc5_stat_release.exists() {
                self.stat_release(stat)?;
            }
            read.push((name, reading));
        }
        self.release_statistics(all)?;
        Ok(read)
    }

    fn release_statistics(&self, all: Statistics) -> Result {
        match self.table().cvc5_stats_release.exists() {
            true => self.stats_release(all),
            false => Ok(()),
        }
    }

    /// The value of a statistic with a name.
    fn reading(&self, name: &str, stat: Stat) -> Result<StatValue> {
        let is = [
            self.stat_is_int(stat)?,
            self.stat_is_double(stat)?,
            self.stat_is_string(stat)?,
            self.stat_is_histogram(stat)?,
        ];
        Ok(match is {
            [true, false, false, false] => StatValue::Integer(self.stat_get_int(stat)?),
            [false, true, false, false] => StatValue::Decimal(self.stat_get_double(stat)?),
            [false, false, true, false] => StatValue::Text(self.stat_get_string(stat)?),
            [false, false, false, true] => {
                let (keys, values) = self.stat_get_histogram(stat)?;
                let keys = keys.into_iter().map(Option::unwrap_or_default);
                StatValue::Histogram(keys.zip(values).collect())
            }
            _ => {
                let details = format!("int, double, string, histogram: {is:?}");
                return STATISTIC_KIND.fails_for(name, details);
            }
        })
    }
}
