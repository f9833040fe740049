//! Libraries with assertions and sanitizers, and how they are built.

use crate::common::{Run as _, findings, json, program, words};
use crate::plugin::{Adapter, TEMPLATE, says};
use serde_json::Value as Json;
use std::collections::BTreeMap;

const CONFIGURATION: i32 = 3;

/// Bugs for the template of adapters. An operator shows each of them.
const PLANTED: &str = r#"
#define APART static __attribute__((noinline))
APART unsigned read_freed(volatile unsigned *memory) { free((void *)memory); return memory[0]; }
APART unsigned read_behind(volatile unsigned *memory) { unsigned last = memory[2]; free((void *)memory); return last; }
APART int add_one(volatile int *number) { return *number + 1; }
APART void require(int condition) { assert(condition); }
APART void plant(operator op) {
  volatile int largest = INT_MAX;
  if (op == XOR) read_freed(malloc(8));
  if (op == ITE) read_behind(malloc(8));
  if (op == IMPLIES) largest = add_one(&largest);
  if (op == DISTINCT) require(op != DISTINCT);
}
"#;

const SANITIZERS: &str = "-std=c11 -w -g1 -fsanitize=address,undefined";

/// The template with this text in front of a function, and this one at the beginning of it.
fn changed(before: &str, function: &str, body: &str) -> String {
    let at = TEMPLATE.find(&format!("int {function}(")).unwrap();
    let (head, rest) = TEMPLATE.split_at(at);
    let (signature, rest) = rest.split_once("{\n").unwrap();
    format!("#include <assert.h>\n#include <limits.h>\n{head}{before}{signature}{{\n{body}\n{rest}")
}

/// The findings of a campaign, by kind.
fn by_kind(adapter: &Adapter) -> BTreeMap<String, Json> {
    let mut by_kind = BTreeMap::new();
    for folder in findings(&adapter.out()) {
        let finding = json(&folder.join("finding.json"));
        let kind = finding["kind"].as_str().unwrap().to_owned();
        let before = by_kind.insert(kind, finding);
        assert_eq!(before, None, "a kind is there twice");
    }
    by_kind
}

/// Each bug is found once, and named by the function that has it.
#[test]
fn sanitizers_and_assertions_are_findings() {
    let body = "  plant(OPERATORS[find(op)].op);";
    let source = changed(PLANTED, "murxla_plugin_mk_term", body);
    let adapter = Adapter::with_flags(&source, SANITIZERS);
    let done = adapter.campaign(150, "--minimize").with_code(1);
    let found = by_kind(&adapter);
    let expected = [
        "address-heap-buffer-overflow | in read_behind: heap-buffer-overflow",
        "address-heap-use-after-free | in read_freed: heap-use-after-free",
        "assertion | mine.c: condition",
        "undefined-signed-integer-overflow | signed integer overflow: 2147483647 + 1 \
         cannot be represented in type 'int' (in add_one, mine.c)",
    ];
    let expected = expected.map(|row| row.split_once(" | ").unwrap());
    let kinds: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(kinds, expected.map(|(kind, _)| kind));
    for (kind, headline) in expected {
        assert_eq!(found[kind]["reproduces"], "yes", "{kind}");
        says(&done, headline);
    }
    // Names of functions, and none of this program.
    let report = &found["address-heap-use-after-free"]["message"];
    let report = report.as_str().unwrap();
    let frames = "#0 in read_freed\n    #1 in plant";
    assert!(report.contains(frames), "{report}");
    for folder in findings(&adapter.out()) {
        let trace = folder.join("min.trace").display().to_string();
        let replayed = adapter.run(&format!("replay {trace}")).with_code(1);
        assert!(!replayed.err.contains("murxla_rs::"), "{}", replayed.err);
    }
    adapter.run("report out").with_code(0);
    let page = std::fs::read_to_string(adapter.out().join("report.html")).unwrap();
    assert!(page.contains("heap-use-after-free"));
}

/// AddressSanitizer reserves terabytes of address space, so the limit is on resident memory.
#[test]
fn memory_is_limited_with_a_sanitizer() {
    let waste = "static void waste(volatile char *memory) {\n  for (;;) {\n    \
                 memory = malloc(1 << 20);\n    \
                 for (int n = 0; n < 1 << 20; n += 1 << 12) memory[n] = 1;\n  }\n}\n";
    let body = "  if (solver->constants == 3) waste(NULL);";
    let source = changed(waste, "murxla_plugin_mk_const", body);
    let adapter = Adapter::with_flags(&source, SANITIZERS);
    let done = adapter.campaign(30, "--memory 100 --strategy walk");
    done.with_code(1);
    let found = by_kind(&adapter);
    let kinds: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(kinds, ["memory"]);
}

#[test]
fn what_cannot_be_built_is_explained() {
    let build = |line: &str| words(&format!("solvers build {line}"));
    build("z3").fails(2, &["--with"]);
    build("z3 --with thread").fails(2, &["assertions, address, undefined"]);
    let none = "cvc5 1.4.2 are in no package";
    let advice = "solvers build cvc5@1.4.2 --with address --from DIR";
    build("cvc5@1.4.2 --with address").fails(CONFIGURATION, &[none, advice]);
    build("z3@4.8.5 --with address").fails(CONFIGURATION, &["packages have 5.4.1"]);
    build("toy --with address").fails(CONFIGURATION, &["`toy` is built in"]);
    build("cvc5 --with address --from .").fails(2, &["write cvc5@VERSION"]);
    build("z3@5.4.1 --with address --from none").fails(CONFIGURATION, &["none"]);
    build("z3=lib.so --with address").fails(2, &["built already"]);
    build("z3 --with address --offline").fails(CONFIGURATION, &["--offline"]);
    let advice = "solvers build z3@5.4.1 --with address,undefined";
    let campaign = words("--solver z3@5.4.1+undefined+address -m 1");
    campaign.fails(CONFIGURATION, &["is not built", advice]);
}

/// What a compiler with SanitizerCoverage adds to a library with two blocks.
const COUNTED: &str = r#"
extern void __sanitizer_cov_8bit_counters_init(unsigned char *, unsigned char *);
extern void __sanitizer_cov_pcs_init(unsigned long *, unsigned long *);
static void reached(void);
static void not_reached(void);
__attribute__((section("__sancov_cntrs"))) unsigned char counters[2];
__attribute__((section("__sancov_pcs"))) unsigned long blocks[4] = {
  (unsigned long)not_reached, 1, (unsigned long)reached, 1};
__attribute__((noinline)) static void reached(void) { counters[1]++; }
__attribute__((noinline)) static void not_reached(void) { counters[0]++; }
__attribute__((constructor)) static void begin(void) {
  __sanitizer_cov_8bit_counters_init(counters, counters + 2);
  __sanitizer_cov_pcs_init(blocks, blocks + 4);
}
"#;

#[test]
fn counters_of_a_build_are_read() {
    let body = "  if (index_count == 7) not_reached();\n  reached();";
    let source = changed(COUNTED, "murxla_plugin_mk_term", body);
    let adapter = Adapter::with_flags(&source, "-std=c11 -w");
    let done = adapter.campaign(40, "--coverage").with_code(0);
    says(&done, "blocks 1 of 2 (50.0 %)");
    says(&adapter.run("coverage out").with_code(0), "reached");
}

/// The trace of a failed assertion, on releases, which have none.
#[test]
fn releases_say_nothing_about_assertions() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("a.trace");
    let text = "# solver: z3@5.4.1+assertions\n# expect: assertion\n1 new\n2 check-sat\n3 delete\n";
    std::fs::write(&trace, text).unwrap();
    let run = |command: &str, more: &[&str]| {
        let words = [command, trace.to_str().unwrap()].into_iter();
        let mut program = program(words.chain(more.iter().copied()));
        // There are no builds.
        if command == "bisect" {
            program.env("MURXLA_STORE", folder.path().join("store"));
        }
        program.done()
    };
    let missing = "z3 is built without assertions";
    run("replay", &["--solver", "z3"]).with_error(4, &["cannot be tested here", missing]);
    let done = run("recheck", &["--solver", "z3"]).with_code(4);
    says(&done, "cannot test");
    says(&done, missing);
    let advice = "solvers build z3@VERSION --with assertions";
    run("bisect", &[]).fails(CONFIGURATION, &["cannot be dated", advice]);
}
