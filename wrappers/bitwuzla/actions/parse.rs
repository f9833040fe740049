//! Texts for the parsers of the library: what the library prints itself, with further commands, and
//! texts with mistakes.

use super::{Extension, ExtensionCall, PLAIN};
use crate::bitwuzla::checks::{
    INTERPOLATION_REFUSED, INTERPOLATION_SAT, PARSER_AFTER_ERROR, PARSER_READS, PARSER_RESET,
    PRINTED_ANSWER, PRINTED_NOT_RUN, PRINTED_REFUSED,
};
use crate::bitwuzla::ffi::Parser;
use crate::bitwuzla::instance::Instance;
use crate::shared::actions::broken_input::{
    BTOR2, BrokenInputArgs, Format, Formats, SMT2, SMT2_WITH_FLOATS, broken_input,
};
use crate::shared::actions::{CallContext, NOTHING, Takes};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Check, Error, Result};
use smallvec::smallvec;

/// Prints the assertions in SMT-LIB and parses them again. The answer must be the same.
pub(super) const PRINT_SMT2: Extension = Extension {
    name: "bitwuzla-print-parse",
    searches: true,
    does: |(instance, context)| smt2(instance, last_answer(context)),
    ..PLAIN
};

/// Prints the assertions in the format BTOR2 and parses them again. The answer must be the same.
pub(super) const PRINT_BTOR2: Extension = Extension {
    name: "bitwuzla-btor2",
    searches: true,
    does: |(instance, context)| btor2(instance, last_answer(context)),
    ..PLAIN
};

arguments! {
    /// What `bitwuzla-run-script` takes.
    struct ScriptArgs<'c> {
        /// Commands after the assertions.
        commands: Texts,
    }
}

/// Prints the assertions as a script, and runs it with further commands. The answer must be the
/// same.
pub(super) const RUN_SCRIPT: Extension = Extension {
    name: "bitwuzla-run-script",
    takes: Takes {
        params: ScriptArgs::PARAMS,
        pick: |cx| {
            let mut commands = COMMANDS.to_vec();
            cx.rng.shuffle(&mut commands);
            commands.truncate(1 + cx.rng.index(6));
            commands.extend(cx.rng.chance(10).then_some(INTERPOLATION));
            let texts = commands.into_iter().map(Into::into);
            Some(smallvec![Arg::Texts(texts.collect())])
        },
        // Some commands write files.
        valid: |_, call| {
            let mut commands = ScriptArgs::args(call)?.commands.iter();
            let is_known = |text: &str| COMMANDS.contains(&text) || text == INTERPOLATION;
            match commands.find(|text| !is_known(text)) {
                None => Ok(()),
                Some(text) => Invalid::wrong(format!(
                    "scripts of this action cannot contain the command '{text}'"
                )),
            }
        },
        ..NOTHING
    },
    searches: true,
    does: |(instance, context)| {
        let ScriptArgs { commands } = ScriptArgs::args(context.call)?;
        run_script(instance, last_answer(context), commands)
    },
    ..PLAIN
};

/// Parses a text with mistakes. The parser may refuse it.
pub(super) const PARSE_MISTAKES: Extension = Extension::searches(
    "bitwuzla-parse-mistakes",
    broken_input::<Parsers>(),
    parse_mistakes,
);

/// The parsers of the library.
struct Parsers;

impl Formats for Parsers {
    const FORMATS: &'static [(Format, u32)] = &[(SMT2_WITH_FLOATS, 7), (BTOR2, 3)];
}

/// The answer to the assertions alone, if the last check had no assumptions.
fn last_answer(context: &CallContext<'_>) -> Option<Answer> {
    let last = context.state.checks.last.as_ref();
    last.filter(|last| !last.assuming).map(|last| last.answer)
}

/// The assertions in the format BTOR2, with a name of the format for messages. `None` if they have
/// what the format does not have, or if there are none.
///
/// Release 0.9.1 prints a bit-vector's value for a Boolean value, array sorts before their parts,
/// and `distinct` of many terms, which BTOR2 does not have: `traces/bitwuzla/btor2-*.trace`. Such
/// formulas are seldom printed.
fn in_btor2(instance: &mut Instance, base: u8) -> Result<Option<(&'static str, String)>> {
    let script = instance.session.formula("smt2", base)?;
    let text = match instance.session.formula("btor2", base) {
        Err(Error::Rejected(message)) if message.contains("is not BTOR2 compliant") => {
            return Ok(None);
        }
        text => text?,
    };
    let words = |word: &str| {
        let all = script.split(|c: char| c.is_whitespace() || "()".contains(c));
        all.filter(|other| *other == word).count()
    };
    // The script leaves out formulas that are `true`.
    let is_wrong = ["true", "false", "Array", "distinct"]
        .iter()
        .any(|word| words(word) > 0)
        || words("assert") != text.matches(" constraint ").count();
    if text.is_empty() || is_wrong && !instance.rng.chance(2) {
        return Ok(None);
    }
    let name = if is_wrong {
        "BTOR2 with known defects"
    } else {
        "BTOR2"
    };
    Ok(Some((name, text)))
}

fn some_base(rng: &mut Rng) -> u8 {
    *rng.pick(&[2, 10]).unwrap_or(&2)
}

/// Reports that a text was refused. The case is the first line of the error, because there is a
/// finding for each reason. Another check that failed meanwhile is reported as it is.
fn refused<T>(check: &'static Check, format: &str, error: Error, text: &str) -> Result<T> {
    if let Error::Contradiction(_) = error {
        return Err(error);
    }
    let said = error.to_string();
    let (reason, more) = said.split_once('\n').unwrap_or((&said, ""));
    let separator = if more.is_empty() { "" } else { "\n" };
    check.fails_for(
        format!("{format}{reason}"),
        format!("{more}{separator}{text}"),
    )
}

/// The answer of the solver of a parser must be the expected one.
fn same_answer(
    parser: &Parser,
    expected: Option<Answer>,
    name: &str,
    text: &str,
) -> Result<Effect> {
    if !matches!(expected, Some(Answer::Sat | Answer::Unsat)) {
        return Ok(Effect::Done);
    }
    let answer = parser.check_sat()?;
    if answer != Answer::Unknown && Some(answer) != expected {
        let details = format!("what is printed is {}\n{text}", answer.name());
        return PRINTED_ANSWER.fails_for(name, details);
    }
    Ok(Effect::Done)
}

fn smt2(instance: &mut Instance, expected: Option<Answer>) -> Result<Effect> {
    // In base 16, release 0.9.1 prints the number one with one digit, whatever its width.
    let base = some_base(&mut instance.rng);
    let script = instance.session.formula("smt2", base)?;
    let parser = Parser::new(instance.session.api(), "smt2", base)?;
    if let Err(error) = parser.parse(&script) {
        return refused(&PRINTED_REFUSED, "", error, "");
    }
    parser.declared()?;
    parser.statistics()?;
    // Not every logic has the other sorts.
    let (sort, term) = (parser.sort("Bool")?, parser.term("(not false)")?);
    if (sort.as_str(), term.as_str()) != ("Bool", "(not false)") {
        return PARSER_READS.fails(format!("{sort} and {term}"));
    }
    same_answer(&parser, expected, "SMT-LIB", &script)
}

fn btor2(instance: &mut Instance, expected: Option<Answer>) -> Result<Effect> {
    let base = some_base(&mut instance.rng);
    let Some((name, text)) = in_btor2(instance, base)? else {
        return Ok(Effect::Done);
    };
    let parser = Parser::new(instance.session.api(), "btor2", base)?;
    if let Err(error) = parser.parse(&text) {
        return refused(&PRINTED_REFUSED, &format!("{name}: "), error, &text);
    }
    parser.statistics()?;
    same_answer(&parser, expected, name, &text)?;
    // A property that contradicts all formulas together, which the parser checks for itself.
    let property = text.replace(" constraint ", " bad ");
    let checker = Parser::new(instance.session.api(), "btor2", base)?;
    if property != text
        && let Err(error) = checker.run(&property)
    {
        return refused(&PRINTED_NOT_RUN, &format!("{name}: "), error, &text);
    }
    Ok(Effect::Done)
}

/// Settings at the begin of a script.
const SETTINGS: &str = "(set-option :produce-models true)(set-option :produce-unsat-assumptions true)\
     (set-option :produce-unsat-cores true)(set-info :status unknown)(set-info :source |a text|)";

/// Commands that leave the assertions as they are. Their symbols end with an exclamation mark.
const COMMANDS: &[&str] = &[
    "(push 1)(assert false)(check-sat)(get-unsat-core)(pop 1)",
    "(declare-const p! Bool)(check-sat-assuming (p! (not p!)))(get-unsat-assumptions)",
    "(check-sat)(get-model)",
    "(check-sat)(get-value (true (! (and true false) :named n!)))",
    "(define-fun f! ((a Bool) (b (_ BitVec 3))) (_ BitVec 3) (ite a b (bvnot b)))\
     (push 1)(assert (= (f! true #b101) (_ bv2 3)))(check-sat)(pop 1)",
    "(define-const c! Bool (let ((x true) (y false)) (let ((x y)) (or x y))))",
    "(define-sort S! () (Array (_ BitVec 2) Bool))(declare-const a! S!)\
     (push 1)(assert (select (store a! #b01 true) #b10))(check-sat)(get-model)(pop 1)",
    "(declare-sort U! 0)(declare-fun g! (U!) Bool)(declare-const u! U!)\
     (push 1)(assert (g! u!))(check-sat)(get-value ((g! u!)))(pop 1)",
    "(echo \"a \"\"text\"\"\")",
    "(set-option :print-success true)",
    "(set-option :print-success false)",
    "(set-option :regular-output-channel \"/dev/null\")",
    "(set-option :diagnostic-output-channel \"/dev/null\")",
    "(set-option :an-option-of-others 1)",
    "(declare-const h! Float16)(push 1)(assert (fp.lt ((_ to_fp 5 11) RNE 0.1) h!))(check-sat)\
     (get-value (h! (fp.neg h!)))(pop 1)",
    "(declare-fun q! () Bool)(assert (! (or q! (not q!)) :named m!))(check-sat)(get-unsat-core)",
    "(push 1)(assert (forall ((x (_ BitVec 2))) (exists ((y (_ BitVec 2))) (= (bvadd x y) #b00))))\
     (check-sat)(pop 1)",
    "(push 2)(check-sat)(pop 2)",
];

/// Commands that are run without the assertions: interpolants are not for all of them.
const INTERPOLATION: &str = "(set-option :produce-interpolants true)(set-logic QF_BV)\
     (declare-const i! (_ BitVec 4))(assert (! (bvult i! #x3) :named i1!))\
     (assert (! (bvugt i! #x5) :named i2!))(check-sat)(get-interpolant (i1!))(get-interpolants (i1!) (i2!))";

fn run_script(
    instance: &mut Instance,
    expected: Option<Answer>,
    commands: &[Box<str>],
) -> Result<Effect> {
    let base = some_base(&mut instance.rng);
    let printed = instance.session.formula("smt2", base)?;
    let (apart, commands): (Vec<&str>, Vec<&str>) = commands
        .iter()
        .map(|command| &**command)
        .partition(|command| *command == INTERPOLATION);
    // The logic that is printed is that of the assertions. The commands need more.
    let (logic, end) = ("(set-logic ALL)\n", "(check-sat)\n(exit)\n");
    let lines = printed
        .lines()
        .filter(|line| !line.starts_with("(set-logic"));
    let body: Vec<&str> = lines.collect();
    let body = body.join("\n");
    let body = body.trim_end();
    let body = body.strip_suffix(end.trim_end()).unwrap_or(body);
    let script = format!("{SETTINGS}\n{logic}{body}\n{}\n", commands.join("\n"));
    let parser = Parser::new(instance.session.api(), "smt2", base)?;
    if let Err(error) = parser.run(&script) {
        return refused(&PRINTED_REFUSED, "", error, &script);
    }
    same_answer(&parser, expected, "a script", &script)?;
    if let Err(error) = parser.run("(reset-assertions)\n(check-sat)\n(reset)\n(exit)\n") {
        return refused(&PARSER_RESET, "", error, "");
    }
    for command in apart {
        let parser = Parser::new(instance.session.api(), "smt2", base)?;
        if let Err(error) = parser.run(command) {
            return refused(&INTERPOLATION_REFUSED, "", error, "");
        }
        INTERPOLATION_SAT.must(parser.check_sat()? != Answer::Sat)?;
    }
    Ok(Effect::Done)
}

fn parse_mistakes((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let BrokenInputArgs { format, lines } = BrokenInputArgs::args(context.call)?;
    let base = some_base(&mut instance.rng);
    let parser = Parser::new(instance.session.api(), format, base)?;
    let is_read = match parser.parse(&lines.join("\n")) {
        Err(error @ Error::Contradiction(_)) => return Err(error),
        read => read.is_ok(),
    };
    let term = if format == SMT2.name {
        "(and true (or))"
    } else {
        "x"
    };
    // The one that refused a text refuses all texts after it.
    match parser.term(term) {
        Ok(said) if !is_read => PARSER_AFTER_ERROR.fails(said),
        _ => Ok(Effect::Done),
    }
}
