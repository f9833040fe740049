//! Decides whether two findings are one bug, by what is known about each.
//!
//! Crashes and errors are one bug if their causes are equal. Of wrong answers, models and values,
//! four kinds of evidence are compared:
//!
//! | evidence | agrees if | comes from |
//! |---|---|---|
//! | operators | the operators that one needs are among those of the other | experiments |
//! | place | half of the suspicious functions are the same | experiments |
//! | options | a setting makes both right | `bisect --options` |
//! | releases | both show in the same ones; wrong models are mended in the same one | `bisect` |
//!
//! They are one bug if no release tells them apart, and
//!
//! - the operators agree, and the places are not quite different; or
//! - the places agree, and so do the options or the releases, or both need an operator of a theory;
//!   or
//! - the releases agree, and both need an operator of a theory.
//!
//! Without experiments, the operators in the minimized traces decide, see
//! [`is_same_cause`].

use super::cause::{NEUTRAL, is_about_theory, is_same_cause, operators};
use super::{Experiments, Finding, Releases, RightSettings};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What is known about a bug.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evidence {
    subject: Subject,
    cause: String,
    /// Whether an oracle has found it, and not the end of the process.
    is_by_check: bool,
    experiments: Option<Experiments>,
    settings: Option<RightSettings>,
    releases: Option<Releases>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Subject {
    /// An answer: this one, or one of two if the solver contradicts itself or another solver.
    Answer(Option<String>),
    /// Something else: the beginning of the cause.
    Other(String),
}

impl Subject {
    fn may_be_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Answer(one), Self::Answer(other)) => {
                one == other || one.is_none() || other.is_none()
            }
            _ => self == other,
        }
    }
}

/// Evidence that two findings are one bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreement {
    Cause,
    Operators,
    Place,
    Options,
    Releases,
}

/// Why two findings are one bug. The text is a list, such as "same place, same option".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhySame(Vec<Agreement>);

impl fmt::Display for WhySame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.iter().map(|agreement| match agreement {
            Agreement::Cause => "same cause",
            Agreement::Operators => "same operators",
            Agreement::Place => "same place",
            Agreement::Options => "same option",
            Agreement::Releases => "same releases",
        });
        f.write_str(&Vec::from_iter(words).join(", "))
    }
}

impl Evidence {
    /// What is known about a finding. `None` before its trace is minimized.
    #[must_use]
    pub fn of(finding: &Finding) -> Option<Self> {
        let cause = finding.analysis.cause.clone()?;
        let answer = |answer: Answer| Subject::Answer(Some(answer.name().to_owned()));
        let subject = match (finding.observed.kind.wrong_answer(), &finding.observed.kind) {
            (Some(wrong), _) => answer(wrong),
            // The formulas may be satisfiable by another model, or not.
            (None, BugKind::WrongModel) => answer(Answer::Sat),
            (None, BugKind::Contradiction | BugKind::Disagreement) => Subject::Answer(None),
            (None, _) => Subject::Other(general(&cause).to_owned()),
        };
        Some(Self {
            subject,
            cause,
            is_by_check: finding.observed.check.is_some(),
            experiments: finding.analysis.experiments.clone(),
            settings: finding.analysis.settings.clone(),
            releases: finding.analysis.releases.clone(),
        })
    }

    /// Whether experiments were made.
    #[must_use]
    pub fn is_examined(&self) -> bool {
        self.experiments.is_some()
    }

    /// Whether the releases would tell if two findings are one bug: not all of them are known, and
    /// both bugs need an operator of a theory.
    #[must_use]
    pub fn is_decided_by_releases(&self, other: &Self) -> bool {
        let both = self.needs().zip(other.needs());
        let shares_operator = both.is_some_and(|(its, others)| shares_operator(&its, &others));
        let is_open = self.releases.is_none() || other.releases.is_none();
        is_open && shares_operator && self.subject.may_be_same(&other.subject)
    }

    /// Whether a wrong model shows the bug, even if the formulas have no other.
    fn is_wrong_model(&self) -> bool {
        self.cause.starts_with(&BugKind::WrongModel.to_string())
    }

    /// Whether a trace with these operators and options has all that the bug needs.
    #[must_use]
    pub fn explains(&self, names: &BTreeSet<String>) -> bool {
        let needs = self.needs();
        needs.is_some_and(|needs| needs.iter().all(|name| names.contains(*name)))
    }

    /// The operators that the bug needs, without those that traces of all bugs have. If it needs no
    /// others, replacements have shown another bug with the same answer, so they are those of the
    /// trace. Without operators, it is what the bug needs. `None` without experiments.
    fn needs(&self) -> Option<BTreeSet<&str>> {
        let needs = &self.experiments.as_ref()?.needs;
        let all: BTreeSet<&str> = needs.iter().map(String::as_str).collect();
        let is_telling = |name: &&str| name.contains("OP_") && !NEUTRAL.contains(name);
        let telling: BTreeSet<&str> = all.iter().copied().filter(is_telling).collect();
        let of_trace = operators(&self.cause);
        let sets = [telling, of_trace, all];
        sets.into_iter().find(|set| !set.is_empty())
    }
}

/// The part of a cause before operators and theories.
fn general(cause: &str) -> &str {
    cause.rsplitn(3, '|').last().unwrap_or(cause)
}

/// Why two findings are one bug, as far as is known. `None` if they are not.
#[must_use]
pub fn same_bug(one: &Evidence, other: &Evidence) -> Option<WhySame> {
    let by_cause = |is_same: bool| is_same.then(|| WhySame(vec![Agreement::Cause]));
    if !one.is_by_check || !other.is_by_check {
        return by_cause(one.cause == other.cause);
    }
    let options = compare_settings(one.settings.as_ref(), other.settings.as_ref());
    let releases = compare_releases(one, other);
    if releases == Comparison::Differs {
        return None;
    }
    let (Some(its), Some(others)) = (one.needs(), other.needs()) else {
        return by_cause(is_same_cause(&one.cause, &other.cause));
    };
    if !one.subject.may_be_same(&other.subject) {
        return None;
    }
    let is_part = !its.is_empty() && its.is_subset(&others);
    let has_part = !others.is_empty() && others.is_subset(&its);
    let operators = Comparison::agrees_if(is_part || has_part);
    let place = compare_places(one, other);
    let shares_operator = shares_operator(&its, &others);
    let agrees = |comparison| comparison == Comparison::Agrees;
    let is_same = match place {
        Comparison::Agrees => {
            agrees(operators) || agrees(options) || agrees(releases) || shares_operator
        }
        Comparison::Unknown if agrees(operators) => true,
        _ => shares_operator && agrees(releases),
    };
    let agreements = [
        (operators, Agreement::Operators),
        (place, Agreement::Place),
        (options, Agreement::Options),
        (releases, Agreement::Releases),
    ];
    let agreements = agreements.into_iter();
    let agreements = agreements.filter(|(comparison, _)| *comparison == Comparison::Agrees);
    is_same.then(|| WhySame(agreements.map(|(_, agreement)| agreement).collect()))
}

fn shares_operator(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> bool {
    one.intersection(other).any(|name| is_about_theory(name))
}

/// What one kind of evidence says about two findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    Agrees,
    Differs,
    Unknown,
}

impl Comparison {
    fn agrees_if(agrees: bool) -> Self {
        match agrees {
            true => Self::Agrees,
            false => Self::Unknown,
        }
    }
}

/// Options agree if a setting makes both right. Otherwise they say nothing: the search for settings
/// may have ended before it found one.
fn compare_settings(one: Option<&RightSettings>, other: Option<&RightSettings>) -> Comparison {
    let both = one.zip(other);
    let agrees = both.is_some_and(|(one, other)| one.0.iter().any(|set| other.0.contains(set)));
    Comparison::agrees_if(agrees)
}

/// Releases agree if several of them differ in the same way. A single border is that of many bugs.
/// Whether a model is wrong where a bug leaves values open depends on chance. So only the release
/// that has mended the bug counts for wrong models.
fn compare_releases(one: &Evidence, other: &Evidence) -> Comparison {
    let (Some(its), Some(others)) = (&one.releases, &other.releases) else {
        return Comparison::Unknown;
    };
    if one.is_wrong_model() && other.is_wrong_model() {
        let mended = |releases: &Releases| releases.bad.last()?.fixed_in.clone();
        return match (mended(its), mended(others)) {
            (Some(one), Some(other)) if one == other => Comparison::Agrees,
            (Some(_), Some(_)) => Comparison::Differs,
            _ => Comparison::Unknown,
        };
    }
    let borders = its
        .bad
        .iter()
        .flat_map(|range| [&range.last_good, &range.fixed_in]);
    match its.contradicts(others) {
        true => Comparison::Differs,
        false => Comparison::agrees_if(its.bad == others.bad && borders.flatten().count() > 1),
    }
}

fn compare_places(one: &Evidence, other: &Evidence) -> Comparison {
    let functions = |evidence: &Evidence| -> BTreeSet<String> {
        let functions = evidence.experiments.iter().flat_map(|it| &it.functions);
        functions.cloned().collect()
    };
    let (its, others) = (functions(one), functions(other));
    let common = its.intersection(&others).count();
    match its.len().min(others.len()) {
        0 => Comparison::Unknown,
        least if 2 * common >= least => Comparison::Agrees,
        _ if common == 0 => Comparison::Differs,
        _ => Comparison::Unknown,
    }
}

/// A finding that is a variant of another one.
pub struct Variant<'a> {
    /// The first finding of the bug.
    pub original: &'a Finding,
    /// Why both are one bug.
    pub why: WhySame,
}

/// The findings that are variants of earlier ones. `None` for the first finding of each bug, and
/// for those about which not enough is known.
#[must_use]
pub fn variants<'a>(findings: &[&'a Finding]) -> Vec<Option<Variant<'a>>> {
    let mut known: Vec<(Evidence, &'a Finding)> = Vec::new();
    let variant = |finding: &&'a Finding| {
        let evidence = Evidence::of(finding)?;
        let same = known.iter().find_map(|(other, original)| {
            let why = same_bug(other, &evidence)?;
            Some(Variant { original, why })
        });
        let original = same.as_ref().map_or(*finding, |same| same.original);
        known.push((evidence, original));
        same
    };
    findings.iter().map(variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    /// A wrong `unsat` whose trace has these operators, with more fields.
    fn finding(operators: &str, more: &Json) -> Finding {
        let mut finding = crate::triage::finding("wrong-unsat", "00000000", more);
        finding.observed.check = Some("assignment.unsat".to_owned());
        let cause = format!("wrong-unsat|assignment.unsat|INT|{operators}");
        finding.analysis.cause = Some(cause);
        finding
    }

    fn examined(needs: &[&str], functions: &[&str]) -> Json {
        json!({ "experiments": { "needs": needs, "functions": functions } })
    }

    fn why(one: &Finding, other: &Finding) -> Option<String> {
        let [one, other] = [one, other].map(|it| Evidence::of(it).unwrap());
        let both = [same_bug(&one, &other), same_bug(&other, &one)];
        assert_eq!(both[0], both[1]);
        both[0].as_ref().map(ToString::to_string)
    }

    #[test]
    fn operators_and_places_decide() {
        let of = |needs: &[&str], functions: &[&str]| {
            finding(&needs.join(" "), &examined(needs, functions))
        };
        let (add, sub) = ("OP_INT_ADD", "OP_INT_SUB");
        for (one, other, expected) in [
            // Without places, operators must agree.
            (
                of(&[add], &[]),
                of(&[add, "OP_ITE"], &[]),
                Some("same operators"),
            ),
            (of(&[add], &[]), of(&[sub], &[]), None),
            (of(&[add, "OP_ITE"], &[]), of(&[sub, "OP_ITE"], &[]), None),
            // Other places are other bugs.
            (of(&[add], &["f", "g"]), of(&[add], &["h", "i"]), None),
            (
                of(&[add], &["f", "g"]),
                of(&[add], &["g", "h"]),
                Some("same operators, same place"),
            ),
            // At the same place, an operator in common is enough.
            (
                of(&[add, "OP_ITE"], &["f"]),
                of(&[add, sub], &["f"]),
                Some("same place"),
            ),
            (of(&[add], &["f"]), of(&[sub], &["f"]), None),
            // Operators that all traces have say nothing.
            (of(&["OP_NOT", add], &[]), of(&["OP_NOT", sub], &[]), None),
        ] {
            assert_eq!(why(&one, &other).as_deref(), expected);
        }
    }

    #[test]
    fn options_and_releases_decide() {
        let of = |operator: &str, more: Json| {
            let mut all = examined(&[operator], &["f"]);
            all.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            finding(operator, &all)
        };
        let (add, sub) = ("OP_INT_ADD", "OP_INT_SUB");
        let settings = |setting: &str| json!({ "settings": [[setting]] });
        assert_eq!(
            why(&of(add, settings("a=1")), &of(sub, settings("a=1"))).as_deref(),
            Some("same place, same option")
        );
        assert_eq!(
            why(&of(add, settings("a=1")), &of(sub, settings("b=1"))),
            None
        );
        let shown_in = |text: &str| {
            let releases: Releases = text.parse().unwrap();
            json!({ "releases": releases })
        };
        let [old, new] = [
            "tested 1.0 to 3.0; last_good 1.0, first_bad 2.0, last_bad 2.0, fixed_in 3.0",
            "tested 1.0 to 3.0; last_good 1.0, first_bad 2.0, last_bad 3.0",
        ];
        assert_eq!(why(&of(add, shown_in(old)), &of(add, shown_in(new))), None);
        assert_eq!(
            why(&of(add, shown_in(old)), &of(sub, shown_in(old))).as_deref(),
            Some("same place, same releases")
        );
        let elsewhere = |releases| {
            let mut finding = of(add, shown_in(releases));
            finding.analysis.experiments.as_mut().unwrap().functions = vec!["g".to_owned()];
            finding
        };
        let why_so = why(&of(add, shown_in(old)), &elsewhere(old));
        assert_eq!(why_so.as_deref(), Some("same operators, same releases"));
        assert_eq!(why(&of(add, shown_in(new)), &elsewhere(new)), None);
    }

    #[test]
    fn wrong_models_that_are_mended_in_one_release_are_one_bug() {
        let of = |operators: &str, releases: &str| {
            let needs: Vec<&str> = operators.split(' ').collect();
            let cause = format!("wrong-model|model.value|INT|{operators}");
            let more = json!({ "check": "model.value", "cause": cause,
                "releases": releases.parse::<Releases>().unwrap(),
                "experiments": { "needs": needs } });
            crate::triage::finding("wrong-model", "00000000", &more)
        };
        let from = |first: &str, end: &str| {
            format!(
                "tested 1.0 to 3.0; last_good 1.0, first_bad {first}, last_bad 2.5, fixed_in {end}"
            )
        };
        let one = of("OP_INT_ADD OP_ITE", &from("1.1", "2.6"));
        let other = of("OP_INT_ADD OP_INT_SUB", &from("1.2", "2.6"));
        assert_eq!(why(&one, &other).as_deref(), Some("same releases"));
        let other = of("OP_INT_ADD OP_INT_SUB", &from("1.2", "2.7"));
        assert_eq!(why(&one, &other), None);
    }

    #[test]
    fn another_bug_with_the_same_answer_does_not_hide_what_is_needed() {
        let of = |operator: &str| finding(operator, &examined(&["OP_NOT", "bug"], &[]));
        assert_eq!(why(&of("OP_XOR"), &of("OP_DISTINCT")), None);
        assert_eq!(
            why(&of("OP_XOR"), &of("OP_XOR")).as_deref(),
            Some("same operators")
        );
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let evidence = Evidence::of(&of("OP_XOR")).unwrap();
        assert!(evidence.explains(&names(&["OP_XOR", "OP_ITE"])));
        assert!(!evidence.explains(&names(&["OP_ITE", "bug"])));
    }

    #[test]
    fn an_answer_may_be_wrong_in_a_contradiction() {
        let unsat = finding("OP_XOR", &examined(&["OP_XOR"], &[]));
        let of_kind = |kind: &str| {
            let mut other = unsat.clone();
            other.observed.kind = kind.into();
            other
        };
        assert!(why(&unsat, &of_kind("contradiction")).is_some());
        assert!(why(&unsat, &of_kind("wrong-sat")).is_none());
        assert!(why(&unsat, &of_kind("wrong-model")).is_none());
        assert!(why(&of_kind("wrong-sat"), &of_kind("wrong-model")).is_some());
    }

    #[test]
    fn without_experiments_the_traces_decide() {
        let of = |operators: &str| finding(operators, &json!({}));
        assert_eq!(
            why(&of("OP_INT_ADD"), &of("OP_INT_ADD OP_ITE")).as_deref(),
            Some("same cause")
        );
        assert_eq!(why(&of("OP_INT_ADD"), &of("OP_INT_SUB")), None);
        assert!(Evidence::of(&crate::triage::finding("timeout", "0", &json!({}))).is_none());
    }

    #[test]
    fn variants_follow_the_first() {
        let crash = |cause: &Json| {
            crate::triage::finding("crash-SIGSEGV", "00000000", &json!({ "cause": cause }))
        };
        let all = [json!("a"), Json::Null, json!("b"), json!("a"), Json::Null];
        let all = all.map(|cause| crash(&cause));
        let all: Vec<&Finding> = all.iter().collect();
        let is_variant: Vec<bool> = variants(&all).iter().map(Option::is_some).collect();
        assert_eq!(is_variant, [false, false, false, true, false]);
    }
}
