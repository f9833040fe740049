//! The script that makes releases. Its checks and what it builds take too long for a test, so they are left out.

use crate::common::{Done, Run as _};
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

const QUICK: &str = "--skip-checks --skip-build";

/// A repository with the files of this project, on the branch `main`. It is no clone, because the
/// sources may be no repository, and changes that are not committed are tested, too.
struct Repository(TempDir);

impl Repository {
    fn new() -> Self {
        let repository = Self(TempDir::new().unwrap());
        let copy = r#"tar -C "$0" --exclude=./.git --exclude=./target --exclude=./results --exclude=./dist -c . | tar -x"#;
        let from = env!("CARGO_MANIFEST_DIR");
        repository.run("sh", ["-c", copy, from]).with_code(0);
        repository.git("init --quiet --initial-branch=main");
        repository.git("add --all");
        repository.git("commit --quiet --message=all");
        repository
    }

    fn run<'a>(&self, program: &str, args: impl IntoIterator<Item = &'a str>) -> Done {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.0.path());
        // A hook of git, which may run the tests, names its repository.
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
            command.env_remove(variable);
        }
        // The user's settings may ask for signatures, or lack a name.
        command.env("GIT_CONFIG_GLOBAL", "/dev/null");
        for variable in ["GIT_AUTHOR", "GIT_COMMITTER"] {
            command.env(format!("{variable}_NAME"), "somebody");
            command.env(format!("{variable}_EMAIL"), "somebody@host.example");
        }
        command.done()
    }

    /// What a command of git prints. It must succeed.
    #[track_caller]
    fn git(&self, words: &str) -> String {
        let done = self.run("git", words.split_whitespace());
        done.with_code(0).out
    }

    fn release(&self, words: &str) -> Done {
        self.run("packaging/release", words.split_whitespace())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }
}

#[test]
fn a_release_has_version_changelog_and_tag() {
    let repository = Repository::new();
    let commit = repository.git("rev-parse HEAD");
    let old = repository.read("CHANGELOG.md");
    let address = "https://host.example/owner/name";
    let dry = format!("9.9.9 --dry-run {QUICK} --repository {address}");
    repository.release(&dry).with_code(0);
    // The dry run has changed only its clone.
    assert_eq!(repository.git("rev-parse HEAD"), commit);
    assert_eq!(repository.git("status --porcelain"), "");
    assert_eq!(repository.git("tag"), "");

    let clone = "target/release-9.9.9";
    let manifest = repository.read(&format!("{clone}/Cargo.toml"));
    let repository_line = format!("repository = \"{address}\"");
    for line in ["version = \"9.9.9\"", &repository_line] {
        let number = manifest.lines().filter(|l| *l == line).count();
        assert_eq!(number, 1, "{line}");
    }
    // The crates need each other in this version.
    assert_eq!(manifest.matches("version = \"=9.9.9\"").count(), 2);
    let lock = repository.read(&format!("{clone}/Cargo.lock"));
    for name in ["murxla-rs", "murxla-fsm", "murxla-wrappers"] {
        let row = format!("name = \"{name}\"\nversion = \"9.9.9\"\n");
        assert!(lock.contains(&row), "{name}");
    }
    let new = repository.read(&format!("{clone}/CHANGELOG.md"));
    let (before, after) = old.split_once("## Unreleased\n").unwrap();
    let heading = format!("{before}## Unreleased\n\n## 9.9.9 (");
    let rest = new.strip_prefix(&heading).expect("the new section");
    // A date such as 2026-01-31 is between them.
    assert_eq!(&rest[10..], format!(")\n{after}"));
    let message = format!("-C {clone} for-each-ref --format=%(contents) refs/tags/v9.9.9");
    let message = repository.git(&message);
    assert!(message.starts_with("murxla-rs 9.9.9\n"), "{message}");

    // A release that is no dry run, and is not pushed.
    repository.release(&format!("9.9.9 {QUICK}")).with_code(0);
    assert_eq!(repository.git("describe"), "v9.9.9\n");
    assert_eq!(repository.git("status --porcelain"), "");
    let again = repository.release(&format!("9.9.9 {QUICK}"));
    again.fails(1, &["v9.9.9 exists", "next version"]);
}

#[test]
fn invalid_releases_are_refused() {
    let repository = Repository::new();
    let refused = |line: &str, words: &[&str]| {
        repository
            .release(&format!("{line} {QUICK}"))
            .fails(1, words);
    };
    for version in ["", "1.2", "v1.2.3", "1.2.3/4"] {
        refused(version, &["is no version", "1.2.3"]);
    }
    refused("1.2.3 1.2.4", &["two versions"]);
    refused("1.2.3 --all", &["--all", "packaging/release"]);
    refused("1.2.3 --dry-run --push", &["leave out --push"]);
    refused("1.2.3 --repository here", &["'here'", "https://"]);
    std::fs::write(repository.path("new-file"), "").unwrap();
    refused("1.2.3", &["not committed", "git stash"]);
    std::fs::remove_file(repository.path("new-file")).unwrap();
    repository.git("switch --quiet --create other");
    refused("1.2.3", &["'other'", "git switch main"]);
    assert_eq!(repository.git("tag"), "");
    assert!(!repository.path("target").exists());
}
