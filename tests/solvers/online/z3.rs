//! `smt2` online with the `z3` program that is installed with its library.

use crate::common::{run_on, words};

/// A function whose values are asserted at two points only.
const TRACE: &str = include_str!("../../data/online/function.trace");

#[test]
fn values_of_functions_are_read() {
    let path = words("solvers path --program z3").with_code(0);
    let solver = format!("smt2='{}' -in", path.out.trim());
    let line = ["replay", "-", "--verbose", "--solver", &solver];
    let replay = run_on(line, TRACE.as_bytes()).with_code(0);
    let notes = replay.out.lines().filter(|line| line.starts_with("#= "));
    let values: Vec<&str> = notes.filter(|note| !note.contains(" t2 ")).collect();
    let expected = [
        "#= sat",
        "#= value t4 \"-7\"",
        "#= value t8 \"9\"",
        "#= value t9 false",
    ];
    assert_eq!(values, expected, "{}", replay.out);
}
