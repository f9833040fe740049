//! Functions that write to arrays whose lengths other functions say.

use super::numbers::bv_of;
use super::{Api, Model, ModelNode, Term, Tried, if_present};
use crate::shared::library::methods::{Lift, Lower, MaybeNull};
use murxla_fsm::solver::Result;
use murxla_fsm::value::Bv;

impl Api {
    /// The n-th part of a sum of bit-vectors of this width, with its coefficient. The constant part
    /// has no term.
    pub(in super::super) fn bvsum_component(
        self,
        sum: Term,
        width: u32,
        n: i32,
    ) -> Result<(Bv, Option<Term>)> {
        let (mut bits, mut part) = (vec![0; width as usize], 0);
        let (to, sum) = (bits.as_mut_ptr(), sum.lower(&self)?);
        // SAFETY: the array has as many elements as the sum has bits.
        let code = unsafe { (self.table()).yices_bvsum_component(sum, n, to, &raw mut part) };
        Tried::<()>::lift(code, &self, "yices_bvsum_component")??;
        let part = (!part.is_no_object()).then_some(Term(part));
        Ok((bv_of(&bits), part))
    }

    /// The number of bits of a term of bit-vectors.
    fn bits(self, term: Term) -> Result<Vec<i32>> {
        let width = self.bvtype_size(self.type_of_term(term)?)?;
        Ok(vec![0; width as usize])
    }

    /// The value of a literal.
    pub(in super::super) fn bv_const_value(self, term: Term) -> Result<Bv> {
        let mut bits = self.bits(term)?;
        let (to, term) = (bits.as_mut_ptr(), term.lower(&self)?);
        // SAFETY: the array has as many elements as the term has bits.
        let code = unsafe { self.table().yices_bv_const_value(term, to) };
        Tried::<()>::lift(code, &self, "yices_bv_const_value")??;
        Ok(bv_of(&bits))
    }

    /// The value of a bit-vector in a model.
    pub(in super::super) fn get_bv_value(self, model: &Model, term: Term) -> Result<Option<Bv>> {
        let mut bits = self.bits(term)?;
        let (model, term) = (model.lower(&self)?, term.lower(&self)?);
        let to = bits.as_mut_ptr();
        // SAFETY: the model is live; the array has as many elements as the term has bits.
        let code = unsafe { self.table().yices_get_bv_value(model, term, to) };
        let present = if_present(Tried::<()>::lift(code, &self, "yices_get_bv_value")?)?;
        Ok(present.map(|()| bv_of(&bits)))
    }

    /// The bit-vector of a node. `None` if the node is of another kind.
    pub(in super::super) fn val_get_bv(
        self,
        model: &Model,
        node: &ModelNode,
    ) -> Result<Option<Bv>> {
        let width = self.val_bitsize(model, node)?;
        let mut bits = vec![0; width as usize];
        let (model, node) = (model.lower(&self)?, node.lower(&self)?);
        let to = bits.as_mut_ptr();
        // SAFETY: the model is live; the array has as many elements as the node has bits.
        let code = unsafe { self.table().yices_val_get_bv(model, node, to) };
        Ok((code >= 0 && width > 0).then(|| bv_of(&bits)))
    }

    /// The parts of a tuple. `None` if the node is of another kind.
    pub(in super::super) fn val_expand_tuple(
        self,
        model: &Model,
        node: &ModelNode,
    ) -> Result<Option<Vec<ModelNode>>> {
        let arity = self.val_tuple_arity(model, node)?;
        let mut parts = vec![ModelNode::empty().0.get(); arity as usize];
        let (model, node) = (model.lower(&self)?, node.lower(&self)?);
        let to = parts.as_mut_ptr();
        // SAFETY: the model is live; the array has as many elements as the tuple has parts.
        let code = unsafe { self.table().yices_val_expand_tuple(model, node, to) };
        let parts = || parts.into_iter().map(ModelNode::of).collect();
        Ok((code >= 0 && arity > 0).then(parts))
    }

    /// The arguments of a mapping of a function, and its value.
    pub(in super::super) fn val_expand_mapping(
        self,
        model: &Model,
        node: &ModelNode,
    ) -> Result<Option<(Vec<ModelNode>, ModelNode)>> {
        let arity = self.val_mapping_arity(model, node)?;
        let value = ModelNode::empty();
        let mut point = vec![value.0.get(); arity as usize];
        let (model, node) = (model.lower(&self)?, node.lower(&self)?);
        let (to, result) = (point.as_mut_ptr(), value.0.as_ptr());
        // SAFETY: the model is live; the array has as many elements as the mapping has arguments.
        let code = unsafe { (self.table()).yices_val_expand_mapping(model, node, to, result) };
        let point = || point.into_iter().map(ModelNode::of).collect();
        Ok((code >= 0).then(|| (point(), value)))
    }
}
