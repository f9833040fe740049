//! Boolector 3.2, through its C API.
//!
//! Booleans are bit-vectors of width one, and arrays and functions are over bit-vectors. A wrong call
//! ends the process. The solver is no longer developed; Bitwuzla has grown out of it.

#[expect(
    unsafe_code,
    dead_code,
    unreachable_pub,
    non_camel_case_types,
    clippy::undocumented_unsafe_blocks,
    clippy::too_many_arguments,
    reason = "generated from api.h"
)]
#[rustfmt::skip]
mod bindings;
mod extension;
#[expect(
    unsafe_code,
    reason = "the layer over the C API: all of the wrapper's unsafe, with its reasons"
)]
mod ffi;
mod ops;
mod options;
mod program;
mod solver;
mod terms;
mod values;

use ffi::{Api, Session};
use murxla_fsm::action::ExtensionAction;
use murxla_fsm::loaded::{LoadError, Loaded};
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{CApi, Omission, OptionInfo, Wrapper};
use std::path::Path;

/// What of the C API is not called.
const OMITTED: &[Omission] = &[
    Omission {
        names: &["boolector_mc_*"],
        plumbing: true,
        reason: "the model checker, an API of its own on top of the solver's",
    },
    Omission {
        names: &[
            "boolector_nodemap_*",
            "boolector_add_output",
            "boolector_chkclone",
            "boolector_get_btor_msg",
            "boolector_set_btor_id",
        ],
        plumbing: true,
        reason: "of the library's own programs: no header for users declares them",
    },
    Omission {
        names: &["boolector_print_stats"],
        plumbing: true,
        reason: "prints on standard output",
    },
    Omission {
        names: &["boolector_parse_smt1"],
        plumbing: true,
        reason: "nothing writes SMT-LIB 1",
    },
    Omission {
        names: &["boolector_dump_aiger_*"],
        plumbing: true,
        reason: "circuits, which no parser of the library reads back",
    },
    Omission {
        names: &["boolector_print_value_smt2"],
        plumbing: true,
        reason: "values are read, and printed with the model",
    },
    Omission {
        names: &["boolector_fun_get_domain_sort"],
        plumbing: false,
        reason: "a tuple sort, which no function takes",
    },
    Omission {
        names: &["boolector_match_node_by_symbol"],
        plumbing: false,
        reason: "symbols change their names with levels",
    },
];

/// The wrapper of Boolector.
pub(crate) struct Boolector;

impl Wrapper for Boolector {
    fn name(&self) -> &'static str {
        "boolector"
    }

    fn murxla_name(&self) -> &'static str {
        "btor"
    }

    fn profile(&self) -> &'static str {
        include_str!("profile.json")
    }

    fn ops(&self) -> &'static [OpRow] {
        ops::OWN
    }

    fn actions(&self) -> &'static [ExtensionAction] {
        extension::ACTIONS
    }

    fn own_options(&self) -> &'static [&'static str] {
        &[options::SEARCH_BUDGET]
    }

    fn api(&self) -> Option<CApi> {
        Some(CApi {
            prefix: "boolector_",
            bound: bindings::BoolectorApi::NAMES,
            omitted: OMITTED,
            program: &program::RULES,
        })
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let path = library.unwrap_or(Path::new("libboolector.so"));
        Ok(Box::new(Library(Api::load(path)?)))
    }
}

/// A loaded libboolector.
struct Library(Api);

impl Loaded for Library {
    fn version(&self) -> String {
        Session::new(self.0).map_or_else(|_| String::new(), |session| session.version())
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.called()
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(op)
    }

    fn options(&self) -> Vec<OptionInfo> {
        Session::new(self.0).map_or_else(|_| Vec::new(), |session| options::list(&session))
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(solver::Instance::new(self.0)?))
    }
}
