//! Contexts with the assertions of an instance, and checks in them.
//!
//! A context is made when it is first needed. It is made again when it has refused a formula,
//! because it may have kept a part of the formula.

use super::ffi::{Api, Context, Failure, Model, Params, Term, TermVector, Tried};
use super::options::{SOLVER_TYPE, STEPS};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use std::cell::Cell;

/// The options of a run, with which its contexts are made.
#[derive(Clone, Default)]
pub(super) struct ContextOptions {
    pub(super) logic: Option<String>,
    pub(super) incremental: bool,
    pub(super) models: bool,
    pub(super) cores: bool,
    pub(super) failed: bool,
    /// Yices's options, in the order in which they were set.
    set_options: Vec<(OptionKind, String, String)>,
    /// Whether the model-constructing solver is used because the other one refused a formula.
    pub(super) mcsat: bool,
}

/// What an option belongs to: a configuration, a preprocessing step, or a parameter of checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionKind {
    Config,
    Step,
    Parameter,
}

impl ContextOptions {
    /// Notes an option that the library accepts. If a context has been made, the option is set in
    /// it, if that is possible.
    pub(super) fn set(
        &mut self,
        api: Api,
        name: &str,
        value: &str,
        search: Option<&mut Search>,
    ) -> Result {
        let too_late = || Error::Option("the context has been made".to_owned());
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
                return Err(too_late());
            }
            *option = flag.ok_or_else(refused)?;
            return Ok(());
        }
        let kind = if STEPS.contains(&name) {
            flag.map(|_| OptionKind::Step).ok_or_else(refused)?
        } else if api.set_config(&api.new_config()?, name, value).is_ok() {
            OptionKind::Config
        } else {
            // An unknown name is an error of a parameter.
            match api.set_param(&api.new_param_record()?, name, value) {
                Ok(()) => OptionKind::Parameter,
                Err(Failure::Other(_)) => return Err(refused()),
                Err(failure) => match Error::from(failure) {
                    Error::Rejected(why) => return Err(Error::Option(format!("{name}: {why}"))),
                    other => return Err(other),
                },
            }
        };
        match (kind, search) {
            (_, None) => {}
            (OptionKind::Config, Some(_)) => return Err(too_late()),
            (OptionKind::Step, Some(search)) => switch(&search.context, name, value == "true")?,
            (OptionKind::Parameter, Some(search)) => search.set(api, name, value)?,
        }
        self.set_options
            .push((kind, name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Whether the library knows the logic, and the build has it.
    pub(super) fn takes_logic(api: Api, logic: &str) -> Tried {
        api.default_config_for_logic(&api.new_config()?, logic)
    }

    fn set_options(&self, kind: OptionKind) -> impl Iterator<Item = (&str, &str)> {
        let of_kind = self.set_options.iter().filter(move |(k, ..)| *k == kind);
        of_kind.map(|(_, name, value)| (name.as_str(), value.as_str()))
    }

    /// The solver type that was set.
    fn solver_type(&self) -> Option<&str> {
        let chosen = self
            .set_options(OptionKind::Config)
            .filter(|(name, _)| *name == SOLVER_TYPE);
        chosen.last().map(|(_, solver)| solver)
    }

    /// Whether the model-constructing solver may be tried.
    pub(super) fn may_use_mcsat(&self, api: Api) -> bool {
        !self.mcsat && self.solver_type().is_none() && api.has_mcsat().unwrap_or(false)
    }

    fn is_mcsat(&self) -> bool {
        // For the logics of nonlinear arithmetic, the library always uses it.
        let logic = self.logic.as_deref().unwrap_or_default();
        let nonlinear = ["NIA", "NRA", "NIRA"]
            .iter()
            .any(|name| logic.ends_with(name));
        self.mcsat || nonlinear || self.solver_type() == Some(MCSAT)
    }

    /// Whether a context restores its state by itself when a check ends, instead of at the next
    /// call.
    fn is_interactive(&self) -> bool {
        let modes = self
            .set_options(OptionKind::Config)
            .filter(|(name, _)| *name == "mode");
        modes.last().is_some_and(|(_, mode)| mode == "interactive")
    }

    /// A context, with the parameters of its checks.
    fn context(&self, api: Api, rng: &mut Rng) -> Result<(Context, Option<Params>)> {
        let config = api.new_config()?;
        if let (Some(logic), false) = (&self.logic, self.mcsat) {
            api.default_config_for_logic(&config, logic)?;
        }
        let mode = match (self.incremental || self.is_mcsat(), rng.coin()) {
            (true, _) => "push-pop",
            (false, true) => "multi-checks",
            (false, false) => "one-shot",
        };
        api.set_config(&config, "mode", mode)?;
        if self.mcsat {
            api.set_config(&config, SOLVER_TYPE, MCSAT)?;
        }
        for (name, value) in self.set_options(OptionKind::Config) {
            api.set_config(&config, name, value)?;
        }
        let context = api.new_context(&config).map_err(|error| match error {
            Error::Rejected(why) if !self.set_options.is_empty() => Error::Option(why),
            other => other,
        })?;
        for (name, value) in self.set_options(OptionKind::Step) {
            switch(&context, name, value == "true")?;
        }
        let mut parameters = self.set_options(OptionKind::Parameter).peekable();
        let params = if parameters.peek().is_some() || rng.chance(20) {
            let params = api.new_param_record()?;
            api.default_params_for_context(&context, &params)?;
            for (name, value) in parameters {
                api.set_param(&params, name, value)?;
            }
            Some(params)
        } else {
            None
        };
        Ok((context, params))
    }
}

/// The model of the last check. It includes the terms that preprocessing has eliminated.
pub(super) fn model(context: &Context) -> Result<Model> {
    context.api().get_model(context, true)
}

/// Switches a preprocessing step of a context on or off.
pub(super) fn switch(context: &Context, name: &str, on: bool) -> Tried {
    match on {
        true => context.api().context_enable_option(context, name),
        false => context.api().context_disable_option(context, name),
    }
}

/// A context, and its state.
pub(super) struct Search {
    context: Context,
    params: Option<Params>,
    mcsat: bool,
    /// The number of levels in the context. It accepts no levels while it is unsatisfiable, so that
    /// the run may have more.
    entered: usize,
    /// The engine of further models, if a check under assumptions has an effect on them.
    after_assumptions: Cell<Option<&'static str>>,
}

/// The result of a check.
pub(super) struct CheckResult {
    pub(super) answer: Answer,
    pub(super) model: Option<Model>,
    pub(super) core: Option<Vec<Term>>,
    /// The name of the engine in findings.
    pub(super) engine: &'static str,
}

/// The model-constructing solver's name in findings: it has errors that the other one does not
/// have.
pub(super) const MCSAT: &str = "mcsat";

/// The engine of a model after a check whose assumptions failed. Release 2.6.5 then forgets what
/// the assertions alone exclude.
const HAS_FAILED: &str = "a context behind failed assumptions";

/// The engine of a model of an interactive context after a check under assumptions. Release 2.6.5
/// then forgets that the assertions are unsatisfiable.
const HAS_ASSUMED: &str = "an interactive context behind assumptions";

impl Search {
    /// A context with levels of assertions. The first ones are outside of all levels.
    pub(super) fn new(
        api: Api,
        rng: &mut Rng,
        options: &ContextOptions,
        levels: &[Vec<Term>],
    ) -> Tried<Self> {
        let (context, params) = options.context(api, rng)?;
        let mut search = Self {
            context,
            params,
            mcsat: options.is_mcsat(),
            entered: 0,
            after_assumptions: Cell::new(None),
        };
        for (n, formulas) in levels.iter().enumerate() {
            if n > 0 {
                search.push(n - 1)?;
            }
            search.assert_all(formulas, n)?;
        }
        Ok(search)
    }

    /// Sets a parameter of the next checks.
    fn set(&mut self, api: Api, name: &str, value: &str) -> Result {
        let params = match self.params.take() {
            Some(params) => params,
            None => {
                let params = api.new_param_record()?;
                api.default_params_for_context(&self.context, &params)?;
                params
            }
        };
        api.set_param(&params, name, value)?;
        self.params = Some(params);
        Ok(())
    }

    fn engine(&self) -> &'static str {
        if self.mcsat { MCSAT } else { "" }
    }

    /// Whether the run has `levels` levels, and the context has fewer.
    fn is_above(&self, levels: usize) -> bool {
        levels > self.entered
    }

    /// Begins a level, after `levels` levels.
    pub(super) fn push(&mut self, levels: usize) -> Tried {
        if self.is_above(levels) {
            return Ok(());
        }
        match self.context.api().push(&self.context) {
            Ok(()) => self.entered += 1,
            Err(_) if self.is_unsat()? => {}
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Ends the innermost of `levels` levels.
    pub(super) fn pop(&mut self, levels: usize) -> Tried {
        if !self.is_above(levels) {
            self.context.api().pop(&self.context)?;
            self.entered -= 1;
        }
        Ok(())
    }

    pub(super) fn reset(&mut self) -> Result {
        self.context.api().reset_context(&self.context)?;
        self.entered = 0;
        self.after_assumptions.set(None);
        Ok(())
    }

    /// Whether the library knows that the context is unsatisfiable.
    fn is_unsat(&self) -> Tried<bool> {
        let status = self.context.api().context_status(&self.context)?;
        Ok(status == Answer::Unsat)
    }

    /// Asserts a formula in the innermost of `levels` levels.
    pub(super) fn assert(&self, formula: Term, levels: usize) -> Tried {
        if self.is_above(levels) {
            return Ok(());
        }
        self.context.api().assert_formula(&self.context, formula)
    }

    fn assert_all(&self, formulas: &[Term], levels: usize) -> Tried {
        if self.is_above(levels) || formulas.is_empty() {
            return Ok(());
        }
        self.context.api().assert_formulas(&self.context, formulas)
    }

    /// Checks under assumptions. Reads the model and the core at once, because there may be another
    /// context later.
    pub(super) fn check(
        &self,
        options: &ContextOptions,
        assumed: &[Term],
        levels: usize,
    ) -> Tried<CheckResult> {
        if self.is_above(levels) {
            return Ok(CheckResult {
                answer: Answer::Unsat,
                model: None,
                core: Some(Vec::new()),
                engine: self.engine(),
            });
        }
        if !self.mcsat || assumed.is_empty() {
            return self.found(options, assumed);
        }
        // Release 2.6.5 ignores the assumptions here, so that they are asserted on an extra level.
        // There are no cores then.
        let (api, context) = (self.context.api(), &self.context);
        let within = || {
            api.push(context)?;
            api.assert_formulas(context, assumed)
        };
        match within() {
            Ok(()) => {}
            // The assertions alone are unsatisfiable, so that the context accepts no further level.
            Err(_) if self.is_unsat()? => return self.found(options, &[]),
            Err(failure) => return Err(failure),
        }
        let found = self.found(options, &[])?;
        api.pop(context)?;
        Ok(CheckResult {
            core: None,
            ..found
        })
    }

    fn found(&self, options: &ContextOptions, assumed: &[Term]) -> Tried<CheckResult> {
        let (api, context, params) = (self.context.api(), &self.context, self.params.as_ref());
        let answer = if assumed.is_empty() {
            api.check_context(context, params)?
        } else {
            api.check_context_with_assumptions(context, params, assumed)?
        };
        let model = if answer == Answer::Sat && options.models {
            Some(model(context)?)
        } else {
            None
        };
        let core = match answer {
            Answer::Unsat if !self.mcsat => Some(TermVector::filled(api, |core| {
                api.get_unsat_core(context, core)
            })?),
            _ => None,
        };
        let engine = match answer {
            Answer::Sat => self.after_assumptions.get().unwrap_or(self.engine()),
            _ => self.engine(),
        };
        if !assumed.is_empty() {
            if answer == Answer::Unsat {
                self.after_assumptions.set(Some(HAS_FAILED));
            } else if options.is_interactive() && self.after_assumptions.get().is_none() {
                self.after_assumptions.set(Some(HAS_ASSUMED));
            }
        }
        Ok(CheckResult {
            answer,
            model,
            core,
            engine,
        })
    }
}
