//! The getters of Z3 agree on values at the edges of their ranges: `z3-inspect` reports no bug.

use crate::common::run;
use std::fs;

#[test]
fn getters_agree_on_characters_at_the_edges() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("strings.trace");
    let mut text = String::from("# solver: z3\n0 new\n0 mk-sort SORT_STRING\n   return s1\n");
    for (n, char) in ["0", "1", "7f", "80", "ff", "100", "2ffff"]
        .into_iter()
        .enumerate()
    {
        let term = n + 1;
        text += &format!(
            "0 mk-value s1 \"a\\u{{{char}}}b\"\n   return t{term}\n0 z3-inspect t{term}\n"
        );
    }
    fs::write(&trace, text).unwrap();
    run(["replay", trace.to_str().unwrap()]).with_code(0);
}
