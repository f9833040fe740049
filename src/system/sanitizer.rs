//! Sanitizer runtimes. A library that is built with a sanitizer needs its runtime in the process
//! from the start, with options that fit to this program. So the program starts itself again with
//! the runtime, before it does anything else.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use object::ReadCache;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH};
use object::read::elf::{Dyn as _, ElfFile64};

/// How the names of runtimes begin.
const RUNTIMES: [&str; 5] = [
    "libasan.",
    "libubsan.",
    "libtsan.",
    "liblsan.",
    "libclang_rt.",
];

/// The variable with the value that `LD_PRELOAD` had before the program was started again.
pub const PRELOAD_BEFORE: &str = "MURXLA_RS_PRELOAD_BEFORE";

/// The variable with the runtimes for which the program was started again, separated by colons.
pub const STARTED_FOR: &str = "MURXLA_RS_STARTED_FOR";

/// The value that this variable had when the program was started. Programs that this one starts do
/// not see it.
static WAS_STARTED_FOR: OnceLock<String> = OnceLock::new();

/// Notes that the program was started again for these runtimes.
pub fn note_start(runtimes: String) {
    // It is called once.
    let _ = WAS_STARTED_FOR.set(runtimes);
}

/// The size of the stack in bytes, if the system allows it.
const STACK: u64 = 32 << 20;

/// The variable of the loader for libraries that are loaded first.
pub const PRELOAD: &str = "LD_PRELOAD";

/// The options of the runtimes. Signals are handled by this program, which also measures leaks and
/// names functions. The options that the user has set come later, so they count.
const OPTIONS: [(&str, &str); 2] = [
    (
        "ASAN_OPTIONS",
        "abort_on_error=1:handle_abort=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:\
         handle_sigill=0:use_sigaltstack=0:detect_leaks=0:allocator_may_return_null=1:symbolize=0:\
         print_legend=0:malloc_context_size=12:detect_stack_use_after_return=0",
    ),
    (
        "UBSAN_OPTIONS",
        "print_stacktrace=1:symbolize=0:report_error_type=1:handle_abort=0:handle_segv=0:\
         handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:use_sigaltstack=0",
    ),
];

/// The libraries that a library needs, and the folders in which it searches them.
#[derive(Default)]
struct Needs {
    libraries: Vec<String>,
    folders: Vec<PathBuf>,
}

impl Needs {
    /// `None` if the file is not a library.
    fn of(library: &Path) -> Option<Self> {
        // Libraries with symbols are large, and only some parts are read.
        let data = ReadCache::new(File::open(library).ok()?);
        let file = ElfFile64::<object::Endianness, _>::parse(&data).ok()?;
        let (endian, sections) = (file.endian(), file.elf_section_table());
        let (dynamic, link) = sections.dynamic(endian, &data).ok()??;
        let strings = sections.strings(endian, &data, link).ok()?;
        let mut needs = Self::default();
        for entry in dynamic {
            let tag = entry.tag32(endian);
            let at = entry.val32(endian);
            let text = at.and_then(|at| strings.get(at).ok());
            let text = text.and_then(|text| std::str::from_utf8(text).ok());
            match (tag, text) {
                (Some(DT_NEEDED), Some(name)) => needs.libraries.push(name.to_owned()),
                (Some(DT_RPATH | DT_RUNPATH), Some(folders)) => {
                    let origin = library.parent().unwrap_or_else(|| Path::new("/"));
                    let folders = folders.replace("$ORIGIN", &origin.to_string_lossy());
                    needs.folders.extend(env::split_paths(&folders));
                }
                _ => {}
            }
        }
        needs.folders.extend(library.parent().map(Path::to_owned));
        Some(needs)
    }
}

/// The names of the runtimes that a library needs. Empty if it is built without sanitizers.
#[must_use]
pub fn runtimes(library: &Path) -> Vec<String> {
    let needs = Needs::of(library).unwrap_or_default();
    let mut names = needs.libraries;
    names.retain(|name| RUNTIMES.iter().any(|start| name.starts_with(start)));
    names
}

/// Starts this program again with the runtimes of the sanitizers that a library is built with. Does
/// nothing if it needs none, or if they are there.
///
/// # Errors
/// A runtime cannot be loaded.
pub fn require_runtimes(library: &Path) -> Result<(), String> {
    let names = runtimes(library);
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let is_loaded = |name: &String| maps.contains(&format!("/{name}"));
    if names.iter().all(is_loaded) {
        return Ok(());
    }
    let started_for = WAS_STARTED_FOR.get().map_or("", String::as_str);
    let was_tried = |name: &String| started_for.split(':').any(|known| known == name);
    let why = match names.iter().all(was_tried) {
        true => "the loader does not find it".to_owned(),
        false => start_again(library, &names, started_for).to_string(),
    };
    Err(format!(
        "{} is built with a sanitizer, and its runtime ({}) cannot be loaded: {why}; install the \
         compiler that has built it, or copy the runtime into the folder of the library",
        library.display(),
        names.join(", ")
    ))
}

/// Replaces this process. Returns why this is not possible.
fn start_again(library: &Path, names: &[String], started_for: &str) -> io::Error {
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let folders = Needs::of(library).unwrap_or_default().folders;
    let path = |name: &String| {
        let mut paths = folders.iter().map(|folder| folder.join(name));
        // The loader searches the other ones in the folders of the system.
        let there = paths.find(|path| path.is_file());
        there.map_or_else(|| name.into(), PathBuf::into_os_string)
    };
    let before = env::var_os(PRELOAD).unwrap_or_default();
    let mut preload: Vec<OsString> = names.iter().map(path).collect();
    preload.extend(Some(before.clone()).filter(|before| !before.is_empty()));
    // Functions with a sanitizer use several times the stack.
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_STACK) {
        // Otherwise the limit stays.
        let _ = setrlimit(Resource::RLIMIT_STACK, soft.max(STACK).min(hard), hard);
    }
    let mut args = env::args_os();
    let mut command = Command::new(program);
    if let Some(name) = args.next() {
        command.arg0(name);
    }
    command.args(args).env(PRELOAD_BEFORE, before);
    command.env(PRELOAD, preload.join(OsStr::new(":")));
    command.env(STARTED_FOR, format!("{started_for}:{}", names.join(":")));
    for (variable, ours) in OPTIONS {
        let users = env::var(variable).unwrap_or_default();
        command.env(variable, format!("{ours}:{users}"));
    }
    command.exec()
}
