//! Yices 2, from 2.6.4 on, through its C API.
//!
//! Yices has no arrays: an array is a function of one argument, which `select` applies and `store`
//! updates. Integers are reals. Terms are simplified when they are made.

bindings!("yices");
methods!("yices");
mod actions;
mod c_program;
mod call_forms;
mod checks;
mod dialect;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod instance;
mod models;
mod omitted;
mod ops;
mod options;
mod printing;
mod search;
mod solver;
mod sorts;
mod terms;
mod values;
mod ways;

pub(crate) use dialect::LANGUAGE;

pub(crate) use ops::own::{rational_coefficients, whole_coefficients};

use ffi::Api;
use murxla_fsm::op::Op;
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{
    CApi, Constants, KnownOptions, OptionInfo, RegressionLayout, ScriptExecution, Wrapper,
};
use std::path::Path;

/// What is the same for all libraries.
static CONSTANTS: Constants = Constants {
    options: KnownOptions {
        correlations: include_str!("correlations.json"),
        ..KnownOptions::NONE
    },
    ops: ops::EXTENSIONS,
    actions: actions::ACTIONS,
    checks: checks::CHECKS,
    api: Some(CApi {
        prefix: "yices_",
        header: &bindings::HEADER,
        omitted: omitted::OMITTED,
        program: &c_program::RULES,
        forms: &call_forms::FORMS,
    }),
    scripts: ScriptExecution {
        regression_layout: RegressionLayout::File {
            expected: "smt2.gold",
            arguments: Some("smt2.options"),
        },
        // Without it, the program reads no script with levels or with several checks.
        program_arguments: &["--incremental"],
        option_arguments: LANGUAGE.options.arguments,
        ..ScriptExecution::PLAIN
    },
    ..Constants::new("yices", include_str!("profile.json"))
};

/// The wrapper of Yices.
pub(crate) struct Yices;

impl Wrapper for Yices {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libyices.so"));
        Ok(Box::new(Library(Api::load(path)?)))
    }
}

/// A loaded libyices.
struct Library(Api);

impl Loaded for Library {
    fn version(&self) -> String {
        self.0.version()
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.called()
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(op)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::list(self.0)
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        options::denied()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(instance::Instance::new(self.0)))
    }
}
