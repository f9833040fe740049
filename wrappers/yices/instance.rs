//! An open Yices.

use super::ffi::{Api, Failure, Lease, Sort as SortHandle, Term, Tried};
use super::search::{CheckResult, ContextOptions, Search};
use super::terms::TracedTerm;
use crate::shared::encoding::elements::Elements;
use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::{Formula, core_ids};
use crate::shared::instance::{self, TracedSort};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, TermId};
use murxla_fsm::sort::SortView;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// The sorts, terms and formulas of the trace.
pub(super) type Content =
    instance::Content<TracedSort<SortHandle>, Arena<TermId, TracedTerm>, Term, Extra>;

/// State that only this solver needs.
#[derive(Default)]
pub(super) struct Extra {
    /// Places of the assertions that no context accepts. Without them, `sat` becomes `unknown`.
    pub(super) refused: BTreeSet<usize>,
}

/// A context, and its sorts and terms in the trace.
pub(super) struct Instance {
    pub(super) api: Api,
    pub(super) rng: Rng,
    pub(super) elements: Elements,
    pub(super) options: ContextOptions,
    pub(super) content: Content,
    /// The result of the last check.
    pub(super) found: Option<CheckResult>,
    /// The engine of the last answer, see [`Solver::engine`]. An extension action may use another
    /// one.
    pub(super) engine: &'static str,
    /// See `Solver::reason_unknown`.
    pub(super) reason: Option<ReasonUnknown>,
    pub(super) search: Option<Search>,
    /// The last field, because it must live longer than contexts and models.
    pub(super) lease: Lease,
}

impl Content {
    pub(super) fn terms(&self, ids: &[TermId]) -> Result<Vec<Term>> {
        ids.iter().map(|id| Ok(self.terms.get(*id)?.term)).collect()
    }

    /// All terms and types that may be used later.
    pub(super) fn in_use(&self) -> (Vec<Term>, Vec<SortHandle>) {
        let mut terms = Vec::new();
        for traced in self.terms.all() {
            terms.push(traced.term);
            if let Some(definition) = &traced.definition {
                terms.extend(definition.0.iter().chain([&definition.1]));
            }
        }
        let listed = self.asserted.iter().chain(&self.assumed);
        terms.extend(listed.map(|(_, term)| *term));
        let types = self.sorts.all().chain(self.declared.all());
        (terms, types.map(|sort| sort.handle).collect())
    }

    /// The assertions outside of all levels, and those of each level.
    pub(super) fn by_level(&self) -> Vec<Vec<Term>> {
        let level = |places: Range<usize>| {
            let taken = places.filter(|place| !self.extra.refused.contains(place));
            taken.map(|place| self.asserted[place].1).collect()
        };
        self.asserted.by_level().map(level).collect()
    }
}

/// The ids of the terms of a core. Each must be one of `candidates`.
pub(super) fn ids(what: &str, core: &[Term], candidates: &[Formula<Term>]) -> Result<Vec<TermId>> {
    core_ids(what, core, candidates, Ok, |term| {
        Ok(Some(format!("{term:?}")))
    })
}

impl Instance {
    pub(super) fn new(api: Api) -> Self {
        Self {
            api,
            rng: Rng::new(0),
            elements: Elements::default(),
            options: ContextOptions::default(),
            content: Content::default(),
            found: None,
            engine: "",
            reason: None,
            search: None,
            lease: Lease::new(api),
        }
    }

    /// Adds a term of the trace. Calls that make one end with it.
    pub(super) fn add_term(&mut self, out: TermId, term: Term, view: &Rc<SortView>) -> Result {
        let traced = TracedTerm {
            term,
            view: Rc::clone(view),
            definition: None,
        };
        self.content.add_term(out, traced)
    }

    /// A context with the assertions.
    pub(super) fn searching(&mut self) -> Result<Search> {
        if let Some(search) = self.search.take() {
            return Ok(search);
        }
        // Cores are sets of assumptions, so that with cores the assertions are assumed.
        let mut levels = self.content.by_level();
        if self.options.cores {
            levels.iter_mut().for_each(Vec::clear);
        }
        let search = Search::new(self.api, &mut self.rng, &self.options, &levels);
        search.map_err(|failure| {
            if failure.is_beyond_context() {
                return Error::Unsupported(Error::from(failure).to_string());
            }
            failure.into()
        })
    }

    /// Makes a call in the context. If the context refuses a formula because it is not linear, a
    /// new context is made that supports all of arithmetic. The error is `Unsupported` if that one
    /// refuses the formula, too.
    pub(super) fn attempt<T>(
        &mut self,
        mut call: impl FnMut(&mut Search, &ContextOptions) -> Tried<T>,
    ) -> Result<T> {
        let mut search = self.searching()?;
        let failure = match call(&mut search, &self.options) {
            Ok(done) => {
                self.search = Some(search);
                return Ok(done);
            }
            Err(failure) if !failure.is_beyond_context() => return Err(failure.into()),
            Err(failure) => failure,
        };
        drop(search);
        if failure.is_nonlinear() && self.options.may_use_mcsat(self.api) {
            self.options.mcsat = true;
            match self.searching() {
                Ok(mut search) => match call(&mut search, &self.options) {
                    Ok(done) => {
                        self.search = Some(search);
                        return Ok(done);
                    }
                    Err(Failure::OfLibrary { .. }) => {}
                    Err(Failure::Other(error)) => return Err(error),
                },
                Err(Error::Unsupported(_)) => {}
                Err(error) => return Err(error),
            }
            self.options.mcsat = false;
        }
        Err(Error::Unsupported(Error::from(failure).to_string()))
    }

    pub(super) fn check(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let terms = self.content.terms(assumptions)?;
        self.found = None;
        self.content.assumed = assumptions.iter().copied().zip(terms).collect();
        let mut assumed: Vec<Term> = self.content.assumed.iter().map(|(_, t)| *t).collect();
        if self.options.cores {
            assumed.extend(self.content.asserted.iter().map(|(_, term)| *term));
        }
        let levels = self.content.asserted.depth();
        let found = self.attempt(|search, options| search.check(options, &assumed, levels));
        let found = match found {
            // The context does not support an assumption.
            Err(Error::Unsupported(_)) => return Ok(Answer::Unknown),
            other => other?,
        };
        let answer = found.answer;
        // The library does not count resources, and an interrupt ends the run.
        self.reason = (answer == Answer::Unknown).then_some(ReasonUnknown::Incomplete);
        self.engine = found.engine;
        if answer == Answer::Sat && !self.content.extra.refused.is_empty() {
            return Ok(Answer::Unknown);
        }
        self.found = Some(found);
        Ok(answer)
    }

    pub(super) fn core(&self) -> Result<&[Term]> {
        let core = self.found.as_ref().and_then(|found| found.core.as_deref());
        core.ok_or_else(|| Error::Unsupported("a core of the model-constructing solver".to_owned()))
    }
}
