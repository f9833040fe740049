//! Options of solvers: their descriptions, and the values that are drawn. What is known about them
//! is below:
//!
//! | file | holds |
//! |---|---|
//! | `conflicts.rs` | combinations of settings that a solver refuses |
//! | `correlations.rs` | on which features of runs a setting has an effect |
//! | `population.rs` | the search for settings that make a solver do something new |
//! | `run_settings.rs` | the options that a run sets |
//!
//! `settings.rs`, one level above, draws the options that a run sets.

mod conflicts;
mod correlations;
pub mod files;
mod population;
mod run_settings;

pub use conflicts::{Conflicts, setting_key};
pub use correlations::{Correlations, Pair, RELEVANT, Relevance, RunEffects};
pub use population::{Individual, Population};
pub use run_settings::{RunSettings, pairs};

use crate::rng::Rng;
use crate::theory::Theory;
use serde::{Deserialize, Serialize};

/// The audience of an option, in the terms of cvc5. Options of solvers without such categories are
/// regular.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum Category {
    /// For all users.
    Common,
    /// Supported, also in combination with other options.
    #[default]
    Regular,
    /// Experimental, incomplete or unsound according to the solver's documentation. Maintainers do
    /// not accept reports about these options.
    Expert,
}

impl Category {
    /// All categories. Each includes those before it.
    pub const ALL: [Category; 3] = [Category::Common, Category::Regular, Category::Expert];

    /// The name of the category.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Category::Common => "common",
            Category::Regular => "regular",
            Category::Expert => "expert",
        }
    }

    /// The category with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|category| category.name() == name)
    }
}

/// An option of a solver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OptionInfo {
    /// The name for `set-option`.
    pub name: String,
    /// The values worth trying.
    pub domain: OptionDomain,
    /// The value of the option if it is not set, in the form that `set-option` takes. `None` if it
    /// is not known.
    pub default: Option<String>,
    /// The audience of the option.
    pub category: Category,
    /// Whether the option may also be set between checks.
    pub between_checks: bool,
    /// Whether runs set the option more often than others, because large parts of the solver depend
    /// on it.
    pub preferred: bool,
    /// Whether few runs set the option.
    #[serde(default)]
    pub rare: bool,
    /// The theories that the option is about. Runs with one of them draw it more often. Empty if it
    /// is about none or many.
    #[serde(skip)]
    pub theories: &'static [Theory],
}

/// The values of an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum OptionDomain {
    /// `true` and `false`.
    Bool,
    /// One of these words.
    Mode(Vec<String>),
    /// An integer between inclusive bounds.
    Integer(i64, i64),
    /// A number between inclusive bounds.
    Decimal(f64, f64),
}

impl OptionInfo {
    /// A regular option that is set before the first check and whose default is not known.
    #[must_use]
    pub fn new(name: impl Into<String>, domain: OptionDomain) -> Self {
        Self {
            name: name.into(),
            domain,
            default: None,
            category: Category::Regular,
            between_checks: false,
            preferred: false,
            rare: false,
            theories: &[],
        }
    }

    /// Draws a value other than the default. Numbers at the ends of the range and near the default
    /// are more likely, because code often has special cases there. A default at an end of the
    /// range may be drawn.
    pub fn draw(&self, rng: &mut Rng) -> Option<String> {
        let default = self.default.as_deref();
        Some(match &self.domain {
            OptionDomain::Bool => match default {
                Some("true") => "false".to_owned(),
                Some("false") => "true".to_owned(),
                _ => rng.coin().to_string(),
            },
            OptionDomain::Mode(modes) => {
                let others = modes.iter().filter(|mode| default != Some(mode.as_str()));
                rng.pick(&others.collect::<Vec<_>>())?.to_string()
            }
            OptionDomain::Integer(low, high) => {
                let default = default.and_then(|text| text.parse().ok());
                integer(*low, *high, default, rng).to_string()
            }
            OptionDomain::Decimal(low, high) => {
                let default = default.and_then(|text| text.parse().ok());
                format!("{:.4}", decimal(*low, *high, default, rng))
            }
        })
    }
}

fn integer(low: i64, high: i64, default: Option<i64>, rng: &mut Rng) -> i64 {
    let drawn = match (rng.below(4), default) {
        (0, _) => low,
        (1, _) => high,
        (2, Some(n)) => {
            let near = [
                n.saturating_add(1),
                n.saturating_sub(1),
                n / 2,
                n.saturating_mul(2),
            ];
            rng.pick(&near).copied().unwrap_or(n)
        }
        _ => {
            // A range may be as wide as the type, so each order of magnitude gets an equal share.
            let span = high.saturating_sub(low).unsigned_abs();
            let bits = rng.range(1, 64 - span.leading_zeros().min(63));
            let below = 1_u64.checked_shl(bits).unwrap_or(u64::MAX);
            low.saturating_add_unsigned(rng.below(below.min(span.saturating_add(1))))
        }
    };
    let drawn = drawn.max(low).min(high);
    let is_end = drawn == low || drawn == high;
    match default {
        Some(n) if n == drawn && !is_end => drawn + 1,
        _ => drawn,
    }
}

fn decimal(low: f64, high: f64, default: Option<f64>, rng: &mut Rng) -> f64 {
    let share = rng.below(101) as f64 / 100.0;
    match (rng.below(4), default) {
        (0, _) => low,
        (1, _) => high,
        (2, Some(n)) => (n * (0.5 + share)).max(low).min(high),
        _ => low + (high - low) * share,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn drawn(domain: OptionDomain, default: &str) -> BTreeSet<String> {
        let mut option = OptionInfo::new("o", domain);
        option.default = Some(default.to_owned());
        let mut rng = Rng::new(7);
        (0..500).filter_map(|_| option.draw(&mut rng)).collect()
    }

    #[test]
    fn defaults_are_drawn_as_ends_only() {
        let set = |words: &[&str]| {
            words
                .iter()
                .map(|w| (*w).to_owned())
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(drawn(OptionDomain::Bool, "true"), set(&["false"]));
        let modes = OptionDomain::Mode(vec!["a".into(), "b".into(), "c".into()]);
        assert_eq!(drawn(modes, "b"), set(&["a", "c"]));
        assert_eq!(
            drawn(OptionDomain::Integer(0, 3), "2"),
            set(&["0", "1", "3"])
        );
        assert!(drawn(OptionDomain::Integer(0, 3), "0").contains("0"));
        let wide = drawn(OptionDomain::Integer(i64::MIN, i64::MAX), "400");
        assert!(
            ["401", "399", "200", "800"]
                .iter()
                .all(|n| wide.contains(*n))
        );
        assert!(!wide.contains("400"));
        let share = drawn(OptionDomain::Decimal(0.0, 1.0), "0.5");
        assert!(share.contains("0.0000") && share.contains("1.0000"));
    }
}
