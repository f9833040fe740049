//! Bitwuzla, from 0.8.0 on, through its C API.

bindings!("bitwuzla");
methods!("bitwuzla");
mod actions;
mod c_program;
mod call_forms;
mod checks;
mod counters;
mod crash_texts;
mod dialect;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod instance;
mod models;
mod omitted;
mod ops;
pub(crate) mod options;
mod script;
mod solver;
mod sorts;
mod terms;
mod values;

pub(crate) use dialect::LANGUAGE;

use crate::shared::instance::ask_fresh_instance;
use ffi::{Api, Session};
use murxla_fsm::op::Op;
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{
    CApi, Constants, KnownOptions, OptionInfo, RegressionLayout, ScriptExecution, Wrapper,
};
use ops::Kinds;
use std::path::Path;
use std::rc::Rc;

/// What is the same for all libraries.
static CONSTANTS: Constants = Constants {
    options: KnownOptions {
        correlations: include_str!("correlations.json"),
        files: options::FILES,
        ..KnownOptions::NONE
    },
    ops: ops::EXTENSIONS,
    actions: actions::ACTIONS,
    checks: checks::CHECKS,
    api: Some(CApi {
        prefix: "bitwuzla_",
        header: &bindings::HEADER,
        omitted: omitted::OMITTED,
        program: &c_program::RULES,
        forms: &call_forms::FORMS,
    }),
    crash_texts: &crash_texts::CRASH_TEXTS,
    scripts: ScriptExecution {
        regression_layout: RegressionLayout::File {
            expected: "expect",
            arguments: None,
        },
        executor: Some(script::execute),
        ..ScriptExecution::PLAIN
    },
    ..Constants::new("bitwuzla", include_str!("profile.json"))
};

/// The wrapper of Bitwuzla.
pub(crate) struct Bitwuzla;

impl Wrapper for Bitwuzla {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libbitwuzla.so"));
        let api = Api::load(path)?;
        let kinds = Kinds::resolve(api)
            .ok_or_else(|| LoadError(format!("{}: basic kinds have no names", path.display())))?;
        let [version, ..] = api.about();
        Ok(Box::new(Library {
            api,
            kinds: Rc::new(kinds),
            version,
        }))
    }
}

/// A loaded libbitwuzla.
struct Library {
    api: Api,
    kinds: Rc<Kinds>,
    version: String,
}

impl Loaded for Library {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn supports(&self, op: Op) -> bool {
        self.kinds.of(op).is_some()
    }

    fn options(&self) -> Vec<OptionInfo> {
        ask_fresh_instance(Session::new(self.api), options::list)
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        ask_fresh_instance(Session::new(self.api), options::option_policy).denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        ask_fresh_instance(Session::new(self.api), options::unused_denials)
    }

    fn text_options(&self) -> Vec<String> {
        let all = ask_fresh_instance(Session::new(self.api), options::all).into_iter();
        let texts = all.filter(|option| option.domain.is_none());
        texts.map(|option| option.name).collect()
    }

    fn called(&self) -> Vec<&'static str> {
        self.api.called()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let session = Session::new(self.api)?;
        let instance = instance::Instance::new(session, Rc::clone(&self.kinds));
        Ok(Box::new(instance))
    }
}
