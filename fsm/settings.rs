//! Which options a run sets. This is the only place that decides it, for walks and for runs of
//! strategies.
//!
//! A run prefers options that are relevant for its features, if
//! [correlations](crate::option::Correlations) were learned.

pub mod swarm;

use crate::action::{Action, Context, Role};
use crate::option::{OptionInfo, RunSettings, pairs};
use crate::rng::Rng;
use crate::state::Options;
use crate::theory::Theories;

/// In percent, how often an option is drawn from those that the profile prefers, if there are any.
const PREFERRED: u32 = 30;

/// In percent, how often an option is drawn from all, although relevant ones are known.
const ANY: u32 = 10;

/// In percent, how often an option is drawn from those about the theories of the run, if no
/// relevant ones are known. Options about other theories often make no difference.
const RELATED: u32 = 50;

/// In percent, how often a run sets an option that few runs set, if it may set one.
const RARE: u32 = 20;

/// In percent, the chance of each further option that extension actions need. They cost time, so
/// these are on in some runs only.
const NEEDED: u32 = 60;

/// Draws the options of a run. The features are those of its terms. Options that are relevant for
/// its checks and queries count, too.
pub fn draw<'a>(
    rng: &mut Rng,
    features: impl IntoIterator<Item = &'a str>,
    theories: Theories,
    extension_actions: bool,
    context: &Context,
) -> RunSettings {
    // The rest of the run does not depend on which options there are.
    let rng = &mut Rng::new(rng.bits());
    let mut settings = RunSettings {
        common: common(rng),
        own_first: rng.coin(),
        ..RunSettings::default()
    };
    if extension_actions {
        let needs = context
            .available
            .extensions
            .iter()
            .flat_map(|extension| extension.needs);
        let needs: Vec<_> = needs.collect();
        while rng.chance(NEEDED)
            && let Some((name, value)) = rng.pick(&needs)
        {
            settings
                .needed
                .push(((*name).to_owned(), (*value).to_owned()));
        }
    }
    draw_own(&mut settings, rng, features, theories, context);
    settings
}

/// Draws the options of the solver again, for a run with other features.
pub fn draw_again<'a>(
    settings: &RunSettings,
    rng: &mut Rng,
    features: impl IntoIterator<Item = &'a str>,
    theories: Theories,
    context: &Context,
) -> RunSettings {
    let mut settings = RunSettings {
        own: Vec::new(),
        ..settings.clone()
    };
    draw_own(&mut settings, rng, features, theories, context);
    settings
}

/// Draws a change of an option between two checks. Runs that set no options of the solver at the
/// start do not change them later either, so that some runs use the defaults only.
pub fn draw_change(
    rng: &mut Rng,
    settings: &RunSettings,
    context: &Context,
) -> Option<(String, String)> {
    if settings.own.is_empty() {
        return None;
    }
    let options = context.options.all.iter();
    let changeable = options.filter(|o| o.between_checks && !context.user.sets(&o.name));
    let option = *rng.pick(&changeable.collect::<Vec<_>>())?;
    Some((option.name.clone(), option.draw(rng)?))
}

/// Whether the profile leaves an option off in runs with these theories.
#[must_use]
pub fn is_left_off(name: &str, theories: Theories, context: &Context) -> bool {
    let mut rules = context.restrictions.left_off.iter();
    rules.any(|(theory, off)| theories.has(*theory) && off.iter().any(|off| off == name))
}

/// Most runs are incremental and check several times. Some are not, because most solvers use
/// another engine for a single check. Most runs have models, because models are checked term by
/// term.
fn common(rng: &mut Rng) -> Vec<(&'static str, bool)> {
    let mut options = Vec::new();
    for (name, percent) in Options::NAMES.into_iter().zip([92, 80, 40, 40]) {
        if rng.chance(percent) {
            options.push((name, rng.chance(95)));
        }
    }
    options
}

/// The options from which a run draws.
struct Choice<'a> {
    all: Vec<&'a OptionInfo>,
    preferred: Vec<&'a OptionInfo>,
    /// Those about the theories of the run.
    related: Vec<&'a OptionInfo>,
    /// Those that are relevant for the features of the run.
    relevant: Vec<&'a OptionInfo>,
    /// Those that few runs set. They are in no other list.
    rare: Vec<&'a OptionInfo>,
}

impl<'a> Choice<'a> {
    fn new(options: &'a [OptionInfo], relevant: Vec<usize>, theories: Theories) -> Self {
        let relevant = relevant.iter().filter_map(|place| options.get(*place));
        let relevant: Vec<&OptionInfo> = relevant.filter(|option| !option.rare).collect();
        let (rare, all): (Vec<_>, Vec<_>) = options.iter().partition(|option| option.rare);
        let about = |option: &&OptionInfo| option.theories.iter().any(|t| theories.has(*t));
        let among: &mut dyn Iterator<Item = &OptionInfo> = match relevant.is_empty() {
            true => &mut all.iter().copied(),
            false => &mut relevant.iter().copied(),
        };
        Self {
            preferred: among.filter(|option| option.preferred).collect(),
            related: all.iter().copied().filter(about).collect(),
            all,
            relevant,
            rare,
        }
    }

    fn draw(&self, rng: &mut Rng) -> Option<&'a OptionInfo> {
        let from = if !self.preferred.is_empty() && rng.chance(PREFERRED) {
            &self.preferred
        } else if !self.relevant.is_empty() && !rng.chance(ANY) {
            &self.relevant
        } else if self.relevant.is_empty() && !self.related.is_empty() && rng.chance(RELATED) {
            &self.related
        } else {
            &self.all
        };
        rng.pick(from).copied()
    }
}

/// The checks and queries that the options of a run allow, which are features. Whether the run
/// makes them is not known before.
fn commands(settings: &RunSettings, context: &Context) -> Vec<&'static str> {
    let is_on = |name: &str| settings.common.contains(&(name, true));
    let is_feature = |action: &&dyn Action| {
        let is_made = matches!(action.role(), Role::Check | Role::Query | Role::Push);
        is_made && action.row().needed_option.is_none_or(is_on)
    };
    let actions = context.actions.iter().copied();
    actions.filter(is_feature).map(Action::name).collect()
}

/// Most runs set few options, so that one does not hide the effect of another. Some set many.
fn draw_own<'a>(
    settings: &mut RunSettings,
    rng: &mut Rng,
    features: impl IntoIterator<Item = &'a str>,
    theories: Theories,
    context: &Context,
) {
    if context.options.all.is_empty() {
        return;
    }
    let commands = commands(settings, context);
    let relevant = context
        .options
        .relevance
        .of(features.into_iter().chain(commands));
    let choice = Choice::new(&context.options.all, relevant, theories);
    let wanted = match rng.below(10) {
        0..=3 => 0,
        4..=8 => 1 + rng.index(4),
        _ => 5 + rng.index(16),
    };
    if !choice.rare.is_empty()
        && rng.chance(RARE)
        && let Some(option) = rng.pick(&choice.rare)
        && let Some(value) = option.draw(rng)
    {
        settings.own.push((option.name.clone(), value));
    }
    for _ in 0..wanted {
        let Some(option) = choice.draw(rng) else {
            return;
        };
        let Some(value) = option.draw(rng) else {
            continue;
        };
        if settings.own.iter().any(|(name, _)| *name == option.name) {
            continue;
        }
        let this = (option.name.as_str(), value.as_str());
        let known = settings.common().chain(pairs(&settings.own));
        if context.options.conflicts.has(known.chain([this])) {
            settings.avoided += 1;
        } else {
            settings.own.push((option.name.clone(), value));
        }
    }
}
