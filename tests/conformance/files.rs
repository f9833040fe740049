//! The wrapper's table of options for files is complete.

use crate::common::{Run as _, words};
use crate::suite::{Failures, TestedSolver, ensure};
use murxla_fsm::option::files::FileOptions;
use regex::Regex;
use std::process::Command;

/// Options with texts as values, or whose descriptions mention files, that neither read nor write
/// files: for each solver, lists of names with blanks between them.
const HARMLESS: &[(&str, &[&str])] = &[
    (
        "cvc5",
        &[
            // Names of languages, logics, tags of output, and weights.
            "lang input-language output-lang output-language force-logic output trace rweight",
            // Without a value.
            "quiet verbose",
        ],
    ),
    (
        "z3",
        &[
            // Names of encodings, engines, heuristics, logics and quantifiers; expressions of
            // weights.
            "encoding fp.engine fp.spacer.logic fp.tab.selection nnf.mode",
            "fp.datalog.check_relation fp.datalog.default_relation fp.datalog.default_table",
            "fp.datalog.default_table_checker fp.xform.instantiate_arrays.slice_technique",
            "opt.maxsat_engine opt.optsmt_engine opt.priority",
            "sat.branching.heuristic sat.cardinality.encoding sat.gc sat.local_search_mode",
            "sat.lookahead.cube.cutoff sat.lookahead.reward sat.pb.lemma_format sat.pb.resolve",
            "sat.pb.solver sat.phase sat.restart",
            "smt.logic smt.mbqi.id smt.qi.cost smt.seq.regex_orientation",
            "smt.seq.regex_transition_mode smt.string_solver",
            // These print.
            "dump_models opt.dump_models",
            "nlsat.dump_mathematica nlsat.log_lemma_smtrat sat.drat.activity",
            // These say how or when the files of other options are written.
            "fp.spacer.dump_threshold",
            "solver.proof.check solver.proof.check_rup solver.proof.save solver.proof.trim",
            // Of the parser of Datalog, which no call uses.
            "fp.datalog.use_map_names",
            // The path is one of automata.
            "smt.str.regex_automata_length_attempt_threshold",
        ],
    ),
];

/// All options that might name files are in the wrapper's table or are known to be harmless. Runs
/// draw none of the table.
pub(crate) fn options(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let files = FileOptions::refused(tested.wrapper.file_options());
    let harmless = HARMLESS.iter().filter(|(solver, _)| *solver == tested.name);
    let harmless = harmless.flat_map(|(_, lists)| *lists);
    let harmless: Vec<&str> = harmless.flat_map(|list| list.split(' ')).collect();
    let mut listed = tested.loaded.text_options();
    if tested.name == "z3" {
        listed.extend(listed_by_program(&tested.version));
    }
    for name in listed {
        let is_known = files.does(&name).is_some() || harmless.contains(&name.as_str());
        failures.attempt(&|| name.clone(), || {
            ensure(
                is_known,
                || "may name a file: it belongs into the table of the wrapper or of this test",
            )
        });
    }
    for option in tested.loaded.options() {
        let does = files.does(&option.name);
        failures.attempt(&|| option.name.clone(), || {
            ensure(does.is_none(), || "is drawn, but uses files")
        });
    }
}

/// The parameters of Z3 that are texts or whose descriptions mention files. Its program lists those
/// of all modules; the library does not.
fn listed_by_program(version: &str) -> Vec<String> {
    let path = words(&format!("solvers path --program z3@{version}"));
    let path = path.with_code(0).out;
    let described = Command::new(path.trim()).arg("-pd").done().out;
    let module = Regex::new(r"^\[module\] (\w+)").unwrap();
    let parameter = Regex::new(r"^ +([\w.]+) \(([\w ]+)\)(.*)").unwrap();
    let mentions = Regex::new(r"(?i)\bfiles?\b|\bdump|\bpath\b|\blogs?\b").unwrap();
    let (mut prefix, mut found, mut count) = (String::new(), Vec::new(), 0);
    for line in described.lines() {
        if let Some(module) = module.captures(line) {
            prefix = format!("{}.", &module[1]);
        } else if let Some(parameter) = parameter.captures(line) {
            count += 1;
            let is_text = ["string", "symbol"].contains(&&parameter[2]);
            if is_text || mentions.is_match(&parameter[3]) {
                found.push(format!("{prefix}{}", &parameter[1]));
            }
        }
    }
    assert!(count > 400, "only {count} parameters: {described}");
    found
}
