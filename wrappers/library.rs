//! What wrappers of C APIs share: a library is loaded, its functions are looked up by name and counted as called, and
//! strings and results go from one side to the other.

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
    let failed = |e| LoadError(format!("{} cannot be loaded: {e}", path.display()));
    library.map(Into::into).map_err(failed)
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
    pointer: Option<F>,
    called: AtomicBool,
}

impl<F: Copy> Function<F> {
    /// Looks the function up.
    ///
    /// # Safety
    /// What the library has by this name must be an `F`.
    #[expect(unsafe_code, reason = "the type of a symbol is what a header says")]
    pub(crate) unsafe fn find(library: &libloading::Library, name: &str) -> Self {
        // SAFETY: as the caller says.
        let symbol = unsafe { library.get::<F>(name) };
        Self {
            pointer: symbol.ok().map(|symbol| *symbol),
            called: AtomicBool::new(false),
        }
    }

    /// Whether the library has it.
    pub(crate) fn exists(&self) -> bool {
        self.pointer.is_some()
    }

    /// The function, to be called: from here on it counts as called. `None` if the library lacks it.
    pub(crate) fn get(&self) -> Option<F> {
        // A load first: most calls are not the first, and a store would move the cache line.
        if !self.called.load(Relaxed) {
            self.called.store(true, Relaxed);
        }
        self.pointer
    }

    pub(crate) fn is_called(&self) -> bool {
        self.exists() && self.called.load(Relaxed)
    }
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
                match self.$name.get() {
                    Some(function) => unsafe { function($($arg),*) },
                    None => panic!(concat!("the library has no ", stringify!($name))),
                }
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
