//! Values of datatypes.

use super::Value;
use std::fmt;
use std::sync::Arc;

/// The greatest nesting depth of computed values. It bounds the recursion that compares, prints and
/// drops them.
const MAX_DEPTH: u32 = 60;
/// The greatest number of constructors in a computed value. A term that has the same argument twice
/// doubles its value.
const MAX_SIZE: u32 = 2000;

/// A value of a datatype: a constructor and its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    constructor: u32,
    args: Box<[Value]>,
    depth: u32,
    size: u32,
    is_canonical: bool,
}

impl Cell {
    /// The application of the constructor with this number to `args`. `None` if the value is too
    /// large.
    #[must_use]
    pub fn new(constructor: u32, args: Vec<Value>) -> Option<Self> {
        let (mut depth, mut size) = (1, 1);
        for arg in &args {
            if let Value::Dt(cell) = arg {
                depth = depth.max(cell.depth + 1);
                size += cell.size;
            }
        }
        (depth <= MAX_DEPTH && size <= MAX_SIZE).then(|| Self {
            constructor,
            is_canonical: args.iter().all(Value::is_canonical),
            args: args.into(),
            depth,
            size,
        })
    }

    /// The number of the constructor in its declaration.
    #[must_use]
    pub fn constructor(&self) -> u32 {
        self.constructor
    }

    /// The arguments of the constructor.
    #[must_use]
    pub fn args(&self) -> &[Value] {
        &self.args
    }

    pub(super) fn is_canonical(&self) -> bool {
        self.is_canonical
    }
}

impl Value {
    /// A tuple, represented as a value of a datatype with one constructor. `None` if it is too
    /// large.
    #[must_use]
    pub fn tuple(parts: Vec<Value>) -> Option<Self> {
        Some(Value::Dt(Arc::new(Cell::new(0, parts)?)))
    }

    /// A nullable value, represented as a value of a datatype whose first constructor is null. The
    /// `content` is `None` for null. The result is `None` if the value is too large.
    #[must_use]
    pub fn nullable(content: Option<Value>) -> Option<Self> {
        let number = u32::from(content.is_some());
        let cell = Cell::new(number, content.into_iter().collect())?;
        Some(Value::Dt(Arc::new(cell)))
    }

    /// The components of a tuple.
    #[must_use]
    pub fn parts(&self) -> Option<&[Value]> {
        match self {
            Value::Dt(cell) if cell.constructor == 0 => Some(&cell.args),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    /// A notation of this program, `(@1 5 @0)`: the number of the constructor and its arguments.
    /// Symbols are only in the declaration.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.args.is_empty() {
            return write!(f, "@{}", self.constructor);
        }
        write!(f, "(@{}", self.constructor)?;
        for arg in &self.args {
            write!(f, " {arg}")?;
        }
        f.write_str(")")
    }
}
