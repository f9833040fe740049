//! Quantified formulas and their patterns.

use super::ffi::Term;
use super::instance::Instance;
use murxla_fsm::op::{NO_PATTERN, Op, QID, Shape};
use murxla_fsm::solver::{Error, Result, TermId};

impl Instance {
    /// Adds an attribute to the body of a binder.
    pub(super) fn annotate(
        &mut self,
        out: TermId,
        (op, kind): (Op, i32),
        args: &[TermId],
        indices: &[u32],
    ) -> Result {
        let terms = self.content.terms(args)?;
        let [body, terms @ ..] = &terms[..] else {
            return Err(Error::Rejected("annotates nothing".to_owned()));
        };
        let before = args
            .first()
            .and_then(|id| self.content.extra.patterns.get(id));
        let mut marks = before.cloned().unwrap_or_default();
        match (op, terms, indices) {
            (NO_PATTERN, terms, _) => {
                for term in terms {
                    marks.push(self.session.mk_term(kind, &[*term])?);
                }
            }
            // As cvc5's parser, which names the quantifier by a constant of this name.
            (QID, [], [number]) => {
                let keyword = self.session.mk_string("qid", false)?;
                let bool = self.session.get_boolean_sort()?;
                let name = self.session.mk_const(bool, &format!("k!{number}"))?;
                marks.push(self.session.mk_term(kind, &[keyword, name])?);
            }
            (_, [], _) => {
                return Err(Error::Rejected("a pattern without terms".to_owned()));
            }
            _ => marks.push(self.session.mk_term(kind, terms)?),
        }
        self.content.extra.patterns.insert(out, marks);
        self.content.add_term(out, *body)
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
