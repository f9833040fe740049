//! `--cross-check` with several solvers, and with solvers that fail, or reach limits.

use crate::common::wrong_answers::{deep_script, wrong_unsat};
use crate::common::{Done, fake_solver, finding_json, findings, read, run_on, sentence, words};
use std::collections::BTreeSet;
use tempfile::TempDir;

/// The toy says `sat` and `unsat`. The option is for checks with assumptions, and for levels.
const TRACE: &str = include_str!("../data/cross_check/checks.trace");

/// A solver that says `sat` to each check, and misbehaves at the first command that begins with a
/// text.
fn fake(manner: &str, moment: &str) -> String {
    fake_solver(&format!("{manner} '{moment}'"))
}

/// A time limit in seconds that only silence reaches. A solver that is silent, and so uses no CPU
/// time, has four times as long. Programs that answer need a hundredth of it, so the answers also
/// come in time on a busy machine.
const LIMIT: &str = "2";

fn replay(trace: &str, more: &[&str]) -> Done {
    let args = [&["replay", "-", "-t", LIMIT], more].concat();
    run_on(args, trace.as_bytes())
}

#[test]
fn a_limit_costs_one_check() {
    let replay = |moment| replay(TRACE, &["--cross-check", &fake("silence", moment)]);
    // Each of them waits for the limit, so they wait at the same time.
    let moments = ["(check-sat-assuming", "(check-sat)", "(push"];
    let [one, others @ ..] = std::thread::scope(|scope| {
        let waiting = moments.map(|moment| scope.spawn(move || replay(moment)));
        waiting.map(|replay| replay.join().unwrap())
    });
    let why = sentence("exhaustive.sat");
    let words = [
        "one check is not compared: smt2",
        "ended with timeout",
        &format!("reference-wrong-sat the reference smt2 fake 1.0: {why}"),
    ];
    one.with_error(1, &words);
    // The check that is left is the one with the limit, or the limit is in another call.
    let rest = "the rest of the run is not compared: smt2";
    for other in others {
        other.with_error(0, &[rest, "ended with timeout"]);
    }
}

/// A finding names the reference that has shown it, and needs no other one.
#[test]
fn a_finding_needs_one_reference() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    words(&format!(
        "--solver toy --strategy walk --theories bool,bv --seed 1 -m 100 --out {} --minimize \
         --cross-check toy --cross-option bug=segfault --cross-check toy --cross-option bug=wrong-unsat \
         --cross-check toy",
        out.display()
    ))
    .with_code(1);
    let mut bugs = BTreeSet::new();
    for found in findings(&out) {
        let finding = finding_json(&found);
        let kind = finding["kind"].as_str().unwrap().to_owned();
        let bug = match kind.as_str() {
            "reference-crash-SIGSEGV" => "segfault",
            _ => "wrong-unsat",
        };
        let message = finding["message"].as_str().unwrap();
        assert!(message.contains(&format!("with bug={bug}")), "{message}");
        for name in ["full.trace", "min.trace"] {
            let trace = read(&found.join(name));
            let named: Vec<&str> = trace.lines().filter(|l| l.contains("# cross-")).collect();
            let option = format!("# cross-option: bug={bug}");
            assert_eq!(named, ["# cross-check: toy", &option], "{kind}");
            run_on(["replay", "-"], trace.as_bytes()).with_error(1, &[&kind]);
        }
        bugs.insert(bug);
    }
    assert_eq!(bugs, ["segfault", "wrong-unsat"].into());
}

/// The reference says `unsat`, and the hidden assignment of the trace satisfies the formulas.
#[test]
fn a_disagreement_says_who_is_wrong() {
    let script = deep_script();
    let said = (0..8).map(|seed| {
        let seed = seed.to_string();
        let import = ["import", "-", "--solver", "toy", "--seed", &seed];
        let trace = run_on(import, script.as_bytes()).with_code(0).out;
        let wrong = ["--cross-check", "toy", "--cross-option", "bug=wrong-unsat"];
        replay(&trace, &wrong).with_error(1, &["says unsat"]).err
    });
    let said: Vec<String> = said.collect();
    let why = sentence("assignment.unsat");
    let wrong = format!("with bug=wrong-unsat: {why} [BV]");
    for text in [&*wrong, "not decided which answer is wrong"] {
        assert!(said.iter().any(|said| said.contains(text)), "{said:?}");
    }
}

/// The formula has a model, and the hidden assignment is none. The reference is asked for its
/// model.
#[test]
fn a_model_of_the_reference_shows_who_is_wrong() {
    let words =
        "the solver under test, toy, is wrong: the model of the other one satisfies the formulas";
    replay(&wrong_unsat(), &["--cross-check", "toy"]).with_error(1, &[words]);
}

/// The solver under test reaches a limit in each check with assumptions. The answers before are
/// compared.
#[test]
fn answers_before_a_limit_are_compared() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("free.json");
    let free = r#"{ "runs": { "free": 1, "planted": 0, "refuted": 0 },
        "weights": { "again": 0, "levels": 0, "refill": 0, "read-model": 0, "get-value": 0, "print-model": 0,
            "simplify": 0 } }"#;
    std::fs::write(&profile, free).unwrap();
    let silent = fake("silence", "(check-sat-assuming");
    let is_cut = |seed: u32| {
        let out = folder.path().join(seed.to_string());
        let more = format!(
            "--strategy walk --theories bool --seed {seed} -t {LIMIT} -m 1 --cross-check toy \
             --cross-option bug=wrong-unsat --profile {} --out {} --solver",
            profile.display(),
            out.display()
        );
        run_on(more.split(' ').chain([silent.as_str()]), b"").without_error();
        findings(&out).into_iter().any(|found| {
            let finding = finding_json(&found);
            let kinds = ["disagreement", "reference-wrong-unsat"];
            // The call that reached the limit is not in the trace, and neither is the end of the
            // run.
            kinds.iter().any(|kind| finding["kind"] == *kind)
                && finding["reproduces"] == "yes"
                && read(&found.join("full.trace")).ends_with("check-sat\n#= sat\n")
        })
    };
    // One of these runs has an answer before the check with the limit. Most of the time they wait.
    let seeds: Vec<u32> = (33..73).collect();
    let mut groups = seeds.chunks(8);
    assert!(groups.any(|group| {
        std::thread::scope(|scope| {
            let runs = group.iter().map(|seed| scope.spawn(|| is_cut(*seed)));
            let runs: Vec<_> = runs.collect();
            let cut = runs.into_iter().map(|run| run.join().unwrap());
            cut.collect::<Vec<_>>().contains(&true)
        })
    }));
}
