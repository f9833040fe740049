//! Names of findings. They are names of folders, too, and are read from files that may come from
//! somebody else.

use super::{Rules, SuspectedBug};
use murxla_fsm::oracle::BugKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest length of an id.
const MOST: usize = 100;

/// The name of a finding and of its folder: letters, digits, `-` and `_`. So it is a single
/// component of a path.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct FindingId(String);

fn is_known(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

impl FindingId {
    /// The id of a finding of this kind. `hash` tells findings of a kind apart.
    pub(super) fn new(kind: &BugKind, hash: &str) -> Self {
        let kind = kind.to_string();
        let kind = kind.chars().take(MOST - hash.len() - 1);
        let kind: String = kind.map(|c| if is_known(c) { c } else { '_' }).collect();
        Self(format!("{kind}-{hash}"))
    }

    /// Whether a bug is of the kind of the finding, or of one that this kind may turn out as. The
    /// id may be the name of the kind itself.
    #[must_use]
    pub fn is_of(&self, bug: &SuspectedBug) -> bool {
        let (its, kind) = (&bug.violation.kind, self.kind());
        self.names(its) || bug.is_of_kind(&kind) || kind.may_turn_out_as(its)
    }

    /// Whether this is the id of a finding of this kind, or the name of the kind itself.
    fn names(&self, kind: &BugKind) -> bool {
        let hash = self.0.rsplit_once('-').map_or("", |(_, hash)| hash);
        self.0 == kind.to_string() || *self == Self::new(kind, hash)
    }

    /// The kind, as far as the id tells it. The id may be the name of the kind itself.
    #[must_use]
    pub fn kind(&self) -> BugKind {
        let whole = BugKind::from(self.0.as_str());
        match self.0.rsplit_once('-') {
            Some((kind, _)) if BugKind::PLAIN.iter().all(|plain| *plain != whole) => kind.into(),
            _ => whole,
        }
    }

    /// Whether a run may not show the finding by itself, because an oracle in another process has
    /// found it.
    #[must_use]
    pub fn needs_other_process(&self) -> bool {
        self.kind().needs_other_process()
    }

    /// The place of the finding among the bugs that a replay of its whole trace shows: the bug with
    /// its key, or else the first one of its kind. In the same trace that is the same bug, although
    /// its frames or its message may depend on what the memory of the process has.
    #[must_use]
    pub fn find_in(&self, bugs: &[SuspectedBug], rules: &Rules) -> Option<usize> {
        let same_key = bugs.iter().position(|bug| bug.key(rules).id() == *self);
        same_key.or_else(|| bugs.iter().position(|bug| self.is_of(bug)))
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FindingId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.is_empty() || text.len() > MOST || !text.chars().all(is_known) {
            return Err("the id of a finding has letters, digits, `-` and `_` only");
        }
        Ok(Self(text))
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_names_of_folders() {
        let read = |text: &str| FindingId::try_from(text.to_owned());
        let long = "a".repeat(MOST + 1);
        for bad in [
            "", ".", "..", "a/b", "../a", "/a", "a b", "a.b", "a\0", "ä", &long,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("crash-SIGSEGV-0123abcd").is_ok());
        for kind in ["wrong-unsat", "../x", "\0\n", "", &long] {
            let kind = BugKind::from(kind);
            let id = FindingId::new(&kind, "0123abcd");
            assert_eq!(read(id.as_str()), Ok(id.clone()), "{kind}");
            assert!(id.names(&kind) && !id.names(&BugKind::WrongSat), "{kind}");
        }
    }
}
