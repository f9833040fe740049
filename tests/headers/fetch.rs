//! Fetches the packages that have headers.

use crate::Upstream;
use crate::common::{Run as _, files_below};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a package comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A wheel, which pip downloads.
    Wheel,
    /// A crate, which cargo downloads.
    Crate,
}

/// Runs a tool, which must succeed. Returns what it prints.
pub(crate) fn run(command: &mut Command) -> String {
    command.done().with_code(0).out
}

/// The file of the header, in a folder below `scratch`.
pub(crate) fn fetch(upstream: &Upstream, scratch: &Path) -> PathBuf {
    let into = scratch.join("package");
    std::fs::create_dir_all(&into).unwrap();
    match upstream.from {
        Origin::Wheel => {
            let package = format!("{}=={}", upstream.package, upstream.version);
            let pip = [
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--no-input",
            ];
            let mut command = Command::new("python3");
            command
                .args(pip)
                .args(["--only-binary=:all:", "--python-version=311"]);
            for platform in [
                "manylinux1_x86_64",
                "manylinux_2_17_x86_64",
                "manylinux_2_27_x86_64",
            ] {
                command.arg(format!("--platform={platform}"));
            }
            run(command.arg(package).arg("-d").arg(&into));
            let wheel = find(&into, ".whl");
            run(Command::new("python3")
                .args(["-I", "-m", "zipfile", "-e"])
                .args([&wheel, &into]));
        }
        Origin::Crate => {
            let manifest = format!(
                "[package]\nname = \"sources\"\nversion = \"0.0.0\"\n[lib]\npath = \"/dev/null\"\n\
                 [dependencies]\n{} = \"={}\"\n[workspace]\n",
                upstream.package, upstream.version
            );
            std::fs::write(into.join("Cargo.toml"), manifest).unwrap();
            run(Command::new("cargo")
                .args(["vendor", "--quiet"])
                .current_dir(&into));
        }
    }
    if let Some(archive) = upstream.archive {
        let unpack = ["-I", "-m", "tarfile", "-e"];
        let archive = find(&into, archive);
        run(Command::new("python3").args(unpack).args([&archive, &into]));
    }
    find(&into, upstream.file)
}

/// The file below a folder whose path ends so.
fn find(folder: &Path, end: &str) -> PathBuf {
    let mut files = files_below(folder).into_iter();
    let file = files.find(|path| path.to_string_lossy().ends_with(end));
    file.unwrap_or_else(|| panic!("no {end} in {}", folder.display()))
}
