//! `translate --to c`: the programs made from regression traces compile without warnings and
//! without headers. They show the same bugs as the traces.

use crate::common::c_program::{built, shows};
use crate::common::run;
use std::path::{Path, PathBuf};

/// For each solver, a trace of a crash and traces of wrong results.
const TRACES: &[&str] = &[
    "z3/segfault-nested-div-5.4.0",
    "z3/bvsmulo-4.8.5",
    "z3/optimum-unbounded-5.4.0",
    "z3/print-set-difference-5.4.0",
    "cvc5/ho-strings-care-graph-1.4.2",
    "cvc5/seq-extract-overflow-1.2.0",
    "cvc5/fp-rti-unsat-1.4.2",
    "cvc5/set-card-value-1.4.2",
    "cvc5/fp-small-literal-1.2.0",
    "bitwuzla/lambda-of-a-function",
    "bitwuzla/core-after-simplify-term",
    "yices/mcsat-bvshl-2.6.5",
    "yices/mcsat-interpolant-2.6.5",
    "yices/mcsat-ceiling-2.6.5",
    "boolector/shared-quantifier",
    "boolector/dump-is-not-read",
    "boolector/read-of-an-earlier-check",
];

/// Z3 prints a term that has more than one reference as a definition, so a plain program prints
/// another text.
const DEPENDS_ON_REFERENCES: &str = "z3/print-set-difference-5.4.0";

/// Programs made from a solver's traces show the same bugs as the traces.
fn programs_of(solver: &str) {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_solver = |name: &&&str| name.split('/').next() == Some(solver);
    let names: Vec<&&str> = TRACES.iter().filter(of_solver).collect();
    assert!(!names.is_empty(), "{solver}");
    let mut wrong = Vec::new();
    for name in names {
        let trace = root.join("traces").join(format!("{name}.trace"));
        let program: PathBuf = folder.path().join(name.replace('/', "-") + ".c");
        let [trace, out] = [&trace, &program].map(|path| path.to_str().unwrap());
        let translate = ["translate", trace, "--to", "c", "--output", out];
        let styles: &[&[&str]] = if *name == DEPENDS_ON_REFERENCES {
            &[&["--all-calls"]]
        } else {
            &[&[], &["--all-calls"]]
        };
        for style in styles {
            run([&translate, *style].concat()).with_code(0);
            let text = std::fs::read_to_string(&program).unwrap();
            if let Err(error) = shows(&program, &text) {
                wrong.push(format!("{name} {style:?}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// One test for each solver, so that they run in parallel.
macro_rules! solvers {
    ($($solver:ident)*) => {
        $(
            #[test]
            fn $solver() {
                programs_of(stringify!($solver));
            }
        )*

        #[test]
        fn every_program_belongs_to_a_tested_solver() {
            let solvers = [$(stringify!($solver)),*];
            for name in TRACES {
                let (solver, _) = name.split_once('/').unwrap();
                assert!(solvers.contains(&solver), "{name}");
            }
        }
    };
}

solvers! { bitwuzla boolector cvc5 yices z3 }

/// The program of a leak makes the calls several times, and prints how memory in use grows. Here it
/// does not.
#[test]
fn leaks_are_repeated() {
    let trace = "# finding: leak-00000000\n1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n\
                 1 assert-formula t1\n1 check-sat\n1 delete\n";
    let folder = tempfile::tempdir().unwrap();
    for solver in ["z3", "cvc5", "yices", "boolector"] {
        let paths = [format!("{solver}.trace"), format!("{solver}.c")];
        let [file, program] = paths.map(|name| folder.path().join(name));
        std::fs::write(&file, format!("# solver: {solver}\n{trace}")).unwrap();
        let [file, out] = [&file, &program].map(|path| path.to_str().unwrap());
        run(["translate", file, "--to", "c", "--output", out]).with_code(0);
        let done = built(&program, &std::fs::read_to_string(&program).unwrap());
        let said = done.unwrap().with_code(0).out;
        for repetition in 1..=8 {
            let start = format!("\nrepetition {repetition}: memory in use grows by ");
            assert!(said.contains(&start), "{solver}: {said}");
        }
        let end = "\nThe bug does not show: memory in use does not grow each time.\n";
        assert!(said.ends_with(end), "{solver}: {said}");
        // These calls leak little: Z3 keeps some kilobytes.
        let start = "\nrepetition 8: memory in use grows by ";
        let (_, last) = said.split_once(start).unwrap();
        let kilobytes: i64 = last.split(' ').next().unwrap().parse().unwrap();
        assert!(kilobytes < 100, "{solver}: {said}");
    }
    // Without these calls memory is not freed.
    let program = folder.path().join("cvc5.c");
    let text = std::fs::read_to_string(&program).unwrap();
    let frees = ["delete(solver", "delete(term_manager"];
    let is_kept = |line: &&str| !frees.iter().any(|call| line.contains(call));
    let leaky: String = text.split_inclusive('\n').filter(is_kept).collect();
    std::fs::write(&program, leaky).unwrap();
    let said = built(&program, &text).unwrap().with_code(1).out;
    let end = "\nThe bug shows: memory in use grows each time.\n";
    assert!(said.ends_with(end), "{said}");
}
