//! The prose of the project follows the rules for sentences in CONTRIBUTING.md, as far as a program
//! can count.

use crate::common::Run as _;
use regex::Regex;
use std::path::Path;
use std::process::Command;

/// Phrases that make sentences hard to read, with better ones. Line breaks and the marks of
/// comments count as spaces.
const PHRASES: &[(&str, &str)] = &[
    (
        r"\b(\w+) (?:is|are|was|were) no (?:\w+)",
        "write \"is not a\"",
    ),
    (
        r"\bof which\b",
        "begin another sentence, or write \"that\" or \"which\" directly behind the noun",
    ),
    (r"\bof what\b", "name the thing"),
];

/// Phrases that look like these, and are usual.
const USUAL: [&str; 3] = ["there ", " no longer", " no more"];

/// The files with text that people read.
const FILES: [&str; 7] = [
    "*.md",
    "*.rs",
    "*.json",
    "*.trace",
    "*.toml",
    ".ci/*",
    "packaging/*",
];

#[test]
fn sentences_have_no_odd_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Command::new("git");
    list.arg("-C").arg(root).arg("ls-files").args(FILES);
    let listed = list.done().with_code(0);
    let marks = Regex::new(r"\s*\n\s*(?://[/!]?|#)? *").unwrap();
    let phrases = PHRASES.iter().map(|(phrase, advice)| {
        let regex = Regex::new(&format!("(?i){phrase}")).unwrap();
        (regex, *advice)
    });
    let phrases: Vec<(Regex, &str)> = phrases.collect();
    let mut found = Vec::new();
    for path in listed
        .out
        .lines()
        .filter(|path| !path.ends_with("prose.rs"))
    {
        let Ok(text) = std::fs::read_to_string(root.join(path)) else {
            continue;
        };
        let text = marks.replace_all(&text, " ");
        for (regex, advice) in &phrases {
            let all = regex.find_iter(&text).map(|phrase| phrase.as_str());
            let is_usual = |phrase: &&str| {
                let phrase = phrase.to_lowercase();
                USUAL.iter().any(|usual| phrase.contains(usual))
            };
            let odd = all.filter(|phrase| !is_usual(phrase));
            found.extend(odd.map(|phrase| format!("{path}: {phrase:?}: {advice}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
