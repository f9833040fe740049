//! `corpus minimize`: keeps the traces of a corpus that together reach all blocks that the corpus
//! reaches.
//!
//! A trace is kept if its replay reaches a block that the ones before it have not reached, first
//! from the shortest trace to the longest, and then, among those that were kept, back to the
//! shortest. So no run needs the set of all its blocks, which a breakpoint that fires once does not
//! give.

use super::reached::run_measured;
use crate::campaign::{covered_pool, prepare_coverage};
use crate::cli::{Allowed, CorpusMinimize};
use crate::corpus::{INDEX, Index, index, read};
use crate::exit::{self, Failure};
use crate::payload::Drive;
use crate::plan::FoundSolver;
use murxla_coverage::{BlockCount, Coverage, Granularity};
use murxla_executor::{Item, Limits, Verdict};
use murxla_fsm::strategy::corpus::Entry;
use murxla_system::console::{complain, say};
use murxla_system::folder::Folder;
use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often progress is shown.
const SHOWN: Duration = Duration::from_secs(2);

/// Writes the traces that are kept into a new folder.
///
/// # Errors
/// The corpus cannot be read, the solver or its coverage is not available, or the folder has files
/// or cannot be written.
pub(super) fn minimize(
    args: &CorpusMinimize,
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    let mut entries = read(&args.corpus, &mut |message| complain!("{message}"))?;
    let out = new_folder(args)?;
    entries.sort_by_cached_key(|entry| (entry.text.lines().count(), entry.name.clone()));
    let subject = FoundSolver::find(&args.solver, allowed.offline)?;
    let measuring = Measuring {
        drive: Drive {
            interrupts: true,
            is_trusted: allowed.trust,
            ..subject.drive()?.for_replays()
        },
        limits: Limits {
            time: Duration::from_secs_f64(args.time_limit),
            sandbox: !allowed.trust,
            // What a trace reaches must not depend on the traces before it in the same process.
            batch: 1,
            ..Limits::default()
        },
        granularity: args.coverage,
        stop,
    };
    let all = entries.len();
    let mut traces: Vec<&Entry> = entries.iter().collect();
    // A block that only traces reach that are left out does not count.
    let forwards = loop {
        let replays = measuring.covering(&traces)?;
        if replays.ended_early.is_empty() {
            break replays;
        }
        let ended_early = |trace: &Entry| replays.ended_early.contains(&*trace.name);
        traces.retain(|trace| !ended_early(trace));
    };
    let backwards: Vec<&Entry> = forwards.kept.into_iter().rev().collect();
    let kept = measuring.covering(&backwards)?.kept;
    write(args, &out, &kept)?;
    let reached = forwards.reached;
    let reached = reached.map_or_else(String::new, |count| format!(", which reach {count}"));
    say!("kept: {} of {all} traces{reached}", kept.len());
    if traces.len() < all {
        let count = all - traces.len();
        say!("left out: {count} that end early, by a bug or a limit");
    }
    Ok(exit::CLEAN)
}

/// The folder of the result. It must be new, because nothing says what other files belong to.
fn new_folder(args: &CorpusMinimize) -> Result<Folder, Failure> {
    let path = args.out.display();
    let wrong = |e| Failure::configuration(format!("cannot open {path}: {e}"));
    fs::create_dir_all(&args.out).map_err(wrong)?;
    let folder = Folder::open(&args.out).map_err(wrong)?;
    match folder.names().map_err(wrong)?.is_empty() {
        true => Ok(folder),
        false => Err(Failure::configuration(format!(
            "{path} is not empty: name a new folder with --out"
        ))),
    }
}

/// What some replays have shown.
struct Covering<'e> {
    /// The traces that have reached new blocks, in order.
    kept: Vec<&'e Entry>,
    /// The names of the traces whose replays have ended early.
    ended_early: BTreeSet<&'e str>,
    /// The number of blocks that were reached.
    reached: Option<BlockCount>,
}

/// How the coverage of replays is measured.
struct Measuring<'a> {
    drive: Drive,
    limits: Limits,
    granularity: Granularity,
    stop: &'a Arc<AtomicBool>,
}

impl Measuring<'_> {
    /// Replays traces one after the other. All blocks are new at first.
    fn covering<'e>(&self, traces: &[&'e Entry]) -> Result<Covering<'e>, Failure> {
        // A process does not set a breakpoint again that was reached. With one process, the order
        // of the traces decides which one reaches a block first.
        let coverage = prepare_coverage(self.granularity, Vec::new())?;
        let (drive, limits) = (self.drive.clone(), &self.limits);
        let mut pool = covered_pool(drive, limits, 1, self.stop, Some(coverage))?;
        let item = |trace: &&Entry| Item::Trace(Arc::from(&*trace.text));
        let (mut kept, mut ended_early) = (Vec::new(), BTreeSet::new());
        let (mut shown, mut left) = (Instant::now(), traces.iter());
        run_measured(&mut pool, traces.iter().map(item).collect(), |run| {
            let Some(trace) = left.next() else {
                return;
            };
            if run.verdict != Verdict::Ok {
                ended_early.insert(&*trace.name);
            } else if !run.coverage.blocks.is_empty() {
                kept.push(*trace);
            }
            if shown.elapsed() >= SHOWN {
                shown = Instant::now();
                let (done, all) = (traces.len() - left.len(), traces.len());
                complain!("{done} of {all} traces, {} kept", kept.len());
            }
        })?;
        Ok(Covering {
            kept,
            ended_early,
            reached: pool.coverage().map(Coverage::count),
        })
    }
}

/// Writes the traces, and their rows of the index, if the corpus has one.
fn write(args: &CorpusMinimize, out: &Folder, kept: &[&Entry]) -> Result<(), Failure> {
    let wrong = |e| Failure::configuration(format!("cannot write {}: {e}", args.out.display()));
    for entry in kept {
        out.write(&*entry.name, entry.text.as_bytes())
            .map_err(wrong)?;
    }
    let from = Folder::open(&args.corpus);
    let from = from.map_err(|e| {
        Failure::configuration(format!("cannot read {}: {e}", args.corpus.display()))
    })?;
    let all = index(&from)?;
    let names: BTreeSet<&str> = kept.iter().map(|entry| &*entry.name).collect();
    let entries = all.entries.into_iter();
    let index = Index {
        entries: entries
            .filter(|(name, _)| names.contains(&**name))
            .collect(),
        ..Index::default()
    };
    if index == Index::default() {
        return Ok(());
    }
    let text = serde_json::to_vec_pretty(&index).unwrap_or_default();
    out.write(INDEX, &text).map_err(wrong)
}
