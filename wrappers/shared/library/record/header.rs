//! A parser for the declarations of a C API in `api.h`, from which the bindings are generated.
//!
//! Those files are our own, so the parser only reads what they contain: functions, structures,
//! enumerations and type definitions.

use super::rules;
use super::types::{CFunction, CMember, CParameter, CType};
use murxla_fsm::wrapper::c_api::{CProgramRules, Count};
use std::collections::BTreeMap;

/// The declarations of a C API.
#[derive(Clone, Debug, Default)]
pub struct CHeader {
    functions: BTreeMap<String, CFunction>,
    types: BTreeMap<String, CType>,
    /// Names and texts of the type declarations, in the order of the header.
    declarations: Vec<(String, String)>,
    enumerators: Vec<(String, i64)>,
}

/// The tokens of a C text: names, numbers, and single other characters.
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

/// The text without comments and preprocessor directives.
fn stripped(text: &str) -> String {
    let mut code = String::new();
    for (n, part) in text.split("/*").enumerate() {
        let after = part.split_once("*/").map(|(_, after)| after);
        code.push_str(if n == 0 { part } else { after.unwrap_or("") });
    }
    let lines = code.lines().filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits at separators that are outside of parentheses and braces. Empty parts are dropped.
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

/// The tokens as a C text.
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

/// The number types of C: name, size in bytes, whether signed, whether floating-point.
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

impl CHeader {
    /// Parses the declarations of a C API.
    #[must_use]
    pub fn new(rules: &CProgramRules) -> Self {
        let code: String = rules.headers.iter().map(|text| stripped(text)).collect();
        let code = words(&code);
        let mut header = Self::default();
        for declaration in split(&code, ";") {
            header.declare(declaration, rules);
        }
        header
    }

    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&CFunction> {
        self.functions.get(name)
    }

    /// The type of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&CType> {
        self.types.get(name)
    }

    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = (&String, &CFunction)> {
        self.functions.iter()
    }

    /// The name of the enumerator with this value whose name starts with the prefix.
    #[must_use]
    pub fn enumerator(&self, prefix: &str, value: i64) -> Option<&str> {
        let is = |(name, number): &&(String, i64)| *number == value && name.starts_with(prefix);
        self.enumerators
            .iter()
            .find(is)
            .map(|(name, _)| name.as_str())
    }

    /// Names and declarations of the types that occur in the texts, and of the types on which those
    /// depend.
    #[must_use]
    pub fn types_of(&self, texts: &[String]) -> Vec<(&str, &str)> {
        let mut wanted: Vec<&str> = texts.iter().flat_map(|text| words(text)).collect();
        let mut kept = Vec::new();
        // A type is declared before it is used, so one pass from the end finds all.
        for (name, text) in self.declarations.iter().rev() {
            if wanted.contains(&name.as_str()) {
                wanted.extend(words(text));
                kept.push((name.as_str(), text.as_str()));
            }
        }
        kept.reverse();
        kept
    }

    fn declare(&mut self, words: &[&str], rules: &CProgramRules) {
        match words {
            ["extern", ..] => {}
            ["enum", "{", list @ .., "}"] => self.enumerate(list),
            ["typedef", rest @ ..] => {
                let (name, kind, _) = self.declarator(rest);
                let kind = match kind {
                    CType::Number { size, .. } if rules.handles.contains(&name.as_str()) => {
                        CType::Handle { size }
                    }
                    kind => kind,
                };
                self.types.insert(name.clone(), kind);
                self.declarations
                    .push((name, format!("{};", joined(words))));
            }
            [.., ")"] => self.function_of(words, rules),
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

    fn function_of(&mut self, words: &[&str], rules: &CProgramRules) {
        let Some(open) = words.iter().position(|word| *word == "(") else {
            return;
        };
        let (name, result, _) = self.declarator(&words[..open]);
        let inside = &words[open + 1..words.len() - 1];
        let inside = if *inside == ["void"] { &[] } else { inside };
        let parameter = |words: &[&str]| {
            let (name, kind, name_at) = self.declarator(words);
            CParameter {
                name,
                written: joined(&words[..name_at]),
                kind,
                is_const: words.contains(&"const"),
                count: Count::One,
                length_size: 8,
            }
        };
        let mut parameters: Vec<CParameter> = split(inside, ",").map(parameter).collect();
        for at in 0..parameters.len() {
            let count = rules::of_parameter(rules, &name, &parameters, at);
            parameters[at].count = count;
            if let Count::Nested { lengths, .. } = count
                && let CType::Pointer(of) = &parameters[lengths].kind
            {
                parameters[at].length_size = of.layout().0;
            }
        }
        let function = CFunction {
            written: joined(&words[..open - 1]),
            count: rules::of_result(rules, &name, &parameters),
            result,
            parameters,
            text: format!("{};", joined(words)),
        };
        self.functions.insert(name, function);
    }

    /// The name that is declared, its type, and the position of the name among the tokens.
    fn declarator(&self, words: &[&str]) -> (String, CType, usize) {
        if let Some(star) = words.windows(2).position(|two| two == ["(", "*"]) {
            let name = words.get(star + 2).copied().unwrap_or_default();
            return (name.to_owned(), CType::Function, star + 2);
        }
        let at = words.len().saturating_sub(1);
        let name = words.get(at).copied().unwrap_or_default().to_owned();
        (name, self.kind(&words[..at]), at)
    }

    fn kind(&self, words: &[&str]) -> CType {
        let stars = words.iter().rev().take_while(|word| **word == "*").count();
        let base = &words[..words.len() - stars];
        let base: Vec<&str> = base.iter().copied().filter(|w| *w != "const").collect();
        let mut kind = match &base[..] {
            ["void"] => CType::Void,
            ["struct", "{", members @ .., "}"] => CType::Struct(self.members(members)),
            ["struct", _] => CType::Opaque,
            ["char"] if stars > 0 => return pointers(CType::Text, stars - 1),
            [name] if self.types.contains_key(*name) => self.types[*name].clone(),
            names => {
                let names = names.join(" ");
                let number = NUMBERS.iter().find(|(name, ..)| *name == names);
                number.map_or(CType::Opaque, |(_, size, signed, real)| CType::Number {
                    size: *size,
                    signed: *signed,
                    real: *real,
                })
            }
        };
        kind = pointers(kind, stars);
        kind
    }

    /// The members of a structure. One declaration may have several members.
    fn members(&self, words: &[&str]) -> Vec<CMember> {
        let mut members = Vec::new();
        for declaration in split(words, ";") {
            if declaration.windows(2).any(|two| two == ["(", "*"]) {
                let (name, kind, _) = self.declarator(declaration);
                let written = String::new();
                members.push(CMember {
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
            let member = CMember {
                name,
                written: written.clone(),
                kind,
            };
            members.extend(std::iter::repeat_n(member, length.unwrap_or(1)));
            let stars = first[..at].iter().rev().take_while(|w| **w == "*").count();
            for part in parts {
                // In `*a, *b` each star belongs to one name, not to the type that both share.
                let base = self.kind(&first[..at - stars]);
                let more = part.len().saturating_sub(1);
                let kind = match (&base, more) {
                    (
                        CType::Number {
                            size: 1,
                            signed: true,
                            ..
                        },
                        1..,
                    ) => CType::Text,
                    _ => pointers(base, more),
                };
                members.push(CMember {
                    name: part[more].to_owned(),
                    written: written.clone(),
                    kind,
                });
            }
        }
        members
    }
}

fn pointers(kind: CType, stars: usize) -> CType {
    (0..stars).fold(kind, |kind, _| CType::Pointer(Box::new(kind)))
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
        let header = CHeader::new(&CProgramRules {
            headers: &[TEXT],
            prefixes: &[],
            sort: "",
            term: "term_t",
            handles: &["term_t"],
            lengths: &[],
            silent: &[],
            callbacks: &[],
            references: &[],
            counted_once: &[],
            instances: &[],
            queries: &[],
            incidental: &[],
            forms: &[],
            plain: &[],
            left_out: &[],
            companions: &[],
            frees: &[],
            system: &[],
            constants: &[],
        });
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
        let CType::Pointer(vector) = &fill.parameters[1].kind else {
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
