//! Quantified formulas and their patterns.

use super::ffi::Term;
use super::instance::Instance;
use murxla_fsm::op::Shape;
use murxla_fsm::solver::{Error, Result, TermId};

impl Instance {
    /// Annotates the body of a binder with a pattern, or sometimes with terms that must not be in
    /// patterns.
    pub(super) fn annotate(&mut self, out: TermId, kind: i32, args: &[TermId]) -> Result {
        let terms = self.content.terms(args)?;
        let [body, pattern @ ..] = &terms[..] else {
            return Err(Error::Rejected("annotates nothing".to_owned()));
        };
        if pattern.is_empty() {
            return Err(Error::Rejected("a pattern without terms".to_owned()));
        }
        let before = args
            .first()
            .and_then(|id| self.content.extra.patterns.get(id));
        let mut marks = before.cloned().unwrap_or_default();
        if self.rng.chance(10) {
            for term in pattern {
                marks.push(self.session.mk_term(self.kinds.no_pattern, &[*term])?);
            }
        } else {
            marks.push(self.session.mk_term(kind, pattern)?);
        }
        self.content.extra.patterns.insert(out, marks);
        self.content.terms.insert(out, *body);
        Ok(())
    }

    /// Binds variables in a body, or in the two bodies of a comprehension. The patterns of the body
    /// become an argument of the binder.
    pub(super) fn quantify(&mut self, kind: i32, shape: Shape, args: &[TermId]) -> Result<Term> {
        let terms = self.content.terms(args)?;
        let Some((variables @ [_, ..], bodies)) = shape.binding(&terms) else {
            return Err(Error::Rejected("binds nothing".to_owned()));
        };
        let variables = self.session.mk_term(self.kinds.variable_list, variables)?;
        let marks = args
            .last()
            .and_then(|id| self.content.extra.patterns.get(id));
        let marks = marks.map(|marks| self.session.mk_term(self.kinds.pattern_list, marks));
        let mut parts = [&[variables], bodies].concat();
        parts.extend(marks.transpose()?);
        self.apply(kind, &[], &parts)
    }
}
