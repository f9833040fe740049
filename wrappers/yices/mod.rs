//! Yices 2, from 2.6.4 on, through its C API.
//!
//! Yices has no arrays: an array is a function of one argument, which `select` applies and `store`
//! updates. Integers are reals. Terms are simplified when they are made.

bindings!("yices");
methods!("yices");
mod actions;
mod c_program;
mod checks;
mod dialect;
#[expect(
    unsafe_code,
    reason = "the layer over the C API: all of the wrapper's unsafe, with its reasons"
)]
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
use murxla_fsm::action::ExtensionAction;
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{CApi, Check, OptionArgument, OptionInfo, RegressionLayout, Wrapper};
use std::path::Path;

/// The wrapper of Yices.
pub(crate) struct Yices;

impl Wrapper for Yices {
    fn name(&self) -> &'static str {
        "yices"
    }

    fn profile(&self) -> &'static str {
        include_str!("profile.json")
    }

    fn correlations(&self) -> &'static str {
        include_str!("correlations.json")
    }

    fn ops(&self) -> &'static [OpRow] {
        ops::own::ROWS
    }

    fn actions(&self) -> &'static [ExtensionAction] {
        actions::ACTIONS
    }

    fn checks(&self) -> &'static [&'static Check] {
        checks::CHECKS
    }

    fn api(&self) -> Option<CApi> {
        Some(CApi {
            prefix: "yices_",
            header: &bindings::HEADER,
            omitted: omitted::OMITTED,
            program: &c_program::RULES,
        })
    }

    fn program_arguments(&self) -> &'static [&'static str] {
        // Without it, the program reads no script with levels or with several checks.
        &["--incremental"]
    }

    fn option_arguments(&self) -> &'static [OptionArgument] {
        LANGUAGE.options.arguments
    }

    fn regression_layout(&self) -> RegressionLayout {
        RegressionLayout::File {
            expected: "smt2.gold",
            arguments: Some("smt2.options"),
        }
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
