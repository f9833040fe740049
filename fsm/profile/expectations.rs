//! Exceptions of the conformance suite: operators for which a solver's values differ from those of
//! the evaluator.

use super::Profile;
use crate::sort::SortKind;
use schemars::JsonSchema;
use serde::Deserialize;

/// An operator for which the solver gives no values, or wrong values for some arguments, in all
/// releases.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expectation {
    /// The operator's trace name.
    operator: String,
    /// The solver gives no application a value.
    #[serde(default, rename = "no-values")]
    pub has_no_values: bool,
    /// Applications with these indices have wrong values.
    #[serde(default)]
    wrong_indices: Option<Vec<u32>>,
    /// Applications to sequences with elements of this kind have wrong values.
    #[serde(default)]
    pub wrong_elements: Option<SortKind>,
    /// The reason, or the trace that shows it.
    pub reason: String,
}

impl Expectation {
    /// The indices with which applications have wrong values.
    #[must_use]
    pub fn wrong_indices(&self) -> Option<&[u32]> {
        self.wrong_indices.as_deref()
    }

    /// Checks that exactly one expectation is given.
    pub(super) fn check(&self) -> Result<(), String> {
        let expected = [
            self.has_no_values,
            self.wrong_indices.is_some(),
            self.wrong_elements.is_some(),
        ];
        if expected.into_iter().filter(|is_there| *is_there).count() != 1 {
            return Err(format!(
                "an entry of \"conformance\" has \"no-values\", \"wrong-indices\" or \"wrong-elements\": {self:?}"
            ));
        }
        Ok(())
    }
}

impl Profile {
    /// What the conformance suite expects of the operator of this trace name.
    #[must_use]
    pub fn expectations(&self, operator: &str) -> Vec<&Expectation> {
        let all = self.conformance.iter();
        all.filter(|expected| expected.operator == operator)
            .collect()
    }

    /// The indices with which applications of the operator of this trace name have wrong values.
    #[must_use]
    pub fn wrong_indices(&self, operator: &str) -> Vec<u32> {
        let expectations = self.expectations(operator).into_iter();
        let indices = expectations.filter_map(Expectation::wrong_indices);
        indices.flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::profile::Profile;
    use crate::sort::SortKind;

    fn profile(entry: &str) -> Result<Profile, String> {
        let text = format!(r#"{{"conformance": [{{"operator": "OP_X", "reason": "r"{entry}}}]}}"#);
        Profile::load([("p", &*text)])
    }

    #[test]
    fn an_entry_expects_one_thing() {
        for (entry, values, indices, elements) in [
            (r#", "no-values": true"#, true, None, None),
            (r#", "wrong-indices": [1]"#, false, Some(&[1][..]), None),
            (
                r#", "wrong-elements": "SORT_SET""#,
                false,
                None,
                Some(SortKind::Set),
            ),
        ] {
            let profile = profile(entry).unwrap();
            assert!(profile.expectations("OP_Y").is_empty());
            let expected = profile.expectations("OP_X")[0];
            assert_eq!(expected.has_no_values, values);
            assert_eq!(expected.wrong_indices(), indices);
            assert_eq!(expected.wrong_elements, elements);
        }
        let error = profile("").unwrap_err();
        assert!(
            error.starts_with("p: an entry of \"conformance\" has"),
            "{error}"
        );
        let error = profile(r#", "wrong-elements": "sets""#).unwrap_err();
        assert_eq!(error, "p: unknown sort 'sets'");
    }
}
