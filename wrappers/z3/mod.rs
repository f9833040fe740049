//! Z3, from 4.8.5 on, through its C interface.

bindings!("z3");
methods!("z3");
mod actions;
mod c_program;
mod call_forms;
mod checks;
mod counters;
mod crash_texts;
mod datatypes;
mod dialect;
#[expect(unsafe_code, reason = "the one place of this wrapper for it")]
mod ffi;
mod instance;
mod models;
mod omitted;
mod ops;
pub(crate) mod options;
mod own_log;
mod quantifiers;
mod search;
mod sets;
mod solver;
mod sorts;
mod strings;
mod terms;
mod values;

pub(crate) use dialect::LANGUAGE;

use crate::shared::library::LibraryWrapper;
use ffi::{Api, Context};
use murxla_fsm::op::Op;
use murxla_fsm::solver::loaded::{LibraryNames, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{Constants, KnownOptions, OptionInfo, RegressionLayout, ScriptExecution};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What is the same for all libraries.
static CONSTANTS: Constants = Constants {
    options: KnownOptions {
        correlations: include_str!("correlations.json"),
        files: options::FILES,
        budget: Some("rlimit"),
        ..KnownOptions::NONE
    },
    crash_texts: &crash_texts::CRASH_TEXTS,
    scripts: ScriptExecution {
        regression_layout: RegressionLayout::File {
            expected: "expected.out",
            arguments: None,
        },
        ..ScriptExecution::PLAIN
    },
    ..library_constants!("z3", "Z3_")
};

/// The wrapper of Z3.
pub(crate) static Z3: LibraryWrapper = LibraryWrapper {
    constants: &CONSTANTS,
    load: |path| {
        Ok(Box::new(Library(Rc::new(Shared {
            library: Api::load(path)?,
            params: OnceCell::new(),
            globals: RefCell::default(),
            context: RefCell::default(),
        }))))
    },
};

/// Shared by all instances of a loaded library.
struct Shared {
    library: Api,
    params: OnceCell<options::ParamTable>,
    /// The parameters of the process that were set since the last `recycle`, with their values
    /// before.
    globals: RefCell<options::Globals>,
    /// A context for instances that share one, and the number of instances that have used it.
    context: RefCell<Option<(Rc<Context>, u32)>>,
}

/// The number of instances that share a context. A context grows, and is slower after several
/// hundred instances.
const SHARED_BY: u32 = 200;

impl Shared {
    /// The parameters of solvers. They are listed when they are first needed.
    fn params(&self) -> &options::ParamTable {
        self.params
            .get_or_init(|| options::list(self.library).unwrap_or_default())
    }

    /// A context that earlier instances may have used.
    fn shared_context(&self) -> Result<Rc<Context>> {
        let mut slot = self.context.borrow_mut();
        match &mut *slot {
            Some((context, users)) if *users < SHARED_BY => {
                *users += 1;
                Ok(Rc::clone(context))
            }
            slot => {
                let context = Context::new(self.library)?;
                *slot = Some((Rc::clone(&context), 1));
                Ok(context)
            }
        }
    }
}

/// A loaded libz3.
struct Library(Rc<Shared>);

impl Loaded for Library {
    fn version(&self) -> String {
        self.0.library.version()
    }

    fn called(&self) -> Vec<&'static str> {
        self.0.library.0.called()
    }

    fn has_recursion(&self) -> bool {
        true
    }

    fn has_nested_datatypes(&self) -> bool {
        datatypes::has_forward_references(self.0.library.0)
    }

    fn supports(&self, op: Op) -> bool {
        ops::supports(self.0.library.0, op)
    }

    fn offers(&self, action: &str) -> bool {
        actions::offers(self.0.library.0, action)
    }

    fn names(&self) -> Option<LibraryNames> {
        Some(actions::names(self.0.library).unwrap_or_default())
    }

    fn options(&self) -> Vec<OptionInfo> {
        options::options(self.0.library, self.0.params())
    }

    fn denied_options(&self) -> Vec<(String, &'static str)> {
        options::denied(self.0.library, self.0.params())
    }

    fn unused_denials(&self) -> Vec<String> {
        options::unused_denials(self.0.library, self.0.params())
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(instance::Instance::new(Rc::clone(&self.0))))
    }

    fn recycle(&self) {
        // `Z3_global_param_reset_all` frees the names of all modules up to 5.4.1, so that Z3 does
        // not know their parameters any more.
        for (name, value) in self.0.globals.take() {
            self.0.library.set_global(&name, &value);
        }
    }
}
