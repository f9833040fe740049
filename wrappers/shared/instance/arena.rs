//! A vector of items, such as handles, by the ids of a trace.

use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortId;
use std::fmt::Display;
use std::marker::PhantomData;

/// An id that counts from 0 or 1 without large gaps.
pub(crate) trait Id: Copy + Display {
    /// The place in the arena.
    fn slot(self) -> usize;
}

impl Id for TermId {
    fn slot(self) -> usize {
        self.0 as usize
    }
}

impl Id for SortId {
    fn slot(self) -> usize {
        self.0 as usize
    }
}

/// Items by id.
#[derive(Debug)]
pub(crate) struct Arena<I, T> {
    slots: Vec<Option<T>>,
    id: PhantomData<I>,
}

impl<I, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            id: PhantomData,
        }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Inserts `thing` at `id`. Returns what had the id before.
    pub(crate) fn insert(&mut self, id: I, thing: T) -> Option<T> {
        if self.slots.len() <= id.slot() {
            self.slots.resize_with(id.slot() + 1, || None);
        }
        self.slots[id.slot()].replace(thing)
    }

    /// The item of this id. Only damaged traces have unknown ids.
    pub(crate) fn get(&self, id: I) -> Result<&T> {
        self.slots
            .get(id.slot())
            .and_then(Option::as_ref)
            .ok_or_else(|| Error::Rejected(format!("{id} is not known to the wrapper")))
    }

    /// The items of these ids.
    pub(crate) fn copied(&self, ids: &[I]) -> Result<Vec<T>>
    where
        T: Copy,
    {
        ids.iter().map(|id| self.get(*id).copied()).collect()
    }

    /// The items of these ids, each with its id.
    pub(crate) fn pairs(&self, ids: &[I]) -> Result<Vec<(I, T)>>
    where
        T: Copy,
    {
        Ok(ids.iter().copied().zip(self.copied(ids)?).collect())
    }

    /// The item of this id, mutable.
    pub(crate) fn get_mut(&mut self, id: I) -> Result<&mut T> {
        self.slots
            .get_mut(id.slot())
            .and_then(Option::as_mut)
            .ok_or_else(|| Error::Rejected(format!("{id} is not known to the wrapper")))
    }

    /// All items, in the order of their ids.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }
}
