//! Rules of algebraic datatypes: operators applied to applications of constructors.

use super::{Algebra, Form, Forms, Normals};
use crate::op::{DT_APPLY_CONS, DT_APPLY_SEL, DT_APPLY_TESTER, DT_APPLY_UPDATER, Op};

/// The nesting depth of constructors down to which equations are split. It bounds the recursion.
const MAX_DEPTH: u32 = 8;

impl Normals {
    pub(super) fn datatype(&mut self, op: Op, indices: &[u32], args: &[Form]) -> Option<Form> {
        let (made, parts) = self.as_app(*args.first()?, DT_APPLY_CONS)?;
        let is_made = made.get(1)? == indices.get(1)?;
        match op {
            DT_APPLY_TESTER => Some(Form::truth(is_made)),
            DT_APPLY_SEL if is_made => parts.get(*indices.get(2)? as usize).copied(),
            DT_APPLY_UPDATER if is_made => {
                let (made, mut parts) = (made.to_vec(), Forms::from(parts));
                *parts.get_mut(*indices.get(2)? as usize)? = *args.get(1)?;
                Some(self.app(DT_APPLY_CONS, &made, parts, Algebra::Other))
            }
            DT_APPLY_UPDATER => args.first().copied(),
            _ => None,
        }
    }

    /// An equation between applications of constructors. It is false if the constructors differ,
    /// otherwise it is split into one equation per argument.
    pub(super) fn equal_constructed(&mut self, a: Form, b: Form, depth: u32) -> Option<Form> {
        let (left, right) = (
            self.as_app(a, DT_APPLY_CONS)?,
            self.as_app(b, DT_APPLY_CONS)?,
        );
        if left.0 != right.0 {
            return Some(Form::FALSE);
        }
        if depth == MAX_DEPTH {
            return None;
        }
        let pairs = left.1.iter().copied().zip(right.1.iter().copied());
        let pairs: Vec<(Form, Form)> = pairs.collect();
        let mut parts = Forms::new();
        for (a, b) in pairs {
            let equal = self.equal_constructed(a, b, depth + 1);
            parts.push(match equal {
                Some(equal) => equal,
                None => self.equal_otherwise(a, b),
            });
        }
        Some(self.and(&parts))
    }
}
