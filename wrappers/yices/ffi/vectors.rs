//! Arrays of the library that functions fill, and the values in a model, which are in such arrays.

use super::super::bindings::{term_vector_t, type_vector_t, yval_t, yval_vector_t};
use super::{Api, Sort, Term, Tried};
use crate::shared::library::methods::{Lower, copied};
use murxla_fsm::solver::Result;
use std::cell::Cell;
use std::mem::MaybeUninit;

/// A value in a model. It lives as long as the model. Functions also write to it.
#[derive(Clone)]
pub(in super::super) struct ModelNode(pub(super) Cell<yval_t>);

impl ModelNode {
    /// A node that a function sets.
    pub(in super::super) fn empty() -> Self {
        Self::of(yval_t {
            node_id: 0,
            node_tag: 0,
        })
    }

    pub(super) fn of(value: yval_t) -> Self {
        Self(Cell::new(value))
    }
}

impl Lower<Api> for ModelNode {
    type Raw = *mut yval_t;

    fn lower(&self, _: &Api) -> Result<*mut yval_t> {
        Ok(self.0.as_ptr())
    }
}

macro_rules! vectors {
    ($($name:ident($raw:ty) of $item:ident by $of:path: $init:ident, $reset:ident, $delete:ident;)*) => {$(
        #[doc = concat!("A `", stringify!($raw), "`.")]
        pub(in super::super) struct $name(Api, Cell<$raw>);

        impl $name {
            /// What a function writes to a vector.
            pub(in super::super) fn filled(
                api: Api,
                fill: impl FnOnce(&Self) -> Tried,
            ) -> Tried<Vec<$item>> {
                let mut new = MaybeUninit::zeroed();
                // SAFETY: the function initializes what it is given.
                let new = unsafe {
                    api.table().$init(new.as_mut_ptr());
                    new.assume_init()
                };
                let vector = Self(api, Cell::new(new));
                fill(&vector)?;
                let raw = vector.1.get();
                // SAFETY: `data` has `size` elements, which are copied at once.
                let items = unsafe { copied(raw.data, raw.size as usize) };
                Ok(items.into_iter().map($of).collect())
            }
        }

        impl Lower<Api> for $name {
            type Raw = *mut $raw;

            fn lower(&self, _: &Api) -> Result<*mut $raw> {
                Ok(self.1.as_ptr())
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the vector is initialized and not used again.
                unsafe {
                    self.0.table().$reset(self.1.as_ptr());
                    self.0.table().$delete(self.1.as_ptr());
                }
            }
        }
    )*};
}

vectors! {
    TermVector(term_vector_t) of Term by Term:
        yices_init_term_vector, yices_reset_term_vector, yices_delete_term_vector;
    SortVector(type_vector_t) of Sort by Sort:
        yices_init_type_vector, yices_reset_type_vector, yices_delete_type_vector;
    NodeVector(yval_vector_t) of ModelNode by ModelNode::of:
        yices_init_yval_vector, yices_reset_yval_vector, yices_delete_yval_vector;
}
