//! Known defects of releases of a solver.

use super::Profile;
use crate::theory::Theory;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt;

/// A known defect: some releases get an operator, a theory, or some floating-point formats wrong.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// The operator's trace name.
    #[serde(default)]
    operator: Option<String>,
    /// Instead of an operator: a theory. All of it is left out.
    #[serde(default)]
    pub theory: Option<Theory>,
    /// Instead of both: the floating-point formats that are right, as widths of exponent and
    /// significand in bits. All others are wrong.
    #[serde(default)]
    formats: Vec<(u32, u32)>,
    /// The first release with the defect. If it is absent, all old releases have it.
    #[serde(default)]
    since: Option<Release>,
    /// The first release without the defect. If it is absent, all later releases have it.
    #[serde(default)]
    before: Option<Release>,
    /// The operator may end the process or not terminate, or its values are right and only searches
    /// go wrong. So the conformance suite cannot test it.
    #[serde(default)]
    pub fatal: bool,
    /// What is wrong, and where it was reported or fixed.
    pub reason: String,
    /// The path of the regression trace that shows the defect, from the root of the sources.
    pub trace: String,
}

impl Defect {
    /// The defect in messages: the operator, the theory, or the formats that are right.
    #[must_use]
    pub fn name(&self) -> String {
        let formats = || format!("SORT_FP but {:?}", self.formats);
        let theory = || self.theory.map(|theory| theory.name().to_owned());
        self.operator
            .clone()
            .or_else(theory)
            .unwrap_or_else(formats)
    }

    /// Whether the defect is of the operator of this trace name.
    #[must_use]
    pub fn is_of(&self, operator: &str) -> bool {
        self.operator.as_deref() == Some(operator)
    }

    /// The floating-point formats that are right, if the others are wrong. Empty for other defects.
    #[must_use]
    pub fn right_formats(&self) -> &[(u32, u32)] {
        &self.formats
    }

    /// Checks that exactly one of operator, theory and formats is given.
    pub(super) fn check(&self) -> Result<(), String> {
        let wrong = [
            self.operator.is_some(),
            self.theory.is_some(),
            !self.formats.is_empty(),
        ];
        if wrong.into_iter().filter(|is_wrong| *is_wrong).count() != 1 {
            return Err(format!(
                "a defect is of an operator, of a theory or of formats: {self:?}"
            ));
        }
        Ok(())
    }

    /// Whether the library that reports this version has the defect.
    #[must_use]
    pub fn is_in(&self, version: &str) -> bool {
        let Some(release) = Release::parse(version) else {
            return false;
        };
        self.since.as_ref().is_none_or(|since| *since <= release)
            && self.before.as_ref().is_none_or(|before| release < *before)
    }
}

impl Profile {
    /// The known defects of the release of this version.
    pub fn defects_of<'a>(&'a self, version: &str) -> impl Iterator<Item = &'a Defect> {
        let all = self.defects.iter();
        all.filter(move |defect| defect.is_in(version))
    }

    /// The known defect of an operator, given by its trace name, in the release of this version.
    #[must_use]
    pub fn defect(&self, name: &str, version: &str) -> Option<&Defect> {
        let mut defects = self.defects_of(version);
        defects.find(|defect| defect.is_of(name))
    }
}

/// The numbers of a version. 4.8.15 is greater than 4.8.5.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("pattern" = "^[0-9]"))]
pub struct Release(Vec<u64>);

impl Release {
    /// The leading numbers of a version, without a suffix as in `1.4.2-dev`. `None` if there are no
    /// numbers.
    #[must_use]
    pub fn parse(version: &str) -> Option<Self> {
        let (numbers, _) = split_version(version);
        (!numbers.is_empty()).then_some(Self(numbers))
    }
}

/// The numbers at the beginning of a version, and its suffix: `1.4.2-dev` has 1, 4 and 2, and
/// `-dev`.
#[must_use]
pub fn split_version(version: &str) -> (Vec<u64>, &str) {
    let mut numbers = Vec::new();
    let mut rest = version;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
        let Ok(number) = digits.parse() else {
            return (numbers, rest);
        };
        numbers.push(number);
        match after.strip_prefix('.') {
            Some(after) => rest = after,
            None => return (numbers, after),
        }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

impl TryFrom<String> for Release {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("'{text}' is not a version"))
    }
}

#[cfg(test)]
mod tests {
    use super::Defect;
    use crate::profile::Profile;
    use crate::sort::SortKind;
    use crate::theory::Theory;

    const FORMATS: &str = r#"{"defects": [
        {"formats": [[5, 11]], "before": "1.4", "reason": "r", "trace": "t"}]}"#;

    const TEXT: &str = r#"{"defects": [
        {"operator": "OP_BV_SMULO", "before": "4.8.15", "reason": "r", "trace": "t"},
        {"operator": "OP_FP_FMA", "since": "4.9", "before": "5.4.0", "reason": "r", "trace": "t"},
        {"operator": "OP_BAG_ALL", "reason": "r", "trace": "t"}]}"#;

    #[test]
    fn releases_are_compared_by_their_numbers() {
        let profile = Profile::load([("p", TEXT)]).unwrap();
        let has = |op: &str, version: &str| profile.defect(op, version).is_some();
        assert!(has("OP_BV_SMULO", "4.8.5") && has("OP_BV_SMULO", "4.8.14"));
        assert!(!has("OP_BV_SMULO", "4.8.15") && !has("OP_BV_SMULO", "5.4.0"));
        assert!(!has("OP_FP_FMA", "4.8.17") && has("OP_FP_FMA", "4.9.0"));
        assert!(has("OP_FP_FMA", "5.3.3-dev") && !has("OP_FP_FMA", "5.4.0-dev"));
        assert!(!has("OP_FP_FMA", "") && !has("OP_FP_FMA", "of my own"));
        assert!(has("OP_BAG_ALL", "1.4.2"));
    }

    #[test]
    fn some_formats_are_right() {
        let profile = Profile::load([("p", FORMATS)]).unwrap();
        let right = |version| profile.defects_of(version).map(Defect::right_formats);
        assert_eq!(right("1.3.4").collect::<Vec<_>>(), [&[(5, 11)][..]]);
        assert_eq!(right("1.4.0").count(), 0);
        let neither = FORMATS.replace("[5, 11]", "");
        let error = Profile::load([("p", &*neither)]).unwrap_err();
        assert!(
            error.starts_with("p: a defect is of an operator, of a theory or of formats"),
            "{error}"
        );
    }

    #[test]
    fn a_theory_is_known() {
        let defect = |theory: &str| {
            let row = format!(r#"{{"theory": "{theory}", "reason": "r", "trace": "t"}}"#);
            Profile::load([("p", &*format!(r#"{{"defects": [{row}]}}"#))])
        };
        let profile = defect("THEORY_SEQ").unwrap();
        let theories = profile.defects_of("1.0").map(|defect| defect.theory);
        assert_eq!(theories.collect::<Vec<_>>(), [Some(Theory::Seq)]);
        assert!(profile.defect("OP_SEQ_NTH", "1.0").is_none());
        assert_eq!(defect("seqq").unwrap_err(), "p: unknown theory 'seqq'");
    }

    #[test]
    fn right_formats_are_those_of_all_releases() {
        let mut places = Profile::default().places();
        places.keep_formats(&[]);
        assert_eq!(places, Profile::default().places());
        places.keep_formats(&[(5, 11), (8, 24)]);
        places.keep_formats(&[(8, 24), (11, 53)]);
        assert_eq!(places.formats, [(8, 24)]);
        assert!(!places.sorts.has(SortKind::Fp));
        places.keep_formats(&[(5, 11)]);
        assert!(places.sorts.has(SortKind::Fp));
    }

    #[test]
    fn a_version_has_numbers() {
        let text = TEXT.replace("4.8.15", "the next one");
        let error = Profile::load([("p", &*text)]).unwrap_err();
        assert!(
            error.starts_with("p: 'the next one' is not a version"),
            "{error}"
        );
    }
}
