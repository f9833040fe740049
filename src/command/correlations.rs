//! `show correlations`: which options have an effect on which features of runs.

use crate::cli::Show;
use crate::exit::Failure;
use crate::learn::tables::{Learned, built_in};
use murxla_fsm::glob::matches;
use murxla_fsm::option::{Pair, RELEVANT};
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::wrapper::Wrapper;
use murxla_store::{SolverSource, SolverSpec, Store, Version};
use murxla_system::console::complain;
use std::fmt::Write as _;

/// The release that the user asks for: the default one if no other is given.
fn release(solver: &SolverSpec) -> Option<Version> {
    match &solver.source {
        SolverSource::Version(version) => Some(version.release()),
        SolverSource::Any => Store::from_env()
            .ok()?
            .default_version(&solver.name)
            .cloned(),
        SolverSource::Path(_) => None,
    }
}

/// The table of correlations, with the bounds between which each probability is with a confidence
/// of 95 %.
///
/// # Errors
/// There is no table.
pub(super) fn table(args: &Show, wrapper: Option<&dyn Wrapper>) -> Result<String, Failure> {
    let learned = match (&args.table, wrapper) {
        (Some(path), _) => Learned::read(path)?,
        (None, Some(wrapper)) => built_in(wrapper)?.ok_or_else(|| {
            Failure::configuration(format!(
                "this program has no table of {name}: 'murxla-rs learn --solver {name}' makes one, for --table",
                name = wrapper.name()
            ))
        })?,
        (None, None) => {
            return Err(Failure::usage(
                "a table belongs to a solver: add --solver NAME or --table FILE",
            ));
        }
    };
    let mut features = learned.table.features();
    if let Some(feature) = args.feature.as_deref()
        && !features.any(|known| known == feature)
    {
        let near = suggestion(feature, learned.table.features());
        return Err(Failure::usage(format!(
            "the table has no feature '{feature}'; without --feature, it shows all{near}"
        )));
    }
    if let (None, Some(asked)) = (&args.table, args.solver.as_ref().and_then(release))
        && asked.to_string() != learned.version
    {
        let (name, version) = (&learned.solver, &learned.version);
        complain!(
            "the table of this program is of {name} {version}, and not of {asked}; 'murxla-rs learn --solver \
             {name}@{asked}' makes one of this release, for --table"
        );
    }
    let is_asked = |pair: &Pair<'_>| {
        let name = pair.setting.split('=').next().unwrap_or_default();
        let feature = args.feature.as_deref();
        matches(&args.option, name)
            && feature.is_none_or(|feature| feature == pair.feature)
            && pair.probability() >= RELEVANT
    };
    let mut pairs: Vec<Pair<'_>> = learned.table.pairs().filter(is_asked).collect();
    pairs.sort_by(|a, b| b.bounds().0.total_cmp(&a.bounds().0));
    let mut text = format!(
        "{} {}: {} formulas; an effect is specific if it is more frequent with the feature than without it\n\
         {:48} {:32} {:>7} {:>11} {:>9}\n",
        learned.solver,
        learned.version,
        learned.table.observations(),
        "setting",
        "feature",
        "effects",
        "95 %",
        "specific"
    );
    for pair in pairs {
        let (low, high) = pair.bounds();
        let (trials, hits) = pair.with;
        let line = writeln!(
            text,
            "{:48} {:32} {hits:>3}/{trials:<4} {low:.2} - {high:.2} {:>6}",
            pair.setting,
            pair.feature,
            if pair.is_specific() { "yes" } else { "no" }
        );
        debug_assert!(line.is_ok(), "writing into a String does not fail");
    }
    Ok(text)
}
