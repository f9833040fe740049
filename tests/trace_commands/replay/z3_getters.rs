//! The getters of Z3 agree on values at the edges of their ranges: `z3-inspect` reports no bug.

use crate::common::run_with_input;

#[test]
fn getters_agree_on_characters_at_the_edges() {
    let mut trace = String::from("# solver: z3\n0 new\n0 mk-sort SORT_STRING\n   return s1\n");
    let mut calls = Vec::new();
    for (n, char) in (1..).zip(["0", "1", "7f", "80", "ff", "100", "2ffff"]) {
        let value = format!("mk-value s1 \"a\\u{{{char}}}b\"");
        trace += &format!("0 {value}\n   return t{n}\n0 z3-inspect t{n}\n");
        calls.extend([value, format!("return t{n}"), format!("z3-inspect t{n}")]);
    }
    let done = run_with_input("replay --verbose -", trace.as_bytes()).with_code(0);
    // Each value was made and inspected, and there are no notes on any call.
    let lines = done.out.lines().map(str::trim_start);
    let lines: Vec<&str> = lines
        .map(|line| line.strip_prefix("0 ").unwrap_or(line))
        .filter(|line| !line.starts_with("# "))
        .collect();
    let expected = ["new", "mk-sort SORT_STRING", "return s1"].into_iter();
    let expected: Vec<&str> = expected.chain(calls.iter().map(String::as_str)).collect();
    assert_eq!(lines, expected);
}
