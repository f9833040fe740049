//! The options that are fuzzed, and a list of all options.

use super::Drive;
use crate::exit::Failure;
use murxla_executor::{Item, Limits, Payload, Pool, Sink, Verdict};
use murxla_fsm::glob::matches;
use murxla_fsm::option::OptionInfo;
use murxla_fsm::option::files::FileOptions;
use murxla_fsm::profile::Profile;
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::run::End;
use murxla_fsm::solver::loaded::Loaded;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The options that are fuzzed. None if options are not fuzzed.
///
/// # Errors
/// The pattern of the user matches no option, or a profile of the user names one that does not
/// exist.
pub(super) fn fuzzed(
    drive: &Drive,
    loaded: &dyn Loaded,
    files: &FileOptions,
) -> Result<Vec<OptionInfo>, String> {
    let Some(glob) = &drive.options.pattern else {
        return Ok(Vec::new());
    };
    let mut options = loaded.options();
    known_options(drive, &options)?;
    options.retain(|option| {
        matches(glob, &option.name)
            && files.does(&option.name).is_none()
            && (option.category <= drive.options.category
                || drive.profile.sets_option_rarely(&option.name))
            && !drive.profile.excludes_option(&option.name)
    });
    for option in &mut options {
        option.preferred = drive.profile.prefers_option(&option.name);
        option.rare = option.category > drive.options.category;
    }
    if options.is_empty() && glob != "*" {
        return Err(format!(
            "--fuzz-opts={glob} matches no option; 'murxla-rs show options --solver {}' lists them",
            drive.wrapper.name()
        ));
    }
    Ok(options)
}

/// Whether all options that the profile of the user names exist. The built-in profile also names
/// options of other releases.
///
/// # Errors
/// The first one that does not exist.
fn known_options(drive: &Drive, options: &[OptionInfo]) -> Result<(), String> {
    let built_in = drive.wrapper.profile_with(drive.library.as_deref());
    let built_in = Profile::load([(drive.wrapper.name(), built_in)])?;
    let built_in: BTreeSet<&str> = built_in.named_options().collect();
    let known = || options.iter().map(|option| option.name.as_str());
    let mut named = drive.profile.named_options();
    match named.find(|name| !built_in.contains(name) && !known().any(|known| known == *name)) {
        None => Ok(()),
        Some(name) => Err(format!(
            "the profile names the option '{name}', which cannot be fuzzed{}; \
             'murxla-rs show options --solver {}' lists those that can be",
            suggestion(name, known()),
            drive.wrapper.name()
        )),
    }
}

/// The options that are fuzzed when the solver is driven so. If options are not fuzzed, all that
/// can be. A child lists them.
///
/// # Errors
/// The library does not load.
pub fn options_of(drive: &Drive, stop: &Arc<AtomicBool>) -> Result<Vec<OptionInfo>, Failure> {
    listed(drive, false, stop)
}

/// The options that runs do not draw, by the wrapper or by the profile, each with the reason. A
/// child lists them.
///
/// # Errors
/// The library does not load.
pub fn denied_options_of(
    drive: &Drive,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<(String, String)>, Failure> {
    let mut all = listed(drive, true, stop)?;
    all.sort();
    Ok(all)
}

fn listed<T: DeserializeOwned>(
    drive: &Drive,
    denied: bool,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<T>, Failure> {
    let payload = OptionList {
        drive: drive.clone(),
        denied,
        lines: Vec::new(),
    };
    let mut pool = Pool::new(1, Limits::default(), Box::new(payload), Arc::clone(stop))?;
    let outcome = pool.run_one(Item::Seed(0))?;
    if outcome.verdict != Verdict::Ok {
        return Err(Failure::configuration(format!(
            "cannot list the options: {}",
            outcome.verdict
        )));
    }
    let options = outcome.trace.lines().map(serde_json::from_str);
    Ok(options.filter_map(Result::ok).collect())
}

/// Lists options, in a child: one JSON value per line.
struct OptionList {
    drive: Drive,
    /// Whether those are listed that runs do not draw.
    denied: bool,
    lines: Vec<String>,
}

impl Payload for OptionList {
    fn load(&mut self) -> Result<String, String> {
        let Self { drive, denied, .. } = self;
        let loaded = drive.wrapper.load(drive.library.as_deref());
        let loaded = loaded.map_err(|e| e.to_string())?;
        let lines: Result<Vec<String>, _> = if *denied {
            let own = loaded.denied_options().into_iter();
            let own = own.map(|(name, why)| (name, why.to_owned()));
            let drawn = loaded.options().into_iter();
            let excluded = drawn.filter_map(|option| {
                let why = drive.profile.exclusion(&option.name)?.to_owned();
                Some((option.name, why))
            });
            let all = own.chain(excluded);
            all.map(|row| serde_json::to_string(&row)).collect()
        } else {
            let options = match drive.options.pattern {
                None => loaded.options(),
                Some(_) => {
                    let files = FileOptions::refused(drive.wrapper.file_options());
                    fuzzed(drive, loaded.as_ref(), &files)?
                }
            };
            options.iter().map(serde_json::to_string).collect()
        };
        self.lines = lines.map_err(|e| e.to_string())?;
        Ok(loaded.version())
    }

    fn run(&mut self, _: &Item, sink: &mut dyn Sink) -> End {
        self.lines.iter().for_each(|line| sink.note(line));
        End::Ok
    }
}
