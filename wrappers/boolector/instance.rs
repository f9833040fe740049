//! An open Boolector.

use super::ffi::{Api, Session, Sort as SortHandle, Term};
use super::options;
use super::terms::Terms;
use crate::shared::instance::{self, TracedSort};
use crate::shared::options::sat_solvers::Variables;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};

/// The sorts, terms and formulas of the trace.
pub(super) type Content = instance::Content<TracedSort<SortHandle>, Terms, Term, Extra>;

/// State that only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    /// The last answer, until anything changes.
    pub(super) found: Option<Answer>,
    pub(super) checks: u32,
    /// Whether there are functions, quantifiers or constant arrays.
    pub(super) is_beyond_btor: bool,
}

/// An instance, and its sorts and terms in the trace.
pub(super) struct Instance {
    pub(super) api: Api,
    pub(super) rng: Rng,
    pub(super) modes: GenericOptions,
    pub(super) content: Content,
    pub(super) session: Session,
    /// The options of the SAT solvers.
    pub(super) sat_options: Variables<Api>,
}

/// The options that all solvers have.
#[derive(Clone, Copy, Default)]
pub(super) struct GenericOptions {
    pub(super) incremental: bool,
    pub(super) models: bool,
    /// Whether models have values of all terms, not only of those in formulas.
    pub(super) of_all: bool,
    /// Cores are on. Boolector only has sets of failed assumptions, so that assertions are then
    /// assumed in every check.
    pub(super) cores: bool,
}

impl GenericOptions {
    pub(super) fn takes_quantifiers(self) -> bool {
        !self.incremental && !self.models && !self.cores
    }
}

impl Content {
    pub(super) fn expect(&self, answer: Answer) -> Result {
        if self.extra.found == Some(answer) {
            return Ok(());
        }
        let message = format!("the last answer is not {}", answer.name());
        Err(Error::Rejected(message))
    }
}

impl Instance {
    pub(super) fn new(api: Api) -> Result<Self> {
        Ok(Self {
            api,
            rng: Rng::new(0),
            modes: GenericOptions::default(),
            content: Content::default(),
            session: Session::new(api)?,
            sat_options: Variables::new(api),
        })
    }

    /// Turns the incremental mode of the library on, which levels and assumptions need. It cannot
    /// be turned off.
    pub(super) fn allow_assumptions(&self) -> Result {
        if self.modes.incremental || self.modes.cores {
            options::set_known(&self.session, options::INCREMENTAL, 1)?;
        }
        Ok(())
    }

    /// The last check must have made a model.
    pub(super) fn expect_model(&self) -> Result {
        self.content.expect(Answer::Sat)?;
        if !self.modes.models {
            return Err(Error::Rejected("there is no model".to_owned()));
        }
        Ok(())
    }

    pub(super) fn changed(&mut self) {
        self.content.extra.found = None;
    }
}
