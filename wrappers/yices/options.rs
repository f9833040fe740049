//! The options that may be fuzzed. The library does not list its options, so that there are tables.

use super::ffi::Api;
use crate::shared::options::denied::{Denied, Named, OptionPolicy};
use murxla_fsm::wrapper::{OptionDomain, OptionInfo};

use Named::Exactly;

const THEORIES: &str = "such contexts do not support all theories";

/// Options that runs do not draw, with the reason.
const DENIED: &[Denied] = &[
    (
        Exactly("break-symmetries"),
        "only for contexts of QF_UF, and later assertions may break a symmetry",
    ),
    (Exactly("uf-solver"), THEORIES),
    (Exactly("array-solver"), THEORIES),
    (Exactly("bv-solver"), THEORIES),
    (Exactly("arith-solver"), THEORIES),
    (Exactly("arith-fragment"), THEORIES),
    (
        Exactly("model-interpolation"),
        "set by the actions for interpolants",
    ),
    (Exactly("trace"), "prints"),
];

/// Preprocessing steps, which can be turned on and off in a context.
pub(super) const STEPS: &[&str] = &[
    "var-elim",
    "arith-elim",
    "bvarith-elim",
    "eager-arith-lemmas",
    "flatten",
    "learn-eq",
    "keep-ite",
    "assert-ite-bounds",
];

/// Chooses the solver of a context: DPLL(T), or the model-constructing one.
pub(super) const SOLVER_TYPE: &str = "solver-type";

use OptionDomain::{Bool, Decimal, Integer};

/// Parameters of the search, with the ranges of the manual. If it gives no upper bound, most are
/// limits or factors, and values above the one here make no difference.
const PARAMETERS: &[(&str, OptionDomain)] = &[
    ("fast-restarts", Bool),
    ("c-threshold", Integer(1, 1000)),
    ("c-factor", Decimal(1.0, 4.0)),
    ("d-threshold", Integer(1, 1000)),
    ("d-factor", Decimal(1.0, 4.0)),
    ("r-threshold", Integer(1, 2000)),
    ("r-fraction", Decimal(0.0, 1.0)),
    ("r-factor", Decimal(1.0, 4.0)),
    ("var-decay", Decimal(0.0, 1.0)),
    ("randomness", Decimal(0.0, 1.0)),
    ("random-seed", Integer(0, u32::MAX as i64)),
    ("clause-decay", Decimal(0.0, 1.0)),
    ("cache-tclauses", Bool),
    ("tclause-size", Integer(2, 100)),
    ("dyn-ack", Bool),
    ("max-ack", Integer(1, 2000)),
    ("dyn-ack-threshold", Integer(1, 100)),
    ("dyn-bool-ack", Bool),
    ("max-bool-ack", Integer(1, 2000)),
    ("dyn-bool-ack-threshold", Integer(1, 100)),
    ("aux-eq-quota", Integer(1, 1000)),
    ("aux-eq-ratio", Decimal(0.01, 10.0)),
    ("optimistic-final-check", Bool),
    ("max-interface-eqs", Integer(1, 1000)),
    ("simplex-prop", Bool),
    ("prop-threshold", Integer(0, 200)),
    ("simplex-adjust", Bool),
    ("bland-threshold", Integer(1, 2000)),
    ("icheck", Bool),
    ("icheck-period", Integer(1, 1000)),
    ("max-update-conflicts", Integer(1, 200)),
    ("max-extensionality", Integer(1, 200)),
];

/// Options with words for values. Values of `mode` that do not allow levels are left out.
const MODES: &[(&str, &[&str])] = &[
    (
        "branching",
        &[
            "default", "negative", "positive", "theory", "th-neg", "th-pos",
        ],
    ),
    ("mode", &["push-pop", "interactive"]),
];

/// The options that runs do not draw, each with the reason.
pub(super) fn denied() -> Vec<(String, &'static str)> {
    let mut all = OptionPolicy::default();
    for (named, why) in DENIED {
        all.deny(named.text(), why);
    }
    all.denied()
}

/// All options.
pub(super) fn list(api: Api) -> Vec<OptionInfo> {
    let option = |name: &str, domain: OptionDomain| OptionInfo::new(name, domain);
    let modes = |words: &[&str]| OptionDomain::Mode(words.iter().map(|w| (*w).into()).collect());
    // These can be set at any time.
    let between = |name: &str, domain: OptionDomain| OptionInfo {
        between_checks: true,
        ..option(name, domain)
    };
    let steps = STEPS.iter().map(|name| between(name, Bool));
    let parameters = PARAMETERS.iter();
    let parameters = parameters.map(|(name, domain)| between(name, domain.clone()));
    let words = MODES.iter().map(|(name, words)| option(name, modes(words)));
    let mut all: Vec<OptionInfo> = steps.chain(parameters).chain(words).collect();
    if api.has_mcsat().unwrap_or(false) {
        all.push(option(SOLVER_TYPE, modes(&["dpllt", "mcsat"])));
    }
    all
}
