//! `translate --to c`: the programs made from regression traces compile without warnings and
//! without headers. They show the same bugs as the traces.

use crate::common::c_program::{built, shows};
use crate::common::{Run as _, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// For each solver, a trace of a crash and traces of wrong results.
const TRACES: &[&str] = &[
    "z3/segfault-nested-div-5.4.0",
    "z3/bvsmulo-4.8.5",
    "z3/optimum-unbounded-5.4.0",
    "z3/print-set-difference-5.4.0",
    "cvc5/ho-strings-care-graph-1.4.2",
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

/// A program that is compiled for one release and run on another one says whether the bug shows
/// there: it does not after a fix, and it cannot tell if an earlier call fails. A call that the
/// library rejects ends the process in cvc5 1.3, and returns an error since 1.4.
#[test]
fn a_program_tells_about_other_releases() {
    let rejected = "cvc5/ho-apply-lambda-1.4.2";
    let unknown = "z3/array-of-sequences-solve-5.4.0";
    // Each program shows the bug on its own release. The last number is the exit code on the other.
    for (trace, release, other, code) in [
        ("z3/bvsmulo-4.8.5", "z3@4.8.5", "z3@5.4.0", 0),
        (unknown, "z3@5.4.0", "z3@4.8.5", 125),
        (rejected, "cvc5@1.3.3", "cvc5@1.4.2", 1),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let trace = format!("{}/traces/{trace}.trace", env!("CARGO_MANIFEST_DIR"));
        let (source, binary) = (folder.path().join("bug.c"), folder.path().join("bug"));
        let out = source.to_str().unwrap();
        let plain = ["--to", "c", "--solver", release, "--output", out];
        run([&["translate", &trace], &plain[..]].concat()).with_code(0);
        for (version, code) in [(release, 1), (other, code)] {
            let library = run(["solvers", "path", version]).with_code(0);
            let library = library.out.trim();
            let mut cc = Command::new("cc");
            cc.arg("-std=c11").arg(&source).arg(library);
            cc.arg("-o").arg(&binary).done().with_code(0);
            let done = Command::new(&binary).env("LD_PRELOAD", library).done();
            assert_eq!(done.code, Some(code), "{trace} {version}: {done:?}");
        }
    }
}

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
