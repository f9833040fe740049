//! `show api`: the functions of a solver's C API that its wrapper calls, and why it does not call
//! the others.

use crate::exit::Failure;
use crate::plan::FoundSolver;
use murxla_fsm::glob::matches;
use murxla_fsm::wrapper::{CApi, Omission};
use object::Object;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;

/// The table: a line for each function that the library exports, or a companion library that the
/// wrapper loads, too, and the totals.
///
/// # Errors
/// If the solver has no C API, or its library cannot be read.
pub(super) fn table(solver: &FoundSolver) -> Result<String, Failure> {
    let no_api = || Failure::usage(format!("{} has no C API", solver.spec.name));
    let api = solver.wrapper.constants().api.ok_or_else(no_api)?;
    let library = solver.library.as_deref().ok_or_else(no_api)?;
    let beside = murxla_wrappers::companion_libraries(library, api.header, |_| true);
    let mut exported = BTreeSet::new();
    for library in beside.into_iter().chain([library.to_owned()]) {
        exported.extend(exported_by(&library, api.prefix).map_err(|e| {
            Failure::configuration(format!("{} cannot be read: {e}", library.display()))
        })?);
    }
    Ok(ExportedFunctions::of(&api, &exported).text())
}

/// The names of the functions that a library exports.
fn exported_by(library: &Path, prefix: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let data = std::fs::read(library)?;
    let file = object::File::parse(&*data)?;
    let mut names = BTreeSet::new();
    for export in file.exports()? {
        let name = String::from_utf8_lossy(export.name());
        if name.starts_with(prefix) {
            names.insert(name.into_owned());
        }
    }
    Ok(names)
}

/// The functions that a library exports, and what the wrapper does with each.
struct ExportedFunctions<'a> {
    rows: Vec<(&'a str, Use)>,
}

/// Whether and how a wrapper uses a function.
#[derive(Clone, Copy)]
enum Use {
    Called,
    Omitted(&'static Omission),
    /// Not called, without a reason.
    Missing,
}

impl<'a> ExportedFunctions<'a> {
    fn of(api: &CApi, exported: &'a BTreeSet<String>) -> Self {
        let bound: BTreeSet<&str> = api.bound().collect();
        let of = |name: &str| {
            if bound.contains(name) {
                return Use::Called;
            }
            let matches = |omission: &&Omission| {
                let mut patterns = omission.names.iter();
                patterns.any(|pattern| matches(pattern, name))
            };
            let omission = api.omitted.iter().find(matches);
            omission.map_or(Use::Missing, Use::Omitted)
        };
        let rows = exported.iter().map(|name| (name.as_str(), of(name)));
        Self {
            rows: rows.collect(),
        }
    }

    fn text(&self) -> String {
        let (mut text, mut called, mut auxiliary) = (String::new(), 0, 0);
        for (name, used) in &self.rows {
            let what = match used {
                Use::Called => {
                    called += 1;
                    "called".to_owned()
                }
                Use::Omitted(omission) if omission.auxiliary => {
                    auxiliary += 1;
                    format!("auxiliary: {}", omission.reason)
                }
                Use::Omitted(omission) => format!("left out: {}", omission.reason),
                Use::Missing => "missing".to_owned(),
            };
            let line = writeln!(text, "{name:40} {what}");
            debug_assert!(line.is_ok(), "writing into a String does not fail");
        }
        let counted = self.rows.len() - auxiliary;
        let percent = 100.0 * f64::from(called) / counted.max(1) as f64;
        text + &format!(
            "{called} of {counted} functions are called, {percent:.1} %, without {auxiliary} auxiliary functions\n"
        )
    }
}
