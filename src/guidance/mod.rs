//! `--guided`: runs that reach new code of the solver become entries, and entries guide later runs.
//!
//! The parent holds the entries. It decides for each seed whether the run has a guide, and sends
//! the text of the entry with the seed. What the run does with it is decided by the seed, in the
//! child (`fsm/strategy/guided.rs`).
//!
//! | file | holds |
//! |---|---|
//! | `entries.rs` | the entries and their energies |
//! | `kinds.rs` | which kinds of runs reach new code |

mod entries;
mod kinds;

pub use entries::{FOLDER, MOST, StoredEntry, merged};
pub use kinds::{KindCounts, KindRecords};

use crate::actions::{action_of, role};
use crate::payload::counter;
use entries::EntryPool;
use kinds::Kinds;
use murxla_executor::{Item, Outcome, Verdict};
use murxla_fsm::action::Role;
use murxla_fsm::rng::Rng;
use murxla_fsm::strategy::{Guide, GuideKind};
use murxla_fsm::trace::TextLine;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The choices for a seed differ from what its run draws by this.
const CHOICE: u64 = 0x5eed_c401_ce00_0000;

/// The number of runs of a campaign before the first one that becomes an entry. Before, most runs
/// reach blocks that many others would reach soon.
const WARM_UP: u64 = 500;

/// A block in the focus is worth so many others.
const FOCUS: usize = 16;

/// Longer traces do not become entries, in bytes.
pub const LONGEST: usize = 64 << 10;

/// The entries of a campaign, and how often they guide runs.
pub struct Guidance {
    entries: EntryPool,
    kinds: Kinds,
    /// The number of runs that have ended, with those of earlier parts.
    runs: u64,
    /// The blocks that count more, in order.
    focus: Vec<Range<u32>>,
    /// The runs that an entry guides and that have not ended: the kind and the entry, by the seed.
    open: BTreeMap<u64, (GuideKind, u64)>,
}

impl Guidance {
    /// Continues a campaign that has made `runs` runs, and has stored these entries and counts. New
    /// entries begin with `head`. Strategies change formulas only if the campaign `uses_entries`.
    #[must_use]
    pub fn new(
        (head, stored): (String, Vec<StoredEntry>),
        records: KindRecords,
        runs: u64,
        uses_entries: bool,
    ) -> Self {
        Self {
            entries: EntryPool::new(head, stored),
            kinds: Kinds::new(records, uses_entries),
            runs,
            focus: Vec::new(),
            open: BTreeMap::new(),
        }
    }

    /// The same, where these blocks count more than others. They are in order.
    #[must_use]
    pub fn with_focus(self, focus: Vec<Range<u32>>) -> Self {
        Self { focus, ..self }
    }

    /// The blocks that count more, in order.
    #[must_use]
    pub fn focus(&self) -> &[Range<u32>] {
        &self.focus
    }

    /// What new blocks are worth.
    fn worth(&self, blocks: &[u32]) -> u64 {
        let is_in_focus = |block: &&u32| {
            let behind = self.focus.partition_point(|range| range.end <= **block);
            self.focus
                .get(behind)
                .is_some_and(|range| range.contains(block))
        };
        let in_focus = blocks.iter().filter(is_in_focus).count();
        (blocks.len() + (FOCUS - 1) * in_focus) as u64
    }

    /// The item of a seed: with or without a guide.
    pub fn item(&mut self, seed: u64) -> Item {
        let rng = &mut Rng::new(seed ^ CHOICE);
        let kind = self.kinds.draw(rng);
        let drawn = kind.zip(self.entries.draw(rng));
        let Some((kind, (number, entry))) = drawn else {
            return Item::Seed(seed);
        };
        self.open.insert(seed, (kind, number));
        let text = Guide::text(kind, &entry.name, &entry.text);
        Item::Guided(seed, Arc::from(text))
    }

    /// Takes note of a run. If it has reached new blocks, it becomes an entry.
    pub fn take(&mut self, run: &Outcome) {
        let Some(seed) = run.seed() else {
            return;
        };
        self.runs += 1;
        let (kind, guide) = self.open.remove(&seed).unzip();
        let (blocks, worth) = (
            run.coverage.blocks.len() as u64,
            self.worth(&run.coverage.blocks),
        );
        let cost = cost(run);
        self.kinds.count(kind, (blocks, worth), cost);
        if let Some(guide) = guide {
            self.entries.count(guide, worth, cost);
        }
        if self.runs > WARM_UP
            && let Some(text) = entry_text(run)
        {
            self.entries.add(seed, worth, text);
        }
    }

    /// The run of a seed shows a bug. So it does not stay an entry: runs that it guides would show
    /// the bug again.
    pub fn forget(&mut self, seed: u64) {
        self.entries.remove_of(seed);
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the kinds of runs have reached.
    #[must_use]
    pub fn records(&self) -> &KindRecords {
        self.kinds.records()
    }

    /// The entries to store, and the names of the stored ones that were removed since.
    #[must_use]
    pub fn changes(&self) -> (Vec<StoredEntry>, Vec<String>) {
        self.entries.changes()
    }

    /// All changes have been stored.
    pub fn are_stored(&mut self) {
        self.entries.are_stored();
    }
}

/// The cost of a run, in calls. CPU time would depend on the machine, and a campaign with one job
/// makes the same runs each time.
fn cost(run: &Outcome) -> u64 {
    let checks = [counter::SAT, counter::UNSAT, counter::UNKNOWN];
    let checks: u32 = checks.iter().map(|place| run.counters[*place]).sum();
    let timeout = match run.verdict {
        Verdict::Timeout | Verdict::OutOfMemory => COST_OF_TIMEOUT,
        _ => 0,
    };
    u64::from(run.calls.count)
        + u64::from(checks) * COST_OF_CHECK
        + u64::from(run.counters[counter::UNKNOWN]) * COST_OF_UNKNOWN
        + timeout
}

/// Roughly, how many calls take as long as a check, how many more if it reaches its budget, and how
/// many as a search that is interrupted. On Z3 5.4.1, a call takes 0.1 ms, and these take 1.3, 16
/// and 160 ms.
const COST_OF_CHECK: u64 = 13;
const COST_OF_UNKNOWN: u64 = 160;
const COST_OF_TIMEOUT: u64 = 1600;

/// The beginning of the trace of a run, up to the call that has reached the last new block. `None`
/// if the run cannot guide others, or if the solver did not answer a check: it would search as long
/// in each run that makes the same calls.
fn entry_text(run: &Outcome) -> Option<String> {
    let is_whole = run.verdict == Verdict::Ok && !run.calls.truncated;
    let barred = [counter::REFUSED, counter::UNKNOWN];
    let is_barred = barred.iter().any(|place| run.counters[*place] > 0);
    if run.coverage.blocks.is_empty() || !is_whole || is_barred {
        return None;
    }
    let text = run.trace.get(..run.coverage.trace_len)?;
    let is_about = |line: &&str| matches!(TextLine::of(line), TextLine::Comment(_));
    let lines: Vec<&str> = text.lines().skip_while(is_about).collect();
    let text = lines.join("\n") + "\n";
    let asserts = |line: &&str| {
        let role = role(action_of(line));
        matches!(role, Some(Role::Assert | Role::Check))
    };
    (text.len() <= LONGEST && text.lines().any(|line| asserts(&line))).then_some(text)
}
