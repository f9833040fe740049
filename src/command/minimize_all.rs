//! `minimize DIR`: minimizes the findings of a results directory that are not minimized.

use super::bisect;
use super::minimize::minimize_trace;
use crate::bug_traces::store_finding;
use crate::cli::{Allowed, Bisect, ListFormat, Minimize, ReplayArgs};
use crate::exit::{self, Failure};
use crate::plan::FoundSolver;
use crate::results::{self, FULL, Kept, KeptFinding, MINIMIZED, OnDamage};
use crate::trace_file;
use crate::triage::{Evidence, Finding, Reproduces, variants};
use murxla_store::{SolverSpec, Store};
use murxla_system::console::complain;
use murxla_system::folder;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Minimizes the findings of a results directory, one after the other.
///
/// # Errors
/// The directory cannot be read or written, the disk is full, or `--output` is given.
pub fn run(args: &Minimize, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    if args.output.is_some() {
        let message =
            "--output is for one trace: the minimized traces of a results directory are min.trace";
        return Err(Failure::usage(message));
    }
    let cannot = |e: std::io::Error| {
        Failure::configuration(format!("cannot read {}: {e}", args.trace.display()))
    };
    let kept = Kept::read(&args.trace, OnDamage::Leave).map_err(cannot)?;
    for message in &kept.damage {
        complain!("{message}");
    }
    let open = kept.findings.iter().filter(|known| is_open(known));
    let open: Vec<&KeptFinding> = open.collect();
    let mut failed = 0;
    for (number, known) in open.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return Ok(exit::INTERRUPTED);
        }
        complain!(
            "minimizing {} of {}: {}",
            number + 1,
            open.len(),
            known.finding.id
        );
        match minimize_finding(args, known, allowed, stop) {
            Ok(exit::INTERRUPTED) => return Ok(exit::INTERRUPTED),
            Ok(_) => {}
            // All others would fail, too.
            Err(failure) if !folder::has_space(&args.trace) => return Err(failure),
            Err(failure) => {
                failed += 1;
                complain!("{} is not minimized: {failure}", known.finding.id);
            }
        }
    }
    date_similar(args, allowed, stop)?;
    complain!(
        "minimized: {}, not minimized: {failed}",
        open.len() - failed
    );
    if !kept.findings.is_empty() {
        complain!("next: murxla-rs report {}", args.trace.display());
    }
    Ok(match failed {
        0 => exit::CLEAN,
        _ => exit::NOT_REPRODUCED,
    })
}

/// Finds the releases in which those wrong answers show that may be variants of others, if several
/// releases are installed.
///
/// # Errors
/// The user has interrupted the command.
fn date_similar(args: &Minimize, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let Ok(kept) = Kept::read(&args.trace, OnDamage::Leave) else {
        return Ok(());
    };
    let all: Vec<&Finding> = kept.findings.iter().map(|known| &known.finding).collect();
    let is_original: Vec<bool> = variants(&all).iter().map(Option::is_none).collect();
    let evidence: Vec<Option<Evidence>> = all.iter().map(|finding| Evidence::of(finding)).collect();
    let may_be_same = |one: usize, other: usize| {
        let both = evidence[one].as_ref().zip(evidence[other].as_ref());
        one != other && both.is_some_and(|(one, other)| one.is_decided_by_releases(other))
    };
    let originals = (0..all.len()).filter(|number| is_original[*number]);
    let originals: Vec<usize> = originals.collect();
    for one in &originals {
        let is_open = all[*one].analysis.releases.is_none() && has_releases(all[*one]);
        if !is_open || !originals.iter().any(|other| may_be_same(*one, *other)) {
            continue;
        }
        let bisect = Bisect {
            paths: vec![kept.findings[*one].folder.path("")],
            solver: args.solver.clone(),
            installed: true,
            table: false,
            options: false,
            write: false,
            format: ListFormat::Human,
            replays: ReplayArgs {
                jobs: args.jobs,
                oracles: args.oracles.clone(),
                ..ReplayArgs::with_limit(args.time_limit)
            },
        };
        match bisect::run(&bisect, allowed, stop) {
            Err(failure) if failure.ends_command() => return Err(failure),
            Err(failure) => complain!("{}: {failure}", all[*one].id),
            Ok(_) => {}
        }
    }
    Ok(())
}

/// Whether several releases of the solver of a finding are installed.
fn has_releases(finding: &Finding) -> bool {
    let solver: Option<SolverSpec> = finding.solver.parse().ok();
    let store = Store::from_env().ok();
    let installed = store
        .zip(solver)
        .map(|(store, solver)| store.installed_releases(&solver.name));
    installed.is_some_and(|installed| installed.len() > 1)
}

/// Whether a finding can be minimized and is not.
fn is_open(known: &KeptFinding) -> bool {
    let reproduces = matches!(
        known.finding.reproduces,
        Reproduces::Yes | Reproduces::Flaky { .. }
    );
    reproduces && known.finding.gone.is_none() && !known.folder.exists(MINIMIZED)
}

/// Writes the minimized trace of a finding, and what follows from it.
fn minimize_finding(
    args: &Minimize,
    known: &KeptFinding,
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    let (text, script) = trace_file::read_in(&known.folder, FULL)?;
    let cannot = |e: std::io::Error| {
        Failure::configuration(format!("cannot write {}: {e}", known.finding.id))
    };
    if known.folder.exists(PART) && !known.folder.has(PART) {
        known.folder.remove(PART).map_err(cannot)?;
    }
    let repeat = match known.finding.reproduces {
        Reproduces::Flaky { seen, tries } if seen > 0 => 3 * tries / seen,
        _ => 1,
    };
    let args = Minimize {
        output: Some(known.folder.path(PART)),
        repeat: args.repeat.max(u16::try_from(repeat).unwrap_or(u16::MAX)),
        ..args.clone()
    };
    let path = known.folder.path(FULL);
    let (code, shown) = minimize_trace(&args, (&path, &text, &script), allowed, stop)?;
    if code != exit::FINDING {
        return Ok(code);
    }
    known.folder.rename(PART, MINIMIZED).map_err(cannot)?;
    let (_, script) = trace_file::read_in(&known.folder, MINIMIZED)?;
    let subject = FoundSolver::of_trace(args.solver.as_ref(), &script, allowed)?;
    let profile = subject.drive()?.profile;
    let finding = known
        .finding
        .minimized(&script, shown.as_ref(), (subject.wrapper, &profile));
    if let Some(shown) = &shown {
        let evidence = shown.evidence.as_deref();
        results::store_evidence(&known.folder, &finding, evidence).map_err(cannot)?;
    }
    store_finding(&known.folder, &finding)?;
    Ok(code)
}

/// The shortest trace so far.
const PART: &str = "min.part.trace";
