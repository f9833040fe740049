//! Runs that entries guide, see [`Guidance`].

use super::Campaign;
use crate::events::GuidedRuns;
use crate::exit::Failure;
use crate::guidance::Guidance;
use crate::plan::Plan;
use crate::results::Earlier;
use crate::trace_file::header;
use murxla_coverage::Coverage;
use murxla_executor::{Item, Pool};
use std::ops::Range;

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
    if !plan.guidance.guided {
        return Ok(None);
    }
    let focus = pool.coverage().map(|coverage| focus(plan, coverage));
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
        plan.drive.sources.strategies.use_entries(),
    );
    Ok(Some(guidance.with_focus(focus.unwrap_or_default())))
}

/// The blocks of the functions in the focus, in order.
///
/// # Errors
/// There is none, or a library cannot be read.
fn focus(plan: &Plan, coverage: &Coverage) -> Result<Vec<Range<u32>>, String> {
    let mut blocks = Vec::new();
    if let Some(pattern) = &plan.guidance.focus {
        blocks.extend(coverage.blocks_matching(pattern)?);
    }
    let baseline = plan
        .excluded
        .baseline
        .as_ref()
        .filter(|_| plan.guidance.focus_changes);
    if let Some(baseline) = baseline.and_then(|baseline| baseline.library.as_deref()) {
        blocks.extend(coverage.blocks_changed_since(baseline)?);
    }
    // A range has the blocks of one function, which may be there twice.
    blocks.sort_by_key(|range| range.start);
    blocks.dedup();
    Ok(blocks)
}

impl Campaign<'_> {
    /// What the executor runs for a seed.
    pub(super) fn item(&mut self, seed: u64) -> Item {
        let guidance = self.scheduler.guidance.as_mut();
        guidance.map_or(Item::Seed(seed), |guidance| guidance.item(seed))
    }

    /// The number of runs of a batch, if it would be `usual` without entries.
    pub(super) fn guided_batch(&self, usual: u64) -> u64 {
        let guidance = self.scheduler.guidance.as_ref();
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
        self.scheduler.guidance.is_some() && self.plan.jobs == 1 && self.has_fixed_runs()
    }

    /// Whether runs may be started. What guides a run must not depend on how long others take, if
    /// the campaign is to be the same each time. Nor must it depend on which entries of the corpus
    /// have been replayed, because runs that wait for replays reach their blocks later.
    pub(super) fn may_begin(&mut self) -> bool {
        if !self.repeats_guided_runs() {
            return true;
        }
        let decides = self.undecided() > self.decider.tasks.last();
        self.scheduler.pool.pending() == 0 && !decides && self.scheduler.replays.know_all_entries()
    }

    /// Stores the entries, and what guided runs have reached.
    pub(super) fn keep_entries(&mut self) -> Result<(), Failure> {
        let Some(guidance) = &self.scheduler.guidance else {
            return Ok(());
        };
        self.record.results.set_kinds(guidance.records());
        let (new, removed) = guidance.changes();
        if new.is_empty() && removed.is_empty() {
            return Ok(());
        }
        self.write(|campaign| campaign.record.results.keep_entries(&new, &removed))?;
        if let Some(guidance) = &mut self.scheduler.guidance {
            guidance.are_stored();
        }
        Ok(())
    }

    /// What guided runs have reached, for reports.
    pub(super) fn guided_runs(&self) -> Option<GuidedRuns> {
        let guidance = self.scheduler.guidance.as_ref()?;
        let coverage = self.scheduler.pool.coverage();
        let focus = coverage.map(|coverage| coverage.count_of(guidance.focus()));
        Some(GuidedRuns {
            entries: guidance.len(),
            focus: focus.filter(|count| count.total > 0),
            kinds: guidance.records().clone(),
        })
    }
}
