//! cvc5, from 1.2.0 on, through its C API.

mod actions;
mod c_program;
mod checks;
mod counters;
mod crash_texts;
mod datatypes;
#[expect(
    unsafe_code,
    reason = "the layer over the C API: all of the wrapper's unsafe, with its reasons"
)]
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

bindings!("cvc5");
methods!("cvc5");
mod dialect;

pub(crate) use dialect::LANGUAGE;

use crate::shared::options::denied::OptionPolicy;
use ffi::{Api, Session};
use murxla_fsm::action::ExtensionAction;
use murxla_fsm::op::{self, Op, OpRow};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::solver::loaded::{LibraryNames, LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::theory::Theory;
use murxla_fsm::wrapper::{
    AlwaysSet, CApi, Check, CrashTexts, OptionInfo, RegressionLayout, ScriptExecutor, Wrapper,
};
use ops::Kinds;
use std::cell::OnceCell;
use std::path::Path;
use std::rc::Rc;

/// How the name of the file of the parser's library begins.
const PARSER: &str = "libcvc5parser";

/// The wrapper of cvc5.
pub(crate) struct Cvc5;

impl Wrapper for Cvc5 {
    fn name(&self) -> &'static str {
        "cvc5"
    }

    fn profile(&self) -> &'static str {
        include_str!("profile.json")
    }

    fn correlations(&self) -> &'static str {
        include_str!("correlations.json")
    }

    fn always_set(&self) -> &'static [AlwaysSet] {
        &ALWAYS_SET
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
        RegressionLayout::Comments("; EXPECT: ")
    }

    fn file_options(&self) -> Vec<FileOption> {
        options::FILES.to_vec()
    }

    fn api(&self) -> Option<CApi> {
        Some(CApi {
            prefix: "cvc5_",
            header: &bindings::HEADER,
            omitted: omitted::OMITTED,
            program: &c_program::RULES,
        })
    }

    fn script_executor(&self) -> Option<ScriptExecutor> {
        Some(script::execute)
    }

    /// The message of releases before 1.4.
    fn rejection(&self) -> Option<&'static str> {
        Some("cvc5: error:")
    }

    fn budget_option(&self) -> Option<&'static str> {
        Some("rlimit-per")
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libcvc5.so"));
        let failed = |what: &str| LoadError(format!("{}: {what}", path.display()));
        let api = Api::load(path)?;
        let kinds = Kinds::resolve(api).ok_or_else(|| failed("basic kinds have no names"))?;
        let session = Session::new(api).map_err(|e| failed(&e.to_string()))?;
        let version = session.get_version().map_err(|e| failed(&e.to_string()))?;
        let always_set = always_set(&session).map_err(|e| failed(&e.to_string()))?;
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

/// An option that turns an experimental theory on.
const fn experimental(option: &'static str, theories: &'static [Theory]) -> AlwaysSet {
    AlwaysSet {
        option,
        value: "true",
        theories,
        formats: &[],
    }
}

/// The options that every instance sets, before the first formula. Without the experimental ones,
/// cvc5 only solves the floating-point formats [`FORMATS`], and no constant arrays, complements of
/// sets and universes. `sets-exp` is called `sets-ext` in 1.2.
const ALWAYS_SET: [AlwaysSet; 5] = [
    AlwaysSet {
        formats: FORMATS,
        ..experimental("fp-exp", &[Theory::Fp])
    },
    experimental("arrays-exp", &[Theory::Array]),
    experimental("sets-exp", &[Theory::Set]),
    experimental("sets-ext", &[Theory::Set]),
    // Since 1.4 it is 500 ms of wall-clock time, so that answers would depend on the machine and
    // its load. 0 is not a limit: the steps of the whole check are limited.
    AlwaysSet {
        option: "mbqi-check-timeout",
        value: "0",
        theories: &[Theory::Quant],
        formats: &[],
    },
];

/// The floating-point formats that cvc5 solves without the option `fp-exp`: `Float32` and
/// `Float64`.
const FORMATS: &[(u32, u32)] = &[(8, 24), (11, 53)];

/// The options of [`ALWAYS_SET`] that the library has. Before 1.4 an unknown option would end the
/// process.
fn always_set(session: &Session) -> Result<Rc<[AlwaysSet]>> {
    let names = session.option_names()?;
    let rows = ALWAYS_SET.into_iter();
    let available = rows.filter(|row| names.iter().any(|name| name == row.option));
    Ok(available.collect())
}

impl Library {
    /// The options. Before 1.4 a refused option ends the process, so that none is drawn.
    fn option_policy(&self) -> OptionPolicy {
        let judged = |session: Session| match self.api.reports_errors() {
            true => options::option_policy(&session),
            false => options::option_policy_of_old_release(&session),
        };
        Session::new(self.api).and_then(judged).unwrap_or_default()
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
        let options = Session::new(self.api).and_then(|session| session.option_names());
        let mut names = LibraryNames::default();
        names.add(actions::query::OPTION, options.unwrap_or_default());
        Some(names)
    }

    fn options(&self) -> Vec<OptionInfo> {
        self.option_policy().drawn()
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        self.option_policy().denied()
    }

    fn unused_denials(&self) -> Vec<String> {
        Session::new(self.api)
            .and_then(|session| options::unused_denials(&session))
            .unwrap_or_default()
    }

    fn text_options(&self) -> Vec<String> {
        // The layout of descriptions of options is known since 1.4.
        if !self.api.reports_errors() {
            return Vec::new();
        }
        Session::new(self.api)
            .and_then(|session| session.text_options())
            .unwrap_or_default()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let session = Session::new(self.api)?;
        let instance =
            instance::Instance::new(session, Rc::clone(&self.kinds), Rc::clone(&self.always_set))?;
        Ok(Box::new(instance))
    }
}
