//! The options of synthesis.

use murxla_fsm::rng::Rng;

/// Options with values other than the default. Left out are those that are for experts, print, end
/// the process or trust samples.
const OPTIONS: &[(&str, &[&str])] = &[
    ("cegis-sample", &["use"]),
    ("check-synth-sol", &["true"]),
    ("sygus-add-const-grammar", &["false"]),
    ("sygus-core-connective", &["false"]),
    ("sygus-enum", &["fast", "random", "smart", "var-agnostic"]),
    ("sygus-eval-unfold", &["multi", "none", "single"]),
    (
        "sygus-fair",
        &["direct", "dt-height-bound", "dt-size-bound", "none"],
    ),
    (
        "sygus-grammar-cons",
        &["any-const", "any-term", "any-term-concise"],
    ),
    ("sygus-inv-templ", &["none", "pre"]),
    ("sygus-min-grammar", &["false"]),
    ("sygus-pbe", &["false"]),
    ("sygus-repair-const", &["false"]),
    ("sygus-rewriter", &["basic", "none"]),
    ("sygus-si", &["all", "use"]),
    ("sygus-si-rcons", &["all-limit", "none", "try"]),
    ("sygus-simple-sym-break", &["basic", "none"]),
    ("sygus-sym-break-pbe", &["false"]),
    (
        "sygus-unif-pi",
        &["complete", "cond-enum", "cond-enum-igain"],
    ),
];

/// The largest number of options of a problem.
const MANY: usize = 4;

/// Draws some options.
pub(in super::super) fn draw(rng: &mut Rng, options: &mut Vec<(&'static str, &'static str)>) {
    for _ in 0..rng.index(MANY + 1) {
        let Some((name, values)) = rng.pick(OPTIONS) else {
            return;
        };
        let is_new = options.iter().all(|(other, _)| other != name);
        if let (true, Some(value)) = (is_new, rng.pick(values)) {
            options.push((name, value));
        }
    }
}

/// Reads options, each with its value.
///
/// # Errors
/// One is not in the table.
pub(super) fn read(texts: &[Box<str>]) -> Result<Vec<(&'static str, &'static str)>, String> {
    let options = texts.iter().map(|text| {
        let (name, value) = text.split_once(' ').unwrap_or((text, ""));
        let row = OPTIONS.iter().find(|(known, _)| *known == name);
        let (name, values) =
            row.ok_or_else(|| format!("'{name}' is not an option of synthesis"))?;
        let value = values.iter().find(|known| **known == value);
        let value =
            value.ok_or_else(|| format!("'{name}' has one of the values {}", values.join(", ")))?;
        Ok((*name, *value))
    });
    options.collect()
}
