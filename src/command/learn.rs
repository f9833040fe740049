//! `learn`: learns which options have an effect on which operators.

use crate::campaign::describe_library;
use crate::cli::Learn;
use crate::corpus;
use crate::exit::{self, Failure};
use crate::learn::tables::{Learned, OLDER};
use crate::learn::{LIMIT, Learner};
use crate::plan::{FoundSolver, TheoryChoice};
use crate::triage::FindingId;
use murxla_executor::{Limits, processors};
use murxla_system::console::{complain, say};
use murxla_system::folder::write;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often progress is shown and the table is written.
const SHOWN: Duration = Duration::from_secs(5);

/// Learns, and writes the table.
///
/// # Errors
/// The solver cannot be loaded, or the table cannot be read or written.
pub fn run(args: &Learn, offline: bool, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let out = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("correlations-{}.json", args.solver.name)));
    let theories = TheoryChoice::new(&args.theories, &args.no_theories)?;
    let solver = FoundSolver::find(&args.solver, offline)?;
    let mut drive = solver.drive()?;
    theories.apply(&mut drive)?;
    let show = &mut |message| complain!("{message}");
    drive.sources.corpus = Arc::new(corpus::chosen(&args.corpus, show)?);
    drive.options.pattern = Some("*".to_owned());
    drive.options.category = args.option_category;
    let limits = Limits {
        time: LIMIT,
        ..Limits::default()
    };
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let continued = |version: &str| {
        let new = Learned {
            solver: solver.spec.name.clone(),
            version: version.to_owned(),
            library: describe_library(&solver, version).sha256,
            next_seed: args.seed,
            ..Learned::default()
        };
        continued(&out, &new)
    };
    let mut learner = Learner::new(&args.solver, &drive, (&limits, jobs), continued, stop)?;
    let begun = Instant::now();
    let time = args.max_time.map(Duration::from_secs_f64);
    let mut shown = begun;
    let mut kept = BTreeSet::new();
    loop {
        let left = match time {
            Some(time) if begun.elapsed() >= time => 0,
            _ => args.max_formulas.unwrap_or(u64::MAX),
        };
        let goes_on = learner.step(left.saturating_sub(learner.progress.formulas))?;
        keep_bugs(&learner, &out, &mut kept)?;
        if !goes_on || shown.elapsed() >= SHOWN {
            shown = Instant::now();
            complain!("{}", line(&mut learner));
            learner.learned.write(&out)?;
        }
        if !goes_on {
            break;
        }
    }
    say!("{}: {}", out.display(), summary(&learner));
    Ok(match stop.load(Ordering::Relaxed) {
        true => exit::INTERRUPTED,
        false => exit::CLEAN,
    })
}

/// Writes the traces of new bugs into a folder beside the table, and says how they are replayed.
fn keep_bugs(
    learner: &Learner,
    table: &Path,
    kept: &mut BTreeSet<FindingId>,
) -> Result<(), Failure> {
    let folder = table.with_extension("bugs");
    for (id, trace) in &learner.bugs {
        if !kept.insert(id.clone()) {
            continue;
        }
        let file = folder.join(format!("{id}.trace"));
        fs::create_dir_all(&folder)
            .and_then(|()| write(&file, trace.as_bytes()))
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", file.display())))?;
        complain!("a replay shows a bug: murxla-rs replay {}", file.display());
    }
    Ok(())
}

/// A line about the progress. The predictions are those since the last line.
fn line(learner: &mut Learner) -> String {
    let prediction = learner.take_prediction();
    let predicted = match prediction.shares() {
        Some([recall, precision, pruned]) => format!(
            "; before the last formulas were examined, the table knew {recall:.0} % of the settings that have an \
             effect, {precision:.0} % of those that it expected had one, and it ruled out {pruned:.0} % of all settings"
        ),
        None => String::new(),
    };
    summary(learner) + &predicted
}

fn summary(learner: &Learner) -> String {
    let (progress, table) = (learner.progress, &learner.learned.table);
    let effective = table.effects().filter(|(_, hits)| *hits > 0).count();
    format!(
        "formulas: {} examined, {} not usable, {} in the table; replays: {}, {} with a bug; options: {}; settings: \
         {effective} have an effect, {} are refused",
        progress.formulas,
        progress.unusable,
        table.observations(),
        progress.replays,
        progress.bugs,
        learner.options(),
        table.conflicts().count(),
    )
}

/// The table to continue: that of the file, if there is one.
fn continued(out: &Path, new: &Learned) -> Result<Learned, Failure> {
    if !out.exists() {
        return Ok(new.clone());
    }
    let before = Learned::read(out)?;
    if before.is_of(new) {
        return Ok(before);
    }
    if before.solver != new.solver {
        return Err(Failure::configuration(format!(
            "{} is about {}: choose another file with --output",
            out.display(),
            before.solver
        )));
    }
    complain!(
        "{} is for version {}, and now has a quarter of its weight",
        out.display(),
        before.version
    );
    Ok(Learned {
        table: before.table.scaled_down(OLDER),
        ..new.clone()
    })
}
