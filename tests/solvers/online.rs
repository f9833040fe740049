//! `smt2` online: the solver is a program behind pipes. More tests are in `tests/cases/online/`.

use crate::common::{Run as _, fake_solver, findings, program, read, run};

/// The trace of a finding has the solver's command in its header and replays with it.
#[test]
fn findings_replay_by_the_command_in_their_header() {
    let folder = tempfile::tempdir().unwrap();
    let solver = fake_solver("crash");
    let mut campaign = program(["--solver", &solver, "-m", "3", "-s", "1", "-q", "--out"]);
    campaign.arg(folder.path()).done().with_code(1);
    let mut findings = findings(folder.path()).into_iter();
    let crash = findings.find(|finding| finding.to_string_lossy().contains("/crash-"));
    let trace = crash.unwrap().join("full.trace");
    let text = read(&trace);
    assert!(text.contains(&format!("# solver: {solver}\n")), "{text}");
    run(["replay", trace.to_str().unwrap()]).with_error(1, &["crash: SIGSEGV"]);
}
