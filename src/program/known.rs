//! Variables of a program, and what is known to be in them: the value that a call takes is the one that an earlier call
//! gave.

use murxla_wrappers::record::Datum;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable that is declared if it is used.
pub(super) type Slot = usize;

struct Variable {
    used: bool,
    /// It is read out of this one.
    of: Option<Slot>,
}

/// A value that the library has given, and the variable that has it.
struct Given {
    kind: String,
    slot: Option<Slot>,
    name: String,
}

/// Memory of the caller that was given to the library as a place to read and write: what it had afterwards.
pub(super) struct Structure {
    pub(super) name: String,
    pub(super) kind: String,
    address: u64,
    is: Datum,
}

/// All variables.
#[derive(Default)]
pub(super) struct Known {
    variables: Vec<Variable>,
    given: FxHashMap<u64, Vec<Given>>,
    structures: Vec<Structure>,
    taken: FxHashSet<String>,
    numbers: FxHashMap<String, u32>,
}

/// `Z3_ast_vector` and `Cvc5TermManager *` as `ast_vector` and `term_manager`.
fn stem(kind: &str, prefixes: &[&str]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = kind.split(|c| !is_part(c));
    let name = words.rfind(|word| !word.is_empty() && *word != "const");
    let name = name.unwrap_or("value");
    let short = prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    let short = match short {
        // A type that is named like the library is its solver.
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

/// Whether there is a pointer in a structure: no other has the same, wherever it lies.
fn is_own(datum: &Datum) -> bool {
    match datum {
        Datum::Word(word) => *word > u64::from(u32::MAX),
        Datum::Text(..) | Datum::Array(..) => true,
        Datum::Struct(members) => members.iter().any(is_own),
    }
}

impl Known {
    /// A name that nothing else has: the wanted one, or a number behind what the type is called.
    pub(super) fn name(&mut self, kind: &str, wanted: Option<&str>, prefixes: &[&str]) -> String {
        if let Some(name) = wanted
            && self.taken.insert(name.to_owned())
        {
            return name.to_owned();
        }
        let stem = stem(kind, prefixes);
        loop {
            let number = self.numbers.entry(stem.clone()).or_default();
            *number += 1;
            let name = format!("{stem}{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A variable that is declared only where it is used.
    pub(super) fn slot(&mut self, of: Option<Slot>) -> Slot {
        self.variables.push(Variable { used: false, of });
        self.variables.len() - 1
    }

    /// Whether a variable is used.
    pub(super) fn is_used(&self, slot: Slot) -> bool {
        self.variables[slot].used
    }

    /// From here on, a value is in a variable.
    pub(super) fn give(&mut self, kind: &str, word: u64, name: &str, slot: Option<Slot>) {
        let given = Given {
            kind: kind.trim_start_matches("const ").to_owned(),
            slot,
            name: name.to_owned(),
        };
        self.given.entry(word).or_default().push(given);
    }

    /// The variable with a value; if only one of another type has it, with a cast where `casts`: of an address, which is
    /// that of the same thing, whatever the type.
    pub(super) fn take(&mut self, kind: &str, word: u64, casts: bool) -> Option<String> {
        let kind = kind.trim_start_matches("const ");
        let given = self.given.get(&word).filter(|_| word != 0 || !casts)?;
        let same = given.iter().rev().find(|given| given.kind == kind);
        let (given, same) = match same {
            Some(given) => (given, true),
            None if casts => (given.last()?, false),
            None => return None,
        };
        let mut slot = given.slot;
        while let Some(at) = slot {
            self.variables[at].used = true;
            slot = self.variables[at].of;
        }
        let name = &given.name;
        Some(if same {
            name.clone()
        } else {
            format!("({kind}){name}")
        })
    }

    /// The structure that is at a place and has not changed since, or whose pointers have moved here.
    pub(super) fn structure(&self, kind: &str, address: u64, is: &Datum) -> Option<&Structure> {
        let known = self.structures.iter().rev();
        known.into_iter().find(|known| {
            known.kind == kind && known.is == *is && (known.address == address || is_own(is))
        })
    }

    /// A structure of this content, or the place of a member with it.
    pub(super) fn content(&self, is: &Datum) -> Option<(&Structure, Option<usize>)> {
        let known = self.structures.iter().rev().filter(|_| is_own(is));
        known.into_iter().find_map(|known| match &known.is {
            whole if whole == is => Some((known, None)),
            Datum::Struct(members) => {
                let at = members.iter().position(|member| member == is)?;
                Some((known, Some(at)))
            }
            _ => None,
        })
    }

    /// What a member of a structure is now, and where the structure is.
    pub(super) fn set_member(&mut self, name: &str, member: usize, address: u64, is: Datum) {
        let at = self.structures.iter().position(|known| known.name == name);
        let Some(mut known) = at.map(|at| self.structures.remove(at)) else {
            return;
        };
        if let Datum::Struct(values) = &mut known.is
            && let Some(value) = values.get_mut(member)
        {
            *value = is;
        }
        known.address = address;
        self.structures.push(known);
    }

    /// What a structure is now.
    pub(super) fn set_structure(&mut self, name: &str, kind: &str, address: u64, is: Datum) {
        self.structures.retain(|known| known.name != name);
        self.structures.push(Structure {
            name: name.to_owned(),
            kind: kind.to_owned(),
            address,
            is,
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
}
