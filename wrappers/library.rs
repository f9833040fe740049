//! The functions of a library's C API: looked up by name when it is loaded, and counted as called.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
