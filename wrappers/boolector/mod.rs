//! Boolector 3.2, through its C API.
//!
//! Booleans are bit-vectors of width one, and arrays and functions are over bit-vectors. A wrong
//! call ends the process. The solver is no longer developed. Bitwuzla is its successor.

bindings!("boolector");
methods!("boolector");
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
mod solver;
mod sorts;
mod terms;
mod values;

pub(crate) use dialect::LANGUAGE;

use ffi::{Api, Session};
use murxla_fsm::action::ExtensionAction;
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{CApi, Check, OptionInfo, Wrapper};
use std::path::Path;

/// The wrapper of Boolector.
pub(crate) struct Boolector;

impl Wrapper for Boolector {
    fn name(&self) -> &'static str {
        "boolector"
    }

    fn murxla_name(&self) -> &'static str {
        "btor"
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
            prefix: "boolector_",
            header: &bindings::HEADER,
            omitted: omitted::OMITTED,
            program: &c_program::RULES,
        })
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libboolector.so"));
        Ok(Box::new(Library(Api::load(path)?)))
    }
}

/// A loaded libboolector.
struct Library(Api);

impl Loaded for Library {
    fn version(&self) -> String {
        Session::new(self.0)
            .and_then(|session| session.version())
            .unwrap_or_default()
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.called()
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(op)
    }

    fn options(&self) -> Vec<OptionInfo> {
        Session::new(self.0)
            .and_then(|session| options::list(&session))
            .unwrap_or_default()
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        let session = Session::new(self.0);
        let policy = session.and_then(|session| options::option_policy(&session));
        policy.unwrap_or_default().denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        Session::new(self.0)
            .and_then(|session| options::unused_denials(&session))
            .unwrap_or_default()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(instance::Instance::new(self.0)?))
    }
}
