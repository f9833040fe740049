//! The time for reading and printing whole traces. An item is a call.
//!
//! ```text
//! cargo bench --bench trace
//! ```

mod common;

use common::{LONG, Runs, USUAL, nothing};
use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_fsm::action::Context;
use murxla_fsm::edit::{Step, print, read};
use murxla_fsm::trace::lex;

fn main() {
    divan::main();
}

fn parse(text: &str, context: &Context) -> Vec<Step> {
    let script = lex(text).expect("a valid trace");
    read(&script, context).expect("a valid trace")
}

/// A trace in two forms: its text, and its calls with their answers.
struct Trace {
    text: String,
    steps: Vec<Step>,
}

fn traces(runs: &Runs) -> (Vec<Trace>, Context) {
    let mut on = nothing();
    let texts = runs.traces(&mut on);
    let context = on.setup.context;
    let read = |text: &String| {
        let steps = parse(text, &context);
        // Other output of the solver than answers is lost.
        let text = print(&steps, &context.ops);
        assert_eq!(print(&parse(&text, &context), &context.ops), text);
        Trace { text, steps }
    };
    (texts.iter().map(read).collect(), context)
}

fn calls(traces: &[Trace]) -> ItemsCount {
    ItemsCount::new(traces.iter().map(|trace| trace.steps.len()).sum::<usize>())
}

/// Prints calls as text.
#[divan::bench(args = [USUAL, LONG])]
fn print_traces(bencher: Bencher<'_, '_>, runs: &Runs) {
    let (traces, context) = traces(runs);
    bencher.counter(calls(&traces)).bench_local(|| {
        for trace in &traces {
            divan::black_box(print(&trace.steps, &context.ops));
        }
    });
}

/// Reads calls from text: names, sorts and validity are checked. The instance state is updated, but
/// without values of terms.
#[divan::bench(args = [USUAL, LONG])]
fn parse_traces(bencher: Bencher<'_, '_>, runs: &Runs) {
    let (traces, context) = traces(runs);
    bencher.counter(calls(&traces)).bench_local(|| {
        for trace in &traces {
            divan::black_box(parse(&trace.text, &context));
        }
    });
}

/// The first part of reading: from text to lines of tokens.
#[divan::bench(args = [USUAL, LONG])]
fn lex_traces(bencher: Bencher<'_, '_>, runs: &Runs) {
    let (traces, _) = traces(runs);
    bencher.counter(calls(&traces)).bench_local(|| {
        for trace in &traces {
            divan::black_box(lex(&trace.text).is_ok());
        }
    });
}
