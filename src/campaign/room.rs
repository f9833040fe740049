//! A full disk: the campaign starts no runs and waits until it can write its results.

use super::{Campaign, io_failure};
use crate::events::Event;
use crate::exit::{self, Failure};
use murxla_executor;
use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

/// The time between two attempts to write.
const RETRY: Duration = Duration::from_secs(2);

/// Whether the disk is full, or the user's quota is used up.
pub(super) fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    )
}

impl Campaign<'_> {
    /// Writes results. If there is no space, the campaign reports this, waits and tries again.
    ///
    /// # Errors
    /// If the results cannot be written for another reason, the campaign does not
    /// [wait](Self::waits), its time is over, or the user interrupts it.
    pub(super) fn write(
        &mut self,
        mut results: impl FnMut(&mut Self) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut since = None;
        loop {
            match results(self) {
                Err(error) if is_full(&error) && self.waits() => {
                    self.wait_for_room(&error, &mut since)?;
                }
                Err(error) if is_full(&error) => {
                    let what = format!(
                        "cannot write the results, free some space for {} and continue the campaign, or choose another \
                         directory with --out",
                        self.plan.out.display()
                    );
                    return Err(io_failure(&what)(error));
                }
                Err(error) => return Err(io_failure("cannot write the results")(error)),
                Ok(()) => break,
            }
        }
        match since {
            Some(since) => self.report(&Event::Resumed {
                seconds: since.elapsed().as_secs_f64(),
            }),
            None => Ok(()),
        }
    }

    /// Whether it waits for space: not before its first run, and not if it ends after a number of
    /// runs, because it would not reach this number while it waits.
    fn waits(&self) -> bool {
        let has_begun = self.record.now.runs > 0 || self.scheduler.pool.pending() > 0;
        has_begun && self.scheduler.seeds.left().is_none()
    }

    fn wait_for_room(
        &mut self,
        error: &io::Error,
        since: &mut Option<Instant>,
    ) -> Result<(), Failure> {
        let out = self.plan.out.display().to_string();
        if since.is_none() {
            *since = Some(Instant::now());
            let message = error.to_string();
            self.report(&Event::Paused {
                out: &out,
                message: &message,
            })?;
        }
        let ended = |code, how: &str| Failure {
            code,
            message: format!(
                "{how} while there was no space in {out}: what was written is kept, and runs since then come again \
                 when the campaign is continued"
            ),
        };
        if self.is_time_over() {
            return Err(ended(exit::CONFIGURATION, "the time is over"));
        }
        let time = self.time_left().map_or(RETRY, |left| left.min(RETRY));
        murxla_executor::pause(&mut self.scheduler.pools(), time).map_err(|error| match error {
            murxla_executor::ExecutorError::Interrupted => ended(exit::INTERRUPTED, "interrupted"),
            other => other.into(),
        })
    }
}
