//! What the generated methods of wrappers use. The build script writes a method for each C function
//! in `api.h` (`murxla_c_header::methods`), and this module converts arguments and results.
#![expect(
    unsafe_code,
    reason = "handles are reinterpreted as what they contain, and arrays are pointers"
)]

use murxla_fsm::solver::{Error, Result};
use std::borrow::Cow;

/// Converts an argument to its type in C. `S` is the type that has the methods.
pub(crate) trait Lower<S>: Sized {
    /// The type in C.
    type Raw: Clone;

    /// The argument in C.
    ///
    /// # Errors
    /// If the argument does not belong to the session.
    fn lower(&self, session: &S) -> Result<Self::Raw>;

    /// An array of arguments.
    ///
    /// # Errors
    /// As for one argument.
    fn lower_all<'a>(all: &'a [Self], session: &S) -> Result<Cow<'a, [Self::Raw]>> {
        let each = all.iter().map(|each| each.lower(session));
        each.collect::<Result<Vec<_>>>().map(Cow::Owned)
    }
}

/// Converts a result in C to a type of ours.
pub(crate) trait Lift<S>: Sized {
    /// The type in C.
    type Raw;

    /// The converted result of a function.
    ///
    /// # Errors
    /// For a value that the function must not return without an error, such as a null pointer.
    fn lift(raw: Self::Raw, session: &S, function: &str) -> Result<Self>;
}

/// Values that stand for no object.
pub(crate) trait MaybeNull {
    /// Whether this is such a value.
    fn is_no_object(&self) -> bool;
}

impl<T> MaybeNull for *mut T {
    fn is_no_object(&self) -> bool {
        self.is_null()
    }
}

/// Numbers for objects are not negative.
impl MaybeNull for std::ffi::c_int {
    fn is_no_object(&self) -> bool {
        *self < 0
    }
}

/// Code points, whose arrays end with 0.
impl MaybeNull for std::ffi::c_uint {
    fn is_no_object(&self) -> bool {
        *self == 0
    }
}

/// Handles that a function may change in an array of the caller.
pub(crate) trait Changed: Sized {
    /// The type in C.
    type Raw;

    /// The array in C.
    fn pointer(all: &mut [Self]) -> *mut Self::Raw;
}

/// A function of the library that makes an operator: its name, whether a library has it, and the
/// method that calls it. `T` is the table of functions.
pub(crate) struct Slot<T: 'static, F> {
    pub(crate) name: &'static str,
    pub(crate) exists: fn(&T) -> bool,
    pub(crate) make: F,
}

/// Checks that arrays which a function takes with one length have the same length.
///
/// # Errors
/// They do not.
pub(crate) fn same_length(lengths: &[usize]) -> Result {
    match lengths.windows(2).all(|pair| pair[0] == pair[1]) {
        true => Ok(()),
        false => Err(Error::Rejected("arrays have different lengths".to_owned())),
    }
}

/// The handles as what they contain.
///
/// # Safety
/// `H` is a transparent structure of an `R`.
pub(crate) unsafe fn contents<H, R: Clone>(handles: &[H]) -> Cow<'_, [R]> {
    // SAFETY: as the caller says; length and lifetime are those of the handles.
    Cow::Borrowed(unsafe { std::slice::from_raw_parts(handles.as_ptr().cast(), handles.len()) })
}

/// A copy of an array of the library. Empty for a null pointer.
///
/// # Safety
/// It is null or has so many elements.
pub(crate) unsafe fn copied<T: Copy>(array: *const T, count: usize) -> Vec<T> {
    if array.is_null() || count == 0 {
        return Vec::new();
    }
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(array, count) }.to_vec()
}

/// The number of elements before the first one that stands for no object. 0 for a null pointer.
///
/// # Safety
/// It is null or has such an element.
pub(crate) unsafe fn terminated<T: MaybeNull>(array: *const T) -> usize {
    if array.is_null() {
        return 0;
    }
    // SAFETY: an element is read only if all before it stand for objects.
    (0..)
        .take_while(|n| !unsafe { &*array.add(*n) }.is_no_object())
        .count()
}

/// Declares handles: structures of a value of the library that is passed on as it is. They live as
/// long as the session that returned them. A value that stands for no object is an error.
macro_rules! handles {
    ($session:ty: $($(#[$doc:meta])* $name:ident($raw:ty);)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(transparent)]
        pub(super) struct $name($raw);

        impl $crate::shared::library::methods::Lower<$session> for $name {
            type Raw = $raw;

            fn lower(&self, _: &$session) -> ::murxla_fsm::solver::Result<$raw> {
                Ok(self.0)
            }

            fn lower_all<'a>(
                all: &'a [Self],
                _: &$session,
            ) -> ::murxla_fsm::solver::Result<::std::borrow::Cow<'a, [$raw]>> {
                // SAFETY: the structure is transparent.
                Ok(unsafe { $crate::shared::library::methods::contents(all) })
            }
        }

        impl $crate::shared::library::methods::Changed for $name {
            type Raw = $raw;

            // The structure is transparent.
            fn pointer(all: &mut [Self]) -> *mut $raw {
                all.as_mut_ptr().cast()
            }
        }

        impl $crate::shared::library::methods::Lift<$session> for $name {
            type Raw = $raw;

            fn lift(raw: $raw, session: &$session, function: &str) -> ::murxla_fsm::solver::Result<Self> {
                match $crate::shared::library::methods::MaybeNull::is_no_object(&raw) {
                    true => Err(session.no_object(function)),
                    false => Ok(Self(raw)),
                }
            }
        }
    )* };
}
