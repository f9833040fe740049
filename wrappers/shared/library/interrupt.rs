//! Interrupts searches of solvers from a signal handler. A library either has a function that
//! interrupts a search, or it regularly calls a callback of ours that tells whether to stop.
#![expect(
    unsafe_code,
    reason = "a signal handler knows a C function and its instance only by their addresses"
)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicPtr};

/// A library function that interrupts the search of an instance. It may be called in a signal
/// handler.
pub(crate) type InterruptFn<I> = unsafe extern "C" fn(*mut I);

/// The number of instances that can be interrupted at the same time. Further instances are not
/// interrupted. A run has one instance; some extensions open a few more.
const MAX_INSTANCES: usize = 16;

/// A live instance and the function that interrupts it. Free if `stop` is null.
struct InterruptSlot {
    stop: AtomicPtr<c_void>,
    instance: AtomicPtr<c_void>,
    /// Set when `stop` is called, for the statistics on called functions.
    called: AtomicPtr<AtomicBool>,
}

static SLOTS: [InterruptSlot; MAX_INSTANCES] = [const {
    InterruptSlot {
        stop: AtomicPtr::new(ptr::null_mut()),
        instance: AtomicPtr::new(ptr::null_mut()),
        called: AtomicPtr::new(ptr::null_mut()),
    }
}; MAX_INSTANCES];

/// Whether searches are to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Whether some library of this process has a callback of ours.
static HAS_CALLBACK: AtomicBool = AtomicBool::new(false);

/// Interrupts the searches of all instances of this process. Returns whether any instance can be
/// interrupted.
///
/// It may be called in a signal handler, as far as the functions of the libraries may.
pub fn interrupt_all() -> bool {
    INTERRUPTED.store(true, SeqCst);
    let mut can_interrupt = HAS_CALLBACK.load(SeqCst);
    for slot in &SLOTS {
        let stop = slot.stop.load(SeqCst);
        if stop.is_null() {
            continue;
        }
        can_interrupt = true;
        // SAFETY: `stop` was made from an `InterruptFn` for this instance. The instance is alive
        // while its slot is in use, because the thread that handles the signal is the one that
        // frees the slot. `called` is static.
        unsafe {
            (*slot.called.load(SeqCst)).store(true, SeqCst);
            std::mem::transmute::<*mut c_void, InterruptFn<c_void>>(stop)(
                slot.instance.load(SeqCst),
            );
        }
    }
    can_interrupt
}

/// Withdraws the interrupt, before the next run begins.
pub fn clear() {
    INTERRUPTED.store(false, SeqCst);
}

fn is_interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// While this value lives, its instance can be interrupted.
pub(crate) struct InterruptGuard(Option<&'static InterruptSlot>);

impl InterruptGuard {
    /// Registers an instance with the function that interrupts it. `called` is set when that
    /// function is called.
    pub(crate) fn new<I>(
        stop: InterruptFn<I>,
        instance: *mut I,
        called: &'static AtomicBool,
    ) -> Self {
        let is_free = |slot: &&InterruptSlot| slot.stop.load(SeqCst).is_null();
        let slot = SLOTS.iter().find(is_free);
        if let Some(slot) = slot {
            slot.instance.store(instance.cast(), SeqCst);
            slot.called.store(ptr::from_ref(called).cast_mut(), SeqCst);
            // Last: the handler uses the slot from here on.
            slot.stop.store(stop as *mut c_void, SeqCst);
        }
        Self(slot)
    }
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.stop.store(ptr::null_mut(), SeqCst);
        }
    }
}

/// How often the library may ask during one call whether to stop. Unlike time, this is the same on
/// every machine.
pub(crate) struct SearchBudget {
    /// The budget of each call.
    per_call: Cell<u64>,
    /// The rest of the budget in the current call.
    left: Cell<u64>,
    /// How often the library has asked.
    asked: Cell<u64>,
}

impl SearchBudget {
    const UNLIMITED: u64 = u64::MAX;

    /// An unlimited budget; only [`interrupt_all`] stops searches. It is boxed because libraries
    /// keep its address.
    pub(crate) fn new() -> Box<Self> {
        HAS_CALLBACK.store(true, SeqCst);
        Box::new(Self {
            per_call: Cell::new(Self::UNLIMITED),
            left: Cell::new(Self::UNLIMITED),
            asked: Cell::new(0),
        })
    }

    /// Sets the budget of each call. The library may ask this number of times whether to stop. At
    /// the next question it must stop.
    pub(crate) fn set(&self, per_call: u64) {
        self.per_call.set(per_call);
        self.restart();
    }

    /// Sets the same budget as another one.
    pub(crate) fn copy_from(&self, other: &Self) {
        self.set(other.per_call.get());
    }

    /// Restores the whole budget, at the beginning of a call.
    pub(crate) fn restart(&self) {
        self.left.set(self.per_call.get());
    }

    /// How often the library has asked in all calls.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.get()
    }

    /// The argument that the library passes to [`must_stop`].
    pub(crate) fn state(&self) -> *mut c_void {
        ptr::from_ref(self).cast_mut().cast()
    }

    /// Whether the library must stop.
    pub(crate) fn must_stop(&self) -> bool {
        self.asked.set(self.asked.get().wrapping_add(1));
        match self.left.get() {
            0 => true,
            Self::UNLIMITED => is_interrupted(),
            left => {
                self.left.set(left - 1);
                is_interrupted()
            }
        }
    }
}

/// The callback by which libraries ask whether to stop. Returns 1 if so, else 0.
///
/// # Safety
/// `state` comes from [`SearchBudget::state`] of a live budget that no other thread uses.
pub(crate) unsafe extern "C" fn must_stop(state: *mut c_void) -> c_int {
    // SAFETY: as the caller guarantees.
    let budget = unsafe { &*state.cast::<SearchBudget>() };
    c_int::from(budget.must_stop())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::sync::{Mutex, PoisonError};

    /// The request to stop is one for the process, so these tests run one after the other.
    static ALONE: Mutex<()> = Mutex::new(());

    unsafe extern "C" fn count(instance: *mut AtomicU32) {
        // SAFETY: the test passes a live instance.
        unsafe { (*instance).fetch_add(1, SeqCst) };
    }

    #[test]
    fn each_call_has_the_whole_budget() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let budget = SearchBudget::new();
        // SAFETY: the budget is alive.
        let ask = |_| unsafe { must_stop(budget.state()) };
        let asked = |times: usize| -> Vec<c_int> { (0..times).map(ask).collect() };
        assert_eq!(asked(3), [0, 0, 0]);
        budget.set(2);
        assert_eq!(asked(4), [0, 0, 1, 1]);
        budget.restart();
        assert_eq!(asked(3), [0, 0, 1]);
        assert_eq!(budget.asked(), 10);
    }

    #[test]
    fn live_instances_are_interrupted() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        static CALLED: AtomicBool = AtomicBool::new(false);
        let interrupts = AtomicU32::new(0);
        let instance = ptr::from_ref(&interrupts).cast_mut();
        let all: Vec<_> = (0..MAX_INSTANCES + 1)
            .map(|_| InterruptGuard::new(count, instance, &CALLED))
            .collect();
        assert!(!is_interrupted() && !CALLED.load(SeqCst));
        assert!(interrupt_all());
        assert!(is_interrupted() && CALLED.load(SeqCst));
        assert_eq!(interrupts.load(SeqCst), MAX_INSTANCES as u32);
        clear();
        drop(all);
        interrupt_all();
        assert_eq!(interrupts.load(SeqCst), MAX_INSTANCES as u32);
        clear();
    }
}
