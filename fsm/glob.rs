//! Patterns of names, such as those of options and files.

use wildmatch::WildMatch;

/// Whether a pattern matches a name: `*` stands for any characters, `?` for one.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    WildMatch::new(pattern).matches(name)
}
