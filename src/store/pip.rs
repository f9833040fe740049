//! Downloads packages with pip, which uses the user's settings of index, proxy and certificates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::catalogue::WheelLayout;
use super::error::InstallError;
use super::machine::Runtime;
use super::tools::Tools;

/// A package to download.
#[derive(Debug)]
pub struct DownloadRequest {
    /// Package and version as pip expects them, such as `z3-solver==5.4.0.0`.
    pub requirement: String,
    /// The sha256 that the download must have. `None` if any is accepted.
    pub sha256: Option<String>,
    /// The Python tag of the package, such as `cp311`. It need not be the installed Python.
    pub python: String,
    /// Platform tags, the best one first.
    pub platforms: Vec<String>,
}

/// The steps of an installation that use external tools. Tests replace them.
pub trait Fetch {
    /// The version of glibc. `None` if the system has another C library.
    ///
    /// # Errors
    /// If a tool is missing or fails.
    fn runtime(&self) -> Result<Option<Runtime>, InstallError>;

    /// Downloads a wheel to the folder `into` and returns its path.
    ///
    /// # Errors
    /// If it cannot be downloaded. Files that are left in `into` must be ignored then.
    fn download(&self, request: &DownloadRequest, into: &Path) -> Result<PathBuf, InstallError>;

    /// Unpacks the library, the other libraries that it needs, and the program from a wheel to the
    /// folder `into`.
    ///
    /// # Errors
    /// If the wheel cannot be read or the folder cannot be written.
    fn unpack(&self, wheel: &Path, layout: &WheelLayout, into: &Path) -> Result<(), InstallError>;
}

/// Uses `python3 -m pip`.
#[derive(Clone, Debug, Default)]
pub struct Pip {
    tools: Tools,
}

impl Pip {
    pub(super) fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

/// A Python script that prints the version of the runtime. Its exit code is 3 if pip is missing.
const PROBE: &str = r#"
import importlib.util, os, sys
if importlib.util.find_spec("pip") is None:
    sys.exit(3)
try:
    print(os.confstr("CS_GNU_LIBC_VERSION"))
except (AttributeError, OSError, ValueError):
    pass
"#;

impl Fetch for Pip {
    fn runtime(&self) -> Result<Option<Runtime>, InstallError> {
        // The option -I would hide a pip that was installed for this user only.
        let output = self
            .tools
            .output(Command::new("python3").args(["-c", PROBE]))?;
        match output.status.code() {
            Some(0) => Ok(read_runtime(&String::from_utf8_lossy(&output.stdout))),
            Some(3) => Err(InstallError::NoPip),
            _ => Err(InstallError::Pip(summary(&text(&output.stderr)))),
        }
    }

    fn download(&self, request: &DownloadRequest, into: &Path) -> Result<PathBuf, InstallError> {
        let scratch = into.join("pip");
        fs::create_dir(&scratch).map_err(InstallError::io(&scratch))?;
        let requirements = scratch.join("requirements.txt");
        let hash = request.sha256.as_ref();
        let hash = hash.map_or(String::new(), |hash| format!(" --hash=sha256:{hash}"));
        fs::write(&requirements, format!("{}{hash}\n", request.requirement))
            .map_err(InstallError::io(&requirements))?;
        let mut command = Command::new("python3");
        command
            .args(["-m", "pip", "download", "--no-deps", "--only-binary=:all:"])
            .args(["--no-input", "--progress-bar=off", "--retries=2"])
            .args(["--disable-pip-version-check", "--implementation=cp"])
            .args(["--python-version", request.python.trim_start_matches("cp")])
            .args(["--abi", &request.python]);
        for platform in &request.platforms {
            command.args(["--platform", platform]);
        }
        if hash.is_empty() {
            command.args(["-r"]).arg(&requirements);
        } else {
            command.args(["--require-hashes", "-r"]).arg(&requirements);
        }
        // No file in this folder shadows a Python module. Temporary files of pip are removed with
        // the folder.
        command
            .arg("-d")
            .arg(into)
            .current_dir(&scratch)
            .env("TMPDIR", &scratch);
        let output = self.tools.output(&mut command)?;
        if !output.status.success() {
            return Err(diagnose(&text(&output.stderr), request, into));
        }
        let entries = fs::read_dir(into).map_err(InstallError::io(into))?;
        let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths
            .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
            .ok_or_else(|| InstallError::Pip("it downloaded nothing".into()))
    }

    fn unpack(&self, wheel: &Path, layout: &WheelLayout, into: &Path) -> Result<(), InstallError> {
        let mut command = Command::new("python3");
        command
            .args(["-I", "-c", include_str!("unpack.py")])
            .arg(wheel);
        let program = layout.program.as_deref().unwrap_or_default();
        command.arg(&layout.folder).arg(into).arg(program);
        command.arg(&layout.library).args(&layout.neighbours);
        let output = self.tools.output(&mut command)?;
        if output.status.success() {
            return Ok(());
        }
        let stderr = text(&output.stderr);
        Err(disk_error(&stderr, into).unwrap_or_else(|| InstallError::Pip(summary(&stderr))))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reads the version in `glibc 2.36`.
fn read_runtime(text: &str) -> Option<Runtime> {
    let mut numbers = text.split_whitespace().last()?.split('.');
    let major = numbers.next()?.parse().ok()?;
    let minor = numbers.next().map_or(Some(0), |minor| minor.parse().ok())?;
    Some((major, minor))
}

/// Finds the cause in the error output of pip.
fn diagnose(stderr: &str, request: &DownloadRequest, into: &Path) -> InstallError {
    let says = |texts: &[&str]| texts.iter().any(|text| stderr.contains(text));
    if let Some(problem) = disk_error(stderr, into) {
        return problem;
    }
    if says(&["No module named pip"]) {
        return InstallError::NoPip;
    }
    if says(&["DO NOT MATCH THE HASHES"]) {
        let after = |word: &str| {
            let words = stderr.split_whitespace().skip_while(|&w| w != word);
            words.skip(1).find(|w| w.len() == 64).unwrap_or("unknown")
        };
        return InstallError::Damaged {
            file: request.requirement.clone(),
            expected: after("Expected").to_owned(),
            actual: after("Got").to_owned(),
        };
    }
    if says(&[
        "Retrying (",
        "ConnectionError",
        "Could not fetch URL",
        "Read timed out",
        "SSLError",
    ]) {
        return InstallError::NoNetwork(cause(stderr));
    }
    if says(&["No matching distribution", "Could not find a version"]) {
        return InstallError::NotOffered(request.requirement.clone());
    }
    InstallError::Pip(summary(stderr))
}

/// Finds an error of the disk in the error output of Python.
fn disk_error(stderr: &str, path: &Path) -> Option<InstallError> {
    let says = |text| stderr.contains(text);
    if says("No space left on device") || says("Disk quota exceeded") {
        return Some(InstallError::DiskFull(path.to_owned()));
    }
    (says("Permission denied") || says("Read-only file system"))
        .then(|| InstallError::Unwritable(path.to_owned()))
}

/// The cause of a failed connection. pip prints it as
/// `'NewConnectionError('<object>: cause')': /path`.
fn cause(stderr: &str) -> String {
    let of_line = |line: &str| Some(line.split_once(">: ")?.1.split_once("')")?.0.to_owned());
    let cause = stderr.lines().find_map(of_line);
    cause.unwrap_or_else(|| summary(stderr))
}

/// The most important line of pip's error output: the last one with `ERROR:`, else the last one. At
/// most 200 characters.
fn summary(stderr: &str) -> String {
    let lines = || {
        stderr
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
    };
    let error = lines().rfind(|line| line.starts_with("ERROR:"));
    let line = error.or(lines().next_back()).unwrap_or("no message");
    let line = line.trim_start_matches("ERROR:").trim();
    line.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::{DownloadRequest, Fetch, Pip, Tools, WheelLayout, diagnose, read_runtime};
    use crate::error::InstallError;
    use std::os::unix::fs::PermissionsExt;

    fn diagnosed(stderr: &str) -> InstallError {
        let request = DownloadRequest {
            requirement: "z3-solver==5.4.0.0".into(),
            sha256: None,
            python: "cp312".into(),
            platforms: Vec::new(),
        };
        diagnose(stderr, &request, Path::new("/store"))
    }

    #[test]
    fn errors_of_pip_are_recognised() {
        let retry = "WARNING: Retrying (Retry(total=1)) after connection broken by \
            'NewConnectionError('<object at 0x1>: no route')': /simple/\nERROR: No matching distribution";
        assert!(matches!(diagnosed(retry), InstallError::NoNetwork(why) if why == "no route"));
        let none = "ERROR: Could not find a version that satisfies the requirement z3-solver";
        assert!(matches!(diagnosed(none), InstallError::NotOffered(_)));
        let full = "ERROR: Could not install packages due to an OSError: [Errno 28] \
            No space left on device";
        assert!(matches!(diagnosed(full), InstallError::DiskFull(_)));
        let pip = "/usr/bin/python3: No module named pip";
        assert!(matches!(diagnosed(pip), InstallError::NoPip));
        assert!(matches!(diagnosed("ERROR: odd"), InstallError::Pip(why) if why == "odd"));
    }

    #[test]
    fn a_wrong_hash_is_reported() {
        let (expected, got) = ("a".repeat(64), "b".repeat(64));
        let stderr = format!(
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.\n  \
             z3-solver==5.4.0.0:\n  Expected sha256 {expected}\n  Got        {got}\n"
        );
        let problem = diagnosed(&stderr);
        assert!(
            matches!(&problem, InstallError::Damaged { expected: e, actual, .. } if *e == expected && *actual == got),
            "{problem}"
        );
    }

    #[test]
    fn versions_of_runtimes_are_read() {
        assert_eq!(read_runtime("glibc 2.36\n"), Some((2, 36)));
        assert_eq!(read_runtime("13.4.1\n"), Some((13, 4)));
        assert_eq!(read_runtime("None\n"), None);
        assert_eq!(read_runtime(""), None);
    }

    /// Needs `python3`, like every installation.
    #[test]
    fn only_the_needed_files_are_unpacked() {
        let folder = tempfile::tempdir().unwrap();
        let wheel = folder.path().join("fake.whl");
        let script = concat!(
            "import sys, zipfile\n",
            "with zipfile.ZipFile(sys.argv[1], 'w') as z:\n",
            "    for name in ['x.libs/liba-1.so.2', 'x.libs/libb.so', 'x.libs/notes.txt',\n",
            "                 'liba-1.so', 'x.libs/sub/libc.so', '../libd.so',\n",
            "                 'x.libs/../libe.so', '/tmp/libf.so',\n",
            "                 'x-1.data/bin/x', 'x-1.data/bin/y']:\n",
            "        z.writestr(name, name)\n",
        );
        let mut python = Command::new("python3");
        python.args(["-c", script]).arg(&wheel);
        let made = Tools::default().status(&mut python);
        assert!(made.unwrap().success());
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        let mut layout = WheelLayout {
            folder: "x.libs".into(),
            library: "liba-*".into(),
            neighbours: Some("lib*.so*".into()),
            program: Some("x-*.data/bin/x".into()),
        };
        Pip::default().unpack(&wheel, &layout, &out).unwrap();
        let names = |folder: &Path| {
            let entries = fs::read_dir(folder).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(
            names(&out),
            ["liba-1.so.2", "libb.so", "x"].map(str::to_owned).into()
        );
        let mode = |name: &str| fs::metadata(out.join(name)).unwrap().permissions().mode();
        assert_eq!((mode("x") & 0o111, mode("libb.so") & 0o111), (0o111, 0));
        assert_eq!(
            names(folder.path()),
            ["fake.whl".to_owned(), "out".to_owned()].into()
        );
        // A damaged file gives an error, not a panic.
        fs::write(&wheel, "PK").unwrap();
        layout.neighbours = None;
        assert!(matches!(
            Pip::default().unpack(&wheel, &layout, &out),
            Err(InstallError::Pip(_))
        ));
    }
}
