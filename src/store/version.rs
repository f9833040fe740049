//! Version numbers of solvers, as users and packages write them.

use super::instrumentation::Instrumentation;
use murxla_fsm::profile::split_version;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A version such as `5.4.0`: numbers and an optional suffix (`post1`). That of a build also has
/// its instrumentation: `5.4.0+assertions`.
///
/// Packages of Z3 have a fourth number, which is almost always zero. It is dropped, so `4.8.5` and
/// `4.8.5.0` are the same version.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    /// The version of the release.
    release: Box<str>,
    with: Instrumentation,
}

impl Version {
    /// Whether `other` is this version or a longer form of it: `4.13` covers `4.13.0` and `4.13.4`.
    pub(super) fn covers(&self, other: &Version) -> bool {
        let (numbers, suffix) = self.parts();
        let is_longer = suffix.is_empty() && other.parts().0.starts_with(&numbers);
        self == other || self.with == other.with && is_longer
    }

    /// What the build has that the release lacks.
    #[must_use]
    pub fn instrumentation(&self) -> Instrumentation {
        self.with
    }

    /// Whether it is the version of a release, and not of a build.
    #[must_use]
    pub fn is_release(&self) -> bool {
        self.with.is_none()
    }

    /// The version of the release with the same sources.
    #[must_use]
    pub fn release(&self) -> Self {
        self.with(Instrumentation::default())
    }

    /// The version of a build with the same sources.
    #[must_use]
    pub fn with(&self, with: Instrumentation) -> Self {
        Self {
            release: self.release.clone(),
            with,
        }
    }

    /// Whether it has at least three numbers, so that it names one release and not several, as
    /// `4.13` does.
    pub(super) fn is_full(&self) -> bool {
        self.parts().0.len() >= 3
    }

    /// The version as the maintainers of the solver call it: without the number of a package that
    /// was made again, `post24`, and without instrumentation.
    #[must_use]
    pub fn of_solver(&self) -> &str {
        let release = &*self.release;
        let (of_solver, suffix) = release.rsplit_once('.').unwrap_or((release, ""));
        let is_repeated = suffix
            .strip_prefix("post")
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
        if is_repeated { of_solver } else { release }
    }

    /// The numbers and the suffix.
    fn parts(&self) -> (Vec<u64>, &str) {
        split_version(&self.release)
    }
}

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (text, with) = match text.split_once('+') {
            Some((text, with)) => (text, with.parse()?),
            None => (text, Instrumentation::default()),
        };
        let (numbers, suffix) = split_version(text);
        let begins = suffix.is_empty() || suffix.starts_with(|c: char| c.is_ascii_alphabetic());
        let good = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric());
        if numbers.is_empty() || !begins || !text.split('.').all(good) {
            return Err(());
        }
        let text = match text.strip_suffix(".0") {
            Some(three) if suffix.is_empty() && numbers.len() == 4 => three,
            _ => text,
        };
        Ok(Version {
            release: text.into(),
            with,
        })
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
            .map_err(|()| format!("`{text}` is not a version"))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.release)?;
        match self.is_release() {
            true => Ok(()),
            false => write!(f, "+{}", self.with),
        }
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        // The text is compared, too, because `1.02` and `1.2` have equal numbers but are not equal.
        let key = (self.parts(), &self.release, self.with);
        key.cmp(&(other.parts(), &other.release, other.with))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn a_fourth_number_of_zero_is_dropped() {
        assert_eq!(version("4.8.5.0"), version("4.8.5"));
        assert_eq!(version("4.8.5.0").to_string(), "4.8.5");
        assert_ne!(version("4.8.5.1"), version("4.8.5"));
    }

    #[test]
    fn the_number_of_a_package_is_not_of_the_solver() {
        assert_eq!(version("2.6.5.post24").of_solver(), "2.6.5");
        assert_eq!(version("2.6.5").of_solver(), "2.6.5");
        assert_eq!(version("2.6.post").of_solver(), "2.6.post");
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        assert!(version("4.8.9") < version("4.8.10"));
        assert!(version("4.16.0") < version("5.0.0"));
        assert!(version("4.8.5") < version("4.8.5.1"));
        assert!(version("3.2.4.19342042739") < version("3.2.4.38488416565"));
    }

    #[test]
    fn what_is_printed_parses_to_the_same() {
        let long = "3.2.4.38488416565";
        let built = "5.4.1+assertions+address";
        for text in ["5.4.0", "4.8.0.0.post1", "1.5.0rc1", "7", long, built] {
            assert_eq!(version(text).to_string(), text);
        }
    }

    #[test]
    fn a_build_is_not_a_release() {
        let build = version("4.8.5.0+undefined+address");
        assert_eq!(build.to_string(), "4.8.5+address+undefined");
        assert!(!build.is_release() && build.release() == version("4.8.5"));
        assert!(version("4.8.5") < build && build < version("4.8.6"));
        assert!(!version("4.8").covers(&build) && version("4.8+address+undefined").covers(&build));
    }

    #[test]
    fn a_version_covers_itself_and_longer_forms() {
        let covers = |a: &str, b: &str| version(a).covers(&version(b));
        assert!(covers("4.13", "4.13.4") && !covers("4.13", "4.1"));
        assert!(covers("2.6.5.post24", "2.6.5.post24"));
        assert!(!covers("2.6.5.post24", "2.6.5"));
    }

    #[test]
    fn invalid_versions_are_rejected() {
        for text in [
            "",
            "latest",
            "1..2",
            "1.",
            ".1",
            "1/2",
            "../1",
            "1.2-3",
            "1.2+",
            "1.2+thread",
            "+assertions",
            "99999999999999999999",
        ] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }
}
