//! Imports commands.

use super::header::{USING, is_check};
use super::sort::SortMeaning;
use super::tree::{Expr, Result};
use super::{Importer, Meaning};
use crate::smt2::sexp;
use murxla_fsm::action::{Action, Arg, Args, Call, Ids, Invalid, Param, Returns};
use murxla_fsm::actions::{
    AssertFormula, CheckSat, DefineFunsRec, GetValue, MkConst, MkFun, MkRecFun, MkVar, Reset,
    SetLogic,
};
use murxla_fsm::op::EQUAL;
use murxla_fsm::scenario::{MOST, readable};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortConstructor, SortId};
use smallvec::{SmallVec, smallvec};

/// A command, with its arguments.
pub(super) struct Command<'c, 't> {
    at: Expr<'t>,
    args: Vec<Expr<'t>>,
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

/// Commands that are imported as one call, each with its action. The action's parameters say how
/// the arguments are read.
const CALLS: &[(&str, &str)] = &[
    ("assert", "assert-formula"),
    ("check-sat", "check-sat"),
    ("check-sat-assuming", "check-sat-assuming"),
    ("get-assertions", "get-assertions"),
    ("get-model", "print-model"),
    ("get-unsat-assumptions", "get-unsat-assumptions"),
    ("get-unsat-core", "get-unsat-core"),
    ("get-value", "get-value"),
    ("simplify", "simplify"),
];

/// Commands that change no answer and have no action, by dialect: pools of cvc5 only guide the
/// instantiation of quantifiers, and the actions for interpolants and abducts themselves ask for
/// further ones. Objectives of Z3 choose between models.
const SILENT: [(&str, &str); 3] = [
    ("", "echo get-assignment get-info get-option"),
    (
        "cvc5",
        "declare-pool find-synth get-abduct-next get-interpolant-next",
    ),
    (
        "z3",
        "apply assert-soft display eval get-objectives labels maximize minimize",
    ),
];

/// Queries of cvc5 whose action has another name or fewer arguments: the command, the action, and
/// the place of the formula, which is the only argument of the action. A query with more arguments
/// after it, such as a grammar, is left out.
const QUERIES_OF_CVC5: [(&str, &str, usize); 4] = [
    ("get-abduct", "cvc5-get-abduct", 1),
    ("get-interpolant", "cvc5-get-interpolant", 1),
    ("get-qe", "cvc5-get-quantifier-elimination", 0),
    (
        "get-qe-disjunct",
        "cvc5-get-quantifier-elimination-disjunct",
        0,
    ),
];

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
        let name = args.remove(0).named("name of a command")?;
        if FORGETTING.contains(&name) {
            self.make_declared(at)?;
        }
        if let Some((_, run)) = COMMANDS.iter().find(|(command, _)| *command == name) {
            return run(self, Command { at, args, rest });
        }
        if let Some((_, action)) = CALLS.iter().find(|(command, _)| *command == name) {
            let Some(action) = self.context.action(action) else {
                return Err(at.fault(format!("command '{name}' is not supported")));
            };
            self.call_of(at, action, &args)?;
            return match self.config.values && is_check(at) {
                true => self.read_model(at),
                false => Ok(()),
            };
        }
        let dialect = self.config.dialect;
        if name == USING && dialect == "z3" {
            // The tactic changes how the answer is found, not which one is right.
            self.leave_out(at);
            return self.call_of(at, &CheckSat, &[]);
        }
        let is_silent = |(of, names): &(&str, &str)| {
            ["", dialect].contains(of) && names.split(' ').any(|silent| silent == name)
        };
        if SILENT.iter().any(is_silent) {
            self.leave_out(at);
            return Ok(());
        }
        let mut queries = QUERIES_OF_CVC5.iter().filter(|_| dialect == "cvc5");
        if let Some((_, action, place)) = queries.find(|(command, ..)| *command == name) {
            return self.query(at, action, *place, &args);
        }
        let extension = format!("{}-{name}", self.config.dialect);
        match self.context.action(&extension) {
            Some(action) => {
                // Keywords are left out, because the seed of the call decides the modes of the
                // action.
                args.retain(|arg| !arg.text().starts_with(':'));
                self.call_of(at, action, &args)
            }
            None => Err(at.fault(format!("command '{name}' is not supported"))),
        }
    }

    /// Makes the action of a query with the formula at this place. The query is left out if the
    /// action does not have what it asks.
    fn query(&mut self, at: Expr<'t>, action: &str, place: usize, args: &[Expr<'t>]) -> Result<()> {
        let (Some(action), true) = (self.context.action(action), args.len() == place + 1) else {
            self.leave_out(at);
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
            Err(Invalid::Wrong(_)) => self.leave_out(at),
            _ => self.call(at, action, call.args, Ids::default())?,
        }
        Ok(())
    }

    /// Adds a call of `get-value`, for the terms that oracles need to check a model.
    fn read_model(&mut self, at: Expr<'t>) -> Result<()> {
        let (mut terms, rest) = readable(&self.state, self.context.restrictions.get_value);
        terms.extend(rest);
        terms.truncate(MOST);
        if terms.is_empty() {
            return Ok(());
        }
        let args = smallvec![Arg::Terms(terms.into())];
        self.call(at, &GetValue, args, Ids::default())
    }

    /// Makes a call. The action's parameters say how the arguments are read.
    fn call_of(
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
        let mut made = Args::new();
        for (param, arg) in params.iter().zip(args) {
            made.push(match param {
                Param::Term => Arg::Term(self.term(*arg)?),
                Param::Terms => {
                    let terms = arg.parts("list of terms")?;
                    let terms = terms.into_iter().map(|term| self.term(term));
                    Arg::Terms(terms.collect::<Result<_>>()?)
                }
                Param::Sort => Arg::Sort(self.sort(*arg)?),
                Param::Number => Arg::Number(arg.number("number")?),
                _ => return Err(arg.fault(format!("'{}' is not supported here", arg.shown()))),
            });
        }
        let makes_term = action.returns() == Returns::Term;
        let ids = Ids {
            term: makes_term.then(|| self.state.fresh_term()),
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
            return Err(name.fault(format!("'{}' is no keyword", name.shown())));
        };
        let text = value.text();
        let value = sexp::string(text).unwrap_or_else(|| sexp::name(text).to_owned());
        if name == "global-declarations" {
            self.is_global = value == "true";
            return Ok(());
        }
        if PRINTING.contains(&name) {
            return Ok(());
        }
        self.set(command.at, name, &value)
    }

    fn set_info(&mut self, command: &Command<'_, 't>) -> Result<()> {
        if let [name, status] = command.args[..]
            && name.atom() == Some(":status")
        {
            self.status = Answer::from_name(status.text());
        }
        Ok(())
    }

    fn declare_sort(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let (name, arity) = match command.args[..] {
            [name] => (name, 0),
            [name, arity] => (name, arity.number("number of sorts")?),
            _ => return Err(command.wrong("(declare-sort name number)")),
        };
        let name = name.named("name")?;
        if arity > super::sort::MAX_ARITY {
            return Err(command.at.fault(format!("'{name}' takes too many sorts")));
        }
        let symbol = self.symbol(name);
        let meaning = match arity {
            0 => SortMeaning::Sort(self.make_sort(command.at, Sort::Uninterpreted(symbol))?),
            arity => {
                let sort = Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity));
                SortMeaning::Constructor(self.make_sort(command.at, sort)?)
            }
        };
        self.sorts.bind(name, meaning);
        Ok(())
    }

    fn define_sort(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, params, body] = command.exactly("(define-sort name (names) sort)")?;
        let params = params.parts("list of names")?;
        let params: Result<Vec<_>> = params.iter().map(|param| param.named("name")).collect();
        let meaning = match params? {
            params if params.is_empty() => SortMeaning::Sort(self.sort(body)?),
            params => SortMeaning::Macro(params, body),
        };
        self.sorts.bind(name.named("name")?, meaning);
        Ok(())
    }

    fn declare_fun(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, domain, codomain] = command.exactly("(declare-fun name (sorts) sort)")?;
        let domain = domain.parts("list of sorts")?;
        let domain: Result<Vec<_>> = domain.into_iter().map(|sort| self.sort(sort)).collect();
        let (domain, codomain) = (domain?, self.sort(codomain)?);
        let sort = self.function_sort(command.at, &domain, codomain)?;
        self.declare(command.at, name.named("name")?, sort)
    }

    fn declare_const(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, sort] = command.exactly("(declare-const name sort)")?;
        let sort = self.sort(sort)?;
        self.declare(command.at, name.named("name")?, sort)
    }

    /// Declares a constant or function. It is made here, or for Z3, whose parser makes constants
    /// where they are first used, later.
    fn declare(&mut self, at: Expr<'t>, name: &'t str, sort: SortId) -> Result<()> {
        let declared = Meaning::Declared(sort, self.symbol(name));
        self.names.bind(name, declared);
        let is_function = matches!(self.state.sorts.get(sort), Some(Sort::Fun(..)));
        if self.parses_as_z3() && !is_function {
            self.declared.push(name);
            return Ok(());
        }
        self.make_constant(at, name)
    }

    /// Makes the constant of this name, if it is declared and not made yet.
    pub(super) fn make_constant(&mut self, at: Expr<'t>, name: &str) -> Result<()> {
        if let Some(Meaning::Declared(sort, symbol)) = self.names.get(name).cloned() {
            let args = smallvec![Arg::Sort(sort), Arg::Text(symbol)];
            let term = self.new_term(at, &MkConst, args)?;
            if let Some(meaning) = self.names.get_mut(name) {
                *meaning = Meaning::Term(term);
            }
        }
        Ok(())
    }

    /// Makes all declared constants that are not made yet.
    pub(super) fn make_declared(&mut self, at: Expr<'t>) -> Result<()> {
        let mut declared = std::mem::take(&mut self.declared).into_iter();
        declared.try_for_each(|name| self.make_constant(at, name))
    }

    fn declare_datatype(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, declaration] = command.exactly("(declare-datatype name declaration)")?;
        let is_codata = command.at.is_headed("declare-codatatype");
        self.datatypes(command.at, &[(name, None, declaration)], is_codata)
    }

    fn declare_datatypes(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(declare-datatypes ((name number) …) (declaration …))";
        let [names, declarations] = command.exactly(form)?;
        let (names, declarations) = (
            names.parts("list of names and numbers")?,
            declarations.parts("list of declarations")?,
        );
        if names.len() != declarations.len() || names.is_empty() {
            return Err(command.wrong(form));
        }
        let mut members = Vec::new();
        for (name, declaration) in names.into_iter().zip(declarations) {
            let [name, arity] = name.parts("name and number")?[..] else {
                return Err(name.fault(format!("'{}' is no name and number", name.shown())));
            };
            members.push((name, Some(arity.number("number of sorts")?), declaration));
        }
        let is_codata = command.at.is_headed("declare-codatatypes");
        self.datatypes(command.at, &members, is_codata)
    }

    /// Declares the heap of separation logic: `(declare-heap (location data))`.
    fn declare_heap(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(declare-heap (sort sort))";
        let [sorts] = command.exactly(form)?;
        let ([location, data], Some(action)) = (
            &sorts.parts("list of sorts")?[..],
            self.context.action("cvc5-declare-heap"),
        ) else {
            return Err(command.wrong(form));
        };
        let args = smallvec![
            Arg::Sort(self.sort(*location)?),
            Arg::Sort(self.sort(*data)?)
        ];
        self.call(command.at, action, args, Ids::default())
    }

    fn define_const(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, sort, body] = command.exactly("(define-const name sort term)")?;
        let sort = self.sort(sort)?;
        let body = self.term_of(body, sort)?;
        self.names.bind(name.named("name")?, Meaning::Term(body));
        Ok(())
    }

    fn define_fun(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(define-fun name ((name sort) …) sort term)";
        let [name, params, sort, body] = command.exactly(form)?;
        let (at, name) = (command.at, name.named("name")?);
        let mark = self.names.mark();
        let params = self.variables(params)?;
        let sort = self.sort(sort)?;
        let body = self.term_of(body, sort)?;
        self.names.end(mark);
        let term = if params.is_empty() {
            body
        } else {
            let (params, body) = self.flattened(at, params, body)?;
            let domain: Vec<_> = params.iter().map(|param| self.sort_of(*param)).collect();
            let sort = self.state.sorts.function(&domain, self.sort_of(body));
            let ids = Ids {
                term: Some(self.state.fresh_term()),
                sort: Some(self.state.sort_id(&sort)),
            };
            let symbol = Arg::Text(self.symbol(name));
            let args = smallvec![symbol, Arg::Terms(params.into()), Arg::Term(body)];
            let term = self.state.fresh_term();
            self.call(at, &MkFun, args, ids)?;
            term
        };
        self.names.bind(name, Meaning::Term(term));
        Ok(())
    }

    /// The parameters and body of a definition. If the body is a function, it is applied to further
    /// parameters.
    fn flattened(
        &mut self,
        at: Expr<'t>,
        mut params: Vec<TermId>,
        body: TermId,
    ) -> Result<(Vec<TermId>, TermId)> {
        let Some(Sort::Fun(domain, _)) = self.state.sorts.get(self.sort_of(body)).cloned() else {
            return Ok((params, body));
        };
        let mut more = Vec::new();
        for sort in domain {
            let args = smallvec![Arg::Sort(sort), Arg::Text(self.symbol("_x"))];
            more.push(self.new_term(at, &MkVar, args)?);
        }
        let body = self.function(at, body, &more)?;
        params.extend(more);
        Ok((params, body))
    }

    fn define_fun_rec(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(define-fun-rec name ((name sort) …) sort term)";
        let [name, params, sort, body] = command.exactly(form)?;
        self.define_together(command.at, &[([name, params, sort], body)])
    }

    fn define_funs_rec(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(define-funs-rec ((name ((name sort) …) sort) …) (term …))";
        let [heads, bodies] = command.exactly(form)?;
        let heads = heads.parts("list of functions")?;
        let bodies = bodies.parts("list of terms")?;
        if heads.len() != bodies.len() {
            return Err(command.wrong(form));
        }
        let mut definitions = Vec::new();
        for (head, body) in heads.into_iter().zip(bodies) {
            let [name, params, sort] = head.parts("function")?[..] else {
                return Err(command.wrong(form));
            };
            definitions.push(([name, params, sort], body));
        }
        self.define_together(command.at, &definitions)
    }

    /// Defines functions that may call each other. A function without parameters is a constant, and
    /// no API has recursive constants. If there is only one definition and it is such a constant
    /// that does not occur in its body, its name becomes a name of the body. Otherwise the constant
    /// is asserted to equal its body.
    fn define_together(
        &mut self,
        at: Expr<'t>,
        definitions: &[([Expr<'t>; 3], Expr<'t>)],
    ) -> Result<()> {
        if let [([name, params, sort], body)] = definitions
            && params.list().is_some_and(|params| params.is_empty())
            && !body.has_symbol(|atom| Some(atom) == name.symbol())
        {
            let sort = self.sort(*sort)?;
            let body = self.term_of(*body, sort)?;
            self.names.bind(name.named("name")?, Meaning::Term(body));
            return Ok(());
        }
        let mut heads = Vec::new();
        for ([name, params, sort], _) in definitions {
            let domain = self.sorts_of_variables(*params)?;
            let codomain = self.sort(*sort)?;
            let sort = self.function_sort(at, &domain, codomain)?;
            let name = name.named("name")?;
            let args = smallvec![Arg::Sort(sort), Arg::Text(self.symbol(name))];
            let term = match domain.is_empty() {
                true => self.new_term(at, &MkConst, args)?,
                false => self.new_term(at, &MkRecFun, args)?,
            };
            self.names.bind(name, Meaning::Term(term));
            heads.push((term, domain.is_empty(), codomain));
        }
        let (mut functions, mut params, mut bodies) =
            (SmallVec::new(), SmallVec::new(), SmallVec::new());
        let mut equations = Vec::new();
        for (([_, variables, _], body), (term, is_constant, sort)) in definitions.iter().zip(heads)
        {
            let mark = self.names.mark();
            params.extend(self.variables(*variables)?);
            let made = self.term_of(*body, sort)?;
            self.names.end(mark);
            if is_constant {
                equations.push([term, made]);
            } else {
                functions.push(term);
                bodies.push(made);
            }
        }
        if !functions.is_empty() {
            let args = smallvec![
                Arg::Terms(functions),
                Arg::Terms(params),
                Arg::Terms(bodies)
            ];
            self.call(at, &DefineFunsRec, args, Ids::default())?;
        }
        for sides in equations {
            let args = smallvec![Arg::Term(self.make(at, EQUAL, &sides, &[])?)];
            self.call(at, &AssertFormula, args, Ids::default())?;
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

    fn marks(&self) -> [usize; 3] {
        [self.names.mark(), self.labels.mark(), self.sorts.mark()]
    }

    /// Ends the scopes that began at these marks, unless declarations are global.
    fn forget(&mut self, [names, labels, sorts]: [usize; 3]) {
        if !self.is_global {
            self.names.end(names);
            self.labels.end(labels);
            self.sorts.end(sorts);
        }
    }

    fn push(&mut self, command: &Command<'_, 't>) -> Result<()> {
        for _ in 0..self.levels(command, "push")? {
            self.levels.push(self.marks());
        }
        Ok(())
    }

    fn pop(&mut self, command: &Command<'_, 't>) -> Result<()> {
        for _ in 0..self.levels(command, "pop")? {
            if let Some(marks) = self.levels.pop() {
                self.forget(marks);
            }
        }
        Ok(())
    }

    fn reset(&mut self, command: &Command<'_, 't>) -> Result<()> {
        self.call(command.at, &Reset, Args::new(), Ids::default())?;
        self.is_global = false;
        self.is_real = false;
        self.levels.clear();
        self.forget([0; 3]);
        self.applications.clear();
        self.values.clear();
        self.set_options(command.at, command.rest)
    }

    fn reset_assertions(&mut self, command: &Command<'_, 't>) -> Result<()> {
        if let Some(action) = self.context.action("reset-assertions") {
            self.call(command.at, action, Args::new(), Ids::default())?;
        }
        self.levels.clear();
        self.forget([0; 3]);
        Ok(())
    }
}

impl<'t> Command<'_, 't> {
    /// Its arguments, whose number must be that of `form`.
    fn exactly<const N: usize>(&self, form: &str) -> Result<[Expr<'t>; N]> {
        let args = self.args[..].try_into();
        args.map_err(|_| self.wrong(form))
    }

    fn wrong(&self, form: &str) -> super::Fault {
        let shown = self.at.shown();
        self.at
            .fault(format!("'{shown}' is not of the form {form}"))
    }
}
