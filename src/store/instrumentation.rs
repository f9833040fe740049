//! What a build of a solver has that its releases lack: assertions, sanitizers.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use murxla_fsm::oracle::BugKind;

/// A part of the instrumentation of a build.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Instrument {
    /// The assertions and checks that the developers of the solver use
    Assertions,
    /// AddressSanitizer: invalid memory accesses
    Address,
    /// UndefinedBehaviorSanitizer: overflow of signed integers, invalid shifts, invalid casts
    Undefined,
}

impl Instrument {
    /// Its name, in `--with` and in versions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Assertions => "assertions",
            Self::Address => "address",
            Self::Undefined => "undefined",
        }
    }

    /// What bugs of a kind need to show. `None` for those that show in releases.
    #[must_use]
    pub fn that_shows(kind: &BugKind) -> Option<Self> {
        match kind {
            BugKind::Assertion => Some(Self::Assertions),
            BugKind::Address(_) => Some(Self::Address),
            BugKind::Undefined(_) => Some(Self::Undefined),
            _ => None,
        }
    }

    /// What a release lacks, for a message: `a release has no …`.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            Self::Assertions => "assertions",
            Self::Address => "AddressSanitizer",
            Self::Undefined => "UndefinedBehaviorSanitizer",
        }
    }

    /// The sanitizer that compilers know by the same name, as in `-fsanitize=address`.
    #[must_use]
    pub fn is_sanitizer(self) -> bool {
        self != Self::Assertions
    }
}

/// The instrumentation of a build: a set of parts, a bit for each. Releases have none.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instrumentation(u8);

impl Instrumentation {
    /// Whether there is none, as in releases.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether a build has this part.
    #[must_use]
    pub fn has(self, part: Instrument) -> bool {
        self.0 & (1 << part as u8) != 0
    }

    /// The sanitizers, as compilers name them: `address,undefined`. Empty if there are none.
    #[must_use]
    pub fn sanitizers(self) -> String {
        let names = self.parts().filter(|part| part.is_sanitizer());
        let names: Vec<&str> = names.map(Instrument::name).collect();
        names.join(",")
    }

    fn parts(self) -> impl Iterator<Item = Instrument> {
        let all = Instrument::value_variants().iter().copied();
        all.filter(move |part| self.has(*part))
    }
}

impl FromIterator<Instrument> for Instrumentation {
    fn from_iter<T: IntoIterator<Item = Instrument>>(parts: T) -> Self {
        let bits = parts.into_iter().map(|part| 1 << part as u8);
        Self(bits.fold(0, |all, bit| all | bit))
    }
}

/// The names of the parts, sorted: `assertions+address`.
impl fmt::Display for Instrumentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.parts().map(Instrument::name).collect();
        f.write_str(&names.join("+"))
    }
}

impl FromStr for Instrumentation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let part = |name: &str| {
            let mut all = Instrument::value_variants().iter();
            all.find(|part| part.name() == name).copied().ok_or(())
        };
        text.split('+').map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Instrumentation;

    #[test]
    fn parts_are_sorted() {
        let with: Instrumentation = "undefined+assertions+address".parse().unwrap();
        assert_eq!(with.to_string(), "assertions+address+undefined");
        assert_eq!(with.sanitizers(), "address,undefined");
        for bad in ["", "assertion", "address+", "thread"] {
            assert!(bad.parse::<Instrumentation>().is_err(), "{bad}");
        }
    }
}
