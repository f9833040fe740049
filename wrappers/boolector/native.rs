//! What the actions of Boolector alone do.

use super::ffi::{Format, Session};
use super::solver::Instance;
use super::values;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::SortView;

fn wrong(what: &str) -> Error {
    Error::Check(what.to_owned())
}

impl Instance {
    /// The assignment of a term, which must be the value that is got for it.
    pub(super) fn assignment(&mut self, term: TermId) -> Result {
        self.content.expect(Answer::Sat)?;
        let (node, view) = (
            self.content.terms.closed(term)?,
            self.content.terms.view(term)?,
        );
        values::value(&self.session, node, view, true)?;
        match **view {
            // Of an array of which it knows a point it is a crash, traces/boolector/value-of-an-array.trace, which ends
            // the run: it is asked for now and then only.
            SortView::Array(_) if !self.rng.chance(5) => return Ok(()),
            // A function's value is made of a new function.
            SortView::Fun(..) => self.content.is_beyond_btor = true,
            _ => {}
        }
        let value = self.session.value(node)?;
        if !self.session.same_sort(node, value) {
            return Err(wrong("a value is of another sort than its term"));
        }
        Ok(())
    }

    /// A copy of the instance, which must have the same nodes.
    pub(super) fn check_twin(&mut self) -> Result {
        let twin = self.session.twin()?;
        for (id, node) in self.content.terms.nodes() {
            let session = &self.session;
            let matched = twin.match_node(node)?;
            let again = twin.match_id(session.id(node))?;
            let is_same = twin.owns(matched)
                && twin.id(matched) == session.id(node)
                && twin.id(again) == session.id(node)
                && twin.width(matched) == session.width(node)
                && twin.symbol(matched) == session.symbol(node);
            if !is_same {
                return Err(Error::Check(format!(
                    "{id} differs in a copy of the instance"
                )));
            }
        }
        let options = self.session.options();
        if twin.options() != options {
            return Err(wrong("the copy of an instance has other options"));
        }
        for option in options {
            let name = twin.option_name(option);
            // The copy always has it on.
            if !name.starts_with("auto-cleanup")
                && twin.option(option) != self.session.option(option)
            {
                return Err(Error::Check(format!("option {name} differs in a copy")));
            }
        }
        Ok(())
    }

    /// Whether an assumption has failed: it has if the list of those that have contains it.
    pub(super) fn failed_one(&mut self, assumption: TermId) -> Result {
        self.content.expect(Answer::Unsat)?;
        let node = self.content.terms.closed(assumption)?;
        let has_failed = self.session.failed(node);
        if self.session.failed_assumptions().contains(&node) != has_failed {
            return Err(wrong(
                "an assumption has failed, and is not among those that have",
            ));
        }
        Ok(())
    }

    /// The assumptions of the last check become assertions.
    pub(super) fn fixate(&mut self) -> Result {
        if self.modes.cores {
            let what = "to fixate assumptions where assertions are assumed";
            return Err(Error::Unsupported(what.to_owned()));
        }
        if self.content.found.is_none() {
            return Ok(());
        }
        self.session.fixate_assumptions();
        let assumed = std::mem::take(&mut self.content.assumed);
        self.content.asserted.extend(assumed);
        self.content.found = None;
        Ok(())
    }

    pub(super) fn reset_assumptions(&mut self) -> Result {
        self.session.reset_assumptions();
        self.content.found = None;
        Ok(())
    }

    pub(super) fn release_all(&mut self) {
        self.session.release_all();
    }

    pub(super) fn set_sat_solver(&mut self, name: &str) -> Result {
        self.session.set_sat_solver(name)
    }

    /// Simplifies all formulas: what is found must agree with the next check.
    pub(super) fn simplify_all(&mut self) -> Result {
        self.session.simplify().map(|_| ())
    }

    pub(super) fn set_symbol(&mut self, term: TermId, symbol: &str) -> Result {
        let terms = &mut self.content.terms;
        let node = terms.node(term)?;
        if !terms.is_fresh(symbol) {
            return Ok(());
        }
        self.session.set_symbol(node, symbol)?;
        let got = self.session.symbol(node);
        if got != symbol {
            return Err(Error::Check(format!("symbol {symbol:?} reads as {got:?}")));
        }
        Ok(())
    }

    /// Functions that nothing else needs.
    pub(super) fn miscellaneous(&mut self) -> Result {
        let session = &self.session;
        session.set_msg_prefix("murxla")?;
        session.reset_time();
        session.reset_stats();
        session.version();
        session.references();
        session.terminates();
        let trace = Session::api_trace(self.api, |traced| traced.truth().map(|_| ()))?;
        if trace.is_empty() {
            return Err(wrong("a trace of calls of the API is empty"));
        }
        Ok(())
    }

    /// What the instance dumps, a new one must read.
    pub(super) fn print_and_parse(&mut self) -> Result {
        // The other format has no functions, quantifiers and constant arrays.
        let format = if self.content.is_beyond_btor || self.rng.coin() {
            Format::Smt2
        } else {
            Format::Btor
        };
        let dumped = self.content.terms.nodes().last();
        if let Some((_, node)) = dumped.filter(|_| self.rng.coin()) {
            self.session.dump_node(node, format == Format::Smt2)?;
        }
        let text = self.session.dump(format)?;
        let reader = Session::new(self.api)?;
        let parser = self.rng.coin().then_some(format);
        if let (_, Some(error)) = reader.parse(parser, text)? {
            return Err(Error::Check(format!(
                "{format:?} of a dump is not read: {error}"
            )));
        }
        Ok(())
    }
}
