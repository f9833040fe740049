//! `import` turns SMT-LIB scripts into traces with the same meaning. Most of its tests are in
//! `tests/cases/import/`; here are scripts that are large, damaged or generated.

use crate::common::{Run as _, contains_all, program, run_on, run_with_input};
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

fn config(solver: &str) -> ImportConfig<'static> {
    ImportConfig {
        dialect: murxla_wrappers::dialect(solver, None),
        ..ImportConfig::default()
    }
}

/// The number of lines of the trace that `import` makes for a solver. The trace must be valid.
fn lines(script: &str, solver: &str) -> Result<usize, String> {
    let context = context(solver);
    let imported = import(script, &context, &config(solver));
    let text = imported.map_err(|e| e.to_string())?.calls;
    let trace: Script = lex(&text).unwrap();
    read(&trace, &context).unwrap_or_else(|e| panic!("{e}\n{text}"));
    Ok(text.lines().count())
}

/// A script with most commands and all syntactic forms of terms.
const SCRIPT: &str = include_str!("../cases/import/all_commands.smt2");

/// Deeply nested terms can be imported. Shared terms stay shared.
#[test]
fn deep_and_shared_terms() {
    const DEPTH: usize = 100_000;
    let (open, close) = ("(not ".repeat(DEPTH), ")".repeat(DEPTH));
    let script = format!("(declare-const p Bool)(assert {open}p{close})");
    assert!(lines(&script, "smt2").unwrap() > DEPTH);
    let mut script = "(declare-const x0 Int)(assert ".to_owned();
    for n in 0..200 {
        script.push_str(&format!("(let ((x{} (+ x{n} x{n}))) ", n + 1));
    }
    script.push_str("(> x200 0)");
    script.push_str(&")".repeat(201));
    assert!(lines(&script, "smt2").unwrap() < 500);
}

/// Importing a damaged script ends with a trace or an error, never with a panic.
#[test]
fn damaged_scripts() {
    let (context, config) = (context("cvc5"), config("cvc5"));
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
    for seed in 0..15 {
        let trace = run_on(["--solver", "smt2", "--seed", &seed.to_string()], b"").with_code(0);
        let script = run_with_input("translate - --to smt2", trace.out.as_bytes()).with_code(0);
        lines(&script.out, "smt2").unwrap_or_else(|e| panic!("{seed}: {e}\n{}", script.out));
    }
}

/// The time and memory for terms with many variables and for names with many meanings are bounded.
#[test]
fn many_variables_and_meanings() {
    let nested = |count: usize| {
        let open = (0..count).map(|n| format!("(forall ((x{n} Int)) "));
        let (open, close) = (open.collect::<String>(), ")".repeat(count));
        format!("(set-logic ALL)(assert {open}(= x0 x1){close})")
    };
    lines(&nested(2_000), "cvc5").unwrap();
    let error = lines(&nested(100_000), "cvc5").unwrap_err();
    contains_all(&error, &["the terms contain too many variables"]);
    let names: Vec<String> = (0..30_000).map(|n| format!("x{n}")).collect();
    let sorted: String = names.iter().map(|name| format!("({name} Int)")).collect();
    let names = names.join(" ");
    let many = format!("(set-logic ALL)(assert (forall ({sorted}) (distinct {names})))");
    lines(&many, "cvc5").unwrap();
    let functions = "(declare-fun f (Int) Int)".repeat(5_000);
    let terms = "(f 1) ".repeat(5_000);
    lines(&format!("{functions}(assert (= {terms}))"), "cvc5").unwrap();
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
