//! The declarations of a C API, read from the text that bindings are made of (`api.h`).
//!
//! They are our own, so that only what is written there need be understood: functions, structures, enumerations and
//! other names of types, one behind the other.

use super::rules::{self, Count, Exception};
use std::collections::BTreeMap;

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// Nothing, or what a pointer leads to that is not known.
    Void,
    /// A number.
    Number {
        /// Its bytes.
        size: usize,
        /// Whether it may be negative.
        signed: bool,
        /// Whether it has a fraction.
        real: bool,
    },
    /// A number that stands for what the library has.
    Handle {
        /// Its bytes.
        size: usize,
    },
    /// A structure whose members are not declared.
    Opaque,
    /// A structure.
    Struct(Vec<Member>),
    /// A string.
    Text,
    /// A pointer.
    Pointer(Box<Type>),
    /// A pointer to a function.
    Function,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type, as written.
    pub written: String,
    /// Its type.
    pub kind: Type,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, as written.
    pub written: String,
    /// Its type.
    pub kind: Type,
    /// It points to what is not written to.
    pub is_const: bool,
    /// How many elements it leads to.
    pub count: Count,
    /// The bytes of a length, where it is several arrays.
    pub length_size: usize,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it returns, as written.
    pub written: String,
    /// What it returns.
    pub result: Type,
    /// How many elements that leads to.
    pub count: Count,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The declaration.
    pub text: String,
}

/// The declarations of a C API.
#[derive(Clone, Debug, Default)]
pub struct Header {
    functions: BTreeMap<String, Function>,
    types: BTreeMap<String, Type>,
    /// Declarations of types in their order: the name, and the text.
    declarations: Vec<(String, String)>,
    enumerators: Vec<(String, i64)>,
}

impl Type {
    /// Bytes and alignment, on a machine of 64 bits.
    #[must_use]
    pub fn layout(&self) -> (usize, usize) {
        match self {
            Self::Number { size, .. } | Self::Handle { size } => (*size, *size),
            Self::Void | Self::Opaque => (1, 1),
            Self::Text | Self::Pointer(_) | Self::Function => (8, 8),
            Self::Struct(members) => {
                let layouts = || members.iter().map(|member| member.kind.layout());
                let align = layouts().map(|(_, align)| align).max().unwrap_or(1);
                let place = |end: usize, (size, align)| end.next_multiple_of(align) + size;
                (layouts().fold(0, place).next_multiple_of(align), align)
            }
        }
    }

    /// Where the members of a structure begin.
    #[must_use]
    pub fn offsets(&self) -> Vec<usize> {
        let Self::Struct(members) = self else {
            return Vec::new();
        };
        let mut end: usize = 0;
        let place = |member: &Member| {
            let (size, align) = member.kind.layout();
            let at = end.next_multiple_of(align);
            end = at + size;
            at
        };
        members.iter().map(place).collect()
    }

    /// What the library has, and tells apart by a number or an address.
    #[must_use]
    pub fn is_handle(&self) -> bool {
        match self {
            Self::Handle { .. } => true,
            Self::Pointer(of) => matches!(**of, Self::Opaque | Self::Void),
            _ => false,
        }
    }

    /// A pointer to what can be read.
    #[must_use]
    pub fn is_data(&self) -> bool {
        matches!(self, Self::Pointer(of) if !matches!(**of, Self::Opaque | Self::Void))
    }

    /// A number that may count.
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

    /// Whether there is a function in it.
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

/// The words of a text of C: names, numbers, and other characters one by one.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = match rest.find(|c| !is_part(c)) {
            _ if !is_part(first) => first.len_utf8(),
            end => end.unwrap_or(rest.len()),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// The text without comments and directives.
fn stripped(text: &str) -> String {
    let mut code = String::new();
    for (n, part) in text.split("/*").enumerate() {
        let behind = part.split_once("*/").map(|(_, behind)| behind);
        code.push_str(if n == 0 { part } else { behind.unwrap_or("") });
    }
    let lines = code.lines().filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits where a separator is outside of parentheses and braces.
fn split<'a>(words: &'a [&'a str], separator: &'a str) -> impl Iterator<Item = &'a [&'a str]> {
    let mut depth = 0;
    let parts = words.split(move |word| {
        match *word {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            _ => {}
        }
        depth == 0 && *word == separator
    });
    parts.filter(|part| !part.is_empty())
}

/// A text of C of these words.
fn joined(words: &[&str]) -> String {
    let mut text = String::new();
    for word in words {
        let tight = [",", ")", ";", "["].contains(word) || text.ends_with(['(', '*', '[', '-']);
        let call = *word == "(" && !text.ends_with("return");
        if !(text.is_empty() || tight || call || (*word == "]")) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// The numbers of C: their words, bytes, and whether they have a sign or a fraction.
const NUMBERS: &[(&str, usize, bool, bool)] = &[
    ("_Bool", 1, false, false),
    ("unsigned char", 1, false, false),
    ("char", 1, true, false),
    ("int", 4, true, false),
    ("unsigned int", 4, false, false),
    ("unsigned", 4, false, false),
    ("long", 8, true, false),
    ("unsigned long", 8, false, false),
    ("long long", 8, true, false),
    ("unsigned long long", 8, false, false),
    ("float", 4, true, true),
    ("double", 8, true, true),
];

impl Header {
    /// Reads declarations. `handles` are the names of numbers that stand for what the library has.
    #[must_use]
    pub fn new(texts: &[&str], handles: &[&str], exceptions: &[Exception]) -> Self {
        let code: String = texts.iter().map(|text| stripped(text)).collect();
        let code = words(&code);
        let mut header = Self::default();
        for declaration in split(&code, ";") {
            header.declare(declaration, handles, exceptions);
        }
        header
    }

    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }

    /// The type of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Type> {
        self.types.get(name)
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = (&String, &Function)> {
        self.functions.iter()
    }

    /// The named constants of a value whose names begin so.
    #[must_use]
    pub fn enumerator(&self, prefix: &str, value: i64) -> Option<&str> {
        let is = |(name, number): &&(String, i64)| *number == value && name.starts_with(prefix);
        self.enumerators
            .iter()
            .find(is)
            .map(|(name, _)| name.as_str())
    }

    /// The types that texts name and those that these name, with their declarations.
    #[must_use]
    pub fn types_of(&self, texts: &[String]) -> Vec<(&str, &str)> {
        let mut wanted: Vec<&str> = texts.iter().flat_map(|text| words(text)).collect();
        let mut kept = Vec::new();
        // A type is declared before it is used.
        for (name, text) in self.declarations.iter().rev() {
            if wanted.contains(&name.as_str()) {
                wanted.extend(words(text));
                kept.push((name.as_str(), text.as_str()));
            }
        }
        kept.reverse();
        kept
    }

    fn declare(&mut self, words: &[&str], handles: &[&str], exceptions: &[Exception]) {
        match words {
            ["extern", ..] => {}
            ["enum", "{", list @ .., "}"] => self.enumerate(list),
            ["typedef", rest @ ..] => {
                let (name, kind, _) = self.declarator(rest);
                let kind = match kind {
                    Type::Number { size, .. } if handles.contains(&name.as_str()) => {
                        Type::Handle { size }
                    }
                    kind => kind,
                };
                self.types.insert(name.clone(), kind);
                self.declarations
                    .push((name, format!("{};", joined(words))));
            }
            [.., ")"] => self.function_of(words, exceptions),
            _ => {}
        }
    }

    fn enumerate(&mut self, list: &[&str]) {
        let mut next = 0;
        for enumerator in split(list, ",") {
            let number = enumerator.get(2..).unwrap_or_default().concat();
            let parsed = match number.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16),
                None => number.parse(),
            };
            next = parsed.unwrap_or(next);
            self.enumerators.push((enumerator[0].to_owned(), next));
            next += 1;
        }
    }

    fn function_of(&mut self, words: &[&str], exceptions: &[Exception]) {
        let Some(open) = words.iter().position(|word| *word == "(") else {
            return;
        };
        let (name, result, _) = self.declarator(&words[..open]);
        let inside = &words[open + 1..words.len() - 1];
        let inside = if *inside == ["void"] { &[] } else { inside };
        let parameter = |words: &[&str]| {
            let (name, kind, name_at) = self.declarator(words);
            Parameter {
                name,
                written: joined(&words[..name_at]),
                kind,
                is_const: words.contains(&"const"),
                count: Count::One,
                length_size: 8,
            }
        };
        let mut parameters: Vec<Parameter> = split(inside, ",").map(parameter).collect();
        for at in 0..parameters.len() {
            let count = rules::of_parameter(&name, &parameters, at, exceptions);
            parameters[at].count = count;
            if let Count::Each { lengths, .. } = count
                && let Type::Pointer(of) = &parameters[lengths].kind
            {
                parameters[at].length_size = of.layout().0;
            }
        }
        let function = Function {
            written: joined(&words[..open - 1]),
            count: rules::of_result(&name, &parameters, exceptions),
            result,
            parameters,
            text: format!("{};", joined(words)),
        };
        self.functions.insert(name, function);
    }

    /// A type and the name that it is declared for; where the name is.
    fn declarator(&self, words: &[&str]) -> (String, Type, usize) {
        if let Some(star) = words.windows(2).position(|two| two == ["(", "*"]) {
            let name = words.get(star + 2).copied().unwrap_or_default();
            return (name.to_owned(), Type::Function, star + 2);
        }
        let at = words.len().saturating_sub(1);
        let name = words.get(at).copied().unwrap_or_default().to_owned();
        (name, self.kind(&words[..at]), at)
    }

    fn kind(&self, words: &[&str]) -> Type {
        let stars = words.iter().rev().take_while(|word| **word == "*").count();
        let base = &words[..words.len() - stars];
        let base: Vec<&str> = base.iter().copied().filter(|w| *w != "const").collect();
        let mut kind = match &base[..] {
            ["void"] => Type::Void,
            ["struct", "{", members @ .., "}"] => Type::Struct(self.members(members)),
            ["struct", _] => Type::Opaque,
            ["char"] if stars > 0 => return pointers(Type::Text, stars - 1),
            [name] if self.types.contains_key(*name) => self.types[*name].clone(),
            names => {
                let names = names.join(" ");
                let number = NUMBERS.iter().find(|(name, ..)| *name == names);
                number.map_or(Type::Opaque, |(_, size, signed, real)| Type::Number {
                    size: *size,
                    signed: *signed,
                    real: *real,
                })
            }
        };
        kind = pointers(kind, stars);
        kind
    }

    /// The members of a structure, several of which may share a type.
    fn members(&self, words: &[&str]) -> Vec<Member> {
        let mut members = Vec::new();
        for declaration in split(words, ";") {
            if declaration.windows(2).any(|two| two == ["(", "*"]) {
                let (name, kind, _) = self.declarator(declaration);
                let written = String::new();
                members.push(Member {
                    name,
                    written,
                    kind,
                });
                continue;
            }
            let mut parts = split(declaration, ",");
            let first = parts.next().unwrap_or_default();
            let array = first.iter().position(|word| *word == "[");
            let length = array.and_then(|at| first.get(at + 1)?.parse::<usize>().ok());
            let first = &first[..array.unwrap_or(first.len())];
            let (name, kind, at) = self.declarator(first);
            let written = joined(&first[..at]);
            let member = Member {
                name,
                written: written.clone(),
                kind,
            };
            members.extend(std::iter::repeat_n(member, length.unwrap_or(1)));
            let stars = first[..at].iter().rev().take_while(|w| **w == "*").count();
            for part in parts {
                // `*b` of `*a, *b`: the stars are the name's, not the type's.
                let base = self.kind(&first[..at - stars]);
                let more = part.len().saturating_sub(1);
                let kind = match (&base, more) {
                    (
                        Type::Number {
                            size: 1,
                            signed: true,
                            ..
                        },
                        1..,
                    ) => Type::Text,
                    _ => pointers(base, more),
                };
                members.push(Member {
                    name: part[more].to_owned(),
                    written: written.clone(),
                    kind,
                });
            }
        }
        members
    }
}

fn pointers(kind: Type, stars: usize) -> Type {
    (0..stars).fold(kind, |kind, _| Type::Pointer(Box::new(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        /* Some. */
        typedef struct a_s a_t; typedef struct b_s *B; typedef int term_t;
        enum { ZERO, TEN = 10, ELEVEN, LESS = -1, HEX = 0x10 };
        typedef struct { unsigned int capacity, size; term_t *data; } vector_t;
        const B *many(a_t *a, unsigned n, const B *args, unsigned long *size);
        void set(void (*handler)(const char *text), void *state);
        int fill(term_t t, vector_t *v, _Bool flag, long *to);
        void behind(a_t *a, term_t *domain, unsigned arity, term_t codomain);
        ";

    #[test]
    fn declarations_are_read() {
        let header = Header::new(&[TEXT], &["term_t"], &[]);
        assert_eq!(header.enumerator("", -1), Some("LESS"));
        assert_eq!(header.enumerator("E", 11), Some("ELEVEN"));
        assert_eq!(header.enumerator("", 16), Some("HEX"));
        let many = header.function("many").unwrap();
        assert!(many.result.is_data() && many.count == Count::Of(3));
        assert!(many.parameters[0].kind.is_handle());
        assert_eq!(many.parameters[2].count, Count::Of(1));
        assert_eq!(many.parameters[2].written, "const B *");
        assert_eq!(many.parameters[3].count, Count::One);
        let set = header.function("set").unwrap();
        assert!(set.parameters[0].kind.calls_back());
        assert_eq!(
            set.text,
            "void set(void(*handler)(const char *text), void *state);"
        );
        let fill = header.function("fill").unwrap();
        assert_eq!(fill.parameters[3].count, Count::One);
        let Type::Pointer(vector) = &fill.parameters[1].kind else {
            panic!("{fill:?}");
        };
        assert_eq!(vector.layout(), (16, 8));
        assert_eq!(vector.offsets(), [0, 4, 8]);
        let behind = header.function("behind").unwrap();
        assert_eq!(behind.parameters[1].count, Count::Of(2));
        let types = header.types_of(std::slice::from_ref(&fill.text));
        let types: Vec<&str> = types.into_iter().map(|(_, text)| text).collect();
        assert_eq!(
            types,
            [
                "typedef int term_t;",
                "typedef struct { unsigned int capacity, size; term_t *data; } vector_t;",
            ]
        );
    }
}
