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

/// The parts of a declaration of one name. Examples are `const char **names[3]`, the `*more` after
/// a comma, and `void (*handler)(int code)`.
struct Declarator<'a> {
    /// `const char`, nothing, or `void`.
    base: &'a str,
    /// `**`, `*`, or `(*`. A function that returns a pointer has `*(*`.
    stars: &'a str,
    /// `names`, `more`, or `handler`.
    name: &'a str,
    /// `[3]`, nothing, or `)(int code)`.
    after: &'a str,
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names and numbers in a C text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !in_word(c))
}

/// The text without comments and preprocessor directives, on one line.
fn stripped(text: &str) -> String {
    let code = |part| str::split_once(part, "*/").map_or(part, |(_, after)| after);
    let code: String = text.split("/*").map(code).collect();
    let lines = code.lines().filter(|line| !line.starts_with('#'));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Splits at separators that are outside of parentheses and braces. Empty parts are dropped.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == separator
    });
    parts.map(str::trim).filter(|part| !part.is_empty())
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

/// The elements of [`CType::Text`].
const CHARACTER: CType = CType::Number {
    size: 1,
    signed: true,
    real: false,
};

impl<'a> Declarator<'a> {
    fn new(text: &'a str) -> Self {
        // The members of a structure may have parentheses too.
        let members_end = text.rfind('}').unwrap_or(0);
        let after_name = text[members_end..].find(['(', '[']);
        let open = after_name.map_or(text.len(), |at| members_end + at);
        let start = match text[open..].strip_prefix("(*") {
            Some(rest) => text.len() - rest.len(),
            None => text[..open].trim_end_matches(in_word).len(),
        };
        let (written, rest) = text.split_at(start);
        let (name, after) = rest.split_at(rest.find(|c| !in_word(c)).unwrap_or(rest.len()));
        let (base, stars) = written.split_at(written.trim_end_matches(['(', '*', ' ']).len());
        Self {
            base,
            stars: stars.trim(),
            name,
            after,
        }
    }

    /// The type, as written in C.
    fn written(&self) -> String {
        format!("{} {}", self.base, self.stars).trim().to_owned()
    }
}

impl CHeader {
    /// Parses the declarations of a C API.
    #[must_use]
    pub fn new(rules: &CProgramRules) -> Self {
        let code: String = rules.headers.iter().map(|text| stripped(text)).collect();
        let mut header = Self::default();
        for declaration in split(&code, ';') {
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

    fn declare(&mut self, text: &str, rules: &CProgramRules) {
        if let Some(list) = text.strip_prefix("enum {") {
            self.enumerate(list.trim_end_matches('}'));
        } else if let Some(declared) = text.strip_prefix("typedef ") {
            let declarator = Declarator::new(declared);
            let mut kind = self.kind(&declarator);
            if let CType::Number { size, .. } = kind
                && rules.handles.contains(&declarator.name)
            {
                kind = CType::Handle { size };
            }
            let name = declarator.name.to_owned();
            self.types.insert(name.clone(), kind);
            self.declarations.push((name, format!("{text};")));
        } else {
            self.declare_function(text, rules);
        }
    }

    fn enumerate(&mut self, list: &str) {
        let mut next = 0;
        for enumerator in split(list, ',') {
            let (name, number) = enumerator.split_once('=').unwrap_or((enumerator, ""));
            let number = number.trim();
            let parsed = match number.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16),
                None => number.parse(),
            };
            next = parsed.unwrap_or(next);
            self.enumerators.push((name.trim().to_owned(), next));
            next += 1;
        }
    }

    fn declare_function(&mut self, text: &str, rules: &CProgramRules) {
        let declarator = Declarator::new(text);
        let inside = declarator.after.strip_prefix('(');
        let Some(inside) = inside.and_then(|inside| inside.strip_suffix(')')) else {
            return;
        };
        let name = declarator.name.to_owned();
        let parameters = split(inside, ',').filter(|parameter| *parameter != "void");
        let parameter = |declarator: Declarator<'_>| CParameter {
            name: declarator.name.to_owned(),
            written: declarator.written(),
            kind: self.kind(&declarator),
            is_const: words(declarator.base).any(|word| word == "const"),
            count: Count::One,
            length_size: 8,
        };
        let mut parameters: Vec<CParameter> =
            parameters.map(Declarator::new).map(parameter).collect();
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
            written: declarator.written(),
            count: rules::of_result(rules, &name, &parameters),
            result: self.kind(&declarator),
            parameters,
            text: format!("{text};"),
        };
        self.functions.insert(name, function);
    }

    /// The type of what is declared.
    fn kind(&self, declarator: &Declarator<'_>) -> CType {
        if declarator.stars.contains('(') {
            return CType::Function;
        }
        let base = declarator.base;
        let base = base.strip_prefix("const ").unwrap_or(base);
        let members = base.strip_prefix("struct {");
        let number = || NUMBERS.iter().find(|(name, ..)| *name == base);
        let kind = if base == "void" {
            CType::Void
        } else if let Some(members) = members.and_then(|list| list.strip_suffix('}')) {
            CType::Struct(self.members(members))
        } else if let Some(kind) = self.types.get(base) {
            kind.clone()
        } else if let Some(&(_, size, signed, real)) = number() {
            CType::Number { size, signed, real }
        } else {
            CType::Opaque
        };
        let stars = declarator.stars.matches('*');
        stars.fold(kind, |kind, _| match kind {
            CHARACTER => CType::Text,
            kind => CType::Pointer(Box::new(kind)),
        })
    }

    /// The members of a structure. One declaration may have several members.
    fn members(&self, list: &str) -> Vec<CMember> {
        let mut members = Vec::new();
        for declaration in split(list, ';') {
            let mut base = "";
            for declarator in split(declaration, ',').map(Declarator::new) {
                // In `char *a, *b` each star belongs to one name, and both share `char`.
                if base.is_empty() {
                    base = declarator.base;
                }
                let declarator = Declarator { base, ..declarator };
                let member = CMember {
                    name: declarator.name.to_owned(),
                    written: declarator.written(),
                    kind: self.kind(&declarator),
                };
                let length = declarator.after.trim_matches(['[', ']']).parse();
                members.extend(std::iter::repeat_n(member, length.unwrap_or(1)));
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
        /* Some. */
        typedef struct a_s a_t; typedef struct b_s *B; typedef int term_t;
        enum { ZERO, TEN = 10, ELEVEN, LESS = -1, HEX = 0x10 };
        typedef struct {
          void *(*make)(a_t *a), *state; const char *name, letters[4];
        } plugin_t;
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
            errors: None,
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
            "void set(void (*handler)(const char *text), void *state);"
        );
        let fill = header.function("fill").unwrap();
        assert_eq!(fill.parameters[3].count, Count::One);
        let CType::Pointer(vector) = &fill.parameters[1].kind else {
            panic!("{fill:?}");
        };
        assert_eq!(vector.layout(), (16, 8));
        assert_eq!(vector.offsets(), [0, 4, 8]);
        let Some(CType::Struct(members)) = header.named("plugin_t") else {
            panic!("{header:?}");
        };
        let members: Vec<_> = members
            .iter()
            .map(|member| (&member.name[..], &member.written[..], &member.kind))
            .collect();
        let state = CType::Pointer(Box::new(CType::Void));
        assert_eq!(members[0], ("make", "void *(*", &CType::Function));
        assert_eq!(members[1], ("state", "void *", &state));
        assert_eq!(members[2], ("name", "const char *", &CType::Text));
        assert_eq!(members[3..], [("letters", "const char", &CHARACTER); 4]);
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
