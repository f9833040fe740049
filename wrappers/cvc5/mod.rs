//! cvc5, from 1.2.0 on, through its C API.

bindings!("cvc5");
methods!("cvc5");
mod actions;
mod c_program;
mod call_forms;
mod checks;
mod counters;
mod crash_texts;
mod datatypes;
mod dialect;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod functions;
mod instance;
mod models;
mod nullables;
mod omitted;
mod ops;
pub(crate) mod options;
mod parser;
mod quantifiers;
mod relations;
mod script;
mod solver;
mod sorts;
mod statistics;
mod terms;
mod tuples;
mod values;

pub(crate) use dialect::LANGUAGE;

use crate::shared::instance::ask_fresh_instance;
use crate::shared::options::denied::OptionPolicy;
use ffi::{Api, Session};
use murxla_fsm::op::{self, Op};
use murxla_fsm::solver::loaded::{LibraryNames, LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::theory::Theory;
use murxla_fsm::wrapper::{
    AlwaysSet, CApi, Constants, KnownOptions, OptionInfo, RegressionLayout, ScriptExecution,
    Wrapper,
};
use ops::Kinds;
use std::cell::OnceCell;
use std::path::Path;
use std::rc::Rc;

/// What is the same for all libraries.
static CONSTANTS: Constants = Constants {
    options: KnownOptions {
        correlations: include_str!("correlations.json"),
        files: options::FILES,
        budget: Some("rlimit-per"),
        always_set: &options::ALWAYS_SET,
    },
    ops: ops::EXTENSIONS,
    actions: actions::ACTIONS,
    checks: checks::CHECKS,
    api: Some(CApi {
        prefix: "cvc5_",
        header: &bindings::HEADER,
        omitted: omitted::OMITTED,
        program: &c_program::RULES,
        forms: &call_forms::FORMS,
    }),
    crash_texts: &crash_texts::CRASH_TEXTS,
    scripts: ScriptExecution {
        regression_layout: RegressionLayout::Comments("; EXPECT: "),
        executor: Some(script::execute),
        ..ScriptExecution::PLAIN
    },
    // The message of releases before 1.4.
    rejection: Some("cvc5: error:"),
    ..Constants::new("cvc5", include_str!("profile.json"))
};

/// The wrapper of cvc5.
pub(crate) struct Cvc5;

impl Wrapper for Cvc5 {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libcvc5.so"));
        let failed = |what: &str| LoadError(format!("{}: {what}", path.display()));
        let api = Api::load(path)?;
        let kinds = Kinds::resolve(api).ok_or_else(|| failed("basic kinds have no names"))?;
        let session = Session::new(api).map_err(|e| failed(&e.to_string()))?;
        let version = session.get_version().map_err(|e| failed(&e.to_string()))?;
        let always_set = options::always_set(&session).map_err(|e| failed(&e.to_string()))?;
        Ok(Box::new(Library {
            api,
            kinds: Rc::new(kinds),
            always_set,
            version,
            solves_fields: OnceCell::new(),
        }))
    }
}

/// A loaded libcvc5.
struct Library {
    api: Api,
    kinds: Rc<Kinds>,
    /// The options that every instance sets.
    always_set: Rc<[AlwaysSet]>,
    version: String,
    solves_fields: OnceCell<bool>,
}

impl Library {
    /// The options. Before 1.4 a refused option ends the process, so that none is drawn.
    fn option_policy(&self) -> OptionPolicy {
        let policy = match self.api.reports_errors() {
            true => options::option_policy,
            false => options::option_policy_of_old_release,
        };
        ask_fresh_instance(Session::new(self.api), policy)
    }

    /// Whether the library solves equations over finite fields, for which it needs CoCoA. A library
    /// without CoCoA makes the terms, but checks return an error. Before 1.4 an error ends the
    /// process, so that it cannot be tried.
    fn solves_fields(&self) -> bool {
        let solve = || {
            let session = Session::new(self.api)?;
            let x = session.mk_const(session.mk_ff_sort("3", 10)?, "x")?;
            let kind = |op| self.kinds.of(op).unwrap_or_default();
            let square = session.mk_term(kind(op::FINITE_FIELD_MULT), &[x, x])?;
            session.assert_formula(session.mk_term(kind(op::EQUAL), &[square, x])?)?;
            session.check_sat()
        };
        let has_fields = self.kinds.of(op::FINITE_FIELD_MULT).is_some();
        has_fields && self.api.reports_errors() && solve().is_ok()
    }
}

impl Loaded for Library {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn called(&self) -> Vec<&'static str> {
        self.api.called()
    }

    fn has_recursion(&self) -> bool {
        true
    }

    fn has_codatatypes(&self) -> bool {
        true
    }

    fn supports(&self, op: Op) -> bool {
        let row = op::BASE.get(op.index());
        let of_fields = row.is_some_and(|row| row.theory == Theory::Ff);
        self.kinds.of(op).is_some()
            && (!of_fields || *self.solves_fields.get_or_init(|| self.solves_fields()))
    }

    fn missing_component(&self) -> Option<(Theory, &'static str)> {
        let solves = *self.solves_fields.get_or_init(|| self.solves_fields());
        // Before 1.4 it cannot be tried.
        (!solves && self.api.reports_errors()).then_some((Theory::Ff, "CoCoA"))
    }

    fn names(&self) -> Option<LibraryNames> {
        Some(ask_fresh_instance(Session::new(self.api), actions::names))
    }

    fn options(&self) -> Vec<OptionInfo> {
        self.option_policy().drawn()
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        self.option_policy().denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        ask_fresh_instance(Session::new(self.api), options::unused_denials)
    }

    fn text_options(&self) -> Vec<String> {
        // The layout of descriptions of options is known since 1.4.
        if !self.api.reports_errors() {
            return Vec::new();
        }
        ask_fresh_instance(Session::new(self.api), Session::text_options)
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let session = Session::new(self.api)?;
        let instance =
            instance::Instance::new(session, Rc::clone(&self.kinds), Rc::clone(&self.always_set))?;
        Ok(Box::new(instance))
    }
}
