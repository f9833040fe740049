//! Checks a model of an SMT-LIB script with the evaluator, without a solver:
//!
//! ```console
//! $ cargo run --example check_model script.smt2 x=5 'y=(- 2)'
//! true
//! ```
//!
//! It says `true` or `false` about the assertions, or `unknown` where the values do not decide,
//! for instance about quantifiers.

use murxla_fsm::action::Context;
use murxla_fsm::edit::TraceReader;
use murxla_fsm::oracle::satisfies;
use murxla_fsm::profile::Profile;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::lex;
use murxla_wrappers::SMT2;
use murxla_wrappers::smt2::{ImportConfig, import};
use std::error::Error;

/// Whether the assertions of a script are true under these values of constants, which are literals
/// of SMT-LIB. `None` if this cannot be computed.
fn check(script: &str, model: &[(&str, &str)]) -> Result<Option<bool>, Box<dyn Error>> {
    // The reader of SMT-LIB reads the values, too: each is an equation behind the script.
    let equations = model
        .iter()
        .map(|(name, value)| format!("(assert (= {name} {value}))\n"));
    let text = format!("{script}\n{}", equations.collect::<String>());
    let context = Context::new(&SMT2, &Unloaded, &Profile::default());
    let trace = lex(&import(&text, &context, &ImportConfig::default())?.calls)?;
    let mut reader = TraceReader::without_values(&trace, &context);
    for line in &trace.lines {
        if line.action.text != "delete" {
            reader.read(line)?;
        }
    }
    let state = reader.state();
    let (formulas, equations) = state
        .assertions
        .formulas
        .split_at(state.assertions.formulas.len() - model.len());
    let mut values = Vec::new();
    for ((name, _), equation) in model.iter().zip(equations) {
        let sides = state.term(*equation).map(|term| term.args.as_slice());
        let value =
            |[constant, value]: [_; 2]| Some((constant, state.term(value)?.value()?.clone()));
        let both = sides.and_then(|sides| value(sides.try_into().ok()?));
        values.push(both.ok_or_else(|| format!("the value of {name} is not a literal"))?);
    }
    Ok(satisfies(state, &context.ops, formulas, &values))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((script, model)) = arguments.split_first() else {
        return Err("usage: check_model SCRIPT NAME=VALUE…".into());
    };
    let model: Option<Vec<_>> = model.iter().map(|value| value.split_once('=')).collect();
    let model = model.ok_or("a value is written NAME=VALUE")?;
    let truth = check(&std::fs::read_to_string(script)?, &model)?;
    println!(
        "{}",
        truth.map_or("unknown".to_owned(), |truth| truth.to_string())
    );
    Ok(())
}

#[test]
fn models_are_checked() {
    let script = "(declare-const x Int) (declare-const y (_ BitVec 8))
        (assert (< 3 x)) (assert (= (bvadd y y) #x06))";
    let truth = |x, y| check(script, &[("x", x), ("y", y)]).unwrap();
    assert_eq!(truth("4", "#x83"), Some(true));
    assert_eq!(truth("(- 4)", "#x83"), Some(false));
    assert_eq!(check(script, &[("x", "4")]).unwrap(), None);
    let wrong = check(script, &[("x", "(+ x 1)")]).unwrap_err();
    assert_eq!(wrong.to_string(), "the value of x is not a literal");
    assert!(check("(assert (= x 1))", &[]).is_err());
}
