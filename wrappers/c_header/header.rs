//! The declarations of a C API as static data.

/// The declarations of a C API.
#[derive(Clone, Copy, Debug, Default)]
pub struct CHeader {
    /// The functions, sorted by name.
    pub functions: &'static [CFunction],
    /// The types, in the order of the header. A type is declared before it is used.
    pub types: &'static [CTypedef],
    /// The enumerators.
    pub enumerators: &'static [CEnumerator],
    /// The variables, each as its declaration.
    pub variables: &'static [(&'static str, &'static str)],
}

/// An enumerator.
#[derive(Clone, Copy, Debug)]
pub struct CEnumerator {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
    /// Whether an enumerator of the same enumeration is negative.
    pub is_signed: bool,
}

/// A declared type.
#[derive(Clone, Copy, Debug)]
pub struct CTypedef {
    /// Its name.
    pub name: &'static str,
    /// Its declaration.
    pub text: &'static str,
    /// Its description in the header, without tags. May be empty.
    pub comment: &'static str,
    /// The type.
    pub kind: CType,
    /// The Rust type of its values in safe methods (tags `handle` and `as`). `&T` is a parameter
    /// that is borrowed.
    pub rust: Option<&'static str>,
    /// Whether its values stand for objects of the library (tag `handle`).
    pub is_handle: bool,
    /// The method of the receiver that returns what safe methods pass for a parameter of this type
    /// (tag `self`).
    pub receiver: Option<&'static str>,
    /// Whether the C library declares it (tag `system`).
    pub is_system: bool,
    /// The names of its values (tag `names`).
    pub names: Option<ConstantNames>,
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct CFunction {
    /// Its name.
    pub name: &'static str,
    /// Its declaration.
    pub text: &'static str,
    /// Its description in the header, without tags. May be empty.
    pub comment: &'static str,
    /// Its result.
    pub result: CResult,
    /// Its parameters.
    pub parameters: &'static [CParameter],
    /// The first release that has it. `None` for functions that all supported releases have (tag
    /// `since`).
    pub since: Option<&'static str>,
    /// What its calls are for a program that shows a bug.
    pub calls: CCalls,
    /// Whether it belongs to the C library (tag `system`). A program includes headers for it and
    /// does not declare it.
    pub is_system: bool,
    /// Whether operators are made by it (tag `operator`).
    pub is_operator: bool,
    /// Whether its method is written by hand (tag `by_hand`).
    pub by_hand: bool,
    /// The prefix of the file of the other library that has it, in the folder of the solver's
    /// library (tag `companion`).
    pub companion: Option<&'static str>,
}

/// The result of a function.
#[derive(Clone, Copy, Debug)]
pub struct CResult {
    /// Its type, as written in C.
    pub written: &'static str,
    /// Its type.
    pub kind: CType,
    /// The number of elements that it points to.
    pub count: Count,
    /// Whether a null pointer is a result, and not an error; for a truth value or another number,
    /// whether `false` or a negative one says that no other result was written (tag `null none`).
    pub is_nullable: bool,
    /// The function that frees the text that is returned (tag `free`).
    pub freed_by: Option<&'static str>,
}

/// What the calls of a function are for a program that shows a bug.
#[derive(Clone, Copy, Debug, Default)]
pub struct CCalls {
    /// What they do.
    pub role: Role,
    /// Whether they make an instance, to which other objects belong (tag `instance`). A plain
    /// program leaves out instances that have nothing to do with the bug.
    pub make_instance: bool,
    /// Whether they add a reference to an object that has none at first (tag `retains`). A plain
    /// program has one for each object.
    pub retain: bool,
    /// Whether they only report if the last call failed (tag `error`). A program leaves out those
    /// that returned 0.
    pub report_error: bool,
    /// Whether they free memory that the library allocated, and take its address (tag `frees`).
    pub free: bool,
    /// The function with the same parameters that a plain program calls instead (tag `plain`).
    pub plain: Option<&'static str>,
    /// Why a program cannot contain them (tag `left_out`).
    pub left_out: Option<&'static str>,
}

/// What a function does for a program that shows a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Anything else.
    #[default]
    Other,
    /// It only looks at objects, or makes an object and nothing else (tag `query`). A plain program
    /// leaves it out where it does not need its results.
    Query,
    /// It is a query about sorts, or about the form of terms (tag `form`). Its results matter if a
    /// bug is about these.
    Form,
    /// It is a query whose results say nothing about a bug, because they differ between releases:
    /// ids, hashes, statistics, descriptions of options (tag `incidental`). A plain program does
    /// not even compare its results with those of the run.
    Incidental,
    /// It only counts references or frees something (tag `counts`). A plain program leaves it out.
    Counts,
}

impl Role {
    /// Whether the function only looks at objects.
    #[must_use]
    pub fn is_query(self) -> bool {
        matches!(self, Self::Query | Self::Form | Self::Incidental)
    }
}

/// A parameter of a function.
#[derive(Clone, Copy, Debug)]
pub struct CParameter {
    /// Its name.
    pub name: &'static str,
    /// Its type, as written in C.
    pub written: &'static str,
    /// Its type.
    pub kind: CType,
    /// Whether it is declared with `const`, so that the function does not write through it.
    pub is_const: bool,
    /// The number of elements that it points to.
    pub count: Count,
    /// For [`Count::Nested`]: the size of one length, in bytes.
    pub length_size: usize,
    /// Whether it may be a null pointer, or leads to a place where no object may be written (tag
    /// `optional`).
    pub is_optional: bool,
    /// Whether the function changes the array of the caller (tag `changes`).
    pub is_changed: bool,
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    Struct(&'static [CMember]),
    /// A pointer to characters.
    Text,
    /// Any other pointer.
    Pointer(&'static CType),
    /// A pointer to a function.
    Callback,
}

/// A member of a structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CMember {
    /// Its name.
    pub name: &'static str,
    /// Its type, as written in C.
    pub written: &'static str,
    /// Its type.
    pub kind: CType,
}

/// The number of elements to which a pointer leads. Parameters are identified by their positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// One element.
    One,
    /// The value of a parameter. For a result, the parameter may also point to the value.
    Of(usize),
    /// All elements before the first one that is zero.
    Terminated,
    /// A buffer of the caller that is large enough. No handles are read from it.
    Buffer,
    /// One element: the library stores the address of an array there. The parameter points to the
    /// array's length.
    OutArray(usize),
    /// An array of arrays.
    Nested {
        /// The number of arrays.
        count: usize,
        /// An array with the length of each array.
        lengths: usize,
    },
}

/// Where the names of a number's values come from. A program writes names instead of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstantNames {
    /// From the enumerators in the header whose names have this prefix.
    Enumerators(&'static str),
    /// From this function of the library, which converts a number to its name. The wrapper calls it
    /// for all numbers when it loads the library, so the recording has the names.
    Function(&'static str),
}

impl CHeader {
    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&'static CFunction> {
        let at = self.functions.binary_search_by(|f| f.name.cmp(name));
        at.ok().map(|at| &self.functions[at])
    }

    /// Whether this function returns the names of constants.
    #[must_use]
    pub fn names_constants(&self, name: &str) -> bool {
        let is_by = |names| matches!(names, ConstantNames::Function(by) if by == name);
        self.types
            .iter()
            .any(|declared| declared.names.is_some_and(is_by))
    }

    /// The type of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&'static CTypedef> {
        self.types.iter().find(|declared| declared.name == name)
    }

    /// Whether a type, as written in C, is the handle for which safe methods have this Rust type.
    #[must_use]
    pub fn is_handle(&self, rust: &str, written: &str) -> bool {
        let name = written.trim_end_matches([' ', '*']);
        self.named(name).is_some_and(|declared| {
            declared.rust.map(|name| name.trim_start_matches('&')) == Some(rust)
                && declared.by_value() == written
        })
    }

    /// The name of the enumerator with this value whose name starts with the prefix.
    #[must_use]
    pub fn enumerator(&self, prefix: &str, value: i64) -> Option<&'static str> {
        let is = |e: &&CEnumerator| e.value == value && e.name.starts_with(prefix);
        self.enumerators.iter().find(is).map(|found| found.name)
    }

    /// The types that occur in the texts, and the types on which those depend.
    #[must_use]
    pub fn types_of(&self, texts: &[String]) -> Vec<&'static CTypedef> {
        use crate::declarator::words;
        let mut wanted: Vec<&str> = texts.iter().flat_map(|text| words(text)).collect();
        let mut kept = Vec::new();
        // A type is declared before it is used, so one pass from the end finds all.
        for declared in self.types.iter().rev() {
            if wanted.contains(&declared.name) {
                wanted.extend(words(declared.text));
                kept.push(declared);
            }
        }
        kept.reverse();
        kept
    }
}

impl CFunction {
    /// Whether a call can only change global state of the library: the function returns nothing,
    /// and takes neither objects nor data.
    #[must_use]
    pub fn sets_globally(&self) -> bool {
        let is_plain = |kind: &CType| !kind.is_handle() && !kind.is_data();
        let mut parameters = self.parameters.iter();
        self.result.kind == CType::Void
            && parameters.all(|p| is_plain(&p.kind) || p.written == "void *")
    }
}

impl CTypedef {
    /// The type of parameters and results, as written in C: a pointer, if the type is an opaque
    /// structure.
    #[must_use]
    pub fn by_value(&self) -> String {
        let star = if self.kind == CType::Opaque { " *" } else { "" };
        format!("{}{star}", self.name)
    }
}

impl CType {
    /// Size and alignment in bytes on a 64-bit machine.
    #[must_use]
    pub fn layout(&self) -> (usize, usize) {
        match self {
            Self::Number { size, .. } | Self::Handle { size } => (*size, *size),
            Self::Void | Self::Opaque => (1, 1),
            Self::Text | Self::Pointer(_) | Self::Callback => (8, 8),
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
            Self::Pointer(of) => matches!(of, Self::Opaque | Self::Void),
            _ => false,
        }
    }

    /// Whether it is a pointer to values that can be read.
    #[must_use]
    pub fn is_data(&self) -> bool {
        matches!(self, Self::Pointer(of) if !matches!(of, Self::Opaque | Self::Void))
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
            Self::Callback => true,
            Self::Pointer(of) => of.calls_back(),
            Self::Struct(members) => members.iter().any(|member| member.kind.calls_back()),
            _ => false,
        }
    }
}
