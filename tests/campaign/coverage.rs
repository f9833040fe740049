//! What is made of coverage: merged results, summaries, pages, metrics, and the coverage of one
//! trace.
//!
//! Yices is small, so that its campaigns with coverage take seconds.

use crate::common::{
    Done, Run as _, campaign_json, contains_all, contains_none, finding_json, findings, json,
    program, read, run, words,
};
use regex::Regex;
use serde_json::{Value as Json, json};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A campaign on Yices. `--jobs 1` makes the same runs each time.
fn campaign(folder: &TempDir, out: &str, more: &str) -> Done {
    let out = folder.path().join(out).display().to_string();
    words(&format!("--solver yices --jobs 1 --out {out} {more}")).without_error()
}

/// The results `out` of a short campaign with coverage, in this folder.
fn covered(folder: &TempDir) -> PathBuf {
    campaign(folder, "out", "--seed 1 -m 3 --coverage");
    path(folder, "out")
}

/// The number of blocks in each library's set in `coverage.json`.
fn stored(out: &Path) -> Vec<u64> {
    let all = json(&out.join("coverage.json"));
    let digits = |one: &Json| -> u64 {
        let digits = one["reached"].as_str().unwrap().chars();
        let ones = digits.map(|digit| digit.to_digit(16).unwrap().count_ones());
        ones.map(u64::from).sum()
    };
    all.as_array().unwrap().iter().map(digits).collect()
}

/// The count in `campaign.json`.
fn counted(out: &Path) -> u64 {
    let counters = &campaign_json(out)["counters"];
    counters["coverage"]["reached"].as_u64().unwrap()
}

fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

#[test]
fn merged_coverage_is_the_union() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| path(&folder, name);
    let shards = ["shard-0", "shard-1"];
    for (n, name) in shards.into_iter().enumerate() {
        let more = format!("--seed 1 -m 60 --coverage --shard {n}/2");
        campaign(&folder, name, &more);
        assert_eq!(stored(&at(name)), [counted(&at(name))]);
    }
    campaign(&folder, "without", "--seed 500 -m 5");
    let [one, other] = shards.map(|name| counted(&at(name)));
    assert_ne!(one, other);
    let parts = ["shard-0", "shard-1", "without"].map(|name| at(name).display().to_string());
    let all = at("all").display().to_string();
    let merged = words(&format!("merge {} --out {all}", parts.join(" "))).with_code(0);
    let union = counted(&at("all"));
    let is_union = union > one.max(other) && union < one + other;
    assert!(is_union, "{one} {other} {union}");
    assert_eq!(stored(&at("all")), [union]);
    merged.prints(&[&format!(" | blocks {union} of ")]);
    let table = run(["coverage", &all, "--by=library"]).with_code(0);
    table.prints(&[&format!("blocks {union} of ")]);
    // The samples end with the union, and never exceed it.
    let samples = json(&at("all").join("samples.json"));
    let samples = samples["taken"].as_array().unwrap().iter();
    let samples = samples.filter_map(|sample| sample["coverage"]["reached"].as_u64());
    let samples: Vec<u64> = samples.collect();
    assert!(samples.is_sorted(), "{samples:?}");
    assert_eq!(samples.last(), Some(&union));
    // A campaign continues the merged count. The runs of a shard reach nothing new.
    campaign(&folder, "all", "--coverage -m 3 --seed 1");
    assert!(counted(&at("all")) >= union);
}

/// Where no time ends a search. The caches of CUDD, which Yices uses with some options and actions,
/// depend on addresses of memory.
#[test]
fn the_same_seeds_reach_the_same_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|out| {
        let calls = "--strategy walk --standard --no-fuzz-opts --theories bv,int";
        let more = format!("{calls} --seed 100 -m 20 --report-limits -t 100 --coverage");
        campaign(&folder, out, &more);
        counted(&path(&folder, out))
    });
    assert!(one.abs_diff(two) * 1000 < one, "{one} {two}");
}

#[test]
fn summaries_and_pages_show_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "out");
    let done = campaign(&folder, "out", "--seed 1 -m 40 --coverage --stats");
    let count = format!("blocks {} of ", counted(&out));
    let last = done.out.lines().find(|line| line.starts_with("done: "));
    assert!(
        last.unwrap().contains(&format!(" | {count}")),
        "{}",
        done.out
    );
    let line = Regex::new(r"(?m)^coverage: (.* of ).*; \d+\.\d % of the runs reached new ones$");
    let found = line.unwrap().captures(&done.out);
    assert_eq!(&found.expect(&done.out)[1], count);
    run([Path::new("report"), &out]);
    let page = read(&out.join("report.html"));
    let parts = [
        "Coverage: blocks that were reached",
        ">Coverage</h2>",
        "libyices",
    ];
    contains_all(&page, &parts);

    let without = path(&folder, "without");
    let metrics = path(&folder, "metrics.prom");
    let more = format!("--seed 1 -m 5 --stats --metrics {}", metrics.display());
    let done = campaign(&folder, "without", &more);
    run([Path::new("report"), &without]);
    for text in [read(&without.join("report.html")), read(&metrics), done.out] {
        contains_none(&text, &["blocks", "overage"]);
    }
}

#[test]
fn metrics_count_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let metrics = path(&folder, "metrics.prom");
    let more = format!("--seed 1 -m 20 --coverage --metrics {}", metrics.display());
    campaign(&folder, "out", &more);
    let reached = counted(&path(&folder, "out"));
    let line = format!("counted=\"blocks\"}} {reached}\n");
    contains_all(&read(&metrics), &[&line]);
}

/// The trace of a check with bit-vectors on Yices.
fn bv_trace(folder: &TempDir) -> PathBuf {
    let calls = "# solver: yices\n\
        0 new\n0 set-logic QF_BV\n0 mk-sort SORT_BV 16\n   return s1\n\
        0 mk-const s1 \"x\"\n   return t1\n0 mk-const s1 \"y\"\n   return t2\n\
        0 mk-term OP_BV_MULT SORT_BV 2 t1 t2\n   return t3 s1\n\
        0 mk-term OP_BV_UDIV SORT_BV 2 t3 t1\n   return t4 s1\n\
        0 mk-term OP_BV_ULT SORT_BOOL 2 t4 t2\n   return t5 s2\n\
        0 assert-formula t5\n0 check-sat\n0 delete\n";
    let file = path(folder, "bv.trace");
    fs::write(&file, calls).unwrap();
    file
}

/// Finds how many blocks a replay has reached.
const BLOCKS: &str = r"the trace reaches blocks (\d+) of";

/// The number in the text that this pattern finds.
fn number(text: &str, pattern: &str) -> u64 {
    let found = Regex::new(pattern).unwrap().captures(text);
    let found = found.unwrap_or_else(|| panic!("no {pattern} in {text}"));
    found[1].parse().unwrap()
}

fn replay(trace: &Path, more: &[&str]) -> Done {
    let mut command = program(["replay"]);
    command.arg(trace).args(more).done()
}

#[test]
fn replays_say_what_they_reach() {
    let folder = tempfile::tempdir().unwrap();
    let bv = bv_trace(&folder);
    let pattern = r"the trace reaches (?:blocks|functions) (\d+) of \d+ \(";
    let reached = |more: &[&str]| number(&replay(&bv, more).with_code(0).err, pattern);
    let blocks = reached(&["--coverage"]);
    assert!(blocks > 1000, "{blocks}");
    // A few blocks depend on addresses in memory.
    let again = reached(&["--coverage"]);
    assert!(again.abs_diff(blocks) * 200 < blocks, "{again} {blocks}");
    let functions = reached(&["--coverage=function"]);
    assert!(functions > 100 && functions < blocks, "{functions}");
    // The process of a debugger does the same.
    let here = reached(&["--coverage", "--in-process"]);
    assert!(here.abs_diff(blocks) * 50 < blocks, "{here} {blocks}");
    let without = replay(&bv, &[]).with_code(0);
    contains_none(&without.err, &["reaches"]);
}

/// The calls of a leak are made several times in one process.
#[test]
fn replays_of_leaks_have_coverage() {
    let folder = tempfile::tempdir().unwrap();
    let bv = bv_trace(&folder);
    let leak = path(&folder, "leak.trace");
    fs::write(&leak, format!("# expect: leak\n{}", read(&bv))).unwrap();
    let done = replay(&leak, &["--coverage"]).with_error(5, &["did not reproduce"]);
    let once = replay(&bv, &["--coverage"]).with_code(0);
    assert!(number(&done.err, BLOCKS) >= number(&once.err, BLOCKS));
}

#[test]
fn replays_are_compared_with_campaigns() {
    let folder = tempfile::tempdir().unwrap();
    campaign(&folder, "int", "--seed 1 -m 30 --theories int --coverage");
    let int = path(&folder, "int").display().to_string();
    let bv = bv_trace(&folder);
    let row = Regex::new(r"(?m)^ +(\d+) \S+$").unwrap();
    for more in [
        &["--coverage", "--besides", &int][..],
        &["--coverage", "--in-process", "--besides", &int],
    ] {
        let done = replay(&bv, more).with_code(0);
        let new = r"has not reached (\d+) blocks, in \d+ functions:";
        let new = number(&done.err, new);
        let functions = number(&done.err, r"blocks, in (\d+) functions:");
        assert!(new > functions && functions > 30, "{}", done.err);
        let rows = row.captures_iter(&done.err);
        let rows: Vec<u64> = rows.map(|row| row[1].parse().unwrap()).collect();
        assert_eq!(rows.len(), 30, "{}", done.err);
        assert!(rows.is_sorted_by(|a, b| a >= b), "{rows:?}");
        let rest = format!("  … and {} more\n", functions - 30);
        contains_all(&done.err, &[&rest]);
    }
    // A run of the campaign reaches nothing that the campaign has not reached.
    let own = path(&folder, "own.trace");
    let run = words("--solver yices --seed 1 --theories int");
    fs::write(&own, run.out).unwrap();
    let done = replay(&own, &["--coverage", "--besides", &int]);
    contains_all(&done.err, &["has not reached 0 blocks, in 0 functions"]);
}

#[test]
fn replays_of_several_traces_are_counted_together() {
    let folder = tempfile::tempdir().unwrap();
    let bv = bv_trace(&folder);
    let int = path(&folder, "int.trace");
    fs::write(&int, words("--solver yices --seed 1 --theories int").out).unwrap();
    let out = path(&folder, "together").display().to_string();
    let together = || {
        let done = run(["coverage", &out, "--by", "library"]);
        number(&done.out, r"blocks (\d+) of")
    };
    let first = replay(&bv, &["--coverage", "--out", &out]).with_code(0);
    let first = number(&first.err, BLOCKS);
    assert_eq!(together(), first);
    let second = replay(&int, &["--coverage", "--out", &out]);
    let second = number(&second.err, BLOCKS);
    assert!(together() > first.max(second) && together() < first + second);
    replay(&bv, &["--out", &out]).fails(2, &["--coverage"]);
    let other = path(&folder, "other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("file"), "").unwrap();
    let other = other.display().to_string();
    replay(&bv, &["--coverage", "--out", &other]).fails(3, &["other files and no results"]);
}

#[test]
fn replays_need_the_coverage_of_the_same_library() {
    let folder = tempfile::tempdir().unwrap();
    let out = covered(&folder);
    let shown = out.display().to_string();
    let bv = bv_trace(&folder);
    let other = replay(&bv, &["--coverage=function", "--besides", &shown]);
    other.fails(3, &["has counted blocks: use --coverage=block"]);
    replay(&bv, &["--besides", &shown]).fails(2, &["--coverage"]);
    let file = out.join("coverage.json");
    let mut coverage = json(&file);
    coverage[0]["sha256"] = json!("0".repeat(64));
    fs::write(&file, coverage.to_string()).unwrap();
    for more in [
        &["--coverage", "--besides", &shown][..],
        &["--coverage", "--besides", &shown, "--in-process"],
    ] {
        let words = "replay on the solver of the campaign";
        replay(&bv, more).with_error(3, &[words, &"0".repeat(64)]);
    }
    fs::remove_file(&file).unwrap();
    let none = replay(&bv, &["--coverage", "--besides", &shown]);
    none.fails(3, &["has no coverage: run the campaign with --coverage"]);
}

#[test]
fn damaged_coverage_is_named_and_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let out = covered(&folder);
    let file = out.join("coverage.json");
    let original = json(&file);
    let change = |name: &str, value: Json| {
        let mut changed = original.clone();
        changed[0][name] = value;
        changed.to_string()
    };
    let mut empty = original[0].clone();
    empty["reached"] = json!("");
    let many = json!(vec![empty; 100_000]);
    for text in [
        "[".to_owned(),
        change("blocks", json!(4_000_000_000_u32)),
        change("blocks", json!(1)),
        change("reached", json!("x")),
        change("reached", json!("f".repeat(4 << 20))),
        change("sha256", json!("../../../file")),
        many.to_string(),
    ] {
        fs::write(&file, text).unwrap();
        let shown = run([Path::new("coverage"), &out]);
        let shown = shown.with_error(3, &["coverage.json is damaged: "]);
        contains_none(&shown.err, &["panicked"]);
        let merged = path(&folder, "merged");
        let merge = run([Path::new("merge"), &out, Path::new("--out"), &merged]);
        merge.fails(3, &["coverage.json is damaged: "]);
    }
    let done = campaign(&folder, "out", "--seed 100 -m 6 --coverage");
    done.prints(&["coverage.json is damaged: ", "now called"]);
    run([Path::new("coverage"), &out]).with_code(0);
}

/// The library was not examined before: a large number of blocks is only a number.
#[test]
fn unknown_libraries_are_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = covered(&folder);
    let file = out.join("coverage.json");
    let mut coverage = json(&file);
    coverage[0]["library"] = json!("lib\n\u{1b}[2Jz.so");
    fs::write(&file, coverage.to_string()).unwrap();
    let shown = run([Path::new("coverage"), &out]).with_code(0).out;
    let start = "lib\\u{a}\\u{1b}[2Jz.so: blocks ";
    assert!(shown.starts_with(start), "{shown}");
    coverage[0]["blocks"] = json!(4_000_000);
    coverage[0]["reached"] = json!("");
    fs::write(&file, coverage.to_string()).unwrap();
    let done = run([Path::new("coverage"), &out]);
    let words = [
        "lib\\u{a}\\u{1b}[2Jz.so with sha256 ",
        " was not examined on this machine",
    ];
    done.fails(3, &words);
}

/// Yices with a function that aborts: a library that uses the other one.
fn broken_yices(folder: &Path) -> PathBuf {
    let yices = words("solvers path yices").with_code(0).out;
    // The name by which libraries that use it load it.
    symlink(yices.trim(), folder.join("libyices.so.2.6")).unwrap();
    let (code, library) = (folder.join("broken.c"), folder.join("libbroken.so"));
    let text = "void abort(void);\nint yices_bvsmod(int a, int b) { abort(); }\n";
    fs::write(&code, text).unwrap();
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-o"]).args([&library, &code]);
    cc.args(["-Wl,--no-as-needed", yices.trim(), "-Wl,-rpath,$ORIGIN"]);
    cc.done().with_code(0);
    library
}

/// Findings are confirmed and minimized without coverage. All libraries of the solver count.
#[test]
fn findings_of_a_covered_campaign_are_minimized() {
    let folder = tempfile::tempdir().unwrap();
    let (library, out) = (broken_yices(folder.path()), path(&folder, "out"));
    let (library, at) = (library.display(), out.display());
    let line = format!(
        "--solver yices={library} --theories bv --seed 1 -m 40 --jobs 1 --coverage --minimize --out {at}"
    );
    let done = words(&line).with_code(1);
    let abort = findings(&out).into_iter().find(|finding| {
        let finding = finding_json(finding);
        finding["kind"] == "crash-SIGABRT" && finding["reproduces"] == "yes"
    });
    let trace = abort.expect(&done.out).join("min.trace");
    let calls = read(&trace);
    contains_all(&calls, &["OP_BV_SMOD"]);
    assert!(calls.lines().count() < 25, "{calls}");
    let tables = run([Path::new("coverage"), &out, Path::new("--by=library")]).with_code(0);
    assert_eq!(tables.out.lines().count(), 2, "{}", tables.out);
    tables.prints(&["libbroken.so: blocks 1 of 1 (100.0 %)"]);
    // A crash has coverage, too.
    replay(&trace, &["--coverage"]).with_error(1, &["the trace reaches blocks "]);
}

/// A debugger stops once. If it passes the signals of breakpoints on from then on, nothing changes.
#[test]
fn coverage_is_measured_in_a_debugger() {
    let debugger = |args: &[&str], trace: &Path| {
        let mut gdb = Command::new("gdb");
        gdb.args(["-nx", "-batch", "-ex", "run"]).args(args);
        gdb.args(["-ex", "continue", "--args", env!("CARGO_BIN_EXE_murxla-rs")]);
        gdb.arg("replay").arg(trace);
        gdb.args(["--in-process", "--coverage"]);
        gdb.try_done()
    };
    let folder = tempfile::tempdir().unwrap();
    let bv = bv_trace(&folder);
    let passing = ["-ex", "handle SIGTRAP nostop noprint pass"];
    let Ok(done) = debugger(&passing, &bv) else {
        println!("not tested: there is no gdb");
        return;
    };
    let here = number(&replay(&bv, &["--coverage", "--in-process"]).err, BLOCKS);
    let there = number(&done.err, BLOCKS);
    // A few blocks of the solver depend on addresses, which differ from replay to replay.
    assert!(here > 1000 && here.abs_diff(there) <= 5, "{here}: {done:?}");
    let kept = debugger(&[], &bv).unwrap();
    contains_all(&kept.err, &["a debugger does not pass SIGTRAP on"]);
}
