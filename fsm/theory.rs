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

    /// The theory with this name: `THEORY_BV`, `bv` or `BV`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_uppercase();
        let name = name.strip_prefix("THEORY_").unwrap_or(&name);
        Self::ALL
            .iter()
            .find(|(_, n)| n.strip_prefix("THEORY_") == Some(name))
            .map(|(theory, _)| *theory)
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
