//! A full disk: the campaign starts no runs and waits until it can write its results.

use super::{Campaign, io_failure};
use crate::executor;
use crate::exit::{self, Failure};
use crate::report::Event;
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
    /// If the results cannot be written for another reason, or the user interrupts the campaign.
    pub(super) fn write(
        &mut self,
        mut results: impl FnMut(&mut Self) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut since = None;
        loop {
            match results(self) {
                Err(error) if is_full(&error) => self.wait_for_room(&error, &mut since)?,
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
        executor::pause(&mut self.pools(), RETRY).map_err(|error| match error {
            executor::ExecutorError::Interrupted => Failure {
                code: exit::INTERRUPTED,
                message: format!(
                    "interrupted while there was no space in {out}: what was written is kept, and \
                     runs since then come again when the campaign is continued"
                ),
            },
            other => other.into(),
        })
    }
}
