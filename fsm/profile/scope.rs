//! The parts of a solver about which its maintainers do not accept reports.

use super::Profile;
use crate::theory::{Theories, Theory};
use schemars::JsonSchema;
use serde::Deserialize;

/// Parts of a solver about which its maintainers do not accept reports, for one reason.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OutOfScope {
    /// Theories.
    #[serde(default)]
    pub theories: Theories,
    /// Operators by their trace names.
    #[serde(default)]
    pub operators: Vec<String>,
    /// Extension actions, and `mk-rec-fun` for recursive functions.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Options. A name that ends with `*` is a prefix.
    #[serde(default)]
    pub options: Vec<String>,
    /// Codatatypes.
    #[serde(default)]
    pub codatatypes: bool,
    /// Names of constants, functions and sorts that SMT-LIB only allows between bars, or not at
    /// all.
    #[serde(default)]
    pub unusual_names: bool,
    /// Why reports are not accepted.
    pub reason: String,
    /// Where the maintainers say so: an address, or empty if this table guesses.
    #[serde(default)]
    pub source: String,
}

impl OutOfScope {
    /// Whether the option of this name is among these parts.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|row| match row.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == row,
        })
    }

    /// Whether the operator of this trace name, which belongs to `theory`, is among these parts.
    #[must_use]
    pub fn has_operator(&self, name: &str, theory: Theory) -> bool {
        self.operators.iter().any(|row| row == name) || self.has_theory(theory)
    }

    /// Whether a theory is among these parts.
    #[must_use]
    pub fn has_theory(&self, theory: Theory) -> bool {
        self.theories.has(theory)
    }

    /// Whether the extension action of this name is among these parts.
    #[must_use]
    pub fn has_action(&self, name: &str) -> bool {
        self.actions.iter().any(|row| row == name)
    }

    /// Checks that it names something, and that it has a reason.
    pub(super) fn check(&self) -> Result<(), String> {
        let lists = [&self.operators, &self.actions, &self.options];
        let names_nothing = lists.iter().all(|list| list.is_empty())
            && self.theories == Theories::default()
            && !(self.codatatypes || self.unusual_names);
        if names_nothing {
            return Err(format!(
                "a row of \"unsupported\" names theories, operators, actions or options, or sets \"codatatypes\" \
                 or \"unusual-names\": {self:?}"
            ));
        }
        if self.reason.trim().is_empty() {
            return Err(format!("a row of \"unsupported\" has no reason: {self:?}"));
        }
        Ok(())
    }
}

impl Profile {
    /// Those of some theories about which the maintainers accept reports. All of them if there are
    /// none: the user has chosen them.
    #[must_use]
    pub fn theories_in_scope(&self, of: Theories) -> Theories {
        let theories = self.out_of_scope.iter().flat_map(|row| row.theories.iter());
        let mut in_scope = of;
        theories.for_each(|theory| in_scope.remove(theory));
        let is_core = in_scope.iter().all(|theory| theory == Theory::Bool);
        if is_core { of } else { in_scope }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Profile;

    fn load(row: &str) -> Result<Profile, String> {
        let text = format!(r#"{{"unsupported": [{row}]}}"#);
        Profile::load([("p", text.as_str())])
    }

    #[test]
    fn rows_name_parts_with_a_reason() {
        let row = r#"{"theories": ["THEORY_BAG"], "options": ["a", "b.*"], "reason": "r"}"#;
        let profile = load(row).unwrap();
        let row = &profile.out_of_scope[0];
        assert!(row.has_option("a") && row.has_option("b.c"));
        assert!(!row.has_option("ab") && !row.has_option("b"));
        for (row, error) in [
            (r#"{"reason": "r"}"#, "names theories"),
            (r#"{"actions": ["x"]}"#, "missing field `reason`"),
            (r#"{"actions": ["x"], "reason": " "}"#, "has no reason"),
            (
                r#"{"theories": ["THEORY_BAGG"], "reason": "r"}"#,
                "did you mean 'THEORY_BAG'",
            ),
        ] {
            let found = load(row).unwrap_err();
            assert!(found.contains(error), "{found}");
        }
    }
}
