//! Profiles: JSON files that say what a solver supports and how runs use it.
//!
//! ```json
//! { "theories":  { "include": ["THEORY_BV"], "exclude-combinations": { "THEORY_QUANT": ["THEORY_UF"] } },
//!   "operators": { "exclude": ["OP_IFF"], "sort-restrictions": { "OP_EQUAL": ["SORT_ARRAY"] },
//!                  "value-arguments": ["OP_RE_RANGE"], "closed-arguments": { "OP_EQUAL": ["SORT_ARRAY"] },
//!                  "constant-arguments": { "OP_EQUAL": ["SORT_FUN"] } },
//!   "sorts":     { "exclude": ["SORT_REAL"], "array-index": { "exclude": ["SORT_REAL"] }, "smallest-index": 256,
//!                  "formats": [[5, 11]] },
//!   "options":   { "exclude": [{ "name": "check-models", "reason": "…" }], "set": { "rlimit": "300000" },
//!                  "leave-off": { "THEORY_QUANT": ["incremental"] }, "prefer": ["engine"] },
//!   "weights":   { "sat.get-value": 0 },
//!   "runs":      { "free": 35, "planted": 50, "refuted": 15, "calls": [30, 220], "search": 0.1,
//!                  "long-searches": { "one-in": 32, "times": 8 } },
//!   "defects":   [{ "operator": "OP_BV_SMULO", "since": "4.8.5", "before": "4.8.15", "reason": "…", "trace": "…" }],
//!   "conformance": [{ "operator": "OP_FP_TO_SBV", "wrong-indices": [1], "reason": "…" }],
//!   "unsupported": [{ "actions": ["z3-rcf"], "theories": [], "operators": [], "options": ["sls.*"], "unusual-names": true,
//!                     "reason": "…", "source": "https://…" }],
//!   "errors":    { "exclude": [{ "check": "model.value", "regex": "…", "reason": "…" }], "filter": [{ "regex": "…" }] } }
//! ```
//!
//! Keys that Murxla has too mean the same as there. These are new:
//! - `value-arguments`: operators whose arguments must be values.
//! - `closed-arguments`: operators whose arguments of these sorts must have no free variables.
//! - `constant-arguments`: operators whose arguments of these sorts must be free constants or
//!   functions.
//! - `smallest-index`: the least number of values that a finite sort has to have to be the index of
//!   an array.
//! - `options`: rules for options. Options under `leave-off` are not set in runs with the theory.
//!   Runs set those under `prefer` more often than others, because large parts of the solver depend
//!   on them.
//! - `weights`: weights of the machine's edges.
//! - `runs`: the kinds and lengths of runs.
//! - `defects`: known defects of the releases from `since` on and before `before`. Such a release
//!   gets an `operator` or a `theory` wrong, or all floating-point `formats` but these. Campaigns
//!   on these releases leave them out, unless `--known-defects` is given.
//! - `unsupported`: parts about which the maintainers of the solver do not accept reports. Nine of
//!   ten runs leave them out.
//! - `check` under `errors`: the id of a check that failed, `show checks` lists them.
//! - `conformance`: exceptions for the conformance suite. An operator has no values
//!   (`"no-values": true`) or has wrong values for some arguments (`wrong-indices`, which campaigns
//!   leave out; `wrong-elements`, a sort of the elements of sequences).
//!
//! Each exclusion has a reason. Profiles merge: objects are merged key by key, lists under
//! `include` are intersected, and other lists are joined. `null` removes what earlier profiles say:
//! `{ "errors": { "exclude": null } }`.

mod defects;
mod errors;
mod expectations;
mod merge;
mod runs;
mod unsupported;

pub use defects::{Defect, Release};
pub use errors::{Errors, ExcludeRule, FilterRule};
pub use expectations::Expectation;
pub use runs::{LongSearches, Runs};
pub use unsupported::Unsupported;

use crate::eval::domain::size;
use crate::nearest::suggestion;
use crate::op::Op;
use crate::sort::{Sort, SortId, SortKind, Sorts};
use crate::theory::{Theories, Theory};
use merge::{clear, merge};
use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// A profile that has been checked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    theories: TheoryRules,
    operators: OperatorRules,
    sorts: SortRules,
    options: OptionRules,
    /// Weights of the machine's edges, by `state.action` or `action`.
    pub weights: BTreeMap<String, u32>,
    /// The odds of the kinds of runs, and the lengths of runs.
    pub runs: Runs,
    /// Whether no variable may be bound twice on a path from a term to a leaf.
    #[serde(rename = "no-shadowing")]
    pub no_shadowing: bool,
    /// The known defects of releases of the solver.
    pub defects: Vec<Defect>,
    /// The parts of the solver about which its maintainers do not accept reports.
    pub unsupported: Vec<Unsupported>,
    /// Exceptions for the conformance suite.
    conformance: Vec<Expectation>,
    /// Rules about the solver's error messages.
    pub errors: Errors,
    /// The reasons for exclusions, by the excluded name. They are for readers, because JSON has no
    /// comments.
    pub reasons: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct TheoryRules {
    include: Option<Vec<String>>,
    exclude_combinations: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct OperatorRules {
    exclude: Vec<String>,
    sort_restrictions: BTreeMap<String, Vec<String>>,
    closed_arguments: BTreeMap<String, Vec<String>>,
    constant_arguments: BTreeMap<String, Vec<String>>,
    value_arguments: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct SortRules {
    exclude: Vec<String>,
    /// The floating-point formats that runs use, as widths of exponent and significand in bits; all
    /// if the list is empty.
    formats: Vec<(u32, u32)>,
    /// The least number of values that a finite sort has to have to be the index of an array.
    #[serde(rename = "smallest-index")]
    smallest_index: u64,
    /// The excluded sorts by place. The places are [`PLACES`].
    #[serde(flatten)]
    places: BTreeMap<String, Exclude>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Exclude {
    exclude: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct OptionRules {
    exclude: Vec<OptionRule>,
    /// Options that are not set in runs with the theory.
    leave_off: BTreeMap<String, Vec<String>>,
    /// Options that every run sets, with their values.
    set: BTreeMap<String, String>,
    /// Options that runs set more often than others.
    prefer: BTreeSet<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionRule {
    name: String,
    reason: String,
}

/// The places that `sorts` may restrict.
const PLACES: [&str; 10] = [
    "array-index",
    "array-element",
    "set-element",
    "bag-element",
    "seq-element",
    "datatype-selector-codomain",
    "fun-sort-domain",
    "fun-sort-codomain",
    "var",
    "get-value",
];

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
                return Err(format!("{name}: a profile is a JSON object"));
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

    /// Checks all names and numbers.
    fn check(&self) -> Result<(), String> {
        self.defects.iter().try_for_each(Defect::check)?;
        self.conformance.iter().try_for_each(Expectation::check)?;
        self.unsupported.iter().try_for_each(Unsupported::check)?;
        self.runs.check()?;
        self.errors.check()?;
        let combinations = &self.theories.exclude_combinations;
        let combined = combinations
            .iter()
            .flat_map(|(name, others)| others.iter().chain([name]));
        let included = self.theories.include.iter().flatten();
        let theories = included
            .chain(combined)
            .chain(self.options.leave_off.keys());
        for name in theories {
            Theory::from_name(name).ok_or_else(|| unknown_theory(name))?;
        }
        let operators = &self.operators;
        let rules = [
            &operators.sort_restrictions,
            &operators.closed_arguments,
            &operators.constant_arguments,
        ];
        let kinds = rules.into_iter().flat_map(BTreeMap::values);
        let kinds = kinds.chain(self.sorts.places.values().map(|p| &p.exclude));
        for name in kinds.flatten().chain(&self.sorts.exclude) {
            let unknown = || {
                let near = suggestion(name, SortKind::ALL.iter().map(|(_, name)| *name));
                format!("unknown sort '{name}'{near}")
            };
            SortKind::from_name(name).ok_or_else(unknown)?;
        }
        match self
            .sorts
            .places
            .keys()
            .find(|p| !PLACES.contains(&p.as_str()))
        {
            Some(place) => Err(format!(
                "unknown place '{place}' under 'sorts'; there are {}",
                PLACES.join(", ")
            )),
            None => Ok(()),
        }
    }

    /// The theories that the profile includes; all if it does not say.
    #[must_use]
    pub fn theories(&self) -> Theories {
        match &self.theories.include {
            None => Theories::all(),
            Some(names) => {
                let named = names.iter().filter_map(|name| Theory::from_name(name));
                named.chain([Theory::Bool]).collect()
            }
        }
    }

    /// Theories that no run combines: each theory with the theories that exclude it.
    fn apart(&self) -> Vec<(Theory, Theories)> {
        let named = |names: &[String]| names.iter().filter_map(|n| Theory::from_name(n)).collect();
        let rules = self.theories.exclude_combinations.iter();
        rules
            .filter_map(|(name, others)| Some((Theory::from_name(name)?, named(others))))
            .collect()
    }

    /// The options that runs with a theory do not set.
    fn left_off(&self) -> Vec<(Theory, Vec<String>)> {
        let rules = self.options.leave_off.iter();
        rules
            .filter_map(|(name, options)| Some((Theory::from_name(name)?, options.clone())))
            .collect()
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
        let unsupported = self.unsupported.iter().flat_map(|row| &row.operators);
        lists.chain(keys).chain(unsupported).map(String::as_str)
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
        let unsupported = self.unsupported.iter().flat_map(|row| &row.options);
        let unsupported = unsupported.filter(|name| !name.ends_with('*'));
        let others = left_off.chain(&self.options.prefer).chain(unsupported);
        excluded.chain(others.map(String::as_str))
    }

    /// Whether runs set the option of this name more often than others.
    #[must_use]
    pub fn prefers_option(&self, name: &str) -> bool {
        self.options.prefer.contains(name)
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
        kinds(self.operators.sort_restrictions.get(name))
    }

    /// The kinds of sorts for which the operator of this name takes only closed terms.
    #[must_use]
    pub fn closed_kinds(&self, name: &str) -> Kinds {
        kinds(self.operators.closed_arguments.get(name))
    }

    /// The kinds of sorts for which the operator of this name takes only free constants and
    /// functions.
    #[must_use]
    pub fn constant_kinds(&self, name: &str) -> Kinds {
        kinds(self.operators.constant_arguments.get(name))
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
        let place = |name: &str| kinds(self.sorts.places.get(name).map(|place| &place.exclude));
        Restrictions {
            sorts: kinds(Some(&self.sorts.exclude)),
            formats: self.sorts.formats.clone(),
            smallest_index: self.sorts.smallest_index,
            array_index: place("array-index"),
            array_element: place("array-element"),
            set_element: place("set-element"),
            bag_element: place("bag-element"),
            seq_element: place("seq-element"),
            field: place("datatype-selector-codomain"),
            domain: place("fun-sort-domain"),
            codomain: place("fun-sort-codomain"),
            var: place("var"),
            get_value: place("get-value"),
            apart: self.apart(),
            left_off: self.left_off(),
            ops: BTreeMap::new(),
            closed: BTreeMap::new(),
            constant: BTreeMap::new(),
            value_arguments: BTreeSet::new(),
            indices: BTreeMap::new(),
        }
    }
}

/// The kinds of these names.
fn kinds(names: Option<&Vec<String>>) -> Kinds {
    let names = names.into_iter().flatten();
    names.filter_map(|name| SortKind::from_name(name)).collect()
}

/// A set of kinds of sorts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kinds(u32);

impl Kinds {
    /// Whether `kind` is a member.
    #[must_use]
    pub fn has(self, kind: SortKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Adds `kind`.
    pub fn insert(&mut self, kind: SortKind) {
        self.0 |= 1 << kind as u8;
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<SortKind> for Kinds {
    fn from_iter<I: IntoIterator<Item = SortKind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

/// What a profile excludes: kinds of sorts by their place, combinations of theories, and arguments
/// of operators.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Restrictions {
    /// Excluded everywhere.
    pub sorts: Kinds,
    /// The floating-point formats that runs use, as widths of exponent and significand in bits; all
    /// if the list is empty.
    pub formats: Vec<(u32, u32)>,
    /// The least number of values that a finite sort has to have to be the index of an array.
    pub smallest_index: u64,
    /// Excluded as index of an array.
    pub array_index: Kinds,
    /// Excluded as element of an array.
    pub array_element: Kinds,
    /// Excluded as element of a set.
    pub set_element: Kinds,
    /// Excluded as element of a bag.
    pub bag_element: Kinds,
    /// Excluded as element of a sequence.
    pub seq_element: Kinds,
    /// Excluded as sort of a selector, of a part of a tuple, and of the content of a nullable.
    pub field: Kinds,
    /// Excluded in the domain of a function.
    pub domain: Kinds,
    /// Excluded as codomain of a function.
    pub codomain: Kinds,
    /// Excluded as sort of a variable.
    pub var: Kinds,
    /// Excluded as sort of a term of `get-value`.
    pub get_value: Kinds,
    /// Theories that no run combines with some others.
    pub apart: Vec<(Theory, Theories)>,
    /// Options that runs with a theory do not set.
    pub left_off: Vec<(Theory, Vec<String>)>,
    /// Excluded as sorts of the arguments of an operator. Operators without restriction are absent.
    pub ops: BTreeMap<Op, Kinds>,
    /// The kinds of sorts for which an operator takes only closed terms. Operators without
    /// restriction are absent.
    pub closed: BTreeMap<Op, Kinds>,
    /// The kinds of sorts for which an operator takes only free constants and functions. Operators
    /// without restriction are absent.
    pub constant: BTreeMap<Op, Kinds>,
    /// Operators whose arguments must be values.
    pub value_arguments: BTreeSet<Op>,
    /// Excluded indices of an operator. Operators without restriction are absent.
    pub indices: BTreeMap<Op, Vec<u32>>,
}

impl Restrictions {
    /// Keeps the floating-point formats that are in `right`. An empty `right` changes nothing. If
    /// no format is left, the sort is excluded.
    pub fn keep_formats(&mut self, right: &[(u32, u32)]) {
        if right.is_empty() {
            return;
        }
        if self.formats.is_empty() {
            self.formats = right.to_vec();
        }
        self.formats.retain(|format| right.contains(format));
        if self.formats.is_empty() {
            self.sorts.insert(SortKind::Fp);
        }
    }

    /// Whether runs may make this sort: neither the sort nor one of its parts is excluded.
    #[must_use]
    pub fn allow(&self, sorts: &Sorts, sort: &Sort) -> bool {
        let barred = |part: &SortId, kinds: Kinds| {
            sorts.get(*part).is_some_and(|sort| kinds.has(sort.kind()))
        };
        let is_barred = match sort {
            Sort::Array(index, element) => {
                barred(index, self.array_index)
                    || barred(element, self.array_element)
                    || self.smallest_index > 0
                        && size(sorts, *index).is_some_and(|size| size < self.smallest_index)
            }
            Sort::Set(element) => barred(element, self.set_element),
            Sort::Bag(element) => barred(element, self.bag_element),
            Sort::Seq(element) => barred(element, self.seq_element),
            Sort::Tuple(parts) => parts.iter().any(|part| barred(part, self.field)),
            Sort::Nullable(content) => barred(content, self.field),
            Sort::Fun(domain, codomain) => {
                domain.iter().any(|part| barred(part, self.domain))
                    || barred(codomain, self.codomain)
            }
            _ => false,
        };
        !is_barred && !self.sorts.has(sort.kind())
    }
}

/// The error about a theory that does not exist.
fn unknown_theory(name: &str) -> String {
    let near = suggestion(name, Theory::ALL.iter().map(|(theory, _)| theory.name()));
    format!("unknown theory '{name}'{near}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(profile.places().var.has(SortKind::Array));
        assert!(profile.places().sorts.has(SortKind::Int));
        let places = Profile::load([("base", BASE), ("more", APART)])
            .unwrap()
            .places();
        assert_eq!(
            places.apart,
            [(Theory::Quant, [Theory::Uf].into_iter().collect())]
        );
        assert_eq!(
            places.left_off,
            [(Theory::Quant, vec!["incremental".to_owned()])]
        );
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
            ("[]", "p: a profile is a JSON object"),
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
            (r#"{"sorts": {"indx": {}}}"#, "p: unknown place 'indx'"),
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
                "p: rule 1 of \"exclude\" of \"errors\" has neither \"check\" nor \"regex\"",
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
