//! Tests of the store through its public interface. pip is replaced.

use std::fs;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;

use super::fake::{FakeIndex, TestMachine, test_machine};
use super::{Origin, Progress, Version};

#[test]
fn the_first_use_installs_the_default() {
    let machine = test_machine(FakeIndex::default());
    let mut messages = Vec::new();
    let spec = "fake".parse().unwrap();
    let library = machine.store().ensure(&spec, false, &mut |progress| {
        messages.push(progress.to_string());
    });
    let library = library.unwrap();
    assert_eq!(
        messages,
        ["installing fake 2.0.0 (7 MB)", "installed fake 2.0.0"]
    );
    assert_eq!(library.version.as_deref(), Some("2.0.0"));
    assert_eq!(library.origin, Origin::Store);
    let path = library.path.clone().unwrap();
    assert_eq!(path, machine.root().join("fake/2.0.0/libfake-1.so"));
    assert!(path.with_file_name("libneighbour.so").exists());
    assert_eq!(machine.files_in_store(), ["fake"]);
    assert_eq!(machine.ensure("fake").unwrap(), library);
    assert_eq!(machine.ensure("fake@2.0.0.0").unwrap(), library);
    assert_eq!(machine.downloads(), 1);
}

/// Libraries report versions that no release has, or that several have.
#[test]
fn a_library_tells_its_release() {
    let machine = test_machine(FakeIndex::default());
    let release_of = |solver: &str, told: &str| {
        let release = machine.store().release_of(&solver.parse().unwrap(), told);
        release.map(|release| release.to_string())
    };
    let known = |release: &str| Some(release.to_owned());
    assert_eq!(release_of("fake@1.0.0", "7-modified"), known("1.0.0"));
    assert_eq!(release_of("fake", "2.0.0-modified"), known("2.0.0"));
    // The default release is one of those that report this version.
    assert_eq!(release_of("fake", "2.0"), known("2.0.0"));
    assert_eq!(
        release_of("fake=build/libfake.so", "1.2.3-dev"),
        known("1.2.3")
    );
    assert_eq!(release_of("fake", "a build"), None);
    // A release that is installed, and not the default.
    let path = machine.ensure("fake").unwrap().path.unwrap();
    let folder = path.parent().unwrap();
    fs::rename(folder, folder.with_file_name("2.1.0.post3")).unwrap();
    assert_eq!(release_of("fake", "2.1.0"), known("2.1.0.post3"));
}

#[test]
fn a_program_comes_with_its_library() {
    let machine = test_machine(FakeIndex::default());
    let version: Version = "2.0.0".parse().unwrap();
    let program = |offline| {
        let store = machine.store();
        store.program("fake", &version, offline, &mut |_| ())
    };
    assert!(program(true).is_err());
    let path = program(false).unwrap();
    assert_eq!(path, machine.root().join("fake/2.0.0/fake"));
    machine.ensure("fake").unwrap();
    assert_eq!(
        (program(true).unwrap(), machine.downloads()),
        (path.clone(), 1)
    );
    // A release that was installed without its program is installed again.
    fs::remove_file(&path).unwrap();
    assert_eq!((program(false).unwrap(), machine.downloads()), (path, 2));
}

#[test]
fn a_release_may_have_no_program() {
    let machine = test_machine(FakeIndex {
        without_program: true,
        ..FakeIndex::default()
    });
    let version = "2.0.0".parse().unwrap();
    let program = machine
        .store()
        .program("fake", &version, false, &mut |_| ());
    assert_eq!(
        program.unwrap_err().to_string(),
        "the package of fake 2.0.0 has no program"
    );
}

#[test]
fn a_build_may_have_its_program() {
    let machine = test_machine(FakeIndex::default());
    let build = machine.root().join("build");
    for (library, program) in [
        ("a/libfake.so", "a/fake"),
        ("b/src/libfake.so", "b/src/main/fake"),
        ("c/lib/libfake.so", "c/bin/fake"),
    ] {
        let [library, program] = [library, program].map(|path| build.join(path));
        for folder in [&library, &program].map(|path| path.parent().unwrap()) {
            fs::create_dir_all(folder).unwrap();
        }
        let found = || machine.store().program_of_build("fake", &library);
        assert_eq!(found(), None);
        fs::write(&program, "").unwrap();
        let found = found().map(|path| path.canonicalize().unwrap());
        assert_eq!(found, Some(program.canonicalize().unwrap()));
    }
}

#[test]
fn tampered_bytes_are_refused() {
    let machine = test_machine(FakeIndex {
        tampered: true,
        ..FakeIndex::default()
    });
    let message = machine.error("fake@1.0.0");
    assert!(
        message.contains("damaged or was tampered with: its sha256 is"),
        "{message}"
    );
    assert!(message.contains("MURXLA_FAKE_LIB=PATH"), "{message}");
    assert!(machine.files_in_store().is_empty());
}

#[test]
fn a_failed_download_leaves_nothing() {
    let machine = test_machine(FakeIndex {
        unreachable: true,
        ..FakeIndex::default()
    });
    let message = machine.error("fake");
    assert!(
        message.starts_with("cannot install fake 2.0.0: the package index cannot"),
        "{message}"
    );
    assert!(machine.files_in_store().is_empty());
}

#[test]
fn files_of_a_killed_installation_are_removed_by_the_next() {
    let machine = test_machine(FakeIndex::default());
    fs::create_dir_all(machine.root().join(".install-dead/pip")).unwrap();
    // A release without its manifest. Installations leave none, but a user may have changed the
    // folder.
    fs::create_dir_all(machine.root().join("fake/2.0.0")).unwrap();
    fs::write(machine.root().join("fake/2.0.0/libfake-1.so"), "half").unwrap();
    machine.ensure("fake").unwrap();
    assert_eq!(machine.files_in_store(), ["fake"]);
    assert_eq!(machine.downloads(), 1);
}

#[test]
fn two_installations_at_once_download_once() {
    let (open, may_end) = mpsc::channel();
    let machine = test_machine(FakeIndex {
        may_end: Some(may_end.into()),
        ..FakeIndex::default()
    });
    let install = || {
        let mut opened = false;
        let library = machine
            .store()
            .ensure(&"fake".parse().unwrap(), false, &mut |progress| {
                // The process that waits lets the other one continue.
                if let Progress::Waiting { holder, .. } = progress {
                    let told = format!("process {} has been installing it", std::process::id());
                    assert!(holder.is_some_and(|holder| holder.to_string().starts_with(&told)));
                    opened = true;
                    open.send(()).unwrap();
                }
            });
        (library.unwrap(), opened)
    };
    let (first, second) = thread::scope(|scope| {
        let (first, second) = (scope.spawn(install), scope.spawn(install));
        (first.join().unwrap(), second.join().unwrap())
    });
    assert_eq!(first.0, second.0);
    assert!(first.1 != second.1, "one of them waited");
    assert_eq!(machine.downloads(), 1);
}

#[test]
fn an_installation_that_waits_is_interrupted() {
    let (open, may_end) = mpsc::channel();
    let machine = test_machine(FakeIndex {
        may_end: Some(may_end.into()),
        ..FakeIndex::default()
    });
    let other = thread::scope(|scope| {
        let first = scope.spawn(|| machine.ensure("fake"));
        machine.wait_for_downloads(1);
        let stop_when_waiting = &mut |progress: Progress<'_>| {
            if matches!(progress, Progress::Waiting { .. }) {
                machine.stop.store(true, Ordering::Relaxed);
            }
        };
        let spec = "fake".parse().unwrap();
        let second = machine.store().ensure(&spec, false, stop_when_waiting);
        open.send(()).unwrap();
        assert!(first.join().unwrap().is_ok());
        second.unwrap_err()
    });
    assert_eq!(
        other.to_string(),
        "the installation of fake 2.0.0 was interrupted: the same command starts it again, or \
         continues a build"
    );
    assert_eq!(machine.files_in_store(), ["fake"]);
}

/// A download does not wait for that of another release, and leaves its files alone.
#[test]
fn two_releases_are_installed_at_once() {
    let (open, may_end) = mpsc::channel();
    let machine = test_machine(FakeIndex {
        may_end: Some(may_end.into()),
        ..FakeIndex::default()
    });
    let install = |spec: &str| {
        let no_wait = &mut |progress: Progress<'_>| {
            assert!(!matches!(progress, Progress::Waiting { .. }), "{progress}");
        };
        machine
            .store()
            .ensure(&spec.parse().unwrap(), false, no_wait)
    };
    thread::scope(|scope| {
        let both = ["fake", "fake@1.0.0"].map(|spec| scope.spawn(move || install(spec)));
        machine.wait_for_downloads(2);
        for _ in 0..2 {
            open.send(()).unwrap();
        }
        for one in both {
            assert!(one.join().unwrap().is_ok());
        }
    });
    assert_eq!(machine.files_in_store(), ["fake"]);
}

/// Both find a release without its program. The second one must not replace what the first one has
/// installed.
#[test]
fn two_installations_of_a_program_download_once() {
    let (open, may_end) = mpsc::channel();
    let machine = test_machine(FakeIndex {
        may_end: Some(may_end.into()),
        ..FakeIndex::default()
    });
    let version: Version = "2.0.0".parse().unwrap();
    let install = || {
        let store = machine.store();
        let open_when_waiting = &mut |progress: Progress<'_>| {
            if matches!(progress, Progress::Waiting { .. }) {
                open.send(()).unwrap();
            }
        };
        store.program("fake", &version, false, open_when_waiting)
    };
    let (first, second) = thread::scope(|scope| {
        let (first, second) = (scope.spawn(install), scope.spawn(install));
        (first.join().unwrap(), second.join().unwrap())
    });
    assert_eq!(first.unwrap(), second.unwrap());
    assert_eq!(machine.downloads(), 1);
}

#[test]
fn offline_names_the_command_to_run() {
    let machine = test_machine(FakeIndex::default());
    let refuse = |spec: &str| {
        let spec = spec.parse().unwrap();
        let error = machine
            .store()
            .ensure(&spec, true, &mut |_| ())
            .unwrap_err();
        error.to_string()
    };
    assert!(refuse("fake").contains("run `murxla-rs solvers install fake@2.0.0`"));
    assert!(refuse("fake@1.0.0").contains("run `murxla-rs solvers install fake@1.0.0`"));
    assert!(refuse("fake@1.5.0").contains("the nearest are 1.0.0, 2.0.0"));
    assert!(!machine.root().exists());
    machine.ensure("fake").unwrap();
    assert!(
        machine
            .store()
            .ensure(&"fake".parse().unwrap(), true, &mut |_| ())
            .is_ok()
    );
}

#[test]
fn libraries_are_looked_for_in_order() {
    let mut machine = test_machine(FakeIndex::default());
    let origin = |machine: &TestMachine, spec: &str| machine.ensure(spec).unwrap().origin;
    let system = machine.library("system/libfake.so");
    let offline = machine
        .store()
        .ensure(&"fake".parse().unwrap(), true, &mut |_| ());
    assert_eq!(offline.as_ref().unwrap().path, Some(system));
    assert_eq!(offline.unwrap().version, None);
    assert_eq!(origin(&machine, "fake@2.0.0"), Origin::Store);
    assert_eq!(origin(&machine, "fake"), Origin::Store);
    let own = machine.library("own/libfake.so");
    machine.variables.insert("MURXLA_FAKE_LIB", own.clone());
    assert_eq!(machine.ensure("fake").unwrap().path, Some(own));
    assert_eq!(origin(&machine, "fake"), Origin::Variable);
    assert_eq!(
        origin(&machine, "fake@1.0.0"),
        Origin::Store,
        "a version asked for is meant"
    );
    let path = machine.library("path/libfake.so");
    let spec = format!("fake={}", path.display());
    assert_eq!(machine.ensure(&spec).unwrap().path, Some(path.clone()));
    assert_eq!(
        machine.ensure("fake=~/path/libfake.so").unwrap().path,
        Some(path)
    );
}

#[test]
fn all_that_is_found_is_listed() {
    let mut machine = test_machine(FakeIndex::default());
    machine.ensure("fake@1.0.0").unwrap();
    machine.ensure("fake").unwrap();
    machine
        .variables
        .insert("MURXLA_FAKE_LIB", "/gone/libfake.so".into());
    let list = machine.store().list();
    let rows: Vec<_> = list
        .iter()
        .map(|f| {
            (
                f.origin,
                f.version.as_ref().map(Version::to_string),
                f.is_default,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (Origin::Variable, None, false),
            (Origin::Store, Some("2.0.0".into()), true),
            (Origin::Store, Some("1.0.0".into()), false),
        ]
    );
    assert_eq!(list[0].size, None);
    let installable = machine.store().installable();
    assert_eq!(installable.len(), 1);
    assert_eq!(installable[0].default.to_string(), "2.0.0");
    assert_eq!(installable[0].versions.len(), 2);
    assert!(list[1].size > Some(0));
}

#[test]
fn a_release_newer_than_the_table_is_installed_as_it_comes() {
    let machine = test_machine(FakeIndex {
        tampered: true,
        ..FakeIndex::default()
    });
    let mut messages = Vec::new();
    let spec = "fake@3.1.0".parse().unwrap();
    let mut note = |progress: Progress<'_>| messages.push(progress.to_string());
    let library = machine.store().ensure(&spec, false, &mut note).unwrap();
    assert_eq!(
        messages[0],
        "installing fake 3.1.0, which is not pinned: any sha256 is accepted"
    );
    assert!(
        messages[1].starts_with("installed fake 3.1.0, not pinned, sha256 "),
        "{}",
        messages[1]
    );
    let manifest = library.path.unwrap().with_file_name("installed.json");
    assert!(
        fs::read_to_string(manifest)
            .unwrap()
            .contains("\"pinned\": false")
    );
}

#[test]
fn an_old_system_is_told_what_runs_on_it() {
    let machine = test_machine(FakeIndex {
        runtime: Some((2, 31)),
        ..FakeIndex::default()
    });
    let message = machine.error("fake");
    assert!(
        message.contains("the newest version that runs here is 1.0.0"),
        "{message}"
    );
    assert!(machine.ensure("fake@1.0.0").is_ok());
}

#[test]
fn files_that_are_no_libraries_are_refused() {
    let mut machine = test_machine(FakeIndex::default());
    let message = machine.error("fake=/no/such.so");
    assert!(
        message.contains("`fake=/no/such.so` names `/no/such.so`, which does not exist"),
        "{message}"
    );
    assert!(
        message.contains("as in `fake=build/libfake.so`"),
        "{message}"
    );
    assert!(machine.error("fake=/").contains("which is a folder"));
    machine
        .variables
        .insert("MURXLA_FAKE_LIB", "/no/such.so".into());
    assert!(
        machine
            .error("fake")
            .starts_with("MURXLA_FAKE_LIB names `/no/such.so`")
    );
}

#[test]
fn a_solver_without_a_library_is_built_in() {
    let machine = test_machine(FakeIndex::default());
    let library = machine.ensure("toy").unwrap();
    assert_eq!((library.path, library.origin), (None, Origin::BuiltIn));
    assert_eq!(
        machine.error("toy@1.0.0"),
        "`toy` is built in and has no library: write just `toy`"
    );
    assert!(machine.error("toy=/lib/x.so").contains("write just `toy`"));
}

#[test]
fn the_error_names_a_store_that_cannot_be_created() {
    let mut machine = test_machine(FakeIndex::default());
    let file = machine.library("file");
    machine.variables.insert("MURXLA_STORE", file.join("store"));
    let message = machine.error("fake");
    assert!(message.contains("/file/store`"), "{message}");
    assert!(message.contains("set MURXLA_STORE"), "{message}");
}

#[test]
fn solvers_without_a_library_need_no_home() {
    let machine = test_machine(FakeIndex::default());
    let mut store = machine.store();
    store.root = None;
    let ensure = |spec: &str| store.ensure(&spec.parse().unwrap(), false, &mut |_| ());
    assert!(ensure("toy").is_ok());
    assert!(
        ensure("fake")
            .unwrap_err()
            .to_string()
            .contains("set MURXLA_STORE")
    );
}
