//! Pages about findings, parts and libraries that are made up.

use super::*;
use crate::events::Counters;
use crate::reports::issue::Listing;
use crate::results::{CampaignRecord, Part, PartSettings};
use crate::triage::finding;
use murxla_coverage::{Blocks, Function, Granularity, LibraryCoverage};
use murxla_system::date::Date;
use murxla_system::folder::Folder;
use serde_json::json;
use std::ops::Range;

/// Text that does harm where it is not escaped.
const EVIL: &str = "<img src=x onerror=alert(1)>\"'&<!--</pre></style><script>";

/// The finding as the page lists it. Its texts are evil.
fn entry(finding: &Finding) -> Entry<'_> {
    let listing = |title: &str, result: Option<&str>| Listing {
        title: title.to_owned(),
        text: Some(format!("(check-sat) ; {EVIL}")),
        gaps: vec![EVIL.to_owned()],
        result: result.map(str::to_owned),
        output: EVIL.to_owned(),
    };
    Entry {
        finding,
        sights: Sights {
            count: 1234,
            first: Some(Date::default()),
            last: None,
        },
        theories: ["BV"].into(),
        names: [EVIL.to_owned(), "OP_BV_ADD".to_owned()].into(),
        calls: Some((17, false)),
        upstream: Some(EVIL.to_owned()),
        place: Path::new("out").join(EVIL),
        brief: Brief {
            observed: format!("The answer is `sat`. {EVIL}"),
            message: EVIL.to_owned(),
            last_call: Some(EVIL.to_owned()),
            returned: vec![EVIL.to_owned()],
            named: vec![EVIL.to_owned()],
            frames: vec![EVIL.to_owned()],
            expected: EVIL.to_owned(),
            assignment: Some(EVIL.to_owned()),
            listings: vec![listing("SMT-LIB", Some(EVIL)), listing("full.trace", None)],
            no_script: Some(EVIL.to_owned()),
            replays: vec!["full.trace"],
            shows: EVIL.to_owned(),
        },
    }
}

/// The coverage of a library with 30 namespaces of 100 blocks. Of each of these namespaces, as many
/// blocks were reached as its number says.
fn library(namespaces: Range<u32>) -> LibraryCoverage {
    let reached = namespaces.flat_map(|n| 100 * n..101 * n);
    LibraryCoverage {
        library: EVIL.to_owned(),
        sha256: "0".repeat(64),
        granularity: Granularity::Block,
        blocks: 3000,
        reached: reached.collect(),
    }
}

/// The same without the last namespace.
fn library_of_earlier_parts() -> LibraryCoverage {
    library(0..29)
}

/// The blocks of this library.
fn blocks() -> Blocks {
    let function = |n: u32| Function {
        start: 100 * n,
        len: 100,
        name: format!("space{n}::f"),
        source: Some(u32::from(n > 0)),
    };
    Blocks {
        functions: (0..30).map(function).collect(),
        starts: (0..3000).collect(),
        sources: vec![format!("{EVIL}/a.cpp"), "b/b.cpp".to_owned()],
        ..Blocks::default()
    }
}

/// The page about a campaign with these findings and parts.
fn page_of(findings: &[Finding], parts: Vec<Part>, differences: &[Vec<String>]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let library = library(0..30);
    let before = library_of_earlier_parts();
    let groups = ReachedGroups::new(&library, &blocks(), &[before]);
    let kept = Kept {
        folder: Folder::open(folder.path()).unwrap(),
        campaign: Some(CampaignRecord {
            solver: EVIL.to_owned(),
            version: EVIL.to_owned(),
            platform: EVIL.to_owned(),
            counters: Counters {
                runs: 1000,
                filtered: 7,
                time: 10.0,
                ..Counters::default()
            },
            filtered: [(EVIL.to_owned(), 3)].into(),
            parts,
            ..CampaignRecord::default()
        }),
        samples: None,
        conflicts: None,
        coverage: Some(vec![library.clone(), library.clone()]),
        coverage_before: None,
        findings: Vec::new(),
        candidates: Vec::new(),
        damage: Vec::new(),
    };
    let entries: Vec<Entry<'_>> = findings.iter().map(entry).collect();
    let overview = Overview {
        folder: Path::new(EVIL),
        kept: &kept,
        operators: None,
        entries: &entries,
        differences,
        groups: &[Ok(groups), Err(EVIL.to_owned())],
        damage: &[EVIL.to_owned()],
    };
    overview.page().unwrap()
}

fn part(argument: &str) -> Part {
    Part {
        runs: 10,
        settings: PartSettings {
            arguments: vec!["--out".to_owned(), argument.to_owned()],
            theories: vec![EVIL.to_owned()],
            strategies: vec![EVIL.to_owned()],
            options: vec![EVIL.to_owned()],
            fuzzed: EVIL.to_owned(),
            ..PartSettings::default()
        },
        ..Part::default()
    }
}

fn findings() -> Vec<Finding> {
    let of = |kind: &str, hash: &str, cause: Option<&str>| {
        finding(
            kind,
            hash,
            &json!({ "message": format!("\n{EVIL}\nmore"), "cause": cause }),
        )
    };
    vec![
        of("wrong-unsat", "00000001", Some("a cause")),
        of("crash-SIGSEGV", "00000002", None),
        of("crash-SIGSEGV", "00000003", Some("another")),
        of("timeout", "00000004", Some("a cause")),
    ]
}

/// The elements of a page that are open at its end. Panics where an end does not match.
fn open_elements(page: &str) -> Vec<&str> {
    const VOID: [&str; 5] = ["meta", "br", "col", "input", "!DOCTYPE"];
    let mut open = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at + 1..end];
        let name = tag.split([' ', '\n', '/']).find(|name| !name.is_empty());
        let name = name.unwrap();
        if tag.starts_with('/') {
            assert_eq!(
                open.pop(),
                Some(name),
                "{}",
                &page[..page.len() - rest.len() + end]
            );
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    open
}

#[test]
fn pages_are_well_formed_and_need_no_other_file() {
    let page = page_of(
        &findings(),
        vec![part(EVIL), part("b")],
        &[vec![], vec![EVIL.to_owned()]],
    );
    assert_eq!(open_elements(&page), Vec::<&str>::new());
    for bad in ["<img", "<!--", "<link", " src=\"", "url(", "@import"] {
        assert!(!page.contains(bad), "{bad}: {page}");
    }
    // The script is the only one, and the only one that is allowed. Links are to the page.
    let scripts: Vec<&str> = page.split("<script").skip(1).collect();
    assert_eq!(scripts.len(), 1);
    assert!(scripts[0].starts_with(&format!(">{SCRIPT}</script>")));
    let hash = hash_in_base64(SCRIPT.as_bytes());
    assert!(page.contains(&format!("script-src 'sha256-{hash}'")));
    assert!(page.contains("content=\"default-src 'none'; "));
    let mut links = page.split(" href=\"").skip(1);
    assert!(links.all(|link| link.starts_with('#')));
    // Only the style sheet and attributes of this program have quotation marks.
    assert!(
        page.contains("&lt;img src=x onerror=alert(1)&gt;&quot;"),
        "{page}"
    );
}

#[test]
fn each_bug_is_a_row_and_has_its_variants() {
    let page = page_of(&findings(), Vec::new(), &[]);
    let rows = page.match_indices("<tbody class=\"bug ");
    let rows: Vec<&str> = rows
        .map(|(at, _)| page[at + 18..].split(" data-theory").next().unwrap())
        .collect();
    let expected = [
        "wrong\" id=\"wrong-unsat-00000001\" data-kind=\"wrong-unsat\"",
        "other\" id=\"timeout-00000004\" data-kind=\"timeout\"",
        "crash\" id=\"crash-SIGSEGV-00000002\" data-kind=\"crash-SIGSEGV\"",
        "crash\" id=\"crash-SIGSEGV-00000003\" data-kind=\"crash-SIGSEGV\"",
    ];
    assert_eq!(rows, expected);
    for text in [
        "<b>3 bugs</b>",
        "1 wrong",
        "2 crash",
        " with 1 variant in ",
        "+1 variant<",
        "1\u{202f}234",
        "17*",
        "<code>sat</code>",
        "(check-sat)",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("1 other"));
    // The list comes first.
    assert!(page.find("id=\"crash-SIGSEGV-00000003\"") < page.find("About the campaign</h2>"));
    assert!(page_of(&[], Vec::new(), &[]).contains("<b>0 bugs</b>"));
}

/// What tells rows apart, and what they are filtered by.
#[test]
fn rows_have_what_is_special_about_their_bug() {
    let more = json!({
        "message": "the value of a term contradicts the values of its arguments (OP_XOR)\n\
            t2 is true in the model, but false by the values of its arguments",
        "experiments": { "needs": ["OP_XOR", "produce-models"], "functions": ["_ZN1a1bEv"] },
        "releases": { "tested": ["1.0", "1.4"], "bad": [
            { "last_good": "1.1", "first_bad": "1.2", "last_bad": "1.3", "fixed_in": "1.4" },
        ] },
        "standing": { "tier": "B", "reason": "", "calls": 7 },
    });
    let found = [
        finding("wrong-model", "00000001", &more),
        finding(
            "rejected",
            "00000002",
            &json!({ "message": "of the wrong sort" }),
        ),
    ];
    let page = page_of(&found, Vec::new(), &[]);
    for text in [
        " data-operator=\"OP_XOR\" data-tier=\"B\"",
        "<code class=\"needed\">OP_XOR</code>",
        "<code class=\"needed option\">produce-models</code>",
        "suspicious: <code>a::b</code>",
        "since 1.2, fixed in 1.4",
        "<code>of the wrong sort</code>",
        "<option>OP_BV_ADD</option>",
        "<time datetime=\"1970-01-01T00:00:00Z\">1970-01-01 00:00</time>",
        "1234 times (1970-01-01 00:00:00 UTC)",
        "Click a row for details.",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

#[test]
fn titles_name_a_version_once() {
    let of = |solver: &str, version: &str| {
        title(&CampaignRecord {
            solver: solver.to_owned(),
            version: version.to_owned(),
            ..CampaignRecord::default()
        })
    };
    assert_eq!(of("z3@4.8.14", "4.8.14"), "z3@4.8.14");
    assert_eq!(of("z3@4.8.14+assertions", "4.8.14"), "z3@4.8.14+assertions");
    assert_eq!(of("z3", "4.8.14"), "z3 4.8.14");
    assert_eq!(of("z3=lib@1.so", "4.8.14"), "z3=lib@1.so 4.8.14");
}

#[test]
fn parts_are_listed_with_what_differs() {
    let parts: Vec<Part> = (0..9).map(|n| part(&format!("dir {n}"))).collect();
    let mut differences = vec![Vec::new(); 9];
    differences[4] = vec!["--linear given, previously not given".to_owned()];
    let page = page_of(&[], parts.clone(), &differences);
    for text in [
        "murxla-rs --out 'dir 8'",
        "Part 9",
        "Part 1",
        "6 earlier",
        "Other arguments than in the part before: --linear given",
        "Not all parts have the same settings",
        "910 runs belong to parts that are not recorded",
        "1970-01-01 00:00:00 to 1970-01-01 00:00:00 UTC",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(page.find("Part 9") < page.find("Part 8"));
    assert!(!page_of(&[], parts, &[]).contains("Not all parts"));
}

#[test]
fn few_namespaces_are_listed() {
    let page = page_of(&[], Vec::new(), &[]);
    for text in ["space19<", "10 more are not listed", "width: 19.0%"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("space20<"));
}

#[test]
fn what_is_new_and_what_is_never_reached_is_listed() {
    let (library, before) = (library(0..30), library_of_earlier_parts());
    let groups = ReachedGroups::new(&library, &blocks(), &[before]);
    let page = reached::libraries(&[library], &[Ok(groups)]).into_string();
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
    let new = place("the first one that has reached 29 of the blocks");
    let (namespaces, never) = (place("Namespaces of"), place("Never reached in"));
    assert!(new < namespaces && namespaces < never);
    assert!(page[new..namespaces].contains("space29<"));
    assert!(!page[new..namespaces].contains("space28<"));
    assert_eq!(page[never..].matches("td class=\"name\"").count(), 1);
    assert!(page[never..].contains(">folder<"));
}
