//! `minimize`: a short trace that shows the same bug.

use crate::campaign::{Judges, pool};
use crate::cli::Minimize;
use crate::console::{self, complain};
use crate::executor::{Limits, Verdict};
use crate::exit::{self, Failure};
use crate::minimize::{Oracle, Wanted, minimize};
use crate::plan::{Oracles, Subject};
use crate::report::write;
use crate::trace_file;
use crate::triage::{self, Charge, Rules};
use murxla_fsm::action::Context;
use murxla_fsm::run::dry;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::Unloaded;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A run may take so many times as long as the one that showed the bug, and this much longer.
const SLACK: (u32, Duration) = (3, Duration::from_millis(500));

/// Makes a trace short.
///
/// # Errors
/// A bad trace, one that shows no bug, or a solver that cannot be had.
pub fn run(args: &Minimize, offline: bool, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let (text, script) = trace_file::read(&args.trace)?;
    let spec = args.solver.clone().or_else(|| trace_file::solver(&script));
    let Some(spec) = spec else {
        return Err(Failure::usage(
            "the trace does not name a solver: add --solver NAME",
        ));
    };
    let subject = Subject::find(&spec, offline)?;
    let asked = Oracles::find(args.cross_check.as_ref(), args.check.as_deref(), offline)?;
    let limits = Limits {
        time: Duration::from_secs_f64(args.time_limit),
        memory: args.memory << 20,
        batch: 1,
        ..Limits::default()
    };
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let rules = || {
        let profile = subject.drive()?.profile;
        Rules::new(&profile.errors).map_err(Failure::configuration)
    };
    let oracle = |limits: &Limits, wanted: Wanted| {
        let pool = pool(subject.drive()?, limits, jobs, stop)?;
        let profile = subject.drive()?.profile;
        let judges = Judges::load(&subject, &profile, &asked, (limits, jobs), stop)?.judges;
        let runs = (usize::from(args.repeat), jobs);
        Ok::<_, Failure>(Oracle::new(pool, judges, rules()?, wanted, runs))
    };
    let started = Instant::now();
    let profile = subject.drive()?.profile;
    let mut context = Context::new(subject.wrapper, &Unloaded, &profile);
    context.foreign = script.foreign();
    dry(&script, &context, &mut |_, _| {})
        .map_err(|e| Failure::trace(format!("{}: {e}", args.trace.display())))?;
    let mut first = oracle(&limits, Wanted::Text(String::new()))?;
    let Some((_, shown)) = first.first(&[&text])? else {
        return Err(not_reproduced(&script));
    };
    let charges = first.charges(&shown)?;
    drop(first);
    let rules_now = rules()?;
    let named = script.header("finding");
    let is_named = |charge: &&Charge| {
        Some(triage::id(&charge.kind, &charge.key(&rules_now)).as_str()) == named
    };
    let Some(charge) = charges.iter().find(is_named).or(charges.first()) else {
        return Err(not_reproduced(&script));
    };
    let wanted = match &args.matches {
        Some(text) => Wanted::Text(text.clone()),
        None if args.match_verdict => Wanted::Kind(charge.kind.clone()),
        None => Wanted::Bug(charge.bug(&rules_now)),
    };
    let limits = match shown.verdict {
        Verdict::Timeout => limits,
        _ => Limits {
            time: limits.time.min(shown.cpu * SLACK.0 + SLACK.1),
            ..limits
        },
    };
    let mut oracle = oracle(&limits, wanted)?;
    context.foreign = None;
    let head: String = script
        .header
        .iter()
        .map(|line| format!("# {line}\n"))
        .collect();
    let mut tell = |text: &str| match &args.output {
        Some(path) => write(path, (head.clone() + text).as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display()))),
        None => Ok(()),
    };
    let done = minimize(&script, &text, &context, &mut oracle, &mut tell)?;
    if args.output.is_none() {
        console::out(head + &done.text);
    }
    complain!(
        "{}: {} calls of {}, after {} runs in {:.1} s{}",
        charge.kind,
        done.calls,
        done.calls_before,
        done.runs,
        started.elapsed().as_secs_f64(),
        if done.is_interrupted {
            ", interrupted"
        } else {
            ""
        },
    );
    Ok(if done.is_interrupted {
        exit::INTERRUPTED
    } else {
        exit::FINDING
    })
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

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
