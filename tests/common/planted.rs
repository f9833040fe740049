//! Traces and scripts with a bug of the toy, for tests of the minimizer and of replays.

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

/// A satisfiable script to which the toy with `bug=wrong-unsat` answers `unsat`. Half of the values
/// of the constant satisfy it, but not those that the oracle tries.
pub(crate) fn deep_script() -> String {
    let deep = "(ite a a (ite a a (ite a a (ite a a (ite a a (ite a a a))))))";
    let deep = deep.replace('a', "(bvult (bvsub x #x0008) #x8000)");
    format!("(declare-const x (_ BitVec 16))(assert {deep})(check-sat)")
}

/// A wrong `unsat` of the toy, as an imported script would have it: the script says `sat`. One
/// formula is true for a single value of a wide bit-vector, which neither the hidden assignment nor
/// the oracle that tries some values has. So nothing shows that the answer is wrong. Without that
/// formula, the hidden assignment does.
pub(crate) fn wrong_unsat() -> String {
    let mut trace = "# solver: toy\n1 new\n2 set-option bug wrong-unsat\n3 mk-sort SORT_BOOL\nreturn s1\n\
         3 mk-sort SORT_BV 16\nreturn s2\n4 mk-const s2 \"_x0\"\nreturn t1\n5 mk-const s2 \"_x1\"\nreturn t2\n\
         5 mk-value s2 \"4660\" 10\nreturn t3\n5 mk-term OP_EQUAL SORT_BOOL 2 t1 t3\nreturn t4 s1\n\
         5 mk-term OP_BV_SLT SORT_BOOL 2 t2 t3\nreturn t5 s1\n\
         7 mk-term OP_NOT SORT_BOOL 1 t5\nreturn t7 s1\n\
         8 mk-term OP_OR SORT_BOOL 2 t5 t7\nreturn t8 s1\n9 assert-formula t4\n"
        .to_owned();
    for term in 9..15 {
        let before = term - 1;
        trace.push_str(&format!(
            "1 mk-term OP_ITE SORT_BOOL 3 t{before} t{before} t{before}\nreturn t{term} s1\n"
        ));
    }
    trace + "9 assert-formula t14\n9 check-sat\n#= sat\n9 delete\n"
}
