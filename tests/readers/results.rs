//! Damaged files of results directories are named or read, and pages and merged directories are
//! made of the rest.

use super::{INPUTS, damage, limit_memory};
use crate::common::{Run as _, program};
use murxla_fsm::rng::Rng;
use murxla_rs::reports::issue::Brief;
use murxla_rs::reports::page::{Entry, Overview};
use murxla_rs::results::{Kept, OnDamage, merge};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a small campaign that `report`, `merge` and later campaigns read.
fn campaign(out: &Path) -> Vec<PathBuf> {
    let words = "--solver toy -o bug=abort -m 300 -s 1 -j 1 --stats --quiet --out";
    let mut command = program(words.split(' '));
    command.arg(out).done().with_code(1);
    let finding = fs::read_dir(out.join("findings")).unwrap().next();
    let finding = finding.unwrap().unwrap().path();
    let names = "campaign.json samples.json stats.json events.jsonl".split(' ');
    let mut files: Vec<PathBuf> = names.map(|name| out.join(name)).collect();
    files.extend(["finding.json", "full.trace"].map(|name| finding.join(name)));
    // A solver that refuses no settings leaves no such file.
    let conflicts = out.join("conflicts.json");
    fs::write(&conflicts, r#"[["a=1", "b=2"], ["c=true", "d=false"]]"#).unwrap();
    files.push(conflicts);
    // This solver has no library whose coverage could be measured.
    let coverage = out.join("coverage.json");
    let library = |granularity: &str, blocks: u32| {
        let (digest, set) = ("0123456789abcdef".repeat(4), "37f0a".repeat(4));
        format!(
            r#"{{"library":"lib.so","sha256":"{digest}","granularity":"{granularity}","blocks":{blocks},"reached":"{set}"}}"#
        )
    };
    let text = format!("[{},{}]", library("block", 100), library("function", 80));
    fs::write(&coverage, text).unwrap();
    files.push(coverage);
    // Nor does it have entries of guided runs.
    let entry = out.join("entries/0123456789abcdef.trace");
    fs::create_dir(out.join("entries")).unwrap();
    fs::write(&entry, "# new blocks: 3\n0 new\n0 delete\n").unwrap();
    files.push(entry);
    files
}

#[test]
fn results_are_read_or_named() {
    limit_memory();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let files = campaign(&out);
    let mut rng = Rng::new(15);
    let mut read = 0;
    for round in 0..INPUTS {
        let file = &files[round % files.len()];
        let original = fs::read_to_string(file).unwrap();
        fs::write(file, damage(&original, &mut rng)).unwrap();
        let mut kept = Kept::read(&out, OnDamage::Leave).unwrap();
        let entries = kept.entries(OnDamage::Leave);
        assert!(entries.len() <= 1);
        let operators = kept.operators();
        let entries = kept.findings.iter().map(|known| Entry {
            finding: &known.finding,
            sights: known.sights,
            theories: BTreeSet::new(),
            names: BTreeSet::new(),
            calls: None,
            upstream: None,
            place: known.folder.path(""),
            brief: Brief::default(),
        });
        let entries: Vec<Entry<'_>> = entries.collect();
        let page = Overview {
            folder: &out,
            kept: &kept,
            operators: operators.as_ref(),
            entries: &entries,
            differences: &[],
            groups: &[],
            damage: &kept.damage,
        };
        // Pages take the most time of the test.
        if round % 5 == 0 {
            page.page().unwrap();
        }
        read += usize::from(kept.damage.is_empty());
        if round % 100 < files.len() {
            // The new directory must not exist.
            let merged = folder.path().join("merged");
            let _ = merge(&merged, std::slice::from_ref(&out));
            let _ = fs::remove_dir_all(&merged);
        }
        fs::write(file, original).unwrap();
    }
    assert!(read > INPUTS / 10, "{read} of {INPUTS} could be read");
}
