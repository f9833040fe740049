//! The libraries that a process has loaded, from its `/proc/PID/maps`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Libraries that many programs use. They belong to no solver.
const GENERAL: [&str; 15] = [
    "ld-linux",
    "libasan",
    "libc++",
    "libc.",
    "libclang_rt",
    "libdl.",
    "libgcc_s",
    "libgmp",
    "libgomp",
    "libm.",
    "libmpfr",
    "libpthread.",
    "librt.",
    "libstdc++",
    "libubsan",
];

/// The code of a library in the memory of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoadedLibrary {
    /// Its file.
    pub(super) path: PathBuf,
    /// The address of the first part that is executable.
    start: u64,
    /// Where that part begins in the file.
    offset: u64,
    /// The inode of the file that is loaded.
    inode: u64,
}

impl LoadedLibrary {
    /// The address of the code in memory minus its virtual address in the file. `file_bias` is
    /// [`Blocks::file_bias`](super::blocks::Blocks::file_bias).
    pub(super) fn load_bias(&self, file_bias: u64) -> u64 {
        self.start.wrapping_sub(self.offset).wrapping_sub(file_bias)
    }

    /// Whether the file is still the one that was loaded.
    pub(super) fn is_unchanged(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|file| file.ino() == self.inode)
    }

    /// Reads a line: `start-end rights offset device inode path`. `None` for memory that is not
    /// executable code of a file.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.splitn(6, ' ');
        let (start, _) = words.next()?.split_once('-')?;
        let rights = words.next()?;
        let offset = words.next()?;
        let inode = words.nth(1)?.parse().ok()?;
        let path = words.next()?.trim_start();
        let number = |text| u64::from_str_radix(text, 16).ok();
        (rights.contains('x') && path.starts_with('/')).then_some(Self {
            path: PathBuf::from(path),
            start: number(start)?,
            offset: number(offset)?,
            inode,
        })
    }
}

/// The libraries in the memory of a process, in the order of their paths.
///
/// # Errors
/// A message if the process has ended or is not the user's.
pub(super) fn libraries(process: i32) -> Result<Vec<LoadedLibrary>, String> {
    let file = format!("/proc/{process}/maps");
    let text = fs::read_to_string(&file).map_err(|e| format!("cannot read {file}: {e}"))?;
    let mut all: Vec<_> = text.lines().filter_map(LoadedLibrary::parse).collect();
    all.sort_by(|a, b| (&a.path, a.start).cmp(&(&b.path, b.start)));
    all.dedup_by(|a, b| a.path == b.path);
    Ok(all)
}

/// Those that belong to the solver: all but those in `others` and general ones.
pub(super) fn of_solver(all: Vec<LoadedLibrary>, others: &BTreeSet<PathBuf>) -> Vec<LoadedLibrary> {
    let is_general = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        GENERAL.iter().any(|general| name.starts_with(general))
    };
    let belongs =
        |library: &LoadedLibrary| !others.contains(&library.path) && !is_general(&library.path);
    all.into_iter().filter(belongs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_maps() {
        let line = "7f2a1c028000-7f2a1c1bd000 r-xp 00028000 08:01 1835 /opt/my solver/libz3.so";
        let library = LoadedLibrary::parse(line).unwrap();
        assert_eq!(library.path, Path::new("/opt/my solver/libz3.so"));
        assert_eq!(library.inode, 1835);
        assert_eq!(library.load_bias(0x1000), 0x7f2a_1bff_f000);
        for line in [
            "7f2a1c000000-7f2a1c028000 r--p 00000000 08:01 1835 /opt/libz3.so",
            "7ffd5-7ffd7 r-xp 00000000 00:00 0 [vdso]",
            "7ffd5-7ffd7 r-xp 00000000 00:00 0",
            "",
        ] {
            assert_eq!(LoadedLibrary::parse(line), None);
        }
    }

    #[test]
    fn general_libraries_belong_to_no_solver() {
        let library = |path: &str| LoadedLibrary {
            path: path.into(),
            start: 0,
            offset: 0,
            inode: 0,
        };
        let all = [
            "/s/libcvc5.so.1",
            "/s/libpoly-18a2.so",
            "/s/libgmp-97.so.10",
            "/lib/libc.so.6",
            "/lib/libstdc++.so.6",
            "/bin/murxla-rs",
            "/s/libmata.so",
        ];
        let others = BTreeSet::from([PathBuf::from("/bin/murxla-rs")]);
        let found = of_solver(all.map(library).to_vec(), &others);
        let paths: Vec<_> = found
            .iter()
            .map(|library| library.path.to_str().unwrap())
            .collect();
        assert_eq!(
            paths,
            ["/s/libcvc5.so.1", "/s/libpoly-18a2.so", "/s/libmata.so"]
        );
    }
}
