//! Asking solvers to give up a search, from a handler of signals: by the function that a library has for this, or by what a
//! callback of ours says when the library asks whether to go on.
#![expect(
    unsafe_code,
    reason = "a handler reaches a function of C and its instance by their addresses alone"
)]

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicPtr};

/// Interrupts the search of an instance; may be called in a handler of signals.
pub(crate) type Stop<I> = unsafe extern "C" fn(*mut I);

/// So many instances at once can be asked; more are left alone. Runs have one, and actions of their own few more.
const ROOM: usize = 16;

/// A live instance, and how it is asked; nobody if `stop` is null.
struct Place {
    stop: AtomicPtr<c_void>,
    instance: AtomicPtr<c_void>,
    /// Is told that `stop` was called.
    called: AtomicPtr<AtomicBool>,
}

static PLACES: [Place; ROOM] = [const {
    Place {
        stop: AtomicPtr::new(ptr::null_mut()),
        instance: AtomicPtr::new(ptr::null_mut()),
        called: AtomicPtr::new(ptr::null_mut()),
    }
}; ROOM];

static IS_ASKED: AtomicBool = AtomicBool::new(false);
/// A library of this process has a callback of ours.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Asks all instances of this process to give up, and returns whether any has a way to be asked. Safe in a handler of
/// signals, as far as the libraries' functions are.
pub fn ask() -> bool {
    IS_ASKED.store(true, SeqCst);
    let mut listens = LISTENS.load(SeqCst);
    for place in &PLACES {
        let stop = place.stop.load(SeqCst);
        if stop.is_null() {
            continue;
        }
        listens = true;
        // SAFETY: the pointer was made of a `Stop` and goes with this instance, which lives as long as its place is
        // taken: it is freed by the thread that handles the signal. The flag lives forever.
        unsafe {
            (*place.called.load(SeqCst)).store(true, SeqCst);
            std::mem::transmute::<*mut c_void, Stop<c_void>>(stop)(place.instance.load(SeqCst));
        }
    }
    listens
}

/// Nobody is asked any more: the next run begins.
pub fn forget() {
    IS_ASKED.store(false, SeqCst);
}

/// Whether callbacks are to end the search.
fn is_asked() -> bool {
    IS_ASKED.load(SeqCst)
}

/// An instance that can be asked, as long as this lives.
pub(crate) struct Interruptible(Option<&'static Place>);

impl Interruptible {
    /// `called` is set when `stop` has been called.
    pub(crate) fn new<I>(stop: Stop<I>, instance: *mut I, called: &'static AtomicBool) -> Self {
        let free = |place: &&Place| place.stop.load(SeqCst).is_null();
        let place = PLACES.iter().find(free);
        if let Some(place) = place {
            place.instance.store(instance.cast(), SeqCst);
            place.called.store(ptr::from_ref(called).cast_mut(), SeqCst);
            place.stop.store(stop as *mut c_void, SeqCst);
        }
        Self(place)
    }
}

impl Drop for Interruptible {
    fn drop(&mut self) {
        if let Some(place) = self.0 {
            place.stop.store(ptr::null_mut(), SeqCst);
        }
    }
}

/// How long a search may go on, by how often the library asks whether to: the same on every machine, unlike time.
pub(crate) struct Patience {
    /// Of each call.
    whole: Cell<u64>,
    left: Cell<u64>,
}

impl Patience {
    /// What never ends by itself.
    const ENDLESS: u64 = u64::MAX;

    /// Without end, but for those who [`ask`]. In a box, since libraries are given its address.
    pub(crate) fn new() -> Box<Self> {
        LISTENS.store(true, SeqCst);
        Box::new(Self {
            whole: Cell::new(Self::ENDLESS),
            left: Cell::new(Self::ENDLESS),
        })
    }

    /// From now on a call ends when the library asks again after so many times.
    pub(crate) fn set(&self, whole: u64) {
        self.whole.set(whole);
        self.refresh();
    }

    /// As much as another has.
    pub(crate) fn set_as(&self, other: &Self) {
        self.set(other.whole.get());
    }

    /// A call begins.
    pub(crate) fn refresh(&self) {
        self.left.set(self.whole.get());
    }

    /// For the library, to be given back to [`is_over`].
    pub(crate) fn state(&self) -> *mut c_void {
        ptr::from_ref(self).cast_mut().cast()
    }

    fn is_over(&self) -> bool {
        match self.left.get() {
            0 => true,
            Self::ENDLESS => is_asked(),
            left => {
                self.left.set(left - 1);
                is_asked()
            }
        }
    }
}

/// What libraries ask now and then: whether to stop.
///
/// # Safety
/// The state is that of a living [`Patience`], which no other thread uses.
pub(crate) unsafe extern "C" fn is_over(state: *mut c_void) -> c_int {
    // SAFETY: as the caller says.
    let patience = unsafe { &*state.cast::<Patience>() };
    c_int::from(patience.is_over())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    unsafe extern "C" fn count(instance: *mut AtomicU32) {
        // SAFETY: the test passes a live one.
        unsafe { (*instance).fetch_add(1, SeqCst) };
    }

    #[test]
    fn patience_is_of_each_call() {
        let patience = Patience::new();
        // SAFETY: the patience is alive.
        let ask = |_| unsafe { is_over(patience.state()) };
        let asked = |times: usize| -> Vec<c_int> { (0..times).map(ask).collect() };
        assert_eq!(asked(3), [0, 0, 0]);
        patience.set(2);
        assert_eq!(asked(4), [0, 0, 1, 1]);
        patience.refresh();
        assert_eq!(asked(3), [0, 0, 1]);
    }

    #[test]
    fn live_instances_are_asked() {
        static CALLED: AtomicBool = AtomicBool::new(false);
        let asked = AtomicU32::new(0);
        let instance = ptr::from_ref(&asked).cast_mut();
        let all: Vec<_> = (0..ROOM + 1)
            .map(|_| Interruptible::new(count, instance, &CALLED))
            .collect();
        assert!(!is_asked() && !CALLED.load(SeqCst));
        assert!(ask());
        assert!(is_asked() && CALLED.load(SeqCst));
        assert_eq!(asked.load(SeqCst), ROOM as u32);
        forget();
        drop(all);
        ask();
        assert_eq!(asked.load(SeqCst), ROOM as u32);
        forget();
    }
}
