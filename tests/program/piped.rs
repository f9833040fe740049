//! `smt2` online with the `z3` program that is installed with its library.

use crate::common::{run_on, words};

/// A function whose values are asserted at two points only.
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

#[test]
fn values_of_functions_are_read() {
    let path = words("solvers path --program z3").with_code(0);
    let solver = format!("smt2='{}' -in", path.out.trim());
    let line = ["replay", "-", "--verbose", "--solver", &solver];
    let replay = run_on(line, TRACE.as_bytes()).with_code(0);
    assert!(replay.out.contains("#= value t4 \"-7\""), "{}", replay.out);
}
