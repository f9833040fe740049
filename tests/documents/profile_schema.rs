//! The JSON schema of profiles: it has what the program reads, and refuses what the program
//! refuses.

use crate::common::words;
use jsonschema::Validator;
use murxla_fsm::profile::Profile;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The schema that the program prints.
fn read_schema() -> Value {
    let printed = words("show profile-schema").with_code(0).out;
    serde_json::from_str(&printed).unwrap()
}

/// What the schema says against a profile.
fn find_errors(schema: &Validator, text: &str) -> Vec<String> {
    let profile = serde_json::from_str(text).unwrap();
    let errors = schema.iter_errors(&profile);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn built_in_profiles_are_valid() {
    let schema = jsonschema::validator_for(&read_schema()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("wrappers");
    let mut profiles = vec![folder.join("smt2/online.json")];
    for entry in std::fs::read_dir(folder).unwrap() {
        let profile = entry.unwrap().path().join("profile.json");
        profiles.extend(profile.exists().then_some(profile));
    }
    assert_eq!(profiles.len(), 1 + murxla_wrappers::WRAPPERS.len());
    for profile in profiles {
        let errors = find_errors(&schema, &std::fs::read_to_string(&profile).unwrap());
        assert!(errors.is_empty(), "{}: {errors:#?}", profile.display());
    }
}

#[test]
fn examples_of_the_guide_are_valid() {
    let schema = jsonschema::validator_for(&read_schema()).unwrap();
    let guide = include_str!("../../docs/guide/src/options.md");
    let example = Regex::new(r"(?m)^\$ echo '(\{.*\})' > \S+\.json$").unwrap();
    let found = example.captures_iter(guide);
    let examples: Vec<&str> = found.map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(examples.len() >= 6, "the test no longer finds the examples");
    assert!(examples.iter().any(|text| text.contains("$schema")));
    for text in examples {
        assert_eq!(find_errors(&schema, text), [""; 0], "{text}");
    }
}

/// The guide's table has a row for each key of the schema, and for no others.
#[test]
fn the_guide_explains_all_keys() {
    let schema = read_schema();
    let keys = schema["properties"].as_object().unwrap().keys();
    let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
    let guide = include_str!("../../docs/guide/src/options.md");
    let (_, guide) = guide.split_once("| key | meaning |").unwrap();
    let (table, _) = guide.split_once("\n\n").unwrap();
    let row = Regex::new(r"(?m)^\| `([^`.]+)").unwrap();
    let found = row.captures_iter(table);
    let explained: BTreeSet<&str> = found.map(|found| found.get(1).unwrap().as_str()).collect();
    assert_eq!(explained, keys);
}

#[test]
fn wrong_profiles_are_refused_by_the_schema_and_by_the_program() {
    let schema = jsonschema::validator_for(&read_schema()).unwrap();
    for text in [
        r#"{"theory": {}}"#,
        r#"{"theories": {"include": ["THEORY_X"]}}"#,
        r#"{"theories": {"exclude-combinations": {"THEORY_X": []}}}"#,
        r#"{"operators": {"sort-restrictions": {"OP_EQUAL": ["SORT_X"]}}}"#,
        r#"{"sorts": {"indx": {}}}"#,
        r#"{"sorts": {"var": {"include": []}}}"#,
        r#"{"options": {"exclude": [{"name": "a"}]}}"#,
        r#"{"options": {"leave-off": {"THEORY_X": ["a"]}}}"#,
        r#"{"weights": {"sat.get-value": -1}}"#,
        r#"{"runs": {"search": 0}}"#,
        r#"{"runs": {"long-searches": {"one-in": 0}}}"#,
        r#"{"runs": {"storm": {"assertions": 0}}}"#,
        r#"{"no-shadowing": "yes"}"#,
        r#"{"defects": [{"operator": "OP_AND", "reason": "r"}]}"#,
        r#"{"defects": [{"operator": "OP_AND", "reason": "r", "trace": "t", "fatal": 1}]}"#,
        r#"{"defects": [{"operator": "OP_AND", "reason": "r", "trace": "t", "before": "next"}]}"#,
        r#"{"unsupported": [{"options": ["a"]}]}"#,
        r#"{"conformance": [{"operator": "OP_AND", "no-values": true}]}"#,
        r#"{"errors": {"filter": [{"reason": "r"}]}}"#,
        r#"{"reasons": ["r"]}"#,
    ] {
        assert!(!find_errors(&schema, text).is_empty(), "valid: {text}");
        assert!(Profile::load([("p", text)]).is_err(), "loads: {text}");
    }
}
