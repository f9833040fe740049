//! Traces in the format of the C++ murxla can be read and replayed. Messages name the calls that
//! cannot be replayed.

/// Runs the program with a trace on stdin: exit code, stdout, stderr.
fn run(args: &[&str], trace: &str) -> (i32, String, String) {
    let done = crate::common::run_on(args, trace.as_bytes());
    (done.code.unwrap(), done.out, done.err)
}

const STRICT: &[&str] = &["replay", "-", "-v", "--solver", "toy"];
const LENIENT: &[&str] = &["replay", "-", "-v", "--solver", "toy", "--lenient"];

/// A trace without seeds, with gaps in the ids, names without quotes, a sort made twice, options of
/// another solver, and a crash in the last line.
#[test]
fn generic_calls_replay() {
    let trace = include_str!("../../data/foreign/generic.trace");
    let (code, out, err) = run(STRICT, trace);
    assert_eq!(code, 0, "{err}\n{out}");
    assert!(out.contains("mk-term OP_IFF SORT_BOOL 2 t22 t22\n      return t23 s21\n"));
}

/// If a solver simplifies, murxla's trace may give the result the id of an earlier term, whose sort
/// may be a subsort.
#[test]
fn simplified_results_get_new_ids() {
    let trace = include_str!("../../data/foreign/simplified.trace");
    let (code, out, err) = run(STRICT, trace);
    assert_eq!(code, 0, "{err}\n{out}");
    // Ids that the trace does not use.
    assert!(out.contains("mk-term OP_ITE SORT_BOOL 3 t1 t1 t1\n      return t10 s5\n"));
    assert!(out.contains("mk-term OP_INT_TO_REAL SORT_REAL 1 t6\n      return t11 s6\n"));
}

/// String literals in each notation, operators without arguments, and string operators of cvc5.
#[test]
fn strings_replay() {
    let trace = include_str!("../../data/foreign/strings.trace");
    let trace = trace.replacen('\n', "\n1 new\n", 1);
    let (code, out, err) = run(STRICT, &trace);
    assert_eq!(code, 0, "{err}\n{out}");
    assert!(
        out.contains("mk-value s2 \"aAB \\u{df}\\u{5c}\"\n"),
        "{out}"
    );
    assert!(out.ends_with("#= unsat\n"), "{out}");
    let own = trace.replace(
        "OP_RE_ALL SORT_REGLAN 0",
        "cvc5-OP_STRING_REV SORT_STRING 1 t1",
    );
    let (code, _, err) = run(STRICT, &own);
    assert_eq!(code, 4, "{err}");
    assert!(
        err.contains("operator 'cvc5-OP_STRING_REV' is not supported by toy"),
        "{err}"
    );
}

/// Murxla asks the solver whether an option is on. Some solvers do not have the option.
#[test]
fn options_that_calls_need_stay_on() {
    let trace = "set-murxla-options --bitwuzla\n\
                 1 new\n2 set-option incremental false\n3 check-sat\n4 check-sat\n5 print-model\n";
    let (code, out, err) = run(STRICT, trace);
    assert_eq!(code, 0, "{err}\n{out}");
    let skipped = "#= skipped set-option: line 3, column 3: 'incremental' stays on, because calls \
                   of the trace need it";
    assert!(out.contains(skipped), "{out}");
    assert!(out.contains("print-model\n"));
}

/// Floating-point numbers given by their bits, special values given by name, rounding modes, and
/// formats as indices.
#[test]
fn floating_point_calls_replay() {
    let trace = include_str!("../../data/foreign/floating_point.trace");
    let (code, out, err) = run(STRICT, trace);
    assert_eq!(code, 0, "{err}\n{out}");
    assert!(out.ends_with("#= sat\n"), "{out}");
    let wrong = trace.replace("SORT_FP 1 t5 2 5 11", "SORT_FP 1 t5 2 5 12");
    let (code, _, err) = run(STRICT, &wrong);
    let message = "OP_FP_TO_FP_FROM_BV argument 1 has sort (_ BitVec 16)";
    assert!(code == 4 && err.contains(message), "{err}");
}

/// Murxla's wrappers adapt the indices of operators that only one solver has. The sort of the
/// result in the trace is the solver's. In Yices, integers are real numbers.
#[test]
fn indices_of_extension_operators_are_adapted() {
    let trace = include_str!("../../data/foreign/extension_indices.trace");
    let yices = &["replay", "-", "-v", "--solver", "yices"];
    let (code, out, err) = run(yices, trace);
    assert_eq!(code, 0, "{err}\n{out}");
    assert!(out.ends_with("#= sat\n"), "{out}");
    for fitted in [
        "BITEXTRACT SORT_BOOL 1 t1 1 7\n",
        "SHIFT_LEFT0 SORT_BV 1 t1 1 4\n",
        "yices-OP_REAL_FLOOR SORT_INT 1 t2\n      return t5 s3\n",
        "OP_REAL_ADD SORT_REAL 2 t2 t2\n      return t7 s2\n",
        // Murxla draws this value with the seed of the call.
        "OP_REAL_RPOLY SORT_REAL 3 t2 t7 t2 1 12\n",
    ] {
        assert!(out.contains(fitted), "{fitted}\n{out}");
    }
    // In a trace of murxla-rs, indices are not adapted.
    let own = trace.split_once('\n').unwrap().1;
    let (code, _, err) = run(yices, own);
    assert!(code == 4 && err.contains("index 1 is"), "{err}");
}

/// Murxla's wrappers convert arguments of other sorts, but its traces do not contain the
/// conversion. So the calls for it are made in the replay, whose trace has them.
#[test]
fn arguments_that_murxla_converts_are_converted() {
    let head = "1 new\n2 mk-sort SORT_BOOL\n  return s1\n3 mk-sort SORT_BV 64\n  return s2\n\
                4 mk-sort SORT_INT\n  return s3\n5 mk-const s1 \"_x0\"\n  return t1\n\
                6 mk-const s2 \"_x1\"\n  return t2\n";
    let condition = (
        "cvc5",
        "7 mk-term cvc5-OP_BV_ITE SORT_BV 3 t2 t2 t2\n  return t3 s2\n",
        &[
            "OP_BV_EXTRACT SORT_BV 1 t2 2 0 0\n",
            "cvc5-OP_BV_ITE SORT_BV 3 t4 t2 t2\n",
        ][..],
    );
    let formulas = (
        "yices",
        "7 mk-term yices-OP_BVARRAY SORT_BV 2 t1 t1\n  return t3 s4\n",
        &[
            "yices-OP_BVARRAY SORT_BV 1 t1\n",
            "OP_BV_CONCAT SORT_BV 2 t5 t4\n",
        ][..],
    );
    let bits = (
        "boolector",
        "7 mk-term OP_BV_CONCAT SORT_BV 3 t1 t2 t1\n  return t3 s4\n",
        &[
            "OP_ITE SORT_BV 3 t1 t4 t5\n",
            "OP_BV_CONCAT SORT_BV 3 t6 t2 t7\n",
        ][..],
    );
    let set = (
        "cvc5",
        "7 mk-sort SORT_SET s3\n  return s5\n8 mk-const s5 \"_x2\"\n  return t3\n\
         9 mk-const s3 \"_x3\"\n  return t6\n10 mk-term OP_BAG_COUNT SORT_INT 2 t6 t3\n  return t4 s3\n",
        &[
            "OP_SET_MEMBER SORT_BOOL 2 t6 t3\n",
            "OP_ITE SORT_INT 3 t9 t7 t8\n",
        ][..],
    );
    for (solver, line, converted) in [condition, formulas, bits, set] {
        let flag = if solver == "boolector" {
            "btor"
        } else {
            solver
        };
        let head = match solver {
            // It has no integers.
            "boolector" => head.replace("4 mk-sort SORT_INT\n  return s3\n", ""),
            _ => head.to_owned(),
        };
        let trace =
            format!("set-murxla-options --{flag}\n{head}{line}11 check-sat\n#= sat\n12 delete\n");
        let (code, out, err) = run(&["replay", "-", "-v"], &trace);
        assert_eq!(code, 0, "{solver}: {err}\n{out}");
        for call in converted {
            assert!(out.contains(call), "{solver}: {call}\n{out}");
        }
        // In a trace of murxla-rs, nothing is converted.
        let own = trace.split_once('\n').unwrap().1;
        assert_eq!(
            run(&["replay", "-", "--solver", solver], own).0,
            4,
            "{solver}"
        );
    }
}

/// What Murxla converts in a way that is not known is named. The trace blocks a model although it
/// has not made the sort Bool.
#[test]
fn arguments_that_murxla_converts_are_named() {
    let trace = include_str!("../../data/foreign/converted_arguments.trace");
    let (code, out, err) = run(
        &["replay", "-", "-v", "--solver", "cvc5", "--lenient"],
        trace,
    );
    assert!(
        code == 4 && err.starts_with("left out mk-term: line 8, column 3: cvc5-OP_BV_REDAND "),
        "{err}"
    );
    let last = ", which the original converts\nended well: sat; calls left out: 1\n";
    assert!(err.ends_with(last), "{err}");
    assert!(!out.contains("skipped"), "{out}");
}

const UNSUPPORTED: &str = include_str!("../../data/foreign/unsupported.trace");

#[test]
fn unsupported_parts_are_named() {
    let (code, _, err) = run(STRICT, UNSUPPORTED);
    assert_eq!(code, 4);
    assert!(
        err.contains("line 3, column 11: sort 'SORT_OTHER' is not supported by murxla-rs"),
        "{err}"
    );

    let (code, out, err) = run(LENIENT, UNSUPPORTED);
    let toy = concat!("toy ", env!("CARGO_PKG_VERSION"));
    let expected = format!(
        "left out mk-sort: line 3, column 11: sort 'SORT_OTHER' is not supported by murxla-rs\n\
        left out mk-const: line 5, column 12: needs s1, which was left out\n\
        left out mk-term: line 11, column 32: needs t1, which was left out\n\
        left out btor-opt-iterator: line 13, column 3: action 'btor-opt-iterator' is not supported by {toy}\n\
        left out mk-term: line 14, column 11: operator 'cvc5-OP_INT_POW2' is not supported by {toy}\n\
        left out assert-formula: line 16, column 18: needs t3, which was left out\n\
        ended well: sat; calls left out: 6\n"
    );
    assert_eq!((code, err.as_str()), (4, &*expected), "{out}");
    assert!(out.contains("assert-formula t2\n"));
    assert!(out.ends_with("#= sat\n"), "{out}");
}

/// Translations contain the answers noted in the trace. They name what was left out.
#[test]
fn translations_have_answers_and_omissions() {
    let trace = format!("{UNSUPPORTED}#= sat\n12 delete\n");
    let args = ["translate", "-", "--to", "smt2", "--dialect", "standard"];
    let strict = [&args[..], &["--strict"]].concat();
    assert_eq!(run(&strict, &trace).0, 4);
    let (code, out, err) = run(&args, &trace);
    assert_eq!((code, err.lines().count()), (0, 6), "{err}");
    let gap = "; left out assert-formula: line 16, column 18: needs t3, which was left out\n";
    assert!(out.contains(gap), "{out}");
    assert!(out.ends_with("(assert _x1)\n(check-sat)\n; sat\n"), "{out}");
}
