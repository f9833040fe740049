//! Reads terms.

use super::checks::{COPY, TERM_AGAIN, TERM_CHILD, TERM_CHILDREN, TERM_INDEXED, TERM_OPERATOR};
use super::ffi::{Session, Term};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;

impl Session {
    /// Adds a reference to the term, and releases it. Nothing must change.
    pub(super) fn copy_and_release(&self, term: Term) -> Result {
        let copy = self.term_copy(term)?;
        COPY.must_for("term", copy == term)?;
        self.term_release(copy)
    }

    /// The children of a term.
    pub(super) fn children(&self, term: Term) -> Result<Vec<Term>> {
        let all = 0..self.term_get_num_children(term)?;
        all.map(|n| self.term_get_child(term, n)).collect()
    }
}

/// Reads a term in all ways, which must agree. Returns its number of children.
pub(super) fn children(session: &Session, rng: &mut Rng, term: Term) -> Result<usize> {
    let text = || session.term_to_string(term).unwrap_or_default();
    session.copy_and_release(term)?;
    if session.term_has_symbol(term)? {
        session.term_get_symbol(term)?;
    }
    let count = session.term_get_num_children(term)?;
    let mut children = Vec::new();
    for index in 0..count {
        let child = session.term_get_child(term, index)?;
        session.term_get_sort(child)?;
        let again = session.term_get_child(term, index)?;
        if !session.term_is_equal(child, again)?
            || session.term_get_id(child)? != session.term_get_id(again)?
        {
            return TERM_CHILD.fails(text());
        }
        children.push(child);
    }
    if session.term_has_op(term)? {
        let op = session.term_get_op(term)?;
        if session.op_get_kind(op)? != session.term_get_kind(term)? {
            return TERM_OPERATOR.fails(text());
        }
        let indices = session.op_get_num_indices(op)?;
        if session.op_is_indexed(op)? != (indices > 0) {
            return TERM_INDEXED.fails(text());
        }
        for index in 0..indices {
            session.op_get_index(op, index)?;
        }
        session.op_to_string(op)?;
        // Terms of an internal kind can be read, but not made.
        if rng.coin() && session.op_get_kind(op)? >= 0 {
            let again = session.mk_term_from_op(op, &children)?;
            if !session.term_is_equal(term, again)? {
                return TERM_AGAIN.fails(text());
            }
        }
    }
    match usize::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => TERM_CHILDREN.fails(text()),
    }
}
