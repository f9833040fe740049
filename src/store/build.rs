//! Builds a library from packaged sources, for solvers without a package of the library.
//!
//! pip, cargo and apt-get fetch the sources, each with a pinned sha256. A script in `vendor/build`
//! builds the library. Files are only written to the working folder and to the caches of these
//! tools.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::error::InstallError;
use super::machine::Platform;
use super::tools::{Tools, message};
use super::version::Version;
use crate::system::digest::hash_file;

/// How to build one version of a solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildRecipe {
    pub(super) version: Version,
    /// The platform of the packages, such as `linux-x86_64`.
    pub(super) platform: Platform,
    /// Approximate duration of the build on two cores.
    pub(super) minutes: u32,
    /// The sources and the tools of the build.
    pub(super) sources: Vec<SourcePackage>,
}

/// A package that a build needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcePackage {
    /// The folder for its files.
    pub(super) folder: String,
    pub(super) by: Tool,
    /// The name of the package in its registry.
    pub(super) package: String,
    /// The version in its registry.
    pub(super) version: String,
    pub(super) sha256: String,
    /// Size of the download in bytes.
    pub(super) size: u64,
}

/// The tool and the kind of package that it fetches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Tool {
    /// A wheel, fetched by pip.
    Pip,
    /// A source distribution, fetched by pip.
    PipSource,
    /// A crate, fetched by cargo.
    Cargo,
    /// A Debian package, fetched by apt-get.
    Apt,
}

/// The tools that a build needs in addition to Python, with their purposes.
const TOOLS: [(&str, &str); 5] = [
    ("cargo", "fetch crates"),
    ("apt-get", "fetch a Debian package"),
    ("dpkg-deb", "unpack a Debian package"),
    ("patch", "change the sources of libraries"),
    ("c++", "compile C++20"),
];

impl BuildRecipe {
    /// Size of all downloads in bytes.
    pub(super) fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// The checksums of all sources. There is no pinned checksum of the library that is built.
    pub(super) fn checksums(&self) -> String {
        let sums: Vec<&str> = self.sources.iter().map(|s| s.sha256.as_str()).collect();
        sums.join(" ")
    }

    /// Fetches the sources into the folder `work` and runs the build script there. Returns the
    /// folder with the result, `out` in `work`. The output of the script goes to the file `log`.
    pub(super) fn run(
        &self,
        script: &str,
        work: &Path,
        log: &Path,
        tools: &Tools,
    ) -> Result<PathBuf, InstallError> {
        for (tool, purpose) in TOOLS {
            match tools.output(Command::new(tool).arg("--version")) {
                Err(InstallError::Interrupted) => return Err(InstallError::Interrupted),
                found => found.map_err(|_| InstallError::NoTool { tool, purpose })?,
            };
        }
        for source in &self.sources {
            source.fetch(&work.join(&source.folder), &work.join(".fetch"), tools)?;
        }
        let out = File::create(log).map_err(InstallError::io(log))?;
        let err = out.try_clone().map_err(InstallError::io(log))?;
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(work);
        // Temporary files are removed with the folder.
        command.env("TMPDIR", work).stdout(out).stderr(err);
        let status = tools.status(&mut command)?;
        if status.success() {
            return Ok(work.join("out"));
        }
        let text = fs::read_to_string(log).unwrap_or_default();
        let line = text
            .lines()
            .rfind(|line| line.to_lowercase().contains("error"));
        Err(InstallError::Build {
            message: message(line, status),
            log: log.to_owned(),
        })
    }
}

impl SourcePackage {
    /// Fetches and checks the package, and unpacks it into the new folder `into`. `scratch` is
    /// created and removed.
    fn fetch(&self, into: &Path, scratch: &Path, tools: &Tools) -> Result<(), InstallError> {
        fs::create_dir(scratch).map_err(InstallError::io(scratch))?;
        match self.by {
            Tool::Cargo => self.fetch_crate(into, scratch, tools)?,
            Tool::Pip | Tool::PipSource => self.fetch_from_index(into, scratch, tools)?,
            Tool::Apt => {
                let package = format!("{}={}", self.package, self.version);
                self.run(
                    Command::new("apt-get").args(["download", &package]),
                    scratch,
                    tools,
                )?;
                let file = self.checked(&only_file(scratch)?)?;
                fs::create_dir(into).map_err(InstallError::io(into))?;
                self.run(
                    Command::new("dpkg-deb").arg("-x").args([&file, into]),
                    scratch,
                    tools,
                )?;
            }
        }
        fs::remove_dir_all(scratch).map_err(InstallError::io(scratch))
    }

    /// Fetches a crate by `cargo vendor`, which also fetches its dependencies. The checksum of the
    /// downloaded file is in the folder that cargo unpacks.
    fn fetch_crate(&self, into: &Path, scratch: &Path, tools: &Tools) -> Result<(), InstallError> {
        let manifest = format!(
            "[package]\nname = \"sources\"\nversion = \"0.0.0\"\n[lib]\npath = \"/dev/null\"\n\
             [dependencies]\n{} = \"={}\"\n[workspace]\n",
            self.package, self.version
        );
        let path = scratch.join("Cargo.toml");
        fs::write(&path, manifest).map_err(InstallError::io(&path))?;
        let mut vendor = Command::new("cargo");
        self.run(vendor.args(["vendor", "--quiet"]), scratch, tools)?;
        let folder = scratch.join("vendor").join(&self.package);
        let sums = folder.join(".cargo-checksum.json");
        let text = fs::read(&sums).map_err(InstallError::io(&sums))?;
        let sums: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        self.compare(sums["package"].as_str().unwrap_or("unknown"))?;
        fs::rename(&folder, into).map_err(InstallError::io(into))
    }

    fn fetch_from_index(
        &self,
        into: &Path,
        scratch: &Path,
        tools: &Tools,
    ) -> Result<(), InstallError> {
        let list = scratch.join("requirements.txt");
        let line = format!(
            "{}=={} --hash=sha256:{}\n",
            self.package, self.version, self.sha256
        );
        fs::write(&list, line).map_err(InstallError::io(&list))?;
        let download = scratch.join("download");
        let mut command = Command::new("python3");
        command.args([
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--no-input",
            "--require-hashes",
        ]);
        command.args(["--disable-pip-version-check", "--progress-bar=off", "-r"]);
        command.arg(&list).arg("-d").arg(&download);
        if self.by == Tool::PipSource {
            // pip asks the build system of the source for metadata, and would install that build
            // system first. A small replacement answers instead.
            let backend = scratch.join("backend");
            fs::create_dir(&backend).map_err(InstallError::io(&backend))?;
            let module = backend.join("mesonpy.py");
            let text = include_str!("backend.py")
                .replace("PACKAGE", &self.package)
                .replace("VERSION", &self.version);
            fs::write(&module, text).map_err(InstallError::io(&module))?;
            command.args(["--no-binary=:all:", "--no-build-isolation"]);
            command.env("PYTHONPATH", &backend);
        } else {
            // The Python version is part of the pinned wheel. It need not be the version that is
            // installed here.
            command.args([
                "--only-binary=:all:",
                "--python-version=311",
                "--implementation=cp",
            ]);
            command.args(["--platform=manylinux2014_x86_64", "--platform=any"]);
        }
        self.run(command.env("TMPDIR", scratch), scratch, tools)?;
        let file = self.checked(&only_file(&download)?)?;
        fs::create_dir(into).map_err(InstallError::io(into))?;
        let mut unpack = Command::new("python3");
        unpack.args(["-I", "-m"]);
        let is_wheel = self.by == Tool::Pip;
        unpack.args([if is_wheel { "zipfile" } else { "tarfile" }, "-e"]);
        self.run(unpack.args([&file, into]), scratch, tools)
    }

    /// Runs a tool in a folder. Its error message is reported.
    fn run(&self, command: &mut Command, folder: &Path, tools: &Tools) -> Result<(), InstallError> {
        let tool = command.get_program().to_string_lossy().into_owned();
        let output = tools.output(command.current_dir(folder))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let errors = |line: &&str| line.to_lowercase().contains("error") || line.starts_with("E:");
        let line = text.lines().find(errors).or(text.lines().last());
        Err(InstallError::Fetch {
            package: format!("{} {}", self.package, self.version),
            message: message(line, output.status),
            tool,
        })
    }

    /// Checks the sha256 of a file.
    fn checked(&self, file: &Path) -> Result<PathBuf, InstallError> {
        self.compare(&hash_file(file).map_err(InstallError::io(file))?)?;
        Ok(file.to_owned())
    }

    /// Compares a sha256 with the pinned one.
    fn compare(&self, actual: &str) -> Result<(), InstallError> {
        if actual == self.sha256 {
            return Ok(());
        }
        Err(InstallError::Damaged {
            file: format!("{} {}", self.package, self.version),
            expected: self.sha256.clone(),
            actual: actual.to_owned(),
        })
    }
}

/// The file that a tool has written to a folder.
fn only_file(folder: &Path) -> Result<PathBuf, InstallError> {
    let entries = fs::read_dir(folder).map_err(InstallError::io(folder))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| InstallError::io(folder)(io::ErrorKind::NotFound.into()))
}
