//! The hidden assignment in the output of the program: notes of `replay --explain`, comments and
//! definitions of `translate`. `tests/cases/replay/explained.trace` shows one of each, and
//! `explained_wrong_answer.trace` shows the notes and definitions of a wrong answer.

use crate::common::{run, run_with_input};
use std::fs;
use tempfile::TempDir;

/// The definitions of the hidden assignment make all assertions true, in every theory.
#[test]
fn definitions_of_the_assignment_satisfy_runs() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("planted.json");
    // Runs assert only formulas that the assignment makes true.
    let planted = r#"{"runs": {"free": 0, "planted": 1, "refuted": 0}}"#;
    fs::write(&profile, planted).unwrap();
    let mut checks = 0;
    for seed in 1..=40 {
        let seed = seed.to_string();
        let profile = profile.to_str().unwrap();
        let trace = run(["--solver", "toy", "--seed", &seed, "--profile", profile]).with_code(0);
        let trace = trace.out.as_bytes();
        let explained = run_with_input("replay --explain -", trace).with_code(0);
        let mut groups_with_parameters = String::new();
        for dialect in ["standard", "z3", "cvc5"] {
            let line = format!("translate - --to smt2 --assigned --dialect {dialect}");
            let done = run_with_input(&line, trace);
            // The translation names whatever cannot be written in a dialect.
            let lacks = |what: &str| done.err.contains(what);
            if dialect == "cvc5" && lacks("indexed by arrays")
                || dialect == "z3" && lacks("is not supported by the program of z3")
            {
                continue;
            }
            let script = done.with_code(0).out;
            let of_sorts = ["(declare-sort", "(declare-datatype"];
            let values = |line: &&str| {
                line.starts_with("(declare-") && !of_sorts.iter().any(|s| line.starts_with(s))
            };
            let declared: Vec<&str> = script.lines().filter(values).collect();
            // Elements of parametric sorts such as `(_u1 Int)` have no symbols. Constants of such
            // sorts stay undefined. So do those of a datatype that is declared together with a
            // datatype with parameters, because instances of the latter may be sorts that the trace
            // does not make.
            if dialect == "standard" {
                let is_group =
                    |l: &&str| l.starts_with("(declare-datatypes") && l.contains("(par ");
                groups_with_parameters = script.lines().filter(is_group).collect();
            }
            let has_instances =
                |sort: &str| groups_with_parameters.contains(&format!("({sort} 0)"));
            let stands_in = |line: &&str| {
                let sort = line.rsplit(' ').next().unwrap().trim_end_matches(')');
                ["@", " array", "(_u"].iter().any(|of| line.contains(of)) || has_instances(sort)
            };
            assert!(declared.iter().all(stands_in), "{seed}: {declared:?}");
            let told = |text: &str, comment: &str| text.matches(comment).count();
            let truths = told(&explained.out, "#= formulas true\n");
            let comments = told(&script, "; formulas true\n");
            assert_eq!(comments, truths, "{seed}, {dialect}");
            checks += truths;
        }
    }
    assert!(checks > 60, "{checks}");
}
