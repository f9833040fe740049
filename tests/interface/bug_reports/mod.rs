//! `report`: its texts and pages, for the findings of the toy's campaigns and for traces.

mod campaigns;
mod of_traces;

use crate::common::{Done, read, words};
use std::path::Path;

/// A campaign with one of the toy's bugs.
pub(super) fn campaign(out: &Path, more: &str) -> Done {
    let out = out.display();
    words(&format!(
        "--solver toy --theories bool,bv --seed 7 -t 0.1 --quiet --out {out} {more}"
    ))
}

pub(super) fn report(out: &Path) -> Done {
    words(&format!("report {}", out.display()))
}

/// Writes the report, and returns its page.
#[track_caller]
pub(super) fn page(out: &Path) -> String {
    report(out).with_code(0);
    read(&out.join("report.html"))
}

/// Merges a results directory into a new one.
#[track_caller]
pub(super) fn merge(out: &Path, merged: &Path) {
    let (out, merged) = (out.display(), merged.display());
    words(&format!("merge {out} --out {merged}")).with_code(0);
}
