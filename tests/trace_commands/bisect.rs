//! `bisect` finds the releases in which a trace shows its bug, and `recheck` the bugs that a
//! library still has. More tests are in `tests/cases/bisect/` and `tests/cases/recheck/`.

use crate::common::{finding_json, json, read, run, words};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;

fn trace(name: &str) -> String {
    format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"))
}

/// Both sides of a border are tested, and reports have the result.
#[test]
fn the_release_that_fixes_a_bug() {
    for release in ["z3@4.8.5", "z3@5.4.0"] {
        words(&format!("solvers install {release}")).with_code(0);
    }
    let fixed = trace("z3/bvsmulo-4.8.5");
    let done = run(["bisect", &fixed, "--installed"]).with_code(1);
    // All releases may be installed.
    let starts = ["is installed", "can be tested"]
        .map(|which| format!("already in 4.8.5, the oldest that {which}, fixed "));
    let is_told = starts.iter().any(|start| done.out.starts_with(start));
    assert!(is_told, "{}", done.out);
    let done = done.with_error(1, &["z3 4.8.5: shows\n", ": does not show\n"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let campaign =
        "--solver toy --strategy walk -o bug=abort --theories bv --seed 1 -m 300 --jobs 1 --out";
    run(campaign.split(' ').chain([out.to_str().unwrap()])).with_code(1);
    let finding = crate::common::findings(&out).remove(0);
    fs::copy(&fixed, finding.join("min.trace")).unwrap();
    run(["bisect", finding.to_str().unwrap(), "--installed"]).with_code(1);
    let releases = json(&finding.join("finding.json"))["releases"].clone();
    let [range] = releases["bad"].as_array().unwrap().as_slice() else {
        panic!("{releases}");
    };
    assert_eq!(range["first_bad"], "4.8.5", "{releases}");
    let release = range["fixed_in"].as_str().unwrap();
    let sentences = ["fixed in", "at the latest in"].map(|start| format!("{start} {release}"));
    let is_told = sentences.iter().any(|text| done.out.contains(text));
    assert!(is_told, "{}", done.out);
    assert_eq!(range["last_good"], Json::Null, "{releases}");
    run(["report", out.to_str().unwrap()]).with_code(0);
    let report = fs::read_to_string(finding.join("report.md")).unwrap();
    let row = format!("| releases | {} |", done.out.trim());
    assert!(report.contains(&row), "{report}");
}

/// `recheck` replays the findings of a results directory on another library.
#[test]
fn what_a_library_still_shows() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let campaign = "--solver toy --strategy walk -o bug=abort --seed 1 -m 300 --jobs 1 --out";
    run(campaign.split(' ').chain([out.to_str().unwrap()])).with_code(1);
    let recheck = |path: &Path| run(["recheck", path.to_str().unwrap(), "--solver", "toy"]);
    let done = recheck(&out).with_code(1);
    let finding = crate::common::findings(&out).remove(0);
    let still = format!("still        {}/full.trace\n", finding.display());
    let done = done.prints(&[&still]);
    let counts = " still, 0 gone, 0 different, 0 cannot be tested\n";
    assert!(done.out.ends_with(counts), "{}", done.out);
    let told = words(&format!(
        "recheck {} --solver toy --format json",
        out.display()
    ));
    let told: Json = serde_json::from_str(&told.with_code(1).out).unwrap();
    assert_eq!(
        told["traces"].as_array().unwrap().len() as u64,
        told["still"]
    );
    // Findings are listed with what `finding.json` has.
    let listed = run(["findings", out.to_str().unwrap(), "--format", "json"]).with_code(0);
    let listed: Json = serde_json::from_str(&listed.out).unwrap();
    let first = &listed[0];
    assert_eq!(first["kind"], "crash-SIGABRT");
    assert!(first["sights"].as_u64() > Some(0), "{first}");
    let stored = finding_json(first["folder"].as_str().unwrap().as_ref());
    assert_eq!(stored["id"], first["id"]);
    // Without the option, the bug is gone.
    let kept = finding.join("full.trace");
    let trace = read(&kept);
    let lines = trace.split_inclusive('\n');
    let right: String = lines.filter(|line| !line.contains(" bug abort")).collect();
    fs::write(&kept, right).unwrap();
    let done = recheck(&finding).with_code(0);
    assert!(done.out.starts_with("gone         "), "{}", done.out);
    // The C library notices damaged memory by chance, so a replay that ends well says nothing.
    let mut stored = finding_json(&finding);
    stored["message"] = "free(): invalid pointer".into();
    fs::write(finding.join("finding.json"), stored.to_string()).unwrap();
    let done = recheck(&finding).with_code(4);
    done.prints(&["has noticed no damaged memory"]);
    fs::write(&kept, "0 mk\n").unwrap();
    let done = recheck(&finding).with_code(4);
    assert!(done.out.starts_with("cannot test  "), "{}", done.out);
}

/// `--known` takes results directories, traces and lists. The bugs are counted.
#[test]
fn known_bugs_are_not_reported() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let campaign = |bug: &str, known: &[&str], name: &str| {
        let line =
            format!("--solver toy --strategy walk -o bug={bug} --seed 1 -m 300 --jobs 1 --out");
        let out = out(name);
        let known = known.iter().flat_map(|path| ["--known", path]);
        run(line.split(' ').chain([out.as_str()]).chain(known))
    };
    campaign("abort", &[], "first").with_code(1);
    let first = out("first");
    campaign("abort", &[&first], "second").with_code(0);
    let counters = json(&Path::new(&out("second")).join("campaign.json"))["counters"].clone();
    assert!(counters["filtered"].as_u64().unwrap() > 0, "{counters}");
    // Another bug is reported.
    campaign("segfault", &[&first], "third").with_code(1);
    // A trace without the name of a finding, and a list.
    let ids: Vec<String> = crate::common::findings(Path::new(&first))
        .iter()
        .map(|finding| finding.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let list = out("list.txt");
    fs::write(&list, format!("# known\n{}\n", ids.join("\n"))).unwrap();
    campaign("abort", &[&list], "fourth").with_code(0);
    let text = fs::read_to_string(format!("{first}/findings/{}/full.trace", ids[0])).unwrap();
    let lines = text.split_inclusive('\n');
    let text: String = lines
        .filter(|line| !line.starts_with("# finding"))
        .collect();
    fs::create_dir(out("traces")).unwrap();
    fs::write(Path::new(&out("traces")).join("a.trace"), text).unwrap();
    campaign("abort", &[&out("traces")], "fifth").with_code(0);
    let found = crate::common::findings(Path::new(&out("fifth")));
    let is_new = !found.iter().any(|finding| finding.ends_with(&ids[0]));
    assert!(is_new, "{found:?}");
    words("--solver toy -m 1 --known /nowhere").fails(2, &["/nowhere"]);
}
