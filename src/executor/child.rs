//! The process that runs the items of a batch.

use murxla_fsm::run::End;
use murxla_fsm::trace::ResolveError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::time::Duration;

use nix::sys::eventfd::EventFd;

use super::capture::Capture;
use super::clock::now;
use super::shm::{Header, LAST_CALL, RESERVE, Record, Shared, code};
use super::{COUNTERS, Limits, Payload, Sink, Usage, alarm, fork};
use murxla_coverage::JobCoverage;

/// The parent is notified of finished items at most this often. Waking it after every item would
/// cost more than a small item does.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(50);

/// Bytes kept of the message of an [`End`].
const MESSAGE: usize = 16 << 10;

/// The message of a panic.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}

/// Runs the items of a batch in a child process. Returns the exit code of the process.
pub(super) fn run(
    payload: &mut dyn Payload,
    shared: &Shared,
    capture: &Capture,
    notify: &EventFd,
    limits: &Limits,
    coverage: Option<&JobCoverage>,
) -> i32 {
    let header = shared.header();
    let measure = || {
        if limits.measure_growth {
            fork::malloc_in_use()
        } else {
            0
        }
    };
    if let Some(interrupter) = payload.interrupter() {
        // If the timer cannot be started, only the hard limit applies.
        let _ = alarm::start(interrupter);
    }
    let mut in_use = measure();
    let at_start = Usage::of_this_process();
    let (mut cpu, resident_at_start) = (at_start.cpu(), at_start.memory);
    let mut resident = resident_at_start;
    let mut last_notified = now();
    let mut largest = 0;
    for index in 0..header.items.load(Relaxed) {
        let used = header.arena.used.load(Relaxed);
        if index > 0 {
            let one_child = header.one_child.load(Relaxed);
            let grown =
                limits.growth > 0 && resident.saturating_sub(resident_at_start) > limits.growth;
            let room = shared.arena().saturating_sub(used + RESERVE);
            let scarce = room < (2 * largest).max(shared.arena() / 16);
            if room < RESERVE / 2 || (!one_child && (grown || scarce)) || capture.is_flooded() {
                break;
            }
            capture.clear();
        }
        let record = shared.record(index);
        record.trace.at.store(used, Relaxed);
        let covered = || coverage.map_or(0, JobCoverage::new_blocks);
        record.coverage.start.store(covered(), Relaxed);
        let started = now();
        header.started.store(started, Relaxed);
        header.cpu_before.store(cpu.as_nanos() as u64, Relaxed);
        header.panicked.store(false, Relaxed);
        header.interrupted.store(0, Relaxed);
        header.current.store(index, Release);
        alarm::reset();

        let item = shared.item(index);
        let mut trace = ArenaSink {
            shared,
            header,
            record,
            at: used,
            alone: index == 0,
            attachment: Vec::new(),
            coverage,
            covered: covered(),
        };
        let end = catch_unwind(AssertUnwindSafe(|| {
            let end = payload.run(&item, &mut trace);
            payload.recycle();
            end
        }));
        if let Some(coverage) = coverage {
            coverage.note_counters();
            trace.note_covering();
        }
        let attachment = std::mem::take(&mut trace.attachment);
        let attached = shared.write(header.arena.used.load(Relaxed), &attachment);
        record.attachment_len.store(attached, Relaxed);
        drop(attachment);
        let ended = now();
        fork::flush();
        let so_far = Usage::of_this_process();
        let (cpu_after, resident_now) = (so_far.cpu(), so_far.memory);
        record
            .cost
            .wall
            .store(ended.saturating_sub(started), Relaxed);
        record
            .cost
            .cpu
            .store((cpu_after.saturating_sub(cpu)).as_nanos() as u64, Relaxed);
        let interrupted = header.interrupted.load(Relaxed);
        record.cost.interrupted.store(interrupted, Relaxed);
        record.coverage.end.store(covered(), Relaxed);
        let in_use_after = measure();
        record.cost.growth.store(in_use_after - in_use, Relaxed);
        (cpu, resident, in_use) = (cpu_after, resident_now, in_use_after);

        let end = end.map_err(|panic| panic_message(&*panic).to_owned());
        let is_ok = end == Ok(End::Ok);
        let is_defect = end.is_err();
        let mut at = header.arena.used.load(Relaxed) + attached;
        largest = largest.max(at - used);
        at += write_end(shared, record, at, end);
        if capture.output_len() > 0 {
            let len = shared.write(at, &capture.read_output());
            record.output_len.store(len, Relaxed);
            at += len;
        }
        header.arena.used.store(at, Release);
        header.finished.store(index + 1, Release);
        if is_defect {
            // After a panic the state of the process is unknown, so a new child continues.
            return fork::DEFECT;
        }
        if !is_ok || ended.saturating_sub(last_notified) > NOTIFY_INTERVAL.as_nanos() as u64 {
            last_notified = ended;
            // Fails only if the counter of the eventfd overflows; the parent is awake then.
            let _ = notify.write(1);
        }
    }
    0
}

/// Writes how the item ended. Returns the length of the text in the arena.
fn write_end(shared: &Shared, record: &Record, at: usize, end: Result<End, String>) -> usize {
    let (code, text) = match end {
        Ok(End::Ok) => (code::OK, Vec::new()),
        Ok(end) => (code::ENDED, as_json(end)),
        Err(message) => (code::DEFECT, message.into_bytes()),
    };
    let len = shared.write(at, &text[..text.len().min(MESSAGE)]);
    record.end.store(code, Relaxed);
    record.message_len.store(len, Relaxed);
    len
}

/// The end as JSON. The message is shortened until there is space for it.
fn as_json(mut end: End) -> Vec<u8> {
    loop {
        let json = serde_json::to_vec(&end).unwrap_or_default();
        let message = match &mut end {
            End::Violation(violation) => &mut violation.message,
            End::OutOfResources(message) | End::OptionRefused(message) => message,
            End::ResolveError(
                ResolveError::Bad(error)
                | ResolveError::Unsupported(error)
                | ResolveError::NotNow(error)
                | ResolveError::Forbidden(error),
            ) => &mut error.message,
            End::Ok | End::TimedOut | End::NeedsReplays(_) => return json,
        };
        if json.len() <= MESSAGE || message.is_empty() {
            return json;
        }
        *message = message.chars().take(message.chars().count() / 2).collect();
    }
}

/// Appends the trace to the arena. A line costs one copy and a few stores.
struct ArenaSink<'a> {
    shared: &'a Shared,
    header: &'a Header,
    record: &'a Record,
    /// Offset in the arena for the next line.
    at: usize,
    /// The arena was empty when the item began, so a new child would not have more space.
    alone: bool,
    /// It is stored in the arena after the trace.
    attachment: Vec<u8>,
    coverage: Option<&'a JobCoverage>,
    /// The number of new blocks at the last call.
    covered: u32,
}

impl ArenaSink<'_> {
    /// Notes the length of the trace if there are new blocks since the last call.
    fn note_covering(&mut self) {
        let covered = self.coverage.map_or(0, JobCoverage::new_blocks);
        if covered > self.covered {
            self.covered = covered;
            let len = self.record.trace.len.load(Relaxed);
            self.record.coverage.covering.store(len, Relaxed);
        }
    }

    /// Appends a line. Returns false if there is no space left.
    fn append(&mut self, line: &str) -> bool {
        let len = line.len() + 1;
        let cut = self.record.trace.truncated.load(Relaxed);
        if cut || self.at + len > self.shared.arena() - RESERVE {
            if !cut {
                self.arena_is_full();
            }
            return false;
        }
        self.shared.write(self.at, line.as_bytes());
        self.shared.write(self.at + line.len(), b"\n");
        self.at += len;
        let before = self.record.trace.len.load(Relaxed);
        self.record.trace.len.store(before + len, Release);
        self.header.arena.used.store(self.at, Release);
        true
    }

    /// Handles a full arena. If an empty arena would have more space, the process exits and the
    /// item starts again in another child. Otherwise the trace is cut here and the item continues.
    fn arena_is_full(&self) {
        if self.alone || self.header.one_child.load(Relaxed) {
            self.record.trace.truncated.store(true, Relaxed);
        } else {
            self.header.arena.full.store(true, Release);
            fork::exit_now(0);
        }
    }
}

impl Sink for ArenaSink<'_> {
    fn call(&mut self, line: &str) {
        self.note_covering();
        let calls = self.record.trace.calls.load(Relaxed);
        self.record.trace.calls.store(calls + 1, Relaxed);
        self.record.trace.call_began.store(now(), Relaxed);
        let start = self.at;
        if self.append(line) {
            let offset = start - self.record.trace.at.load(Relaxed);
            self.record.trace.last_call.store(offset, Release);
        } else {
            let at = self.shared.arena() - LAST_CALL;
            let len = self.shared.write(at, line.as_bytes());
            self.record.trace.last_call_len.store(len, Release);
        }
    }

    fn note(&mut self, line: &str) {
        self.append(line);
    }

    fn search(&mut self, granted: u32) {
        alarm::search(granted);
    }

    fn search_timed_out(&self) -> bool {
        alarm::search_timed_out()
    }

    fn count(&mut self, counter: usize, n: u32) {
        let counter = &self.record.counters[counter % COUNTERS];
        counter.store(counter.load(Relaxed).wrapping_add(n), Relaxed);
    }

    fn attach(&mut self, data: Vec<u8>) {
        self.attachment = data;
    }
}
