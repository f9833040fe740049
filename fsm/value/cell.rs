//! Values of datatypes.

use super::Value;
use std::fmt;
use std::sync::Arc;

/// Values that nest deeper are not computed: to compare, print and drop them takes stack.
const MAX_DEPTH: u32 = 60;
/// Nor are those of more parts: a term that has the same argument twice doubles its value.
const MAX_SIZE: u32 = 2000;

/// A constructor and its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    constructor: u32,
    args: Box<[Value]>,
    depth: u32,
    size: u32,
    is_canonical: bool,
}

impl Cell {
    /// The value that the constructor of this number makes of `args`; `None` if it is too large.
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

    /// Its arguments.
    #[must_use]
    pub fn args(&self) -> &[Value] {
        &self.args
    }

    pub(super) fn is_canonical(&self) -> bool {
        self.is_canonical
    }
}

impl Value {
    /// A tuple, which is what the only constructor of a datatype makes; `None` if it is too large.
    #[must_use]
    pub fn tuple(parts: Vec<Value>) -> Option<Self> {
        Some(Value::Dt(Arc::new(Cell::new(0, parts)?)))
    }

    /// What is in a nullable, if it is not null, which is what the first of the two constructors of a datatype makes.
    #[must_use]
    pub fn nullable(content: Option<Value>) -> Option<Self> {
        let number = u32::from(content.is_some());
        let cell = Cell::new(number, content.into_iter().collect())?;
        Some(Value::Dt(Arc::new(cell)))
    }

    /// The parts of a tuple.
    #[must_use]
    pub fn parts(&self) -> Option<&[Value]> {
        match self {
            Value::Dt(cell) if cell.constructor == 0 => Some(&cell.args),
            _ => None,
        }
    }
}

impl fmt::Display for Cell {
    /// A notation of our own, `(@1 5 @0)`: symbols are in the declaration, constructors are numbered here.
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
