//! Profiles: JSON files that say what a solver supports and how runs use it.
//!
//! The types here and in the child modules are the format: serde reads profiles with them, and
//! [`Profile::schema`] makes the JSON schema of them, with their comments as descriptions. Keys
//! that Murxla has too mean the same as there.
//!
//! Each exclusion has a reason. Profiles merge: objects are merged key by key, lists under
//! `include` are intersected, and other lists are joined. `null` removes what earlier profiles say:
//! `{ "errors": { "exclude": null } }`.

mod defects;
mod errors;
mod expectations;
mod merge;
mod names;
pub mod nearest;
mod restrictions;
mod runs;
mod scope;

pub use defects::{Defect, Release, split_version};
pub use errors::{Errors, ExcludeRule, FilterRule};
pub use expectations::Expectation;
pub use restrictions::{Kinds, OpRestrictions, PlaceRestrictions, Restrictions};
pub use runs::{LongSearches, Runs, StormBounds};
pub use scope::OutOfScope;

use crate::theory::{Theories, Theory};
use merge::{allow_null, clear, merge};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// What a solver supports and how runs use it. All keys are optional. Each exclusion has a reason.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// The JSON schema of the file, for editors. It has no effect.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    theories: TheoryRules,
    operators: OperatorRules,
    sorts: SortRules,
    options: OptionRules,
    /// Weights of the machine's edges, by `state.action` or `action`; 0 removes an edge.
    pub weights: BTreeMap<String, u32>,
    /// The odds of the kinds of runs, their lengths, and the time of their searches.
    pub runs: Runs,
    /// Whether no variable may be bound twice on a path from a term to a leaf.
    pub no_shadowing: bool,
    /// The known defects of releases of the solver. Campaigns on these releases leave them out,
    /// unless `--known-defects` is given.
    pub defects: Vec<Defect>,
    /// The parts of the solver about which its maintainers do not accept reports. Nine of ten runs
    /// leave them out.
    #[serde(rename = "unsupported")]
    pub out_of_scope: Vec<OutOfScope>,
    /// Exceptions for the conformance suite.
    conformance: Vec<Expectation>,
    /// Rules about error messages.
    pub errors: Errors,
    /// The reasons for exclusions, by the excluded name. They are for readers, because JSON has no
    /// comments.
    pub reasons: BTreeMap<String, String>,
}

/// Which theories runs use.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct TheoryRules {
    /// The theories that runs may use; all if it is absent.
    include: Option<Theories>,
    /// Theories that no run uses together: each theory with those that exclude it.
    exclude_combinations: BTreeMap<Theory, Theories>,
}

/// Which operators runs use, by trace names, and on which arguments.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct OperatorRules {
    /// Operators that are not used.
    exclude: Vec<String>,
    /// Sorts that an operator is not applied to.
    sort_restrictions: BTreeMap<String, Kinds>,
    /// Operators whose arguments of these sorts must have no free variables.
    closed_arguments: BTreeMap<String, Kinds>,
    /// Operators whose arguments of these sorts must be free constants or functions.
    constant_arguments: BTreeMap<String, Kinds>,
    /// Operators whose arguments must be values.
    value_arguments: Vec<String>,
}

/// Which sorts runs use, in general and by place.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct SortRules {
    /// Sorts that are not used.
    exclude: Kinds,
    /// The floating-point formats that runs use, as widths of exponent and significand in bits; all
    /// if the list is empty.
    formats: Vec<(u32, u32)>,
    /// The least number of values that a finite sort has to have to be the index of an array.
    smallest_index: u64,
    /// The index of an array.
    array_index: SortRestriction,
    /// The element of an array.
    array_element: SortRestriction,
    /// The element of a set.
    set_element: SortRestriction,
    /// The element of a bag.
    bag_element: SortRestriction,
    /// The element of a sequence.
    seq_element: SortRestriction,
    /// The sort of a selector, a part of a tuple, and the content of a nullable.
    datatype_selector_codomain: SortRestriction,
    /// The domain of a function.
    fun_sort_domain: SortRestriction,
    /// The codomain of a function.
    fun_sort_codomain: SortRestriction,
    /// The sort of a variable.
    var: SortRestriction,
    /// The sort of a term of `get-value`.
    get_value: SortRestriction,
}

/// Which sorts runs use at a place.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct SortRestriction {
    /// Sorts that are not used here.
    exclude: Kinds,
}

/// Which options runs set.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct OptionRules {
    /// Options that are not fuzzed.
    exclude: Vec<OptionRule>,
    /// Options that are not set in runs with the theory.
    leave_off: BTreeMap<Theory, Vec<String>>,
    /// Options that every run sets, with their values.
    set: BTreeMap<String, String>,
    /// Options that runs set more often than others, because large parts of the solver depend on
    /// them.
    prefer: BTreeSet<String>,
    /// Options for experts that a few runs set, although runs set no others of this category. Their
    /// engines have many bugs, about which maintainers care little.
    rare: BTreeSet<String>,
}

/// An option that is not fuzzed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OptionRule {
    /// The name of the option.
    name: String,
    /// Why it is not fuzzed.
    reason: String,
}

impl Profile {
    /// Merges named texts, in order, and checks the result.
    ///
    /// # Errors
    /// What is wrong, with the name of the text if the error is in a single text.
    pub fn load<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut merged = Json::Object(serde_json::Map::new());
        for (name, text) in texts {
            let mut json: Json = serde_json::from_str(text).map_err(|e| format!("{name}: {e}"))?;
            if !json.is_object() {
                return Err(format!("{name}: a profile must be a JSON object"));
            }
            clear(&mut merged, &mut json).map_err(|e| format!("{name}: {e}"))?;
            // Each text is checked by itself first, so that the message has the right name.
            let profile: Profile =
                serde_json::from_value(json.clone()).map_err(|e| format!("{name}: {e}"))?;
            profile.check().map_err(|e| format!("{name}: {e}"))?;
            merge(&mut merged, json, "");
        }
        serde_json::from_value(merged).map_err(|e| e.to_string())
    }

    /// Checks what the types do not say.
    fn check(&self) -> Result<(), String> {
        self.defects.iter().try_for_each(Defect::check)?;
        self.conformance.iter().try_for_each(Expectation::check)?;
        self.out_of_scope.iter().try_for_each(OutOfScope::check)?;
        self.runs.check()?;
        self.errors.check()
    }

    /// The JSON schema of profiles.
    #[must_use]
    pub fn schema() -> Json {
        let mut schema = schemars::schema_for!(Self).into();
        allow_null(&mut schema);
        schema
    }

    /// The theories that the profile includes; all if it does not say.
    #[must_use]
    pub fn theories(&self) -> Theories {
        match self.theories.include {
            None => Theories::all(),
            Some(theories) => theories.union([Theory::Bool].into_iter().collect()),
        }
    }

    /// Whether the operator of this trace name is excluded.
    #[must_use]
    pub fn excludes_op(&self, name: &str) -> bool {
        self.operators.exclude.iter().any(|n| n == name)
    }

    /// The trace names of all operators that the rules mention. A name may be that of an operator
    /// that does not exist.
    pub fn named_ops(&self) -> impl Iterator<Item = &str> {
        let rules = &self.operators;
        let lists = rules.exclude.iter().chain(&rules.value_arguments);
        let keys = rules
            .sort_restrictions
            .keys()
            .chain(rules.closed_arguments.keys())
            .chain(rules.constant_arguments.keys());
        let out_of_scope = self.out_of_scope.iter().flat_map(|row| &row.operators);
        lists.chain(keys).chain(out_of_scope).map(String::as_str)
    }

    /// The options that every run sets, by name.
    #[must_use]
    pub fn set_options(&self) -> &BTreeMap<String, String> {
        &self.options.set
    }

    /// The names of the options that the rules mention, except those that every run sets.
    pub fn named_options(&self) -> impl Iterator<Item = &str> {
        let excluded = self.options.exclude.iter().map(|rule| rule.name.as_str());
        let left_off = self.options.leave_off.values().flatten();
        let out_of_scope = self.out_of_scope.iter().flat_map(|row| &row.options);
        let out_of_scope = out_of_scope.filter(|name| !name.ends_with('*'));
        let others = left_off.chain(&self.options.prefer);
        let others = others.chain(&self.options.rare).chain(out_of_scope);
        excluded.chain(others.map(String::as_str))
    }

    /// Whether runs set the option of this name more often than others.
    #[must_use]
    pub fn prefers_option(&self, name: &str) -> bool {
        self.options.prefer.contains(name)
    }

    /// Whether a few runs set the option of this name, whatever its category.
    #[must_use]
    pub fn sets_option_rarely(&self, name: &str) -> bool {
        self.options.rare.contains(name)
    }

    /// Whether the option of this name is excluded from option fuzzing.
    #[must_use]
    pub fn excludes_option(&self, name: &str) -> bool {
        self.exclusion(name).is_some()
    }

    /// The reason why the option of this name is excluded from option fuzzing. `None` if it is not.
    #[must_use]
    pub fn exclusion(&self, name: &str) -> Option<&str> {
        let mut rules = self.options.exclude.iter();
        let rule = rules.find(|rule| rule.name == name)?;
        Some(&rule.reason)
    }

    /// The kinds of sorts that arguments of the operator of this name must not have.
    #[must_use]
    pub fn op_kinds(&self, name: &str) -> Kinds {
        kinds_of(&self.operators.sort_restrictions, name)
    }

    /// The kinds of sorts for which the operator of this name takes only closed terms.
    #[must_use]
    pub fn closed_kinds(&self, name: &str) -> Kinds {
        kinds_of(&self.operators.closed_arguments, name)
    }

    /// The kinds of sorts for which the operator of this name takes only free constants and
    /// functions.
    #[must_use]
    pub fn constant_kinds(&self, name: &str) -> Kinds {
        kinds_of(&self.operators.constant_arguments, name)
    }

    /// Whether the arguments of the operator of this trace name must be values.
    #[must_use]
    pub fn takes_values(&self, name: &str) -> bool {
        self.operators.value_arguments.iter().any(|n| n == name)
    }

    /// The excluded kinds of sorts, in general and by place. The rules for operators are empty;
    /// [`Context::new`] adds them.
    ///
    /// [`Context::new`]: crate::action::Context::new
    #[must_use]
    pub fn places(&self) -> Restrictions {
        let sorts = &self.sorts;
        Restrictions {
            sorts: sorts.exclude,
            formats: sorts.formats.clone(),
            smallest_index: sorts.smallest_index,
            places: PlaceRestrictions {
                array_index: sorts.array_index.exclude,
                array_element: sorts.array_element.exclude,
                set_element: sorts.set_element.exclude,
                bag_element: sorts.bag_element.exclude,
                seq_element: sorts.seq_element.exclude,
                field: sorts.datatype_selector_codomain.exclude,
                domain: sorts.fun_sort_domain.exclude,
                codomain: sorts.fun_sort_codomain.exclude,
                var: sorts.var.exclude,
                get_value: sorts.get_value.exclude,
            },
            ops: OpRestrictions::default(),
            apart: self.theories.exclude_combinations.clone(),
            left_off: self.options.leave_off.clone(),
        }
    }
}

/// The kinds that a rule has for the operator of this name.
fn kinds_of(rules: &BTreeMap<String, Kinds>, name: &str) -> Kinds {
    rules.get(name).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::SortKind;

    const BASE: &str = r#"{"theories": {"include": ["THEORY_BV", "THEORY_INT"]},
        "operators": {"exclude": ["OP_IFF"]}, "weights": {"pop": 3}}"#;

    const APART: &str = r#"{"theories": {"exclude-combinations": {"THEORY_QUANT": ["THEORY_UF"]}},
        "options": {"leave-off": {"THEORY_QUANT": ["incremental"]}}}"#;

    #[test]
    fn profiles_merge() {
        let more = r#"{"theories": {"include": ["THEORY_BV", "THEORY_UF"]}, "weights": {"pop": 5},
            "operators": {"exclude": ["OP_XOR"], "sort-restrictions": {"OP_EQUAL": ["SORT_REAL"]}},
            "sorts": {"exclude": ["SORT_INT"], "var": {"exclude": ["SORT_ARRAY"]}}}"#;
        let profile = Profile::load([("base", BASE), ("more", more)]).unwrap();
        let theories: Vec<Theory> = profile.theories().iter().collect();
        assert_eq!(theories, [Theory::Bool, Theory::Bv]);
        assert!(profile.excludes_op("OP_IFF") && profile.excludes_op("OP_XOR"));
        assert_eq!(profile.weights["pop"], 5);
        assert!(profile.op_kinds("OP_EQUAL").has(SortKind::Real));
        assert!(profile.places().places.var.has(SortKind::Array));
        assert!(profile.places().sorts.has(SortKind::Int));
        let places = Profile::load([("base", BASE), ("more", APART)])
            .unwrap()
            .places();
        assert!(places.apart[&Theory::Quant].has(Theory::Uf));
        assert_eq!(places.left_off[&Theory::Quant], ["incremental"]);
    }

    #[test]
    fn null_removes_what_earlier_profiles_say() {
        let none = r#"{"operators": {"exclude": null}, "weights": null}"#;
        let own = r#"{"operators": {"exclude": ["OP_XOR"]}}"#;
        let profile = Profile::load([("base", BASE), ("none", none), ("own", own)]).unwrap();
        assert!(!profile.excludes_op("OP_IFF") && profile.excludes_op("OP_XOR"));
        assert!(profile.weights.is_empty());
        let one = r#"{"weights": {"pop": null}}"#;
        let profile = Profile::load([("base", BASE), ("one", one)]).unwrap();
        assert!(profile.weights.is_empty() && profile.excludes_op("OP_IFF"));
    }

    #[test]
    fn errors_name_the_text() {
        for (text, message) in [
            ("[", "p: EOF while parsing"),
            ("[]", "p: a profile must be a JSON object"),
            (r#"{"theory": {}}"#, "p: unknown field `theory`"),
            (
                r#"{"weights": {"pop": null, "push": null}}"#,
                "p: \"push\" is null",
            ),
            (r#"{"theory": null}"#, "p: \"theory\" is null"),
            (
                r#"{"sorts": {"var": {"exclude": null}}}"#,
                "p: \"exclude\" is null",
            ),
            (
                r#"{"theories": {"include": ["THEORY_X"]}}"#,
                "p: unknown theory 'THEORY_X'",
            ),
            (
                r#"{"sorts": {"indx": {}}}"#,
                "p: unknown field `indx`, expected one of `exclude`",
            ),
            (
                r#"{"options": {"exclude": [{"name": "a"}]}}"#,
                "p: missing field `reason`",
            ),
            (
                r#"{"runs": {"search": 0}}"#,
                "p: \"search\" of \"runs\" is a time in seconds, from 0.001",
            ),
            (
                r#"{"runs": {"long-searches": {"one-in": 0}}}"#,
                "p: \"long-searches\" of \"runs\" are \"one-in\" 1 to 1000000 runs",
            ),
            (
                r#"{"errors": {"exclude": [{"reason": "known"}]}}"#,
                "p: rule 1 in \"exclude\" of \"errors\" contains neither \"check\" nor \"regex\"",
            ),
            (
                r#"{"runs": {"calls": [5, 2]}}"#,
                "p: \"calls\" of \"runs\" are the least",
            ),
        ] {
            let error = Profile::load([("base", BASE), ("p", text)]).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
