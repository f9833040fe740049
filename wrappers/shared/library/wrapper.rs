//! The wrapper of a solver with a C API.

use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::wrapper::{Constants, Wrapper};
use std::path::Path;

/// The wrapper of a solver whose library is loaded from a file.
pub(crate) struct LibraryWrapper {
    pub(crate) constants: &'static Constants,
    /// Loads the library at a path.
    pub(crate) load: fn(&Path) -> Result<Box<dyn Loaded>, LoadError>,
}

impl Wrapper for LibraryWrapper {
    fn constants(&self) -> &'static Constants {
        self.constants
    }

    /// Without a path, the system looks for the file `libNAME.so`.
    fn load(&self, library: Option<&Path>) -> Result<Box<dyn Loaded>, LoadError> {
        let default = format!("lib{}.so", self.name());
        (self.load)(library.unwrap_or(Path::new(&default)))
    }
}

/// The constants of a solver with a C API, from its name, the prefix of the functions of the API,
/// and the files that the folder of each solver has.
macro_rules! library_constants {
    ($name:literal, $prefix:literal) => {
        ::murxla_fsm::wrapper::Constants {
            options: ::murxla_fsm::wrapper::KnownOptions {
                correlations: include_str!("correlations.json"),
                ..::murxla_fsm::wrapper::KnownOptions::NONE
            },
            ops: ops::EXTENSIONS,
            actions: actions::ACTIONS,
            checks: checks::CHECKS,
            api: Some(::murxla_fsm::wrapper::CApi {
                prefix: $prefix,
                header: &bindings::HEADER,
                omitted: omitted::OMITTED,
                program: &c_program::RULES,
                forms: &call_forms::FORMS,
            }),
            ..::murxla_fsm::wrapper::Constants::new($name, include_str!("profile.json"))
        }
    };
}
