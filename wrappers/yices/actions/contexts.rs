//! Contexts with configurations of their own.

use super::super::ffi::{Api, Context, Term, Tried};
use super::super::options::SOLVER_TYPE;
use super::super::search::{MCSAT, switch};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;

/// Settings of configurations, with their values. Some of these contexts do not support all
/// theories.
const SETTINGS: &[(&str, &[&str])] = &[
    (
        "mode",
        &["one-shot", "multi-checks", "push-pop", "interactive"],
    ),
    ("uf-solver", &["default", "none"]),
    ("bv-solver", &["default", "none"]),
    ("array-solver", &["default", "none"]),
    (
        "arith-solver",
        &["ifw", "rfw", "simplex", "default", "auto", "none"],
    ),
    ("arith-fragment", &["IDL", "RDL", "LIA", "LRA", "LIRA"]),
    (SOLVER_TYPE, &["dpllt", MCSAT]),
];

/// The logics that the library knows.
const LOGICS: &[&str] = &[
    "NONE",
    "QF_ABV",
    "QF_ALIA",
    "QF_ALIRA",
    "QF_ALRA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AUFLIRA",
    "QF_AUFLRA",
    "QF_AX",
    "QF_BV",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLIRA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNIRA",
    "QF_UFNRA",
    "QF_UFRDL",
];

/// A preprocessing step that is only for logics with uninterpreted functions alone.
const SYMMETRIES: &str = "break-symmetries";

/// How a context is set up.
#[derive(Default)]
pub(super) struct ContextSettings<'s> {
    /// The logic whose default configuration comes first.
    pub(super) logic: Option<&'s str>,
    /// Names and values.
    pub(super) settings: Vec<(&'s str, &'s str)>,
    breaks_symmetries: bool,
}

impl<'s> ContextSettings<'s> {
    pub(super) fn new(settings: &[(&'s str, &'s str)]) -> Self {
        Self {
            settings: settings.to_vec(),
            ..Self::default()
        }
    }

    /// A logic, or some settings.
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let mut setup = Self::default();
        if let (true, Some(logic)) = (rng.chance(40), rng.pick(LOGICS)) {
            setup.logic = Some(logic);
            setup.breaks_symmetries = *logic == "QF_UF" && rng.chance(80);
        } else {
            for (name, values) in SETTINGS {
                if let (true, Some(value)) = (rng.chance(30), rng.pick(values)) {
                    setup.settings.push((name, value));
                }
            }
        }
        setup
    }

    /// A context with some formulas. `None` if the library has no such context, or the context
    /// refuses the formulas.
    pub(super) fn open(&self, api: Api, formulas: &[Term]) -> Result<Option<Context>> {
        let config = api.new_config()?;
        // A build does not have all logics.
        if let Some(logic) = self.logic
            && api.default_config_for_logic(&config, logic).is_err()
        {
            return Ok(None);
        }
        for (name, value) in &self.settings {
            api.set_config(&config, name, value)?;
        }
        let Ok(context) = api.new_context(&config) else {
            return Ok(None);
        };
        if self.breaks_symmetries {
            switch(&context, SYMMETRIES, true)?;
        }
        Ok(answer_if_supported(api.assert_formulas(&context, formulas))?.map(|()| context))
    }

    /// Whether the model-constructing solver checks the formulas.
    pub(super) fn is_mcsat(&self) -> bool {
        let nonlinear = |logic: &str| ["NIA", "NRA", "NIRA"].iter().any(|of| logic.ends_with(of));
        self.settings.contains(&(SOLVER_TYPE, MCSAT)) || self.logic.is_some_and(nonlinear)
    }

    /// The configuration, for messages.
    pub(super) fn describe(&self) -> String {
        let logic = self.logic.map(|logic| format!("logic={logic}"));
        let symmetries = self.breaks_symmetries.then(|| format!("{SYMMETRIES}=true"));
        let settings = self.settings.iter();
        let settings = settings.map(|(name, value)| format!("{name}={value}"));
        let words = logic.into_iter().chain(symmetries).chain(settings);
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The answer of a context. `None` if it does not support the formulas.
pub(super) fn answer_if_supported<T>(answer: Tried<T>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(failure) if failure.is_beyond_context() => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}
