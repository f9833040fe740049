//! The rules that `corpus show` finds in a corpus.

use crate::common::{Run as _, run};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Reads signatures of entries, and prints rules in the format of the program.
const RULES: &str = r#"
import re, sys
from efficient_apriori import apriori
entries = [tuple(re.findall(r"\([^)]*\)", line.split(": ", 1)[1])) for line in sys.stdin]
for rule in apriori(entries, min_support=1 / len(entries), min_confidence=0.5, max_length=3)[1]:
    print(rule.count_full, f"{rule.confidence:.3f}", *rule.lhs, "=>", *rule.rhs)
"#;

/// The rules of the regression traces are those that a package mines from the same signatures.
#[test]
fn rules_are_those_of_an_independent_implementation() {
    let folder = TempDir::new().unwrap();
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let corpus = path("corpus");
    run(["corpus", "add", traces.to_str().unwrap(), "--out", &corpus]).with_code(0);
    let show = |more: &[&str]| {
        let args = ["corpus", "show", &*corpus].into_iter();
        run(args.chain(more.iter().copied())).with_code(0).out
    };
    let lines = |text: &str| {
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.collect::<BTreeSet<String>>()
    };
    let shown = show(&["--rules", "--support", "1", "--rows", "0"]);
    let (_, rules) = shown.split_once("\nrules: ").unwrap();
    let (_, rules) = rules.split_once("share\n").unwrap();
    let ours = lines(rules);

    let packages = path("packages");
    let words = ["-m", "pip", "install", "-q", "--target", &packages];
    let installed = Command::new("python3")
        .args(words)
        .arg("efficient-apriori==2.0.6")
        .done();
    installed.with_code(0);
    let mut python = Command::new("python3")
        .args(["-c", RULES])
        .env("PYTHONPATH", &packages)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start();
    python.feed(show(&["--signatures"]).as_bytes());
    let theirs = lines(&python.wait().with_code(0).out);
    assert!(ours.len() > 100, "{shown}");
    assert_eq!(ours, theirs);
}
