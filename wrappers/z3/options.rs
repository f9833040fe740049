//! Options: parameters of the solver, and of the process.

use super::ffi::{self, Context, Library, Params, Solver, c_text};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::{OptionDomain, OptionInfo};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The wrapper's own option: take a context that earlier instances of the process used. Saves a
/// millisecond per instance, but models and search then depend on those, so it is off by default.
pub(super) const SHARE_CONTEXT: &str = "share-context";

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Uint,
    Double,
    Symbol,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
enum Param {
    Bool(bool),
    Uint(u32),
    Double(f64),
    Symbol(String),
}

/// Parameters that solvers of every version take, listed or not: 4.12 lists none.
const ALWAYS: &[(&str, Kind)] = &[("rlimit", Kind::Uint), ("timeout", Kind::Uint)];

/// Parameters that are not fuzzed: where a listed name starts with the first word.
const DENIED: &[(&str, &str)] = &[
    ("hi_div0", "changes what division by zero means"),
    ("rewriter.hi_div0", "changes what division by zero means"),
    ("hi_fp_unspecified", "changes what unspecified results mean"),
    ("array.extensional", "changes what equality of arrays means"),
    ("array.weak", "accepts models that violate array axioms"),
    ("arith.ignore_int", "treats integers as reals"),
    ("bv.enable_int2bv", "leaves conversions uninterpreted"),
    ("partial", "changes what a model says"),
    ("completion", "changes what a model says"),
    ("user_functions", "changes what a model says"),
    ("fail_if_inconclusive", "turns unknown into an error"),
    ("ff.", "theory that is not generated"),
    ("finite_set.", "theory that is not generated"),
    ("seq.", "theory that is not generated"),
    ("arith.dump", "writes files"),
    (
        "sls.enable",
        "5.4.0 ends checks with quantifiers in an error, known",
    ),
    ("arith.nl.log", "prints"),
    ("qi.profile", "prints"),
    ("core.validate", "for debugging; crashes 5.4.0, known"),
    ("model", "generic option produce-models"),
    ("unsat_core", "generic option produce-unsat-cores"),
    ("timeout", "answers would depend on the clock"),
    ("soft_timeout", "answers would depend on the clock"),
    ("rlimit", "the campaign's limit"),
    ("max_memory", "the executor's limit"),
    ("ctrl_c", "installs a signal handler"),
    ("threads", "answers would depend on scheduling"),
    ("parallel", "answers would depend on scheduling"),
    ("local_search_threads", "answers would depend on scheduling"),
    ("unit_walk_threads", "answers would depend on scheduling"),
    ("ddfw.threads", "answers would depend on scheduling"),
    ("ddfw_search", "does not stop by itself"),
    ("local_search", "hangs, known"),
    ("prob_search", "does not stop by itself"),
    ("rephase.base", "0 hangs, known"),
    ("restart_strategy", "out of range crashes, known"),
    ("dimacs", "prints"),
    ("display_", "prints"),
    ("print", "prints"),
    ("pp.", "concerns printing only"),
    ("trace", "writes a file"),
    ("proof", "needs a context with proofs"),
    ("drat", "writes a file"),
    ("log", "writes a file"),
    ("axioms2files", "writes files"),
    ("lemmas2console", "prints"),
    ("cancel_backup_file", "writes a file"),
    ("instantiations2console", "prints"),
    ("smtlib2_log", "writes a file"),
    ("solver2_timeout", "answers would depend on the clock"),
    ("q.lift_ite", "ranges unknown"),
];

/// Values worth trying of integer parameters; all others are left alone, since Z3 knows no ranges.
const RANGES: &[(&str, u32, u32)] = &[
    ("arith.branch_cut_ratio", 1, 10),
    ("arith.int_eq_branch", 0, 1),
    ("arith.propagation_mode", 0, 2),
    ("arith.simplex_strategy", 0, 1),
    ("case_split", 0, 6),
    ("combined_solver.solver2_unknown", 0, 2),
    ("delay_units_threshold", 1, 64),
    ("max_conflicts", 1, 100_000),
    ("mbqi.max_iterations", 1, 1000),
    ("phase_selection", 0, 6),
    ("qi.max_multi_patterns", 0, 4),
    ("qi.quick_checker", 0, 2),
    ("random_seed", 0, 1000),
    ("relevancy", 0, 2),
    ("restart.initial", 2, 100),
];

/// The same for those whose values are not a range: the other solvers for arithmetic decide
/// difference logic only.
const MODES: &[(&str, &[&str])] = &[("arith.solver", &["2", "6"])];

/// The solver parameters that a library lists, by name.
pub(super) type Table = BTreeMap<String, Kind>;

/// Asks a solver which parameters it takes.
pub(super) fn list(library: &'static Library) -> Result<Table> {
    let cx = Context::new(library)?;
    let descrs = cx.solver_descrs(&cx.solver()?)?;
    let mut table: Table = ALWAYS.iter().map(|(n, k)| ((*n).to_owned(), *k)).collect();
    for n in 0..cx.descrs_size(&descrs)? {
        let symbol = cx.descrs_name(&descrs, n)?;
        let kind = match cx.descrs_kind(&descrs, symbol)? as u32 {
            ffi::Z3_PK_BOOL => Kind::Bool,
            ffi::Z3_PK_UINT => Kind::Uint,
            ffi::Z3_PK_DOUBLE => Kind::Double,
            ffi::Z3_PK_SYMBOL => Kind::Symbol,
            _ => continue,
        };
        table.insert(cx.symbol_text(symbol)?, kind);
    }
    Ok(table)
}

/// The parameters of the table that may be fuzzed, with their values.
pub(super) fn fuzzable(table: &Table) -> Vec<OptionInfo> {
    let allowed = |name: &str| {
        let last = name.split_once('.').map_or(name, |(_, rest)| rest);
        let denied = |prefix: &str| name.starts_with(prefix) || last.starts_with(prefix);
        !DENIED.iter().any(|(prefix, _)| denied(prefix))
    };
    let domain = |name: &str, kind| match kind {
        Kind::Bool => Some(OptionDomain::Bool),
        Kind::Uint => {
            let ends =
                |n: &str| name == n || name.strip_suffix(n).is_some_and(|p| p.ends_with('.'));
            if let Some((_, modes)) = MODES.iter().find(|(n, _)| ends(n)) {
                let modes = modes.iter().map(|m| (*m).to_owned());
                return Some(OptionDomain::Mode(modes.collect()));
            }
            let range = RANGES.iter().find(|(n, ..)| ends(n))?;
            Some(OptionDomain::Integer(range.1.into(), range.2.into()))
        }
        Kind::Double | Kind::Symbol => None,
    };
    let names = table.iter().filter(|(name, _)| allowed(name));
    let infos = names.filter_map(|(name, kind)| {
        let domain = domain(name, *kind)?;
        Some(OptionInfo {
            name: name.clone(),
            domain,
        })
    });
    infos.collect()
}

/// What the options of an instance ask for.
#[derive(Clone, Default)]
pub(super) struct Settings {
    params: Vec<(String, Param)>,
    /// Assertions are tracked, so that cores can name them.
    pub(super) cores: bool,
    /// Assumptions are explained.
    pub(super) assumptions: bool,
    pub(super) share_context: bool,
}

fn refused(name: &str, value: &str) -> Error {
    Error::Option(format!("{}={}", name.escape_debug(), value.escape_debug()))
}

impl Settings {
    /// Notes an option for the solver to come. Returns false if it is none of the solver's.
    pub(super) fn set(&mut self, table: &Table, name: &str, value: &str) -> Result<bool> {
        let flag = || value.parse::<bool>().map_err(|_| refused(name, value));
        match name {
            // Every solver of Z3's is incremental.
            "incremental" => flag().map(|_| true),
            "produce-models" => {
                self.note("model", Param::Bool(flag()?));
                Ok(true)
            }
            "produce-unsat-cores" => {
                self.cores = flag()?;
                self.note("unsat_core", Param::Bool(self.cores));
                Ok(true)
            }
            SHARE_CONTEXT => {
                self.share_context = flag()?;
                Ok(true)
            }
            "produce-unsat-assumptions" => {
                self.assumptions = flag()?;
                Ok(true)
            }
            _ => {
                let Some(kind) = table.get(name) else {
                    return Ok(false);
                };
                let param = match kind {
                    Kind::Bool => value.parse().ok().map(Param::Bool),
                    Kind::Uint => value.parse().ok().map(Param::Uint),
                    Kind::Double => value.parse().ok().map(Param::Double),
                    Kind::Symbol => c_text(value).ok().map(|_| Param::Symbol(value.to_owned())),
                };
                self.note(name, param.ok_or_else(|| refused(name, value))?);
                Ok(true)
            }
        }
    }

    fn note(&mut self, name: &str, param: Param) {
        self.params.retain(|(n, _)| n != name);
        self.params.push((name.to_owned(), param));
    }

    /// Gives the parameters to a new solver. Whether it takes them shows when it is first used.
    pub(super) fn apply(&self, cx: &Rc<Context>, solver: &Solver) -> Result {
        if self.params.is_empty() {
            return Ok(());
        }
        let params = cx.params()?;
        for (name, param) in &self.params {
            write(cx, &params, name, param)?;
        }
        cx.set_params(solver, &params)?;
        cx.scopes(solver).map(|_| ())
    }
}

fn write(cx: &Rc<Context>, params: &Params, name: &str, param: &Param) -> Result {
    let symbol = cx.symbol(&c_text(name)?)?;
    match param {
        Param::Bool(value) => cx.set_bool(params, symbol, *value),
        Param::Uint(value) => cx.set_uint(params, symbol, *value),
        Param::Double(value) => cx.set_double(params, symbol, *value),
        Param::Symbol(value) => cx.set_symbol(params, symbol, cx.symbol(&c_text(value)?)?),
    }
}

/// Sets a parameter of the process, which must know it and take the value.
pub(super) fn set_global(library: &Library, name: &str, value: &str) -> Result {
    let refuse = |_| refused(name, value);
    let (c_name, c_value) = (
        c_text(name).map_err(refuse)?,
        c_text(value).map_err(refuse)?,
    );
    let before = library
        .global(&c_name)
        .ok_or_else(|| refused(name, value))?;
    // Z3 writes a complaint and goes on when a value is ill-typed: check it by the old one.
    let fits = match before.as_str() {
        "true" | "false" => value.parse::<bool>().is_ok(),
        number if number.parse::<u32>().is_ok() => value.parse::<u32>().is_ok(),
        _ => true,
    };
    if !fits {
        return Err(refused(name, value));
    }
    library.set_global(&c_name, &c_value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denies_and_bounds() {
        let names = [
            ("smt.arith.solver", Kind::Uint),
            ("smt.arith.nl", Kind::Bool),
            ("smt.arith.ignore_int", Kind::Bool),
            ("hi_div0", Kind::Bool),
            ("max_steps", Kind::Uint),
        ];
        let table: Table = names.map(|(n, k)| (n.to_owned(), k)).into();
        let infos = fuzzable(&table);
        let listed: Vec<&str> = infos.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(listed, ["smt.arith.nl", "smt.arith.solver"]);
    }

    #[test]
    fn refuses_ill_typed_values() {
        let table: Table = ALWAYS.iter().map(|(n, k)| ((*n).to_owned(), *k)).collect();
        let mut settings = Settings::default();
        assert_eq!(settings.set(&table, "rlimit", "1000"), Ok(true));
        assert_eq!(settings.set(&table, "no such", "1"), Ok(false));
        for (name, value) in [("rlimit", "-1"), ("produce-models", "1"), ("timeout", "")] {
            assert!(matches!(
                settings.set(&table, name, value),
                Err(Error::Option(_))
            ));
        }
    }
}
