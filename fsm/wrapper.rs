//! The description of a solver, which a folder of `wrappers/` provides.

pub mod c_api;
pub mod call_form;
mod crash_texts;
pub mod own_log;

use crate::action::ExtensionAction;
use crate::op::OpRow;
use crate::option::files::FileOption;
pub use crate::option::{Category, OptionDomain, OptionInfo};
pub use crate::solver::Check;
use crate::solver::loaded::{LoadError, Loaded};
use crate::theory::Theory;
pub use crate::wrapper::c_api::{CApi, Omission};
pub use crash_texts::CrashTexts;
use std::path::Path;

/// Executes the commands of a script with the parser of a library, and prints the answers to the
/// standard output. A bug of the solver may end the process. It fails if the library cannot be
/// loaded, has no parser, or refuses the script.
pub type ScriptExecutor = fn(library: &Path, script: &str) -> crate::solver::Result;

/// How the test suite of a solver has the answers that it expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegressionLayout {
    /// In comments at the beginning of the script that begin with this text, one for each check.
    Comments(&'static str),
    /// In a file next to the script, as the solver prints them.
    File {
        /// The extension of this file.
        expected: &'static str,
        /// The extension of a file with the arguments of the solver's program, if there can be one.
        arguments: Option<&'static str>,
    },
}

/// An option that each instance of a solver sets by itself, where the release has it.
#[derive(Clone, Copy, Debug)]
pub struct AlwaysSet {
    /// Its name.
    pub option: &'static str,
    /// The value that it gets.
    pub value: &'static str,
    /// The theories whose formulas need it, or on whose formulas it has an effect.
    pub theories: &'static [Theory],
    /// If the theory is that of floating-point numbers, the formats that do not need it, as widths
    /// of exponent and significand.
    pub formats: &'static [(u32, u32)],
}

/// An option of the API that the solver's program has as an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionArgument {
    /// The option.
    pub option: &'static str,
    /// Its value.
    pub value: &'static str,
    /// The argument that does the same.
    pub argument: &'static str,
}

/// What the wrapper knows about the options of a solver.
#[derive(Clone, Copy, Debug)]
pub struct KnownOptions {
    /// What `learn` has found out about the options of a release, as JSON. Empty if nothing is
    /// known.
    pub correlations: &'static str,
    /// The options that each instance sets by itself, where the release has them. Traces do not
    /// have them, so that reports must name those that the formulas need.
    pub always_set: &'static [AlwaysSet],
    /// The option that bounds the work of each check by a counter of the solver, which is the same
    /// on every machine. A check that reaches it is answered `unknown`. `None` if there is none.
    pub budget: Option<&'static str>,
    /// All options with which the solver reads or writes files, of all its releases, except those
    /// of SMT-LIB. Names are written as in [`FileOptions`](crate::option::files::FileOptions):
    /// without modules. Runs do not draw them, and traces must not set them.
    pub files: &'static [FileOption],
}

impl KnownOptions {
    /// Nothing is known.
    pub const NONE: Self = Self {
        correlations: "",
        always_set: &[],
        budget: None,
        files: &[],
    };
}

/// How scripts of SMT-LIB are executed.
#[derive(Clone, Copy, Debug)]
pub struct ScriptExecution {
    /// How the solver's own test suite has expected answers.
    pub regression_layout: RegressionLayout,
    /// The arguments of the solver's program in front of a script.
    pub program_arguments: &'static [&'static str],
    /// The options that are arguments of the solver's program, and no options of its scripts.
    pub option_arguments: &'static [OptionArgument],
    /// Executes scripts with the parser of the library. `None` if it has none.
    pub executor: Option<ScriptExecutor>,
}

impl ScriptExecution {
    /// A program executes them without arguments.
    pub const PLAIN: Self = Self {
        regression_layout: RegressionLayout::Comments("; expect: "),
        program_arguments: &[],
        option_arguments: &[],
        executor: None,
    };
}

/// Where the library of a solver is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibrarySource {
    /// A package, or a path that the user names.
    Package,
    /// A path that the user names. There is no package.
    Path,
    /// It is a program. `load` takes its command line instead of a path.
    Command,
}

/// What is the same for all libraries of a solver, and for a solver without a library.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    /// The name on the command line, `z3`.
    pub name: &'static str,
    /// The name in the C++ original. It is the flag in traces, and the names of the solver's
    /// extension operators and actions begin with it.
    pub murxla_name: &'static str,
    /// The built-in profile: JSON in the format that `profile.rs` describes.
    /// [`Wrapper::profile_with`] may replace it for a library.
    pub profile: &'static str,
    /// Where its library is from.
    pub library: LibrarySource,
    /// Operators that only this solver has, numbered from `Op::extension(0)`.
    pub ops: &'static [OpRow],
    /// Actions that only this solver has. Their names begin with `murxla_name`: `z3-tactic`.
    pub actions: &'static [ExtensionAction],
    /// The checks that only this wrapper makes. Their ids begin with `name`.
    pub checks: &'static [&'static Check],
    /// Its options.
    pub options: KnownOptions,
    /// The solver's C API as the wrapper uses it. `None` if it has no C API.
    pub api: Option<CApi>,
    /// How it executes scripts.
    pub scripts: ScriptExecution,
    /// What the solver prints when it aborts, and functions that do not tell crashes apart.
    pub crash_texts: &'static CrashTexts,
    /// What a release prints before it aborts the process because it rejects a call. `None` if all
    /// releases return an error instead.
    pub rejection: Option<&'static str>,
}

impl Constants {
    /// A solver of this name with this profile, and nothing else.
    #[must_use]
    pub const fn new(name: &'static str, profile: &'static str) -> Self {
        Self {
            name,
            murxla_name: name,
            profile,
            library: LibrarySource::Package,
            ops: &[],
            actions: &[],
            checks: &[],
            options: KnownOptions::NONE,
            api: None,
            scripts: ScriptExecution::PLAIN,
            crash_texts: &CrashTexts::NONE,
            rejection: None,
        }
    }
}

/// A solver that can be loaded; one static per folder of `wrappers/`.
pub trait Wrapper: Sync {
    /// What is the same for all libraries.
    fn constants(&self) -> &'static Constants;

    /// See [`Constants::name`].
    fn name(&self) -> &'static str {
        self.constants().name
    }

    /// See [`Constants::profile`].
    fn profile(&self) -> &'static str {
        self.constants().profile
    }

    /// The profile for this library: that of the constants, unless the library decides it.
    fn profile_with(&self, library: Option<&Path>) -> &'static str {
        let _ = library;
        self.profile()
    }

    /// See [`KnownOptions::files`]. Wrappers of several solvers have those of all of them.
    fn file_options(&self) -> Vec<FileOption> {
        self.constants().options.files.to_vec()
    }

    /// Loads the library. Wrappers without a library load nothing. This is called in a child
    /// process, so a library that crashes during loading does no harm.
    ///
    /// # Errors
    /// What is wrong with the file, in a sentence that names it.
    fn load(&self, library: Option<&Path>) -> Result<Box<dyn Loaded>, LoadError>;
}
