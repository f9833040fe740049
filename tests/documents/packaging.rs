//! The scripts in `packaging/`. The checks of a release, and what it builds, take too long for a
//! test, so they are left out.

use crate::common::{Done, Run as _, fake_solver};
use std::collections::BTreeSet;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const QUICK: &str = "--skip-checks --skip-build";

/// A repository with the files of this project, on the branch `main`. It is not a clone, because
/// the sources may be no repository, and changes that are not committed are tested, too.
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
    // The crates need each other in this version. None needs the program.
    let names = repository.git("grep -h ^name.*murxla- -- *Cargo.toml");
    let crates: BTreeSet<&str> = names.lines().collect();
    let needed = manifest.matches("version = \"=9.9.9\"").count();
    assert_eq!(needed, crates.len() - 1, "{names}");
    let lock = repository.read(&format!("{clone}/Cargo.lock"));
    for name in crates {
        let row = format!("{name}\nversion = \"9.9.9\"\n");
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

    // A release that is not a dry run, and is not pushed.
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
        refused(version, &["is not a version", "1.2.3"]);
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

/// Runs `packaging/fuzz-library` with this program on the PATH.
fn fuzz_library(folder: &TempDir, words: &str) -> Done {
    let program = Path::new(env!("CARGO_BIN_EXE_murxla-rs"));
    let bin = program.parent().unwrap().display();
    let path = std::env::var("PATH").unwrap_or_default();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/fuzz-library");
    let mut command = Command::new(script);
    command.args(words.split_whitespace());
    command.current_dir(folder.path());
    command.env("PATH", format!("{bin}:{path}"));
    command.env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"));
    command.done()
}

/// A program that crashes stands for the library of a build.
#[test]
fn a_library_is_fuzzed_in_continuous_integration() {
    let folder = TempDir::new().unwrap();
    let library = folder.path().join("solver");
    let fake = fake_solver("crash '(check-sat'");
    let script = fake.trim_start_matches("smt2=");
    std::fs::write(&library, format!("#!/bin/sh\nexec {script}\n")).unwrap();
    std::fs::set_permissions(&library, Permissions::from_mode(0o755)).unwrap();
    let fuzz = |out: &str, more: &str| {
        let given = format!("--solver smt2 --library {}", library.display());
        let runs = "--max-runs 20 --seed 1 --theories bool --strategy walk";
        let line = format!("{given} --time 60s --out {out} {more} -- {runs}");
        fuzz_library(&folder, &line)
    };
    let found = fuzz("main", "--known known --save-known").with_code(1);
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    let (xml, list) = (read("main/findings.xml"), read("main/findings.txt"));
    assert!(xml.contains("<failure type=\"crash-SIGSEGV\""), "{xml}");
    assert!(list.contains("crash-SIGSEGV-"), "{list}");
    assert_eq!(found.out, list);
    assert!(read("summary.md").contains(&list), "{list}");
    assert!(folder.path().join("main/report.html").is_file());
    // Another branch makes the same runs.
    fuzz("branch", "--known known").with_code(0);
    fuzz("wrong", "--fail-on no-such-kind").with_code(2);
}
