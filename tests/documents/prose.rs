//! The prose of the project follows the rules for sentences in CONTRIBUTING.md, as far as a program
//! can count.

use crate::common::files_below;
use regex::Regex;
use std::path::Path;

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

/// The folders and files with text that people read.
const TEXTS: &str = ".ci ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md Cargo.toml README.md \
    benches docs examples fsm packaging src tests traces wrappers";

#[test]
fn sentences_have_no_odd_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let marks = Regex::new(r"\s*\n\s*(?://[/!]?|#)? *").unwrap();
    let phrases = PHRASES.iter().map(|(phrase, advice)| {
        let regex = Regex::new(&format!("(?i){phrase}")).unwrap();
        (regex, *advice)
    });
    let phrases: Vec<(Regex, &str)> = phrases.collect();
    let mut found = Vec::new();
    let texts = TEXTS.split(' ');
    let all = texts.flat_map(|path| files_below(&root.join(path)));
    for path in all.filter(|path| !path.ends_with("prose.rs")) {
        // Some files are not text.
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let path = path.display();
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
