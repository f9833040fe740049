//! The dialect of a script: the language of a solver in one release. Each solver describes its
//! language in `dialect.rs` in its folder, as changes to [`SMT_LIB`].

use super::applied::Applied;
use super::symbol::is_simple;
use crate::shared::options::sat_solvers;
use murxla_fsm::op::{BV_TO_NAT, INT_IS_DIV, Op, REAL_ABS};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::profile::Release;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::OptionArgument;
use std::fmt;

/// A comment that begins with this text names an argument that the program needs for the script.
pub const NEEDS_ARGUMENT: &str = "; needs the argument ";

/// Separates the command and the dialect in messages about commands that a dialect does not have.
pub const UNSUPPORTED_BY: &str = " without ";

/// The language of a solver's program, in one release. All dialects have the same meaning. They
/// differ where solvers deviate from the standard, and in the options that they support.
#[derive(Clone, Debug)]
pub struct Dialect {
    pub(super) language: &'static Language,
    /// The release. `None`: the newest.
    release: Option<Release>,
}

impl Default for Dialect {
    /// The standard.
    fn default() -> Self {
        Self::new(&SMT_LIB, None)
    }
}

/// Who reads scripts in this dialect, for messages about what it does not have.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_standard() {
            return f.write_str("SMT-LIB");
        }
        write!(f, "the program of {}", self.language.solver)?;
        match &self.release {
            Some(release) => write!(f, " {release}"),
            None => Ok(()),
        }
    }
}

impl Dialect {
    /// The dialect of a release. Without a version, it is that of the newest release that is known
    /// here.
    pub(crate) fn new(language: &'static Language, version: Option<&str>) -> Self {
        Self {
            language,
            release: version.and_then(Release::parse),
        }
    }

    fn is_standard(&self) -> bool {
        self.language.solver.is_empty()
    }

    /// Whether it is a dialect of this solver.
    pub(crate) fn is_of(&self, solver: &str) -> bool {
        self.language.solver == solver
    }

    /// Whether the release is known, and comes before the one of this version.
    pub(crate) fn is_before(&self, version: &str) -> bool {
        let release = self.release.as_ref();
        release.is_some_and(|its| Some(its) < Release::parse(version).as_ref())
    }

    /// Whether the release is one of these.
    pub(super) fn is_in(&self, releases: Releases) -> bool {
        match releases {
            Releases::All => true,
            Releases::None => false,
            Releases::Since(version) => !self.is_before(version),
            Releases::Before(version) => self.is_before(version),
        }
    }

    /// Whether the parser does not have this command, option or operator.
    pub(super) fn lacks(&self, name: &str) -> bool {
        self.language.missing.contains(&name)
    }

    /// The error of a call for which the parser has no command, always or at some `time`.
    pub(super) fn without(&self, command: &str, time: &str) -> Error {
        Error::Unsupported(format!("{command}{UNSUPPORTED_BY}{self}{time}"))
    }

    /// The value of an option.
    pub(super) fn option_value(&self, value: String, is_standard: bool) -> String {
        let is_mode = value.starts_with(|c: char| c.is_ascii_alphabetic())
            && !matches!(&value[..], "true" | "false");
        if self.language.options.quotes_modes && !is_standard && is_mode {
            format!("\"{value}\"")
        } else {
            value
        }
    }

    /// The keyword of an option. `is_standard`: whether SMT-LIB has the option.
    pub(super) fn option(&self, name: &str, is_standard: bool) -> Option<String> {
        match name {
            _ if self.lacks(name) => None,
            _ if is_standard => Some(name.to_owned()),
            _ if !is_simple(name) => None,
            _ => (self.language.options.keyword)(self, name),
        }
    }

    /// Whether the operator only exists in the logic ALL.
    pub(super) fn needs_all(&self, op: Op, symbol: &str) -> bool {
        (self.language.logics.needs_all)(self, op, symbol)
    }

    /// The text before and after the arguments of an application of `op`, if it is not `(symbol`
    /// and `)`.
    pub(super) fn spelling(&self, op: Op, indices: &[u32]) -> Option<(String, String)> {
        (self.language.terms.spelling)(self, op, indices)
    }

    /// The name of `logic`.
    pub(super) fn logic<'l>(&self, logic: &'l str) -> &'l str {
        let known = self.language.logics.known;
        match (self.language.logics.other)(logic) {
            Some(other) => other,
            None if known.is_empty() || known.contains(&logic) => logic,
            None => "ALL",
        }
    }
}

/// The symbol of functions without a name.
pub(crate) const LAMBDA: &str = "lambda";

/// In which releases a language has something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Releases {
    /// All.
    All,
    /// None.
    None,
    /// Those from this version on.
    Since(&'static str),
    /// Those before this version.
    Before(&'static str),
}

/// The text before and after the arguments of an application.
pub(crate) type Around = (String, String);

/// The texts of the empty sets that the wrapper makes. It draws how it makes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmptySets {
    /// The empty set of a sort with this text.
    pub(crate) empty: fn(&mut Rng, &str) -> String,
    /// The text around a set of a sort with this text in the formula that the set is empty.
    pub(crate) is_empty: fn(&mut Rng, &str) -> Around,
}

/// The action of a solver for relations and rules. Its arguments are parameters, and commands as
/// texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelationLanguage {
    /// Its name without the prefix.
    pub(crate) action: &'static str,
    /// How the names of options that are parameters begin.
    pub(crate) option: &'static str,
    /// Whether the action has a parameter with this value.
    pub(crate) is_parameter: fn(&str, &str) -> bool,
}

/// The language of a solver's program or parser. All languages have the same meaning.
#[derive(Clone, Debug)]
pub struct Language {
    /// The name of the solver. Empty for the standard.
    pub(crate) solver: &'static str,
    /// The prefix of the names of its own operators and actions.
    pub(crate) prefix: &'static str,
    /// Commands and options of the standard, and operators of the API, that it does not have.
    pub(crate) missing: &'static [&'static str],
    /// Logics.
    pub(crate) logics: LogicRules,
    /// Options.
    pub(crate) options: OptionRules,
    /// Assumptions of checks.
    pub(crate) assumptions: AssumptionRules,
    /// Operators and terms.
    pub(crate) terms: TermRules,
    /// Sorts, and how their terms are written.
    pub(crate) sorts: SortRules,
    /// Commands of its own.
    pub(crate) commands: CommandRules,
    /// How scripts are imported.
    pub(crate) imports: ImportRules,
}

/// The logics of a language.
#[derive(Clone, Debug)]
pub(crate) struct LogicRules {
    /// The logics that it knows. A script has `ALL` instead of another one. Empty: it knows all.
    pub(crate) known: &'static [&'static str],
    /// The logic in place of one that it does not know or that lacks something. `None`: `logics`
    /// decides.
    pub(crate) other: fn(&str) -> Option<&'static str>,
    /// The logic of scripts that set none, if it needs one.
    pub(crate) default: Option<&'static str>,
    /// Logics in which arrays other than from bit-vectors to bit-vectors are not supported.
    pub(crate) narrow: &'static [&'static str],
    /// Whether the logic `ALL` has no nonlinear arithmetic, unless an argument of the program
    /// chooses another engine.
    pub(crate) is_all_linear: bool,
    /// Whether it has an engine for linear arithmetic with `divisible`, unless a nonlinear logic or
    /// an argument of the program chooses another one.
    pub(crate) has_linear_engine: bool,
    /// Whether an operator only exists in the logic `ALL`. The text is its symbol.
    pub(crate) needs_all: fn(&Dialect, Op, &str) -> bool,
}

/// The options of a language, and those that a script must set.
#[derive(Clone, Debug)]
pub(crate) struct OptionRules {
    /// Options that a script sets first, because some command or theory needs them.
    pub(crate) required: &'static [&'static str],
    /// The option that formats of floating-point numbers need, and the formats that do not need it,
    /// as widths of exponent and significand.
    pub(crate) for_formats: Option<(&'static str, &'static [(u32, u32)])>,
    /// The option that some operators of sets need.
    pub(crate) for_sets: Option<&'static str>,
    /// The option that datatypes need which are inside of other sorts in their own declarations.
    pub(crate) for_nested_datatypes: Option<&'static str>,
    /// The option that constant arrays need.
    pub(crate) for_constant_arrays: Option<&'static str>,
    /// The keyword of an option that SMT-LIB does not have, without the colon.
    pub(crate) keyword: fn(&Dialect, &str) -> Option<String>,
    /// Options that are arguments of the program.
    pub(crate) arguments: &'static [OptionArgument],
    /// Whether values of options that are words are strings.
    pub(crate) quotes_modes: bool,
    /// Whether several checks need the option `incremental`. In the standard every script is
    /// incremental.
    pub(crate) has_incremental: bool,
    /// Options that limit checks in the API, and all commands in scripts. So they are set before a
    /// check, and reset after it.
    pub(crate) command_limits: &'static [&'static str],
    /// Options that name files.
    pub(crate) files: &'static [FileOption],
}

/// The assumptions of checks in a language.
#[derive(Clone, Debug)]
pub(crate) struct AssumptionRules {
    /// Whether a list of assumptions can be empty.
    pub(crate) can_be_empty: bool,
    /// Releases whose assumptions can be formulas. In others, they are literals.
    pub(crate) formulas: Releases,
    /// Whether the wrapper asserts assumptions in a level of their own, if a nonlinear logic or an
    /// argument of the program chooses another engine.
    pub(crate) has_level: bool,
    /// Whether the list of unsatisfiable assumptions also has names of assertions.
    pub(crate) lists_names: bool,
}

/// The operators and terms of a language.
#[derive(Clone, Debug)]
pub(crate) struct TermRules {
    /// The text around the arguments of an application, if it is not `(symbol` and `)`.
    pub(crate) spelling: fn(&Dialect, Op, &[u32]) -> Option<Around>,
    /// What an operator means that the language does not have. `None` if it has the operator.
    pub(crate) definition: fn(&Applied<'_>) -> Result<Option<String>>,
    /// Releases in which `get-value` takes terms with quantifiers and lambdas.
    pub(crate) values_of_binders: Releases,
    /// Releases with the predicates of overflow of SMT-LIB 2.7.
    pub(crate) overflow: Releases,
    /// Releases with predicates for products that do not overflow, such as `bvumul_noovfl`.
    pub(crate) no_overflow: Releases,
    /// Releases in which conversions between integers and bit-vectors have the names of SMT-LIB
    /// 2.7.
    pub(crate) new_conversions: Releases,
    /// Whether comparisons of strings take more than two arguments.
    pub(crate) has_chains_of_strings: bool,
    /// The symbol that updates a field, if it is not `update`.
    pub(crate) field_update: Option<&'static str>,
}

/// The sorts of a language, and how their terms are written.
#[derive(Clone, Debug)]
pub(crate) struct SortRules {
    /// Whether each instance of a datatype with parameters is declared as a separate datatype,
    /// because constructors and selectors of several instances are ambiguous.
    pub(crate) has_instances: bool,
    /// Whether there are tuples. Otherwise the script declares datatypes.
    pub(crate) has_tuples: bool,
    /// Whether there are bags and nullables.
    pub(crate) has_bags: bool,
    /// How the empty set is written, if sets are arrays of Booleans. Otherwise they are a separate
    /// theory.
    pub(crate) sets_as_arrays: Option<EmptySets>,
    /// Whether arrays can be the indices of arrays.
    pub(crate) has_arrays_as_indices: bool,
    /// Whether there are constant arrays of all terms.
    pub(crate) has_constant_arrays: bool,
    /// Whether strings are sequences of characters. In a trace, the string of a character stands
    /// for the character.
    pub(crate) strings_are_sequences: bool,
    /// Whether the name of a declared function is a term, as the array of its values, in a logic.
    /// `None`: functions are terms in logics of higher order only.
    pub(crate) functions_as_arrays: Option<fn(Option<&str>) -> bool>,
}

/// The commands of a language other than those of the standard.
#[derive(Clone, Debug)]
pub(crate) struct CommandRules {
    /// Releases in which `reset-assertions` keeps what the script declares.
    pub(crate) keeps_declarations: Releases,
    /// Whether there is `check-sat-using`.
    pub(crate) has_checks_with_tactics: bool,
    /// The name, without the prefix, of the action that optimizes, if there is one. Its arguments
    /// are formulas, a term, the command that states the objective, and texts.
    pub(crate) optimizing: Option<&'static str>,
    /// The action for relations and rules, if there is one.
    pub(crate) relations: Option<&'static RelationLanguage>,
}

/// How scripts of a language are imported.
#[derive(Clone, Debug)]
pub(crate) struct ImportRules {
    /// Whether imports make terms in the order and shape in which the parser makes them, because
    /// these decide what the solver does.
    pub(crate) keeps_shape: bool,
    /// Options of the wrapper with which it does what the program does. Imports set them first.
    pub(crate) as_program: &'static [(&'static str, &'static str)],
    /// Commands that change no answer and have no action. Imports leave them out, and say so.
    pub(crate) idle_commands: &'static [&'static str],
    /// Commands of its own that only print. Imports leave them out.
    pub(crate) printing_commands: &'static [&'static str],
    /// Queries whose action has another name or fewer arguments: the command, the name of the
    /// action without its prefix, and the place of the formula, which is the only argument of the
    /// action. Imports leave out a query with more arguments after it, such as a grammar.
    pub(crate) queries: &'static [(&'static str, &'static str, usize)],
    /// An option that is set by default and has a cost, and the symbols that need it. Imports of
    /// scripts without these symbols set it to false.
    pub(crate) costly_option: Option<(&'static str, &'static [&'static str])>,
}

/// The language of the standard, without the options and operators of any solver.
pub(crate) const SMT_LIB: Language = Language {
    solver: "",
    prefix: "",
    missing: &[],
    logics: LogicRules {
        known: &[],
        other: other_standard_logic,
        default: Some("ALL"),
        narrow: &["QF_ABV", "QF_AUFBV"],
        is_all_linear: false,
        has_linear_engine: false,
        needs_all: |_, _, _| false,
    },
    options: OptionRules {
        required: &["produce-assertions"],
        for_formats: None,
        for_sets: None,
        for_nested_datatypes: None,
        for_constant_arrays: None,
        keyword: |_, _| None,
        arguments: &[],
        quotes_modes: false,
        has_incremental: false,
        command_limits: &[],
        files: &[],
    },
    assumptions: AssumptionRules {
        can_be_empty: true,
        formulas: Releases::All,
        has_level: false,
        lists_names: false,
    },
    terms: TermRules {
        spelling: |_, op, indices| standard_spelling(op, indices),
        definition: |applied| Ok(standard_definition(applied)),
        values_of_binders: Releases::All,
        overflow: Releases::All,
        no_overflow: Releases::None,
        new_conversions: Releases::All,
        has_chains_of_strings: true,
        field_update: None,
    },
    sorts: SortRules {
        has_instances: false,
        has_tuples: false,
        has_bags: true,
        sets_as_arrays: None,
        has_arrays_as_indices: true,
        has_constant_arrays: false,
        strings_are_sequences: false,
        functions_as_arrays: None,
    },
    commands: CommandRules {
        keeps_declarations: Releases::None,
        has_checks_with_tactics: false,
        optimizing: None,
        relations: None,
    },
    imports: ImportRules {
        keeps_shape: false,
        as_program: &[],
        idle_commands: &[],
        printing_commands: &[],
        queries: &[],
        costly_option: None,
    },
};

/// The standard has no logic of this name.
pub(crate) fn other_standard_logic(logic: &str) -> Option<&'static str> {
    (logic == "QF_ALL").then_some("ALL")
}

/// What operators mean that the standard does not have.
pub(crate) fn standard_definition(applied: &Applied<'_>) -> Option<String> {
    (applied.op == REAL_ABS).then(|| "(ite (>= x0 0.0) x0 (- x0))".to_owned())
}

/// The spelling of operators that the standard does not have, or not under this name.
pub(crate) fn standard_spelling(op: Op, indices: &[u32]) -> Option<Around> {
    match op {
        // SMT-LIB 2.7 only has the new name.
        BV_TO_NAT => Some(("(ubv_to_int".to_owned(), ")".to_owned())),
        _ => spelling_without_divisible(op, indices),
    }
}

/// The spelling of `divisible` by `mod`. Every solver can read this text.
pub(crate) fn spelling_without_divisible(op: Op, indices: &[u32]) -> Option<Around> {
    match (op, indices) {
        (INT_IS_DIV, [k]) => Some(("(= (mod".to_owned(), format!(" {k}) 0)"))),
        _ => None,
    }
}

/// The keyword of an option that has the same name as in the API. Names are words with hyphens.
/// Others belong to other solvers.
pub(crate) fn same_keyword(name: &str) -> Option<String> {
    (!sat_solvers::is_option(name) && !name.contains(['.', '_'])).then(|| name.to_owned())
}
