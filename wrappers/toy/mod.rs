//! A small solver that is part of the program. It needs no library, and has bugs that can be
//! switched on with `-o bug=NAME`. It is an example of a wrapper, and the program is tested with
//! it.

mod actions;
mod bugs;
mod decide;
mod ffi;
mod functions;
mod instance;
mod solver;
mod terms;

use murxla_fsm::op::{BASE, Op};
use murxla_fsm::solver::loaded::{LoadError, Loaded};
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::wrapper::{Constants, KnownOptions, OptionDomain, OptionInfo, Wrapper};
use std::path::Path;

/// What is the same in each process.
static CONSTANTS: Constants = Constants {
    actions: actions::ACTIONS,
    options: KnownOptions {
        budget: Some("effort"),
        ..KnownOptions::NONE
    },
    ..Constants::new("toy", include_str!("profile.json"))
};

/// The wrapper.
#[derive(Debug)]
pub(crate) struct Toy;

impl Wrapper for Toy {
    fn constants(&self) -> &'static Constants {
        &CONSTANTS
    }

    fn load(&self, library: Option<&Path>) -> std::result::Result<Box<dyn Loaded>, LoadError> {
        match library {
            None => Ok(Box::new(Library)),
            Some(file) => Err(LoadError(format!(
                "toy is built in and cannot be loaded from {}",
                file.display()
            ))),
        }
    }
}

/// Stands for a loaded library.
struct Library;

impl Loaded for Library {
    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn supports(&self, op: Op) -> bool {
        op.index() < BASE.len()
    }

    fn options(&self) -> Vec<OptionInfo> {
        vec![OptionInfo::new(
            "sample-seed",
            OptionDomain::Integer(0, 1000),
        )]
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        Ok(Box::new(instance::Instance::new()))
    }
}
