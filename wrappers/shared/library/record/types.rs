//! Types and functions of C, as far as the declarations in `api.h` use them.

use murxla_fsm::wrapper::c_api::Count;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CType {
    /// `void`.
    Void,
    /// A number.
    Number {
        /// Its size in bytes.
        size: usize,
        /// Whether it may be negative.
        signed: bool,
        /// Whether it is a floating-point number.
        real: bool,
    },
    /// An integer that stands for an object of the library.
    Handle {
        /// Its size in bytes.
        size: usize,
    },
    /// A structure whose members are not declared, or an unknown type.
    Opaque,
    /// A structure.
    Struct(Vec<CMember>),
    /// A pointer to characters.
    Text,
    /// Any other pointer.
    Pointer(Box<CType>),
    /// A pointer to a function.
    Function,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CMember {
    /// Its name.
    pub name: String,
    /// Its type, as written in C.
    pub written: String,
    /// Its type.
    pub kind: CType,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct CParameter {
    /// Its name.
    pub name: String,
    /// Its type, as written in C.
    pub written: String,
    /// Its type.
    pub kind: CType,
    /// Whether it is declared with `const`, so that the function does not write through it.
    pub is_const: bool,
    /// The number of elements that it points to.
    pub count: Count,
    /// For [`Count::Nested`]: the size of one length, in bytes.
    pub length_size: usize,
}

/// A function.
#[derive(Clone, Debug)]
pub struct CFunction {
    /// The type of its result, as written in C.
    pub written: String,
    /// The type of its result.
    pub result: CType,
    /// The number of elements that the result points to.
    pub count: Count,
    /// Its parameters.
    pub parameters: Vec<CParameter>,
    /// Its declaration.
    pub text: String,
}

impl CType {
    /// Size and alignment in bytes on a 64-bit machine.
    #[must_use]
    pub fn layout(&self) -> (usize, usize) {
        match self {
            Self::Number { size, .. } | Self::Handle { size } => (*size, *size),
            Self::Void | Self::Opaque => (1, 1),
            Self::Text | Self::Pointer(_) | Self::Function => (8, 8),
            Self::Struct(members) => {
                let layouts = || members.iter().map(|member| member.kind.layout());
                let align = layouts().map(|(_, align)| align).max().unwrap_or(1);
                let end_of = |end: usize, (size, align)| end.next_multiple_of(align) + size;
                let end = layouts().fold(0, end_of);
                (end.next_multiple_of(align), align)
            }
        }
    }

    /// The offsets of a structure's members in bytes. Empty for other types.
    #[must_use]
    pub fn offsets(&self) -> Vec<usize> {
        let Self::Struct(members) = self else {
            return Vec::new();
        };
        let mut end: usize = 0;
        let offset = |member: &CMember| {
            let (size, align) = member.kind.layout();
            let offset = end.next_multiple_of(align);
            end = offset + size;
            offset
        };
        members.iter().map(offset).collect()
    }

    /// Whether it identifies an object of the library: an integer handle or a pointer to an unknown
    /// type.
    #[must_use]
    pub fn is_handle(&self) -> bool {
        match self {
            Self::Handle { .. } => true,
            Self::Pointer(of) => matches!(**of, Self::Opaque | Self::Void),
            _ => false,
        }
    }

    /// Whether it is a pointer to values that can be read.
    #[must_use]
    pub fn is_data(&self) -> bool {
        matches!(self, Self::Pointer(of) if !matches!(**of, Self::Opaque | Self::Void))
    }

    /// Whether it is an unsigned integer that may be the length of an array.
    #[must_use]
    pub fn is_count(&self) -> bool {
        matches!(
            self,
            Self::Number {
                size: 4..,
                signed: false,
                real: false
            }
        )
    }

    /// Whether it is or contains a pointer to a function.
    #[must_use]
    pub fn calls_back(&self) -> bool {
        match self {
            Self::Function => true,
            Self::Pointer(of) => of.calls_back(),
            Self::Struct(members) => members.iter().any(|member| member.kind.calls_back()),
            _ => false,
        }
    }
}
