//! Contexts for what an instance asserts, and checks in them.
//!
//! A context is made when it is first needed, and made again when it has refused a formula that is outside of
//! what it was made for, since it may have kept a part of it.

use super::ffi::{Api, Config, Context, Model, Params, Term, Tried};
use super::options::{SOLVER_TYPE, STEPS};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use std::cell::Cell;

/// What contexts are made for.
#[derive(Clone, Default)]
pub(super) struct Recipe {
    pub(super) logic: Option<String>,
    pub(super) incremental: bool,
    pub(super) models: bool,
    pub(super) cores: bool,
    pub(super) failed: bool,
    /// Yices's own options, in the order in which they were set.
    own: Vec<(Kind, String, String)>,
    /// The model-constructing solver, since the other one has refused a formula.
    pub(super) mcsat: bool,
}

/// What an option is an option of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Config,
    Step,
    Parameter,
}

impl Recipe {
    /// Takes an option down that the library would take. A context that has been made is told at once, if it can be.
    pub(super) fn set(
        &mut self,
        api: Api,
        name: &str,
        value: &str,
        search: Option<&mut Search>,
    ) -> Result {
        let late = || Error::Option("the context has been made".to_owned());
        let generic = match name {
            "incremental" => Some(&mut self.incremental),
            "produce-models" => Some(&mut self.models),
            "produce-unsat-cores" => Some(&mut self.cores),
            "produce-unsat-assumptions" => Some(&mut self.failed),
            _ => None,
        };
        let refused = || Error::Option(format!("{name:?} does not take the value {value:?}"));
        let flag = match value {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        };
        if let Some(option) = generic {
            if search.is_some() {
                return Err(late());
            }
            *option = flag.ok_or_else(refused)?;
            return Ok(());
        }
        let kind = if STEPS.contains(&name) {
            flag.map(|_| Kind::Step).ok_or_else(refused)?
        } else if Config::new(api)?
            .set(name, value)
            .is_ok_and(|set| set.is_ok())
        {
            Kind::Config
        } else {
            // Its error is that of an unknown name.
            match Params::new(api)?.set(name, value) {
                Ok(Ok(())) => Kind::Parameter,
                Ok(Err(failure)) => match Error::from(failure) {
                    Error::Rejected(why) => return Err(Error::Option(format!("{name}: {why}"))),
                    other => return Err(other),
                },
                Err(_) => return Err(refused()),
            }
        };
        match (kind, search) {
            (_, None) => {}
            (Kind::Config, Some(_)) => return Err(late()),
            (Kind::Step, Some(search)) => search.context.option(name, value == "true")??,
            (Kind::Parameter, Some(search)) => search.set(api, name, value)?,
        }
        self.own.push((kind, name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Whether the library knows the logic, and the build has it.
    pub(super) fn takes_logic(api: Api, logic: &str) -> Result<Tried> {
        Config::new(api)?.logic(logic)
    }

    fn own(&self, kind: Kind) -> impl Iterator<Item = (&str, &str)> {
        let of_kind = self.own.iter().filter(move |(k, ..)| *k == kind);
        of_kind.map(|(_, name, value)| (name.as_str(), value.as_str()))
    }

    /// The solver that is asked for.
    fn solver_type(&self) -> Option<&str> {
        let chosen = self
            .own(Kind::Config)
            .filter(|(name, _)| *name == SOLVER_TYPE);
        chosen.last().map(|(_, solver)| solver)
    }

    /// Whether the other solver may be tried.
    pub(super) fn may_use_mcsat(&self, api: Api) -> bool {
        !self.mcsat && self.solver_type().is_none() && api.has_mcsat()
    }

    fn is_mcsat(&self) -> bool {
        // The library takes it for the logics of nonlinear arithmetic, whatever is asked for.
        let logic = self.logic.as_deref().unwrap_or_default();
        let nonlinear = ["NIA", "NRA", "NIRA"]
            .iter()
            .any(|name| logic.ends_with(name));
        self.mcsat || nonlinear || self.solver_type() == Some(MCSAT)
    }

    /// A context, with the parameters of its checks.
    fn context(&self, api: Api, rng: &mut Rng) -> Result<(Context, Option<Params>)> {
        let config = Config::new(api)?;
        if let (Some(logic), false) = (&self.logic, self.mcsat) {
            config.logic(logic)??;
        }
        let mode = match (self.incremental || self.is_mcsat(), rng.coin()) {
            (true, _) => "push-pop",
            (false, true) => "multi-checks",
            (false, false) => "one-shot",
        };
        config.set("mode", mode)??;
        if self.mcsat {
            config.set(SOLVER_TYPE, MCSAT)??;
        }
        for (name, value) in self.own(Kind::Config) {
            config.set(name, value)??;
        }
        let context = Context::new(&config).map_err(|error| match error {
            Error::Rejected(why) if !self.own.is_empty() => Error::Option(why),
            other => other,
        })?;
        for (name, value) in self.own(Kind::Step) {
            context.option(name, value == "true")??;
        }
        let mut parameters = self.own(Kind::Parameter).peekable();
        let params = if parameters.peek().is_some() || rng.chance(20) {
            let params = Params::new(api)?;
            params.fit(&context);
            for (name, value) in parameters {
                params.set(name, value)??;
            }
            Some(params)
        } else {
            None
        };
        Ok((context, params))
    }
}

/// A context, and how it is used.
pub(super) struct Search {
    context: Context,
    params: Option<Params>,
    mcsat: bool,
    /// How many levels it has. Those above were pushed when it was unsatisfiable, where it takes none.
    entered: usize,
    /// Whether a check under assumptions has been unsatisfiable.
    has_failed: Cell<bool>,
}

/// What a check has found.
pub(super) struct Found {
    pub(super) answer: Answer,
    pub(super) model: Option<Model>,
    pub(super) core: Option<Vec<Term>>,
    /// What has found it, in findings.
    pub(super) engine: &'static str,
}

/// The model-constructing solver's name in findings: it has errors of its own.
pub(super) const MCSAT: &str = "mcsat";

/// What finds a model behind a check whose assumptions failed: 2.6.5 forgets then what the assertions alone rule out.
const HAS_FAILED: &str = "a context behind failed assumptions";

impl Search {
    /// A context with levels of assertions, the last ones above all levels.
    pub(super) fn new(
        api: Api,
        rng: &mut Rng,
        recipe: &Recipe,
        levels: &[Vec<Term>],
    ) -> Result<Tried<Self>> {
        let (context, params) = recipe.context(api, rng)?;
        let mut search = Self {
            context,
            params,
            mcsat: recipe.is_mcsat(),
            entered: 0,
            has_failed: Cell::new(false),
        };
        for (n, formulas) in levels.iter().enumerate() {
            let mut refill = || {
                if n > 0 {
                    search.push(n - 1)?;
                }
                search.assert_all(formulas, n)
            };
            if let Err(failure) = refill() {
                return Ok(Err(failure));
            }
        }
        Ok(Ok(search))
    }

    /// A parameter of the checks from here on.
    fn set(&mut self, api: Api, name: &str, value: &str) -> Result {
        let params = match self.params.take() {
            Some(params) => params,
            None => {
                let params = Params::new(api)?;
                params.fit(&self.context);
                params
            }
        };
        params.set(name, value)??;
        self.params = Some(params);
        Ok(())
    }

    fn engine(&self) -> &'static str {
        if self.mcsat { MCSAT } else { "" }
    }

    /// Whether the context lacks the innermost of so many levels.
    fn is_above(&self, levels: usize) -> bool {
        levels > self.entered
    }

    /// A level more than so many.
    pub(super) fn push(&mut self, levels: usize) -> Tried {
        if self.is_above(levels) {
            return Ok(());
        }
        match self.context.push() {
            Ok(()) => self.entered += 1,
            Err(_) if self.context.is_unsat() => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Leaves the innermost of so many levels.
    pub(super) fn pop(&mut self, levels: usize) -> Tried {
        if !self.is_above(levels) {
            self.context.pop()?;
            self.entered -= 1;
        }
        Ok(())
    }

    pub(super) fn reset(&mut self) {
        self.context.reset();
        self.entered = 0;
        self.has_failed.set(false);
    }

    /// Asserts a formula in the innermost of so many levels.
    pub(super) fn assert(&self, formula: Term, levels: usize) -> Tried {
        if self.is_above(levels) {
            return Ok(());
        }
        self.context.assert(formula)
    }

    fn assert_all(&self, formulas: &[Term], levels: usize) -> Tried {
        if self.is_above(levels) || formulas.is_empty() {
            return Ok(());
        }
        self.context.assert_all(formulas)
    }

    /// Checks under assumptions, and takes what may be asked for later: the context may be another one then.
    pub(super) fn check(
        &self,
        recipe: &Recipe,
        assumed: &[Term],
        levels: usize,
    ) -> Result<Tried<Found>> {
        if self.is_above(levels) {
            return Ok(Ok(Found {
                answer: Answer::Unsat,
                model: None,
                core: Some(Vec::new()),
                engine: self.engine(),
            }));
        }
        if !self.mcsat || assumed.is_empty() {
            return self.found(recipe, assumed);
        }
        // 2.6.5 answers as if there were no assumptions, so that they become assertions for a while. There
        // are no cores then.
        let within = || {
            self.context.push()?;
            self.context.assert_all(assumed)
        };
        match within() {
            Ok(()) => {}
            // What is asserted is, without assumptions, so that there can be no level more.
            Err(_) if self.context.is_unsat() => return self.found(recipe, &[]),
            Err(failure) => return Ok(Err(failure)),
        }
        let found = match self.found(recipe, &[])? {
            Ok(found) => Found {
                core: None,
                ..found
            },
            Err(failure) => return Ok(Err(failure)),
        };
        Ok(self.context.pop().map(|()| found))
    }

    fn found(&self, recipe: &Recipe, assumed: &[Term]) -> Result<Tried<Found>> {
        let params = self.params.as_ref();
        let answer = if assumed.is_empty() {
            self.context.check(params)
        } else {
            self.context.check_assuming(params, assumed)
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Ok(Err(failure)),
        };
        let model = if answer == Answer::Sat && recipe.models {
            Some(self.context.model()?)
        } else {
            None
        };
        let core = match answer {
            Answer::Unsat if !self.mcsat => match self.context.core() {
                Ok(core) => Some(core),
                Err(failure) => return Ok(Err(failure)),
            },
            _ => None,
        };
        let engine = match answer {
            Answer::Sat if self.has_failed.get() => HAS_FAILED,
            _ => self.engine(),
        };
        if answer == Answer::Unsat && !assumed.is_empty() {
            self.has_failed.set(true);
        }
        Ok(Ok(Found {
            answer,
            model,
            core,
            engine,
        }))
    }
}
