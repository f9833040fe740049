//! Builds a library from packaged sources or from the user's checkout: for solvers without a
//! package of the library, and with assertions or sanitizers.
//!
//! pip, cargo and apt-get fetch the sources, each with a pinned sha256. A script in `vendor/build`
//! builds the library. Files are only written to the working folder and to the caches of these
//! tools. A build that was interrupted is continued in its working folder.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::compiler::{Compiler, Needs};
use super::error::InstallError;
use super::instrumentation::{Instrument, Instrumentation};
use super::machine::Platform;
use super::tools::{Tools, message};
use super::version::Version;
use murxla_system::digest::hash_file;
use murxla_system::sanitizer;

/// How to build one version of a solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildRecipe {
    pub(super) version: Version,
    /// The platform of the packages, such as `linux-x86_64`.
    pub(super) platform: Platform,
    /// Approximate duration of the build on two cores, of a solver with wheels with assertions.
    pub(super) minutes: u32,
    /// The largest size of the working folder, in megabytes.
    #[serde(default)]
    pub(super) disk: u32,
    /// The programs that the script needs, apart from compilers and what it fetches.
    #[serde(default)]
    tools: Vec<String>,
    /// Headers of C++ that old compilers lack.
    #[serde(default)]
    pub(super) headers: Vec<String>,
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

/// The time between two looks at the progress of a build.
const LOOK: Duration = Duration::from_secs(1);

/// How much of the end of a log may have the last step.
const LOG_TAIL: u64 = 4096;

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
}

/// What is built, and how.
pub(super) struct Build<'a> {
    pub(super) solver: &'a str,
    /// The sources and the tools in packages. A solver that is built from a checkout may have none.
    pub(super) recipe: Option<&'a BuildRecipe>,
    pub(super) script: &'static str,
    pub(super) with: Instrumentation,
    /// The user's checkout, which takes the place of the packaged sources of the solver.
    pub(super) checkout: Option<&'a Path>,
}

/// The result of a build.
pub(super) struct Built {
    /// The folder with the library and what it needs.
    pub(super) folder: PathBuf,
    /// The compiler and its flags.
    pub(super) compiler: String,
}

impl Build<'_> {
    /// Fetches the sources into the folder `work` and runs the build script there. What is there
    /// already is not made again. The output of the script goes to the file `log`. `progress` is
    /// called with the number of finished steps and of all.
    pub(super) fn run(
        &self,
        work: &Path,
        log: &Path,
        tools: &Tools,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<Built, InstallError> {
        self.require_tools(tools)?;
        fs::create_dir_all(work).map_err(InstallError::io(work))?;
        let headers = self.recipe.map_or(&[][..], |recipe| &recipe.headers);
        let needs = Needs {
            headers,
            with: self.with,
        };
        let compiler = Compiler::find(&needs, work, tools)?;
        self.clear_if_changed(work, &compiler)?;
        for source in self.sources() {
            let folder = work.join(&source.folder);
            if !folder.exists() {
                source.fetch(&folder, &work.join(".fetch"), tools)?;
            }
        }
        let out = File::create(log).map_err(InstallError::io(log))?;
        let err = out.try_clone().map_err(InstallError::io(log))?;
        let mut command = Command::new("sh");
        command.args(["-c", self.script]).current_dir(work);
        // Temporary files are removed with the folder.
        command.env("TMPDIR", work).stdout(out).stderr(err);
        let cxx_flags = format!("{} {}", compiler.flags, compiler.cxx_flags);
        let assertions = match self.with.has(Instrument::Assertions) {
            true => "yes",
            false => "",
        };
        command.env("CC", &compiler.cc).env("CXX", &compiler.cxx);
        command
            .env("CFLAGS", &compiler.flags)
            .env("CXXFLAGS", cxx_flags.trim());
        command.env("LDFLAGS", compiler.link_flags.trim());
        command.env("ASSERTIONS", assertions);
        command.env("SOURCE", self.checkout.unwrap_or_else(|| Path::new("")));
        let mut watch = Watch::new(log, progress);
        let status = tools.status_watched(&mut command, &mut || watch.look())?;
        if status.success() {
            let folder = work.join("out");
            self.add_runtimes(&folder, &compiler, tools)?;
            return Ok(Built {
                folder,
                compiler: compiler.to_string(),
            });
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

    /// Adds the runtimes of sanitizers to the result, because the loader may not find those of the
    /// compiler.
    fn add_runtimes(
        &self,
        out: &Path,
        compiler: &Compiler,
        tools: &Tools,
    ) -> Result<(), InstallError> {
        let library = out.join(format!("lib{}.so", self.solver));
        for name in sanitizer::runtimes(&library) {
            let mut ask = Command::new(&compiler.cxx);
            let output = tools.output(ask.arg(format!("-print-file-name={name}")))?;
            let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
            // The compiler repeats the name of a file that it does not have.
            if path.is_absolute() {
                let copy = out.join(&name);
                fs::copy(&path, &copy).map_err(InstallError::io(&copy))?;
            }
        }
        Ok(())
    }

    /// The packages that are fetched.
    fn sources(&self) -> impl Iterator<Item = &SourcePackage> {
        let all = self.recipe.into_iter().flat_map(|recipe| &recipe.sources);
        all.filter(|source| self.checkout.is_none() || source.folder != self.solver)
    }

    /// # Errors
    /// A tool is not on this machine.
    fn require_tools(&self, tools: &Tools) -> Result<(), InstallError> {
        let fetchers = self.sources().flat_map(|source| source.by.needs());
        let builders = self.recipe.into_iter().flat_map(|recipe| &recipe.tools);
        let builders = builders.map(|tool| (tool.as_str(), "build it"));
        for (tool, purpose) in fetchers.copied().chain(builders) {
            match tools.output(Command::new(tool).arg("--version")) {
                Err(InstallError::Interrupted) => return Err(InstallError::Interrupted),
                found => found.map_err(|_| InstallError::NoTool {
                    tool: tool.to_owned(),
                    purpose,
                })?,
            };
        }
        Ok(())
    }

    /// Empties the working folder if it is of other sources, or of another compiler or flags.
    fn clear_if_changed(&self, work: &Path, compiler: &Compiler) -> Result<(), InstallError> {
        let stamp = work.join("made-of");
        let sums = self.recipe.map_or_else(String::new, BuildRecipe::checksums);
        let now = format!("{}\n{compiler}\n{sums}\n{:?}\n", self.script, self.checkout);
        if fs::read_to_string(&stamp).is_ok_and(|before| before == now) {
            return Ok(());
        }
        fs::remove_dir_all(work).map_err(InstallError::io(work))?;
        fs::create_dir(work).map_err(InstallError::io(work))?;
        fs::write(&stamp, now).map_err(InstallError::io(&stamp))
    }
}

/// Looks for the steps of ninja at the end of a log: `[12/895]`.
struct Watch<'a> {
    log: &'a Path,
    progress: &'a mut dyn FnMut(u32, u32),
    next: Instant,
}

impl<'a> Watch<'a> {
    fn new(log: &'a Path, progress: &'a mut dyn FnMut(u32, u32)) -> Self {
        Self {
            log,
            progress,
            next: Instant::now(),
        }
    }

    fn look(&mut self) {
        if Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + LOOK;
        if let Some((done, all)) = tail(self.log).ok().as_deref().and_then(last_step) {
            (self.progress)(done, all);
        }
    }
}

/// The end of a file.
fn tail(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LOG_TAIL)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The number of finished steps and of all steps, from the last line that has them.
fn last_step(log: &str) -> Option<(u32, u32)> {
    let step = |line: &str| {
        let (done, all) = line.strip_prefix('[')?.split_once(']')?.0.split_once('/')?;
        Some((done.parse().ok()?, all.parse().ok()?))
    };
    log.lines().rev().find_map(step)
}

impl Tool {
    /// The programs by which it fetches, and what for.
    fn needs(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Pip | Self::PipSource => &[],
            Self::Cargo => &[("cargo", "fetch crates")],
            Self::Apt => &[
                ("apt-get", "fetch a Debian package"),
                ("dpkg-deb", "unpack a Debian package"),
            ],
        }
    }
}

impl SourcePackage {
    /// Fetches and checks the package, and unpacks it into the new folder `target`, which is never
    /// incomplete. `scratch` is created and removed.
    fn fetch(&self, target: &Path, scratch: &Path, tools: &Tools) -> Result<(), InstallError> {
        // It may be left over.
        let _ = fs::remove_dir_all(scratch);
        fs::create_dir(scratch).map_err(InstallError::io(scratch))?;
        let into = &scratch.join("unpacked");
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
        fs::rename(into, target).map_err(InstallError::io(target))?;
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
            let text = include_str!("backend.py")
                .replace("PACKAGE", &self.package)
                .replace("VERSION", &self.version);
            for name in BACKENDS {
                let module = backend.join(name);
                let folder = module.parent().unwrap_or(&backend);
                fs::create_dir_all(folder).map_err(InstallError::io(folder))?;
                fs::write(&module, &text).map_err(InstallError::io(&module))?;
            }
            command.args(["--no-binary=:all:", "--no-build-isolation", "--use-pep517"]);
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

/// The modules by which pip asks the build systems of source distributions for metadata.
const BACKENDS: [&str; 3] = [
    "mesonpy.py",
    "setuptools/build_meta.py",
    "setuptools/__init__.py",
];

/// The file that a tool has written to a folder.
fn only_file(folder: &Path) -> Result<PathBuf, InstallError> {
    let entries = fs::read_dir(folder).map_err(InstallError::io(folder))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| InstallError::io(folder)(io::ErrorKind::NotFound.into()))
}
