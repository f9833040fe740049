//! A simulated machine for tests, with its own home folder and a replacement for pip.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::tools::Tools;
use super::{
    DownloadRequest, Fetch, InstallError, Library, Runtime, Store, StoreError, WheelLayout,
};
use murxla_system::digest::hash_bytes;

const WHEEL: &[u8] = b"a wheel";

/// The longest time that a test waits for another thread.
const PATIENCE: Duration = Duration::from_secs(60);

/// A package index with the solver `fake`. The fields set what goes wrong, and count downloads.
#[derive(Default)]
pub(super) struct FakeIndex {
    pub(super) tampered: bool,
    pub(super) unreachable: bool,
    pub(super) without_program: bool,
    pub(super) runtime: Option<Runtime>,
    pub(super) downloads: AtomicUsize,
    /// If set, a download ends only after a message on this channel.
    pub(super) may_end: Option<std::sync::Mutex<mpsc::Receiver<()>>>,
}

impl Fetch for Arc<FakeIndex> {
    fn runtime(&self) -> Result<Option<Runtime>, InstallError> {
        Ok(self.runtime.or(Some((99, 0))))
    }

    fn download(&self, request: &DownloadRequest, into: &Path) -> Result<PathBuf, InstallError> {
        self.downloads.fetch_add(1, Ordering::Relaxed);
        if let Some(may_end) = &self.may_end {
            may_end.lock().unwrap().recv_timeout(PATIENCE).unwrap();
        }
        let version = request.requirement.rsplit('=').next().unwrap();
        let version = version.replace(".*", ".0.post1");
        let path = into.join(format!("fake-{version}-py3-none-any.whl"));
        fs::write(&path, if self.tampered { b"a w" } else { WHEEL }).unwrap();
        if self.unreachable {
            return Err(InstallError::NoNetwork("no route".into()));
        }
        Ok(path)
    }

    fn unpack(&self, _: &Path, layout: &WheelLayout, into: &Path) -> Result<(), InstallError> {
        assert_eq!(layout.folder, "fake.libs");
        fs::copy(std::env::current_exe().unwrap(), into.join("libfake-1.so")).unwrap();
        fs::write(into.join("libneighbour.so"), "").unwrap();
        if layout.program.is_some() && !self.without_program {
            fs::write(into.join("fake"), "").unwrap();
        }
        Ok(())
    }
}

/// A machine with its own home folder, environment variables and package index.
pub(super) struct TestMachine {
    pub(super) home: TempDir,
    pub(super) variables: BTreeMap<&'static str, PathBuf>,
    /// Whether the user interrupts the installations.
    pub(super) stop: Arc<AtomicBool>,
    index: Arc<FakeIndex>,
}

pub(super) fn test_machine(index: FakeIndex) -> TestMachine {
    TestMachine {
        home: tempfile::tempdir().unwrap(),
        variables: BTreeMap::new(),
        stop: Arc::default(),
        index: Arc::new(index),
    }
}

impl TestMachine {
    pub(super) fn store(&self) -> Store {
        let (old, new) = ("manylinux2014_x86_64", "manylinux_2_38_x86_64");
        let sha256 = hash_bytes(WHEEL);
        let layout = r#"{ "folder": "fake.libs", "library": "libfake-*", "neighbours": "lib*",
            "program": "fake-*.data/bin/fake" }"#;
        let catalogue = format!(
            r#"{{ "fake": {{
                "package": "fake", "default": "2.0.0", "oldest": "1.0.0", "oldest_reason": "so",
                "layout": {layout},
                "wheels": [
                    {{ "file": "fake-1.0.0-py3-none-{old}.whl", "sha256": "{sha256}" }},
                    {{ "file": "fake-2.0.0-py3-none-{new}.whl", "sha256": "{sha256}", "size": 7000000 }}
                ]
            }} }}"#
        );
        let variable = |name: &str| match name {
            "HOME" => Some(OsString::from(self.home.path())),
            name => Some(self.variables.get(name)?.into()),
        };
        let catalogue = serde_json::from_str(&catalogue).unwrap();
        let tools = Tools::new(Arc::clone(&self.stop));
        let index = Box::new(self.index.clone());
        let mut store = Store::new(&variable, catalogue, index, tools).unwrap();
        store.folders = vec![self.home.path().join("system")];
        store
    }

    pub(super) fn root(&self) -> PathBuf {
        self.home.path().join(".local/share/murxla-rs/solvers")
    }

    /// Creates a file in the home folder that looks like a library.
    pub(super) fn library(&self, path: &str) -> PathBuf {
        let path = self.home.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(std::env::current_exe().unwrap(), &path).unwrap();
        path
    }

    pub(super) fn ensure(&self, spec: &str) -> Result<Library, StoreError> {
        self.store()
            .ensure(&spec.parse().unwrap(), false, &mut |_| ())
    }

    pub(super) fn error(&self, spec: &str) -> String {
        self.ensure(spec).unwrap_err().to_string()
    }

    pub(super) fn downloads(&self) -> usize {
        self.index.downloads.load(Ordering::Relaxed)
    }

    /// Waits until so many downloads have begun.
    pub(super) fn wait_for_downloads(&self, count: usize) {
        let start = Instant::now();
        while self.downloads() < count {
            assert!(
                start.elapsed() < PATIENCE,
                "{} of {count} downloads",
                self.downloads()
            );
            thread::yield_now();
        }
    }

    /// The names of the files in the store, without its locks.
    pub(super) fn files_in_store(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name != ".locks").collect()
    }
}
