//! The options of runs on a solver that does nothing: runs prefer relevant options, and searches
//! make the calls of an instance again.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::option::{Correlations, OptionDomain, OptionInfo, RunEffects};
use murxla_fsm::run::{End, RunSetup, generate};
use murxla_fsm::trace::{Line, lex};
use std::collections::BTreeMap;

/// A setup with 40 options.
fn with_options(searched: u32) -> RunSetup {
    let mut setup = setup();
    let option = |n: usize| {
        let mut option = OptionInfo::new(format!("o{n}"), OptionDomain::Bool);
        option.default = Some("false".to_owned());
        option
    };
    setup.context.options.all = (0..40).map(option).collect();
    setup.context.user.searched = searched;
    setup
}

fn lines(seed: u64, setup: &RunSetup) -> Vec<Line> {
    let mut text = String::new();
    assert_eq!(generate(seed, setup, &NullLoaded, &mut text), End::Ok);
    lex(&text).unwrap().lines
}

/// How often runs set each option.
fn set(setup: &RunSetup) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for seed in 0..400 {
        for line in lines(seed, setup) {
            if line.action.text == "set-option" && line.args[0].text.starts_with('o') {
                *counts.entry(line.args[0].text.clone()).or_default() += 1;
            }
        }
    }
    counts
}

#[test]
fn runs_prefer_relevant_options() {
    let mut setup = with_options(0);
    let all: usize = set(&setup).values().sum();
    // Two options have an effect on all runs with an equality.
    let mut table = Correlations::default();
    for _ in 0..10 {
        table.add(&RunEffects {
            features: ["OP_EQUAL".to_owned()].into(),
            effective: ["o3=true".to_owned(), "o7=true".to_owned()].into(),
            refused: Default::default(),
        });
    }
    setup.context.options.relevance = table.relevance(&setup.context.options.all);
    let counts = set(&setup);
    let relevant = counts["o3"] + counts["o7"];
    let learned: usize = counts.values().sum();
    assert!(
        relevant * 100 > learned * 70,
        "{relevant} of {learned}, {all} without a table"
    );
}

#[test]
fn few_runs_set_rare_options() {
    let mut setup = with_options(0);
    setup.context.options.all[5].rare = true;
    let counts = set(&setup);
    // 20 % of 400 runs. Each other option is in fewer runs.
    assert!((50..120).contains(&counts["o5"]), "{}", counts["o5"]);
    assert!(counts.values().sum::<usize>() > 6 * counts["o5"]);
}

/// The calls of each instance, without options and statistics. What follows a reset is another
/// instance.
fn instances(lines: &[Line]) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for line in lines {
        match line.action.text.as_str() {
            "new" | "reset" => all.push(Vec::new()),
            "set-option" | "get-statistics" | "delete" => {}
            _ => all.last_mut().unwrap().push(line.call()),
        }
    }
    all
}

#[test]
fn an_instance_is_made_again_with_other_options() {
    let plain = with_options(0);
    let mut repeating = with_options(0);
    repeating.context.user.repeated = 100;
    let mut repeated = 0;
    for seed in 0..60 {
        let before = instances(&lines(seed, &plain));
        let now = instances(&lines(seed, &repeating));
        assert_eq!(before, now[..before.len()], "seed {seed}");
        let more = &now[before.len()..];
        assert!(more.len() <= 2, "{}", more.len());
        assert!(more.iter().all(|calls| before.contains(calls)));
        repeated += usize::from(!more.is_empty());
    }
    assert!(repeated > 20, "{repeated}");
}

#[test]
fn searches_repeat_an_instance_with_other_options() {
    let (plain, searched) = (with_options(0), with_options(100));
    let mut searches = 0;
    for seed in 0..60 {
        let (before, now) = (lines(seed, &plain), lines(seed, &searched));
        assert_eq!(now, lines(seed, &searched));
        let (before, now) = (instances(&before), instances(&now));
        // The search only adds instances.
        assert_eq!(before, now[..before.len()], "seed {seed}");
        let more = &now[before.len()..];
        searches += usize::from(!more.is_empty());
        for instance in more {
            let first = &before.iter().find(|calls| calls.len() == instance.len());
            assert!(first.is_some_and(|first| first == instance), "seed {seed}");
        }
        // The solver never does anything new, so the search ends after ten generations, of four
        // and then six instances.
        assert!([0, 58].contains(&more.len()), "{}", more.len());
    }
    assert!(searches > 20, "{searches}");
}
