//! Results directories with files that this program has not written: from an attacker, or damaged.
//! `report`, `merge` and campaigns neither read nor write outside of the directory, and one bad
//! file does not stop them.

use crate::common::{Done, findings, json, run, words};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const SECRET: &str = "secret, outside of the results";

/// A results directory with a minimized finding, `inside/x/results`. The directory `outside` must
/// not be reached.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(TempDir::new().unwrap());
        fs::create_dir_all(place.results().parent().unwrap()).unwrap();
        fs::create_dir(place.outside()).unwrap();
        place.restore();
        place.campaign(100, "--minimize").with_code(1);
        place
    }

    fn results(&self) -> PathBuf {
        self.0.path().join("inside/x/results")
    }

    fn outside(&self) -> PathBuf {
        self.0.path().join("outside")
    }

    fn merged(&self) -> PathBuf {
        self.0.path().join("inside/merged")
    }

    /// Writes a file outside of the results.
    fn restore(&self) {
        fs::write(self.outside().join("file"), SECRET).unwrap();
    }

    /// Continues the campaign with this number of runs.
    fn campaign(&self, runs: u32, more: &str) -> Done {
        let out = self.results();
        let out = out.display();
        words(&format!(
            "--solver toy --theories bool,bv --seed 7 -m {runs} -o bug=segfault --jobs 1 {more} --out {out}"
        ))
    }

    fn report(&self) -> Done {
        run([Path::new("report"), &self.results()])
    }

    fn merge(&self) -> Done {
        // It is there if an earlier merge has written it.
        let _ = fs::remove_dir_all(self.merged());
        let (results, merged) = (self.results(), self.merged());
        run([Path::new("merge"), &results, Path::new("--out"), &merged])
    }

    fn finding(&self) -> PathBuf {
        findings(&self.results()).remove(0)
    }

    /// Asserts that nothing outside was written, and that nothing from there was copied.
    #[track_caller]
    fn assert_kept_apart(&self, what: &str) {
        let all = files(self.0.path());
        let is_known = |path: &&PathBuf| {
            let path = path.strip_prefix(self.0.path()).unwrap();
            let known = ["outside/file", "inside/x/results", "inside/merged"];
            known.iter().any(|known| path.starts_with(known))
        };
        assert_eq!(all.keys().find(|path| !is_known(path)), None, "{what}");
        for (path, content) in all {
            let is_secret = String::from_utf8_lossy(&content).contains(SECRET);
            let is_outside = path == self.outside().join("file");
            assert_eq!(is_secret, is_outside, "{what}: {}", path.display());
        }
    }
}

/// All files in a folder and its folders, with their content. Symbolic links are not followed.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            all.extend(files(&entry.path()));
        } else if kind.is_file() {
            all.insert(entry.path(), fs::read(entry.path()).unwrap());
        }
    }
    all
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    for (path, content) in files(from) {
        let path = to.join(path.strip_prefix(from).unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
}

/// Restores the results directory at the end of each round.
fn rounds<T>(place: &Place, all: impl IntoIterator<Item = T>, mut round: impl FnMut(T)) {
    let saved = TempDir::new().unwrap();
    copy(&place.results(), saved.path());
    for one in all {
        round(one);
        fs::remove_dir_all(place.results()).unwrap();
        copy(saved.path(), &place.results());
        place.restore();
    }
}

#[test]
fn ids_are_not_paths() {
    let place = Place::new();
    let absolute = place.outside().join("new").display().to_string();
    let escape = "../../../../escape";
    let ids = [escape, "..", ".", "", "a/b", "other-1", &absolute];
    rounds(&place, ids, |id| {
        let path = place.finding().join("finding.json");
        set(&path, "/id", &Json::from(id));
        place.report().fails(3, &["finding.json is damaged"]);
        place.merge().fails(3, &["finding.json is damaged"]);
        let said = place.campaign(100, "--minimize").with_code(1).out;
        assert!(said.contains("finding.json is damaged"), "{said}");
        assert!(path.with_extension("json.damaged").exists(), "{id}");
        // The bug is found again.
        assert!(path.exists(), "{id}");
        place.assert_kept_apart(id);
    });
    // The ids in `campaign.json` are only compared. Nevertheless, others are refused.
    rounds(&place, [escape], |id| {
        let path = place.results().join("campaign.json");
        set(&path, "/sights", &serde_json::json!([[id, 3]]));
        place.report().fails(3, &["campaign.json is damaged"]);
        place.campaign(10, "").with_code(1);
        place.assert_kept_apart(id);
    });
}

#[test]
fn symbolic_links_are_not_followed() {
    let place = Place::new();
    let of_campaign = "campaign.json samples.json conflicts.json stats.json events.jsonl \
        events.1.jsonl report.html .lock findings";
    let of_finding = ". finding.json full.trace min.trace min.part.trace evidence.trace \
        stderr.txt minimize.txt report.md bug.c";
    let (finding, results) = (place.finding(), place.results());
    let of_finding = of_finding
        .split_whitespace()
        .map(|name| (finding.join(name), true));
    let of_campaign = of_campaign
        .split_whitespace()
        .map(|name| (results.join(name), false));
    let targets = [place.outside().join("file"), place.outside()];
    let links = of_finding.chain(of_campaign);
    let all = links.flat_map(|link| targets.iter().map(move |target| (link.clone(), target)));
    rounds(&place, all, |((link, is_of_finding), target)| {
        let what = format!("{} -> {}", link.display(), target.display());
        // The finding is minimized again.
        if is_of_finding && !link.ends_with("min.trace") {
            fs::remove_file(place.finding().join("min.trace")).unwrap();
        }
        let link = link.components().collect::<PathBuf>();
        let _ = fs::remove_file(&link).or_else(|_| fs::remove_dir_all(&link));
        symlink(target, &link).unwrap();
        for done in [place.report(), place.merge()] {
            assert!(matches!(done.code, Some(0 | 3 | 4)), "{what}: {done:?}");
        }
        place.assert_kept_apart(&what);
        let done = place.campaign(10, "--stats --minimize");
        let is_refused = link.ends_with(".lock") || link.ends_with("findings");
        let done = done.with_code(if is_refused { 3 } else { 1 });
        assert!(!done.err.contains("panicked"), "{what}: {done:?}");
        place.assert_kept_apart(&what);
    });
}

/// Content that makes a file damaged, whatever it is.
const DAMAGED: [&[u8]; 5] = [b"", b"{", b"[1]", b"\xff\xff", b"{\"id\": 5}"];

#[test]
fn one_damaged_file_stops_nothing() {
    let place = Place::new();
    let finding = place.finding().join("finding.json");
    let file = |name| place.results().join(name);
    // The files of one reader need not all have all contents.
    let files = [
        (file("campaign.json"), DAMAGED.len()),
        (file("samples.json"), 2),
        (file("conflicts.json"), 2),
        (finding, DAMAGED.len()),
    ];
    let all = files.into_iter().flat_map(|(path, count)| {
        let contents = DAMAGED.into_iter().take(count);
        contents.map(move |bad| (path.clone(), bad))
    });
    rounds(&place, all, |(path, bad)| {
        let name = path.file_name().unwrap().to_str().unwrap();
        fs::write(&path, bad).unwrap();
        place.report().fails(3, &[name, "is damaged"]);
        // It only reads.
        assert_eq!(fs::read(&path).unwrap(), bad);
        let said = place.campaign(10, "").with_code(1).out;
        assert!(said.contains(&format!("{name} is damaged: ")), "{said}");
        let aside = path.with_file_name(format!("{name}.damaged"));
        assert_eq!(fs::read(aside).unwrap(), bad);
        place.report().with_code(0);
        let said = place.campaign(10, "").with_code(1).out;
        assert!(!said.contains("damaged"), "{said}");
    });
}

/// Sets a value deep in a file.
fn set(path: &Path, at: &str, value: &Json) {
    let mut content = json(path);
    *content.pointer_mut(at).unwrap() = value.clone();
    fs::write(path, content.to_string()).unwrap();
}

#[test]
fn absurd_numbers_stop_nothing() {
    let place = Place::new();
    let finding = place.finding().join("finding.json");
    let results = place.results();
    let [campaign, samples] = ["campaign.json", "samples.json"].map(|name| results.join(name));
    let fields = [
        (&campaign, "/counters/runs"),
        (&campaign, "/counters/time"),
        (&campaign, "/next_seed"),
        (&campaign, "/unfinished"),
        (&campaign, "/sights/0/1"),
        (&campaign, "/last_seen"),
        (&samples, "/interval"),
        (&samples, "/taken/0/found"),
        (&samples, "/taken/0/time"),
        (&finding, "/seed"),
        (&finding, "/after"),
        (&finding, "/first_seen"),
        (&finding, "/reproduces"),
    ];
    let stretch = serde_json::json!([{"first": u64::MAX, "count": u64::MAX}]);
    let flaky = serde_json::json!({"flaky": {"seen": u32::MAX, "tries": u32::MAX}});
    let warm = serde_json::json!({"warm": {"runs": u64::MAX}});
    let numbers = [Json::from(u64::MAX), Json::from(-1), Json::from(1e300)];
    let mut all = Vec::new();
    for (path, at) in fields {
        all.extend(numbers.clone().map(|number| (path, at, number)));
    }
    // What these fields have instead of a number.
    all.push((&campaign, "/unfinished", stretch));
    all.push((&finding, "/reproduces", flaky));
    all.push((&finding, "/after", warm));
    rounds(&place, all, |(path, at, number)| {
        set(path, at, &number);
        for done in [place.report(), place.merge()] {
            assert!(matches!(done.code, Some(0 | 3)), "{at} {number}: {done:?}");
            assert!(!done.err.contains("panicked"), "{at} {number}: {done:?}");
        }
        let done = place.campaign(10, "--minimize");
        assert!(!done.err.contains("panicked"), "{at} {number}: {done:?}");
        done.with_code(1);
    });
}
