//! Combinations of settings that a solver refuses.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Combinations of option settings that a solver has refused. Subsets of a refused combination are
/// allowed. All numbers count as one value: their ranges are known, so the solver refuses the
/// option itself and not a particular number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conflicts(BTreeSet<BTreeSet<String>>);

impl Conflicts {
    /// Records that `settings` were refused together.
    pub fn learn<'a>(&mut self, settings: impl IntoIterator<Item = (&'a str, &'a str)>) {
        let learned = keys(settings);
        if !learned.is_empty() {
            self.0.insert(learned);
        }
    }

    /// Whether `settings` include a refused combination.
    #[must_use]
    pub fn has<'a>(&self, settings: impl IntoIterator<Item = (&'a str, &'a str)>) -> bool {
        let given = keys(settings);
        self.0.iter().any(|refused| refused.is_subset(&given))
    }

    /// Adds the combinations of `others`.
    pub fn join(&mut self, others: &Self) {
        self.0.extend(others.0.iter().cloned());
    }

    /// The number of known combinations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no combination is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn keys<'a>(settings: impl IntoIterator<Item = (&'a str, &'a str)>) -> BTreeSet<String> {
    let key = |(name, value): (&str, &str)| setting_key(name, value);
    settings.into_iter().map(key).collect()
}

/// The name of a setting, `NAME=VALUE`. All numbers count as one value: `NAME=*`.
#[must_use]
pub fn setting_key(name: &str, value: &str) -> String {
    match value.parse::<f64>() {
        Ok(_) => format!("{name}=*"),
        Err(_) => format!("{name}={value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_concern_combinations() {
        let mut known = Conflicts::default();
        known.learn([("a", "true"), ("n", "3")]);
        known.learn([]);
        assert_eq!(known.len(), 1);
        assert!(known.has([("n", "4"), ("b", "true"), ("a", "true")]));
        assert!(!known.has([("n", "4"), ("a", "false")]));
        assert!(!known.has([("a", "true")]));
        let text = serde_json::to_string(&known).unwrap();
        assert_eq!(text, r#"[["a=true","n=*"]]"#);
        assert_eq!(serde_json::from_str::<Conflicts>(&text).unwrap(), known);
    }
}
