//! `import` turns SMT-LIB scripts into traces with the same meaning.

mod as_written;
mod cvc5;
mod datatypes;
mod lenient;
mod yices;
mod z3;

use crate::common::{Done, Run as _, program, run_on, run_with_input};
use murxla_fsm::action::Context;
use murxla_fsm::edit::read;
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::{Script, lex};
use murxla_wrappers::smt2::{ImportConfig, import};
use nix::sys::signal::Signal;
use std::process::Stdio;
use std::time::Duration;

fn context(solver: &str) -> Context {
    let wrapper = murxla_wrappers::find(solver).unwrap();
    let profile = Profile::load([("smt2", r#"{}"#)]).unwrap();
    Context::new(wrapper, &Unloaded, &profile)
}

/// The calls of an imported script for a solver, with names and notes, without seeds. The trace
/// must be valid.
pub(crate) fn calls(script: &str, solver: &str) -> Result<Vec<String>, String> {
    let context = context(solver);
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect(solver, None),
        ..ImportConfig::default()
    };
    let text = import(script, &context, &config)
        .map_err(|e| e.to_string())?
        .calls;
    let trace: Script = lex(&text).unwrap();
    read(&trace, &context).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let bare = |line: &str| {
        line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
            .to_owned()
    };
    Ok(text.lines().map(bare).collect())
}

/// Asserts that the imported script contains these calls in this order. Other calls may stand
/// between them.
#[track_caller]
pub(crate) fn has(script: &str, wanted: &[&str]) {
    let calls = calls(script, "cvc5").unwrap();
    let mut rest = calls.iter();
    for call in wanted {
        let found = rest.any(|line| line == call);
        assert!(
            found,
            "'{call}' is missing or out of order:\n{}",
            calls.join("\n")
        );
    }
}

/// Asserts that a comment of the trace names a part of the script that is left out, with its place.
#[track_caller]
pub(crate) fn leaves_out(script: &str, part: &str) {
    let calls = calls(script, "cvc5").unwrap();
    let names = |line: &String| line.starts_with("# left out: line ") && line.contains(part);
    assert!(calls.iter().any(names), "{part}:\n{}", calls.join("\n"));
}

/// Asserts that a script is refused with this message.
#[track_caller]
pub(crate) fn refused(script: &str, message: &str) {
    let error = calls(script, "cvc5").unwrap_err();
    assert!(error.contains(message), "no '{message}' in: {error}");
}

fn import_for(solver: &str, script: &str) -> Done {
    run_with_input(&format!("import - --solver {solver}"), script.as_bytes())
}

/// A script with most commands and all syntactic forms of terms.
const SCRIPT: &str = include_str!("../../data/import/all_commands.smt2");

#[test]
fn commands() {
    has(
        SCRIPT,
        &[
            "new",
            "set-option incremental true",
            "set-option produce-models true",
            "set-option produce-unsat-assumptions true",
            "set-logic ALL",
            "mk-sort SORT_UNINTERPRETED U",
            r#"mk-const s1 "u""#,
            r#"mk-fun "twice" 1 t8 t10"#,
            "check-sat",
            "#= sat",
            "print-model",
            "push 1",
            r#"mk-const s3 "x2""#,
            "pop 1",
            r#"mk-const s5 "x2!1""#,
            "#= unsat",
            "get-unsat-assumptions",
            "get-assertions",
            r#"# left out: (echo "that is all")"#,
            "reset-assertions",
            r#"mk-const s5 "x!1""#,
            "reset",
            "set-option produce-unsat-cores true",
            "set-logic QF_BV",
            "get-unsat-core",
            "delete",
        ],
    );
}

/// Solvers give the expected answers on the imported trace (`replay` compares them) and on the
/// script that the trace is translated to. They may answer `unknown` where there are quantifiers.
#[test]
fn answers_are_those_of_the_script() {
    let plain = "(set-logic QF_LIA)(declare-const x Int)(define-fun p ((n Int)) Bool (< n x))
        (set-info :status sat)(assert (p 3))(check-sat)
        (push 1)(set-info :status unsat)(assert (! (p (- x 1)) :named n))(assert (not n))(check-sat)";
    let sorts: [(&str, &[&str]); 2] = [
        (SCRIPT, &["sat", "unsat", "sat", "unsat"]),
        (plain, &["sat", "unsat"]),
    ];
    for (solver, (script, wanted)) in ["cvc5", "z3"]
        .into_iter()
        .flat_map(|s| sorts.map(|p| (s, p)))
    {
        let mut trace = import_for(solver, script).with_code(0).out;
        for _ in 0..2 {
            let replayed = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
            let notes = replayed.out.lines().filter_map(|l| l.strip_prefix("#= "));
            let answers: Vec<&str> = notes
                .filter(|note| ["sat", "unsat", "unknown"].contains(note))
                .collect();
            assert_eq!(answers.len(), wanted.len(), "{solver}: {answers:?}");
            for (answer, wanted) in answers.iter().zip(wanted) {
                let is_open = *answer == "unknown" && script == SCRIPT;
                assert!(answer == wanted || is_open, "{solver}: {answers:?}");
            }
            let script = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
            trace = import_for(solver, &script.out).with_code(0).out;
        }
    }
}

#[test]
fn recursion() {
    let list = "(declare-datatype L ((n) (c (h Int) (t L))))";
    has(
        &format!("{list}(define-fun-rec len ((l L)) Int (ite ((_ is n) l) 0 (+ 1 (len (t l)))))"),
        &["define-funs-rec 1 t1 1 t2 1 t9"],
    );
    has(
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
           ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))",
        &["define-funs-rec 2 t1 t2 2 t3 t10 2 t9 t15"],
    );
    // A recursive constant, and a constant defined together with a function.
    has(
        "(define-fun-rec c () Int (+ c 1))",
        &[
            r#"mk-const s1 "c""#,
            "mk-term OP_INT_ADD SORT_INT 2 t1 t2",
            "mk-term OP_EQUAL SORT_BOOL 2 t1 t3",
            "assert-formula t4",
        ],
    );
    has(
        "(define-funs-rec ((c () Int) (f ((n Int)) Int)) ((f 1) (- n c)))",
        &[
            "define-funs-rec 1 t2 1 t5 1 t6",
            "mk-term OP_EQUAL SORT_BOOL 2 t1 t4",
            "assert-formula t7",
        ],
    );
}

/// A defined function has the right meaning, whichever way the wrapper defines it.
#[test]
fn defined_functions_have_their_meaning() {
    let script = "(set-logic UFNIA)(set-info :status unsat)
        (define-fun f ((n Int)) Int n)(define-fun g ((n Int)) Int n)(define-fun h ((n Int)) Int n)
        (assert (not (forall ((n Int)) (= (f n) (g n) (h n) n))))(check-sat)";
    for seed in 0..20 {
        let import = ["import", "-", "--solver", "z3", "--seed"];
        let args = import
            .map(str::to_owned)
            .into_iter()
            .chain([seed.to_string()]);
        let trace = run_on(args, script.as_bytes()).with_code(0).out;
        run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    }
}

/// Each form of literal, with the call that makes its value.
#[test]
fn literals() {
    for (literal, call) in [
        ("(= 5 0)", r#"mk-value s1 "5""#),
        ("(= (- 5) 0)", r#"mk-value s1 "-5""#),
        ("(= 1.25 0.0)", r#"mk-value s1 "5" "4""#),
        ("(= (/ 1 (- 3)) 0.0)", r#"mk-value s2 "-1" "3""#),
        ("(= #xA5 #x00)", r#"mk-value s1 "10100101" 2"#),
        ("(= #b01 #b00)", r#"mk-value s1 "01" 2"#),
        ("(= (_ bv3 4) #x0)", r#"mk-value s1 "0011" 2"#),
        (
            r#"(= "a""b\u{1F600}\u0041" "")"#,
            r#"mk-value s1 "a""b\u{1f600}A""#,
        ),
        ("(= (_ char #x1F) \"\")", r#"mk-value s1 "\u{1f}""#),
        ("(fp.isNaN (fp #b0 #b01 #b1))", r#"mk-value s3 "0011""#),
        ("(fp.isNaN (_ NaN 2 3))", r#"mk-value s1 "01110""#),
        ("(fp.isNaN (_ +oo 2 3))", r#"mk-value s1 "01100""#),
        ("(fp.isNaN (_ -zero 2 3))", r#"mk-value s1 "10000""#),
        ("(= RNE roundTowardZero)", "mk-value s1 RTZ"),
        ("(= (as ff6 (_ FiniteField 5)) #f2m5)", r#"mk-value s1 "1""#),
        (
            "(= (as seq.empty (Seq Int)) (seq.unit 1))",
            r#"mk-special-value s2 "seq.empty""#,
        ),
        (
            "(set.is_empty (as set.empty (Set Int)))",
            r#"mk-special-value s2 "set.empty""#,
        ),
        (
            "(= ((as const (Array Int Bool)) true) ((as const (Array Int Bool)) false))",
            "mk-term OP_CONST_ARRAY SORT_ARRAY 1 t1 1 s3",
        ),
    ] {
        has(&format!("(assert {literal})"), &[call]);
    }
}

/// The arguments decide which operator a symbol is. If they do not, the sorts that they can be
/// converted to decide.
#[test]
fn symbols() {
    let declared = "(declare-const i Int)(declare-const r Real)(declare-const b (_ BitVec 8))
        (declare-const s (Seq Int))(declare-const p Bool)(declare-const w String)";
    for (term, call) in [
        ("(= (- i) i)", "mk-term OP_INT_NEG SORT_INT 1 t1"),
        ("(= (- i i i) i)", "mk-term OP_INT_SUB SORT_INT 3 t1 t1 t1"),
        ("(< r 1 i)", "mk-term OP_INT_TO_REAL SORT_REAL 1 t1"),
        ("(= (/ i 2) r)", "mk-term OP_REAL_DIV SORT_REAL 2 t8 t9"),
        ("(is_int i)", "mk-term OP_REAL_IS_INT SORT_BOOL 1 t7"),
        (
            "(= ((_ extract 3 0) b) #x1)",
            "mk-term OP_BV_EXTRACT SORT_BV 1 t3 2 3 0",
        ),
        (
            "((_ divisible 3) i)",
            "mk-term OP_INT_IS_DIV SORT_BOOL 1 t1 1 3",
        ),
        (
            "(= ((_ int2bv 8) i) b)",
            "mk-term OP_INT_TO_BV SORT_BV 1 t1 1 8",
        ),
        ("(= (bv2nat b) i)", "mk-term OP_BV_TO_NAT SORT_INT 1 t3"),
        (
            "(= (bvredor b) #b1)",
            "mk-term cvc5-OP_BV_REDOR SORT_BV 1 t3",
        ),
        ("(= (str.len s) i)", "mk-term OP_SEQ_LENGTH SORT_INT 1 t4"),
        (
            "(implies p (and p))",
            "mk-term OP_IMPLIES SORT_BOOL 2 t5 t5",
        ),
        (
            "(str.in.re w ((_ re.loop 1 2) re.allchar))",
            "mk-term OP_RE_LOOP SORT_REGLAN 1 t7 2 1 2",
        ),
        (
            "(fp.isZero ((_ to_fp 5 11) RNE 3))",
            "mk-term OP_FP_TO_FP_FROM_REAL SORT_FP 2 t7 t9 2 5 11",
        ),
        (
            "(set.member i (set.insert 1 2 (as set.empty (Set Int))))",
            "mk-term OP_SET_INSERT SORT_SET 3 t9 t7 t8",
        ),
    ] {
        has(&format!("{declared}(assert {term})"), &[call]);
    }
    let bad = "(exists ((n Int)) (! (> n i) :pattern ((> n 0)) :pattern (p)))";
    leaves_out(&format!("{declared}(assert {bad})"), ": :pattern (");
    // Without integers `1` is a real number.
    has(
        "(set-logic QF_LRA)(declare-const r Real)(assert (< (* 2 r) 1))",
        &[r#"mk-value s1 "2""#],
    );
    has(
        "(set-logic HO_ALL)(declare-fun f (Int Int) Int)
         (assert (= (f 1) (lambda ((x Int)) (f x ((f 1) x)))))",
        &[
            "mk-term OP_HO_APPLY SORT_FUN 2 t1 t2",
            "mk-term OP_LAMBDA SORT_FUN 2 t4 t6",
        ],
    );
}

#[test]
fn errors_name_position_and_cause() {
    for (script, message) in [
        ("", "line 1, column 1: the script has no commands"),
        (
            "(set-logic ALL)\n  (frobnicate)",
            "line 2, column 3: command 'frobnicate' is not supported",
        ),
        (
            "(assert (foo 1))",
            "line 1, column 9: symbol 'foo' is not supported",
        ),
        (
            "(declare-const a Bool)(assert (= 0 (selct a 1)))",
            "symbol 'selct' is not supported; did you mean 'select'?",
        ),
        (
            "(declare-const length Int)(assert (= lenght 1))",
            "symbol 'lenght' is not supported; did you mean 'length'?",
        ),
        (
            "(declare-const x Itn)",
            "sort 'Itn' is not supported; did you mean 'Int'?",
        ),
        (
            "(chek-sat)",
            "command 'chek-sat' is not supported; did you mean 'check-sat'?",
        ),
        (
            "(declare-const i Int)(assert (= i true))",
            "'=' in '(= i true)': argument 2 has sort Bool, but Int is expected",
        ),
        (
            "(declare-const r Real)(assert (< (+ r true) r))",
            "'+' in '(+ r true)': argument 2 has sort Bool, but Real is expected",
        ),
        (
            "(declare-const i Int)(assert (select i 0))",
            "'select' in '(select i 0)': argument 1 has sort Int, but an array is expected",
        ),
        (
            "(assert\n(and true (bvadd 1 2)))",
            "line 2, column 11: 'bvadd' in '(bvadd 1 2)'",
        ),
        (
            "(declare-const é Foo)",
            "line 1, column 18: sort 'Foo' is not supported",
        ),
        ("(assert true", "line 1, column 1: '(' without ')'"),
        ("(assert true))", "line 1, column 14: ')' without '('"),
        (
            "(echo \"no end)",
            "line 1, column 7: the string or quoted symbol does not end",
        ),
        ("(assert 1)", "is not a closed formula"),
        ("(pop 1)", "'pop 1', but 0 levels are open"),
        (
            "(declare-const x (_ BitVec 0))",
            "column 28: the width must be 1 to",
        ),
        (
            "(declare-fun f)",
            "is not of the form (declare-fun name (sorts) sort)",
        ),
        (
            "(declare-datatype D ((c (s D))))",
            "'D' is not well-founded",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (T) ((n)))))(assert (= n n))",
            "'(as …)'",
        ),
        (
            "(declare-fun f (Int) Int)(assert (= f f))",
            "begin with 'HO_' only",
        ),
        (
            "(declare-const x String)(assert (str.from_code x))",
            "argument 1 has sort String",
        ),
    ] {
        refused(script, message);
    }
    let wrong = run_with_input("import -", b"(assert 1)").fails(4, &["-: line 1, column 1"]);
    assert!(wrong.out.is_empty());
    run_with_input("import - --solver foo", b"").fails(2, &["unknown solver 'foo'"]);
    run_on(["import", "no/such/file.smt2"], b"").fails(4, &["cannot read the script"]);
    run_on(["import", "-"], b"(echo \"\xff\")").fails(4, &["not text in UTF-8"]);
}

#[test]
fn options_and_answers_in_comments() {
    let script = "; COMMAND-LINE: --no-bitwise-eq --simplification=none --tlimit-per 500 -q\n\
        ; EXPECT: sat\n; EXPECT: unsat\n(set-logic QF_UF)(check-sat)(assert false)(check-sat)";
    has(
        script,
        &[
            "set-option bitwise-eq false",
            "set-option simplification none",
            "set-option tlimit-per 500",
            "set-option incremental true",
            "check-sat",
            "#= sat",
            "check-sat",
            "#= unsat",
        ],
    );
    let done = run_on(["import", "-", "--option", "seed=7"], script.as_bytes());
    assert!(done.out.contains("set-option seed 7\n"), "{}", done.out);
}

/// With `--values` the trace reads the values of the model, so that the run can check them. The
/// replay of a trace names the calls that the solver does not support.
#[test]
fn models_are_read() {
    let script = "(set-logic QF_BV)(declare-const x (_ BitVec 4))(declare-const p Bool)
        (assert (or p (bvult x #x3)))(check-sat)";
    let done = run_on(
        ["import", "-", "--solver", "toy", "--values"],
        script.as_bytes(),
    )
    .with_code(0);
    assert!(
        done.out.contains(" get-value 4 t1 t2 t5 t4\n"),
        "{}",
        done.out
    );
    let done = run_with_input("replay - --verbose", done.out.as_bytes()).with_code(0);
    assert!(done.out.contains("\n#= value t5 true\n"), "{}", done.out);
    let refused = "; COMMAND-LINE: --ackermann\n(set-logic UF)(assert true)(check-sat)";
    let trace = import_for("cvc5", refused).with_code(0).out;
    let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(4);
    assert!(done.err.contains("left out the rest: "), "{}", done.err);
}

/// Deeply nested terms can be imported. Shared terms stay shared.
#[test]
fn deep_and_shared_terms() {
    const DEPTH: usize = 100_000;
    let (open, close) = ("(not ".repeat(DEPTH), ")".repeat(DEPTH));
    let script = format!("(declare-const p Bool)(assert {open}p{close})");
    assert!(calls(&script, "smt2").unwrap().len() > DEPTH);
    let mut script = "(declare-const x0 Int)(assert ".to_owned();
    for n in 0..200 {
        script.push_str(&format!("(let ((x{} (+ x{n} x{n}))) ", n + 1));
    }
    script.push_str("(> x200 0)");
    script.push_str(&")".repeat(201));
    assert!(calls(&script, "smt2").unwrap().len() < 500);
}

/// Importing a damaged script ends with a trace or an error, never with a panic.
#[test]
fn damaged_scripts() {
    let context = context("cvc5");
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect("cvc5", None),
        ..ImportConfig::default()
    };
    let pieces: Vec<&str> = SCRIPT.split_inclusive([' ', ')', '\n']).collect();
    let mut rng = Rng::new(1);
    for n in 0..3000 {
        let mut some = pieces.clone();
        for _ in 0..1 + n % 4 {
            let (a, b) = (rng.index(some.len()), rng.index(some.len()));
            match rng.index(4) {
                0 => some[a] = some[b],
                1 => some.swap(a, b),
                2 => some.truncate(a.max(1)),
                _ => drop(some.remove(a)),
            }
            if some.is_empty() {
                break;
            }
        }
        if let Ok(trace) = import(&some.concat(), &context, &config) {
            let trace = lex(&trace.calls).unwrap();
            read(&trace, &context).unwrap();
        }
    }
}

/// Translations of generated runs can be imported.
#[test]
fn translations_of_runs() {
    for seed in 0..25 {
        let trace = run_on(["--solver", "smt2", "--seed", &seed.to_string()], b"").with_code(0);
        let script = run_with_input("translate - --to smt2", trace.out.as_bytes()).with_code(0);
        calls(&script.out, "smt2").unwrap_or_else(|e| panic!("{seed}: {e}\n{}", script.out));
    }
}

/// Queries after a check are imported, although a script does not say whether the solver's answer
/// allows them.
#[test]
fn queries_after_checks_are_imported() {
    let script = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n\
        (declare-const x Bool)\n(assert (! x :named a))\n(check-sat)\n(get-value (x))\n\
        (assert (not x))\n(check-sat)\n(get-unsat-core)\n";
    let trace = import_for("z3", script).with_code(0).out;
    let back = run_on(["translate", "-", "--to", "smt2"], trace.as_bytes()).with_code(0);
    for query in ["(get-value (x))", "(get-unsat-core)"] {
        assert!(back.out.contains(query), "{query}: {}", back.out);
    }
}

/// Without a seed for the import, only `new` and the constants have seeds other than 0. With one,
/// more calls have.
#[test]
fn seeds_of_imported_calls() {
    let context = context("smt2");
    let seeds = |seed| {
        let config = ImportConfig {
            seed,
            ..ImportConfig::default()
        };
        let script = "(declare-const x Int) (declare-const y Int) (assert (< x y)) (check-sat)";
        let trace = import(script, &context, &config).unwrap().calls;
        let seed = |line: &str| line.split_whitespace().next()?.parse::<u32>().ok();
        trace.lines().filter_map(seed).collect::<Vec<_>>()
    };
    let plain = seeds(None);
    let drawn = plain.iter().filter(|seed| **seed > 0).count();
    assert_eq!(
        (plain.len(), drawn),
        (9, 3),
        "new and two constants: {plain:?}"
    );
    assert!(seeds(Some(1)).iter().filter(|seed| **seed > 0).count() > drawn);
}

/// Names of terms are calls where the solver's API has them, and comments elsewhere.
#[test]
fn names_of_terms() {
    let script =
        "(declare-const a (_ BitVec 4)) (assert (! (= a #x1) :named one)) (assert one) (check-sat)";
    for (solver, action) in [
        ("boolector", Some("btor-set-symbol")),
        ("yices", Some("yices-set-symbol")),
        ("z3", None),
    ] {
        let line = format!("import - --solver {solver}");
        let trace = run_with_input(&line, script.as_bytes()).with_code(0).out;
        let named = action.map(|action| format!("{action} t3 \"one\"\n"));
        let lines: Vec<&str> = trace
            .lines()
            .filter(|l| l.contains("-set-symbol"))
            .collect();
        assert_eq!(
            lines.len(),
            usize::from(action.is_some()),
            "{solver}: {trace}"
        );
        let kept = named.unwrap_or("# named one: t3\n".to_owned());
        assert!(trace.contains(&kept), "{trace}");
        // Names change no result, so a script is complete without them.
        let args = ["translate", "-", "--to", "smt2", "--strict"];
        let script = run_on(args, trace.as_bytes()).with_code(0).out;
        assert!(!script.contains("left out"), "{script}");
        let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
        assert!(done.out.contains("#= sat"), "{}", done.out);
    }
}

/// Numerals may be long. The time for them is nearly linear.
#[test]
fn long_numerals() {
    let digits = "7".repeat(200_000);
    let script = format!(
        "(declare-const x Real)(assert (< x {digits}.0))(assert (< x 0.{digits}))(check-sat)"
    );
    let trace = run_on(["import", "-"], script.as_bytes()).with_code(0).out;
    assert!(trace.contains(&digits));
    let back = run_on(["translate", "-", "--to", "smt2"], trace.as_bytes()).with_code(0);
    assert!(back.out.contains(&digits));
}

/// Ctrl-C ends an import that waits for its script.
#[test]
fn an_interrupt_ends_an_import() {
    let import = program(["import", "-"]).stdin(Stdio::piped()).start();
    // So that the program handles signals. If it does not yet, the signal ends it, too.
    std::thread::sleep(Duration::from_millis(300));
    import.signal(Signal::SIGINT);
    assert_eq!(import.wait().signal, Some(Signal::SIGINT as i32));
}
