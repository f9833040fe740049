//! Options: parameters of the solver, and of the process.

mod keywords;
mod tables;

pub(super) use keywords::keyword;
pub(crate) use tables::FILES;

use super::ffi::{self, Api, Context, ParamDescrs, Params, Solver, c_text};
use crate::shared::options::denied::{OptionPolicy, Rules};
use murxla_fsm::option::{Category, OptionDomain, OptionInfo};
use murxla_fsm::profile::Release;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::theory::Theory;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::rc::Rc;

/// An option of the wrapper: use a context that earlier instances of the process used. This saves a
/// millisecond per instance. But models and searches then depend on earlier instances, so that it
/// is off by default.
pub(super) const SHARE_CONTEXT: &str = "share-context";

/// An option of the wrapper: the function that makes the solver. Without it, the seed of the call
/// that needs the solver first chooses one.
pub(super) const MK_SOLVER: &str = "mk-solver";

/// The value of [`MK_SOLVER`] with which the wrapper makes the same solver as Z3's program.
pub(super) const AS_PROGRAM: &str = "for-logic";

/// How the solver is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SolverFunction {
    /// By `Z3_mk_solver_for_logic`, or by `Z3_mk_solver` if no logic is set.
    ForLogic,
    /// By `Z3_mk_simple_solver`.
    Simple,
    /// By `Z3_mk_solver_from_tactic`, with the tactic `smt`. It has no cores.
    Tactic,
    /// By `Z3_mk_solver`.
    General,
}

impl SolverFunction {
    /// The values of [`MK_SOLVER`].
    const VALUES: [(&str, Self); 4] = [
        (AS_PROGRAM, Self::ForLogic),
        ("simple", Self::Simple),
        ("tactic", Self::Tactic),
        ("general", Self::General),
    ];

    fn named(value: &str) -> Option<Self> {
        let mut values = Self::VALUES.iter();
        values.find_map(|(name, function)| (*name == value).then_some(*function))
    }
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParamKind {
    Bool,
    Uint,
    Double,
    Symbol,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
enum ParamValue {
    Bool(bool),
    Uint(u32),
    Double(f64),
    Symbol(String),
}

/// Parameters that the solvers of every release accept, even if they do not list them. Release 4.12
/// lists none.
const ALWAYS: &[(&str, ParamKind)] = &[("rlimit", ParamKind::Uint), ("timeout", ParamKind::Uint)];

/// The solver parameters that a library lists, by name.
pub(super) type ParamTable = BTreeMap<String, ParamKind>;

/// Asks a solver for its parameters.
pub(super) fn list(library: Api) -> Result<ParamTable> {
    let cx = Context::new(library)?;
    let mut table: ParamTable = ALWAYS.iter().map(|(n, k)| ((*n).to_owned(), *k)).collect();
    table.extend(read(&cx, &cx.solver_get_param_descrs(&cx.mk_solver()?)?)?);
    Ok(table)
}

fn read(cx: &Rc<Context>, descrs: &ParamDescrs) -> Result<ParamTable> {
    let mut table = ParamTable::new();
    for (symbol, name) in cx.param_names(descrs)? {
        let kind = match cx.param_descrs_get_kind(descrs, symbol)? as u32 {
            ffi::Z3_PK_BOOL => ParamKind::Bool,
            ffi::Z3_PK_UINT => ParamKind::Uint,
            ffi::Z3_PK_DOUBLE => ParamKind::Double,
            ffi::Z3_PK_SYMBOL => ParamKind::Symbol,
            _ => continue,
        };
        table.insert(name, kind);
    }
    Ok(table)
}

/// Modules of parameters that solvers do not list, each with a tactic that lists them. They are set
/// for the process.
const MODULES: &[&str] = &["sat", "nlsat"];

/// The parameters of those modules, with the names that they have for the process.
pub(super) fn of_modules(library: Api) -> Result<ParamTable> {
    let cx = Context::new(library)?;
    let mut all = ParamTable::new();
    for module in MODULES {
        let listed = read(&cx, &cx.tactic_get_param_descrs(&cx.mk_tactic(module)?)?)?;
        let named = listed
            .into_iter()
            .map(|(name, kind)| (format!("{module}.{name}"), kind));
        all.extend(named.filter(|(name, _)| default(library, name).is_some()));
    }
    Ok(all)
}

/// The value of a parameter that is not set, by the name that solvers or the process have for it.
fn default(library: Api, name: &str) -> Option<String> {
    let modules = [
        "",
        "smt.",
        "rewriter.",
        "solver.",
        "combined_solver.",
        "model.",
    ];
    let named = |module: &&str| library.global(&c_text(&format!("{module}{name}")).ok()?);
    modules.iter().find_map(named)
}

/// The modules with which names may begin.
const PREFIXES: &[&str] = &["smt", "sat", "nlsat"];

/// Which parameters runs do not draw.
const RULES: Rules = Rules {
    denied: tables::DENIED,
    files: FILES,
    modules: PREFIXES,
};

/// Which parameters are for experts.
const EXPERT: Rules = Rules {
    denied: tables::EXPERT,
    files: &[],
    modules: PREFIXES,
};

/// Adds the parameters of a table.
fn add_table(table: &ParamTable, all: &mut OptionPolicy) {
    for (name, kind) in table {
        let drawn = domain(name, *kind).map(|domain| {
            let mut info = OptionInfo::new(name.as_str(), domain);
            if EXPERT.reason(name).is_some() {
                info.category = Category::Expert;
            }
            if name.starts_with(tables::OF_FIELDS) {
                info.theories = &[Theory::Ff];
            }
            info
        });
        if drawn.is_none() && RULES.reason(name).is_none() && *kind != ParamKind::Symbol {
            all.deny(name.clone(), NO_RANGE);
        } else {
            all.add(RULES, name, drawn);
        }
    }
}

/// Why a number is not drawn that no table has a range of.
const NO_RANGE: &str = "its range is not known, and Z3 crashes for some numbers";

/// The parameters of a table that may be fuzzed, with their values.
pub(super) fn fuzzable(table: &ParamTable) -> Vec<OptionInfo> {
    let mut all = OptionPolicy::default();
    add_table(table, &mut all);
    all.drawn()
}

/// The parameters of solvers and of the process.
fn option_policy(library: Api, table: &ParamTable) -> OptionPolicy {
    let mut all = OptionPolicy::default();
    add_table(table, &mut all);
    add_table(&of_modules(library).unwrap_or_default(), &mut all);
    all
}

/// The parameters that runs do not draw, with the reasons.
pub(super) fn denied(library: Api, table: &ParamTable) -> Vec<(String, &'static str)> {
    option_policy(library, table).denied()
}

/// The rows of the table that are about no parameter of the library.
pub(super) fn unused_denials(library: Api, table: &ParamTable) -> Vec<String> {
    RULES.unused_denials(option_policy(library, table).names())
}

fn domain(name: &str, kind: ParamKind) -> Option<OptionDomain> {
    let ends = |n: &str| name == n || name.strip_suffix(n).is_some_and(|p| p.ends_with('.'));
    if let Some((_, modes)) = tables::MODES.iter().find(|(n, _)| ends(n)) {
        let modes = modes.iter().map(|m| (*m).to_owned());
        return Some(OptionDomain::Mode(modes.collect()));
    }
    match kind {
        ParamKind::Bool => Some(OptionDomain::Bool),
        ParamKind::Uint => {
            let (_, low, high) = tables::RANGES.iter().find(|(n, ..)| ends(n))?;
            Some(OptionDomain::Integer((*low).into(), (*high).into()))
        }
        ParamKind::Double => {
            let (_, low, high) = tables::DECIMALS.iter().find(|(n, ..)| ends(n))?;
            Some(OptionDomain::Decimal(*low, *high))
        }
        ParamKind::Symbol => None,
    }
}

/// The options that may be fuzzed: parameters of solvers, which can be set at any time, and
/// parameters of the process.
pub(super) fn options(library: Api, table: &ParamTable) -> Vec<OptionInfo> {
    let of_solvers = fuzzable(table).into_iter().map(|info| OptionInfo {
        between_checks: true,
        ..info
    });
    let of_process = fuzzable(&of_modules(library).unwrap_or_default());
    let all = of_solvers.chain(of_process).map(|info| OptionInfo {
        default: default(library, &info.name),
        ..info
    });
    let release = Release::parse(&library.version());
    let mut all: Vec<OptionInfo> = all.collect();
    for info in &mut all {
        if let OptionDomain::Mode(words) = &mut info.domain {
            let later = tables::LATER.iter().filter(|row| row.0 == info.name);
            let later = later.filter(|row| release < Release::parse(row.2));
            let later: Vec<&str> = later.map(|row| row.1).collect();
            words.retain(|word| !later.contains(&word.as_str()));
        }
    }
    all
}

/// The options of an instance.
#[derive(Clone, Default)]
pub(super) struct Settings {
    params: Vec<(String, ParamValue)>,
    /// Whether cores are on. Assertions are then tracked, so that cores can name them.
    pub(super) cores: bool,
    /// Whether failed assumptions are on.
    pub(super) assumptions: bool,
    pub(super) share_context: bool,
    /// How the solver is made, if that is set.
    pub(super) function: Option<SolverFunction>,
}

/// The value of a parameter of solvers, `None` if there is none of this name.
fn parameter(table: &ParamTable, name: &str, value: &str) -> Result<Option<ParamValue>> {
    let Some(kind) = table.get(name) else {
        return Ok(None);
    };
    let param = match kind {
        ParamKind::Bool => value.parse().ok().map(ParamValue::Bool),
        ParamKind::Uint => value.parse().ok().map(ParamValue::Uint),
        ParamKind::Double => value.parse().ok().map(ParamValue::Double),
        ParamKind::Symbol => c_text(value)
            .ok()
            .map(|_| ParamValue::Symbol(value.to_owned())),
    };
    param.map(Some).ok_or_else(|| refused(name, value))
}

/// Changes a parameter of a solver that is in use.
pub(super) fn change(
    cx: &Rc<Context>,
    solver: &Solver,
    table: &ParamTable,
    name: &str,
    value: &str,
) -> Result {
    let Some(param) = parameter(table, name, value)? else {
        return Err(Error::Option(format!("{name} comes too late")));
    };
    let params = cx.mk_params()?;
    write(cx, &params, name, &param)?;
    cx.solver_set_params(solver, &params).map_err(as_refusal)
}

/// The error for a parameter that Z3 refuses.
pub(super) fn as_refusal(error: Error) -> Error {
    match error {
        Error::Rejected(why) => Error::Option(why),
        other => other,
    }
}

fn refused(name: &str, value: &str) -> Error {
    let (name, value) = (name.escape_debug(), value.escape_debug());
    Error::Option(format!("no parameter {name} that takes {value}"))
}

impl Settings {
    /// Notes an option for the solver that will be made. Returns false if it is not a parameter of
    /// solvers.
    pub(super) fn set(&mut self, table: &ParamTable, name: &str, value: &str) -> Result<bool> {
        let flag = || value.parse::<bool>().map_err(|_| refused(name, value));
        match name {
            // Every solver of Z3 is incremental.
            "incremental" => flag().map(|_| true),
            "produce-models" => {
                self.note("model", ParamValue::Bool(flag()?));
                Ok(true)
            }
            "produce-unsat-cores" => {
                self.cores = flag()?;
                self.note("unsat_core", ParamValue::Bool(self.cores));
                Ok(true)
            }
            SHARE_CONTEXT => {
                self.share_context = flag()?;
                Ok(true)
            }
            MK_SOLVER => {
                let function = SolverFunction::named(value).ok_or_else(|| refused(name, value))?;
                self.function = Some(function);
                Ok(true)
            }
            "produce-unsat-assumptions" => {
                self.assumptions = flag()?;
                Ok(true)
            }
            _ => match parameter(table, name, value)? {
                Some(param) => {
                    self.note(name, param);
                    Ok(true)
                }
                None => Ok(false),
            },
        }
    }

    fn note(&mut self, name: &str, param: ParamValue) {
        self.params.retain(|(n, _)| n != name);
        self.params.push((name.to_owned(), param));
    }

    /// Sets the parameters of a new solver. It may refuse them when it is first used.
    pub(super) fn apply(&self, cx: &Rc<Context>, solver: &Solver) -> Result {
        if self.params.is_empty() {
            return Ok(());
        }
        let params = cx.mk_params()?;
        for (name, param) in &self.params {
            write(cx, &params, name, param)?;
        }
        cx.solver_set_params(solver, &params)?;
        cx.solver_get_num_scopes(solver).map(|_| ())
    }
}

fn write(cx: &Rc<Context>, params: &Params, name: &str, param: &ParamValue) -> Result {
    let symbol = cx.mk_string_symbol(name)?;
    match param {
        ParamValue::Bool(value) => cx.params_set_bool(params, symbol, *value),
        ParamValue::Uint(value) => cx.params_set_uint(params, symbol, *value),
        ParamValue::Double(value) => cx.params_set_double(params, symbol, *value),
        ParamValue::Symbol(value) => {
            cx.params_set_symbol(params, symbol, cx.mk_string_symbol(value)?)
        }
    }
}

/// Values of parameters of the process, by name.
pub(super) type Globals = BTreeMap<CString, CString>;

/// Sets a parameter of the process, and adds its value to those from `before`. An unknown name or a
/// refused value is an error.
pub(super) fn set_global(library: Api, before: &mut Globals, name: &str, value: &str) -> Result {
    let refuse = |_| refused(name, value);
    let (c_name, c_value) = (
        c_text(name).map_err(refuse)?,
        c_text(value).map_err(refuse)?,
    );
    let old = library
        .global(&c_name)
        .ok_or_else(|| refused(name, value))?;
    // For a value of the wrong type, Z3 prints a warning and continues. The type is checked by the
    // old value.
    let fits = match old.as_str() {
        "true" | "false" => value.parse::<bool>().is_ok(),
        number if number.parse::<u32>().is_ok() => value.parse::<u32>().is_ok(),
        _ => true,
    };
    if !fits {
        return Err(refused(name, value));
    }
    library.set_global(&c_name, &c_value);
    let old = c_text(&old).map_err(refuse)?;
    before.entry(c_name).or_insert(old);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn denies_and_bounds() {
        let names = [
            ("smt.arith.solver", ParamKind::Uint),
            ("smt.arith.nl", ParamKind::Bool),
            ("smt.arith.ignore_int", ParamKind::Bool),
            ("hi_div0", ParamKind::Bool),
            ("max_steps", ParamKind::Uint),
        ];
        let table: ParamTable = names.map(|(n, k)| (n.to_owned(), k)).into();
        let infos = fuzzable(&table);
        let listed: Vec<&str> = infos.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(listed, ["smt.arith.nl", "smt.arith.solver"]);
        assert_eq!(infos[0].category, Category::Regular);
    }

    #[test]
    fn experts_have_theirs() {
        let table: ParamTable = [("core.validate".to_owned(), ParamKind::Bool)].into();
        assert_eq!(fuzzable(&table)[0].category, Category::Expert);
    }

    #[test]
    fn refuses_ill_typed_values() {
        let table: ParamTable = ALWAYS.iter().map(|(n, k)| ((*n).to_owned(), *k)).collect();
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
