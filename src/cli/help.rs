//! The texts after the options in `--help`, in the man pages and in the command reference: examples
//! and exit codes.
//!
//! Commands are indented by four columns, so that the text is a code block in Markdown, and lines
//! are kept in man pages.

use murxla_fsm::theory::Theory;

/// Groups of the options of a campaign.
pub(super) const WHAT: &str = "What is tested";
pub(super) const HOW_LONG: &str = "How long";
pub(super) const ORACLES: &str = "Oracles";
pub(super) const OPTIONS: &str = "Options of the solver";
pub(super) const FINDINGS_GROUP: &str = "Findings";
pub(super) const OUTPUT: &str = "Output";

/// What stands at the end of the short help.
pub(super) const SHORT: &str = "\
--help shows all options, examples and exit codes.";

pub(super) const MAIN: &str = "\
Examples:

    # Fuzz cvc5 until Ctrl-C; findings are in results/cvc5.
    murxla-rs --solver cvc5 --continuous
    # The same 1000 runs each time.
    murxla-rs --solver z3 --max-runs 1000 --seed 1
    # A library that you have built.
    murxla-rs --solver z3=build/libz3.so -t 0.5 -m 5000
    # Compare the answers of two solvers.
    murxla-rs --solver z3 --cross-check cvc5 --continuous --jobs 8
    # One run, with its trace on stdout.
    murxla-rs --solver z3 --seed 0x2a
    # Make the calls of a finding again, and make its trace shorter.
    murxla-rs replay results/z3/findings/ID
    murxla-rs minimize results/z3/findings/ID --output min.trace
    # Write a page about the campaign, and an issue for each finding.
    murxla-rs report results/z3

Exit codes:

    0    nothing found
    1    a finding
    2    the command line is wrong
    3    the configuration is wrong: unknown solver, no library, bad profile,
         results or output not writable
    4    the trace is wrong, or needs something that is missing
    5    the replay did not reproduce the finding
    70   a defect of murxla-rs
    130  interrupted; a campaign has printed its summary";

pub(super) const REPLAY: &str = "\
Examples:

    murxla-rs replay bug.trace
    murxla-rs replay wrong-unsat-1234abcd
    murxla-rs replay bug.smt2 --solver z3 --verbose
    murxla-rs replay bug.trace --solver z3@4.12.2
    murxla-rs replay bug.trace --explain
    murxla-rs replay bug.trace --coverage --besides results/z3
    gdb --args murxla-rs replay bug.trace --in-process";

pub(super) const BISECT: &str = "\
Examples:

    murxla-rs bisect bug.trace
    murxla-rs bisect results/z3/findings/ID
    murxla-rs bisect results/z3
    murxla-rs bisect bug.smt2 --solver z3
    murxla-rs bisect bug.trace --installed --table";

pub(super) const RECHECK: &str = "\
Examples:

    murxla-rs recheck results/z3 --solver z3=build/libz3.so
    murxla-rs recheck traces --solver cvc5@1.4.2";

pub(super) const FINDINGS: &str = "\
Example:

    murxla-rs findings results/z3";

pub(super) const MINIMIZE: &str = "\
Examples:

    murxla-rs minimize results/z3/findings/ID --output min.trace
    murxla-rs minimize results/z3
    murxla-rs minimize full.trace --cross-check cvc5 --output min.trace
    murxla-rs minimize full.trace --repeat 10 --output min.trace
    murxla-rs minimize full.trace --match-output '^#= unknown' --output min.trace
    murxla-rs minimize full.trace --predicate ./still-wrong.sh --output min.trace";

pub(super) const TRANSLATE: &str = "\
Examples:

    murxla-rs translate min.trace --to smt2 --output bug.smt2
    murxla-rs translate min.trace --to smt2 --dialect standard --output bug.smt2
    murxla-rs translate min.trace --to c --output bug.c";

pub(super) const COVERAGE: &str = "\
Examples:

    murxla-rs --solver z3 --coverage --max-time 600
    murxla-rs coverage results/z3
    murxla-rs coverage results/z3 --match 'nlsat::*' --by function
    murxla-rs coverage results/z3 --by function --rows 0";

pub(super) const IMPORT: &str = "\
Examples:

    murxla-rs import bug.smt2 --solver z3 --output bug.trace
    murxla-rs import bug.smt2 --solver cvc5 --option sygus=true --values --output bug.trace";

pub(super) const RECORD: &str = "\
Example:

    murxla-rs record --solver z3 -- python3 verify.py
    murxla-rs import calls.log --output bug.trace
    murxla-rs replay bug.trace";

pub(super) const CORPUS: &str = "\
Examples:

    murxla-rs corpus add cvc5/test/regress --out corpus
    murxla-rs corpus show corpus
    murxla-rs --solver z3 --cross-check cvc5 --strategy opfuzz,storm --corpus corpus --continuous";

pub(super) const CORPUS_ADD: &str = "\
Example:

    murxla-rs corpus add bug.trace cvc5/test/regress --out corpus";

pub(super) const CORPUS_FETCH: &str = "\
Examples:

    murxla-rs corpus fetch
    murxla-rs corpus fetch cvc5 z3test --out corpus";

pub(super) const CORPUS_MINIMIZE: &str = "\
Example:

    murxla-rs corpus minimize results/z3/entries --solver z3 --out corpus";

pub(super) const CORPUS_SHOW: &str = "\
Examples:

    murxla-rs corpus show corpus --rows 0
    murxla-rs corpus show corpus --rules --support 5";

pub(super) const LEARN: &str = "\
Examples:

    murxla-rs learn --solver z3 --max-time 600
    murxla-rs show correlations --table correlations-z3.json --feature OP_STR_LEN
    murxla-rs --solver z3 --correlations correlations-z3.json --continuous";

pub(super) const REPORT: &str = "\
Examples:

    murxla-rs report results/z3
    murxla-rs report results/cvc5 --regression tests
    murxla-rs report bug.trace > bug.md";

pub(super) const MERGE: &str = "\
Examples:

    murxla-rs merge results/shard-0 results/shard-1 --out results/all
    murxla-rs merge correlations-a.json correlations-b.json --output all.json";

pub(super) const SOLVERS: &str = "\
Examples:

    murxla-rs solvers
    murxla-rs solvers install z3@4.12.2
    murxla-rs solvers path z3";

pub(super) const INSTALL: &str = "\
Example:

    murxla-rs solvers install z3@4.12.2";

pub(super) const BUILD: &str = "\
Examples:

    murxla-rs solvers build bitwuzla --with assertions
    murxla-rs solvers build z3@5.4.1 --with address,undefined
    murxla-rs solvers build cvc5@1.5.0 --from ~/cvc5 --with assertions
    murxla-rs --solver bitwuzla+assertions -m 1000";

pub(super) const PATH: &str = "\
Examples:

    murxla-rs solvers path z3
    murxla-rs solvers path --program z3";

pub(super) const SHOW: &str = "\
Examples:

    murxla-rs show ops --solver z3
    murxla-rs show actions --solver z3
    murxla-rs show theories
    murxla-rs show options --solver cvc5
    murxla-rs show options --solver cvc5 --denied
    murxla-rs show correlations --solver cvc5 --option 'bv-*'
    murxla-rs show checks --solver cvc5
    murxla-rs show profile --solver cvc5
    murxla-rs show profile-schema > profile-schema.json";

pub(super) const COMPLETIONS: &str = "\
Example:

    murxla-rs completions bash > ~/.local/share/bash-completion/completions/murxla-rs";

pub(super) const MAN: &str = "\
Examples:

    murxla-rs man | man -l -
    murxla-rs man --out ~/.local/share/man/man1";

pub(super) const EXECUTE: &str = "\
Example:

    murxla-rs execute cvc5 libcvc5.so bug.smt2";

/// The short help of `--theories`.
pub(super) const SHORT_THEORIES: &str = "Use only these theories";

/// The help of `--theories`, with the names of all theories.
pub(super) fn theories() -> String {
    let names = Theory::ALL.map(|(theory, _)| theory.short().to_lowercase());
    format!(
        "{SHORT_THEORIES}: {}. Other usual names are understood, too, such as arrays, floats and datatypes",
        names.join(", ")
    )
}
