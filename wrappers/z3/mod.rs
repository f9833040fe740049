//! Z3, from 4.8.5 on, through its C interface.

#[expect(
    unsafe_code,
    unreachable_pub,
    non_camel_case_types,
    non_snake_case,
    dead_code,
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    reason = "generated from api.h"
)]
#[rustfmt::skip]
mod bindings;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod ops;
mod options;
mod solver;
mod terms;
mod values;

use ffi::Library;
use murxla_fsm::op::{Op, OpRow};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{LoadError, Loaded, OptionInfo, Wrapper};
use std::cell::{Cell, OnceCell};
use std::path::Path;
use std::rc::Rc;

/// The wrapper of Z3.
pub(crate) struct Z3;

impl Wrapper for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn profile(&self) -> &'static str {
        include_str!("profile.json")
    }

    fn ops(&self) -> &'static [OpRow] {
        ops::OWN
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        let library = Library::open(library)?;
        Ok(Box::new(LoadedZ3(Rc::new(Shared {
            library,
            params: OnceCell::new(),
            globals_changed: Cell::new(false),
        }))))
    }
}

/// What the instances of a loaded library share.
struct Shared {
    library: &'static Library,
    params: OnceCell<options::Table>,
    /// Whether a parameter of the process was set since the last `recycle`.
    globals_changed: Cell<bool>,
}

impl Shared {
    /// The parameters that solvers take; listed when first asked for.
    fn params(&self) -> &options::Table {
        self.params
            .get_or_init(|| options::list(self.library).unwrap_or_default())
    }
}

struct LoadedZ3(Rc<Shared>);

impl Loaded for LoadedZ3 {
    fn version(&self) -> String {
        self.0.library.version()
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(&self.0.library.api, op)
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::fuzzable(self.0.params())
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(solver::Z3::new(Rc::clone(&self.0))))
    }

    fn recycle(&self) {
        if self.0.globals_changed.replace(false) {
            self.0.library.reset_globals();
        }
    }
}
