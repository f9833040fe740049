//! Damaged scripts are imported or refused.

use super::{INPUTS, damage, files, limit_memory};
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, Strictness, replay};
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::lex;
use murxla_wrappers::smt2::{ImportConfig, Translation, import};

/// The regression traces of the solvers as scripts, with comments that give options and answers.
fn scripts() -> Vec<(&'static str, String)> {
    let mut scripts = Vec::new();
    for solver in ["z3", "cvc5"] {
        let wrapper = murxla_wrappers::find(solver).unwrap();
        let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
        for path in files(&format!("traces/{solver}"), ".trace") {
            let script = lex(&std::fs::read_to_string(path).unwrap()).unwrap();
            let dialect = murxla_wrappers::dialect(solver, None);
            let translation = Translation::new(dialect, wrapper.constants().ops);
            let context = &Context::new(wrapper, &translation, &profile);
            let (lenient, noted) = (Strictness::Lenient, Answers::Noted);
            let mut told = String::new();
            replay(&script, context, lenient, noted, &translation, &mut told);
            let head = "; COMMAND-LINE: --incremental --check-models\n; EXPECT: sat\n(set-info :status unsat)\n";
            scripts.push((solver, format!("{head}{}", translation.text())));
        }
    }
    scripts
}

#[test]
fn scripts_are_imported_or_refused() {
    limit_memory();
    let scripts = scripts();
    let mut rng = Rng::new(13);
    let mut count = 0;
    for round in 0..INPUTS {
        let (solver, script) = &scripts[round % scripts.len()];
        let wrapper = murxla_wrappers::find(solver).unwrap();
        let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
        let config = ImportConfig {
            dialect: murxla_wrappers::dialect(wrapper.name(), None),
            options: &[],
            seed: rng.coin().then_some(1),
            values: rng.coin(),
            places: rng.coin(),
            recorded: rng.coin(),
        };
        let text = damage(script, &mut rng);
        let context = Context::new(wrapper, &Unloaded, &profile);
        count += usize::from(import(&text, &context, &config).is_ok());
    }
    assert!(count > INPUTS / 20, "{count} of {INPUTS} were imported");
}

#[test]
fn long_scripts_are_refused() {
    limit_memory();
    let wrapper = murxla_wrappers::find("z3").unwrap();
    let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect(wrapper.name(), None),
        ..ImportConfig::default()
    };
    let text = "() ".repeat(2_500_001);
    let error = import(&text, &Context::new(wrapper, &Unloaded, &profile), &config).unwrap_err();
    assert!(error.to_string().contains("which is the limit"), "{error}");
}
