//! Campaigns on several machines: shards of the seeds, and merging of their results.

use crate::common::{
    Done, Run as _, campaign_json as kept, findings, json, program, read, run, wait_until, words,
};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;

const CONFIGURATION: i32 = 3;

/// The first seed of the campaigns.
const SEED: u64 = 7;

/// The command line of a campaign of the toy. Each seed gives the same run in every campaign.
fn line(more: &str, out: &Path) -> String {
    let out = out.display();
    format!("--solver toy --seed {SEED} --batch 20 --no-fuzz-opts --quiet {more} --out {out}")
}

fn campaign(more: &str, out: &Path) -> Done {
    words(&line(more, out))
}

/// The counters that depend only on the seeds.
fn counters(out: &Path) -> Vec<u64> {
    let counters = &kept(out)["counters"];
    let names = ["runs", "calls", "sat", "unsat", "unknown", "timeouts"];
    let counts = names.iter().map(|name| counters[name].as_u64().unwrap());
    counts.collect()
}

fn sum(parts: &[Vec<u64>]) -> Vec<u64> {
    let at = |n: usize| parts.iter().map(|part| part[n]).sum();
    (0..parts[0].len()).map(at).collect()
}

/// The ids of the findings.
fn ids(out: &Path) -> BTreeSet<String> {
    let name = |folder: PathBuf| folder.file_name().unwrap().to_string_lossy().into();
    findings(out).into_iter().map(name).collect()
}

/// Starts or continues a campaign. Kills it when it has counted more runs and other runs are
/// unfinished.
fn killed(more: &str, out: &Path) {
    let runs = |out: &Path| {
        let is_open = |out: &Path| kept(out)["unfinished"] != Json::Array(Vec::new());
        let is_counted = out.join("campaign.json").exists() && is_open(out);
        if is_counted { counters(out)[0] } else { 0 }
    };
    let before = runs(out);
    let mut command = program(line(more, out).split_whitespace());
    let mut campaign = command.stdout(Stdio::null()).start();
    wait_until("no run is counted", || {
        assert!(!campaign.has_ended(), "the campaign ended by itself");
        runs(out) > before
    });
    campaign.kill();
}

#[test]
fn shards_add_up_to_the_campaign() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let more = "-m 301 -o bug=abort";
    campaign(more, &at("all")).with_code(1);
    let mut found = BTreeSet::new();
    let mut parts = Vec::new();
    for index in 0..4 {
        let out = at(&format!("{index}"));
        let jobs = 1 + index % 2;
        campaign(&format!("{more} --shard {index}/4 --jobs {jobs}"), &out);
        let runs = if index == 0 { 76 } else { 75 };
        assert_eq!(counters(&out)[0], runs);
        found.extend(ids(&out));
        parts.push(counters(&out));
    }
    assert_eq!(sum(&parts), counters(&at("all")));
    assert_eq!(found, ids(&at("all")));
    // A complete shard runs nothing. If the campaign is extended, the shard continues.
    let again = campaign("-m 301 --shard 2/4", &at("2")).with_code(0);
    again.prints(&["done: 0 runs"]);
    campaign("-m 401 --shard 2/4", &at("2")).with_code(0);
    assert_eq!(counters(&at("2"))[0], 100);
}

/// A killed shard that is continued runs again only the seeds that were not finished.
#[test]
fn killed_shards_continue() {
    let folder = TempDir::new().unwrap();
    let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
    let more = |runs: u64| format!("-m {runs} --shard 1/4 --jobs 3 -o bug=abort");
    // More runs than any machine makes before the campaign is killed.
    let endless = more(4_000_000_000);
    killed(&endless, &part);
    killed(&endless, &part);
    let begun = kept(&part)["next_seed"].as_u64().unwrap() - SEED;
    let runs_of_shard = begun / 4 + 200;
    let more = more(4 * runs_of_shard);
    campaign(&more, &part);
    campaign(&more, &whole).with_code(1);
    assert_eq!(counters(&part)[0], runs_of_shard);
    assert_eq!(counters(&part), counters(&whole));
    let (part, whole) = (kept(&part), kept(&whole));
    for name in ["next_seed", "unfinished"] {
        assert_eq!(part[name], whole[name], "{name}");
    }
}

fn merge(out: &Path, folders: &[&PathBuf]) -> Done {
    let folders = folders.iter().map(|folder| folder.as_path());
    let line = [Path::new("merge"), Path::new("--out"), out];
    run(line.into_iter().chain(folders))
}

/// All counters, and the number of times that each finding was seen, in order.
fn counted(out: &Path) -> (Json, Vec<Json>) {
    let kept = kept(out);
    let mut counters = kept["counters"].clone();
    // Floating-point sums depend on the order of addition.
    for name in ["cpu", "time"] {
        counters[name] = Json::from(counters[name].as_f64().unwrap().round());
    }
    let mut sights = kept["sights"].as_array().unwrap().clone();
    sights.sort_by_key(ToString::to_string);
    (counters, sights)
}

/// Runs the shards of a campaign that has findings.
fn shards(folder: &Path, count: u64) -> Vec<PathBuf> {
    let shard = |index: u64| {
        let out = folder.join(format!("shard-{index}"));
        let more = format!("-m 300 -o bug=abort --stats --shard {index}/{count}");
        campaign(&more, &out);
        out
    };
    (0..count).map(shard).collect()
}

/// The traces of wrong answers that each machine kept beside its findings are in the merged
/// directory.
#[test]
fn merged_directories_have_all_candidates() {
    let folder = TempDir::new().unwrap();
    let candidates = |out: &Path| -> BTreeSet<String> {
        let entries = std::fs::read_dir(out.join("candidates")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    };
    let parts = [0, 1].map(|index| {
        let out = folder.path().join(format!("shard-{index}"));
        let line = "-m 100 --strategy walk --theories int -o bug=two-wrong-unsat";
        campaign(&format!("{line} --shard {index}/2"), &out);
        out
    });
    let all = folder.path().join("all");
    merge(&all, &parts.iter().collect::<Vec<_>>()).with_code(0);
    let [one, other] = parts.map(|part| candidates(&part));
    assert_eq!((one.len(), other.len()), (4, 4));
    assert_eq!(candidates(&all), &one | &other);
}

#[test]
fn merged_shards_are_one_campaign() {
    let folder = TempDir::new().unwrap();
    let all = folder.path().join("merged/all");
    let parts = shards(folder.path(), 3);
    // Few campaigns learn option conflicts, so the test writes them.
    let refused = [r#"[["a=1","b=*"]]"#, r#"[["c=2"],["a=1","b=*"]]"#];
    for (part, refused) in parts.iter().zip(refused) {
        std::fs::write(part.join("conflicts.json"), refused).unwrap();
    }
    let merged = merge(&all, &parts.iter().collect::<Vec<_>>()).with_code(0);
    merged.prints(&["all: 300 runs"]);
    let each: Vec<Vec<u64>> = parts.iter().map(|part| counters(part)).collect();
    assert_eq!(counters(&all), sum(&each));
    let found: Vec<BTreeSet<String>> = parts.iter().map(|part| ids(part)).collect();
    let union: BTreeSet<String> = found.iter().flatten().cloned().collect();
    let with_repeats: usize = found.iter().map(BTreeSet::len).sum();
    assert!(union.len() < with_repeats, "no bug was found twice");
    assert_eq!(ids(&all), union);
    let (total, sights) = counted(&all);
    let seen: u64 = sights.iter().map(|sight| sight[1].as_u64().unwrap()).sum();
    assert_eq!(total["found"], union.len());
    assert_eq!(total["duplicates"], seen - union.len() as u64);
    let sights_of = |out: &Path| counted(out).1;
    let part_sights = parts.iter().flat_map(|part| sights_of(part));
    let parts_seen: u64 = part_sights.map(|sight| sight[1].as_u64().unwrap()).sum();
    assert_eq!(parts_seen, seen);
    // The folders of findings are complete. A copied trace replays without the other folders.
    for finding in findings(&all) {
        for name in ["full.trace", "stderr.txt"] {
            let file = std::fs::read(finding.join(name)).unwrap();
            let place = Path::new("findings").join(finding.file_name().unwrap());
            let originals = parts.iter().map(|part| part.join(&place).join(name));
            let mut originals = originals.filter_map(|file| std::fs::read(file).ok());
            assert!(originals.any(|original| original == file), "{name}");
        }
        run([Path::new("replay"), &finding.join("full.trace")]).with_code(1);
    }
    assert_eq!(json(&all.join("stats.json"))["runs"], 300);
    let refused = json(&all.join("conflicts.json"));
    assert_eq!(refused, serde_json::json!([["a=1", "b=*"], ["c=2"]]));
    let samples = json(&all.join("samples.json"));
    let taken = samples["taken"].as_array().unwrap();
    for name in ["runs", "found", "time"] {
        let curve = taken.iter().map(|sample| sample[name].as_f64().unwrap());
        let curve: Vec<f64> = curve.collect();
        assert!(curve.is_sorted() && curve[0] == 0.0, "{name}: {curve:?}");
        assert_eq!(curve.last().copied(), kept(&all)["counters"][name].as_f64());
    }
    let events = read(&all.join("events.jsonl"));
    assert_eq!(events.matches("\"event\":\"ended\"").count(), 3);
    // The merged results directory can be used like any other.
    run([Path::new("report"), &all]).with_code(0);
    let line = format!("--solver toy -m 10 -o bug=abort --out {}", all.display());
    words(&line).prints(&["from seed 0x133;"]);
    assert_eq!(counters(&all)[0], 310);
}

/// Each run is counted once. Repeated directories and their order do not matter.
#[test]
fn merging_again_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let parts = shards(folder.path(), 3);
    let [a, b, c] = [&parts[0], &parts[1], &parts[2]];
    let of = |name: &str, folders: &[&PathBuf]| {
        merge(&at(name), folders).with_code(0);
        (counted(&at(name)), ids(&at(name)))
    };
    let all = of("abc", &[a, b, c]);
    assert_eq!(of("cba", &[c, b, a]), all);
    let ab = of("ab", &[a, b, a, b]);
    assert_eq!(of("ab again", &[a, &at("ab"), b, &at("ab")]), ab);
    assert_eq!(of("ab c", &[&at("ab"), c]), all);
    of("bc", &[b, c]);
    assert_eq!(of("a bc", &[a, &at("bc")]), all);
    assert_eq!(of("all", &[&at("abc"), &at("bc"), a]), all);
    merge(&at("no"), &[&at("ab"), &at("bc")])
        .fails(CONFIGURATION, &["ab and", "bc have some runs in common"]);
    // A continued campaign contains the runs that its directory had before.
    let old = folder.path().join("old");
    merge(&old, &[a]).with_code(0);
    campaign("-m 330 -o bug=abort --shard 0/3", a);
    merge(&at("new"), &[&old, a]).with_code(0);
    assert_eq!(counters(&at("new")), counters(a));
    merge(&at("no"), &[&at("ab"), a]).fails(CONFIGURATION, &["in common"]);
    // The same holds for a merged directory that was continued.
    let more = format!("--solver toy -m 10 --quiet --out {}", at("ab").display());
    words(&more).with_code(0);
    merge(&at("ab+c"), &[c, &at("ab"), &old]).with_code(0);
    assert_eq!(counters(&at("ab+c"))[0], 310);
    assert!(!at("no").exists());
}
