//! The platform of a wheel and of this machine.

use std::fmt;

use serde::Deserialize;

/// An operating system and a processor, named as in `std::env::consts`, such as `linux-x86_64`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Platform {
    pub(super) os: String,
    pub(super) arch: String,
}

impl Platform {
    /// The platform that this program was built for.
    pub fn of_this_machine() -> Self {
        Platform {
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
        }
    }
}

impl TryFrom<String> for Platform {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (os, arch) = text
            .split_once('-')
            .ok_or_else(|| format!("`{text}` is not a platform"))?;
        Ok(Platform {
            os: os.to_owned(),
            arch: arch.to_owned(),
        })
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.os, self.arch)
    }
}

/// Major and minor version of glibc.
pub type Runtime = (u32, u32);

/// Reads the platform tags of a wheel, such as `manylinux_2_17_x86_64.manylinux2014_x86_64`: the
/// platform and the oldest runtime that it supports. `None` for platforms without solvers.
pub(super) fn read_tags(tags: &str) -> Option<(Platform, Runtime)> {
    tags.split('.').filter_map(read_tag).min_by_key(|tag| tag.1)
}

fn read_tag(tag: &str) -> Option<(Platform, Runtime)> {
    let linux = |arch: &str, runtime| {
        let platform = Platform {
            os: "linux".into(),
            arch: arch.into(),
        };
        Some((platform, runtime))
    };
    for (prefix, runtime) in OLD_NAMES {
        if let Some(arch) = tag.strip_prefix(prefix) {
            return linux(arch, runtime);
        }
    }
    let mut parts = tag.strip_prefix("manylinux_")?.splitn(3, '_');
    let runtime = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    linux(parts.next()?, runtime)
}

/// Old tags, in which a number or a year stands for a version of glibc.
const OLD_NAMES: [(&str, Runtime); 3] = [
    ("manylinux1_", (2, 5)),
    ("manylinux2010_", (2, 12)),
    ("manylinux2014_", (2, 17)),
];

/// The platform tags of all wheels that run on this machine, newest runtime first. They are all
/// listed because older releases of pip do not derive older tags from newer ones.
pub(super) fn tags_of(platform: &Platform, (major, minor): Runtime) -> Vec<String> {
    let arch = &platform.arch;
    let mut tags: Vec<String> = (5..=minor)
        .rev()
        .map(|minor| format!("manylinux_{major}_{minor}_{arch}"))
        .collect();
    for (prefix, oldest) in OLD_NAMES.iter().rev() {
        if *oldest <= (major, minor) {
            tags.push(format!("{prefix}{arch}"));
        }
    }
    tags
}

#[cfg(test)]
mod tests {
    use super::{Platform, read_tags, tags_of};

    #[test]
    fn platform_tags_of_wheels_are_read() {
        for (tags, expected) in [
            ("manylinux1_x86_64", Some(("linux-x86_64", (2, 5)))),
            ("manylinux_2_38_aarch64", Some(("linux-aarch64", (2, 38)))),
            (
                "manylinux_2_17_x86_64.manylinux2014_x86_64",
                Some(("linux-x86_64", (2, 17))),
            ),
            ("macosx_13_0_arm64", None),
            ("win_amd64", None),
        ] {
            let read = read_tags(tags).map(|(platform, runtime)| (platform.to_string(), runtime));
            let expected = expected.map(|(platform, runtime)| (platform.to_owned(), runtime));
            assert_eq!(read, expected, "{tags}");
        }
    }

    #[test]
    fn wheels_for_older_runtimes_are_accepted() {
        let here = Platform {
            os: "linux".into(),
            arch: "x86_64".into(),
        };
        let tags = tags_of(&here, (2, 17));
        assert_eq!(tags[0], "manylinux_2_17_x86_64");
        assert!(tags.contains(&"manylinux2014_x86_64".to_owned()));
        assert!(tags.contains(&"manylinux1_x86_64".to_owned()));
        assert!(!tags.contains(&"manylinux_2_18_x86_64".to_owned()));
        assert!(
            tags.iter()
                .all(|tag| read_tags(tag).is_some_and(|(platform, _)| platform == here))
        );
    }
}
