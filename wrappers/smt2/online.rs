//! A solver that is driven through pipes. Commands of the script are written to its program, and
//! answers are read.
//!
//! The answer to a command that is not a query must be `success`. If the program dies, this process
//! dies in the same way, so that the executor treats a program like a library.

use super::checks;
use super::print::TermText;
use super::process::{Process, Silence};
use super::script::{GREETING, Script};
use super::sexp;
use super::solver::{STANDARD, START_MODE};
use super::symbol::is_simple;
use super::values::ModelReader;
use super::{Dialect, Language, SMT_LIB};
use crate::shared::encoding::elements::Elements;
use murxla_fsm::op::{BASE, Op};
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortId, SortView};
use murxla_fsm::value::Value;
use std::any::Any;
use std::sync::Arc;

/// A solver's program. It was started once to read its name.
pub(super) struct Program {
    command: Vec<String>,
    version: String,
    dialect: Dialect,
}

impl Program {
    /// Starts the program of a command line, which is split like in a shell, and reads its name and
    /// version.
    pub(super) fn start_and_identify(
        line: &str,
        languages: &[&'static Language],
    ) -> std::result::Result<Self, LoadError> {
        let wrong = |what: &str| LoadError(format!("cannot use the command '{line}': {what}"));
        let command = shlex::split(line).filter(|words| !words.is_empty());
        let command = command.ok_or_else(|| wrong("its quotes do not fit"))?;
        let mut process = Process::start(&command).map_err(|e| wrong(&e.to_string()))?;
        let mut ask = |question: &str| {
            process.ask(question).map_err(|silence| match silence {
                Silence::Ended(status) => wrong(&format!("it has ended ({status})")),
                Silence::Endless => wrong("it answers without end"),
            })
        };
        let greeted = ask(GREETING)?;
        if greeted != "success" {
            let what = format!("to '{GREETING}' it answers '{greeted}'");
            return Err(wrong(&what));
        }
        let mut info = |key: &str| -> std::result::Result<Option<String>, LoadError> {
            let answer = ask(&format!("(get-info {key})"))?;
            let parts = sexp::list(&answer).unwrap_or_default();
            Ok(match parts[..] {
                [its, value] if its == key => sexp::string(value),
                _ => None,
            })
        };
        let name = info(":name")?.unwrap_or_else(|| "unnamed".to_owned());
        let version = info(":version")?.unwrap_or_default();
        let is_own = |language: &&&'static Language| language.solver == name.to_lowercase();
        let language = languages.iter().find(is_own).copied().unwrap_or(&SMT_LIB);
        Ok(Self {
            dialect: Dialect::new(language, Some(&version)),
            version: format!("{name} {version}").trim_end().to_owned(),
            command,
        })
    }
}

impl Loaded for Program {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn supports(&self, op: Op) -> bool {
        op.index() < BASE.len()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let failed = |e: std::io::Error| Error::Resources(e.to_string());
        let mut online = Online {
            script: Script::online(self.dialect.clone()),
            process: Process::start(&self.command).map_err(failed)?,
            elements: Elements::default(),
            assumed: Vec::new(),
            definitions: Vec::new(),
            is_well: true,
        };
        online.send()?;
        Ok(Box::new(online))
    }
}

/// An instance. Each has its own process.
struct Online {
    script: Script,
    process: Process,
    elements: Elements,
    /// The assumptions of the last check, with their literals.
    assumed: Vec<(String, TermId)>,
    /// The levels of the assertions that define literals.
    definitions: Vec<usize>,
    /// Whether nothing has gone wrong, so that the program must end when it is told to.
    is_well: bool,
}

impl Drop for Online {
    fn drop(&mut self) {
        if self.is_well {
            self.process.stop();
        }
    }
}

impl Online {
    /// Makes the call on the script, and sends the new commands to the solver.
    fn send_call(&mut self, call: impl FnOnce(&mut Script) -> Result) -> Result {
        call(&mut self.script)?;
        self.send().map(|_| ())
    }

    /// Makes a query on the script, and returns the answer of the solver.
    fn query<T>(&mut self, call: impl FnOnce(&mut Script) -> Result<T>) -> Result<String> {
        call(&mut self.script)?;
        self.send()
    }

    /// Sends all commands that cannot change any more to the solver, and returns the last answer. A
    /// logic may change until the next command.
    fn send(&mut self) -> Result<String> {
        let text = self.script.take_ready();
        let mut answer = String::new();
        for command in sexp::split(&text) {
            self.is_well = false;
            answer = match self.process.ask(command) {
                Ok(answer) => answer,
                Err(silence) => return silence.exit_like_program(),
            };
            check(command, &answer)?;
            self.is_well = true;
        }
        Ok(answer)
    }

    fn answer(&mut self, reply: &str) -> Result<Answer> {
        let unknown = || Error::Contradiction(checks::CHECK_SAT.failed(reply));
        Answer::from_name(reply).ok_or_else(unknown)
    }

    /// The term of an element of a core.
    fn term_of(&self, symbol: &str) -> Result<TermId> {
        let assumed = self.assumed.iter().find(|(literal, _)| literal == symbol);
        let named = self.script.state.names.get(symbol);
        let unknown = || Error::Contradiction(checks::STRANGE_IN_CORE.failed(symbol));
        let id = assumed.map(|(_, id)| *id).or(named);
        id.ok_or_else(unknown)
    }

    /// The literal of an assumption: the term, if it is a constant, or a new constant that is equal
    /// to it.
    fn literal(&mut self, assumption: TermId) -> Result<String> {
        if let Some((literal, _)) = self.assumed.iter().find(|(_, id)| *id == assumption) {
            return Ok(literal.clone());
        }
        let text = self.script.formula_text(assumption)?;
        if is_simple(&text) && !matches!(&text[..], "true" | "false") {
            return Ok(text);
        }
        let literal = self.script.state.symbols.fresh("assumed");
        self.send_call(|script| {
            script.command(&format!("(declare-const {literal} Bool)"));
            script.command(&format!("(assert (= {literal} {text}))"));
            Ok(())
        })?;
        self.definitions.push(self.script.state.assertions.depth());
        Ok(literal)
    }
}

/// Checks the answer to a command.
fn check(command: &str, answer: &str) -> Result {
    let is_question = command.starts_with("(check-") || command.starts_with("(get-");
    let is_option = command.starts_with("(set-option");
    let mut words = command.trim_start_matches('(').split([' ', ')']);
    let name = words.next().unwrap_or_default();
    match sexp::list(answer).as_deref() {
        Some(["error", message]) => {
            let message = sexp::string(message).unwrap_or_else(|| (*message).to_owned());
            Err(if message.contains("out of memory") {
                Error::Resources(message)
            } else if is_option {
                Error::Option(message)
            } else {
                Error::Rejected(message)
            })
        }
        _ if answer == "unsupported" && is_option => Err(Error::Option(answer.to_owned())),
        _ if answer == "unsupported" => Err(Error::Unsupported(name.to_owned())),
        _ if is_question || answer == "success" => Ok(()),
        _ => checks::NO_SUCCESS.fails_for(name, answer),
    }
}

/// The value of a function in the definitions of a model, if it is there.
fn defined<'a>(
    script: &Script,
    reader: &mut ModelReader<'a>,
    function: TermId,
    definitions: &[&'a str],
) -> Option<Value> {
    let function = script.state.terms.get(function).ok()?;
    let TermText::Leaf(symbol) = &function.kind else {
        return None;
    };
    for &definition in definitions {
        let parts = sexp::list(definition).unwrap_or_default();
        let &["define-fun", name, params, _, body] = &parts[..] else {
            continue;
        };
        if sexp::name(name) == sexp::name(symbol) {
            let params = sexp::list(params)?.into_iter();
            let names = params.map(|param| Some(*sexp::list(param)?.first()?));
            let names = names.collect::<Option<Vec<&str>>>()?;
            return reader.function(&names, script.domain(function.sort)?, body);
        }
    }
    None
}

impl Solver for Online {
    fn begin(&mut self, seed: u32) {
        self.script.begin(seed);
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        self.send_call(|script| script.set_logic(logic))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        let is_standard = START_MODE.contains(&name) || STANDARD.contains(&name);
        let is_known = name == "incremental" || is_standard;
        if !is_known && self.script.dialect.option(name, false).is_none() {
            return Err(Error::Option(format!(
                "{name} is not an option of the standard"
            )));
        }
        let sent = self.send_call(|script| script.set_option(name, value));
        if let Err(Error::Option(_)) = sent {
            // The solver ignores the option.
            self.is_well = true;
            self.script.state.options.values.remove(name);
        }
        sent
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        self.send_call(|script| script.mk_sort(out, sort))
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        self.send_call(|script| script.mk_datatypes(out, group))
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.send_call(|script| script.mk_const(out, sort, symbol))
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.send_call(|script| script.mk_var(out, sort, symbol))
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        self.send_call(|script| script.mk_value(out, sort, value))
    }

    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        self.send_call(|script| script.mk_special_value(out, sort, name, value))
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        self.send_call(|script| script.mk_term(out, op, args, indices, sort))
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        self.send_call(|script| script.mk_fun(out, sort, symbol, params, body))
    }

    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        self.send_call(|script| script.simplify(out, term))
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        self.send_call(|script| script.assert_formula(formula))
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.assumed.clear();
        let reply = self.query(Script::check_sat)?;
        self.answer(&reply)
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.assumed.clear();
        for id in assumptions {
            let literal = self.literal(*id)?;
            self.assumed.push((literal, *id));
        }
        let literals = self.assumed.iter().map(|(literal, _)| literal.as_str());
        let literals = literals.collect::<Vec<_>>().join(" ");
        let reply = self.query(|script| {
            script.command(&format!("(check-sat-assuming ({literals}))"));
            Ok(())
        })?;
        self.answer(&reply)
    }

    fn push(&mut self, levels: u32) -> Result {
        self.send_call(|script| script.push(levels))
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.send_call(|script| script.pop(levels))?;
        let depth = self.script.state.assertions.depth();
        self.definitions.retain(|level| *level <= depth);
        Ok(())
    }

    fn reset(&mut self) -> Result {
        self.assumed.clear();
        self.definitions.clear();
        self.send_call(Script::reset)
    }

    fn reset_assertions(&mut self) -> Result {
        self.definitions.clear();
        self.send_call(Script::reset_assertions)
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let (mut asked, mut functions) = (Vec::new(), false);
        for id in terms {
            let sort = self.script.state.terms.get(*id)?.sort;
            let is_function = self.script.domain(sort).is_some();
            asked.push((!is_function).then_some(sort));
            functions |= is_function;
        }
        // In the standard functions have no values, but models define them.
        let model = match functions {
            true => self.query(Script::print_model)?,
            false => String::new(),
        };
        let sorts: Vec<SortId> = asked.iter().flatten().copied().collect();
        let reply = match sorts.len() {
            0 => "()".to_owned(),
            _ => self.query(|script| script.get_value(terms))?,
        };
        let mut reader = ModelReader::new(&self.script, &mut self.elements);
        let read = reader.read_all(&sorts, &reply).ok_or_else(|| {
            let count = sorts.len();
            Error::Contradiction(checks::VALUES.failed(format!("{count} terms, {reply}")))
        });
        let mut read = read?.into_iter();
        let definitions = sexp::list(&model).unwrap_or_default();
        let mut values = Vec::new();
        for (id, sort) in terms.iter().zip(asked) {
            let mut reader = ModelReader::new(&self.script, &mut self.elements);
            values.push(match sort {
                Some(_) => read.next().flatten(),
                None => defined(&self.script, &mut reader, *id, &definitions),
            });
        }
        Ok(values)
    }

    fn get_assertions(&mut self) -> Result<usize> {
        let reply = self.query(Script::get_assertions)?;
        let wrong = || Error::Contradiction(checks::ASSERTIONS.failed(&reply));
        let all = sexp::list(&reply).ok_or_else(wrong)?.len();
        all.checked_sub(self.definitions.len()).ok_or_else(wrong)
    }

    /// The core includes assumptions. In the standard they are like assertions without names, which
    /// are left out.
    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        let reply = self.query(Script::get_unsat_core)?;
        let wrong = || Error::Contradiction(checks::CORE.failed(&reply));
        let symbols = sexp::list(&reply).ok_or_else(wrong)?;
        let core = symbols.into_iter().map(|symbol| self.term_of(symbol));
        let mut core: Vec<TermId> = core.collect::<Result<_>>()?;
        for (_, id) in &self.assumed {
            if !core.contains(id) {
                core.push(*id);
            }
        }
        Ok(core)
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        let reply = self.query(Script::get_unsat_assumptions)?;
        let wrong = || Error::Contradiction(checks::ASSUMPTIONS.failed(&reply));
        let mut literals = sexp::list(&reply).ok_or_else(wrong)?;
        if self.script.dialect.language.assumptions.lists_names {
            let is_assertion = |literal: &str| self.script.state.names.get(literal).is_some();
            literals.retain(|literal| !is_assertion(literal));
        }
        let terms = literals.into_iter().map(|literal| self.term_of(literal));
        terms.collect()
    }

    fn print_model(&mut self) -> Result {
        let reply = self.query(Script::print_model)?;
        let wrong = || Error::Contradiction(checks::MODEL.failed(&reply));
        sexp::list(&reply).map(|_| ()).ok_or_else(wrong)
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        self.script.term_get_children(term)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        self.script.sort_of(term)
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        self.script.read_value(term)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
