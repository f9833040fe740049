//! The parts of a C declaration, as text.

/// The parts of a declaration of one name. Examples are `const char **names[3]`, the `*more` after
/// a comma, and `void (*handler)(int code)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declarator<'a> {
    /// `const char`, nothing, or `void`.
    pub(crate) base: &'a str,
    /// `**`, `*`, or `(*`. A function that returns a pointer has `*(*`.
    pub(crate) stars: &'a str,
    /// `names`, `more`, or `handler`.
    pub(crate) name: &'a str,
    /// `[3]`, nothing, or `)(int code)`.
    pub(crate) after: &'a str,
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names and numbers in a C text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !in_word(c))
}

/// Splits at separators that are outside of parentheses and braces. Empty parts are dropped.
pub(crate) fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
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

impl<'a> Declarator<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
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
    pub(crate) fn written(&self) -> String {
        format!("{} {}", self.base, self.stars).trim().to_owned()
    }

    /// Whether a pointer to a function is declared.
    pub(crate) fn is_callback(&self) -> bool {
        self.stars.contains('(')
    }

    /// The parameters of a function, or of a pointer to a function.
    pub(crate) fn parameters(&self) -> Option<Vec<Declarator<'a>>> {
        let inside = self.after.trim_start_matches(')').strip_prefix('(')?;
        let inside = inside.strip_suffix(')')?;
        let all = split(inside, ',').filter(|parameter| *parameter != "void");
        Some(all.map(Declarator::new).collect())
    }

    /// The members of a structure, if one is declared here. One declaration may have several.
    pub(crate) fn members(&self) -> Option<Vec<Declarator<'a>>> {
        let list = self.base.strip_prefix("struct {")?.strip_suffix('}')?;
        let mut members = Vec::new();
        for declaration in split(list, ';') {
            let mut base = "";
            for declarator in split(declaration, ',').map(Declarator::new) {
                // In `char *a, *b` each star belongs to one name, and both share `char`.
                if base.is_empty() {
                    base = declarator.base;
                }
                members.push(Declarator { base, ..declarator });
            }
        }
        Some(members)
    }

    /// The number of elements, if an array is declared.
    pub(crate) fn elements(&self) -> Option<usize> {
        self.after
            .strip_prefix('[')?
            .strip_suffix(']')?
            .parse()
            .ok()
    }
}

/// A number type of C.
pub(crate) struct Number {
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    pub(crate) signed: bool,
    pub(crate) real: bool,
    /// The same type in Rust.
    pub(crate) rust: &'static str,
}

const fn number(
    name: &'static str,
    size: usize,
    signed: bool,
    real: bool,
    rust: &'static str,
) -> Number {
    Number {
        name,
        size,
        signed,
        real,
        rust,
    }
}

/// The number types of C, on 64-bit machines.
pub(crate) const NUMBERS: &[Number] = &[
    number("_Bool", 1, false, false, "bool"),
    number("unsigned char", 1, false, false, "u8"),
    number("char", 1, true, false, "c_char"),
    number("int", 4, true, false, "c_int"),
    number("unsigned int", 4, false, false, "c_uint"),
    number("unsigned", 4, false, false, "c_uint"),
    number("uint32_t", 4, false, false, "u32"),
    number("long", 8, true, false, "c_long"),
    number("unsigned long", 8, false, false, "c_ulong"),
    number("long long", 8, true, false, "c_longlong"),
    number("unsigned long long", 8, false, false, "c_ulonglong"),
    number("float", 4, true, true, "f32"),
    number("double", 8, true, true, "f64"),
];
