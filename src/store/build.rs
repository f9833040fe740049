//! Building a library from packaged sources, for solvers of which no package has it.
//!
//! Sources come through pip, cargo and apt, each with its pinned sha256, and a script of `vendor/build` makes of them
//! what is to be stored. Nothing is written but the folder that it works in, and caches of these tools.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::checksum::sha256;
use super::error::InstallError;
use super::machine::Platform;
use super::version::Version;

/// A version of a solver that is built here.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildRecipe {
    pub(super) version: Version,
    /// The platform that the packages are for, `linux-x86_64`.
    pub(super) platform: Platform,
    /// How long it takes on two cores, about.
    pub(super) minutes: u32,
    /// What is built and what it is built with.
    pub(super) sources: Vec<SourcePackage>,
}

/// A package that a build needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcePackage {
    /// The folder that it is unpacked into.
    pub(super) folder: String,
    pub(super) by: Tool,
    /// Its name in the tool's words …
    pub(super) package: String,
    /// … and its version.
    pub(super) version: String,
    pub(super) sha256: String,
    /// In bytes.
    pub(super) size: u64,
}

/// What fetches a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Tool {
    /// A wheel, by pip.
    Pip,
    /// A source distribution, by pip.
    PipSource,
    /// A crate, by cargo.
    Cargo,
    /// A Debian package, by apt.
    Apt,
}

/// What building needs beside Python, with what it is needed for.
const TOOLS: [(&str, &str); 4] = [
    ("cargo", "fetch crates"),
    ("apt-get", "fetch a Debian package"),
    ("dpkg-deb", "unpack a Debian package"),
    ("c++", "compile: a compiler of C++17"),
];

impl BuildRecipe {
    /// What is downloaded, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// The sha256 of what is built, which no one has pinned, but of what all of its sources are.
    pub(super) fn sums(&self) -> String {
        let sums: Vec<&str> = self.sources.iter().map(|s| s.sha256.as_str()).collect();
        sums.join(" ")
    }

    /// Fetches the sources into the folder `work` and builds; the result is the folder `out` in it. What the build
    /// says goes into the file `log`.
    pub(super) fn run(
        &self,
        script: &str,
        work: &Path,
        log: &Path,
    ) -> Result<PathBuf, InstallError> {
        for (tool, purpose) in TOOLS {
            let found = Command::new(tool).arg("--version").output();
            if found.is_err() {
                return Err(InstallError::NoTool { tool, purpose });
            }
        }
        for source in &self.sources {
            source.fetch(&work.join(&source.folder), &work.join(".fetch"))?;
        }
        let out = File::create(log).map_err(InstallError::io(log))?;
        let err = out.try_clone().map_err(InstallError::io(log))?;
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(work);
        command.stdin(Stdio::null()).stdout(out).stderr(err);
        let status = command
            .status()
            .map_err(InstallError::io(Path::new("sh")))?;
        if status.success() {
            return Ok(work.join("out"));
        }
        let said = fs::read_to_string(log).unwrap_or_default();
        let line = said
            .lines()
            .rfind(|line| line.to_lowercase().contains("error"));
        Err(InstallError::Build {
            said: line
                .unwrap_or("no message")
                .trim()
                .chars()
                .take(200)
                .collect(),
            log: log.to_owned(),
        })
    }
}

impl SourcePackage {
    /// Fetches and checks the package, and unpacks it into the new folder `into`; `scratch` is used and emptied.
    fn fetch(&self, into: &Path, scratch: &Path) -> Result<(), InstallError> {
        fs::create_dir(scratch).map_err(InstallError::io(scratch))?;
        match self.by {
            Tool::Cargo => self.fetch_crate(into, scratch)?,
            Tool::Pip | Tool::PipSource => self.fetch_from_index(into, scratch)?,
            Tool::Apt => {
                let package = format!("{}={}", self.package, self.version);
                self.tool(
                    Command::new("apt-get").args(["download", &package]),
                    scratch,
                )?;
                let file = self.checked(&only_file(scratch)?)?;
                fs::create_dir(into).map_err(InstallError::io(into))?;
                self.tool(
                    Command::new("dpkg-deb").arg("-x").args([&file, into]),
                    scratch,
                )?;
            }
        }
        fs::remove_dir_all(scratch).map_err(InstallError::io(scratch))
    }

    /// cargo vendors what a package needs, that is, the crate among others. It knows the sum of the file that it
    /// has unpacked.
    fn fetch_crate(&self, into: &Path, scratch: &Path) -> Result<(), InstallError> {
        let manifest = format!(
            "[package]\nname = \"sources\"\nversion = \"0.0.0\"\n[lib]\npath = \"/dev/null\"\n\
             [dependencies]\n{} = \"={}\"\n[workspace]\n",
            self.package, self.version
        );
        let path = scratch.join("Cargo.toml");
        fs::write(&path, manifest).map_err(InstallError::io(&path))?;
        self.tool(Command::new("cargo").args(["vendor", "--quiet"]), scratch)?;
        let folder = scratch.join("vendor").join(&self.package);
        let sums = folder.join(".cargo-checksum.json");
        let text = fs::read(&sums).map_err(InstallError::io(&sums))?;
        let sums: serde_json::Value = serde_json::from_slice(&text).unwrap_or_default();
        self.compare(sums["package"].as_str().unwrap_or("unknown"))?;
        fs::rename(&folder, into).map_err(InstallError::io(into))
    }

    fn fetch_from_index(&self, into: &Path, scratch: &Path) -> Result<(), InstallError> {
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
            // pip asks the source for its metadata, and would set up a build for that: a stand-in for the build
            // system answers.
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
            // As for other wheels, it is one for the Python that its row names and not the one that runs here.
            command.args([
                "--only-binary=:all:",
                "--python-version=311",
                "--implementation=cp",
            ]);
            command.args(["--platform=manylinux2014_x86_64", "--platform=any"]);
        }
        self.tool(&mut command, scratch)?;
        let file = self.checked(&only_file(&download)?)?;
        fs::create_dir(into).map_err(InstallError::io(into))?;
        let mut unpack = Command::new("python3");
        unpack.args(["-I", "-m"]);
        let is_wheel = self.by == Tool::Pip;
        unpack.args([if is_wheel { "zipfile" } else { "tarfile" }, "-e"]);
        self.tool(unpack.args([&file, into]), scratch)
    }

    /// Runs a tool in a folder.
    fn tool(&self, command: &mut Command, folder: &Path) -> Result<(), InstallError> {
        let name = command.get_program().to_string_lossy().into_owned();
        let command = command.stdin(Stdio::null()).env("LC_ALL", "C");
        let output = command.current_dir(folder).output();
        let output = output.map_err(InstallError::io(Path::new(&name)))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let errors = |line: &&str| line.to_lowercase().contains("error") || line.starts_with("E:");
        let line = said.lines().find(errors).or(said.lines().last());
        Err(InstallError::Fetch {
            package: format!("{} {}", self.package, self.version),
            tool: name,
            said: line
                .unwrap_or("no message")
                .trim()
                .chars()
                .take(200)
                .collect(),
        })
    }

    fn checked(&self, file: &Path) -> Result<PathBuf, InstallError> {
        self.compare(&sha256(file).map_err(InstallError::io(file))?)?;
        Ok(file.to_owned())
    }

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

/// The one file that a tool has put into a folder.
fn only_file(folder: &Path) -> Result<PathBuf, InstallError> {
    let entries = fs::read_dir(folder).map_err(InstallError::io(folder))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| InstallError::io(folder)(io::ErrorKind::NotFound.into()))
}
