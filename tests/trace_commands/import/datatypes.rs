//! Datatypes whose fields are arrays, sequences, sets and bags of the datatypes themselves.

use super::{calls, context, has, import_for, refused};
use crate::common::run_with_input;
use murxla_fsm::edit::read;
use murxla_fsm::trace::{lex, write_call};

/// Trees with branches by number.
const ROSE: &str =
    "(declare-datatypes ((Rose 0)) (((Tip) (Branch (sub (Array Int Rose)) (more (Seq Rose))))))
    (declare-const r Rose)
    (declare-const s Rose)
    (assert ((_ is Branch) r))
    (assert (= (select (sub r) 2) Tip))
    (assert (= (more r) (seq.unit s)))
    (set-info :status sat)
    (check-sat)
    (assert (distinct (seq.nth (more r) 0) s))
    (set-info :status unsat)
    (check-sat)";

/// Datatypes with parameters that refer to each other.
const WOOD: &str = "(declare-datatypes ((Wood 1) (Part 1)) (
      (par (X) ((Trees (parts (Array Int (Part X)))) (Bare)))
      (par (Y) ((Leaf) (Tree (label Y) (by (Array Int (Array Y (Wood Y)))))))))
    (declare-const w (Wood Int))
    (assert (= (select (parts w) 3) (as Leaf (Part Int))))
    (assert ((_ is Trees) w))
    (set-info :status sat)
    (check-sat)
    (assert (distinct (Trees (parts w)) w))
    (set-info :status unsat)
    (check-sat)";

#[test]
fn fields_are_composed_of_datatypes() {
    has(
        ROSE,
        &[
            "set-option dt-nested-rec true",
            r#"mk-sort SORT_DT 1 "Rose" 0 2 "Tip" 0 "Branch" 2 "sub" SORT_ARRAY s1 s(nil) "more" SORT_SEQ s(nil)"#,
            "mk-sort SORT_ARRAY s1 s2",
            "mk-sort SORT_SEQ s2",
        ],
    );
    has(
        WOOD,
        &[
            r#"mk-sort SORT_DT 2 "Wood" 1 s"X" 2 "Trees" 1 "parts" SORT_ARRAY s1 s<"Part"> 1 s"X" "Bare" 0 "Part" 1 s"Y" 2 "Leaf" 0 "Tree" 2 "label" s"Y" "by" SORT_ARRAY s1 SORT_ARRAY s"Y" s<"Wood"> 1 s"Y""#,
        ],
    );
    has(
        "(declare-datatype T ((leaf) (node (s (Set T)) (b (Bag (Set T))))))",
        &[
            r#"mk-sort SORT_DT 1 "T" 0 2 "leaf" 0 "node" 2 "s" SORT_SET s(nil) "b" SORT_BAG SORT_SET s(nil)"#,
        ],
    );
    // Parameters are inferred from the parts.
    has(
        "(declare-datatypes ((P 1)) ((par (X) ((c (s (Seq X)))))))(declare-const x (Seq Int))(assert (= (c x) (c x)))",
        &["mk-sort SORT_SEQ s2", "instantiate-sort s1 s2"],
    );
    let own_sort = "(declare-sort Array 1)(declare-datatype T ((c (s (Array T)))))";
    refused(own_sort, "may be composed of datatypes");
    refused(
        "(declare-datatype T ((leaf) (node (s (Tuple Int T)))))",
        "column 38: '(Tuple Int T)': only arrays, sequences, sets, bags and nullables",
    );
    refused(
        "(declare-datatype T ((leaf) (node (s (Array T Bool)))))",
        "'s' has a datatype of its own declaration as the index of an array",
    );
    refused(
        "(declare-datatype T ((node (s (Seq T)))))",
        "'T' is not well-founded",
    );
    refused(
        "(declare-datatype T ((leaf) (node (s (Seq T T)))))",
        "'s' has a wrong number of sort arguments",
    );
    let deep = format!("{}T{}", "(Seq ".repeat(90), ")".repeat(90));
    let deep = format!("(declare-datatype T ((leaf) (node (s {deep}))))");
    assert!(
        calls(&deep, "cvc5")
            .unwrap_err()
            .contains("'s' nests too deep")
    );
}

/// Solvers give the expected answers on the trace, and on the script that it is translated to.
#[test]
fn composed_fields_are_replayed() {
    for (solver, script) in ["cvc5", "z3"]
        .into_iter()
        .flat_map(|s| [(s, ROSE), (s, WOOD)])
    {
        let mut trace = import_for(solver, script).with_code(0).out;
        for _ in 0..2 {
            let replayed = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
            let answers = replayed.out.lines().filter(|line| line.starts_with("#= "));
            let answers: Vec<&str> = answers.filter(|line| line.ends_with("sat")).collect();
            assert_eq!(answers, ["#= sat", "#= unsat"], "{solver}");
            let script = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
            trace = import_for(solver, &script.out).with_code(0).out;
        }
    }
    let set = "(declare-datatype T ((leaf) (node (s (Set T)))))(check-sat)";
    let trace = import_for("z3", set).with_code(0).out;
    run_with_input("replay -", trace.as_bytes()).fails(
        4,
        &["a set of a datatype in its own declaration is not supported by z3"],
    );
}

/// Traces are read as they are written, also where a datatype is an argument of another one.
#[test]
fn traces_have_composed_fields() {
    let context = context("cvc5");
    let read = |field: &str| {
        let trace = format!(
            "1 new\n2 mk-sort SORT_INT\nreturn s1\n\
             3 mk-sort SORT_DT 2 \"A\" 1 s\"P\" 1 \"a\" 1 \"p\" s\"P\" \"B\" 0 2 \"n\" 0 \"b\" 1 \"f\" {field}\nreturn s2 s3\n"
        );
        let steps = read(&lex(&trace).unwrap(), &context).map_err(|error| error.to_string())?;
        let mut written = String::new();
        write_call(&mut written, &steps[2].call, &context.ops);
        Ok::<_, String>(written)
    };
    for field in [
        "SORT_ARRAY s1 s(nil)",
        "SORT_BAG SORT_SET s(nil)",
        "SORT_NULLABLE SORT_SEQ s(nil)",
        "s<\"A\"> 1 SORT_SEQ s(nil)",
        "SORT_SEQ s<\"A\"> 1 s(nil)",
    ] {
        let written = read(field).unwrap();
        assert!(written.contains(&format!("\"f\" {field}\n")), "{written}");
    }
    for (field, message) in [
        ("SORT_ARRAY s(nil) s1", "as the index of an array"),
        ("SORT_ARRAY s1", "a sort is missing"),
        ("SORT_INT s(nil)", "'SORT_INT' is not a sort made before"),
        ("SORT_SEQ s<\"C\"> 0", "no datatype 'C' is declared here"),
        (
            "SORT_SEQ s<\"A\"> 0",
            "'f' has a wrong number of sort arguments",
        ),
        (&"SORT_SEQ ".repeat(100_000), "the sort nests too deep"),
    ] {
        let error = read(field).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}
