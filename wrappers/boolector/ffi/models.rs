//! Assignments, which the library returns as strings.

use super::{Session, Term, text};
use std::ffi::{c_char, c_uint};

/// The points of an array or a function, each with its value, as strings of the library.
pub(in super::super) type Points = Vec<(String, String)>;

/// The functions that return an assignment, and that release it.
type Give = unsafe fn(&Session, Term, *mut *mut *mut c_char, *mut *mut *mut c_char, *mut c_uint);
type Take = unsafe fn(&Session, *mut *mut c_char, *mut *mut c_char, c_uint);

impl Session {
    /// The value of a bit-vector.
    pub(in super::super) fn bv_assignment(&self, node: Term) -> String {
        let api = self.api.0;
        // SAFETY: instance and node are live; the string is copied and freed.
        unsafe {
            let bits = api.boolector_bv_assignment(self.btor, node.0);
            let copy = text(bits);
            api.boolector_free_bv_assignment(self.btor, bits);
            copy
        }
    }

    fn points(&self, node: Term, give: Give, take: Take) -> Points {
        let mut points = std::ptr::null_mut();
        let mut values = std::ptr::null_mut();
        let mut size = 0;
        // SAFETY: instance and node are live; the arrays have `size` strings, are copied and given
        // back.
        unsafe {
            give(self, node, &raw mut points, &raw mut values, &raw mut size);
            let pair = |n: usize| (text(*points.add(n)), text(*values.add(n)));
            let copy = (0..size as usize).map(pair).collect();
            if size > 0 {
                take(self, points, values, size);
            }
            copy
        }
    }
}

/// Makes a method for each function that returns points. A second function releases them.
macro_rules! assignments {
    ($($name:ident = $give:ident, $take:ident;)*) => {
        impl Session {
            $(pub(in super::super) fn $name(&self, node: Term) -> Points {
                self.points(
                    node,
                    // SAFETY: as the caller of `Give` says.
                    |of, node, points, values, size| unsafe {
                        { of.api.0 }.$give(of.btor, node.0, points, values, size);
                    },
                    // SAFETY: as the caller of `Take` says.
                    |of, points, values, size| unsafe {
                        { of.api.0 }.$take(of.btor, points, values, size);
                    },
                )
            })*
        }
    };
}

assignments! {
    array_assignment = boolector_array_assignment, boolector_free_array_assignment;
    uf_assignment = boolector_uf_assignment, boolector_free_uf_assignment;
}
