//! Imports commands.

use super::Importer;
use super::fixedpoint;
use super::header::{USING, is_check};
use super::nearest::unknown_command;
use super::optimize::GOALS;
use crate::smt2::sexp;
use crate::smt2::tree::{Expr, Fault, Result};
use murxla_fsm::action::{Action, Arg, Args, Call, Ids, Invalid, Param, Returns};
use murxla_fsm::actions::{CheckSat, GetValue, Reset, SetLogic};
use murxla_fsm::scenario::{MOST, readable};
use murxla_fsm::solver::Answer;
use smallvec::smallvec;

/// A command, with its arguments.
pub(super) struct Command<'c, 't> {
    pub(super) at: Expr<'t>,
    pub(super) args: Vec<Expr<'t>>,
    /// The commands after it.
    rest: &'c [Expr<'t>],
}

type Run = for<'c, 't> fn(&mut Importer<'t>, Command<'c, 't>) -> Result<()>;

/// Commands that are not imported as exactly one call with the same arguments.
const COMMANDS: &[(&str, Run)] = &[
    ("set-logic", |i, c| i.set_logic(&c)),
    ("set-option", |i, c| i.set_option(&c)),
    ("set-info", |i, c| i.set_info(&c)),
    ("declare-sort", |i, c| i.declare_sort(&c)),
    ("define-sort", |i, c| i.define_sort(&c)),
    ("declare-fun", |i, c| i.declare_fun(&c)),
    ("declare-const", |i, c| i.declare_const(&c)),
    ("declare-datatype", |i, c| i.declare_datatype(&c)),
    ("declare-codatatype", |i, c| i.declare_datatype(&c)),
    ("declare-datatypes", |i, c| i.declare_datatypes(&c)),
    ("declare-codatatypes", |i, c| i.declare_datatypes(&c)),
    ("declare-heap", |i, c| i.declare_heap(&c)),
    ("define-const", |i, c| i.define_const(&c)),
    ("define-fun", |i, c| i.define_fun(&c)),
    ("define-fun-rec", |i, c| i.define_fun_rec(&c)),
    ("define-funs-rec", |i, c| i.define_funs_rec(&c)),
    ("push", |i, c| i.push(&c)),
    ("pop", |i, c| i.pop(&c)),
    ("reset", |i, c| i.reset(&c)),
    ("reset-assertions", |i, c| i.reset_assertions(&c)),
];

/// Without assumptions, this is `check-sat`.
const ASSUMING: &str = "check-sat-assuming";

/// Commands that are imported as one call, each with its action. The action's parameters say how
/// the arguments are read.
const CALLS: &[(&str, &str)] = &[
    ("assert", "assert-formula"),
    ("check-sat", "check-sat"),
    (ASSUMING, "check-sat-assuming"),
    ("get-assertions", "get-assertions"),
    ("get-model", "print-model"),
    ("get-unsat-assumptions", "get-unsat-assumptions"),
    ("get-unsat-core", "get-unsat-core"),
    ("get-value", "get-value"),
    ("simplify", "simplify"),
];

/// Actions whose terms are formulas.
const OF_FORMULAS: [&str; 2] = ["assert-formula", "check-sat-assuming"];

/// Commands that change no answer and have no action, in all dialects.
const IDLE: [&str; 4] = ["echo", "get-assignment", "get-info", "get-option"];

/// Commands that may end the scopes of constants.
const FORGETTING: [&str; 3] = ["pop", "reset", "reset-assertions"];

/// Options that decide what a solver's program prints, and where.
const PRINTING: [&str; 2] = ["print-success", "verbosity"];

impl<'t> Importer<'t> {
    pub(super) fn command(&mut self, at: Expr<'t>, rest: &[Expr<'t>]) -> Result<()> {
        let mut args = at.parts("command")?;
        if args.is_empty() {
            return Err(at.fault("a command has a name"));
        }
        let mut name = args.remove(0).named("name of a command")?;
        let is_empty = |arg: &Expr<'_>| arg.list().is_some_and(|parts| parts.is_empty());
        if name == ASSUMING && args.len() == 1 && is_empty(&args[0]) {
            (name, args) = ("check-sat", Vec::new());
        }
        if self.config.recorded
            && let Some(imported) = self.recorded(at, name, &args)
        {
            return imported;
        }
        if FORGETTING.contains(&name) {
            self.make_declared(at)?;
        }
        if let Some((_, run)) = COMMANDS.iter().find(|(command, _)| *command == name) {
            return run(self, Command { at, args, rest });
        }
        if let Some((_, action)) = CALLS.iter().find(|(command, _)| *command == name) {
            let Some(action) = self.context.action(action) else {
                return Err(self.unknown_command(at, name));
            };
            if is_check(at) {
                self.make_optimizations(at)?;
            }
            self.call_of(at, action, &args)?;
            return match self.config.values && is_check(at) {
                true => self.read_model(at),
                false => Ok(()),
            };
        }
        let language = self.language();
        if name == USING && language.commands.has_checks_with_tactics {
            self.make_optimizations(at)?;
            self.leave_out(at, "a check without the tactic takes its place");
            return self.call_of(at, &CheckSat, &[]);
        }
        if let Some(action) = language.commands.optimizing
            && let Some(goal) = GOALS.iter().find(|command| **command == name)
        {
            return self.objective(at, goal, action, &args);
        }
        if let Some(relations) = language.commands.relations
            && fixedpoint::COMMANDS.contains(&name)
        {
            return self.add_fixedpoint(at, rest, relations);
        }
        if IDLE.contains(&name) || language.imports.printing_commands.contains(&name) {
            self.leave_out_idle(at);
            return Ok(());
        }
        if language.imports.idle_commands.contains(&name) {
            self.leave_out(at, "it changes no answer");
            return Ok(());
        }
        let mut queries = language.imports.queries.iter();
        if let Some((_, action, place)) = queries.find(|(command, ..)| *command == name) {
            return self.query(at, action, *place, &args);
        }
        match self.own_action(name) {
            Some(action) => {
                // An expected answer is that of this check, and not of the next one.
                if name.starts_with("check-sat") {
                    self.header.answers.of_next = None;
                }
                // Keywords are left out, because the seed of the call decides the modes of the
                // action.
                args.retain(|arg| !arg.text().starts_with(':'));
                self.call_of(at, action, &args)
            }
            None => Err(self.unknown_command(at, name)),
        }
    }

    fn unknown_command(&self, at: Expr<'t>, name: &str) -> Fault {
        let calls = CALLS.iter().map(|(command, _)| *command);
        let own = COMMANDS.iter().map(|(command, _)| *command);
        let language = self.language();
        let idle = language
            .imports
            .idle_commands
            .iter()
            .chain(language.imports.printing_commands);
        let idle = idle.copied();
        unknown_command(at, name, calls.chain(own).chain(IDLE).chain(idle))
    }

    /// Makes the action of a query with the formula at this place. The query is left out if the
    /// action does not have what it asks.
    fn query(&mut self, at: Expr<'t>, action: &str, place: usize, args: &[Expr<'t>]) -> Result<()> {
        let (Some(action), true) = (self.own_action(action), args.len() == place + 1) else {
            self.leave_out(at, "the call does not support all arguments of the query");
            return Ok(());
        };
        let made = smallvec![Arg::Term(self.term(args[place])?)];
        let call = Call {
            seed: 0,
            action,
            args: made,
            ids: Ids::default(),
        };
        match action.valid(&self.state, &call, self.context) {
            Err(Invalid::Wrong(why)) => self.leave_out(at, why),
            _ => self.call(at, action, call.args, Ids::default())?,
        }
        Ok(())
    }

    /// Adds a call of `get-value`, for the terms that oracles need to check a model.
    fn read_model(&mut self, at: Expr<'t>) -> Result<()> {
        let (mut terms, rest) = readable(&self.state, self.context.restrictions.places.get_value);
        terms.extend(rest);
        terms.truncate(MOST);
        if terms.is_empty() {
            return Ok(());
        }
        let args = smallvec![Arg::Terms(terms.into())];
        self.call(at, &GetValue, args, Ids::default())
    }

    /// Makes a call. The action's parameters say how the arguments are read.
    pub(super) fn call_of(
        &mut self,
        at: Expr<'t>,
        action: &'static dyn Action,
        args: &[Expr<'t>],
    ) -> Result<()> {
        let params = action.params();
        if params.len() != args.len() {
            let (wanted, got) = (params.len(), args.len());
            return Err(at.fault(format!(
                "'{}' takes {wanted} arguments, not {got}",
                action.name()
            )));
        }
        let read = match OF_FORMULAS.contains(&action.name()) {
            true => Self::formula,
            false => Self::term,
        };
        let mut made = Args::new();
        for (param, arg) in params.iter().zip(args) {
            made.push(match param {
                Param::Term => Arg::Term(read(self, *arg)?),
                Param::Terms => {
                    let terms = arg.parts("list of terms")?;
                    let terms = terms.into_iter().map(|term| read(self, term));
                    Arg::Terms(terms.collect::<Result<_>>()?)
                }
                Param::Sort => Arg::Sort(self.sort(*arg)?),
                Param::Number => Arg::Number(arg.number("number")?),
                _ => return Err(arg.fault(format!("'{}' is not supported here", arg.shown()))),
            });
        }
        let makes_term = action.returns() == Returns::Term;
        let ids = Ids {
            term: makes_term.then(|| self.state.ids.term()),
            sort: None,
        };
        self.call(at, action, made, ids)
    }

    fn set_logic(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [logic] = command.exactly("(set-logic name)")?;
        match self.header.logic {
            Some(_) => Ok(()),
            None => self.take_logic(command.at, logic.named("logic")?),
        }
    }

    pub(super) fn take_logic(&mut self, at: Expr<'t>, logic: &str) -> Result<()> {
        self.is_real = ["RA", "RDL", "RAT"]
            .iter()
            .any(|real| logic.ends_with(real))
            && !["IRA", "IRAT", "IRDL"]
                .iter()
                .any(|mixed| logic.ends_with(mixed));
        let args = smallvec![Arg::Word(logic.into())];
        self.call(at, &SetLogic, args, Ids::default())
    }

    fn set_option(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, value] = command.exactly("(set-option :name value)")?;
        let Some(name) = name.atom().and_then(|name| name.strip_prefix(':')) else {
            return Err(name.fault(format!("'{}' is not a keyword", name.shown())));
        };
        let text = value.text();
        let value = sexp::string(text).unwrap_or_else(|| sexp::name(text).to_owned());
        if name == "global-declarations" {
            self.scopes.is_global = value == "true";
            return Ok(());
        }
        if PRINTING.contains(&name) || self.set_relation_parameter(command.at, name, &value) {
            return Ok(());
        }
        self.set(command.at, name, &value)
    }

    fn set_info(&mut self, command: &Command<'_, 't>) -> Result<()> {
        if let [name, status] = command.args[..]
            && name.atom() == Some(":status")
        {
            self.header.answers.of_next = Answer::from_name(status.text());
        }
        Ok(())
    }

    /// Makes the call `name`, and returns its number of levels, which is one by default.
    fn levels(&mut self, command: &Command<'_, 't>, name: &str) -> Result<u32> {
        let levels = match command.args[..] {
            [] => 1,
            [levels] => levels.number("number of levels")?,
            _ => return Err(command.wrong(&format!("({name} number)"))),
        };
        if let Some(action) = self.context.action(name) {
            let args = smallvec![Arg::Number(levels)];
            self.call(command.at, action, args, Ids::default())?;
        }
        Ok(levels)
    }

    fn push(&mut self, command: &Command<'_, 't>) -> Result<()> {
        for _ in 0..self.levels(command, "push")? {
            self.scopes.open_level();
        }
        Ok(())
    }

    fn pop(&mut self, command: &Command<'_, 't>) -> Result<()> {
        for _ in 0..self.levels(command, "pop")? {
            self.scopes.close_level();
        }
        Ok(())
    }

    fn reset(&mut self, command: &Command<'_, 't>) -> Result<()> {
        self.call(command.at, &Reset, Args::new(), Ids::default())?;
        self.is_real = false;
        self.scopes.is_global = false;
        self.scopes.clear();
        self.made.forget_terms();
        self.set_options(command.at, command.rest)
    }

    fn reset_assertions(&mut self, command: &Command<'_, 't>) -> Result<()> {
        if let Some(action) = self.context.action("reset-assertions") {
            self.call(command.at, action, Args::new(), Ids::default())?;
        }
        let dialect = &self.config.dialect;
        match dialect.is_in(dialect.language.commands.keeps_declarations) {
            true => self.scopes.close_levels(),
            false => self.scopes.clear(),
        }
        Ok(())
    }
}

impl<'t> Command<'_, 't> {
    /// Its arguments, whose number must be that of `form`.
    pub(super) fn exactly<const N: usize>(&self, form: &str) -> Result<[Expr<'t>; N]> {
        let args = self.args[..].try_into();
        args.map_err(|_| self.wrong(form))
    }

    pub(super) fn wrong(&self, form: &str) -> Fault {
        let shown = self.at.shown();
        self.at
            .fault(format!("'{shown}' is not of the form {form}"))
    }
}
