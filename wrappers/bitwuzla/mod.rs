//! Bitwuzla, from 0.8.0 on, through its C API.

mod actions;
mod c_program;
mod checks;
mod counters;
mod crash_texts;
#[expect(
    unsafe_code,
    reason = "the layer over the C API: all of the wrapper's unsafe, with its reasons"
)]
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

bindings!("bitwuzla");
methods!("bitwuzla");
mod dialect;

pub(crate) use dialect::LANGUAGE;

use ffi::{Api, Session};
use murxla_fsm::action::ExtensionAction;
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{
    CApi, Check, CrashTexts, OptionInfo, RegressionLayout, ScriptExecutor, Wrapper,
};
use ops::Kinds;
use std::path::Path;
use std::rc::Rc;

/// The wrapper of Bitwuzla.
pub(crate) struct Bitwuzla;

impl Wrapper for Bitwuzla {
    fn name(&self) -> &'static str {
        "bitwuzla"
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

    fn crash_texts(&self) -> &'static CrashTexts {
        &crash_texts::CRASH_TEXTS
    }

    fn regression_layout(&self) -> RegressionLayout {
        RegressionLayout::File {
            expected: "expect",
            arguments: None,
        }
    }

    fn file_options(&self) -> Vec<FileOption> {
        options::FILES.to_vec()
    }

    fn api(&self) -> Option<CApi> {
        Some(CApi {
            prefix: "bitwuzla_",
            header: &bindings::HEADER,
            omitted: omitted::OMITTED,
            program: &c_program::RULES,
        })
    }

    fn script_executor(&self) -> Option<ScriptExecutor> {
        Some(script::execute)
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
        Session::new(self.api)
            .and_then(|session| options::list(&session))
            .unwrap_or_default()
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        let judged = Session::new(self.api).and_then(|session| options::option_policy(&session));
        judged.unwrap_or_default().denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        Session::new(self.api)
            .and_then(|session| options::unused_denials(&session))
            .unwrap_or_default()
    }

    fn text_options(&self) -> Vec<String> {
        let all = Session::new(self.api).and_then(|session| options::all(&session));
        let all = all.unwrap_or_default().into_iter();
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
