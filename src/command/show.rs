//! `show`: the tables of operators, options, weights and so on that runs use.

use crate::cli::{Show, Table};
use crate::exit::{self, Failure};
use crate::payload::{denied_options_of, options_of};
use crate::plan::{self, FoundSolver};
use crate::triage::{self, KindRow};
use murxla_fsm::machine::Machine;
use murxla_fsm::op::Ops;
use murxla_fsm::profile::Profile;
use murxla_fsm::theory::Theory;
use murxla_fsm::wrapper::{OptionDomain, OptionInfo, Wrapper};
use murxla_system::console;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Prints a table.
///
/// # Errors
/// An unknown solver, or one that cannot be loaded where that is needed.
pub fn run(args: &Show, offline: bool, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let wrapper = match &args.solver {
        None => None,
        Some(spec) => Some(plan::wrapper(spec)?),
    };
    let profile = match wrapper {
        Some(w) => Profile::load([(w.name(), w.profile())]).map_err(Failure::configuration)?,
        None => Profile::default(),
    };
    if args.denied && args.what != Table::Options {
        return Err(Failure::usage("--denied belongs to 'show options'"));
    }
    let text = match args.what {
        Table::Theories => theories(&profile),
        Table::Ops => ops(wrapper, &profile),
        Table::Fsm => fsm(wrapper, &profile)?,
        Table::Checks => checks(wrapper),
        Table::Kinds => kinds(),
        Table::Actions => super::actions::table(wrapper),
        Table::Profile => match wrapper {
            Some(wrapper) => wrapper.profile().to_owned(),
            None => {
                return Err(Failure::usage(
                    "a profile belongs to a solver: add --solver NAME",
                ));
            }
        },
        Table::ProfileSchema => format!("{:#}\n", Profile::schema()),
        Table::Options => {
            let Some(spec) = &args.solver else {
                return Err(Failure::usage(
                    "options belong to a solver: add --solver NAME",
                ));
            };
            let solver = FoundSolver::find(spec, offline)?;
            options(&solver, &profile, args.denied, stop)?
        }
        Table::Correlations => super::correlations::table(args, wrapper)?,
        Table::Api => {
            let Some(spec) = &args.solver else {
                return Err(Failure::usage(
                    "a C API belongs to a solver: add --solver NAME",
                ));
            };
            super::api::table(&FoundSolver::find(spec, offline)?)?
        }
    };
    console::out(text);
    Ok(exit::CLEAN)
}

/// The checks that a campaign on a solver may make, or those of all solvers: ids and sentences.
fn checks(wrapper: Option<&dyn Wrapper>) -> String {
    let checks = triage::checks::checks(wrapper.map(Wrapper::name));
    let lines = checks.map(|check| format!("{:40} {}\n", check.id(), check.sentence()));
    lines.collect()
}

fn kinds() -> String {
    let lines = KindRow::all().map(|row| format!("{:18} {}\n", row.short_name(), row.title));
    lines.collect()
}

fn theories(profile: &Profile) -> String {
    let theories = profile.theories();
    let mut text = String::new();
    for (theory, name) in Theory::ALL.iter().filter(|(t, _)| theories.has(*t)) {
        let word = name.trim_start_matches("THEORY_").to_lowercase();
        let line = writeln!(text, "{word:8} {}", theory.title());
        debug_assert!(line.is_ok(), "writing into a String does not fail");
    }
    text
}

fn ops(wrapper: Option<&dyn Wrapper>, profile: &Profile) -> String {
    let ops = Ops::with(wrapper.map_or(&[], |w| w.constants().ops));
    let mut text = String::new();
    for op in ops.iter() {
        let row = ops.row(op);
        if profile.excludes_op(row.name) || !profile.theories().has(row.theory) {
            continue;
        }
        let theory = row
            .theory
            .name()
            .trim_start_matches("THEORY_")
            .to_lowercase();
        let line = writeln!(
            text,
            "{:18} {theory:6} {:12} {}",
            row.name, row.smt, row.signature
        );
        debug_assert!(line.is_ok(), "writing into a String does not fail");
    }
    text
}

fn fsm(wrapper: Option<&dyn Wrapper>, profile: &Profile) -> Result<String, Failure> {
    let weights = profile.weights.clone().into_iter().collect();
    let extensions = wrapper.map_or(&[][..], |wrapper| wrapper.constants().actions);
    let machine = Machine::new(extensions, weights).map_err(Failure::configuration)?;
    let mut text = String::new();
    for (state, edges) in machine.states() {
        let total: u32 = edges.iter().map(|edge| edge.weight).sum();
        let mut lines = format!("{}\n", state.name());
        for edge in edges {
            let percent = f64::from(edge.weight) * 100.0 / f64::from(total.max(1));
            let to = if edge.to == state {
                String::new()
            } else {
                format!(" -> {}", edge.to.name())
            };
            lines.push_str(&format!("  {:24} {percent:5.1} %{to}\n", edge.action()));
        }
        text.push_str(&lines);
    }
    Ok(text)
}

/// What runs draw of an option.
fn line(option: OptionInfo) -> String {
    let values = match option.domain {
        OptionDomain::Bool => "true false".to_owned(),
        OptionDomain::Mode(modes) => modes.join(" "),
        OptionDomain::Integer(low, high) => format!("{low}..{high}"),
        OptionDomain::Decimal(low, high) => format!("{low}..{high} (decimal)"),
    };
    let late = if option.between_checks {
        ", also between checks"
    } else {
        ""
    };
    format!(
        "{:40} {:8} {:10} {values}{late}",
        option.name,
        option.category.name(),
        option.default.as_deref().unwrap_or("?")
    )
}

fn options(
    solver: &FoundSolver,
    profile: &Profile,
    denied: bool,
    stop: &Arc<AtomicBool>,
) -> Result<String, Failure> {
    let drive = solver.drive()?;
    let lines: Vec<String> = if denied {
        let all = denied_options_of(&drive, stop)?.into_iter();
        all.map(|(name, why)| format!("{name:40} {why}\n"))
            .collect()
    } else {
        let all = options_of(&drive, stop)?.into_iter();
        let drawn = all.filter(|option| !profile.excludes_option(&option.name));
        drawn.map(|option| line(option) + "\n").collect()
    };
    Ok(lines.concat())
}
