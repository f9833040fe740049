//! `bisect`: finds the releases of a solver in which traces show their bugs.

use super::bug_replay::{BugReplay, replay_all};
use super::localize::settings_without_bug;
use super::print_json;
use crate::bug_traces::{self, BugTrace, RELEASES, RIGHT_WITH};
use crate::cli::{Allowed, Bisect, ListFormat};
use crate::exit::{self, Failure};
use crate::judgement::Judgement;
use crate::plan::named_by;
use crate::trace_file::named_bug;
use crate::triage::{Releases, RightSettings};
use murxla_store::{Progress, SolverSource, SolverSpec, Store, Version};
use murxla_system::console::{complain, say};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The number of releases, spread over all of them, that are tested first, beside the one in which
/// the bug was found and those that are installed. So a bug that comes and goes is noticed.
const FIRST: usize = 8;

/// A release, and the judgement on the replay on it, if it was tested.
type Tested = (Version, Option<Judgement>);

/// Replays traces on releases of their solvers, and says in which ones the bugs show.
///
/// # Errors
/// A bad trace, or no release that can be tested. If there are several traces, these errors are
/// reported, and the others are tested.
pub fn run(args: &Bisect, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let traces = BugTrace::in_all(
        &args.paths,
        args.replays.oracles.reading(args.solver.as_ref()),
    )?;
    let is_one = traces.len() == 1;
    let mut all = Vec::new();
    for trace in traces {
        let name = trace.path.display().to_string();
        match bisect(&trace, args, (allowed, stop)) {
            Err(failure) if is_one || failure.ends_command() => return Err(failure),
            Err(failure) => complain!("{name}: {}", failure.message),
            Ok(result) => {
                let start = if is_one { "" } else { &*format!("{name}: ") };
                if args.format == ListFormat::Human {
                    let sentences = [Some(&result.sentence), result.sentence_of_settings.as_ref()];
                    for sentence in sentences.into_iter().flatten() {
                        say!("{start}{sentence}");
                    }
                }
                all.push(result);
            }
        }
    }
    if args.format == ListFormat::Json {
        print_json(&all);
    }
    let is_shown = all.iter().any(|result| !result.releases.bad.is_empty());
    Ok(match is_shown {
        true => exit::FINDING,
        false => exit::NOT_REPRODUCED,
    })
}

/// What was found out about a trace.
#[derive(Serialize)]
struct Bisected {
    trace: String,
    solver: String,
    /// The releases in which the bug shows, in words.
    sentence: String,
    releases: Releases,
    /// What was seen in each release, the oldest first.
    tests: Vec<ReleaseTest>,
    /// The settings with which the bug does not show, in words. Only with `--options`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence_of_settings: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    settings: Option<RightSettings>,
}

/// What was seen in a release.
#[derive(Serialize)]
struct ReleaseTest {
    version: Version,
    /// Whether the bug shows. `null` if that is not known.
    shows: Option<bool>,
    /// In words.
    result: String,
}

/// Bisects one trace.
fn bisect(
    trace: &BugTrace,
    args: &Bisect,
    (allowed, stop): (Allowed, &Arc<AtomicBool>),
) -> Result<Bisected, Failure> {
    let (text, script) = trace.read.as_ref().map_err(Failure::clone)?;
    let own = match &args.solver {
        Some(solver) => solver.clone(),
        None => named_by(script, allowed)?,
    };
    let store = Store::from_env()?;
    let replay = BugReplay::new(text, script, &args.replays, (allowed, stop)).of(trace);
    let (installed, mut releases) = versions(&store, &own, &replay)?;
    let version = match &own.source {
        SolverSource::Version(version) if replay.needed_part().is_none() => Some(version.release()),
        SolverSource::Version(version) => Some(version.clone()),
        _ => script
            .header("version")
            .and_then(|version| version.parse().ok()),
    };
    releases.extend(
        version
            .clone()
            .filter(|_| matches!(own.source, SolverSource::Version(_))),
    );
    releases.sort();
    releases.dedup();
    if releases.is_empty() {
        let what = format!(
            "no release of {} is known: replay on a library with --solver NAME=PATH",
            own.name
        );
        return Err(Failure::usage(what));
    }
    // Releases that must not be installed stay in the list, as not testable. Otherwise the summary
    // could name a border that no replay has shown.
    let is_left_out = |version: &Version| args.installed && !installed.contains(version);
    let leaves_out = releases.iter().any(is_left_out);
    let open = |version: Version| {
        let is_left_out = is_left_out(&version);
        let result = is_left_out.then(|| Judgement::CannotTest("it is not installed".to_owned()));
        (version, result)
    };
    // A replay of a hang takes as long as the limit allows.
    let hangs = named_bug(script).is_some_and(|bug| bug.kind().is_limit());
    let mut search = ReleaseSearch {
        store: &store,
        quick: if hangs { Vec::new() } else { installed.clone() },
        replay,
        solver: own.name.clone(),
        tested: releases.into_iter().map(open).collect(),
        own: version,
        offline: args.installed || allowed.offline,
    };
    search.run(args.table)?;
    let tested = search.tested.iter().filter_map(|(version, judgement)| {
        let judgement = judgement.as_ref()?;
        Some((version, judgement.is_shown()))
    });
    let releases = Releases {
        only_installed: leaves_out,
        ..Releases::of(tested)
    };
    let mut header = vec![(RELEASES, releases.to_string())];
    let (mut settings, mut sentence_of_settings) = (None, None);
    if args.options {
        settings = settings_without_bug(&search.replay, &own, (allowed, stop))?;
        header.extend(
            settings
                .iter()
                .map(|settings| (RIGHT_WITH, settings.to_string())),
        );
        sentence_of_settings = Some(settings.as_ref().map_or_else(
            || format!("no options are tried, because {own} does not show the bug"),
            RightSettings::sentence,
        ));
    }
    if args.write {
        header.retain(|(_, value)| !value.is_empty());
        trace.write_header(&header)?;
    }
    if let Some(folder) = &trace.finding {
        let mut finding = bug_traces::finding(folder)?;
        let analysis = &mut finding.analysis;
        analysis.releases = Some(releases.clone());
        analysis.settings = settings.clone().or(analysis.settings.take());
        bug_traces::store_finding(folder, &finding)?;
    }
    let tests = search
        .tested
        .into_iter()
        .filter_map(|(version, judgement)| {
            let judgement = judgement?;
            Some(ReleaseTest {
                version,
                shows: judgement.is_shown(),
                result: judgement.to_string(),
            })
        });
    Ok(Bisected {
        trace: trace.path.display().to_string(),
        solver: own.to_string(),
        sentence: releases.sentence(),
        tests: tests.collect(),
        releases,
        sentence_of_settings,
        settings,
    })
}

/// The versions that are installed, and those with all pinned ones: releases, or builds if the bug
/// shows only in these.
///
/// # Errors
/// The bug shows in builds only, and there is just one.
fn versions(
    store: &Store,
    own: &SolverSpec,
    replay: &BugReplay<'_>,
) -> Result<(Vec<Version>, Vec<Version>), Failure> {
    let name = &own.name;
    if let Some(part) = replay.needed_part() {
        let builds = store.installed_builds(name, part);
        if builds.len() < 2 {
            let (what, with) = (part.what(), part.name());
            return Err(Failure::configuration(format!(
                "the bug cannot be dated: releases are built without {what}, and there are not two \
                 builds with {with} to compare; run `murxla-rs solvers build {name}@VERSION --with {with}`"
            )));
        }
        return Ok((builds.clone(), builds));
    }
    let installed = store.installed_releases(name);
    let offers = store
        .installable()
        .into_iter()
        .filter(|offer| offer.name == *name);
    let pinned = offers.flat_map(|offer| offer.versions);
    let all = pinned.chain(installed.iter().cloned()).collect();
    Ok((installed, all))
}

/// The search for the releases in which a bug begins and ends.
struct ReleaseSearch<'a> {
    store: &'a Store,
    replay: BugReplay<'a>,
    solver: String,
    /// All releases, the oldest first.
    tested: Vec<Tested>,
    /// The release in which the bug was found, if it is known.
    own: Option<Version>,
    /// The releases that cost little to test: they are installed, and replays are short.
    quick: Vec<Version>,
    /// Whether nothing is installed.
    offline: bool,
}

impl ReleaseSearch<'_> {
    /// Tests releases: all of them, or as many as are needed.
    fn run(&mut self, all: bool) -> Result<(), Failure> {
        let places = self.tested.iter().enumerate();
        let open = places.filter_map(|(place, (_, result))| result.is_none().then_some(place));
        let open: Vec<usize> = open.collect();
        let mut places: Vec<usize> = match all || open.len() <= FIRST {
            true => open,
            false => {
                let spread = (0..FIRST).map(|n| open[n * (open.len() - 1) / (FIRST - 1)]);
                let is_first = |place: &&usize| {
                    let version = &self.tested[**place].0;
                    self.own.as_ref() == Some(version) || self.quick.contains(version)
                };
                spread
                    .chain(open.iter().filter(is_first).copied())
                    .collect()
            }
        };
        places.sort_unstable();
        places.dedup();
        while !places.is_empty() {
            self.test(&places)?;
            places = next(&self.tested);
        }
        Ok(())
    }

    /// Tests the releases at these places.
    fn test(&mut self, places: &[usize]) -> Result<(), Failure> {
        if !self.offline {
            self.install(places)?;
        }
        let is_open = |place: &usize| self.tested[*place].1.is_none();
        let places: Vec<usize> = places.iter().copied().filter(is_open).collect();
        let releases = places.iter().map(|place| SolverSpec {
            name: self.solver.clone(),
            source: SolverSource::Version(self.tested[*place].0.clone()),
        });
        let replays = releases.map(|release| (&self.replay, release));
        let replays: Vec<(&BugReplay<'_>, SolverSpec)> = replays.collect();
        let (mut results, solver) = (Vec::new(), &self.solver);
        replay_all(&replays, self.offline, |number, result| {
            let version = &self.tested[places[number]].0;
            complain!("{solver} {version}: {result}");
            results.push(result);
        })?;
        for (place, result) in places.iter().zip(results) {
            self.tested[*place].1 = Some(result);
        }
        Ok(())
    }

    /// Installs the releases at these places, and says before how many and how large they are. A
    /// release that cannot be installed cannot be tested.
    fn install(&mut self, places: &[usize]) -> Result<(), Failure> {
        let Self { store, solver, .. } = self;
        let missing = places.iter().filter_map(|place| {
            let size = store.missing(solver, &self.tested[*place].0)?;
            Some((*place, size))
        });
        let missing: Vec<(usize, Option<u64>)> = missing.collect();
        if missing.is_empty() {
            return Ok(());
        }
        let number = missing.len();
        complain!(
            "{solver}: releases to install: {number}, {}; `--installed` leaves them out",
            total(missing.iter().map(|(_, size)| *size))
        );
        for (done, (place, _)) in missing.into_iter().enumerate() {
            let (version, result) = &mut self.tested[place];
            let show = &mut |progress: Progress<'_>| {
                complain!("{} of {number}: {progress}", done + 1);
            };
            if let Err(error) = store.install(solver, version, show) {
                let failure = Failure::from(error);
                if failure.ends_command() {
                    return Err(failure);
                }
                complain!("{solver} {version}: {}", failure.message);
                *result = Some(Judgement::CannotTest(failure.message));
            }
        }
        Ok(())
    }
}

/// The next releases to test: those in the middle of the ones that are not tested between two
/// releases that differ. A release that cannot be tested differs from all others, since the bug may
/// show in an older one that can be tested.
fn next(tested: &[Tested]) -> Vec<usize> {
    let known = tested.iter().enumerate();
    let known = known.filter_map(|(place, (_, result))| Some((place, result.as_ref()?.is_shown())));
    let known: Vec<(usize, Option<bool>)> = known.collect();
    let borders = known.windows(2).filter(|pair| pair[0].1 != pair[1].1);
    let middles = borders.map(|pair| pair[0].0 + 1..pair[1].0);
    let middles = middles.filter(|between| !between.is_empty());
    middles
        .map(|between| between.start + between.len() / 2)
        .collect()
}

/// The size of several downloads in words, as far as it is known.
fn total(sizes: impl Iterator<Item = Option<u64>> + Clone) -> String {
    let known: u64 = sizes.clone().flatten().sum();
    let megabytes = known.div_ceil(1_000_000);
    match (known, sizes.into_iter().all(|size| size.is_some())) {
        (0, _) => "of unknown size".to_owned(),
        (_, true) => format!("{megabytes} MB"),
        (_, false) => format!("at least {megabytes} MB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Releases 1.0, 1.1 …: `s` shows, `r` does not, `x` cannot be tested, `.` was not tested.
    fn tested(results: &str) -> Vec<Tested> {
        let result = |letter| match letter {
            's' => Some(Judgement::Shows),
            'r' => Some(Judgement::DoesNotShow),
            'x' => Some(Judgement::CannotTest(String::new())),
            _ => None,
        };
        let letters = results.chars().enumerate();
        letters
            .map(|(n, letter)| (format!("1.{n}").parse().unwrap(), result(letter)))
            .collect()
    }

    #[test]
    fn borders_are_searched() {
        for (results, places) in [
            ("r...s..s", &[2][..]),
            ("r.xss..s", &[1]),
            ("rxs", &[]),
            ("s..x..s", &[2, 5]),
            ("x..sxx", &[2]),
            ("rs.r", &[2]),
            ("r.s.r", &[1, 3]),
        ] {
            assert_eq!(next(&tested(results)), places, "{results}");
        }
    }

    #[test]
    fn sizes_are_added() {
        let of = |sizes: &[Option<u64>]| total(sizes.iter().copied());
        assert_eq!(of(&[Some(1_500_000), Some(2_000_000)]), "4 MB");
        assert_eq!(of(&[Some(1_500_000), None]), "at least 2 MB");
        assert_eq!(of(&[None]), "of unknown size");
    }
}
