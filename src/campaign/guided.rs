//! Runs that entries guide, see [`Guidance`].

use super::Campaign;
use crate::events::GuidedRuns;
use crate::executor::{Item, Pool};
use crate::exit::Failure;
use crate::guidance::Guidance;
use crate::plan::Plan;
use crate::results::Earlier;
use crate::trace_file::header;

/// The number of runs of a batch. It is small, so that entries guide runs soon.
const BATCH: u64 = 25;

/// The entries of earlier parts of a campaign, if entries guide its runs. `pool` is that of the
/// runs.
///
/// # Errors
/// No function of the solver is in the focus.
pub(super) fn guidance(
    plan: &Plan,
    earlier: &Earlier,
    pool: &Pool,
) -> Result<Option<Guidance>, Failure> {
    if !plan.guided {
        return Ok(None);
    }
    let pattern = plan.focus.as_ref().zip(pool.coverage());
    let focus = pattern.map(|(pattern, coverage)| coverage.blocks_matching(pattern));
    let focus = focus.transpose().map_err(Failure::configuration)?;
    let Earlier {
        entries,
        kinds,
        counters,
        ..
    } = earlier;
    let head = header(&plan.subject.spec, pool.version(), None);
    let guidance = Guidance::new(
        (head, entries.clone()),
        kinds.clone(),
        counters.runs,
        plan.drive.strategies.use_entries(),
    );
    Ok(Some(guidance.with_focus(focus.unwrap_or_default())))
}

impl Campaign<'_> {
    /// What the executor runs for a seed.
    pub(super) fn item(&mut self, seed: u64) -> Item {
        let guidance = self.guidance.as_mut();
        guidance.map_or(Item::Seed(seed), |guidance| guidance.item(seed))
    }

    /// The number of runs of a batch, if it would be `usual` without entries.
    pub(super) fn guided_batch(&self, usual: u64) -> u64 {
        let guidance = self.guidance.as_ref();
        let guides = guidance.is_some_and(|guidance| !guidance.is_empty());
        match guides {
            // The usual number depends on time.
            _ if self.repeats_guided_runs() => BATCH.min(self.plan.limits.batch as u64),
            true => usual.min(BATCH),
            false => usual,
        }
    }

    /// Whether the runs of the campaign, and their order, depend on its seeds only: entries guide
    /// the runs of one job, whose number is fixed.
    pub(super) fn repeats_guided_runs(&self) -> bool {
        self.guidance.is_some() && self.plan.jobs == 1 && self.has_fixed_runs()
    }

    /// Whether runs may be started. What guides a run must not depend on how long others take, if
    /// the campaign is to be the same each time. Nor must it depend on which entries of the corpus
    /// have been replayed, because runs that wait for replays reach their blocks later.
    pub(super) fn may_begin(&mut self) -> bool {
        if !self.repeats_guided_runs() {
            return true;
        }
        let decides = self.undecided() > self.tasks.last();
        self.pool.pending() == 0 && !decides && self.replays.know_all_entries()
    }

    /// Stores the entries, and what guided runs have reached.
    pub(super) fn keep_entries(&mut self) -> Result<(), Failure> {
        let Some(guidance) = &self.guidance else {
            return Ok(());
        };
        self.results.set_kinds(guidance.records());
        let (new, removed) = guidance.changes();
        if new.is_empty() && removed.is_empty() {
            return Ok(());
        }
        self.write(|campaign| campaign.results.keep_entries(&new, &removed))?;
        if let Some(guidance) = &mut self.guidance {
            guidance.are_stored();
        }
        Ok(())
    }

    /// What guided runs have reached, for reports.
    pub(super) fn guided_runs(&self) -> Option<GuidedRuns> {
        let guidance = self.guidance.as_ref()?;
        Some(GuidedRuns {
            entries: guidance.len(),
            kinds: guidance.records().clone(),
        })
    }
}
