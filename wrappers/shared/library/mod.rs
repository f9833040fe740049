//! What wrappers of C APIs share: loading a library, looking up its functions by name, counting the
//! functions that were called, and converting strings and results.

pub mod interrupt;
pub mod record;
pub mod timing;

use crate::shared::library::interrupt::{InterruptFn, InterruptGuard};
use libloading::os::unix::{self, RTLD_LOCAL, RTLD_NOW};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Error, Result};
use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Loads the library at `path`.
///
/// # Errors
/// Returns an error that names the path and has the system's reason.
pub(crate) fn open(path: &Path) -> std::result::Result<libloading::Library, LoadError> {
    #[expect(unsafe_code, reason = "loading a library runs its initializers")]
    // SAFETY: the user names the library in order to run its code.
    let library = unsafe { unix::Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) };
    match library {
        Ok(library) => Ok(library.into()),
        Err(error) => Err(not_loaded(path, &error)),
    }
}

/// The library whose file is in the folder of another one and has a name that begins with `start`.
#[must_use]
pub fn companion_library(library: &Path, start: &str) -> Option<PathBuf> {
    let entries = library.parent()?.read_dir().ok()?;
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(start) && name.contains(".so")
    };
    // A folder may have several links to the same file.
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_wanted)
        .min()
}

/// The error for a library at `path` that cannot be loaded, with the system's reason.
pub(crate) fn not_loaded(path: &Path, error: &libloading::Error) -> LoadError {
    use std::error::Error as _;
    let source = error.source();
    let reason = source.map_or_else(|| error.to_string(), ToString::to_string);
    LoadError(format!("{} cannot be loaded: {reason}", path.display()))
}

/// Converts a string to a C string.
///
/// # Errors
/// Rejects a string that contains a zero byte.
pub(crate) fn c(string: &str) -> Result<CString> {
    CString::new(string).map_err(|_| Error::Rejected(format!("{string:?} contains a zero byte")))
}

/// A copy of a C string. The library keeps the original. `None` for a null pointer.
///
/// # Safety
/// The pointer is null or points to a string that ends with a zero.
#[expect(unsafe_code, reason = "a C string is a pointer")]
pub(crate) unsafe fn text(string: *const c_char) -> Option<String> {
    if string.is_null() {
        return None;
    }
    // SAFETY: as the caller guarantees.
    let text = unsafe { CStr::from_ptr(string) };
    Some(text.to_string_lossy().into_owned())
}

/// A function of a library. Some releases lack it.
pub(crate) struct Function<F> {
    name: &'static str,
    pointer: Option<F>,
    called: AtomicBool,
}

impl<F: Copy> Function<F> {
    /// Looks the function up.
    ///
    /// # Safety
    /// If the library has a symbol of this name, it must be an `F`.
    #[expect(unsafe_code, reason = "only the header knows the type of a symbol")]
    pub(crate) unsafe fn find(library: &libloading::Library, name: &'static str) -> Self {
        // SAFETY: as the caller guarantees.
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

    /// This function, if the library has it.
    pub(crate) fn get(&self) -> Option<&Self> {
        self.exists().then_some(self)
    }

    /// The pointer to call. The function counts as called from now on.
    ///
    /// # Panics
    /// If the library lacks the function. Wrappers check that when they load the library.
    fn take(&self) -> F {
        // Most calls are not the first. A load is cheaper then than a store, which would move the
        // cache line.
        if !self.called.load(Relaxed) {
            self.called.store(true, Relaxed);
        }
        match self.pointer {
            Some(function) => function,
            None => panic!("the library has no {}", self.name),
        }
    }

    /// Whether the library has the function and it was called in this process.
    pub(crate) fn is_called(&self) -> bool {
        self.exists() && self.called.load(Relaxed)
    }
}

impl<I> Function<InterruptFn<I>> {
    /// Registers this function as the one that interrupts searches of the instance. The guard must
    /// be dropped before the instance is freed. `None` if the library lacks the function.
    pub(crate) fn interrupts(&'static self, instance: *mut I) -> Option<InterruptGuard> {
        let stop = self.pointer?;
        Some(InterruptGuard::new(stop, instance, &self.called))
    }
}

/// The bits of a C value of at most 8 bytes: a number, a pointer or a function pointer.
#[expect(
    unsafe_code,
    reason = "each function pointer has its own type, and no trait converts all of them"
)]
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
            /// If the library lacks the function.
            $(#[$lint])?
            #[expect(unsafe_code, reason = "calls a C function")]
            pub(crate) unsafe fn call(&self, $($arg: $type),*) -> R {
                let function = self.take();
                // SAFETY: as the caller guarantees.
                let call = || unsafe { function($($arg),*) };
                if record::is_on() {
                    record::record_call(self.name, &[$(word(&$arg)),*], call, word)
                } else if timing::is_on() {
                    timing::time_call(call)
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

/// Makes a table of a library's functions from declarations in the format of bindgen. For each
/// function the table has a method of the same name that calls it. The method panics if the library
/// lacks the function; wrappers check that when they load the library.
macro_rules! functions {
    ($table:ident {
        $(pub fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*
        $(pub static mut $variable:ident: $place:ty;)*
    }) => {
        pub struct $table {
            _library: ::libloading::Library,
            $(pub $name: $crate::shared::library::Function<
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
                        $($name: $crate::shared::library::Function::find(&library, stringify!($name)),)*
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

/// Makes the trait `Returned`, which converts the result of a C function to a type of ours. A row
/// is `C type => our type, value: expression`, where the expression converts `value`. A row with
/// `is_null` excludes null results.
macro_rules! returned {
    ($($raw:ty => $safe:ty, $value:ident $(, $null:ident)? : $result:expr;)*) => {
        trait Returned {
            type Safe;
            /// The converted result. `None` for a null result that a function must not return
            /// without an error.
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
