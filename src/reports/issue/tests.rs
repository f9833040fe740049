//! Titles of issues, and the order of the programs and traces in them.

use super::*;
use crate::results::FULL;
use crate::triage::finding;
use murxla_fsm::trace::lex;
use serde_json::{Value as Json, json};

const TRACE: &str = "0 new\n0 set-option a 1\n0 set-option b 2\n0 check-sat\n";

/// A program whose result shows the bug, or not. `None`: it was not run.
fn program(language: &'static str, shows: Option<Option<bool>>) -> IssueProgram {
    IssueProgram {
        language,
        title: language,
        file: None,
        text: format!("the text in {language}"),
        gaps: Vec::new(),
        assignment: None,
        result: shows.map(|shows| ScriptResult {
            program: "a solver".to_owned(),
            shows,
            end: "exit code 0".to_owned(),
            output: format!("printed by {language}"),
        }),
    }
}

/// The run in which a call ended, with this message and these notes on the call.
fn run(message: &str, call: &str, notes: &str) -> IssueRun {
    IssueRun {
        file: FULL,
        message: message.to_owned(),
        last_call: Some(call.to_owned()),
        calls: lex(&format!("0 {call}\n{notes}")).ok(),
        output: String::new(),
    }
}

/// The text of the issue of a finding.
fn text(
    finding: &Finding,
    run: &IssueRun,
    script: IssueProgram,
    c: Option<IssueProgram>,
) -> String {
    let trace = Ok(IssueTrace {
        name: MINIMIZED,
        text: TRACE.to_owned(),
        script: lex(TRACE).unwrap(),
        program: Ok(script),
    });
    text_of(finding, run, &trace, c)
}

/// The same with this trace.
fn text_of(
    finding: &Finding,
    run: &IssueRun,
    trace: &Result<IssueTrace, String>,
    c: Option<IssueProgram>,
) -> String {
    let c = c.map(Ok);
    let issue = Issue {
        finding,
        release: "1.2",
        sights: Sights::times(1),
        options: IssueOptions {
            always_set: &[],
            needed: Some(&["b".to_owned()].into()),
        },
        platform: "",
        trace,
        c: c.as_ref(),
        run,
        newest: None,
        build: None,
        of_script: None,
        evidence: None,
    };
    issue.text()
}

fn title(kind: &str, more: &Json, run: &IssueRun) -> String {
    let text = text(
        &finding(kind, "00000000", more),
        run,
        program("smt2", None),
        None,
    );
    text.lines().next().unwrap().to_owned()
}

#[test]
fn titles_name_functions_operators_and_commands() {
    let none = json!({});
    let frames = json!({ "frames": ["_ZNSt6vectorE", "_ZmlRK1a", "_ZN2lp3addEv"] });
    let check = run("printed last", "check-sat", "");
    assert_eq!(
        title("crash-SIGSEGV", &frames, &check),
        "# toy 1.2: SIGSEGV in lp::add, during check-sat"
    );
    assert_eq!(
        title("crash-SIGSEGV", &none, &check),
        "# toy 1.2: SIGSEGV in check-sat"
    );
    let term = run("", "mk-term OP_BV_ADD SORT_BV 2 t1 t1", "");
    assert_eq!(
        title("timeout", &none, &term),
        "# toy 1.2: does not return in mk-term OP_BV_ADD"
    );
    // An action of this program is not known to the developers of the solver.
    let solve = run("", "z3-solve 1 t1", "");
    assert_eq!(
        title("crash-SIGSEGV", &frames, &solve),
        "# toy 1.2: SIGSEGV in lp::add, during solve"
    );
    assert_eq!(
        title("crash-SIGSEGV", &none, &solve),
        "# toy 1.2: SIGSEGV in solve"
    );
    for (call, named) in [
        (
            "z3-solve \"(check-sat-using smt)\" 1 t1",
            "check-sat-using smt",
        ),
        ("z3-tactic \"pb2bv\" 1 t1", "tactic pb2bv"),
        ("z3-simplify t1 \"\"", "simplify"),
        ("cvc5-get-timeout-core", "get-timeout-core"),
    ] {
        let own = run("", call, "");
        let expected = format!("# toy 1.2: SIGSEGV in lp::add, during {named}");
        assert_eq!(title("crash-SIGSEGV", &frames, &own), expected);
    }
    let notes = "#= command (push 1)\n#= command (check-sat-using (then simplify smt))\n";
    let solve = run("", "z3-solve 1 t1", notes);
    let command = "check-sat-using (then simplify smt)";
    let expected = format!("# toy 1.2: SIGSEGV in lp::add, during {command}");
    assert_eq!(title("crash-SIGSEGV", &frames, &solve), expected);
    let wrong = run("the solver says sat [INT]\nby [x]", "z3-solve 1 t1", notes);
    let expected =
        format!("# toy 1.2: `sat`, but the formulas are unsatisfiable [INT], by {command}");
    assert_eq!(title("wrong-sat", &none, &wrong), expected);
}

/// Where damaged memory is noticed depends on what else is in memory.
#[test]
fn damaged_memory_has_no_place() {
    let message = "corrupted size vs. prev_size";
    let releases = json!({ "tested": ["1.0", "1.2"], "cannot_test": [],
        "bad": [{ "last_good": "1.0", "first_bad": "1.1", "last_bad": "1.2" }] });
    let more = json!({ "message": message, "frames": ["lp_add"], "releases": releases });
    let text = text(
        &finding("crash-SIGABRT", "00000000", &more),
        &run(message, "check-sat", ""),
        program("smt2", None),
        None,
    );
    places(
        &text,
        &[
            "# toy 1.2: SIGABRT in check-sat: corrupted size vs. prev_size\n",
            "| introduced in 1.1, still in 1.2, as far as the C library notices the damage |",
            "A memory debugger such as valgrind shows where the damage is done.",
        ],
    );
}

/// A frame without a name says nothing, and what would be markup is code.
#[test]
fn titles_name_the_nearest_function_without_templates() {
    let check = run("", "check-sat", "");
    for (frames, place) in [
        (
            json!(["libx.so+0x1b50d0", "yices_check"]),
            " in yices_check, during check-sat",
        ),
        (json!(["libx.so+0x1b50d0"]), " in check-sat"),
        (
            // `a::f<a::T<true> >::g` and `a::operator<`
            json!(["_ZN1a1fINS_1TILb1EEEE1gEv"]),
            " in a::f::g, during check-sat",
        ),
    ] {
        let crash = title("crash-SIGSEGV", &json!({ "frames": frames }), &check);
        assert_eq!(crash, format!("# toy 1.2: SIGSEGV{place}"));
    }
    let rejected = run("no <b> here", "check-sat", "");
    assert_eq!(
        title("rejected", &json!({}), &rejected),
        "# toy 1.2: a valid call is rejected: `no <b> here`"
    );
}

/// The rarest operators of a minimized trace tell wrong answers and models from others.
#[test]
fn titles_name_the_rarest_operators() {
    let terms = "# solver: z3\n0 mk-term OP_AND SORT_BOOL 2 t1 t2\n0 mk-term OP_INT_ADD SORT_INT 2 t3 t4\n\
        0 mk-term OP_SET_SUBSET SORT_BOOL 2 t5 t6\n0 mk-term z3-OP_SET_DELETE SORT_SET 2 t7 t6\n\
        0 mk-term OP_SET_SUBSET SORT_BOOL 2 t6 t6\n";
    let of = |kind: &str, message: &str, name: &'static str| {
        let trace = Ok(IssueTrace {
            name,
            text: String::new(),
            script: lex(terms).unwrap(),
            program: Err("not needed".to_owned()),
        });
        let text = text_of(
            &finding(kind, "00000000", &json!({})),
            &run(message, "check-sat", ""),
            &trace,
            None,
        );
        text.lines().next().unwrap().to_owned()
    };
    let answer = of("wrong-sat", "the solver says sat [INT SET]", MINIMIZED);
    let operators = "set.remove, set.subset";
    assert_eq!(
        answer,
        format!("# toy 1.2: `sat`, but the formulas are unsatisfiable: {operators} [INT SET]")
    );
    let whole = of("wrong-sat", "the solver says sat [INT SET]", FULL);
    assert_eq!(
        whole,
        "# toy 1.2: `sat`, but the formulas are unsatisfiable [INT SET]"
    );
    assert_eq!(
        of("wrong-model", "a formula is false [SET]", MINIMIZED),
        format!("# toy 1.2: wrong model: a formula is false ({operators}) [SET]")
    );
    assert_eq!(
        of(
            "wrong-model",
            "a value is wrong (OP_SET_IS_EMPTY)",
            MINIMIZED
        ),
        "# toy 1.2: wrong model: a value is wrong (set.is_empty)"
    );
    // Only what would be markup is code.
    assert_eq!(
        of("wrong-model", "a value is wrong (OP_INT_LT)", MINIMIZED),
        "# toy 1.2: wrong model: a value is wrong (`<`)"
    );
}

#[test]
fn the_title_of_an_exit_says_why() {
    let ended = run("Failed to validate 3\n(model)", "check-sat", "");
    let expected = "# toy 1.2: exit 1 in check-sat: Failed to validate 3";
    assert_eq!(title("exit-1", &json!({}), &ended), expected);
    let ended = run("(ite (= x 1)", "check-sat", "");
    assert_eq!(
        title("exit-1", &json!({}), &ended),
        "# toy 1.2: exit 1 in check-sat"
    );
}

/// The places of texts, in the order of the texts. Each must be there.
#[track_caller]
fn places(text: &str, parts: &[&str]) -> Vec<usize> {
    let place = |part: &&str| {
        text.find(part)
            .unwrap_or_else(|| panic!("no '{part}' in {text}"))
    };
    parts.iter().map(place).collect()
}

#[test]
fn what_shows_the_bug_comes_first() {
    let finding = finding("wrong-sat", "00000000", &json!({}));
    let run = run("", "check-sat", "");
    let of = |script: Option<bool>, c: Option<Option<bool>>| {
        let c = c.map(|shows| program("c", Some(shows)));
        text(&finding, &run, program("smt2", Some(script)), c)
    };
    let (smt2, c, trace) = ("the text in smt2", "the text in c", "Trace of API calls");
    let shown = of(Some(true), None);
    assert!(
        places(
            &shown,
            &[smt2, "This script shows the bug", "printed by smt2", trace]
        )
        .is_sorted()
    );
    // It is said above a script that it may not show the bug.
    let open = of(None, Some(Some(true)));
    let order = [
        c,
        "It is not known whether this script shows the bug",
        smt2,
        trace,
    ];
    assert!(places(&open, &order).is_sorted(), "{open}");
    let refuted = of(Some(false), Some(Some(true)));
    let order = [c, trace, "The script of this trace does not show the bug"];
    assert!(places(&refuted, &order).is_sorted(), "{refuted}");
    assert!(!refuted.contains(smt2) && !refuted.contains("printed by smt2"));
    // Nothing but the trace shows the bug: the output of the programs says nothing about it.
    let none = of(Some(false), Some(Some(false)));
    let order = [
        trace,
        "The script of this trace does not show the bug",
        smt2,
        "The program in C",
    ];
    assert!(places(&none, &order).is_sorted(), "{none}");
    assert!(!none.contains("printed by") && !none.contains(c), "{none}");
}

#[test]
fn only_needed_options_are_called_needed() {
    let finding = finding("wrong-sat", "00000000", &json!({}));
    let text = text(
        &finding,
        &run("", "check-sat", ""),
        program("smt2", None),
        None,
    );
    assert!(
        text.contains("| needs the options | `b=2` |\n| options | `a=1` |\n"),
        "{text}"
    );
}

/// Each instance has its own terms, and the message is about those of the last one.
#[test]
fn terms_are_those_of_the_last_instance() {
    let mut described = run("t1 is wrong", "check-sat", "");
    let instance = |constant: &str| {
        format!("0 new\n0 mk-const s1 \"{constant}\"\nreturn t1\n0 check-sat\n0 delete\n")
    };
    described.calls = lex(&(instance("a") + &instance("b"))).ok();
    let finding = finding("wrong-unsat", "00000000", &json!({}));
    let text = text(&finding, &described, program("smt2", None), None);
    assert!(text.contains("t1: mk-const s1 \"b\""), "{text}");
    assert!(!text.contains("mk-const s1 \"a\""), "{text}");
}
