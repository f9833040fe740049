//! The configuration file of campaigns.

use crate::common::{Done, Run as _, program};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use tempfile::TempDir;

const USAGE: i32 = 2;
const CONFIGURATION: i32 = 3;

const FILE: &str = "\
[profile.default]
solver = \"toy\"
strategy = \"walk\"
max-runs = 20
seed = 1
out = \"out\"
theories = [\"bv\", \"ints\"]
quiet = true

[profile.ci]
max-time = \"1h\"
minimize = true
format = \"junit\"
";

/// The start of a profile: walks on the toy.
const WALKS: &str = "[profile.default]\nsolver = \"toy\"\nstrategy = \"walk\"\n";

/// A folder with a configuration file.
fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("murxla-rs.toml");
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    folder
}

/// Runs the program in a folder, with words separated by blanks.
fn run_in(folder: &Path, line: &str) -> Done {
    let mut command = program(line.split_whitespace());
    command.env_remove("MURXLA_RS_PROFILE");
    command.current_dir(folder).done()
}

#[test]
fn the_command_line_wins_over_profiles() {
    let folder = folder(FILE);
    let below = folder.path().join("a/b");
    fs::create_dir_all(&below).unwrap();
    // The file is found in a folder above, to which its paths are relative.
    let done = run_in(&below, "--jobs 1").with_code(0);
    done.prints(&["done: 20 runs"]);
    assert!(folder.path().join("out/campaign.json").exists());
    // The profile extends the default one.
    let done = run_in(folder.path(), "--config-profile ci -m 30 --out ci -j 1").with_code(0);
    assert!(done.out.starts_with("<?xml"), "{}", done.out);
    done.with_error(0, &["30 runs"]);
    let mut by_name = program(["-m", "5", "--out", "named", "--format", "human"]);
    by_name.env("MURXLA_RS_PROFILE", "ci");
    let done = by_name.current_dir(folder.path()).done();
    done.with_code(0).prints(&["done: 5 runs"]);
    // Without arguments there is help, and subcommands have no configuration.
    run_in(folder.path(), "").with_error(USAGE, &["Usage: "]);
    run_in(folder.path(), "show theories").with_code(0);
}

#[test]
fn verbose_campaigns_say_what_the_file_adds() {
    let folder = folder(&format!("{WALKS}no-fuzz-opts = true\n"));
    let done = run_in(folder.path(), "-m 5 --verbose --fuzz-opts=*");
    let remark = "murxla-rs.toml, profile default: --solver=toy --strategy=walk\n";
    done.with_error(0, &[remark]);
}

#[test]
fn mistakes_are_named_with_their_lines() {
    for (text, words) in [
        ("[profile.default\n", &["line 1"][..]),
        ("solver = \"toy\"\n", &["line 1", "[profile.default]"]),
        ("[profiles.default]\n", &["line 1", "'profiles'"]),
        (
            "[profile.default]\n\nsolvr = \"toy\"\n",
            &["line 3", "unknown option 'solvr'; did you mean 'solver'?"],
        ),
        (
            "[profile.default]\nminimize = 3\n",
            &["line 2", "'minimize' is true, or left out"],
        ),
        (
            "[profile.default]\nmax-runs = true\n",
            &["line 2", "'max-runs' takes a value"],
        ),
        (
            "[profile.default]\ntrust = true\n",
            &["line 2", "for the command line only"],
        ),
    ] {
        let folder = folder(text);
        run_in(folder.path(), "--solver toy -m 5").fails(CONFIGURATION, words);
    }
    let folder = folder("[profile.ci]\nmax-runs = \"many\"\n");
    let line = "--solver toy --config-profile";
    run_in(folder.path(), &format!("{line} cj")).fails(CONFIGURATION, &["did you mean 'ci'?"]);
    // Values are those of the command line.
    run_in(folder.path(), &format!("{line} ci")).fails(USAGE, &["--max-runs"]);
    let empty = TempDir::new().unwrap();
    run_in(empty.path(), &format!("{line} ci")).fails(CONFIGURATION, &["'ci'", "--config"]);
    run_in(empty.path(), "--solver toy -m 5 --config nowhere.toml")
        .fails(CONFIGURATION, &["nowhere.toml"]);
}

/// A file that was found may be from somebody else.
#[test]
fn found_files_run_no_code() {
    for option in [
        "solver = \"plugin=./evil.so\"",
        "cross-check = [\"smt2=touch evil\"]",
        "check = \"z3=./libz3.so\"",
        "option = [\"bug=abort\"]",
        "out = \"/tmp/elsewhere\"",
        "metrics = \"../elsewhere\"",
    ] {
        let folder = folder(&format!("[profile.default]\n{option}\n"));
        run_in(folder.path(), "-m 5").fails(CONFIGURATION, &["line 2", "--config"]);
    }
    let folder = folder(&format!("{WALKS}option = [\"bug=abort\"]\n"));
    run_in(folder.path(), "-m 100 -s 1 --config murxla-rs.toml").with_code(1);
    // Others can write this one.
    let file = folder.path().join("murxla-rs.toml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
    run_in(folder.path(), "-m 5").fails(CONFIGURATION, &["other users", "--config"]);
    run_in(folder.path(), "--solver toy -s 1 --config none").with_code(0);
}
