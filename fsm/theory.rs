//! Theories. Runs and profiles select sorts and operators by them.

use schemars::JsonSchema;
use serde::Deserialize;

/// A theory of SMT-LIB or of a solver, or the feature of quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Theory {
    /// Core.
    Bool,
    /// Integer arithmetic.
    Int,
    /// Real arithmetic. With `Int` it includes the conversions of Reals_Ints.
    Real,
    /// FixedSizeBitVectors.
    Bv,
    /// ArraysEx.
    Array,
    /// Finite sets, as in cvc5.
    Set,
    /// Finite bags, as in cvc5.
    Bag,
    /// Uninterpreted sorts and functions.
    Uf,
    /// Quantifiers.
    Quant,
    /// FloatingPoint.
    Fp,
    /// UnicodeStrings: strings and regular languages.
    String,
    /// Sequences.
    Seq,
    /// Finite fields.
    Ff,
    /// Transcendental functions.
    Transcendental,
    /// Algebraic datatypes.
    Dt,
    /// Tuples.
    Tuple,
    /// Nullable sorts: the elements of another sort, and null.
    Nullable,
    /// Higher-order logic: functions are first-class values.
    Ho,
}

impl Theory {
    /// All theories with their names in profiles. The command line takes the names in lower case
    /// without the prefix.
    pub const ALL: [(Theory, &'static str); 18] = [
        (Theory::Bool, "THEORY_BOOL"),
        (Theory::Int, "THEORY_INT"),
        (Theory::Real, "THEORY_REAL"),
        (Theory::Bv, "THEORY_BV"),
        (Theory::Array, "THEORY_ARRAY"),
        (Theory::Set, "THEORY_SET"),
        (Theory::Bag, "THEORY_BAG"),
        (Theory::Uf, "THEORY_UF"),
        (Theory::Quant, "THEORY_QUANT"),
        (Theory::Fp, "THEORY_FP"),
        (Theory::String, "THEORY_STRING"),
        (Theory::Seq, "THEORY_SEQ"),
        (Theory::Ff, "THEORY_FF"),
        (Theory::Transcendental, "THEORY_TRANSCENDENTAL"),
        (Theory::Dt, "THEORY_DT"),
        (Theory::Tuple, "THEORY_TUPLE"),
        (Theory::Nullable, "THEORY_NULLABLE"),
        (Theory::Ho, "THEORY_HO"),
    ];

    /// The name in profiles, `THEORY_BV`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The name in messages, `BV`.
    #[must_use]
    pub fn short(self) -> &'static str {
        self.name().trim_start_matches("THEORY_")
    }

    /// A description in a few words.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Theory::Bool => "Core: Booleans, equality, ite",
            Theory::Int => "Ints",
            Theory::Real => "Reals; with int also the conversions of Reals_Ints",
            Theory::Bv => "FixedSizeBitVectors; with int also the conversions to and from integers",
            Theory::Array => "ArraysEx; with quant also arrays defined by lambdas",
            Theory::Set => "finite sets; with int also cardinalities",
            Theory::Bag => "finite bags; with int also multiplicities, with set also conversions",
            Theory::Uf => "uninterpreted sorts and functions, define-fun",
            Theory::Quant => "quantifiers; with uf also patterns",
            Theory::Fp => "FloatingPoint; with bv and real also the conversions to and from these",
            Theory::String => "UnicodeStrings; with int also lengths, positions, codes and numbers",
            Theory::Seq => "sequences; with int also lengths and positions",
            Theory::Ff => "finite fields of prime size",
            Theory::Transcendental => "transcendental functions and square roots; needs real",
            Theory::Dt => "algebraic datatypes",
            Theory::Tuple => "tuples; with set and bag also relations and tables of these",
            Theory::Nullable => "nullable sorts; with ho also functions lifted to them",
            Theory::Ho => "HO-Core: functions as values, lambda, in logics HO_…",
        }
    }

    /// Other names that users know, in lower case. A plural is not listed: see
    /// [`from_name`](Self::from_name).
    pub const ALIASES: [(&'static str, Theory); 23] = [
        ("core", Theory::Bool),
        ("boolean", Theory::Bool),
        ("integer", Theory::Int),
        ("bitvec", Theory::Bv),
        ("bitvector", Theory::Bv),
        ("bit-vector", Theory::Bv),
        ("fixedsizebitvector", Theory::Bv),
        ("arraysex", Theory::Array),
        ("float", Theory::Fp),
        ("floatingpoint", Theory::Fp),
        ("floating-point", Theory::Fp),
        ("function", Theory::Uf),
        ("quantifier", Theory::Quant),
        ("str", Theory::String),
        ("unicodestring", Theory::String),
        ("sequence", Theory::Seq),
        ("finite-field", Theory::Ff),
        ("field", Theory::Ff),
        ("trans", Theory::Transcendental),
        ("datatype", Theory::Dt),
        ("adt", Theory::Dt),
        ("higher-order", Theory::Ho),
        ("hol", Theory::Ho),
    ];

    /// The theory with this name, whatever its case: `THEORY_BV`, `bv`, or one of
    /// [`ALIASES`](Self::ALIASES). It may be a plural.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let name = name.strip_prefix("theory_").unwrap_or(&name);
        let names = Self::ALL.iter();
        let names = names.map(|(theory, _)| (theory.short().to_lowercase(), *theory));
        let aliases = Self::ALIASES.iter();
        let aliases = aliases.map(|(alias, theory)| ((*alias).to_owned(), *theory));
        let known: Vec<(String, Self)> = names.chain(aliases).collect();
        let find = |name: &str| known.iter().find(|(known, _)| known == name);
        let found = find(name).or_else(|| find(name.strip_suffix('s')?));
        found.map(|(_, theory)| *theory)
    }
}

/// A set of theories.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(from = "Vec<Theory>")]
pub struct Theories(u32);

impl Theories {
    /// Every theory.
    #[must_use]
    pub fn all() -> Self {
        Theory::ALL.iter().map(|(theory, _)| *theory).collect()
    }

    /// Whether the set contains `theory`.
    #[must_use]
    pub fn has(self, theory: Theory) -> bool {
        self.0 & (1 << theory as u8) != 0
    }

    /// Adds `theory`.
    pub fn insert(&mut self, theory: Theory) {
        self.0 |= 1 << theory as u8;
    }

    /// Removes `theory`.
    pub fn remove(&mut self, theory: Theory) {
        self.0 &= !(1 << theory as u8);
    }

    /// The union of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set is a subset of `other`.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The intersection of both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The members, in the order of `Theory::ALL`.
    pub fn iter(self) -> impl Iterator<Item = Theory> {
        Theory::ALL
            .iter()
            .map(|(theory, _)| *theory)
            .filter(move |theory| self.has(*theory))
    }
}

impl FromIterator<Theory> for Theories {
    fn from_iter<I: IntoIterator<Item = Theory>>(theories: I) -> Self {
        let mut set = Self::default();
        for theory in theories {
            set.insert(theory);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theories_have_several_names() {
        for (name, theory) in [
            ("THEORY_BV", Theory::Bv),
            ("Bv", Theory::Bv),
            ("arrays", Theory::Array),
            ("Strings", Theory::String),
            ("floats", Theory::Fp),
            ("FloatingPoint", Theory::Fp),
            ("datatypes", Theory::Dt),
            ("ints", Theory::Int),
            ("quantifiers", Theory::Quant),
            ("seq", Theory::Seq),
            ("sequences", Theory::Seq),
            ("finite-fields", Theory::Ff),
        ] {
            assert_eq!(Theory::from_name(name), Some(theory), "{name}");
        }
        for unknown in ["", "s", "bvss", "theory_"] {
            assert_eq!(Theory::from_name(unknown), None, "{unknown}");
        }
        for (alias, theory) in Theory::ALIASES {
            assert_eq!(Theory::from_name(alias), Some(theory), "{alias}");
        }
    }
}
