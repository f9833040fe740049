//! What a wrapper keeps by the ids of a trace.

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

/// Things by id.
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
    /// Names `thing` by `id`, in place of what had the id before, which is returned.
    pub(crate) fn insert(&mut self, id: I, thing: T) -> Option<T> {
        if self.slots.len() <= id.slot() {
            self.slots.resize_with(id.slot() + 1, || None);
        }
        self.slots[id.slot()].replace(thing)
    }

    /// The thing of this id; unknown ids come from damaged traces only.
    pub(crate) fn get(&self, id: I) -> Result<&T> {
        self.slots
            .get(id.slot())
            .and_then(Option::as_ref)
            .ok_or_else(|| Error::Rejected(format!("{id} is not known to the wrapper")))
    }

    /// The things of these ids.
    pub(crate) fn copied(&self, ids: &[I]) -> Result<Vec<T>>
    where
        T: Copy,
    {
        ids.iter().map(|id| self.get(*id).copied()).collect()
    }

    /// The same, each with its id.
    pub(crate) fn pairs(&self, ids: &[I]) -> Result<Vec<(I, T)>>
    where
        T: Copy,
    {
        Ok(ids.iter().copied().zip(self.copied(ids)?).collect())
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, id: I) -> Result<&mut T> {
        self.slots
            .get_mut(id.slot())
            .and_then(Option::as_mut)
            .ok_or_else(|| Error::Rejected(format!("{id} is not known to the wrapper")))
    }

    /// The things, in the order of their ids.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }

    /// Takes everything out.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = T> + '_ {
        self.slots.drain(..).flatten()
    }
}
