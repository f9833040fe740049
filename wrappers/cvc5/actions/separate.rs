//! The draws of interpolation and abduction, by which the action searches and the script is
//! written: the options of a solver of their own, and whether there is a grammar.

use super::synth;
use murxla_fsm::rng::Rng;
use murxla_fsm::state::InstanceState;

/// Options, with values other than the default.
pub(super) type Choices = &'static [(&'static str, &'static [&'static str])];

/// The options of interpolation and abduction.
pub(super) const INTERPOLATION: Choices = &[
    (
        "interpolants-mode",
        &["assumptions", "conjecture", "shared", "all"],
    ),
    ("check-interpolants", &["true"]),
];
pub(super) const ABDUCTION: Choices = &[("check-abducts", &["true"])];

/// In percent, how often a search has a grammar. It is drawn after the options.
pub(super) const HAS_GRAMMAR: u32 = 30;

/// The options of a new solver, which the seed may choose, of synthesis as well, which makes the
/// formulas. `None` if the instance of the run has the needed option.
pub(super) fn options_of_separate(
    rng: &mut Rng,
    state: &InstanceState,
    (option, others): (&'static str, Choices),
) -> Option<Vec<(&'static str, &'static str)>> {
    let own = state.set_options.own.get(option);
    if own.is_some_and(|on| **on == *"true") {
        return None;
    }
    // Otherwise synthesis would take most of the time of a campaign.
    let mut options = vec![
        (option, "true"),
        ("incremental", "true"),
        ("rlimit-per", "5000"),
        ("tlimit-per", "20"),
    ];
    for (name, values) in others {
        if rng.coin() {
            options.extend(rng.pick(values).map(|value| (*name, *value)));
        }
    }
    if rng.chance(30) {
        synth::options::draw(rng, &mut options);
    }
    Some(options)
}
