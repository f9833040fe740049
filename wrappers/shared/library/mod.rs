//! What wrappers of C APIs share: loading a library, looking up its functions by name, counting the
//! functions that were called, and converting strings and results.

mod function;
pub mod interrupt;
#[macro_use]
pub(crate) mod methods;
mod observation;
pub mod record;
pub mod timing;
#[macro_use]
mod wrapper;

pub(crate) use function::{Function, Symbol};
pub(crate) use wrapper::LibraryWrapper;

use libloading::os::unix::{self, RTLD_LOCAL, RTLD_NOW};
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::c_api::CHeader;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};

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

/// Whether a library exports a symbol.
pub(crate) fn exports(library: &libloading::Library, name: &str) -> bool {
    #[expect(unsafe_code, reason = "a symbol has no type")]
    // SAFETY: the symbol is looked up and not used.
    unsafe { library.get::<*const ()>(name) }.is_ok()
}

/// A table of the functions of a library, which `functions!` makes.
pub(crate) trait FunctionTable: Sized + 'static {
    /// The declarations.
    const HEADER: &'static CHeader;

    /// Looks all functions up.
    fn find(library: libloading::Library) -> Self;

    /// Whether the library has a function of this name.
    fn has(&self, name: &str) -> bool;
}

/// The functions of an open library, which is never closed: C++ libraries have global state with
/// destructors. `solver` is its name in messages.
///
/// # Errors
/// If the library lacks a function that every supported release has (those without the tags
/// `since` and `companion`).
pub(crate) fn load<T: FunctionTable>(
    library: libloading::Library,
    path: &Path,
    solver: &str,
) -> std::result::Result<&'static T, LoadError> {
    let all = T::HEADER.functions.iter();
    let required = all.filter(|function| function.since.is_none() && function.companion.is_none());
    load_with(
        library,
        path,
        solver,
        required.map(|function| function.name),
    )
}

/// As [`load`], for a header whose functions are not all required.
///
/// # Errors
/// If the library lacks a required function.
pub(crate) fn load_with<T: FunctionTable>(
    library: libloading::Library,
    path: &Path,
    solver: &str,
    required: impl IntoIterator<Item = &'static str>,
) -> std::result::Result<&'static T, LoadError> {
    let table = T::find(library);
    match required.into_iter().find(|name| !table.has(name)) {
        None => Ok(Box::leak(Box::new(table))),
        Some(name) => Err(LoadError(format!(
            "{} is not a {solver}: it has no {name}",
            path.display()
        ))),
    }
}

/// The other libraries that have functions of a header, in the folder of the solver's library.
/// Only functions that `is_wanted` says are looked at.
#[must_use]
pub fn companion_libraries(
    library: &Path,
    header: &CHeader,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<PathBuf> {
    let wanted = header.functions.iter().filter(|f| is_wanted(f.name));
    let starts: BTreeSet<&str> = wanted.filter_map(|function| function.companion).collect();
    let starts = starts.into_iter();
    starts
        .filter_map(|start| companion_library(library, start))
        .collect()
}

/// The library whose file is in the folder of another one and has a name that begins with `start`.
pub(crate) fn companion_library(library: &Path, start: &str) -> Option<PathBuf> {
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

/// The module `bindings` of a wrapper, which the build script has written for its `api.h`: types,
/// the table of functions, and the declarations as data.
macro_rules! bindings {
    ($name:literal) => {
        #[expect(
            unsafe_code,
            reason = "a call of a C function is unsafe; `ffi` says why each is right"
        )]
        #[allow(
            dead_code,
            unused_imports,
            unreachable_pub,
            non_camel_case_types,
            non_snake_case,
            clippy::all,
            clippy::undocumented_unsafe_blocks,
            clippy::allow_attributes,
            reason = "not every wrapper has all of it"
        )]
        mod bindings {
            include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));
        }
    };
}

/// The methods that the build script has written for the functions in `api.h`. A method that nobody
/// calls is reported by the compiler.
macro_rules! methods {
    ($name:literal) => {
        #[expect(
            unsafe_code,
            reason = "each method says in a comment why its call is right"
        )]
        #[allow(
            clippy::needless_question_mark,
            clippy::redundant_closure,
            clippy::unnecessary_cast,
            clippy::too_many_arguments,
            clippy::type_complexity,
            clippy::undocumented_unsafe_blocks,
            clippy::allow_attributes,
            reason = "the comment of a method is about all that it does; not every header needs all \
                      of it"
        )]
        #[rustfmt::skip]
        mod methods {
            #[allow(unused_imports, reason = "not every header needs all of it")]
            use crate::shared::library::{c as c_string, text as text_of};
            #[allow(unused_imports, reason = "not every header needs all of it")]
            use crate::shared::library::methods::{
                Changed, Lift, Lower, MaybeNull, Slot, copied, same_length, terminated,
            };
            #[allow(unused_imports, reason = "not every header needs all of it")]
            use murxla_fsm::solver::{Answer, Result};
            #[allow(unused_imports, reason = "not every header needs all of it")]
            use std::rc::Rc;
            use super::ffi::*;

            include!(concat!(env!("OUT_DIR"), "/", $name, "_methods.rs"));
        }
    };
}

/// Makes a table of a library's functions from declarations. For each function the table has a
/// method of the same name that calls it. The method panics if the library lacks the function;
/// wrappers check that when they load the library.
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

        impl $crate::shared::library::FunctionTable for $table {
            const HEADER: &'static ::murxla_c_header::CHeader = &HEADER;

            fn find(library: ::libloading::Library) -> Self {
                // SAFETY: the types are those of the declarations in the header.
                unsafe {
                    Self {
                        $($name: $crate::shared::library::Function::find(
                            &library,
                            stringify!($name),
                        ),)*
                        $($variable: library
                            .get(stringify!($variable))
                            .ok()
                            .map(|symbol| *symbol),)*
                        _library: library,
                    }
                }
            }

            fn has(&self, name: &str) -> bool {
                let mut symbols = self.symbols().into_iter();
                symbols.any(|symbol| symbol.name() == name && symbol.exists())
            }
        }

        impl $table {
            /// The names of the functions.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn symbols(&self) -> [&$crate::shared::library::Symbol; Self::NAMES.len()] {
                [$(self.$name.symbol()),*]
            }

            /// The functions called so far in this process.
            pub fn called(&self) -> Vec<&'static str> {
                let called = self.symbols().into_iter().filter(|symbol| symbol.is_called());
                called.map($crate::shared::library::Symbol::name).collect()
            }

            $(pub unsafe fn $name(&self, $($arg: $type),*) $(-> $result)? {
                unsafe { self.$name.call($($arg),*) }
            })*
        }
    };
}
