//! The variables of a program and their values. An argument of a call is written as the variable
//! that has its value, which is the result of an earlier call.

use murxla_wrappers::record::Datum;
use rustc_hash::{FxHashMap, FxHashSet};

/// Identifies a variable that is only declared if it is used.
pub(super) type VariableId = usize;

struct Variable {
    used: bool,
    /// The variable from which it is read: it is needed if this one is used.
    source: Option<VariableId>,
}

/// A variable with a value that the library returned or wrote.
struct Holder {
    /// The type of the value, as written in C.
    kind: String,
    /// `None` if it is always declared.
    variable: Option<VariableId>,
    /// Its expression in C: a variable, or a member of one.
    name: String,
}

/// A structure of the caller that a function has written to, with its content afterwards.
pub(super) struct Structure {
    pub(super) name: String,
    pub(super) kind: String,
    address: u64,
    content: Datum,
}

/// All variables of a program.
#[derive(Default)]
pub(super) struct Variables {
    optional: Vec<Variable>,
    /// The variables that have a value, in the order in which they got it.
    holders: FxHashMap<u64, Vec<Holder>>,
    structures: Vec<Structure>,
    /// Names that are in use.
    names: FxHashSet<String>,
    /// The last number that was appended to a stem.
    numbers: FxHashMap<String, u32>,
}

/// The stem of names for variables of a type: `ast_vector` for `Z3_ast_vector`, `term_manager` for
/// `Cvc5TermManager *`.
fn stem(kind: &str, prefixes: &[&str]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = kind.split(|c| !is_part(c));
    let name = words.rfind(|word| !word.is_empty() && *word != "const");
    let name = name.unwrap_or("value");
    let short = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let short = match short {
        // A type with the name of the library is the type of its solvers.
        Some("") => "solver",
        short => short.unwrap_or(name),
    };
    let short = short.strip_suffix("_t").unwrap_or(short);
    let mut stem = String::new();
    let mut before = '_';
    for c in short.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            stem.push('_');
        }
        stem.extend(c.to_lowercase());
        before = c;
    }
    stem
}

/// Whether a value contains a pointer. Two structures with the same pointer are the same, even at
/// different addresses.
fn has_pointer(datum: &Datum) -> bool {
    match datum {
        Datum::Word(word) => *word > u64::from(u32::MAX),
        Datum::Text(..) | Datum::Array(..) => true,
        Datum::Struct(members) => members.iter().any(has_pointer),
    }
}

impl Variables {
    /// A new name: the wanted one if it is free, otherwise the stem of the type with a number.
    pub(super) fn name(&mut self, kind: &str, wanted: Option<&str>, prefixes: &[&str]) -> String {
        if let Some(name) = wanted
            && self.names.insert(name.to_owned())
        {
            return name.to_owned();
        }
        let stem = stem(kind, prefixes);
        loop {
            let number = self.numbers.entry(stem.clone()).or_default();
            *number += 1;
            let name = format!("{stem}{number}");
            if self.names.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Adds a variable that is only declared if it is used. `source` is the variable from which it
    /// is read.
    pub(super) fn add_optional(&mut self, source: Option<VariableId>) -> VariableId {
        let used = false;
        self.optional.push(Variable { used, source });
        self.optional.len() - 1
    }

    /// Whether a variable is used.
    pub(super) fn is_used(&self, variable: VariableId) -> bool {
        self.optional[variable].used
    }

    /// Notes that a variable now has a value.
    pub(super) fn set(&mut self, kind: &str, word: u64, name: &str, variable: Option<VariableId>) {
        let holder = Holder {
            kind: kind.trim_start_matches("const ").to_owned(),
            variable,
            name: name.to_owned(),
        };
        self.holders.entry(word).or_default().push(holder);
    }

    /// The last variable of this type with a value, which then counts as used. With `casts`, a
    /// variable of another type is also possible and gets a cast. This is only right for addresses:
    /// the same address means the same object.
    pub(super) fn find(&mut self, kind: &str, word: u64, casts: bool) -> Option<String> {
        let kind = kind.trim_start_matches("const ");
        let holders = self.holders.get(&word).filter(|_| word != 0 || !casts)?;
        let same_type = holders.iter().rev().find(|holder| holder.kind == kind);
        let (holder, is_same_type) = match same_type {
            Some(holder) => (holder, true),
            None if casts => (holders.last()?, false),
            None => return None,
        };
        let (name, variable) = (holder.name.clone(), holder.variable);
        if let Some(variable) = variable {
            self.mark_used(variable);
        }
        Some(if is_same_type {
            name
        } else {
            format!("({kind}){name}")
        })
    }

    /// Notes that a variable is used.
    pub(super) fn mark_used(&mut self, variable: VariableId) {
        let mut used = Some(variable);
        while let Some(at) = used {
            self.optional[at].used = true;
            used = self.optional[at].source;
        }
    }

    /// The known structure of this type and content. It must be at this address or contain a
    /// pointer; in the second case the caller has moved it.
    pub(super) fn structure(
        &self,
        kind: &str,
        address: u64,
        content: &Datum,
    ) -> Option<&Structure> {
        let is_same = |known: &&Structure| {
            let same_content = known.kind == kind && known.content == *content;
            same_content && (known.address == address || has_pointer(content))
        };
        self.structures.iter().rev().find(is_same)
    }

    /// The known structure of this type with this content.
    pub(super) fn same_structure(&self, kind: &str, content: &Datum) -> Option<&Structure> {
        let mut known = self.structures.iter().rev();
        known.find(|known| known.kind == kind && known.content == *content)
    }

    /// The known structure with this content, or the structure and the position of the member with
    /// this content. The content must have a pointer.
    pub(super) fn with_content(&self, content: &Datum) -> Option<(&Structure, Option<usize>)> {
        let known = self.structures.iter().rev();
        let mut known = known.filter(|_| has_pointer(content));
        known.find_map(|known| match &known.content {
            whole if whole == content => Some((known, None)),
            Datum::Struct(members) => {
                let at = members.iter().position(|member| member == content)?;
                Some((known, Some(at)))
            }
            _ => None,
        })
    }

    /// Sets the content of a structure's member, and the address of the structure.
    pub(super) fn set_member(&mut self, name: &str, member: usize, address: u64, content: Datum) {
        let at = self.structures.iter().position(|known| known.name == name);
        let Some(mut known) = at.map(|at| self.structures.remove(at)) else {
            return;
        };
        if let Datum::Struct(values) = &mut known.content
            && let Some(value) = values.get_mut(member)
        {
            *value = content;
        }
        known.address = address;
        self.structures.push(known);
    }

    /// Sets the content of a structure.
    pub(super) fn set_structure(&mut self, name: &str, kind: &str, address: u64, content: Datum) {
        self.structures.retain(|known| known.name != name);
        self.structures.push(Structure {
            name: name.to_owned(),
            kind: kind.to_owned(),
            address,
            content,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_types() {
        let prefixes = ["Z3_", "Cvc5"];
        for (kind, wanted) in [
            ("Z3_ast_vector", "ast_vector"),
            ("const Cvc5TermManager *", "term_manager"),
            ("Cvc5 *", "solver"),
            ("term_t", "term"),
            ("FILE *", "file"),
        ] {
            assert_eq!(stem(kind, &prefixes), wanted);
        }
    }

    /// A structure that was moved is the variable with its content, and not a literal.
    #[test]
    fn structures_are_known_by_their_content() {
        let mut variables = Variables::default();
        let content = || Datum::Struct(vec![Datum::Word(0), Datum::Word(2)]);
        variables.set_structure("yval1", "yval_t", 0x99, content());
        let known = |kind, content: &Datum| {
            let known = variables.same_structure(kind, content);
            known.map(|known| known.name.clone())
        };
        assert_eq!(known("yval_t", &content()).as_deref(), Some("yval1"));
        assert_eq!(known("mpz_t", &content()), None);
        assert_eq!(
            known(
                "yval_t",
                &Datum::Struct(vec![Datum::Word(0), Datum::Word(3)])
            ),
            None
        );
    }
}
