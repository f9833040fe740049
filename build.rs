//! Packs the regression traces of solvers into one compressed file, which the program has as its embedded corpus.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::error::Error;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const TRACES: &str = "traces";

/// The folder of the solver inside of the program. Its bugs are switched on by users who want to see how they are found, so
/// that they must not be known before.
const TOY: &str = "traces/toy";

/// Functions of the program that libraries with SanitizerCoverage call, see `src/coverage/counters.rs`.
const EXPORTED: [&str; 2] = [
    "__sanitizer_cov_8bit_counters_init",
    "__sanitizer_cov_pcs_init",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={TRACES}");
    for name in EXPORTED {
        println!("cargo::rustc-link-arg-bins=-Wl,-u,{name},--export-dynamic-symbol={name}");
    }
    let mut traces: Vec<(String, String)> = Vec::new();
    for folder in listed(Path::new(TRACES))?
        .iter()
        .filter(|path| path.is_dir() && *path != Path::new(TOY))
    {
        for file in listed(folder)? {
            if file.extension() == Some(OsStr::new("trace")) {
                let name = file
                    .strip_prefix(TRACES)?
                    .to_str()
                    .ok_or("a name is not UTF-8")?;
                traces.push((name.to_owned(), fs::read_to_string(&file)?));
            }
        }
    }
    let out = Path::new(&std::env::var("OUT_DIR")?).join("corpus.json.zlib");
    let packed = ZlibEncoder::new(File::create(out)?, Compression::best());
    serde_json::to_writer(packed, &traces)?;
    Ok(())
}

/// The files of a folder, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|file| Ok(file?.path()));
    let mut files = files.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    files.sort();
    Ok(files)
}
