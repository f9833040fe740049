//! Assignments: what the library gives as strings.

use super::{Node, Session, text};
use std::ffi::{c_char, c_uint};

/// The points of an array or a function, each with its value; in the library's words.
pub(in super::super) type Points = Vec<(String, String)>;

/// What gives an assignment away, and what takes it back.
type Give = unsafe fn(&Session, Node, *mut *mut *mut c_char, *mut *mut *mut c_char, *mut c_uint);
type Take = unsafe fn(&Session, *mut *mut c_char, *mut *mut c_char, c_uint);

impl Session {
    /// The value of a bit-vector.
    pub(in super::super) fn bv_assignment(&self, node: Node) -> String {
        let api = self.api.0;
        // SAFETY: instance and node are live; the string is copied and freed.
        unsafe {
            let bits = api.boolector_bv_assignment(self.btor, node.0);
            let copy = text(bits);
            api.boolector_free_bv_assignment(self.btor, bits);
            copy
        }
    }

    pub(in super::super) fn array_assignment(&self, node: Node) -> Points {
        self.points(
            node,
            |of, node, points, values, size| {
                // SAFETY: as the caller of `Give` says.
                unsafe {
                    { of.api.0 }.boolector_array_assignment(of.btor, node.0, points, values, size);
                }
            },
            |of, points, values, size| {
                // SAFETY: as the caller of `Take` says.
                unsafe {
                    { of.api.0 }.boolector_free_array_assignment(of.btor, points, values, size);
                };
            },
        )
    }

    pub(in super::super) fn uf_assignment(&self, node: Node) -> Points {
        self.points(
            node,
            |of, node, points, values, size| {
                // SAFETY: as above.
                unsafe {
                    { of.api.0 }.boolector_uf_assignment(of.btor, node.0, points, values, size);
                };
            },
            |of, points, values, size| {
                // SAFETY: as above.
                unsafe {
                    { of.api.0 }.boolector_free_uf_assignment(of.btor, points, values, size);
                };
            },
        )
    }

    fn points(&self, node: Node, give: Give, take: Take) -> Points {
        let mut points = std::ptr::null_mut();
        let mut values = std::ptr::null_mut();
        let mut size = 0;
        // SAFETY: instance and node are live; the arrays have `size` strings, are copied and given back.
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
