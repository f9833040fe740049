//! Long traces with a bug of the toy, for tests of the minimizer.

/// A trace of the toy with a bug. It has the sorts `s1` (bit-vectors) and `s2` (Bool), with
/// constants `t1` and `t2`. The calls that the bug needs are in order. Unrelated calls before each
/// of them fill the trace up to the given number of lines.
pub(crate) fn planted(options: &[&str], needed: &[&str], lines: usize) -> String {
    let mut text: Vec<String> =
        "# murxla-rs 0.1.0\n# solver: toy\n1 new\n3 set-option incremental true"
            .lines()
            .map(str::to_owned)
            .collect();
    text.extend(
        options
            .iter()
            .map(|option| format!("2 set-option {option}")),
    );
    let rest = "4 mk-sort SORT_BV 8\nreturn s1\n5 mk-const s1 \"_x0\"\nreturn t1\n\
        6 mk-sort SORT_BOOL\nreturn s2\n7 mk-const s2 \"_x1\"\nreturn t2";
    text.extend(rest.lines().map(str::to_owned));
    let mut term = 1000;
    for (place, calls) in needed.iter().chain([&""]).enumerate() {
        while text.len() < lines * (place + 1) / (needed.len() + 1) {
            let [not, made] = [term, term + 1];
            term += 2;
            let padding = format!(
                "8 mk-term OP_BV_NOT SORT_BV 1 t1\nreturn t{not} s1\n\
                 9 mk-term OP_BV_UGE SORT_BOOL 2 t{not} t1\nreturn t{made} s2\n10 push 1\n\
                 11 assert-formula t{made}\n12 check-sat\n13 pop 1"
            );
            text.extend(padding.lines().map(str::to_owned));
        }
        text.extend(calls.lines().map(str::to_owned));
    }
    text.push("14 delete\n".to_owned());
    text.join("\n")
}

/// The options and the calls by which the toy crashes.
pub(crate) const CRASH: (&[&str], &[&str]) = (
    &["bug segfault"],
    &[
        "0 mk-term OP_BV_XOR SORT_BV 2 t1 t1\nreturn t3 s1",
        "0 mk-term OP_BV_ADD SORT_BV 2 t3 t1\nreturn t4 s1",
        "0 mk-term OP_BV_ADD SORT_BV 2 t4 t1\nreturn t5 s1",
        "0 mk-term OP_EQUAL SORT_BOOL 2 t5 t1\nreturn t6 s2",
        "0 assert-formula t6",
    ],
);

/// A trace that ends in a crash.
pub(crate) fn crashing(lines: usize) -> String {
    planted(CRASH.0, CRASH.1, lines)
}
