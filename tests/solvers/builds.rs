//! Libraries with assertions and sanitizers. `tests/cases/command_line/builds.txt` shows the error
//! messages about builds that are not possible.

use crate::common::{findings, json};
use crate::plugin::{Adapter, TEMPLATE, says};
use serde_json::Value as Json;
use std::collections::BTreeMap;

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
