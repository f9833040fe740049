//! Assignments of arrays and functions, which the library returns as strings.

use super::{Session, Term};
use crate::shared::library::text;
use murxla_fsm::solver::Result;
use std::ffi::{c_char, c_uint};

/// The points of an array or a function, each with its value, as strings of the library.
pub(in super::super) type Points = Vec<(String, String)>;

/// The two arrays of strings that the library returns, and their length.
type Strings = (*mut *mut c_char, *mut *mut c_char, c_uint);

/// A copy of the strings.
///
/// # Safety
/// The arrays have so many strings.
unsafe fn copied((points, values, size): Strings) -> Points {
    // SAFETY: as the caller says; strings end with a zero.
    let copy = |all: *mut *mut c_char, n: usize| unsafe { text(*all.add(n)) }.unwrap_or_default();
    let pair = |n: usize| (copy(points, n), copy(values, n));
    (0..size as usize).map(pair).collect()
}

/// Makes a method for each function that returns points. A second function releases them.
macro_rules! assignments {
    ($($name:ident = $give:ident, $take:ident;)*) => {
        impl Session {
            $(pub(in super::super) fn $name(&self, node: Term) -> Result<Points> {
                let (mut points, mut values, mut size) = (std::ptr::null_mut(), std::ptr::null_mut(), 0);
                // SAFETY: instance and node are live; the arrays have `size` strings, are copied
                // and given back.
                unsafe {
                    let (p, v, s) = (&raw mut points, &raw mut values, &raw mut size);
                    self.api.0.$give(self.btor, node.0, p, v, s);
                    let copy = copied((points, values, size));
                    if size > 0 {
                        self.api.0.$take(self.btor, points, values, size);
                    }
                    Ok(copy)
                }
            })*
        }
    };
}

assignments! {
    array_assignment = boolector_array_assignment, boolector_free_array_assignment;
    uf_assignment = boolector_uf_assignment, boolector_free_uf_assignment;
}
