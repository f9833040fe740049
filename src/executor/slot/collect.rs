//! Turns what a child has written to shared memory into outcomes.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use super::{PoolSetup, Slot};
use crate::outcome::{
    self, ChildEnd, NewCoverage, Outcome, RunCalls, RunCost, RunProcess, UNKNOWN_FRAME, Verdict,
};
use crate::shm::code;
use crate::{ExecutorError, fork, sanitizer};
use murxla_fsm::run::End;

impl Slot {
    /// Creates the outcomes of the items that the child has finished.
    pub(super) fn collect_finished(&mut self, out: &mut VecDeque<Outcome>) {
        if !self.is_running() {
            return;
        }
        while self.batch.collected < self.shared.header().finished.load(Acquire) {
            let index = self.batch.collected;
            let record = self.shared.record(index);
            let trace_end = record.trace.at.load(Relaxed) + record.trace.len.load(Relaxed);
            let message_at = trace_end + record.attachment_len.load(Relaxed);
            let message_end = message_at + record.message_len.load(Relaxed);
            let message = self.shared.read(message_at..message_end);
            let verdict = match record.end.load(Relaxed) {
                code::OK => Verdict::Ok,
                code::ENDED => match serde_json::from_slice::<End>(&message) {
                    Ok(end) => end.into(),
                    Err(error) => {
                        Verdict::Defect(format!("a child ended in no known way: {error}"))
                    }
                },
                _ => Verdict::Defect(String::from_utf8_lossy(&message).into_owned()),
            };
            let wall = Duration::from_nanos(record.cost.wall.load(Relaxed));
            let cpu = Duration::from_nanos(record.cost.cpu.load(Relaxed));
            self.finish_item(index, verdict, wall, cpu, out);
        }
    }

    /// Handles the end of a child: decides how the running item ended.
    pub(super) fn child_ended(
        &mut self,
        setup: &PoolSetup,
        out: &mut VecDeque<Outcome>,
    ) -> Result<(), ExecutorError> {
        self.collect_finished(out);
        let header = self.shared.header();
        if let Some(index) = self.shared.in_flight()
            && !header.arena.full.load(Acquire)
        {
            let output = self.capture.read_output();
            let output = String::from_utf8_lossy(&output);
            let limit = header.limit.bytes.load(Relaxed);
            let size = header.exit.pages.load(Relaxed) * fork::page_size();
            let memory = setup.limits.memory.min(limit);
            // What the library and this program had at the start does not count.
            let used = size.saturating_sub(limit - memory);
            let child_end = ChildEnd {
                status: header.exit.status.load(Relaxed),
                signal: header.exit.signal.load(Relaxed),
                output: &output,
                memory_used: (memory > 0).then(|| used as f64 / memory as f64),
                timed_out: self.batch.killed_item == Some(index)
                    || header.exit.ignored_interruption.load(Relaxed),
                panicked: header.panicked.load(Relaxed),
            };
            let verdict = child_end.verdict();
            let elapsed = |end: u64, start: u64| Duration::from_nanos(end.saturating_sub(start));
            let wall = elapsed(
                header.exit.seen_at.load(Relaxed),
                header.started.load(Relaxed),
            );
            let cpu = elapsed(
                header.exit.cpu.load(Relaxed),
                header.cpu_before.load(Relaxed),
            );
            self.item_lost(index, verdict, wall, cpu, out);
        }
        self.after_child()
    }

    /// Creates the outcome of an item whose process died, or leaves the item in the batch to be
    /// tried again.
    ///
    /// An item is tried again if its child was killed from outside for the first time, because that
    /// may have nothing to do with the item. It is also tried again if the parent killed the child
    /// for the previous item, just as that item ended and this one began.
    pub(super) fn item_lost(
        &mut self,
        index: u32,
        verdict: Verdict,
        wall: Duration,
        cpu: Duration,
        out: &mut VecDeque<Outcome>,
    ) {
        if verdict == Verdict::Killed
            && !self.batch.one_child
            && let Some(queued) = self.batch.items.front_mut()
        {
            let killed_by_parent = self.batch.killed_item.is_some();
            queued.times_killed += u32::from(!killed_by_parent);
            if killed_by_parent || queued.times_killed < 2 {
                return;
            }
        }
        self.finish_item(index, verdict, wall, cpu, out);
    }

    /// The blocks that an item has reached first. An item that did not finish has reached all that
    /// follow.
    fn new_blocks(&self, index: u32, finished: bool) -> Vec<u32> {
        let Some(coverage) = &self.coverage else {
            return Vec::new();
        };
        let record = self.shared.record(index);
        let end = match finished {
            true => record.coverage.end.load(Relaxed),
            false => coverage.new_blocks(),
        };
        coverage.at(record.coverage.start.load(Relaxed)..end)
    }

    /// Creates the outcome of the first item of the batch, which is item `index` of the child.
    pub(super) fn finish_item(
        &mut self,
        index: u32,
        verdict: Verdict,
        wall: Duration,
        cpu: Duration,
        out: &mut VecDeque<Outcome>,
    ) {
        let Some(queued) = self.batch.items.pop_front() else {
            return;
        };
        let finished = self.shared.header().finished.load(Acquire) > index;
        let record = self.shared.record(index);
        let at = record.trace.at.load(Relaxed);
        let len = record.trace.len.load(Acquire);
        let trace: Arc<str> = Arc::from(String::from_utf8_lossy(&self.shared.read(at..at + len)));
        let attachment_end = at + len + record.attachment_len.load(Relaxed);
        let truncated = record.trace.truncated.load(Relaxed);
        let is_ok = verdict == Verdict::Ok;
        let output = if finished {
            let from = attachment_end + record.message_len.load(Relaxed);
            self.shared
                .read(from..from + record.output_len.load(Relaxed))
        } else {
            self.capture.read_output()
        };
        let output = String::from_utf8_lossy(&output).into_owned();
        // Backtraces have the name by which the program was started, and sanitizers its path.
        static STARTED_AS: LazyLock<PathBuf> =
            LazyLock::new(|| std::env::args_os().next().unwrap_or_default().into());
        static PROGRAM: LazyLock<PathBuf> =
            LazyLock::new(|| std::env::current_exe().unwrap_or_else(|_| STARTED_AS.clone()));
        let undefined = match verdict {
            Verdict::Ok => sanitizer::undefined(&output, &PROGRAM, &mut self.symbols),
            _ => None,
        };
        let (verdict, frames) = match (verdict, undefined) {
            (_, Some((violation, frames))) => (Verdict::Violation(violation.into()), frames),
            (verdict @ (Verdict::Crash(_) | Verdict::Exit(_)), None) => {
                let backtrace = self.capture.read_backtrace();
                let mut frames = outcome::frames(&backtrace, &STARTED_AS, &mut self.symbols);
                // A solver without a library ends the process by code of this program.
                if matches!(verdict, Verdict::Exit(_)) {
                    let is_known = frames.iter().any(|frame| frame != UNKNOWN_FRAME);
                    frames.truncate(if is_known { frames.len() } else { 0 });
                }
                (verdict, frames)
            }
            (verdict, None) => (verdict, Vec::new()),
        };
        let last_took = if finished {
            Duration::ZERO
        } else {
            let died = self.shared.header().exit.seen_at.load(Relaxed);
            Duration::from_nanos(died.saturating_sub(record.trace.call_began.load(Relaxed)))
        };
        let interrupted = match finished {
            true => record.cost.interrupted.load(Relaxed),
            false => self.shared.header().interrupted.load(Relaxed),
        };
        let new_blocks = self.new_blocks(index, finished);
        out.push_back(Outcome {
            ticket: queued.ticket,
            item: queued.item,
            verdict,
            trace: Arc::clone(&trace),
            calls: RunCalls {
                count: record.trace.calls.load(Relaxed),
                last: (!is_ok).then(|| self.shared.last_call(index)).flatten(),
                last_took,
                truncated,
            },
            output: sanitizer::symbolized(&output, &PROGRAM, &mut self.symbols),
            frames,
            cost: RunCost {
                wall,
                cpu,
                interrupted: (interrupted > 0).then(|| Duration::from_nanos(interrupted)),
                growth: record.cost.growth.load(Relaxed),
            },
            coverage: NewCoverage {
                trace_len: match (finished, new_blocks.is_empty()) {
                    (_, true) => 0,
                    (true, false) => record.coverage.covering.load(Relaxed).min(len),
                    (false, false) => len,
                },
                blocks: new_blocks,
            },
            attachment: self.shared.read(at + len..attachment_end),
            counters: std::array::from_fn(|i| record.counters[i].load(Relaxed)),
            process: RunProcess {
                earlier_items: index,
                prefix: if is_ok {
                    Vec::new()
                } else {
                    self.batch.traces.clone()
                },
                version: Arc::clone(&self.version),
            },
        });
        self.batch.traces.push(trace);
        self.shared.release_pages();
        self.batch.collected = index + 1;
        self.failed_starts = 0;
    }
}
