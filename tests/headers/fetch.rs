//! Fetches the packages that have headers.

use crate::Upstream;
use crate::common::{Run as _, files_below};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a package comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A wheel, which pip downloads: its name and version.
    Wheel(&'static str, &'static str),
    /// A crate, which cargo downloads: its name and version.
    Crate(&'static str, &'static str),
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
        Origin::Wheel(name, version) => {
            let pip = "-m pip download --quiet --no-deps --no-input --only-binary=:all: \
                       --python-version=311";
            let mut command = Command::new("python3");
            command.args(pip.split(' '));
            for platform in ["1_x86_64", "_2_17_x86_64", "_2_27_x86_64"] {
                command.arg(format!("--platform=manylinux{platform}"));
            }
            let package = format!("{name}=={version}");
            run(command.arg(package).arg("-d").arg(&into));
            let wheel = find(&into, ".whl").expect("a wheel");
            let unpack = ["-I", "-m", "zipfile", "-e"];
            run(Command::new("python3").args(unpack).args([&wheel, &into]));
        }
        Origin::Crate(name, version) => {
            let manifest = format!(
                "[package]\nname = \"sources\"\nversion = \"0.0.0\"\n[lib]\npath = \"/dev/null\"\n\
                 [dependencies]\n{name} = \"={version}\"\n[workspace]\n"
            );
            std::fs::write(into.join("Cargo.toml"), manifest).unwrap();
            let mut vendor = Command::new("cargo");
            run(vendor.args(["vendor", "--quiet"]).current_dir(&into));
        }
    }
    // The crate of Yices has its sources in an archive.
    if let Some(archive) = find(&into, "-src.tar.gz") {
        let unpack = ["-I", "-m", "tarfile", "-e"];
        run(Command::new("python3").args(unpack).args([&archive, &into]));
    }
    let found = find(&into, upstream.file);
    found.unwrap_or_else(|| panic!("no {} in {:?}", upstream.file, upstream.from))
}

/// The file below a folder whose path ends so.
fn find(folder: &Path, end: &str) -> Option<PathBuf> {
    let mut files = files_below(folder).into_iter();
    files.find(|path| path.to_string_lossy().ends_with(end))
}
