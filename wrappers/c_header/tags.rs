//! The tags in comments: `@name` and what follows it up to the next tag.

/// A comment of a header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Comment {
    /// The text without tags, on one line.
    pub(crate) text: String,
    pub(crate) tags: Vec<Tag>,
}

/// A tag.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    /// The text behind the name. May be empty.
    pub(crate) value: String,
}

impl Comment {
    /// Reads the text between `/*` and `*/`.
    pub(crate) fn new(inside: &str) -> Self {
        let lines = inside.lines().map(|line| {
            let line = line.trim();
            line.strip_prefix('*').unwrap_or(line).trim()
        });
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let joined = lines.join(" ");
        // Code in a comment is between backquotes, and may have the character.
        let is_tag = |(at, _): &(usize, &str)| joined[..*at].matches('`').count().is_multiple_of(2);
        let first = joined.match_indices('@').find(is_tag);
        let (text, rest) = match first.map(|(at, _)| at) {
            Some(at) => joined.split_at(at),
            None => (&joined[..], ""),
        };
        let tags = rest.split('@').skip(1).map(|tag| {
            let (name, value) = tag.trim().split_once(' ').unwrap_or((tag.trim(), ""));
            Tag {
                name: name.to_owned(),
                value: value.trim().to_owned(),
            }
        });
        Self {
            text: text.trim().to_owned(),
            tags: tags.collect(),
        }
    }
}
