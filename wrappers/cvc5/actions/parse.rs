//! Prints terms and reads them back with cvc5's parser. The parser is a separate library, which
//! must be in the folder of the solver's library.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::super::parser::{InputLanguage, Parsed, Parser};
use super::super::sorts::view::view;
use super::{Extension, ExtensionCall, SEARCHING};
use crate::cvc5::checks::{
    COMMAND_PRINTS, COMMAND_TEXT, DECLARATION_PRINTS, OPPOSITE_ANSWER, PARSER_DECLARATIONS,
    PARSER_DONE, PARSER_LOGIC, PARSER_NAMED, PARSER_PARTS, SCRIPT_REFUSED, TERM_EMPTY,
    TERM_PARSED_SORT, TERM_REFUSED,
};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{NOTHING, Takes, TermArg, is_answered};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Check, Error, Result};
use murxla_fsm::sort::SortView;
use murxla_fsm::state::InstanceState;
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};

/// Prints a term and parses it. The result is equal to it.
pub(super) const PARSE: Extension = Extension {
    searches: false,
    ..Extension::rewrites("cvc5-parse", parse)
};

arguments! {
    /// What `cvc5-script` takes.
    struct ScriptArgs<'c> {
        /// The commands after the check. `TERM` stands for the last formula.
        commands: Texts,
    }
}

/// Writes what was checked last as a script, with further commands, and executes it command by
/// command. Its answer must be that of the check.
pub(super) const SCRIPT: Extension = Extension {
    name: "cvc5-script",
    takes: Takes {
        params: ScriptArgs::PARAMS,
        pick: |cx| {
            let commands = draw_commands(cx.rng, logic_of(cx.state));
            let texts = commands.into_iter().map(Into::into);
            Some(smallvec![Arg::Texts(texts.collect())])
        },
        valid: |state, call| {
            let ScriptArgs { commands } = ScriptArgs::args(call)?;
            options_of(commands, logic_of(state))
                .map(drop)
                .map_err(Invalid::Wrong)
        },
        ..NOTHING
    },
    now: is_answered,
    does: script,
    ..SEARCHING
};

/// The logic in which a script is written: that of the run, or all theories. It is higher-order
/// where functions are terms.
fn logic_of(state: &InstanceState) -> &str {
    state.logic.as_deref().unwrap_or("HO_ALL")
}

/// Draws commands that follow the check of a script.
fn draw_commands(rng: &mut Rng, logic: &str) -> Vec<&'static str> {
    let mut commands = Vec::new();
    for _ in 0..rng.index(5) {
        if let Some((command, _)) = rng.pick(QUERIES) {
            commands.push(*command);
            if options_of(&commands, logic).is_err() {
                commands.pop();
            }
        }
    }
    if rng.chance(30)
        && let Some(command) = rng.pick(DECLARATIONS)
    {
        commands.push(command);
        if options_of(&commands, logic).is_err() {
            commands.pop();
        }
    }
    if rng.chance(20) {
        commands.extend(rng.pick(ENDS));
    }
    commands
}

/// The options that commands need.
///
/// # Errors
/// A command is not in the tables, as some commands write files, or the commands do not fit
/// together, or not to the logic.
fn options_of<T: AsRef<str>>(
    commands: &[T],
    logic: &str,
) -> std::result::Result<BTreeSet<&'static str>, String> {
    let mut options = BTreeSet::new();
    for command in commands.iter().map(AsRef::as_ref) {
        let all_theories = DECLARATIONS.contains(&command);
        let row = QUERIES.iter().find(|(known, _)| *known == command);
        if row.is_none() && !all_theories && !ENDS.contains(&command) {
            return Err(format!(
                "scripts of this action cannot contain the command '{command}'"
            ));
        }
        if all_theories && !logic.ends_with("ALL")
            || command.contains("Int") && !has_integers(logic)
        {
            return Err(format!("'{command}' is not for the logic {logic}"));
        }
        if let Some((_, option)) = row {
            if !is_compatible(option, &options) {
                return Err(format!(
                    "'{command}' does not fit to the commands before it"
                ));
            }
            options.insert(*option);
        }
    }
    Ok(options)
}

/// The largest number of different subterms of a term that is printed.
const TERMS: usize = 400;

/// The same, if each occurrence of a subterm counts. An option of an earlier instance of the
/// process may let cvc5 print terms without sharing.
const PLACES: usize = 20_000;

/// The free symbols of some terms, each once. `None` if they cannot be declared as they are
/// printed: the terms are too many, symbols are not plain or not unique, sorts were declared as
/// well, or constant arrays have values such as `(- 1)`, which the parser reads as applications
/// (<https://github.com/cvc5/cvc5/pull/10472>).
fn symbols(instance: &Instance, roots: &[Term]) -> Result<Option<Vec<Term>>> {
    let session = &instance.session;
    // Old releases have no errors, so that there is no parser to print for.
    if !session.reports_errors() {
        return Ok(None);
    }
    let (mut parts, mut found, mut names) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
    let ids = |terms: &[Term]| -> Result<Vec<u64>> {
        let ids = terms.iter().map(|term| session.term_get_id(*term));
        ids.collect()
    };
    let mut todo = roots.to_vec();
    while let Some(term) = todo.pop() {
        let id = session.term_get_id(term)?;
        if parts.contains_key(&id) {
            continue;
        }
        if parts.len() >= TERMS || !is_built_in(&view(session, session.term_get_sort(term)?)?) {
            return Ok(None);
        }
        if session.term_is_const_array(term)? {
            let base = session.term_to_string(session.term_get_const_array_base(term)?)?;
            if ["(- ", "(/ "].iter().any(|value| base.contains(value)) {
                return Ok(None);
            }
        }
        let children = session.children(term)?;
        parts.insert(id, ids(&children)?);
        let kind = session.term_get_kind(term)?;
        if kind == instance.kinds.constant || kind == instance.kinds.variable {
            let name = match session.term_has_symbol(term)? {
                true => session.term_get_symbol(term)?,
                false => String::new(),
            };
            // Several variables may have one name, but none of them that of a free symbol.
            let is_free = kind == instance.kinds.constant;
            if !is_plain(&name) || names.contains(&(name.clone(), !is_free)) {
                return Ok(None);
            }
            if !names.insert((name, is_free)) && is_free {
                return Ok(None);
            }
            if is_free {
                found.push(term);
            }
        }
        todo.extend(children);
    }
    let mut counted = BTreeMap::new();
    let roots = ids(roots)?.into_iter();
    let places: usize = roots.map(|root| places(root, &parts, &mut counted)).sum();
    Ok((places <= PLACES).then_some(found))
}

/// The number of places of terms below a term, each at most one more than [`PLACES`].
fn places(id: u64, parts: &BTreeMap<u64, Vec<u64>>, counted: &mut BTreeMap<u64, usize>) -> usize {
    if let Some(count) = counted.get(&id) {
        return *count;
    }
    let children = parts.get(&id).into_iter().flatten();
    let below: usize = children.map(|child| places(*child, parts, counted)).sum();
    let count = (below + 1).min(PLACES + 1);
    counted.insert(id, count);
    count
}

/// Whether a symbol is printed without quotes and is not reserved in SMT-LIB. cvc5 prints no bars
/// around reserved words.
fn is_plain(name: &str) -> bool {
    let word = name.trim_start_matches('_');
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_letters = letters.chars().all(|c| c.is_ascii_lowercase());
    is_letters && !letters.is_empty() && letters.len() < word.len() && letters != "bv"
}

/// Whether a sort is not declared, so that its text means the same everywhere.
fn is_built_in(sort: &SortView) -> bool {
    match sort {
        SortView::Uninterpreted(_) | SortView::Dt(_) | SortView::Other(_) => false,
        SortView::Array(of) => is_built_in(&of.0) && is_built_in(&of.1),
        SortView::Set(of) | SortView::Bag(of) | SortView::Seq(of) | SortView::Nullable(of) => {
            is_built_in(of)
        }
        SortView::Tuple(of) => of.iter().all(is_built_in),
        SortView::Fun(domain, codomain) => domain.iter().all(is_built_in) && is_built_in(codomain),
        _ => true,
    }
}

/// The command that declares a symbol.
pub(super) fn declaration(session: &Session, symbol: Term) -> Result<String> {
    let (name, sort) = (
        session.term_to_string(symbol)?,
        session.term_get_sort(symbol)?,
    );
    let text = |sort: SortHandle| session.sort_to_string(sort);
    if !session.sort_is_fun(sort)? {
        return Ok(format!("(declare-const {name} {})\n", text(sort)?));
    }
    let domain = session.sort_fun_get_domain(sort)?.into_iter().map(text);
    let domain = domain.collect::<Result<Vec<_>>>()?.join(" ");
    let codomain = text(session.sort_fun_get_codomain(sort)?)?;
    Ok(format!("(declare-fun {name} ({domain}) {codomain})\n"))
}

/// Whether a printed text lacks what is below the depth of the option `expr-depth`.
pub(super) fn is_cut(text: &str) -> bool {
    text.contains("(...)")
}

/// Reports that a text was refused. The case is the reason without the place, because there is a
/// finding for each reason.
fn refused<T>(check: &'static Check, message: &str, text: &str) -> Result<T> {
    let reason = message.lines().map(str::trim).find(|line| !line.is_empty());
    let reason = reason.unwrap_or_default();
    let reason = reason.strip_prefix("Parse Error: ").unwrap_or(reason);
    let reason = reason.split_once(": ").map_or(reason, |(_, reason)| reason);
    check.fails_for(reason, text)
}

/// Executes the commands of a text. `each` gets the name of a command and what it prints.
pub(super) fn execute(
    parser: &Parser<'_>,
    text: &str,
    mut each: impl FnMut(&str, &str) -> Result,
) -> Result {
    loop {
        match parser.command()? {
            Parsed::Some(command) => {
                let (name, printed) = parser.described(command)?;
                COMMAND_TEXT.must(!printed.is_empty() && !name.is_empty())?;
                each(&name, parser.invoke(command)?.trim())?;
            }
            Parsed::End => break,
            Parsed::Refused(message) => return refused(&SCRIPT_REFUSED, &message, text),
        }
    }
    PARSER_DONE.must(parser.is_done()?)
}

fn parse((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let TermArg { term: id } = TermArg::args(context.call)?;
    let term = *instance.content.terms.get(id)?;
    let out = context.call.new_term()?;
    let closed = context.state.term(id).is_some_and(|t| t.free.is_empty());
    let symbols = symbols(instance, &[term])?.filter(|_| closed);
    let parsed = match symbols {
        Some(symbols) => read_back(instance, logic_of(context.state).to_owned(), term, &symbols)?,
        None => term,
    };
    instance.content.terms.insert(out, parsed);
    Ok(Effect::Done)
}

/// Parses the text of a term. Its symbols are declared again, and replaced by the original ones in
/// the result.
pub(super) fn read_back(
    instance: &mut Instance,
    logic: String,
    term: Term,
    symbols: &[Term],
) -> Result<Term> {
    let language = InputLanguage::Smt2;
    let session = match instance.scratch_solver(&[]) {
        Err(Error::Unsupported(_)) => return Ok(term),
        session => session?,
    };
    let parser = match session.parser() {
        Err(Error::Unsupported(_)) => return Ok(term),
        parser => parser?,
    };
    PARSER_PARTS.must(parser.knows_its_parts()?)?;
    let mut script = format!("(set-logic {logic})\n");
    for symbol in symbols {
        script.push_str(&declaration(&instance.session, *symbol)?);
    }
    let text = instance.session.term_to_string(term)?;
    if is_cut(&text) || is_cut(&script) {
        return Ok(term);
    }
    parser.read(language, &script, instance.rng.coin())?;
    execute(&parser, &script, |_, output| {
        DECLARATION_PRINTS.must(output.is_empty())
    })?;
    PARSER_LOGIC.must(parser.logic()? == Some(logic))?;
    let declared = parser.declared()?;
    PARSER_DECLARATIONS
        .must(declared.len() == symbols.len() && parser.declared_sorts()?.is_empty())?;
    parser.read(language, &text, instance.rng.coin())?;
    let parsed = match parser.term()? {
        Parsed::Some(parsed) => parsed,
        Parsed::End => return TERM_EMPTY.fails(text),
        Parsed::Refused(message) => return refused(&TERM_REFUSED, &message, &text),
    };
    let parsed = match symbols {
        [] => parsed,
        _ => instance
            .session
            .term_substitute_terms(parsed, &declared, symbols)?,
    };
    let sorts = [session.term_get_sort(term)?, session.term_get_sort(parsed)?];
    if !session.sort_is_equal(sorts[0], sorts[1])? {
        let is = session.sort_to_string(sorts[1])?;
        return TERM_PARSED_SORT.fails(format!("{is}\n{text}"));
    }
    Ok(parsed)
}

/// Commands that may follow the check of a script, with the option that each needs. `TERM` stands
/// for a formula. Those with `Int` are for logics with integers.
const QUERIES: &[(&str, &str)] = &[
    ("(get-model)", "produce-models"),
    ("(get-value (TERM))", "produce-models"),
    ("(block-model :literals)", "produce-models"),
    ("(block-model :values)", "produce-models"),
    ("(block-model-values (TERM))", "produce-models"),
    ("(get-unsat-core)", "produce-unsat-cores"),
    ("(get-unsat-core-lemmas)", "produce-unsat-cores"),
    ("(get-unsat-assumptions)", "produce-unsat-assumptions"),
    ("(get-assignment)", "produce-assignments"),
    ("(get-proof)", "produce-proofs"),
    ("(get-difficulty)", "produce-difficulty"),
    ("(get-learned-literals)", "produce-learned-literals"),
    ("(get-assertions)", "produce-assertions"),
    ("(get-info :reason-unknown)", "produce-models"),
    ("(get-info :all-statistics)", "produce-models"),
    ("(get-option :incremental)", "produce-models"),
    ("(simplify TERM)", "produce-models"),
    ("(push 1) (pop 1)", "produce-models"),
    ("(echo \"end\")", "produce-models"),
    ("(set-info :status unknown)", "produce-models"),
    ("(get-timeout-core)", "produce-unsat-cores"),
    ("(get-timeout-core-assuming (TERM))", "produce-unsat-cores"),
    (
        "(get-abduct _abduct TERM) (get-abduct-next)",
        "produce-abducts",
    ),
    (
        "(get-interpolant _between TERM) (get-interpolant-next)",
        "produce-interpolants",
    ),
    (
        "(get-qe (exists ((_y Int)) (and (< _y 0) TERM)))",
        "produce-models",
    ),
    (
        "(get-qe-disjunct (forall ((_y Int)) (or (< _y 0) TERM)))",
        "produce-models",
    ),
];

/// Options of synthesis, which cvc5 does not support with proofs or unsat cores.
const SEARCHES: &[&str] = &["produce-abducts", "produce-interpolants"];

/// Options that turn proofs or unsat cores on.
const TRACKS: &[&str] = &[
    "produce-proofs",
    "produce-unsat-cores",
    "produce-unsat-assumptions",
    "produce-difficulty",
];

/// Whether an option may be set together with others.
fn is_compatible(option: &str, others: &BTreeSet<&str>) -> bool {
    let conflict = |these: &[&str], those: &[&str]| {
        these.contains(&option) && those.iter().any(|other| others.contains(other))
    };
    !conflict(SEARCHES, TRACKS) && !conflict(TRACKS, SEARCHES)
}

/// Whether a logic has integers: those of linear, nonlinear and difference arithmetic, and those
/// with all theories.
fn has_integers(logic: &str) -> bool {
    logic.ends_with("ALL") || ["IA", "IRA", "IDL"].iter().any(|of| logic.contains(of))
}

/// Commands after which nothing is declared.
const ENDS: &[&str] = &["(reset-assertions)", "(reset)", "(exit)"];

/// Commands that logics with all theories accept. They need no option.
const DECLARATIONS: &[&str] = &[
    "(define-sort _Pair (_a) (Array _a _a))",
    "(declare-datatypes ((_List 1)) ((par (_a) ((_nil) (_cons (_head _a) (_tail (_List _a)))))))",
    "(declare-codatatype _Stream ((_next (_first Int) (_rest _Stream))))",
    "(define-fun-rec _again ((_a Int)) Int (ite (< _a 1) 0 (_again (- _a 1))))",
    "(define-funs-rec ((_even ((_a Int)) Bool)) ((= (mod _a 2) 0)))",
    "(define-const _five Int 5)",
    "(declare-pool _pool Int (0 1))",
    "(declare-sort _Sort 1)",
    "(declare-fun _over (Int) Int) (declare-fun _over (Bool) Int) (define-const _sum Int (+ (_over 1) (_over true)))",
];

fn script((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let state = context.state;
    // Definitions are symbols without a meaning in the text.
    let defines = !instance.content.extra.defined.is_empty();
    let Some(last) = state.checks.last.as_ref().filter(|_| !defines) else {
        return Ok(Effect::Done);
    };
    let formulas = instance
        .content
        .terms(&state.checked().collect::<Vec<_>>())?;
    let Some(symbols) = symbols(instance, &formulas)? else {
        return Ok(Effect::Done);
    };
    let session = match instance.scratch_solver(&[]) {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        session => session?,
    };
    let parser = match session.parser() {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        parser => parser?,
    };
    let logic = logic_of(state);
    let ScriptArgs { commands } = ScriptArgs::args(context.call)?;
    let options = options_of(commands, logic).map_err(Error::Rejected)?;
    let mut text = String::new();
    for option in options {
        text.push_str(&format!("(set-option :{option} true)\n"));
    }
    text.push_str(&format!("(set-logic {logic})\n"));
    for symbol in &symbols {
        text.push_str(&declaration(&instance.session, *symbol)?);
    }
    let (mut assumed, mut any) = (Vec::new(), "true".to_owned());
    for (n, formula) in formulas.iter().enumerate() {
        any = instance.session.term_to_string(*formula)?;
        text.push_str(&match instance.rng.below(4) {
            0 => format!("(assert (! {any} :named _n{n}))\n"),
            1 => {
                assumed.push(format!("_a{n}"));
                format!("(declare-const _a{n} Bool)\n(assert (=> _a{n} {any}))\n")
            }
            _ => format!("(assert {any})\n"),
        });
    }
    text.push_str(&match &assumed[..] {
        [] => "(check-sat)\n".to_owned(),
        assumed => format!("(check-sat-assuming ({}))\n", assumed.join(" ")),
    });
    let before = text.matches("\n(").count();
    for command in commands {
        text.push_str(&command.replace("TERM", &any));
        text.push('\n');
    }
    if is_cut(&text) {
        return Ok(Effect::Done);
    }
    parser.read(InputLanguage::Smt2, &text, instance.rng.coin())?;
    let (mut answer, mut count) = (None, 0);
    execute(&parser, &text, |name, output| {
        count += 1;
        if name.starts_with("check-sat") {
            answer = Answer::from_name(output);
        } else if count <= before && !output.is_empty() {
            // What comes later may be refused: `get-model` without a model.
            let first = output.lines().next().unwrap_or_default();
            return COMMAND_PRINTS.fails_for(format!("{name}: {first}"), "");
        }
        Ok(())
    })?;
    for (term, name) in parser.named()? {
        PARSER_NAMED.must(
            name.starts_with("_n") && session.sort_is_boolean(session.term_get_sort(term)?)?,
        )?;
    }
    let opposite = [(Answer::Sat, Answer::Unsat), (Answer::Unsat, Answer::Sat)];
    match answer {
        Some(answer) if opposite.contains(&(last.answer, answer)) => {
            let (answer, last) = (answer.name(), last.answer.name());
            let details = format!("a script is {answer} where the check was {last}\n{text}");
            OPPOSITE_ANSWER.fails_for("in a script", details)
        }
        _ => Ok(Effect::Done),
    }
}
