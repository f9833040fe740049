//! Installations that happen at once, that are interrupted, and whose tools fail. Small programs
//! take the place of the tools that would take long.

use crate::common::{Done, Process, Run as _, json, program, wait_until};
use nix::sys::signal::Signal;
use serde_json::Value as Json;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const CONFIGURATION: i32 = 3;
const INTERRUPTED: i32 = 130;

/// What the user reads after an interrupt.
const SAID: &str = "was interrupted: the same command starts it again, or continues a build";

/// `python3` that notes each download, and holds it while the file `hold` is there. A process that
/// it starts holds it, as tools that start others do.
const PYTHON: &str = r#"
case "$*" in *" pip download "*)
    echo $$ >> "$FOLDER/downloads"
    sh -c 'while [ -e "$FOLDER/hold" ]; do echo > half; sleep 0.05; done; :'
esac
exec "$PYTHON" "$@"
"#;

/// An empty store, and the tools that are found first.
struct Machine(TempDir);

impl Machine {
    fn new() -> Self {
        let machine = Self(TempDir::new().unwrap());
        fs::create_dir(machine.path("bin")).unwrap();
        machine.tool("python3", PYTHON);
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Makes a tool of a shell script.
    fn tool(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn hold(&self) {
        fs::write(self.path("hold"), "").unwrap();
    }

    fn release(&self) {
        fs::remove_file(self.path("hold")).unwrap();
    }

    /// The command that installs a solver.
    fn command(&self, solver: &str) -> Command {
        let path = std::env::var("PATH").unwrap();
        let python = Command::new("sh").args(["-c", "command -v python3"]).done();
        let mut command = program(["solvers", "install", solver]);
        command
            .env("MURXLA_STORE", self.path("store"))
            .env("FOLDER", self.0.path())
            .env("PYTHON", python.with_code(0).out.trim())
            .env("PATH", format!("{}:{path}", self.path("bin").display()));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn install(&self, solver: &str) -> Done {
        self.command(solver).done()
    }

    /// The numbers of the processes that have begun a download.
    fn downloads(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("downloads")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Starts an installation, and waits until its download has begun.
    fn begin(&self, solver: &str) -> Process {
        let before = self.downloads().len();
        let mut process = self.command(solver).start();
        wait_until("no download has begun", || {
            assert!(!process.has_ended(), "the installation has ended");
            self.downloads().len() > before
        });
        process
    }

    /// The names in the store, in order.
    fn store(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("store")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// Whether a process runs. One that has ended may wait for its parent.
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z") && !stat.contains(") X"))
}

#[test]
fn several_processes_install_at_once() {
    let machine = Machine::new();
    machine.hold();
    let first = machine.begin("yices");
    let others = [(); 3].map(|()| {
        let mut other = machine.command("yices").start();
        other.error_line("waiting for yices");
        other
    });
    machine.release();
    let path = first.wait().with_code(0).out;
    assert!(Path::new(path.trim()).is_file(), "{path}");
    for other in others {
        assert_eq!(other.wait().with_code(0).out, path);
    }
    assert_eq!(machine.downloads().len(), 1);
    assert_eq!(machine.store(), [".locks", "yices"]);
}

#[test]
fn an_interrupted_installation_leaves_nothing() {
    let machine = Machine::new();
    machine.hold();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let process = machine.begin("yices");
        process.signal(signal);
        let words = ["error: the installation of yices ", SAID];
        process.wait().with_error(INTERRUPTED, &words);
        assert_eq!(machine.store(), [".locks"], "{signal}");
    }
    // One that waits is interrupted, too, and the other one is not.
    let first = machine.begin("yices");
    let mut second = machine.command("yices").start();
    second.error_line("waiting for yices");
    second.signal(Signal::SIGINT);
    second.wait().with_error(INTERRUPTED, &[SAID]);
    machine.release();
    first.wait().with_code(0);
    assert_eq!(machine.store(), [".locks", "yices"]);
}

/// The tools of a killed installation end, although it could not end them.
#[test]
fn a_killed_installation_is_repeated() {
    let machine = Machine::new();
    machine.hold();
    machine.begin("yices").kill();
    let tool = &machine.downloads()[0];
    wait_until("a tool is alive", || !runs(tool));
    machine.release();
    machine.install("yices").with_code(0);
    assert_eq!(machine.store(), [".locks", "yices"]);
    assert_eq!(machine.downloads().len(), 2);
}

/// Bitwuzla is built from source. Its first package is a crate.
#[test]
fn a_tool_of_a_build_fails() {
    let machine = Machine::new();
    for tool in ["apt-get", "dpkg-deb", "patch", "c++"] {
        machine.tool(tool, "exit 0");
    }
    let cargo = |script: &str| {
        let script = format!("case $1 in vendor) {script};; esac");
        machine.tool("cargo", &script);
    };
    let fetch = "cargo cannot fetch bitwuzla-sys 0.8.0";
    let fails = |words: &[&str]| {
        let done = machine.install("bitwuzla@0.8.0");
        done.with_error(CONFIGURATION, words);
    };
    cargo("exit 101");
    let status = "exit status: 101, and no message";
    fails(&[fetch, status, "check the network"]);
    cargo("echo 'error: the reason' >&2; exit 1");
    fails(&[fetch, "(error: the reason)"]);
    cargo("kill -KILL $$");
    fails(&["`cargo` was ended by SIGKILL: try again"]);
    assert_eq!(machine.store(), [".build", ".locks"]);
    machine.hold();
    cargo(r#"echo $$ >> "$FOLDER/downloads"; sleep 1000"#);
    let process = machine.begin("bitwuzla@0.8.0");
    process.signal(Signal::SIGINT);
    let done = process.wait().with_error(INTERRUPTED, &[SAID]);
    assert!(!done.err.contains("cannot fetch"), "{}", done.err);
    assert_eq!(machine.store(), [".build", ".locks"]);
}

/// `vendor/update.py` makes the rows of the table, and replays the traces of the solvers that have
/// changed. Here it finds a table without the newest releases of two solvers.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn new_releases_are_pinned() {
    let folder = TempDir::new().unwrap();
    let copy = folder.path().join("solvers.json");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = json(&root.join("vendor/solvers.json"));
    let mut old = table.clone();
    for (solver, rows) in [("boolector", "wheels"), ("bitwuzla", "builds")] {
        old[solver][rows].as_array_mut().unwrap().pop();
        let rows = old[solver][rows].as_array().unwrap();
        let before = rows.last().unwrap();
        old[solver]["default"] = match before["file"].as_str() {
            Some(file) => file.split('-').nth(1).unwrap().into(),
            None => before["version"].clone(),
        };
    }
    fs::write(&copy, old.to_string()).unwrap();
    let update = |more: &[&str]| {
        let mut command = Command::new("python3");
        command.arg(root.join("vendor/update.py"));
        command.arg("--table").arg(&copy).args(more).done()
    };
    let newest = |solver: &str| table[solver]["default"].as_str().unwrap().to_owned();
    let bitwuzla = format!("bitwuzla@{}", newest("bitwuzla"));
    update(&["--no-recheck", &bitwuzla]).with_code(0);
    let boolector = newest("boolector");
    let program = env!("CARGO_BIN_EXE_murxla-rs");
    let solver = format!("boolector@{boolector}");
    let done = update(&["--program", program, "--time-limit", "1", &solver]).with_code(0);
    let new = json(&copy);
    assert_eq!(new["boolector"], table["boolector"]);
    // Its other sources are those of the release before it.
    let source = |table: &Json| table["bitwuzla"]["builds"][2]["sources"][0].clone();
    assert_eq!(source(&new), source(&table));
    let said = format!(" shows the bugs of these traces, {boolector} does not\n");
    let last = done.out.lines().last().unwrap();
    assert!(done.out.contains(&said), "{}", done.out);
    let is_told = last.starts_with(&format!("{solver}: ")) && last.contains(" still, ");
    assert!(is_told, "{}", done.out);
    let done = update(&[&solver]).with_code(0);
    assert_eq!(done.out, format!("boolector: {boolector} is pinned\n"));
    update(&["minisat"]).with_error(2, &["`minisat` is none of bitwuzla, boolector"]);
}
