//! The dialect of a script: what differs between the languages of solvers and their releases.

use super::options;
use super::symbol::is_simple;
use murxla_fsm::op::{
    BV_TO_NAT, BV_UBV_TO_INT, CONST_ARRAY, DT_APPLY_UPDATER, INT_IS_DIV, INT_TO_BV, Op,
    TUPLE_UPDATE,
};
use murxla_fsm::profile::Release;
use std::fmt;

/// The solver for which a script is written. All flavours have the same meaning. They differ where solvers deviate from the standard, and in
/// the options that they support.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flavour {
    /// Only the standard.
    #[default]
    Standard,
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
}

impl Flavour {
    /// The flavour for the solver of this name.
    #[must_use]
    pub fn of_solver(name: &str) -> Self {
        match name {
            "z3" => Flavour::Z3,
            "cvc5" => Flavour::Cvc5,
            _ => Flavour::Standard,
        }
    }
}

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
        let solver = match self.flavour {
            Flavour::Standard => return f.write_str("SMT-LIB"),
            Flavour::Z3 => "z3",
            Flavour::Cvc5 => "cvc5",
        };
        write!(f, "the program of {solver}")?;
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
    /// The dialect of a solver. Without a version, it is that of the newest release that is known here.
    #[must_use]
    pub fn of(solver: &str, version: Option<&str>) -> Self {
        Self {
            flavour: Flavour::of_solver(solver),
            release: version.and_then(Release::parse),
        }
    }

    /// Whether it is a dialect of Z3, before the release of this version.
    pub(super) fn is_z3_before(&self, version: &str) -> bool {
        self.flavour == Flavour::Z3
            && (self.release.as_ref())
                .is_some_and(|its| Some(its) < Release::parse(version).as_ref())
    }

    /// Whether each instance of a datatype with parameters is declared as a datatype of its own. Z3's parser finds the
    /// constructors and selectors of several instances ambiguous.
    pub(super) fn has_instances(&self) -> bool {
        self.flavour == Flavour::Z3
    }

    /// Whether assumptions can be formulas. Otherwise they are literals.
    pub(super) fn has_formulas_as_assumptions(&self) -> bool {
        !self.is_z3_before("4.8.6")
    }

    /// Whether this option is a limit of checks in the API, and of all commands in scripts. So it is set before a check, and
    /// reset after it.
    pub(super) fn limits_commands(&self, option: &str) -> bool {
        self.flavour == Flavour::Z3 && option == "rlimit"
    }

    /// Whether `get-value` takes terms with quantifiers and lambdas.
    pub(super) fn has_values_of_binders(&self) -> bool {
        !self.is_z3_before("4.12.2")
    }

    /// Whether there are the predicates of overflow of SMT-LIB 2.7.
    pub(super) fn has_overflow(&self) -> bool {
        !self.is_z3_before("4.12.2")
    }

    /// Whether conversions between integers and bit-vectors have the names of SMT-LIB 2.7.
    pub(super) fn has_new_conversions(&self) -> bool {
        !self.is_z3_before("4.14.1")
    }

    /// The text before and after the arguments of an application of `op`, if it is not `(symbol` and `)`.
    pub(super) fn spelling(&self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        let new = self.has_new_conversions();
        match (self.flavour, op, indices) {
            // Z3 5.4.0 only has the operator in its API. Its parser says "unknown constant divisible (Int)" in all logics.
            // Every solver can read this text.
            (Flavour::Standard | Flavour::Z3, INT_IS_DIV, [k]) => {
                Some(("(= (mod".to_owned(), format!(" {k}) 0)")))
            }
            (Flavour::Z3, INT_TO_BV, [width]) if !new => {
                Some((format!("((_ int2bv {width})"), ")".to_owned()))
            }
            (Flavour::Z3, BV_UBV_TO_INT | BV_TO_NAT, _) if !new => {
                Some(("(bv2int".to_owned(), ")".to_owned()))
            }
            // SMT-LIB 2.7 only has the new name. Z3 5.4.0 only has the old one in the logic ALL. cvc5 1.4.2 has both names
            // in all logics.
            (Flavour::Standard | Flavour::Z3, BV_TO_NAT, _) => {
                Some(("(ubv_to_int".to_owned(), ")".to_owned()))
            }
            _ => None,
        }
    }

    /// The keyword of an option. `is_standard`: whether SMT-LIB has the option.
    pub(super) fn option(&self, name: &str, is_standard: bool) -> Option<String> {
        match self.flavour {
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            Flavour::Standard => None,
            Flavour::Z3 if name == "candidate_models" && self.is_z3_before("4.8.10") => None,
            Flavour::Z3 => options::keyword(name),
            // The names of cvc5 are words with hyphens.
            Flavour::Cvc5 => (!name.contains(['.', '_'])).then(|| name.to_owned()),
        }
    }

    /// Whether the operator only exists in the logic ALL. Z3 also has it if there is no logic.
    pub(super) fn needs_all(&self, op: Op, symbol: &str) -> bool {
        match op {
            CONST_ARRAY => self.is_z3_before("4.15.4"),
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
            _ => logic,
        }
    }

    /// Options that the solver needs for some theories, or the standard for some commands.
    pub(super) fn requirements(&self) -> &'static [&'static str] {
        match self.flavour {
            Flavour::Standard | Flavour::Z3 => &["produce-assertions"],
            Flavour::Cvc5 => &["produce-assertions", "arrays-exp", "fp-exp", "sets-exp"],
        }
    }

    /// The logic of scripts that set none, which the standard does not allow. Z3 allows it, and has another strategy for such scripts.
    pub(super) fn default_logic(&self) -> Option<&'static str> {
        (self.flavour != Flavour::Z3).then_some("ALL")
    }
}
