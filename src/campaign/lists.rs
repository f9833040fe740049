//! Lists of items that a task asks the campaign to run. A task waits for the outcomes while the
//! campaign continues with other runs.

use murxla_executor::{Item, Outcome};
use std::cell::RefCell;
use std::future::poll_fn;
use std::mem::take;
use std::rc::Rc;
use std::task::Poll;

/// The list that a task waits for. The task and the campaign share it.
#[derive(Clone, Default)]
pub(super) struct ListExchange(Rc<RefCell<ListState>>);

#[derive(Default)]
enum ListState {
    /// No task waits for a list.
    #[default]
    None,
    /// A task asks for the outcomes of these items, run by the pool at this place.
    Requested(usize, Vec<Item>),
    /// The pool at this place runs the list.
    Running(usize),
    Ended(Vec<Outcome>),
}

impl ListExchange {
    /// For a task: runs items in one fresh child of the pool at this place. There are fewer
    /// outcomes than items if the child ends early.
    pub(super) async fn run(&self, pool: usize, items: Vec<Item>) -> Vec<Outcome> {
        *self.0.borrow_mut() = ListState::Requested(pool, items);
        poll_fn(|_| {
            let state = &mut *self.0.borrow_mut();
            match take(state) {
                ListState::Ended(outcomes) => Poll::Ready(outcomes),
                other => {
                    *state = other;
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// For the campaign: takes the list that must be started, with the place of its pool.
    pub(super) fn take_request(&self) -> Option<(usize, Vec<Item>)> {
        let state = &mut *self.0.borrow_mut();
        let ListState::Requested(pool, _) = *state else {
            return None;
        };
        match std::mem::replace(state, ListState::Running(pool)) {
            ListState::Requested(pool, items) => Some((pool, items)),
            _ => None,
        }
    }

    /// For the campaign: the place of the pool that runs the list.
    pub(super) fn running(&self) -> Option<usize> {
        match *self.0.borrow() {
            ListState::Running(pool) => Some(pool),
            _ => None,
        }
    }

    /// For the campaign: the list has ended.
    pub(super) fn end(&self, outcomes: Vec<Outcome>) {
        *self.0.borrow_mut() = ListState::Ended(outcomes);
    }
}
