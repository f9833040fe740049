//! `bisect`: finds the releases of a solver in which a trace shows its bug.

use super::report::TRACES;
use crate::campaign::{OracleSet, pool};
use crate::cli::{Allowed, Bisect, OracleArgs};
use crate::console::{complain, say};
use crate::executor::{Item, Limits, Verdict};
use crate::exit::{self, Failure};
use crate::folder::Folder;
use crate::leak;
use crate::oracle::noted::differences;
use crate::plan::{Oracles, Subject, named_by};
use crate::report::{FINDING_FILE, FULL};
use crate::store::{SolverSource, SolverSpec, Store, Version};
use crate::trace_file;
use crate::triage::{BY_ORACLES, Finding, FindingId, SuspectedBug};
use murxla_fsm::run::LEFT_OUT;
use murxla_fsm::trace::{Script, noted};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The number of releases, spread over all of them, that are tested first. So a bug that comes and goes is noticed.
const FIRST: usize = 8;

/// What a replay on a release shows.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OnRelease {
    /// The bug.
    Shows,
    /// No bug.
    Right,
    /// A bug of this kind.
    Other(String),
    /// Nothing, for this reason.
    CannotTest(String),
}

impl OnRelease {
    /// Whether the bug shows. `None` if the replay does not tell.
    fn shows(&self) -> Option<bool> {
        match self {
            Self::Shows => Some(true),
            Self::Right => Some(false),
            Self::Other(_) | Self::CannotTest(_) => None,
        }
    }
}

impl fmt::Display for OnRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shows => write!(f, "shows"),
            Self::Right => write!(f, "does not show"),
            Self::Other(kind) => write!(f, "shows {kind}"),
            Self::CannotTest(why) => write!(f, "cannot be tested: {why}"),
        }
    }
}

/// A release, and what the replay on it has shown, if it was tested.
type Tested = (Version, Option<OnRelease>);

/// Replays a trace on releases of its solver, and says in which ones the bug shows.
///
/// # Errors
/// A bad trace, or no release that can be tested.
pub fn run(args: &Bisect, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let folder = args
        .trace
        .is_dir()
        .then(|| Folder::open(&args.trace))
        .transpose();
    let folder =
        folder.map_err(|e| Failure::configuration(format!("{}: {e}", args.trace.display())))?;
    let (text, script) = match &folder {
        Some(folder) => trace_in(folder)?,
        None => trace_file::read(&args.trace)?,
    };
    let own = named_by(&script, allowed)?;
    let store = Store::from_env()?;
    let (installed, mut releases) = releases(&store, &own.name);
    if let SolverSource::Version(version) = &own.source {
        releases.push(version.clone());
    }
    releases.sort();
    releases.dedup();
    if releases.is_empty() {
        let what = format!(
            "no release of {} is known: replay on a library with --solver NAME=PATH",
            own.name
        );
        return Err(Failure::usage(what));
    }
    // The others are known, so that no border is said to be where none was seen.
    let open = |version: Version| {
        let is_left_out = args.installed && !installed.contains(&version);
        let result = is_left_out.then(|| OnRelease::CannotTest("it is not installed".to_owned()));
        (version, result)
    };
    let mut search = Search {
        text: text.into(),
        wanted: wanted(&script),
        script,
        solver: own.name,
        tested: releases.into_iter().map(open).collect(),
        offline: args.installed || allowed.offline,
        oracles: &args.oracles,
        time: Duration::from_secs_f64(args.time_limit),
        allowed,
        stop,
    };
    search.run(args.table)?;
    let summary = summary(&search.tested);
    say!("{summary}");
    if let Some(folder) = folder.filter(|folder| folder.exists(FINDING_FILE)) {
        store_summary(&folder, &summary)?;
    }
    let shows = |(_, result): &Tested| matches!(result, Some(OnRelease::Shows));
    Ok(match search.tested.iter().any(shows) {
        true => exit::FINDING,
        false => exit::NOT_REPRODUCED,
    })
}

/// The most useful trace in the folder of a finding.
fn trace_in(folder: &Folder) -> Result<(String, Script), Failure> {
    let name = TRACES.into_iter().find(|name| folder.exists(name));
    trace_file::read_in(folder, name.unwrap_or(FULL))
}

/// The releases that are installed, and those with all pinned ones.
fn releases(store: &Store, name: &str) -> (Vec<Version>, Vec<Version>) {
    let installed = store
        .list()
        .into_iter()
        .filter(|library| library.name == name);
    let installed: Vec<Version> = installed.filter_map(|library| library.version).collect();
    let offers = store
        .installable()
        .into_iter()
        .filter(|offer| offer.name == name);
    let pinned = offers.flat_map(|offer| offer.versions);
    let all = pinned.chain(installed.iter().cloned()).collect();
    (installed, all)
}

/// The bug that the header of the trace names.
fn wanted(script: &Script) -> Option<FindingId> {
    let expected = || script.header("expect")?.to_owned().try_into().ok();
    trace_file::finding(script).or_else(expected)
}

fn store_summary(folder: &Folder, summary: &str) -> Result<(), Failure> {
    let wrong = |e: &dyn fmt::Display| {
        Failure::configuration(format!("{}: {e}", folder.path(FINDING_FILE).display()))
    };
    let bytes = folder.read(FINDING_FILE).map_err(|e| wrong(&e))?;
    let finding: Finding = serde_json::from_slice(&bytes).map_err(|e| wrong(&e))?;
    let finding = Finding {
        releases: Some(summary.to_owned()),
        ..finding
    };
    let mut text = serde_json::to_string_pretty(&finding).map_err(|e| wrong(&e))?;
    text.push('\n');
    folder
        .write(FINDING_FILE, text.as_bytes())
        .map_err(|e| wrong(&e))
}

/// The search for the releases in which a bug begins and ends.
struct Search<'a> {
    text: Arc<str>,
    script: Script,
    /// The bug. `None` for any bug.
    wanted: Option<FindingId>,
    solver: String,
    /// All releases, the oldest first.
    tested: Vec<Tested>,
    /// Whether nothing is installed.
    offline: bool,
    oracles: &'a OracleArgs,
    time: Duration,
    allowed: Allowed,
    stop: &'a Arc<AtomicBool>,
}

impl Search<'_> {
    /// Tests releases: all of them, or as many as are needed.
    fn run(&mut self, all: bool) -> Result<(), Failure> {
        let places = self.tested.iter().enumerate();
        let open = places.filter_map(|(place, (_, result))| result.is_none().then_some(place));
        let open: Vec<usize> = open.collect();
        let first: Vec<usize> = match all || open.len() <= FIRST {
            true => open,
            false => (0..FIRST)
                .map(|n| open[n * (open.len() - 1) / (FIRST - 1)])
                .collect(),
        };
        for place in first {
            self.test(place)?;
        }
        while let Some(place) = next(&self.tested) {
            self.test(place)?;
        }
        Ok(())
    }

    /// Tests a release.
    fn test(&mut self, place: usize) -> Result<(), Failure> {
        let version = self.tested[place].0.clone();
        let spec = SolverSpec {
            name: self.solver.clone(),
            source: SolverSource::Version(version.clone()),
        };
        let result = match self.replay(&spec) {
            Ok(result) => result,
            Err(failure) if failure.code == exit::INTERRUPTED || failure.code == exit::DEFECT => {
                return Err(failure);
            }
            Err(failure) => OnRelease::CannotTest(failure.message),
        };
        complain!("{} {version}: {result}", self.solver);
        self.tested[place].1 = Some(result);
        Ok(())
    }

    /// Replays the trace on a release.
    fn replay(&self, spec: &SolverSpec) -> Result<OnRelease, Failure> {
        let subject = Subject::find(spec, self.offline)?;
        let mut drive = subject.drive()?;
        drive.is_trusted = self.allowed.trust;
        drive.interrupt_as(&self.script).map_err(Failure::trace)?;
        let limits = Limits {
            time: self.time,
            sandbox: !self.allowed.trust,
            ..Limits::default()
        };
        let oracles = Oracles::of_trace(self.oracles, &self.script, self.allowed)?;
        let mut oracles =
            OracleSet::load(&subject, &drive.profile, &oracles, (&limits, 1), self.stop)?;
        let mut pool = pool(drive, &limits, 1, self.stop)?;
        if leak::is_of(&self.script) {
            let repetitions = pool.run_list(leak::repeated(&self.text))?;
            return Ok(match leak::growth(&repetitions) {
                Some(_) => OnRelease::Shows,
                None => OnRelease::Right,
            });
        }
        let outcome = pool.run_one(Item::Trace(Arc::clone(&self.text)))?;
        if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
            return Err(failure);
        }
        let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
        if outcome.verdict == Verdict::Ok {
            if let Some(left_out) = noted(&outcome.trace, LEFT_OUT).next() {
                return Ok(OnRelease::CannotTest(left_out.to_owned()));
            }
            for oracle in &mut oracles.workers {
                bugs.extend(oracle.examine(&outcome)?.bugs);
            }
        }
        let Some(id) = &self.wanted else {
            return Ok(match bugs.is_empty() {
                true => OnRelease::Right,
                false => OnRelease::Shows,
            });
        };
        // The notes of a trace whose bug an oracle has found may be the right answers.
        let by_notes = BY_ORACLES.iter().any(|kind| id.is_of(kind))
            && !differences(&self.script, &outcome.trace).is_empty();
        if by_notes || bugs.iter().any(|bug| id.is_of(&bug.kind)) {
            return Ok(OnRelease::Shows);
        }
        Ok(match bugs.first() {
            Some(bug) => OnRelease::Other(bug.kind.clone()),
            None => OnRelease::Right,
        })
    }
}

/// The next release to test: in the middle of those that are not tested between two releases that differ.
fn next(tested: &[Tested]) -> Option<usize> {
    let known = tested.iter().enumerate();
    let known = known.filter_map(|(place, (_, result))| Some((place, result.as_ref()?.shows()?)));
    let known: Vec<(usize, bool)> = known.collect();
    let borders = known.windows(2).filter(|pair| pair[0].1 != pair[1].1);
    let mut open = borders.filter_map(|pair| {
        let between = pair[0].0 + 1..pair[1].0;
        let untested: Vec<usize> = between.filter(|place| tested[*place].1.is_none()).collect();
        untested.get(untested.len() / 2).copied()
    });
    open.next()
}

/// In which releases the bug begins and ends.
fn summary(tested: &[Tested]) -> String {
    let known = tested
        .iter()
        .filter_map(|(version, result)| Some((version, result.as_ref()?.shows()?)));
    let known: Vec<(&Version, bool)> = known.collect();
    let (Some((oldest, in_oldest)), Some((newest, in_newest))) = (known.first(), known.last())
    else {
        return "no release can be tested".to_owned();
    };
    if known.iter().all(|(_, shows)| *shows) {
        return format!("in all releases that can be tested, from {oldest} to {newest}");
    }
    let mut parts = Vec::new();
    if *in_oldest {
        parts.push(format!(
            "already in {oldest}, the oldest that can be tested"
        ));
    }
    for pair in known.windows(2) {
        let [(before, shown), (version, shows)] = pair else {
            continue;
        };
        let what = if *shows { "introduced" } else { "fixed" };
        let skips = tested
            .iter()
            .any(|(other, _)| before < &other && other < version);
        match (shown == shows, skips) {
            (true, _) => {}
            (false, false) => parts.push(format!("{what} in {version}")),
            (false, true) => {
                parts.push(format!("{what} after {before}, at the latest in {version}"));
            }
        }
    }
    if *in_newest {
        parts.push(format!("still in {newest}"));
    }
    match parts.is_empty() {
        true => "no release shows the bug".to_owned(),
        false => parts.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Releases 1.0, 1.1 …: `s` shows, `r` does not, `x` cannot be tested, `.` was not tested.
    fn tested(results: &str) -> Vec<Tested> {
        let result = |letter| match letter {
            's' => Some(OnRelease::Shows),
            'r' => Some(OnRelease::Right),
            'x' => Some(OnRelease::CannotTest(String::new())),
            _ => None,
        };
        let letters = results.chars().enumerate();
        letters
            .map(|(n, letter)| (format!("1.{n}").parse().unwrap(), result(letter)))
            .collect()
    }

    #[test]
    fn borders_are_searched() {
        assert_eq!(next(&tested("r...s..s")), Some(2));
        assert_eq!(next(&tested("r.xss..s")), Some(1));
        assert_eq!(next(&tested("rxs")), None);
        assert_eq!(next(&tested("s..x..s")), None);
        assert_eq!(next(&tested("rs.r")), Some(2));
    }

    #[test]
    fn the_summary_names_the_borders() {
        let of = |results| summary(&tested(results));
        assert_eq!(of("rrsr"), "introduced in 1.2, fixed in 1.3");
        assert_eq!(
            of("s.s"),
            "in all releases that can be tested, from 1.0 to 1.2"
        );
        assert_eq!(
            of("xrxsrs"),
            "introduced after 1.1, at the latest in 1.3, fixed in 1.4, introduced in 1.5, still in 1.5"
        );
        assert_eq!(
            of("sr"),
            "already in 1.0, the oldest that can be tested, fixed in 1.1"
        );
        assert_eq!(of("rr"), "no release shows the bug");
        assert_eq!(of("x."), "no release can be tested");
    }
}
