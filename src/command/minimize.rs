//! `minimize`: a short trace that shows the same bug.

use crate::campaign::{OracleSet, pool};
use crate::cli::Minimize;
use crate::console::{self, complain};
use crate::executor::{Limits, Verdict, processors};
use crate::exit::{self, Failure};
use crate::minimize::{Minimized, Predicate, Wanted, minimize};
use crate::payload::Drive;
use crate::plan::{Oracles, Subject, read_profiles};
use crate::report::write;
use crate::trace_file;
use crate::triage::{Rules, SuspectedBug};
use murxla_fsm::action::Context;
use murxla_fsm::loaded::Unloaded;
use murxla_fsm::run::dry_run;
use murxla_fsm::trace::Script;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A run may take so many times as long as the one that showed the bug, and this much longer.
const SLACK: (u32, Duration) = (3, Duration::from_millis(500));

/// What hangs takes all of the time limit for each shorter trace that does, too. So runs get a part of it, and a larger
/// one, in the end all of it, if what they come to ends within the limit.
const PARTS: [u32; 2] = [16, 4];

/// Makes a trace short.
///
/// # Errors
/// A bad trace, one that shows no bug, or a solver that cannot be had.
pub fn run(args: &Minimize, offline: bool, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let started = Instant::now();
    let (text, script) = trace_file::read(&args.trace)?;
    let profiles = read_profiles(&args.profile)?;
    let subject = Subject::of_trace(args.solver.as_ref(), &script, offline)?;
    let drive = subject.drive_with(&profiles)?;
    let mut context = Context::new(subject.wrapper, &Unloaded, &drive.profile);
    context.foreign = script.foreign();
    dry_run(&script, &context, &mut |_, _| {})
        .map_err(|e| Failure::trace(format!("{}: {e}", args.trace.display())))?;
    let setup = Setup {
        rules: Rules::new(&drive.profile.errors).map_err(Failure::configuration)?,
        oracles: Oracles::find(args.cross_check.as_ref(), args.check.as_deref(), offline)?,
        jobs: args.jobs.map_or_else(processors, usize::from),
        subject,
        drive,
        args,
        stop,
    };
    let (charge, whole, parts) = setup.shown(&text, &script)?;
    let wanted = match &args.matches {
        Some(text) => Wanted::Text(text.clone()),
        None if args.match_verdict => Wanted::Kind(charge.kind.clone()),
        None => Wanted::Bug(charge.key(&setup.rules).without_theories()),
    };
    // What runs write is ours, whoever has written the trace.
    context.foreign = None;
    let header = script.header.iter();
    let header: String = header.map(|line| format!("# {line}\n")).collect();
    let keep = |text: &str| match &args.output {
        Some(path) => write(path, (header.clone() + text).as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display()))),
        None => Ok(()),
    };
    let mut minimize_within = |time: Duration| {
        let mut oracle = setup.oracle(time, wanted.clone())?;
        // What shows the bug with a part of the time may not show it with the whole.
        let is_sure = time == whole;
        let mut tell = |text: &str| if is_sure { keep(text) } else { Ok(()) };
        minimize(&script, &text, &context, &mut oracle, &mut tell)
    };
    let done = setup.escalate(&parts, whole, &wanted, &mut minimize_within)?;
    keep(&done.text)?;
    if args.output.is_none() {
        console::out(header + &done.text);
    }
    let (end, code) = if done.is_interrupted {
        (", interrupted", exit::INTERRUPTED)
    } else {
        ("", exit::FINDING)
    };
    complain!(
        "{}: {} calls of {}, after {} runs in {:.1} s{end}",
        charge.kind,
        done.calls,
        done.calls_before,
        done.runs,
        started.elapsed().as_secs_f64(),
    );
    Ok(code)
}

/// What the command line asks for, looked up.
struct Setup<'a> {
    subject: Subject,
    drive: Drive,
    rules: Rules,
    oracles: Oracles,
    jobs: usize,
    args: &'a Minimize,
    stop: &'a Arc<AtomicBool>,
}

impl Setup<'_> {
    /// Runs candidates with a limit of time.
    fn oracle(&self, time: Duration, wanted: Wanted) -> Result<Predicate, Failure> {
        let limits = Limits {
            time,
            memory: self.args.memory << 20,
            batch: 1,
            ..Limits::default()
        };
        let with = (&limits, self.jobs);
        let pool = pool(self.drive.clone(), &limits, self.jobs, self.stop)?;
        let profile = &self.drive.profile;
        let oracles = OracleSet::load(&self.subject, profile, &self.oracles, with, self.stop)?;
        let runs = (usize::from(self.args.repeat), self.jobs);
        let rules = self.rules.clone();
        Ok(Predicate::new(pool, oracles.workers, rules, wanted, runs))
    }

    /// What the trace shows, the finding that it names if it has several, the time for runs that show it, too, and the
    /// parts of it to try before.
    fn shown(
        &self,
        text: &str,
        script: &Script,
    ) -> Result<(SuspectedBug, Duration, Vec<Duration>), Failure> {
        let limit = Duration::from_secs_f64(self.args.time_limit);
        let mut oracle = self.oracle(limit, Wanted::Text(String::new()))?;
        let Some((_, shown)) = oracle.first(&[text])? else {
            return Err(not_reproduced(script));
        };
        let mut charges = oracle.charges(&shown)?;
        let named = script.header("finding");
        let is_named = |charge: &SuspectedBug| named == Some(&*charge.key(&self.rules).id());
        if charges.is_empty() {
            return Err(not_reproduced(script));
        }
        let place = charges.iter().position(is_named).unwrap_or(0);
        let (whole, parts) = match shown.verdict {
            Verdict::Timeout => {
                let before = shown.wall.saturating_sub(shown.in_call);
                let part = |part| limit.min(before * SLACK.0 + limit / part);
                (limit, PARTS.map(part).to_vec())
            }
            _ => (limit.min(shown.cpu * SLACK.0 + SLACK.1), Vec::new()),
        };
        Ok((charges.swap_remove(place), whole, parts))
    }

    /// Minimizes with the first of these parts of the time for which the result shows what is wanted with the whole, or
    /// with the whole.
    fn escalate(
        &self,
        parts: &[Duration],
        whole: Duration,
        wanted: &Wanted,
        minimize_within: &mut dyn FnMut(Duration) -> Result<Minimized, Failure>,
    ) -> Result<Minimized, Failure> {
        for &part in parts {
            let mut done = match minimize_within(part) {
                Ok(done) => done,
                Err(failure) if failure.code == exit::NOT_REPRODUCED => continue,
                Err(failure) => return Err(failure),
            };
            let shown = match self.oracle(whole, wanted.clone())?.first(&[&done.text]) {
                Err(failure) if failure.code == exit::INTERRUPTED => {
                    done.is_interrupted = true;
                    true
                }
                shown => shown?.is_some(),
            };
            if shown {
                return Ok(done);
            }
        }
        minimize_within(whole)
    }
}

fn not_reproduced(script: &Script) -> Failure {
    let what = script.header("finding").map(|id| format!(" of {id}"));
    Failure {
        code: exit::NOT_REPRODUCED,
        message: format!(
            "did not reproduce: the replay of the trace{} ended well; --repeat K tries more often, \
             --cross-check and --check find what a run does not show by itself",
            what.unwrap_or_default()
        ),
    }
}
