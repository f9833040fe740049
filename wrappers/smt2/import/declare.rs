//! Imports declarations and definitions of sorts, constants and functions.

use super::command::Command;
use super::sort::{MAX_ARITY, Member, SortMeaning, parametric};
use super::{Importer, Meaning};
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Arg, Ids};
use murxla_fsm::actions::{AssertFormula, DefineFunsRec, MkConst, MkFun, MkRecFun, MkVar};
use murxla_fsm::op::EQUAL;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortConstructor, SortId};
use smallvec::{SmallVec, smallvec};

impl<'t> Importer<'t> {
    pub(super) fn declare_sort(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let (name, arity) = match command.args[..] {
            [name] => (name, 0),
            [name, arity] => (name, arity.number("number of sorts")?),
            _ => return Err(command.wrong("(declare-sort name number)")),
        };
        let name = name.named("name")?;
        if arity > MAX_ARITY {
            return Err(command.at.fault(format!("'{name}' takes too many sorts")));
        }
        let symbol = self.symbols.fresh(name);
        let meaning = match arity {
            0 => SortMeaning::Sort(self.make_sort(command.at, Sort::Uninterpreted(symbol))?),
            arity => {
                let sort = Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity));
                SortMeaning::Constructor(self.make_sort(command.at, sort)?)
            }
        };
        self.scopes.sorts.bind(name, meaning);
        Ok(())
    }

    pub(super) fn define_sort(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, params, body] = command.exactly("(define-sort name (names) sort)")?;
        let params = params.parts("list of names")?;
        let params: Result<Vec<_>> = params.iter().map(|param| param.named("name")).collect();
        let meaning = match params? {
            params if params.is_empty() => SortMeaning::Sort(self.sort(body)?),
            params => SortMeaning::Macro(params, body),
        };
        self.scopes.sorts.bind(name.named("name")?, meaning);
        Ok(())
    }

    pub(super) fn declare_fun(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, domain, codomain] = command.exactly("(declare-fun name (sorts) sort)")?;
        let domain = domain.parts("list of sorts")?;
        let domain: Result<Vec<_>> = domain.into_iter().map(|sort| self.sort(sort)).collect();
        let (domain, codomain) = (domain?, self.sort(codomain)?);
        let sort = self.function_sort(command.at, &domain, codomain)?;
        self.declare(command.at, name.named("name")?, sort)
    }

    pub(super) fn declare_const(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, sort] = command.exactly("(declare-const name sort)")?;
        let sort = self.sort(sort)?;
        self.declare(command.at, name.named("name")?, sort)
    }

    /// Declares a constant or function. It is made here, or, if the shape is kept, where it is
    /// first used.
    fn declare(&mut self, at: Expr<'t>, name: &'t str, sort: SortId) -> Result<()> {
        let declared = Meaning::Declared(sort, self.symbols.fresh(name));
        self.scopes.names.bind(name, declared);
        let is_function = matches!(self.state.sorts.get(sort), Some(Sort::Fun(..)));
        if self.language().imports.keeps_shape && !is_function {
            self.scopes.declared.push(name);
            return Ok(());
        }
        self.make_constant(at, name)
    }

    /// Makes the constant of this name, if it is declared and not made yet.
    pub(super) fn make_constant(&mut self, at: Expr<'t>, name: &str) -> Result<()> {
        if let Some(Meaning::Declared(sort, symbol)) = self.scopes.names.get(name).cloned() {
            let args = smallvec![Arg::Sort(sort), Arg::Text(symbol)];
            let term = self.new_term(at, &MkConst, args)?;
            if let Some(meaning) = self.scopes.names.get_mut(name) {
                *meaning = Meaning::Term(term);
            }
        }
        Ok(())
    }

    /// Makes all declared constants that are not made yet.
    pub(super) fn make_declared(&mut self, at: Expr<'t>) -> Result<()> {
        let mut declared = std::mem::take(&mut self.scopes.declared).into_iter();
        declared.try_for_each(|name| self.make_constant(at, name))
    }

    pub(super) fn declare_datatype(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, declaration] = command.exactly("(declare-datatype name declaration)")?;
        let is_codata = command.at.is_headed("declare-codatatype");
        let (params, constructors) = parametric(declaration)?;
        self.datatypes(
            command.at,
            &[(name.named("name")?, params, constructors)],
            is_codata,
        )
    }

    pub(super) fn declare_datatypes(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(declare-datatypes ((name number) …) (declaration …))";
        let [names, declarations] = command.exactly(form)?;
        let (names, declarations) = (
            names.parts("list of names and numbers")?,
            declarations.parts("list of declarations")?,
        );
        let is_old = names.iter().all(|name| name.list().is_none());
        if declarations.is_empty() || !is_old && names.len() != declarations.len() {
            return Err(command.wrong(form));
        }
        let members = match is_old {
            true => old_members(&names, &declarations)?,
            false => members(&names, &declarations)?,
        };
        let is_codata = command.at.is_headed("declare-codatatypes");
        self.datatypes(command.at, &members, is_codata)
    }

    /// Declares the heap of separation logic: `(declare-heap (location data))`.
    pub(super) fn declare_heap(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(declare-heap (sort sort))";
        let [sorts] = command.exactly(form)?;
        let ([location, data], Some(action)) = (
            &sorts.parts("list of sorts")?[..],
            self.own_action("declare-heap"),
        ) else {
            return Err(command.wrong(form));
        };
        let args = smallvec![
            Arg::Sort(self.sort(*location)?),
            Arg::Sort(self.sort(*data)?)
        ];
        self.call(command.at, action, args, Ids::default())
    }

    pub(super) fn define_const(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let [name, sort, body] = command.exactly("(define-const name sort term)")?;
        let sort = self.sort(sort)?;
        let body = self.term_of(body, sort)?;
        self.scopes
            .names
            .bind(name.named("name")?, Meaning::Term(body));
        Ok(())
    }

    pub(super) fn define_fun(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(define-fun name ((name sort) …) sort term)";
        let [name, params, sort, body] = command.exactly(form)?;
        let (at, name) = (command.at, name.named("name")?);
        let mark = self.scopes.names.mark();
        let params = self.variables(params)?;
        let sort = self.sort(sort)?;
        let body = self.term_of(body, sort)?;
        self.scopes.names.end(mark);
        self.define_function(at, name, params, body)
    }

    /// Defines a function. Without parameters it is a name of the body.
    pub(super) fn define_function(
        &mut self,
        at: Expr<'t>,
        name: &'t str,
        params: Vec<TermId>,
        body: TermId,
    ) -> Result<()> {
        let term = if params.is_empty() {
            body
        } else {
            let (params, body) = self.flattened(at, params, body)?;
            let domain: Vec<_> = params.iter().map(|param| self.sort_of(*param)).collect();
            let sort = self.state.sorts.function(&domain, self.sort_of(body));
            let ids = Ids {
                term: Some(self.state.ids.term()),
                sort: Some(self.state.sort_id(&sort)),
            };
            let symbol = Arg::Text(self.symbols.fresh(name));
            let args = smallvec![symbol, Arg::Terms(params.into()), Arg::Term(body)];
            let term = self.state.ids.term();
            self.call(at, &MkFun, args, ids)?;
            term
        };
        self.scopes.names.bind(name, Meaning::Term(term));
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
            let args = smallvec![Arg::Sort(sort), Arg::Text(self.symbols.fresh("_x"))];
            more.push(self.new_term(at, &MkVar, args)?);
        }
        let body = self.function(at, body, &more)?;
        params.extend(more);
        Ok((params, body))
    }

    pub(super) fn define_fun_rec(&mut self, command: &Command<'_, 't>) -> Result<()> {
        let form = "(define-fun-rec name ((name sort) …) sort term)";
        let [name, params, sort, body] = command.exactly(form)?;
        self.define_together(command.at, &[([name, params, sort], body)])
    }

    pub(super) fn define_funs_rec(&mut self, command: &Command<'_, 't>) -> Result<()> {
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
            self.scopes
                .names
                .bind(name.named("name")?, Meaning::Term(body));
            return Ok(());
        }
        let mut heads = Vec::new();
        for ([name, params, sort], _) in definitions {
            let domain = self.sorts_of_variables(*params)?;
            let codomain = self.sort(*sort)?;
            let sort = self.function_sort(at, &domain, codomain)?;
            let name = name.named("name")?;
            let args = smallvec![Arg::Sort(sort), Arg::Text(self.symbols.fresh(name))];
            let term = match domain.is_empty() {
                true => self.new_term(at, &MkConst, args)?,
                false => self.new_term(at, &MkRecFun, args)?,
            };
            self.scopes.names.bind(name, Meaning::Term(term));
            heads.push((term, domain.is_empty(), codomain));
        }
        let (mut functions, mut params, mut bodies) =
            (SmallVec::new(), SmallVec::new(), SmallVec::new());
        let mut equations = Vec::new();
        for (([_, variables, _], body), (term, is_constant, sort)) in definitions.iter().zip(heads)
        {
            let mark = self.scopes.names.mark();
            params.extend(self.variables(*variables)?);
            let made = self.term_of(*body, sort)?;
            self.scopes.names.end(mark);
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
}

/// The datatypes of `((name number) …) (declaration …)`.
fn members<'t>(names: &[Expr<'t>], declarations: &[Expr<'t>]) -> Result<Vec<Member<'t>>> {
    let member = |(name, declaration): (&Expr<'t>, &Expr<'t>)| {
        let [name, arity] = name.parts("name and number")?[..] else {
            return Err(name.fault(format!("'{}' is not a name and number", name.shown())));
        };
        let (params, constructors) = parametric(*declaration)?;
        if arity.number("number of sorts")? as usize != params.len() {
            return Err(declaration.fault("the number of parameters is another one"));
        }
        Ok((name.named("name")?, params, constructors))
    };
    names.iter().zip(declarations).map(member).collect()
}

/// The datatypes of `(parameter …) ((name constructor …) …)`, which is the form of SMT-LIB 2.5.
fn old_members<'t>(params: &[Expr<'t>], declarations: &[Expr<'t>]) -> Result<Vec<Member<'t>>> {
    let params = params.iter().map(|param| param.named("name"));
    let params = params.collect::<Result<Vec<_>>>()?;
    let member = |declaration: &Expr<'t>| {
        let parts = declaration.parts("declaration")?;
        let Some((name, constructors)) = parts.split_first() else {
            return Err(declaration.fault("a datatype needs a name"));
        };
        Ok((name.named("name")?, params.clone(), constructors.to_vec()))
    };
    declarations.iter().map(member).collect()
}
