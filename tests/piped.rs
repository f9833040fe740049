//! `smt2` online with Z3's own program, which comes with its library.

use std::io::Write;
use std::process::{Command, Stdio};

/// A function whose values at two points, and at no other, are asserted.
const TRACE: &str = "\
1 new
1 set-option produce-models true
1 mk-sort SORT_BOOL
      return s1
1 mk-sort SORT_INT
      return s2
1 mk-sort SORT_FUN s2 s1 s2
      return s3
1 mk-const s3 \"f\"
      return t1
1 mk-const s1 \"p\"
      return t2
1 mk-value s2 \"5\"
      return t3
1 mk-term OP_UF_APPLY SORT_INT 3 t1 t3 t2
      return t4 s2
1 mk-value s2 \"-7\"
      return t5
1 mk-term OP_EQUAL SORT_BOOL 2 t4 t5
      return t6 s1
1 assert-formula t6
1 check-sat
1 get-value 3 t1 t2 t4
1 delete
";

fn murxla() -> Command {
    Command::new(env!("CARGO_BIN_EXE_murxla-rs"))
}

#[test]
fn values_of_functions_are_read() {
    let path = murxla()
        .args(["solvers", "path", "--program", "z3"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&path.stderr);
    assert!(path.status.success(), "Z3's program cannot be had: {said}");
    let program = String::from_utf8(path.stdout).unwrap();
    let solver = format!("smt2='{}' -in", program.trim());
    let mut replay = murxla()
        .args(["replay", "-", "--solver", &solver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    replay
        .stdin
        .take()
        .unwrap()
        .write_all(TRACE.as_bytes())
        .unwrap();
    let output = replay.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}{complaints}");
    assert!(said.contains("#= value t4 \"-7\""), "{said}");
}
