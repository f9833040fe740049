//! Files from other people do nothing that the user has not allowed.

use crate::common::landlock::without_landlock;
use crate::common::{Done, Run as _, program};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Whether the kernel has Landlock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Landlock {
    /// As the kernel has it.
    Present,
    /// The program runs as on an older kernel.
    Absent,
}

/// A folder with an own store, and the file that an attack creates.
struct Attack {
    folder: TempDir,
    landlock: Landlock,
}

impl Attack {
    fn new() -> Self {
        Self::on(Landlock::Present)
    }

    fn on(landlock: Landlock) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, landlock }
    }

    /// The same attack on both kinds of kernel.
    fn on_both(attack: impl Fn(Self)) {
        for landlock in [Landlock::Present, Landlock::Absent] {
            attack(Self::on(landlock));
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The file that must not be created.
    fn mark(&self) -> PathBuf {
        self.path("mark")
    }

    /// Runs the program in the folder with words separated by blanks.
    fn words(&self, line: &str) -> Done {
        self.run(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program in the folder.
    fn run(&self, args: &[&str]) -> Done {
        self.run_in(self.folder.path(), args)
    }

    fn run_in(&self, folder: &Path, args: &[&str]) -> Done {
        let mut command = program(args);
        command.current_dir(folder);
        command.env("MURXLA_STORE", self.path("store"));
        let mut run = || command.done();
        match self.landlock {
            Landlock::Present => run(),
            Landlock::Absent => without_landlock(run),
        }
    }

    /// Writes a trace that names this solver.
    fn trace(&self, solver: &str) {
        let trace = format!("# solver: {solver}\nnew\ncheck-sat\n");
        fs::write(self.path("bug.trace"), trace).unwrap();
    }

    /// Compiles a library that creates the file as soon as it is loaded.
    fn library(&self) -> PathBuf {
        let source = format!(
            "#include <stdio.h>\n#include <stdlib.h>\n__attribute__((constructor)) static void attack(void) {{ fopen({:?}, \"w\"); system(\"touch mark\"); }}\n",
            self.mark()
        );
        let (code, library) = (self.path("evil.c"), self.path("evil.so"));
        fs::write(&code, source).unwrap();
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&code);
        cc.done().with_code(0);
        library
    }
}

/// The commands that use the solver in the header of a trace.
const COMMANDS: [&str; 5] = [
    "replay bug.trace",
    "replay bug.trace --explain",
    "replay bug.trace --in-process",
    "minimize bug.trace",
    "translate bug.trace --to c",
];

#[test]
fn a_header_runs_no_program() {
    Attack::on_both(|attack| {
        attack.trace("smt2=sh -c 'touch mark; cat'");
        for command in COMMANDS {
            let quoted = r#"--solver "smt2=sh -c 'touch mark; cat'""#;
            let retry = format!("murxla-rs {command} {quoted}");
            attack.words(command).fails(3, &[&retry]);
            assert!(!attack.mark().exists(), "{command}");
        }
    });
}

#[test]
fn a_header_loads_no_library() {
    Attack::on_both(|attack| {
        let library = attack.library();
        attack.trace(&format!("z3={}", library.display()));
        for command in COMMANDS {
            let done = attack.words(command);
            done.fails(3, &["--solver 'z3=", "evil.so"]);
            assert!(!attack.mark().exists(), "{command}");
        }
        // The library does what it should: the user may load it.
        attack.words("replay bug.trace --trust");
        assert!(attack.mark().exists());
    });
}

/// A solver that the user has given is still restricted by Landlock.
#[test]
fn solvers_write_only_temporary_files() {
    let in_folder = r#"smt2=sh -c 'touch mark; touch "$TMPDIR/mine" && echo wrote; cat'"#;
    Attack::on_both(|attack| {
        let expected = attack.landlock == Landlock::Absent;
        let library = format!("z3={}", attack.library().display());
        for solver in [library.as_str(), in_folder] {
            for args in [&["-s", "1"][..], &["-m", "1", "--out", "results"]] {
                let done = attack.run(&[&["--solver", solver], args].concat());
                let written = attack.mark().exists();
                assert_eq!(written, expected, "{solver} {args:?} {done:?}");
                assert_eq!(done.err.contains("wrote"), solver == in_folder, "{done:?}");
                let _ = fs::remove_file(attack.mark());
            }
        }
    });
}

#[test]
fn verbose_says_once_that_nothing_is_restricted() {
    Attack::on_both(|attack| {
        let done = attack.words("--solver toy -m 1 -s 1 --verbose --out results");
        let said = done.err.matches("this kernel has no Landlock").count();
        assert_eq!(said, usize::from(attack.landlock == Landlock::Absent));
    });
}

/// A results directory claims that its campaign had this library.
#[test]
fn a_results_directory_loads_no_library() {
    let attack = Attack::new();
    let library = attack.library();
    let out = attack.path("results");
    let campaign = "--solver toy -o bug=abort -m 100 -s 1 --out results";
    attack.words(campaign).with_code(1);
    for finding in crate::common::findings(&out) {
        for name in ["full.trace", "finding.json"] {
            let path = finding.join(name);
            let text = fs::read_to_string(&path).unwrap();
            let evil = format!("# solver: z3={}", library.display());
            fs::write(&path, text.replace("# solver: toy", &evil)).unwrap();
        }
    }
    attack.words("report results").with_error(3, &["evil.so"]);
    assert!(!attack.mark().exists());
}

/// The second solver of a header is treated as the first one.
#[test]
fn a_header_runs_no_second_solver() {
    Attack::on_both(|attack| {
        let library = attack.library();
        let solvers = [
            "smt2=sh -c 'touch mark; cat'".to_owned(),
            format!("z3={}", library.display()),
            "z3@99.0.0".to_owned(),
        ];
        for solver in &solvers {
            for (key, option) in [("cross-check", "--cross-check "), ("check", "--check=")] {
                attack.trace(&format!("toy\n# {key}: {solver}"));
                for command in ["replay", "minimize"] {
                    let name = solver.split(['=', '@']).next().unwrap();
                    let words = ["you trust it", &format!("{option}{name}")].map(str::to_owned);
                    let done = attack.run(&[command, "bug.trace"]);
                    let told = done.err.replace(['\'', '"'], "");
                    assert!(words.iter().all(|word| told.contains(word)), "{told}");
                    done.with_code(3);
                    assert!(!attack.mark().exists(), "{command}, {solver}");
                }
            }
        }
        attack.words("replay bug.trace --check=toy").with_code(0);
    });
}
