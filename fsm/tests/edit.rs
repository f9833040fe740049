//! Edits of traces: edited steps are valid if and only if their text is.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::action::{Action, Arg, Context};
use murxla_fsm::edit::{Step, complete, dry_run, fingerprint, print, read, renumbered, sorts};
use murxla_fsm::edit::{fresh_sort, replace_term};
use murxla_fsm::features::{features, features_of};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{RunSetup, generate};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::trace::lex;

fn steps(seed: u64, setup: &RunSetup) -> Vec<Step> {
    let mut text = String::new();
    generate(seed, setup, &NullLoaded, &mut text);
    parsed(&text, &setup.context).unwrap()
}

fn parsed(text: &str, context: &Context) -> Result<Vec<Step>, String> {
    let script = lex(text).map_err(|e| e.to_string())?;
    read(&script, context).map_err(|e| e.to_string())
}

/// The steps of a script. An instance is opened before them.
fn script(text: &str, context: &Context) -> Vec<Step> {
    parsed(&format!("0 new\n{text}"), context).unwrap()
}

/// Applies an edit that often makes steps invalid.
fn edited(steps: &[Step], rng: &mut Rng, context: &Context) -> Vec<Step> {
    let mut steps = steps.to_vec();
    let place = rng.index(steps.len());
    match rng.below(4) {
        0 => {
            let end = steps.len().min(place + 1 + rng.index(4));
            steps.drain(place..end);
        }
        1 => {
            let made: Vec<TermId> = steps.iter().filter_map(|step| step.call.ids.term).collect();
            if let (Some(gone), Some(by)) = (rng.pick(&made).copied(), rng.pick(&made).copied()) {
                replace_term(&mut steps[place..], gone, by, &context.ops);
            }
        }
        2 => {
            let narrower = rng.range(1, 8);
            for step in &mut steps {
                if let Some(Arg::NewSort(Sort::Bv(width))) = step.call.args.first_mut() {
                    *width = narrower;
                }
            }
        }
        _ => {
            let other = rng.index(steps.len());
            steps.swap(place, other);
        }
    }
    steps
}

#[test]
fn steps_are_valid_if_their_text_is() {
    let setup = setup();
    let context = &setup.context;
    let mut rng = Rng::new(1);
    let (mut valid, mut invalid) = (0, 0);
    for seed in 0..100 {
        let original = steps(seed, &setup);
        let described = sorts(&original);
        for _ in 0..8 {
            let steps = complete(edited(&original, &mut rng, context), &described, context);
            let text = print(&steps, &context.ops);
            let as_text = parsed(&text, context);
            match (dry_run(steps, context), as_text) {
                (Ok(run), as_text) => {
                    valid += 1;
                    let made = print(&run.steps, &context.ops);
                    let again = parsed(&made, context).unwrap();
                    assert_eq!(print(&again, &context.ops), made, "seed {seed}");
                    // If the text is invalid, the dry run has corrected the sorts of applications.
                    if let Ok(as_text) = as_text {
                        assert_eq!(print(&as_text, &context.ops), made, "seed {seed}");
                        assert_eq!(fingerprint(&as_text), fingerprint(&run.steps));
                    }
                }
                // The reader of text truncates values that are too wide for their sorts. The dry
                // run rejects them.
                (Err(error), Ok(_)) => {
                    let message = format!("{error:?}");
                    assert!(
                        message.contains("is not a value of"),
                        "{seed}: {message}\n{text}"
                    );
                    invalid += 1;
                }
                (Err(_), Err(_)) => invalid += 1,
            }
        }
    }
    assert!(valid > 150 && invalid > 50, "{valid} valid, {invalid} not");
}

const TERMS: &str = "0 mk-sort SORT_BV 8\nreturn s4\n0 mk-sort SORT_BOOL\nreturn s2\n\
    0 mk-const s4 \"x\"\nreturn t7\n0 mk-term OP_BV_CONCAT SORT_BV 2 t7 t7\nreturn t9 s6\n\
    0 mk-term OP_EQUAL SORT_BOOL 2 t9 t9\nreturn t3 s2\n0 assert-formula t3\n";

#[test]
fn calls_without_their_terms_are_removed_and_sorts_are_made() {
    let context = &setup().context;
    let steps = script(TERMS, context);
    let described = sorts(&steps);
    let without = |place: usize| {
        let mut left = steps.clone();
        left.remove(place);
        complete(left, &described, context)
    };
    // Without the constant, no call is left that needs it.
    assert_eq!(
        print(&without(3), &context.ops),
        "    0 new\n    0 mk-sort SORT_BV 8\n      return s4\n    0 mk-sort SORT_BOOL\n      return s2\n"
    );
    // Without the sort, it is made again.
    let names = |steps: &[Step]| -> Vec<&str> {
        steps.iter().map(|step| step.call.action.name()).collect()
    };
    let again = without(1);
    assert_eq!(names(&again)[1..4], ["mk-sort", "mk-sort", "mk-const"]);
    assert_eq!(again.len(), steps.len());
    assert!(dry_run(again, context).is_ok());
}

#[test]
fn applications_get_the_sorts_that_they_have_now() {
    let context = &setup().context;
    let mut steps = script(TERMS, context);
    steps[1].call.args[0] = Arg::NewSort(Sort::Bv(3));
    let run = dry_run(steps.clone(), context).unwrap();
    assert_eq!(run.steps[4].sort, Some(Sort::Bv(6)));
    assert_eq!(run.state.assertions.formulas, [TermId(3)]);
    // Values are not adapted to another sort, so the steps are invalid.
    let value = "0 mk-value s4 \"00000001\" 2\nreturn t10\n";
    let mut steps = script(&format!("{TERMS}{value}"), context);
    steps[1].call.args[0] = Arg::NewSort(Sort::Bv(3));
    assert!(dry_run(steps, context).is_err());
}

#[test]
fn ids_count_from_one() {
    let context = &setup().context;
    let steps = script(TERMS, context);
    assert_eq!(fresh_sort(&steps).0, 7);
    let text = print(&renumbered(&steps, &context.ops).0, &context.ops);
    let ids = ["s1", "s2", "t1", "t2 s3", "t3 s2"];
    let returned: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("return "))
        .collect();
    assert_eq!(returned, ids);
    assert!(parsed(&text, context).is_ok(), "{text}");
}

#[test]
fn features_of_steps_are_those_of_their_text() {
    let setup = setup();
    let role = |name: &str| setup.context.action(name).map(Action::role);
    let text = "1 mk-sort SORT_BOOL\nreturn s1\n2 mk-sort SORT_UNINTERPRETED _u0 2\nreturn s2\n\
        3 mk-sort SORT_DT 1 \"d\" 1 s\"p\" 1 \"c\" 2 \"a\" SORT_SEQ s\"p\" \"b\" s1\nreturn s3\n";
    let more = script(text, &setup.context);
    let walks = (0..200).map(|seed| steps(seed, &setup));
    for steps in walks.chain([more]) {
        let lines = lex(&print(&steps, &setup.context.ops)).unwrap().lines;
        assert_eq!(features_of(&steps, &setup.context), features(&lines, role));
    }
}
