//! Damaged recordings are imported or refused.

use super::{INPUTS, damage, limit_memory};
use murxla_fsm::rng::Rng;
use murxla_rs::imported::{ScriptConfig, trace_of_script};
use murxla_rs::recorder::{self, log, script::script};
use std::path::Path;

#[test]
fn recordings_are_imported_or_refused() {
    limit_memory();
    let whole = include_str!("../data/record/z3.log");
    let wrapper = murxla_wrappers::find("z3").unwrap();
    let api = wrapper.constants().api.as_ref().unwrap();
    let z3 = "z3".parse().unwrap();
    let config = ScriptConfig {
        solver: Some(&z3),
        recorded: true,
        ..ScriptConfig::default()
    };
    let mut rng = Rng::new(16);
    let mut imported = 0;
    // An import takes longer than that of a short script.
    for _ in 0..INPUTS / 2 {
        let text = damage(whole, &mut rng);
        let Ok(calls) = log::calls(&text, api.header) else {
            continue;
        };
        let made = script(&calls, api, None).unwrap();
        trace_of_script(&made.text, Path::new("calls.log"), config).unwrap();
        imported += 1;
    }
    assert!(imported > INPUTS / 100, "{imported} could be imported");
}

#[test]
fn own_logs_are_read_or_refused() {
    limit_memory();
    let mut rng = Rng::new(17);
    let z3 = include_str!("../data/record/z3_own.log");
    let boolector = include_str!("../data/record/boolector_own.log");
    for (solver, whole) in [("z3", z3), ("boolector", boolector)] {
        let wrapper = murxla_wrappers::find(solver).unwrap();
        let api = wrapper.constants().api.as_ref().unwrap();
        let mut read = 0;
        for _ in 0..INPUTS / 2 {
            let Ok(recording) = recorder::recording_of(&damage(whole, &mut rng)) else {
                continue;
            };
            let Ok(calls) = log::calls(&recording, api.header) else {
                continue;
            };
            script(&calls, api, None).unwrap();
            read += 1;
        }
        assert!(read > INPUTS / 100, "{solver}: {read} could be read");
    }
}
