//! Without a subcommand: a campaign, or a single run.

use crate::campaign::{Campaign, OracleSet, Replays, defects_of, pool, try_options};
use crate::cli::{Format, Fuzz};
use crate::events::{Csv, Human, Json, Junit, Metrics, Reporter};
use crate::exit::{self, Failure};
use crate::plan::Plan;
use crate::trace_file::{end_by_time, header};
use crate::triage::{Rules, SuspectedBug};
use murxla_executor::{Item, Verdict, sandbox};
use murxla_system::console::{self, complain};
use murxla_system::symbols::readable;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs a campaign, or a single run if only a seed is given.
///
/// # Errors
/// What is wrong with the command line or the configuration.
pub fn run(fuzz: &Fuzz, stop: Arc<AtomicBool>) -> Result<u8, Failure> {
    let plan = Plan::new(fuzz)?;
    if plan.verbose && plan.limits.sandbox && !sandbox::is_supported() {
        complain!("this kernel has no Landlock: solvers may write files where you may");
    }
    if plan.runs.until.is_none() {
        return run_single(&plan, &stop);
    }
    let mut reports: Vec<Box<dyn Reporter>> = vec![match fuzz.output.format {
        Format::Human => {
            let seeds = fuzz.schedule.seed.map(|seed| seed.form).unwrap_or_default();
            Box::new(Human::new(fuzz.output.quiet, fuzz.output.verbose, seeds))
        }
        Format::Json => Box::<Json>::default(),
        Format::Csv => Box::new(Csv),
        Format::Junit => Box::new(Junit::new(fuzz.findings.fail_on)),
    }];
    if let Some(file) = &fuzz.output.metrics {
        reports.push(Box::new(Metrics::new(file.clone())));
    }
    Campaign::new(&plan, reports, stop)?.run()
}

/// Makes a single run and writes its trace to stdout.
fn run_single(plan: &Plan, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let seed = plan.runs.seed.unwrap_or(0);
    let mut drive = plan.drive.clone();
    // A campaign with the same oracles leaves out what their releases get wrong. This run must be
    // the same.
    drive.defects.of_oracles = defects_of(&OracleSet::of(plan, stop)?.releases);
    let rules = Rules::new(&drive.profile.errors).map_err(Failure::configuration)?;
    let mut replays = Replays::new(plan, Rc::new(rules), stop)?;
    drive.sources.entry_states = replays.states();
    let mut pool = pool(drive, &plan.limits, 1, stop)?;
    try_options(
        &mut pool,
        &plan.subject,
        &plan.drive.user.options,
        plan.drive.is_trusted,
    )?;
    let outcome = loop {
        let outcome = pool.run_one(Item::Seed(seed))?;
        match &outcome.verdict {
            Verdict::NeedsReplays(entries) => replays.make(entries)?,
            _ => break outcome,
        }
    };
    let mut text = header(&plan.subject.spec, pool.version(), Some(seed));
    text.push_str(&outcome.trace);
    text.push_str(end_by_time(&outcome.verdict));
    console::out(text);
    if outcome.verdict == Verdict::Ok {
        return Ok(exit::CLEAN);
    }
    complain!("{}", outcome.verdict);
    console::err(&outcome.output);
    for frame in &outcome.frames {
        complain!("  at {}", readable(frame));
    }
    let found = match &outcome.verdict {
        Verdict::Defect(_) => return Ok(exit::DEFECT),
        _ => SuspectedBug::of(outcome),
    };
    let limit = |bug: &SuspectedBug| bug.is_limit_while_solving() && !plan.findings.report_limits;
    let found = found.filter(|bug| !limit(bug));
    Ok(if found.is_some() {
        exit::FINDING
    } else {
        exit::CLEAN
    })
}
