//! A function of a library, which is found by its name and called by its type.
//!
//! A library has hundreds of functions, nearly each with a type of its own. What need not know the
//! type is in [`Symbol`] and [`Observation`], so that it is compiled once.
#![expect(
    unsafe_code,
    reason = "only the header knows the type of a symbol, and a C function is called"
)]

use super::interrupt::{InterruptFn, InterruptGuard};
use super::observation::{self, Observation};
use murxla_fsm::solver::{Error, Result};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::transmute_copy;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A symbol of a library. Some releases lack it.
pub(crate) struct Symbol {
    name: &'static str,
    address: Option<NonNull<c_void>>,
    called: AtomicBool,
}

// SAFETY: the address is that of code or of a static variable, which all threads may know.
unsafe impl Send for Symbol {}
// SAFETY: as above. Nothing writes to the place.
unsafe impl Sync for Symbol {}

impl Symbol {
    fn find(library: &libloading::Library, name: &'static str) -> Self {
        // SAFETY: the result is only taken as an address. `Function` gives it a type.
        let found = unsafe { library.get::<*mut c_void>(name) };
        let address = found.ok().and_then(|symbol| NonNull::new(*symbol));
        Self {
            name,
            address,
            called: AtomicBool::new(false),
        }
    }

    /// Its name in the library.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Whether the library has it.
    pub(crate) fn exists(&self) -> bool {
        self.address.is_some()
    }

    /// Whether the library has the function and it was called in this process.
    pub(crate) fn is_called(&self) -> bool {
        self.exists() && self.called.load(Relaxed)
    }

    /// The address to call. The function counts as called from now on.
    fn take(&self) -> NonNull<c_void> {
        // Most calls are not the first. A load is cheaper then than a store, which would move the
        // cache line.
        if !self.called.load(Relaxed) {
            self.called.store(true, Relaxed);
        }
        match self.address {
            Some(address) => address,
            None => panic!("the library has no {}", self.name),
        }
    }
}

/// A function of the C type `F`. Some releases lack it.
pub(crate) struct Function<F> {
    symbol: Symbol,
    of_type: PhantomData<F>,
}

impl<F> Function<F> {
    /// Looks the function up.
    ///
    /// # Safety
    /// `F` is a function pointer. If the library has a symbol of this name, it is an `F`.
    pub(crate) unsafe fn find(library: &libloading::Library, name: &'static str) -> Self {
        Self {
            symbol: Symbol::find(library, name),
            of_type: PhantomData,
        }
    }

    /// Its symbol.
    pub(crate) fn symbol(&self) -> &Symbol {
        &self.symbol
    }

    /// Whether the library has it.
    pub(crate) fn exists(&self) -> bool {
        self.symbol.exists()
    }

    /// This function.
    ///
    /// # Errors
    /// Returns `Unsupported` if the library lacks it.
    pub(crate) fn found(&self) -> Result<&Self> {
        self.get()
            .ok_or_else(|| Error::Unsupported(self.symbol.name.to_owned()))
    }

    /// This function, if the library has it.
    pub(crate) fn get(&self) -> Option<&Self> {
        self.exists().then_some(self)
    }
}

impl<I> Function<InterruptFn<I>> {
    /// Registers this function as the one that interrupts searches of the instance. The guard must
    /// be dropped before the instance is freed. `None` if the library lacks the function.
    pub(crate) fn interrupts(&'static self, instance: *mut I) -> Option<InterruptGuard> {
        let address = self.symbol.address?;
        // SAFETY: `find` promises that the symbol has this type, which has the size of an address.
        let stop = unsafe { transmute_copy::<NonNull<c_void>, InterruptFn<I>>(&address) };
        Some(InterruptGuard::new(stop, instance, &self.symbol.called))
    }
}

/// The bits of a C value of at most 8 bytes: a number, a pointer or a function pointer. (No trait
/// converts function pointers, because each has its own type.)
fn word<T: Copy>(value: &T) -> u64 {
    let mut word = [0; size_of::<u64>()];
    let size = size_of::<T>().min(word.len());
    // SAFETY: `size` is at most the size of the value and of the word. C numbers and pointers have
    // no padding.
    unsafe {
        let from = std::ptr::from_ref(value).cast::<u8>();
        from.copy_to_nonoverlapping(word.as_mut_ptr(), size);
    }
    u64::from_le_bytes(word)
}

/// Implements `call` for functions with these numbers of parameters.
macro_rules! callable {
    ($($(#[$lint:meta])? ($($arg:ident: $type:ident),*))*) => { $(
        impl<R: Copy, $($type: Copy),*> Function<unsafe extern "C" fn($($type),*) -> R> {
            /// Calls the function. Records or times the call if that is switched on.
            ///
            /// # Safety
            /// As for the function itself.
            ///
            /// # Panics
            /// If the library lacks the function. Wrappers check that when they load the library.
            $(#[$lint])?
            pub(crate) unsafe fn call(&self, $($arg: $type),*) -> R {
                let address = self.symbol.take();
                let function: unsafe extern "C" fn($($type),*) -> R =
                    // SAFETY: `find` promises that the symbol has this type.
                    unsafe { transmute_copy(&address) };
                let observation = observation::is_on()
                    .then(|| Observation::begin(self.symbol.name, &[$(word(&$arg)),*]));
                // SAFETY: as the caller guarantees.
                let result = unsafe { function($($arg),*) };
                if let Some(observation) = observation {
                    observation.end(self.symbol.name, &[$(word(&$arg)),*], word(&result));
                }
                result
            }
        }
    )* };
}

callable! {
    ()
    (a: A)
    (a: A, b: B)
    (a: A, b: B, c: C)
    (a: A, b: B, c: C, d: D)
    (a: A, b: B, c: C, d: D, e: E)
    (a: A, b: B, c: C, d: D, e: E, f: F)
    #[expect(clippy::too_many_arguments, reason = "C functions have so many parameters")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G)
    #[expect(clippy::too_many_arguments, reason = "C functions have so many parameters")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H)
    #[expect(clippy::too_many_arguments, reason = "C functions have so many parameters")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I)
    #[expect(clippy::too_many_arguments, reason = "C functions have so many parameters")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L)
    #[expect(clippy::too_many_arguments, reason = "C functions have so many parameters")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L, m: M)
}
