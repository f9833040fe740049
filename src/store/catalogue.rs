//! The table of solver packages, `vendor/solvers.json`: which releases can be installed, with their
//! sha256.

use std::collections::BTreeMap;

use murxla_vendor::{BUILD_SCRIPTS, SOLVERS};
use serde::Deserialize;

use super::build::BuildRecipe;
use super::error::StoreError;
use super::machine::{Platform, Runtime, read_tags};
use super::version::Version;

/// The solvers that have a package, by name. A solver that is not listed needs no library.
pub(super) type Catalogue = BTreeMap<String, Package>;

/// The table that is built into this program.
pub(super) fn embedded() -> Result<Catalogue, StoreError> {
    Ok(serde_json::from_str(SOLVERS)?)
}

/// The newest version of a solver whose sources are pinned. `None` if there is none.
pub(super) fn newest_sources(name: &str) -> Option<Version> {
    let table = embedded().ok()?;
    Some(table.get(name)?.builds.last()?.version.clone())
}

/// The package of one solver, with all pinned versions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Package {
    /// The name of the package in the package index.
    pub(super) package: String,
    /// The version that is installed if the user asks for none.
    pub(super) default: Version,
    /// The oldest version that the wrapper supports.
    oldest: Version,
    /// Why older versions are not supported.
    oldest_reason: String,
    /// The position of the library in the wheel.
    pub(super) layout: WheelLayout,
    /// The pinned wheels, sorted by version and platform.
    #[serde(default)]
    wheels: Vec<Wheel>,
    /// The versions whose sources are pinned, sorted in the same way. If there are no wheels, these
    /// are the releases; otherwise they are built with instrumentation only.
    #[serde(default)]
    builds: Vec<BuildRecipe>,
}

/// How to get a version.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReleaseSource<'a> {
    /// Download this pinned wheel.
    Wheel(&'a Wheel),
    /// Build it from source.
    Build(&'a BuildRecipe),
    /// Look for a wheel: the version is newer than the table, so it may exist.
    New,
}

/// The positions of the needed files in a wheel. In patterns, `*` matches any characters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WheelLayout {
    /// The folder of the library, without a slash at the end.
    pub folder: String,
    /// Pattern for the file name of the library in the folder.
    pub library: String,
    /// Pattern for other files in the folder that the library needs.
    pub neighbours: Option<String>,
    /// Pattern for the path of the solver's program in the wheel.
    pub program: Option<String>,
}

/// A file of the package index: one version of a package for one platform.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "WheelRow")]
pub(super) struct Wheel {
    pub(super) file: String,
    pub(super) sha256: String,
    /// Size in bytes, if known.
    pub(super) size: Option<u64>,
    pub(super) version: Version,
    /// The version as the package index writes it. Some packages have a fourth number.
    pub(super) package_version: String,
    /// The Python tag, such as `cp311`, if the wheel needs that version.
    pub(super) python: Option<String>,
    pub(super) platform: Platform,
    /// The oldest runtime that it supports.
    pub(super) runtime: Runtime,
    /// Its platform tags, such as `manylinux2014_x86_64`.
    pub(super) tags: Vec<String>,
}

/// A wheel as written in the table. All other properties are parts of the file name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelRow {
    file: String,
    sha256: String,
    size: Option<u64>,
}

impl TryFrom<WheelRow> for Wheel {
    type Error = String;

    fn try_from(row: WheelRow) -> Result<Self, String> {
        let stem = row.file.strip_suffix(".whl").unwrap_or(&row.file);
        let parts: Vec<&str> = stem.split('-').collect();
        let &[_, version, python, _, tags] = parts.as_slice() else {
            return Err(format!("`{}` is not the name of a wheel", row.file));
        };
        let (platform, runtime) =
            read_tags(tags).ok_or_else(|| format!("`{}` is for no known platform", row.file))?;
        Ok(Wheel {
            version: version.to_owned().try_into()?,
            package_version: version.to_owned(),
            python: python.starts_with("cp").then(|| python.to_owned()),
            platform,
            runtime,
            tags: tags.split('.').map(str::to_owned).collect(),
            file: row.file,
            sha256: row.sha256,
            size: row.size,
        })
    }
}

/// The version in the file name of a wheel. `None` if it is not a wheel.
pub(super) fn version_of(file: &str) -> Option<Version> {
    file.split('-').nth(1)?.parse().ok()
}

/// The script that builds a solver.
pub(super) fn script(name: &str) -> Option<&'static str> {
    let found = BUILD_SCRIPTS.iter().find(|(solver, _)| *solver == name);
    found.map(|(_, script)| *script)
}

impl Package {
    /// How to get a version for a platform.
    ///
    /// # Errors
    /// If the version is not supported, was not released for the platform, or does not exist.
    pub(super) fn choose(
        &self,
        name: &str,
        version: &Version,
        platform: &Platform,
    ) -> Result<ReleaseSource<'_>, StoreError> {
        let sources = |version: &Version| {
            let mut all = self.builds.iter();
            all.find(|b| (&b.version, &b.platform) == (version, platform))
        };
        if !version.is_release() {
            let build = sources(&version.release());
            return build
                .map(ReleaseSource::Build)
                .ok_or_else(|| StoreError::NoSources {
                    name: name.to_owned(),
                    version: version.clone(),
                    known: self.builds.iter().map(|b| b.version.clone()).collect(),
                });
        }
        if version < &self.oldest && !version.covers(&self.oldest) {
            return Err(StoreError::TooOld {
                name: name.to_owned(),
                version: version.clone(),
                oldest: self.oldest.clone(),
                reason: self.oldest_reason.clone(),
            });
        }
        let wheel = self
            .wheels
            .iter()
            .find(|w| (&w.version, &w.platform) == (version, platform));
        let build = sources(version).filter(|_| self.wheels.is_empty());
        match (wheel, build) {
            (Some(wheel), _) => return Ok(ReleaseSource::Wheel(wheel)),
            (None, Some(build)) => return Ok(ReleaseSource::Build(build)),
            (None, None) => {}
        }
        if self.releases().any(|(known, _)| known == version) {
            return Err(StoreError::NoWheel {
                name: name.to_owned(),
                version: version.clone(),
                platform: platform.clone(),
                instead: self.newest(platform, None),
            });
        }
        let is_new = self
            .wheels
            .last()
            .is_some_and(|last| version > &last.version);
        if is_new && version.is_full() {
            return Ok(ReleaseSource::New);
        }
        Err(StoreError::NoSuchVersion {
            name: name.to_owned(),
            version: version.clone(),
            near: self.nearest(version),
        })
    }

    /// The newest version for a platform whose sources are pinned.
    pub(super) fn newest_recipe(&self, platform: &Platform) -> Option<&BuildRecipe> {
        self.builds
            .iter()
            .rfind(|build| &build.platform == platform)
    }

    /// The newest version for a platform that supports this runtime. `None` as runtime: for any
    /// runtime.
    pub(super) fn newest(&self, platform: &Platform, runtime: Option<Runtime>) -> Option<Version> {
        let fits = |wheel: &&Wheel| {
            &wheel.platform == platform && runtime.is_none_or(|runtime| wheel.runtime <= runtime)
        };
        let wheel = self.wheels.iter().rfind(fits).map(|wheel| &wheel.version);
        let build = self
            .builds
            .iter()
            .rfind(|build| &build.platform == platform);
        wheel.or(build.map(|build| &build.version)).cloned()
    }

    /// All pinned releases with their platforms.
    fn releases(&self) -> impl Iterator<Item = (&Version, &Platform)> {
        let wheels = self.wheels.iter().map(|w| (&w.version, &w.platform));
        let is_built = self.wheels.is_empty();
        let builds = self.builds.iter().filter(move |_| is_built);
        wheels.chain(builds.map(|b| (&b.version, &b.platform)))
    }

    /// The pinned versions for a platform, oldest first.
    pub(super) fn versions(&self, platform: &Platform) -> Vec<Version> {
        let here = self.releases().filter(|(_, of)| *of == platform);
        here.map(|(version, _)| version.clone()).collect()
    }

    /// The versions that may be meant by one that does not exist: those that it abbreviates, else
    /// the versions before and after it.
    fn nearest(&self, version: &Version) -> Vec<Version> {
        let mut all: Vec<Version> = self
            .releases()
            .map(|(version, _)| version.clone())
            .collect();
        all.dedup();
        let completions: Vec<Version> = all.iter().filter(|v| version.covers(v)).cloned().collect();
        if !completions.is_empty() {
            return completions;
        }
        let above = all.partition_point(|v| v < version);
        all.drain(..above.saturating_sub(1));
        all.truncate(2);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Package, Platform, ReleaseSource, StoreError, embedded, script};
    use murxla_fsm::glob::matches;

    fn choose(name: &str, version: &str, arch: &str) -> Result<Option<String>, StoreError> {
        let platform = Platform {
            os: "linux".into(),
            arch: arch.into(),
        };
        let table = embedded().unwrap();
        let choice = table[name].choose(name, &version.parse().unwrap(), &platform)?;
        Ok(match choice {
            ReleaseSource::Wheel(wheel) => Some(wheel.file.clone()),
            ReleaseSource::Build(_) | ReleaseSource::New => None,
        })
    }

    #[test]
    fn the_table_is_well_formed() {
        let table = embedded().unwrap();
        let names: Vec<_> = table.keys().collect();
        assert_eq!(names, ["bitwuzla", "boolector", "cvc5", "yices", "z3"]);
        for (name, package) in table
            .iter()
            .filter(|(_, package)| !package.wheels.is_empty())
        {
            let Package { wheels, .. } = package;
            let prefix = format!("{}-", package.package.replace('-', "_"));
            for wheel in wheels {
                let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
                assert!(wheel.file.starts_with(&prefix), "{}", wheel.file);
                assert_eq!(wheel.sha256.len(), 64, "{}", wheel.file);
                assert!(wheel.sha256.chars().all(hex), "{}", wheel.file);
                assert!(
                    wheel.size.is_none_or(|size| size > 1_000_000),
                    "{}",
                    wheel.file
                );
                assert!(wheel.version >= package.oldest, "{}", wheel.file);
                assert_eq!(wheel.platform.to_string(), "linux-x86_64", "{}", wheel.file);
            }
            let keys: Vec<_> = wheels.iter().map(|w| (&w.version, &w.platform)).collect();
            assert!(
                keys.is_sorted_by(|a, b| a < b),
                "{name}: sorted, and none twice"
            );
            let mut sums: Vec<_> = wheels.iter().map(|w| &w.sha256).collect();
            sums.sort();
            sums.dedup();
            assert_eq!(sums.len(), wheels.len(), "{name}: no sha256 twice");
            assert!(wheels.iter().any(|w| w.version == package.oldest), "{name}");
            let of_default = wheels.iter().filter(|w| w.version == package.default);
            let sizes = of_default.filter(|w| w.size.is_some()).count();
            assert_eq!(sizes, 1, "{name}: the default is pinned with its size");
        }
    }

    #[test]
    fn what_is_built_is_pinned() {
        let table = embedded().unwrap();
        for (name, package) in table
            .iter()
            .filter(|(_, package)| !package.builds.is_empty())
        {
            assert!(script(name).is_some(), "{name}: there is a script");
            for build in &package.builds {
                for source in &build.sources {
                    let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
                    let is_sum = source.sha256.len() == 64 && source.sha256.chars().all(hex);
                    assert!(is_sum && source.size > 0, "{name}: {}", source.package);
                }
            }
            let versions: Vec<_> = package.builds.iter().map(|b| &b.version).collect();
            assert!(versions.is_sorted_by(|a, b| a < b), "{name}: {versions:?}");
            let is_built = package.wheels.is_empty();
            let has = |version| versions.contains(&version);
            assert!(!is_built || has(&package.default) && has(&package.oldest));
        }
    }

    #[test]
    fn the_table_contains_no_url() {
        let text = murxla_vendor::SOLVERS;
        assert!(!text.contains("://") && !text.contains("http"));
    }

    #[test]
    fn a_version_is_found_for_a_platform() {
        let wheel = choose("z3", "4.8.5.0", "x86_64").unwrap();
        assert_eq!(
            wheel.unwrap(),
            "z3_solver-4.8.5.0-py2.py3-none-manylinux1_x86_64.whl"
        );
        assert_eq!(
            choose("z3", "99.1.0", "x86_64").unwrap(),
            None,
            "newer than the table"
        );
    }

    #[test]
    fn unavailable_versions_are_explained() {
        for (name, version, arch, expected) in [
            (
                "cvc5",
                "1.1.2",
                "x86_64",
                "C API since 1.2.0; the oldest supported version is `cvc5@1.2.0`",
            ),
            ("z3", "4.8.0.0.post1", "x86_64", "too old"),
            (
                "z3",
                "4.10",
                "x86_64",
                "the nearest are 4.10.0, 4.10.1, 4.10.2",
            ),
            ("z3", "4.8", "x86_64", "the nearest are 4.8.5, 4.8.6"),
            ("z3", "4.15.2", "x86_64", "the nearest are 4.15.1, 4.15.3"),
            (
                "cvc5",
                "1.4.2+assertions",
                "x86_64",
                "build a checkout with `murxla-rs solvers build cvc5@1.4.2 --with assertions --from DIR`",
            ),
            ("z3", "99", "x86_64", "the nearest are 5.4.1"),
            // It has packages for other platforms alone, which the table does not list.
            ("z3", "4.15.6", "x86_64", "the nearest are 4.15.4, 4.15.8"),
            ("z3", "4.8.5", "aarch64", "not released for linux-aarch64"),
            (
                "z3",
                "5.4.0",
                "s390x",
                "not released for linux-s390x: use your own library",
            ),
        ] {
            let message = choose(name, version, arch).unwrap_err().to_string();
            assert!(message.contains(expected), "{name} {version}: {message}");
        }
    }

    #[test]
    fn patterns_match_file_names_of_libraries() {
        assert!(matches("libcvc5-*.so*", "libcvc5-558d13ae.so.1.4.2"));
        assert!(!matches("libcvc5-*.so*", "libcvc5parser-2f6edf78.so.1"));
        assert!(matches("libz3.so", "libz3.so"));
        assert!(!matches("libz3.so", "libz3.so.4"));
        assert!(matches("a*b", "ab") && !matches("a*b", "abc"));
    }
}
