//! The options `--cross-check` and `--cross-option`. Each reference has options of its own: those
//! that come after it.

use super::help;
use super::offered;
use super::values::assignment;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use murxla_store::SolverSpec;

/// The options as clap reads them.
#[derive(Args, Debug)]
struct CrossOptions {
    /// Compare the answers with those of this solver; may be repeated
    ///
    /// SOLVER is another solver, version or library, and the same calls are made to it. Each run is
    /// compared with each of these solvers. Without this option, `replay` and `minimize` compare
    /// with the solvers that the trace names.
    #[arg(long, value_name = "SOLVER", value_parser = offered::solver(), hide_possible_values = true, help_heading = help::ORACLES)]
    cross_check: Vec<SolverSpec>,

    /// Set an option of the solver that the preceding --cross-check names; may be repeated. This
    /// way, a library can be compared with itself
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment, requires = "cross_check", help_heading = help::ORACLES, hide_short_help = true)]
    cross_option: Vec<(String, String)>,
}

/// A solver to compare answers with, as the user or a trace names it.
#[derive(Clone, Debug)]
pub struct ReferenceSpec {
    /// The solver.
    pub solver: SolverSpec,
    /// Options to set in it.
    pub options: Vec<(String, String)>,
}

/// The solvers to compare answers with, in their order on the command line.
#[derive(Clone, Debug, Default)]
pub struct References(pub Vec<ReferenceSpec>);

impl ReferenceSpec {
    /// A solver without options.
    #[must_use]
    pub fn new(solver: SolverSpec) -> Self {
        let options = Vec::new();
        Self { solver, options }
    }

    /// The arguments that name it.
    #[must_use]
    pub fn args(&self) -> Vec<String> {
        let mut args = vec!["--cross-check".to_owned(), self.solver.to_string()];
        for (name, value) in &self.options {
            args.extend(["--cross-option".to_owned(), format!("{name}={value}")]);
        }
        args
    }
}

/// The places of the values of an argument on the command line.
fn places(matches: &ArgMatches, id: &str) -> Vec<usize> {
    matches.indices_of(id).into_iter().flatten().collect()
}

impl FromArgMatches for References {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        let [solvers, options] = ["cross_check", "cross_option"].map(|id| places(matches, id));
        let given = CrossOptions::from_arg_matches_mut(matches)?;
        let all = given.cross_check.into_iter().map(ReferenceSpec::new);
        let mut all: Vec<ReferenceSpec> = all.collect();
        for (place, (name, value)) in options.into_iter().zip(given.cross_option) {
            let before = solvers.iter().filter(|solver| **solver < place).count();
            let Some(reference) = all[..before].last_mut() else {
                let message = format!(
                    "--cross-option {name}={value} comes before --cross-check: \
                     give it after the --cross-check SOLVER that it is for"
                );
                return Err(Error::raw(ErrorKind::ArgumentConflict, message));
            };
            reference.options.push((name, value));
        }
        Ok(Self(all))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for References {
    fn augment_args(command: Command) -> Command {
        CrossOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        CrossOptions::augment_args_for_update(command)
    }
}
