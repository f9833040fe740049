//! Wrong answers of the toy that the hidden assignment does not show.

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
