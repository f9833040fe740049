//! Statistics, and the text of options.

use super::super::bindings::{Cvc5OptionInfo, Cvc5Stat};
use super::super::checks::{COPY, STATISTIC_KIND};
use super::{Session, c, text};
use murxla_fsm::solver::{Error, Result};
use std::mem::MaybeUninit;

/// The value of a statistic.
#[derive(Clone, PartialEq, Debug)]
pub(in super::super) enum StatValue {
    Integer(i64),
    Decimal(f64),
    Text(String),
    Histogram(Vec<(String, u64)>),
}

/// A statistic of an iteration.
#[derive(Debug)]
pub(in super::super) struct Statistic {
    pub(in super::super) name: String,
    pub(in super::super) reading: StatValue,
    pub(in super::super) internal: bool,
    pub(in super::super) default: bool,
    /// Its text, and whether it is found by its name with the same text.
    pub(in super::super) text: String,
    pub(in super::super) found: bool,
}

impl Session {
    /// The statistics of the solver or of the manager. The flags include those for the developers
    /// of the library, and those with default values.
    pub(in super::super) fn statistics(
        &self,
        manager: bool,
        internal: bool,
        default: bool,
    ) -> Result<Vec<Statistic>> {
        let raw = self.api.0;
        if !raw.cvc5_stats_iter_init.exists() || !raw.cvc5_term_manager_get_statistics.exists() {
            return Err(Error::Unsupported("cvc5_stats_iter_init".to_owned()));
        }
        let mut read = Vec::new();
        // SAFETY: solver and manager are live, and the statistics until they are released here,
        // once each; names and texts are copied at once.
        unsafe {
            let all = if manager {
                raw.cvc5_term_manager_get_statistics(self.tm)
            } else {
                raw.cvc5_get_statistics(self.solver)
            };
            self.api.check()?;
            if raw.cvc5_stats_copy.exists() {
                let again = raw.cvc5_stats_copy(all);
                let same = again == all && !text(raw.cvc5_stats_to_string(all)).is_empty();
                COPY.must_for("statistics", same)?;
                raw.cvc5_stats_release(again);
            }
            raw.cvc5_stats_iter_init(all, internal, default);
            self.api.check()?;
            while raw.cvc5_stats_iter_has_next(all) {
                let mut name = std::ptr::null();
                let stat = raw.cvc5_stats_iter_next(all, &raw mut name);
                self.api.check()?;
                let name = text(name);
                let mut statistic = self.statistic(name, stat)?;
                let found = raw.cvc5_stats_get(all, c(&statistic.name)?.as_ptr());
                self.api.check()?;
                statistic.found = text(raw.cvc5_stat_to_string(found)) == statistic.text;
                read.push(statistic);
            }
            self.api.check()?;
            if raw.cvc5_stats_release.exists() {
                raw.cvc5_stats_release(all);
            }
        }
        self.api.check()?;
        Ok(read)
    }

    /// The names and values of the solver's statistics that do not have their default values. Those
    /// for the developers of the library are among them. Before 1.4.0, an instance keeps what each
    /// call reads, about 80 kB, until it is closed.
    pub(in super::super) fn changed_statistics(&self) -> Result<Vec<(String, StatValue)>> {
        let raw = self.api.0;
        if !raw.cvc5_stats_iter_init.exists() {
            return Err(Error::Unsupported("cvc5_stats_iter_init".to_owned()));
        }
        let mut read = Vec::new();
        // SAFETY: the solver is live, and so are the statistics and each statistic until they are
        // released here, once each; names are copied at once.
        unsafe {
            let all = raw.cvc5_get_statistics(self.solver);
            self.api.check()?;
            raw.cvc5_stats_iter_init(all, true, false);
            self.api.check()?;
            while raw.cvc5_stats_iter_has_next(all) {
                let mut name = std::ptr::null();
                let stat = raw.cvc5_stats_iter_next(all, &raw mut name);
                self.api.check()?;
                let name = text(name);
                let reading = self.reading(&name, stat)?;
                if raw.cvc5_stat_release.exists() {
                    raw.cvc5_stat_release(stat);
                }
                read.push((name, reading));
            }
            if raw.cvc5_stats_release.exists() {
                raw.cvc5_stats_release(all);
            }
        }
        self.api.check()?;
        Ok(read)
    }

    /// # Safety
    /// `stat` is live.
    unsafe fn statistic(&self, name: String, stat: Cvc5Stat) -> Result<Statistic> {
        let raw = self.api.0;
        // SAFETY: as the caller says.
        unsafe {
            if raw.cvc5_stat_copy.exists() {
                let copy = raw.cvc5_stat_copy(stat);
                raw.cvc5_stat_release(copy);
            }
            let reading = self.reading(&name, stat)?;
            Ok(Statistic {
                name,
                reading,
                internal: raw.cvc5_stat_is_internal(stat),
                default: raw.cvc5_stat_is_default(stat),
                text: text(raw.cvc5_stat_to_string(stat)),
                found: false,
            })
        }
    }

    /// # Safety
    /// `stat` is live.
    unsafe fn reading(&self, name: &str, stat: Cvc5Stat) -> Result<StatValue> {
        let raw = self.api.0;
        // SAFETY: as the caller says; arrays have as many members as the library says, and are
        // copied at once.
        unsafe {
            let is = [
                raw.cvc5_stat_is_int(stat),
                raw.cvc5_stat_is_double(stat),
                raw.cvc5_stat_is_string(stat),
                raw.cvc5_stat_is_histogram(stat),
            ];
            let reading = match is {
                [true, false, false, false] => StatValue::Integer(raw.cvc5_stat_get_int(stat)),
                [false, true, false, false] => StatValue::Decimal(raw.cvc5_stat_get_double(stat)),
                [false, false, true, false] => {
                    StatValue::Text(text(raw.cvc5_stat_get_string(stat)))
                }
                [false, false, false, true] => {
                    let (mut keys, mut values) = (std::ptr::null_mut(), std::ptr::null_mut());
                    let mut size = 0;
                    raw.cvc5_stat_get_histogram(
                        stat,
                        &raw mut keys,
                        &raw mut values,
                        &raw mut size,
                    );
                    self.api.check()?;
                    let bar = |n: usize| (text(*keys.add(n)), *values.add(n));
                    StatValue::Histogram((0..size as usize).map(bar).collect())
                }
                _ => {
                    let details = format!("int, double, string, histogram: {is:?}");
                    return STATISTIC_KIND.fails_for(name, details);
                }
            };
            self.api.check()?;
            Ok(reading)
        }
    }

    /// What the library prints of an option.
    pub(in super::super) fn option_text(&self, name: &str) -> Result<String> {
        let raw = self.api.0;
        if !raw.cvc5_option_info_to_string.exists() || !self.reports_errors() {
            return Err(Error::Unsupported("cvc5_option_info_to_string".to_owned()));
        }
        let option = c(name)?;
        let mut info = MaybeUninit::<Cvc5OptionInfo>::zeroed();
        // SAFETY: all are live; the info is larger than what the library writes and is read before
        // the next call that writes one.
        let text = unsafe {
            raw.cvc5_get_option_info(self.solver, option.as_ptr(), info.as_mut_ptr());
            self.api.check()?;
            text(raw.cvc5_option_info_to_string(info.as_ptr()))
        };
        self.api.check()?;
        Ok(text)
    }
}
