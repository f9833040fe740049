//! The dialect of a script: what differs between the languages of solvers and their releases.

use super::options;
use super::symbol::is_simple;
use crate::sat_options;
use murxla_fsm::op::{
    BV_SMULO, BV_TO_NAT, BV_UBV_TO_INT, BV_UMULO, CONST_ARRAY, DT_APPLY_UPDATER, INT_IS_DIV,
    INT_TO_BV, Op, TUPLE_UPDATE,
};
use murxla_fsm::profile::Release;
use murxla_fsm::solver::Error;
use std::fmt;

/// The symbol of functions without a name.
pub(super) const LAMBDA: &str = "lambda";

/// The solver for which a script is written. All flavours have the same meaning. They differ where
/// solvers deviate from the standard, and in the options that they support.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flavour {
    /// Only the standard.
    #[default]
    Standard,
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla.
    Bitwuzla,
    /// Boolector.
    Boolector,
    /// Yices.
    Yices,
}

impl Flavour {
    /// The flavour for the solver of this name.
    #[must_use]
    pub fn of_solver(name: &str) -> Self {
        (LANGUAGES.iter().find(|language| language.solver == name))
            .map_or(Flavour::Standard, |language| language.flavour)
    }

    /// What differs in the language of the solver.
    fn language(self) -> &'static Language {
        (LANGUAGES.iter().find(|language| language.flavour == self)).unwrap_or(&STANDARD)
    }
}

/// What the parser of a solver does not have. Code asks the methods of `Dialect`, which also know
/// releases.
struct Language {
    /// The name of the solver in traces.
    solver: &'static str,
    flavour: Flavour,
    /// The logics that it knows. A script has `ALL` instead of another one. Empty: it knows all.
    logics: &'static [&'static str],
    /// Commands and options of the standard, and operators of the API, that it does not have.
    missing: &'static [&'static str],
    /// Options that only exist in the API.
    api: &'static [&'static str],
    /// Whether options of its own have the same names as in the API.
    has_options: bool,
}

const STANDARD: Language = Language {
    solver: "",
    flavour: Flavour::Standard,
    logics: &[],
    missing: &[],
    api: &[],
    has_options: false,
};

const LANGUAGES: &[Language] = &[
    Language {
        solver: "z3",
        flavour: Flavour::Z3,
        ..STANDARD
    },
    Language {
        solver: "cvc5",
        flavour: Flavour::Cvc5,
        has_options: true,
        ..STANDARD
    },
    Language {
        solver: "bitwuzla",
        flavour: Flavour::Bitwuzla,
        logics: BITWUZLA_LOGICS,
        missing: &[
            "get-assertions",
            "produce-assertions",
            "@",
            LAMBDA,
            // A number that the call's seed decides.
            "bitwuzla-OP_FP_TO_FP_FROM_REAL",
        ],
        api: &["terminate-after"],
        has_options: true,
    },
    Language {
        solver: "boolector",
        flavour: Flavour::Boolector,
        logics: &["QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "BV"],
        missing: &[
            "get-assertions",
            "produce-assertions",
            "get-unsat-core",
            "produce-unsat-cores",
            "reset",
            "reset-assertions",
            "@",
            LAMBDA,
            "btor-OP_ROL",
            "btor-OP_ROR",
        ],
        api: &["patience"],
        has_options: true,
    },
    Language {
        solver: "yices",
        flavour: Flavour::Yices,
        logics: YICES_LOGICS,
        missing: &[
            "get-assertions",
            "produce-assertions",
            // Only in logics without nonlinear arithmetic, and cores only without
            // `check-sat-assuming`.
            "get-unsat-core",
            "produce-unsat-cores",
            "get-unsat-assumptions",
            "produce-unsat-assumptions",
        ],
        ..STANDARD
    },
];

const BITWUZLA_LOGICS: &[&str] = &[
    "AUF",
    "AUFBV",
    "AUFBVFP",
    "AUFFP",
    "BV",
    "BVFP",
    "FP",
    "QF_ABV",
    "QF_ABVFP",
    "QF_AUF",
    "QF_AUFBV",
    "QF_AUFBVFP",
    "QF_AUFFP",
    "QF_BV",
    "QF_BVFP",
    "QF_FP",
    "QF_UF",
    "QF_UFBV",
    "QF_UFBVFP",
    "QF_UFFP",
    "UF",
    "UFBV",
    "UFBVFP",
    "UFFP",
];

/// Those that a run may draw.
const YICES_LOGICS: &[&str] = &[
    "QF_ABV",
    "QF_ANIRA",
    "QF_AUFBV",
    "QF_AUFBVLIA",
    "QF_AUFBVNIA",
    "QF_AUFLIA",
    "QF_AUFLIRA",
    "QF_AUFNIRA",
    "QF_AX",
    "QF_BV",
    "QF_BVLRA",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_UF",
    "QF_UFBV",
    "QF_UFLIA",
    "QF_UFLIRA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNIRA",
    "QF_UFNRA",
];

/// In errors about a command, the text before the one who does not have it.
pub const WITHOUT: &str = " without ";

/// The language of a solver's program, in one release.
#[derive(Clone, Default, Debug)]
pub struct Dialect {
    pub(super) flavour: Flavour,
    /// The release. `None`: the newest.
    release: Option<Release>,
}

/// Who reads scripts in this dialect, for messages about what it does not have.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.flavour == Flavour::Standard {
            return f.write_str("SMT-LIB");
        }
        write!(f, "the program of {}", self.flavour.language().solver)?;
        match &self.release {
            Some(release) => write!(f, " {release}"),
            None => Ok(()),
        }
    }
}

impl From<Flavour> for Dialect {
    fn from(flavour: Flavour) -> Self {
        Self {
            flavour,
            release: None,
        }
    }
}

impl Dialect {
    /// The dialect of a solver. Without a version, it is that of the newest release that is known
    /// here.
    #[must_use]
    pub fn of(solver: &str, version: Option<&str>) -> Self {
        Self {
            flavour: Flavour::of_solver(solver),
            release: version.and_then(Release::parse),
        }
    }

    /// Whether it is a dialect of Z3, before the release of this version.
    pub(crate) fn is_z3_before(&self, version: &str) -> bool {
        self.flavour == Flavour::Z3
            && (self.release.as_ref())
                .is_some_and(|its| Some(its) < Release::parse(version).as_ref())
    }

    /// Whether each instance of a datatype with parameters is declared as a datatype of its own.
    /// Z3's parser finds the constructors and selectors of several instances ambiguous.
    pub(super) fn has_instances(&self) -> bool {
        self.flavour == Flavour::Z3
    }

    /// Whether the parser does not have this command, option or operator.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.flavour.language().missing.contains(&name)
    }

    /// The error of a call for which the parser has no command, always or at some `time`.
    pub(super) fn without(&self, command: &str, time: &str) -> Error {
        Error::Unsupported(format!("{command}{WITHOUT}{self}{time}"))
    }

    /// The value of an option.
    pub(super) fn option_value(&self, value: String, is_standard: bool) -> String {
        // Bitwuzla's modes are strings.
        let is_mode = value.starts_with(|c: char| c.is_ascii_alphabetic())
            && !matches!(&value[..], "true" | "false");
        if self.flavour == Flavour::Bitwuzla && !is_standard && is_mode {
            format!("\"{value}\"")
        } else {
            value
        }
    }

    /// Whether this logic has no nonlinear arithmetic, in place of another one that the parser does
    /// not know.
    pub(super) fn is_linear(&self, logic: &str) -> bool {
        self.flavour == Flavour::Yices && logic == "ALL"
    }

    /// Whether the option `incremental` is needed for several checks. In the standard every script
    /// is incremental.
    pub(super) fn has_incremental(&self) -> bool {
        matches!(self.flavour, Flavour::Cvc5 | Flavour::Boolector)
    }

    /// Whether a list of assumptions can be empty.
    pub(super) fn has_empty_assumptions(&self) -> bool {
        self.flavour != Flavour::Boolector
    }

    /// Whether assumptions can be formulas. Otherwise they are literals.
    pub(super) fn has_formulas_as_assumptions(&self) -> bool {
        self.flavour != Flavour::Yices && !self.is_z3_before("4.8.6")
    }

    /// Whether this option is a limit of checks in the API, and of all commands in scripts. So it
    /// is set before a check, and reset after it.
    pub(super) fn limits_commands(&self, option: &str) -> bool {
        self.flavour == Flavour::Z3 && option == "rlimit"
    }

    /// Whether `get-value` takes terms with quantifiers and lambdas.
    pub(super) fn has_values_of_binders(&self) -> bool {
        !self.is_z3_before("4.12.2")
    }

    /// Whether there are the predicates of overflow of SMT-LIB 2.7.
    pub(super) fn has_overflow(&self) -> bool {
        !matches!(self.flavour, Flavour::Boolector | Flavour::Yices) && !self.is_z3_before("4.12.2")
    }

    /// Whether there are predicates of Z3 in place of those for products.
    pub(super) fn has_no_overflow(&self) -> bool {
        self.is_z3_before("4.12.2")
    }

    /// Whether conversions between integers and bit-vectors have the names of SMT-LIB 2.7.
    pub(super) fn has_new_conversions(&self) -> bool {
        !self.is_z3_before("4.14.1")
    }

    /// The text before and after the arguments of an application of `op`, if it is not `(symbol`
    /// and `)`.
    pub(super) fn spelling(&self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        let new = self.has_new_conversions();
        match (self.flavour, op, indices) {
            // Z3 5.4.0 only has the operator in its API. Its parser says "unknown constant
            // divisible (Int)" in all logics. The engine of Yices for nonlinear arithmetic does not
            // have it. Every solver can read this text.
            (Flavour::Standard | Flavour::Z3 | Flavour::Yices, INT_IS_DIV, [k]) => {
                Some(("(= (mod".to_owned(), format!(" {k}) 0)")))
            }
            (Flavour::Z3, INT_TO_BV, [width]) if !new => {
                Some((format!("((_ int2bv {width})"), ")".to_owned()))
            }
            (Flavour::Z3, BV_UBV_TO_INT | BV_TO_NAT, _) if !new => {
                Some(("(bv2int".to_owned(), ")".to_owned()))
            }
            // SMT-LIB 2.7 only has the new name. Z3 5.4.0 only has the old one in the logic ALL.
            // cvc5 1.4.2 has both names in all logics.
            (Flavour::Standard | Flavour::Z3, BV_TO_NAT, _) => {
                Some(("(ubv_to_int".to_owned(), ")".to_owned()))
            }
            _ => None,
        }
    }

    /// The keyword of an option. `is_standard`: whether SMT-LIB has the option.
    pub(super) fn option(&self, name: &str, is_standard: bool) -> Option<String> {
        let language = self.flavour.language();
        match self.flavour {
            _ if self.lacks(name) => None,
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            Flavour::Z3 if name == "candidate_models" && self.is_z3_before("4.8.10") => None,
            Flavour::Z3 => options::keyword(name),
            // Names are words with hyphens. Others belong to other solvers.
            _ => (language.has_options
                && !language.api.contains(&name)
                && !sat_options::has(name)
                && !name.contains(['.', '_']))
            .then(|| name.to_owned()),
        }
    }

    /// Whether the operator only exists in the logic ALL. Z3 also has it if there is no logic.
    pub(super) fn needs_all(&self, op: Op, symbol: &str) -> bool {
        match op {
            CONST_ARRAY => self.is_z3_before("4.15.4"),
            // They are defined by predicates that are not in the logics of SMT-LIB.
            BV_UMULO | BV_SMULO => self.has_no_overflow(),
            DT_APPLY_UPDATER | TUPLE_UPDATE => self.flavour == Flavour::Z3,
            _ => {
                self.flavour == Flavour::Z3
                    && matches!(symbol, "ext_rotate_left" | "ext_rotate_right")
            }
        }
    }

    /// The name of `logic`.
    pub(super) fn logic<'l>(&self, logic: &'l str) -> &'l str {
        match (self.flavour, logic) {
            // Only cvc5 has this logic. In Z3 5.4.0 it has no sort `Int`.
            (Flavour::Standard | Flavour::Z3, "QF_ALL") => "ALL",
            // Z3 has no other logics with datatypes.
            (Flavour::Z3, _) if logic.contains("DT") && !matches!(logic, "QF_DT" | "QF_UFDT") => {
                "ALL"
            }
            // Z3 has no other logics with strings.
            (Flavour::Z3, _) if logic.contains('S') && !matches!(logic, "QF_S" | "QF_SLIA") => {
                "ALL"
            }
            _ => {
                let known = self.flavour.language().logics;
                if known.is_empty() || known.contains(&logic) {
                    logic
                } else {
                    "ALL"
                }
            }
        }
    }

    /// Options that the solver needs for some theories, or the standard for some commands.
    pub(super) fn requirements(&self) -> &'static [&'static str] {
        match self.flavour {
            _ if self.lacks("produce-assertions") => &[],
            Flavour::Cvc5 => &["produce-assertions", "arrays-exp", "fp-exp", "sets-exp"],
            _ => &["produce-assertions"],
        }
    }

    /// The logic of scripts that set none, which the standard does not allow. Z3 allows it, and has
    /// another strategy for such scripts.
    pub(super) fn default_logic(&self) -> Option<&'static str> {
        (self.flavour != Flavour::Z3).then_some("ALL")
    }
}
