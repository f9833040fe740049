//! Options of the SAT solvers inside of SMT solvers. CaDiCaL and Lingeling read them from
//! environment variables whenever one of them is made. The SMT solvers have no options for most of
//! them.
//!
//! They are needed because SAT solvers simplify formulas at intervals of thousands of conflicts,
//! and few searches of a campaign have as many.

use murxla_fsm::option::{OptionDomain, OptionInfo};
use murxla_fsm::solver::{Error, Result};
use std::ffi::CString;

/// A SAT solver that reads environment variables.
pub(crate) struct SatSolver {
    /// The prefix of the names of options.
    name: &'static str,
    /// The prefix of the names of variables.
    prefix: &'static str,
    options: &'static [SatOption],
}

/// An option: its name, its smallest and its largest value, and the variables that get the value,
/// unless they are written with a value of their own. The library replaces values outside of the
/// range of a variable by the nearest one, and does not read variables that its release does not
/// have.
struct SatOption(&'static str, i64, i64, &'static [&'static str]);

/// CaDiCaL. Options that print or look at the time are not here. Its trace of calls is not, either:
/// with it, the library ends a process that has two of its solvers.
pub(crate) const CADICAL: SatSolver = SatSolver {
    name: "cadical-",
    prefix: "CADICAL_",
    options: &[
        SatOption(
            "intervals",
            1,
            1000,
            &[
                "COMPACTINT",
                "COMPACTLIM",
                "COMPACTMIN",
                "CONDITIONINT",
                "ELIMINT",
                "FLUSHINT",
                "PROBEINT",
                "REDUCEINT",
                "REPHASEINT",
                "STABILIZEINT",
                "STABILIZEPHASE",
                "SUBSUMEINT",
            ],
        ),
        // What is off by default.
        SatOption(
            "extra",
            0,
            1,
            &[
                "BLOCK",
                "CONDITION",
                "COVER",
                "FLUSH",
                "INSTANTIATE",
                "RESTOREFLUSH",
                "WALKREDUNDANT",
            ],
        ),
        // What is on by default.
        SatOption(
            "simplify",
            0,
            1,
            &[
                "COMPACT",
                "DECOMPOSE",
                "DEDUPLICATE",
                "ELIM",
                "LUCKY",
                "PROBE",
                "SUBSUME",
                "TERNARY",
                "TRANSRED",
                "VIVIFY",
                "WALK",
            ],
        ),
        // The solver checks its own proofs, and ends the process if a step is wrong.
        SatOption("check", 0, 3, &["CHECK", "CHECKPROOF"]),
        SatOption("arenatype", 1, 3, &["ARENATYPE"]),
        SatOption("chrono", 0, 2, &["CHRONO", "CHRONOALWAYS"]),
        SatOption("elimboundmin", -1, 16, &["ELIMBOUNDMIN"]),
        SatOption("ilb", 0, 1, &["ILB", "ILBASSUMPTIONS"]),
        SatOption("minimize", 0, 1, &["MINIMIZE"]),
        SatOption("phase", 0, 1, &["FORCEPHASE", "PHASE"]),
        SatOption("restoreall", 0, 2, &["RESTOREALL"]),
        SatOption("score", 0, 1, &["SCORE", "BUMP", "BUMPREASON"]),
        SatOption("shuffle", 0, 1, &["SHUFFLE", "SHUFFLERANDOM", "REVERSE"]),
        SatOption("stabilizeonly", 0, 1, &["STABILIZEONLY"]),
        SatOption("target", 0, 2, &["TARGET"]),
        SatOption("vivifyonce", 0, 2, &["VIVIFYONCE"]),
    ],
};

/// Lingeling.
pub(crate) const LINGELING: SatSolver = SatSolver {
    name: "lingeling-",
    prefix: "LGL",
    options: &[
        SatOption(
            "intervals",
            1,
            1000,
            &[
                "CCERTCINT",
                "ELMRTCINT",
                "INCREDCINT",
                "LOCSCINT",
                "RANDECINT",
                "RANDPHASEINT",
                "REDUCEINC",
                "REDUCEINIT",
                "SCINCINCINCINT",
                "SIMPBINTINC",
                "SIMPCINTDELAY",
                "SIMPCINTINC",
                "SIMPITINTINC",
                "SIMPTINTINC",
                "SWEEPRTCINT",
            ],
        ),
        // What is off by default.
        SatOption(
            "extra",
            0,
            1,
            &[
                "ACTIVITY",
                "BCA",
                "BLOCK",
                "BUMPSIMP",
                "COMPACT",
                "LOCS",
                "OTFS",
                "RANDEC",
                "RANDPHASE",
                "UNHDHBR",
            ],
        ),
        // Whether simplifications wait until others are complete.
        SatOption("wait", 0, 1, &["WAIT"]),
        // Whether simplifications go on until nothing changes.
        SatOption(
            "complete",
            0,
            2,
            &[
                "BLKRTC",
                "CCERTC",
                "ELMRTC",
                "LOCSRTC",
                "PRBASICRTC",
                "PRBRTC",
                "PRBSIMPLERTC",
                "SIMPRTC",
                "SWEEPRTC",
                "TERNRESRTC",
                "TREELOOKRTC",
            ],
        ),
        SatOption("plain", 0, 1, &["PLAIN"]),
        SatOption("bca", 0, 2, &["BCA"]),
        SatOption("card", 0, 3, &["CARD", "CARDCUT", "CARDUSE"]),
        SatOption("cce", 0, 3, &["CCE"]),
        SatOption("lkhd", -1, 4, &["LKHD"]),
        SatOption("locs", -1, 100, &["LOCS"]),
        SatOption("prbsimple", 0, 3, &["PRBSIMPLE"]),
        SatOption("prune", 0, 1, &["PRUNE"]),
        SatOption("simplify", 0, 2, &["SIMPLIFY"]),
    ],
};

/// Whether this is the name of an option of a SAT solver. Scripts cannot set it.
pub(crate) fn is_option(name: &str) -> bool {
    let all = [CADICAL, LINGELING];
    list(&all).iter().any(|option| option.name == name)
}

/// The options of SAT solvers.
pub(crate) fn list(solvers: &[SatSolver]) -> Vec<OptionInfo> {
    let of = |solver: &SatSolver| {
        let (name, options) = (solver.name, solver.options);
        options.iter().map(move |SatOption(option, low, high, _)| {
            let domain = OptionDomain::Integer(*low, *high);
            OptionInfo::new(format!("{name}{option}"), domain)
        })
    };
    solvers.iter().flat_map(of).collect()
}

/// The environment of the process, as the library sees it.
pub(crate) trait Environment {
    /// Sets a variable, or removes it.
    fn set_variable(&self, name: &CString, value: Option<&CString>);
}

/// The variables that an instance has set. They are removed with it.
pub(crate) struct Variables<E: Environment> {
    environment: E,
    set: Vec<CString>,
}

impl<E: Environment> Variables<E> {
    pub(crate) fn new(environment: E) -> Self {
        Self {
            environment,
            set: Vec::new(),
        }
    }

    /// Sets an option of one of these SAT solvers. `false` if they do not have it.
    ///
    /// # Errors
    /// The option does not have the value.
    pub(crate) fn set(&mut self, solvers: &[SatSolver], name: &str, value: &str) -> Result<bool> {
        let found = solvers.iter().find_map(|solver| {
            let option = name.strip_prefix(solver.name)?;
            let option = solver.options.iter().find(|row| row.0 == option)?;
            Some((solver.prefix, option))
        });
        let Some((prefix, SatOption(_, low, high, variables))) = found else {
            return Ok(false);
        };
        let number = value.parse().ok().filter(|n| (low..=high).contains(&n));
        let number: i64 = number.ok_or_else(|| {
            Error::Option(format!(
                "{name} takes numbers from {low} to {high}: {value}"
            ))
        })?;
        let number = number.to_string();
        for variable in *variables {
            let value = CString::new(number.as_str()).unwrap_or_default();
            let variable = CString::new(format!("{prefix}{variable}")).unwrap_or_default();
            self.environment.set_variable(&variable, Some(&value));
            self.set.push(variable);
        }
        Ok(true)
    }

    /// Removes all of them.
    pub(crate) fn clear(&mut self) {
        for variable in self.set.drain(..) {
            self.environment.set_variable(&variable, None);
        }
    }
}

impl<E: Environment> Drop for Variables<E> {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::rc::Rc;

    type Set = Rc<RefCell<BTreeMap<String, String>>>;

    struct Fake(Set);

    impl Environment for Fake {
        fn set_variable(&self, name: &CString, value: Option<&CString>) {
            let text = |text: &CString| text.to_str().unwrap().to_owned();
            let mut set = self.0.borrow_mut();
            match value {
                Some(value) => set.insert(text(name), text(value)),
                None => set.remove(&text(name)),
            };
        }
    }

    #[test]
    fn variables_are_set_and_removed() {
        let set = Set::default();
        let mut variables = Variables::new(Fake(Rc::clone(&set)));
        let both = [CADICAL, LINGELING];
        assert_eq!(variables.set(&both, "cadical-check", "2"), Ok(true));
        assert_eq!(variables.set(&both, "lingeling-lkhd", "-1"), Ok(true));
        assert_eq!(variables.set(&both, "cadical-lkhd", "1"), Ok(false));
        assert_eq!(variables.set(&[CADICAL], "lingeling-lkhd", "1"), Ok(false));
        assert!(variables.set(&both, "cadical-check", "4").is_err());
        assert!(variables.set(&both, "cadical-check", "on").is_err());
        let text = |map: &BTreeMap<String, String>| {
            let pairs = map.iter().map(|(name, value)| format!("{name}={value}"));
            pairs.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            text(&set.borrow()),
            "CADICAL_CHECK=2 CADICAL_CHECKPROOF=2 LGLLKHD=-1"
        );
        variables.clear();
        drop(variables);
        assert_eq!(text(&set.borrow()), "");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = list(&[CADICAL, LINGELING])
            .into_iter()
            .map(|o| o.name)
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(
            is_option("cadical-check")
                && is_option("lingeling-wait")
                && !is_option("sat-engine-cadical-freeze")
        );
    }
}
