//! Rules of the theory ArraysEx.

use super::{Algebra, Form, MAX_PARTS, Normals};
use crate::op::{ARRAY_SELECT, ARRAY_STORE, CONST_ARRAY, Op};
use smallvec::smallvec;

impl Normals {
    pub(super) fn array(&mut self, op: Op, args: &[Form], algebra: Algebra) -> Option<Form> {
        Some(match (op, args) {
            (ARRAY_SELECT, [array, index]) => self.select(*array, *index, algebra),
            (ARRAY_STORE, [array, index, element]) => self.store(*array, *index, *element),
            _ => return None,
        })
    }

    fn as_store(&self, array: Form) -> Option<(Form, Form, Form)> {
        match self.as_app(array, ARRAY_STORE)?.1 {
            [inner, index, element] => Some((*inner, *index, *element)),
            _ => None,
        }
    }

    /// Skips stores at indices that differ from `index` in every model, down to a constant array.
    fn select(&mut self, mut array: Form, index: Form, algebra: Algebra) -> Form {
        for _ in 0..MAX_PARTS {
            let Some((inner, at, element)) = self.as_store(array) else {
                break;
            };
            match self.equal(at, index) {
                Form::TRUE => return element,
                Form::FALSE => array = inner,
                _ => break,
            }
        }
        if let Some((_, [all])) = self.as_app(array, CONST_ARRAY) {
            return *all;
        }
        self.app(ARRAY_SELECT, &[], smallvec![array, index], algebra)
    }

    /// A store replaces an earlier store at the same index. A store of the element that is already
    /// there does nothing. Stores at indices that differ in every model are sorted.
    fn store(&mut self, mut array: Form, index: Form, element: Form) -> Form {
        let algebra = self.algebra(element);
        if self.select(array, index, algebra) == element {
            return array;
        }
        let mut above = Vec::new();
        while above.len() < MAX_PARTS
            && let Some((inner, at, other)) = self.as_store(array)
        {
            match self.equal(at, index) {
                Form::TRUE => {
                    array = inner;
                    break;
                }
                Form::FALSE if at > index => {
                    above.push((at, other));
                    array = inner;
                }
                _ => break,
            }
        }
        let mut result = self.write(array, index, element);
        for (index, element) in above.into_iter().rev() {
            result = self.write(result, index, element);
        }
        result
    }

    fn write(&mut self, array: Form, index: Form, element: Form) -> Form {
        self.app(
            ARRAY_STORE,
            &[],
            smallvec![array, index, element],
            Algebra::Other,
        )
    }
}
