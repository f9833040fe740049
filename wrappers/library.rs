//! What wrappers of C APIs share: a library is loaded, its functions are looked up by name and counted as called, and
//! strings and results go from one side to the other.

use crate::interrupt::{Interruptible, Stop};
use crate::{record, spent};
use libloading::os::unix::{self, RTLD_LOCAL, RTLD_NOW};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::LoadError;
use std::ffi::{CStr, CString, c_char};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Loads the library at `path`.
pub(crate) fn open(path: &Path) -> std::result::Result<libloading::Library, LoadError> {
    #[expect(unsafe_code, reason = "a library runs code when it is loaded")]
    // SAFETY: running the initializers of a library that the user names is the purpose.
    let library = unsafe { unix::Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
    { library.map(Into::into) }.map_err(|error| not_loaded(path, &error))
}

/// Why the library at `path` cannot be loaded, in the words of the system.
pub(crate) fn not_loaded(path: &Path, error: &libloading::Error) -> LoadError {
    use std::error::Error as _;
    let reason = { error.source() }.map_or_else(|| error.to_string(), ToString::to_string);
    LoadError(format!("{} cannot be loaded: {reason}", path.display()))
}

/// A string for a library.
pub(crate) fn c(string: &str) -> Result<CString> {
    CString::new(string).map_err(|_| Error::Rejected(format!("{string:?} contains a zero byte")))
}

/// A copy of a string that stays the library's.
///
/// # Safety
/// It is null or ends with a zero.
#[expect(unsafe_code, reason = "a string of C is a pointer")]
pub(crate) unsafe fn text(string: *const c_char) -> Option<String> {
    if string.is_null() {
        return None;
    }
    // SAFETY: as the caller says.
    let text = unsafe { CStr::from_ptr(string) };
    Some(text.to_string_lossy().into_owned())
}

/// A function of a library, or its absence: releases differ.
pub(crate) struct Function<F> {
    name: &'static str,
    pointer: Option<F>,
    called: AtomicBool,
}

impl<F: Copy> Function<F> {
    /// Looks the function up.
    ///
    /// # Safety
    /// What the library has by this name must be an `F`.
    #[expect(unsafe_code, reason = "the type of a symbol is what a header says")]
    pub(crate) unsafe fn find(library: &libloading::Library, name: &'static str) -> Self {
        // SAFETY: as the caller says.
        let symbol = unsafe { library.get::<F>(name) };
        Self {
            name,
            pointer: symbol.ok().map(|symbol| *symbol),
            called: AtomicBool::new(false),
        }
    }

    /// Whether the library has it.
    pub(crate) fn exists(&self) -> bool {
        self.pointer.is_some()
    }

    /// The same, if the library has it.
    pub(crate) fn get(&self) -> Option<&Self> {
        self.exists().then_some(self)
    }

    /// The function, to be called: from here on it counts as called. Wrappers look whether there is one before.
    fn take(&self) -> F {
        // A load first: most calls are not the first, and a store would move the cache line.
        if !self.called.load(Relaxed) {
            self.called.store(true, Relaxed);
        }
        match self.pointer {
            Some(function) => function,
            None => panic!("the library has no {}", self.name),
        }
    }

    pub(crate) fn is_called(&self) -> bool {
        self.exists() && self.called.load(Relaxed)
    }
}

impl<I> Function<Stop<I>> {
    /// Lets the function be called when a search takes too long, with this instance, until the result is dropped: that
    /// must be before the instance is.
    pub(crate) fn interrupts(&'static self, instance: *mut I) -> Option<Interruptible> {
        let stop = self.pointer?;
        Some(Interruptible::new(stop, instance, &self.called))
    }
}

/// The bits of a value of C that fits into a word: a number, a pointer, a function.
#[expect(
    unsafe_code,
    reason = "functions have types of their own, which no trait is for"
)]
fn word<T: Copy>(value: &T) -> u64 {
    let mut word = [0; size_of::<u64>()];
    let size = size_of::<T>().min(word.len());
    // SAFETY: so many bytes are of the value, which has no padding, and of the word.
    unsafe {
        let from = std::ptr::from_ref(value).cast::<u8>();
        from.copy_to_nonoverlapping(word.as_mut_ptr(), size);
    }
    u64::from_le_bytes(word)
}

/// `call`, for functions of so many parameters.
macro_rules! callable {
    ($($(#[$lint:meta])? ($($arg:ident: $type:ident),*))*) => { $(
        impl<R: Copy, $($type: Copy),*> Function<unsafe extern "C" fn($($type),*) -> R> {
            /// Calls the function, and records or times the call where that is asked for.
            ///
            /// # Safety
            /// As the function itself; the library has it.
            $(#[$lint])?
            #[expect(unsafe_code, reason = "a function of C is called")]
            pub(crate) unsafe fn call(&self, $($arg: $type),*) -> R {
                let function = self.take();
                // SAFETY: as the caller says.
                let call = || unsafe { function($($arg),*) };
                if record::is_on() {
                    record::around(self.name, &[$(word(&$arg)),*], call, word)
                } else if spent::is_on() {
                    spent::around(call)
                } else {
                    call()
                }
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
    #[expect(clippy::too_many_arguments, reason = "as many as functions of C have")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G)
    #[expect(clippy::too_many_arguments, reason = "as many as functions of C have")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H)
    #[expect(clippy::too_many_arguments, reason = "as many as functions of C have")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I)
    #[expect(clippy::too_many_arguments, reason = "as many as functions of C have")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L)
    #[expect(clippy::too_many_arguments, reason = "as many as functions of C have")]
    (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L, m: M)
}

/// The table of functions of a library, from declarations as bindgen writes them. A method of the
/// function's name calls it, and panics if the library lacks it: wrappers look before, when they load.
macro_rules! functions {
    ($table:ident {
        $(pub fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*
        $(pub static mut $variable:ident: $place:ty;)*
    }) => {
        pub struct $table {
            _library: ::libloading::Library,
            $(pub $name: $crate::library::Function<
                unsafe extern "C" fn($($arg: $type),*) $(-> $result)?
            >,)*
            $(pub $variable: Option<*mut $place>,)*
        }

        impl $table {
            /// The names of the functions.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// # Safety
            /// The library's functions have the types of this table.
            pub unsafe fn from_library(library: ::libloading::Library) -> Self {
                unsafe {
                    Self {
                        $($name: $crate::library::Function::find(&library, stringify!($name)),)*
                        $($variable: library.get(stringify!($variable)).ok().map(|symbol| *symbol),)*
                        _library: library,
                    }
                }
            }

            /// Whether the library has a function of this name.
            pub fn has(&self, name: &str) -> bool {
                match name {
                    $(stringify!($name) => self.$name.exists(),)*
                    _ => false,
                }
            }

            /// The first of these functions that the library lacks.
            pub fn missing<'a>(&self, names: impl IntoIterator<Item = &'a &'a str>) -> Option<&'a str> {
                names.into_iter().copied().find(|name| !self.has(name))
            }

            /// The functions called so far in this process.
            pub fn called(&self) -> Vec<&'static str> {
                let functions = [$((stringify!($name), self.$name.is_called())),*];
                let called = functions.into_iter().filter(|(_, called)| *called);
                called.map(|(name, _)| name).collect()
            }

            $(pub unsafe fn $name(&self, $($arg: $type),*) $(-> $result)? {
                unsafe { self.$name.call($($arg),*) }
            })*
        }
    };
}

/// `Returned`, what a function of a C API returns, and what becomes of it: rows `type of C => type of ours, value: the
/// one made of the other`, with `is_null` for those that must not be null.
macro_rules! returned {
    ($($raw:ty => $safe:ty, $value:ident $(, $null:ident)? : $result:expr;)*) => {
        trait Returned {
            type Safe;
            /// `None` for what a function that reports no error must not return.
            fn safe(self) -> Option<Self::Safe>;
        }

        $(impl Returned for $raw {
            type Safe = $safe;
            fn safe(self) -> Option<$safe> {
                let $value = self;
                $(if $value.$null() { return None; })?
                Some($result)
            }
        })*
    };
}
