//! `report TRACE`: writes the text of an issue for one trace, or for one finding.

use super::bug_replay::BugReplay;
use super::issue::IssueSource;
use super::report::{find_best_trace, save, write_issue, write_regression};
use crate::bug_traces::{NamedTrace, RELEASES, RIGHT_WITH, kept_finding, named_finding};
use crate::cli::{Allowed, ReplayArgs, Report};
use crate::exit::{self, Failure};
use crate::imported::ScriptConfig;
use crate::plan::named_by;
use crate::results::{KeptFinding, MINIMIZED, OUTPUT};
use crate::trace_file;
use crate::triage::{Analysis, Finding, Reproduces, RightSettings, Rules, Sights, SuspectedBug};
use murxla_system::console::{self, complain};
use murxla_system::escape::visible;
use murxla_system::folder::Folder;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The limit on the CPU time of the replay, in seconds.
const TIME: f64 = 10.0;

/// Prints the text of an issue for a trace, or for a finding. The folder of the finding gets the
/// same files as by the report of its results directory.
///
/// # Errors
/// A bad trace, or one that shows no bug; a finding whose folder cannot be read or written.
pub fn run(args: &Report, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    if let Some(folder) = named_finding(&args.results)? {
        let (known, platform) = kept_finding(&folder)?;
        let written = write_issue(args, (&known, &platform), allowed, stop)?;
        console::out(visible(&written.text));
        for failure in &written.damage {
            complain!("error: {failure}");
        }
        let first = written.damage.first();
        return Ok(first.map_or(exit::CLEAN, |first| first.code));
    }
    // The report shows the trace.
    let reading = ScriptConfig {
        places: false,
        ..ScriptConfig::in_place_of_trace(args.solver.as_ref())
    };
    let NamedTrace {
        path, text, script, ..
    } = NamedTrace::find(&args.results, reading)?;
    let solver = match &args.solver {
        Some(solver) => solver.clone(),
        None => named_by(&script, allowed)?,
    };
    let replays = ReplayArgs::with_limit(TIME);
    let replay = BugReplay::new(&text, &script, &replays, (allowed, stop));
    let bugs = replay.bugs(&solver, allowed.offline)?;
    let named = trace_file::named_bug(&script);
    let is_named = |bug: &&SuspectedBug| named.as_ref().is_none_or(|id| id.is_of(bug));
    let bug = bugs
        .iter()
        .find(is_named)
        .or(bugs.first())
        .ok_or_else(|| Failure {
            code: exit::NOT_REPRODUCED,
            message: format!("{} shows no bug on {solver}", path.display()),
        })?;
    let cannot =
        |e: std::io::Error| Failure::configuration(format!("cannot use a temporary folder: {e}"));
    let place = tempfile::tempdir().map_err(cannot)?;
    let folder = Folder::open(place.path()).map_err(cannot)?;
    save(&folder, MINIMIZED, &text)?;
    save(&folder, OUTPUT, &bug.outcome.output)?;
    let key = bug.key(&Rules::default());
    let releases = script.header(RELEASES).and_then(|text| text.parse().ok());
    let settings = script.header(RIGHT_WITH).map(RightSettings::from);
    let id = trace_file::finding(&script).unwrap_or_else(|| key.id());
    let known = KeptFinding {
        folder,
        finding: Finding {
            analysis: Analysis {
                releases,
                settings,
                ..Analysis::default()
            },
            ..Finding::new(bug, &key, id, &solver.to_string(), Reproduces::Yes)
        },
        sights: Sights::times(1),
    };
    let (trace, _) = find_best_trace(&known.folder, allowed);
    let source = IssueSource::of(&known, trace, (Some(&solver), allowed), stop)?;
    let name = path.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    write_regression(args, &name, &known.finding, &source, stop)?;
    let (text, _) = source.texts(&known, &crate::results::platform());
    console::out(visible(&text));
    Ok(exit::CLEAN)
}
