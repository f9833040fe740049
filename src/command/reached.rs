//! `replay --coverage`: what a trace reaches in the solver's libraries, and what of it a campaign
//! has not reached.

use crate::campaign::prepare_coverage;
use crate::cli::Replay;
use crate::exit::Failure;
use crate::results::{Identity, Kept, OnDamage, Results};
use murxla_coverage::{Coverage, Granularity, Grouping, LibraryCoverage, Row, merge, table};
use murxla_executor::{ExecutorError, Item, Outcome, Pool};
use murxla_system::console::complain;
use murxla_system::escape::one_line;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// The number of functions that are listed.
const ROWS: usize = 30;

/// The measurement of the coverage of a replay.
pub(super) struct Measuring<'a> {
    granularity: Granularity,
    /// The results directory of a campaign, and its coverage.
    campaign: Option<(&'a Path, Vec<LibraryCoverage>)>,
    /// A results directory to which it is added, with the coverage that is there.
    sum: Option<(Results, Vec<LibraryCoverage>)>,
}

impl<'a> Measuring<'a> {
    /// What the command line asks for, if anything.
    ///
    /// # Errors
    /// The campaign has measured nothing, or something else, or the directory for the sum cannot be
    /// used.
    pub(super) fn of(args: &'a Replay, solver: &str) -> Result<Option<Self>, Failure> {
        let Some(granularity) = args.coverage else {
            return Ok(None);
        };
        let campaign = match &args.besides {
            None => None,
            Some(results) => Some((results.as_path(), coverage_of(results)?)),
        };
        let identity = Identity {
            solver: solver.to_owned(),
            ..Identity::default()
        };
        let open = |path: &PathBuf| match Results::open(path, &identity) {
            Ok((results, earlier)) => Ok((results, earlier.coverage)),
            Err(e) => Err(Failure::configuration(format!(
                "cannot use {}: {e}",
                path.display()
            ))),
        };
        let measuring = Self {
            granularity,
            campaign,
            sum: args.out.as_ref().map(open).transpose()?,
        };
        measuring.check_granularity()?;
        Ok(Some(measuring))
    }

    fn check_granularity(&self) -> Result<(), Failure> {
        let Some((results, reached)) = &self.campaign else {
            return Ok(());
        };
        let other = reached.iter().map(|library| library.granularity);
        match other.max() {
            Some(other) if reached.iter().all(|l| l.granularity != self.granularity) => {
                let (results, option) = (results.display(), other.option());
                Err(Failure::configuration(format!(
                    "{results} has counted {other}: use --coverage={option}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Must be called before this process loads the solver.
    ///
    /// # Errors
    /// Coverage is not available on this machine.
    pub(super) fn start(&self) -> Result<Coverage, Failure> {
        prepare_coverage(self.granularity, Vec::new())
    }

    /// Checks that the campaign has measured the same libraries.
    ///
    /// # Errors
    /// It has measured others.
    pub(super) fn check_libraries(&self, coverage: &Coverage) -> Result<(), Failure> {
        let Some((results, reached)) = &self.campaign else {
            return Ok(());
        };
        let is_known = |here: &LibraryCoverage| reached.iter().any(|l| l.counts_the_same(here));
        let here = coverage.reached();
        let Some(other) = here.iter().find(|library| !is_known(library)) else {
            return Ok(());
        };
        let there = reached.iter().rfind(|l| l.library == other.library);
        let there = match there {
            Some(there) => format!("one with sha256 {}", there.sha256),
            None => "no library of this name".to_owned(),
        };
        Err(Failure::configuration(format!(
            "the replay uses {} with sha256 {}, and {} has the coverage of {there}: replay on the solver of the campaign",
            one_line(&other.library),
            other.sha256,
            results.display()
        )))
    }

    /// Writes to stderr what was reached, and adds it to the sum.
    ///
    /// # Errors
    /// A library has changed meanwhile, or the sum cannot be written.
    pub(super) fn report(&self, coverage: &Coverage) -> Result<(), Failure> {
        complain!("the trace reaches {}", coverage.count());
        if let Some((results, earlier)) = &self.sum {
            let mut sum = earlier.clone();
            merge(&mut sum, &coverage.reached());
            results
                .keep_coverage(&sum)
                .map_err(|e| Failure::configuration(format!("cannot write the coverage: {e}")))?;
        }
        let Some((results, campaign)) = &self.campaign else {
            return Ok(());
        };
        let mut rows = Vec::new();
        let mut new = 0;
        let blocks = coverage.blocks().map_err(Failure::configuration)?;
        for (mut library, blocks) in coverage.reached().into_iter().zip(blocks) {
            for known in campaign {
                if known.counts_the_same(&library) {
                    library.reached.remove(&known.reached);
                }
            }
            new += library.reached.len();
            rows.extend(table(&library, &blocks, Grouping::Function));
        }
        rows.retain(|row| row.reached > 0);
        rows.sort_by_key(|row| Reverse(row.reached));
        let (what, results) = (self.granularity, results.display());
        complain!(
            "of these, {results} has not reached {new} {what}, in {} functions:",
            rows.len()
        );
        for Row { name, reached, .. } in rows.iter().take(ROWS) {
            complain!("{reached:>8} {}", one_line(name));
        }
        if rows.len() > ROWS {
            complain!("  … and {} more", rows.len() - ROWS);
        }
        Ok(())
    }
}

/// What the campaign has reached.
///
/// # Errors
/// There are no results or no coverage.
pub(super) fn coverage_of(results: &Path) -> Result<Vec<LibraryCoverage>, Failure> {
    let name = results.display();
    let kept = Kept::read(results, OnDamage::Leave)
        .map_err(|e| Failure::configuration(format!("cannot read {name}: {e}")))?;
    for message in &kept.damage {
        complain!("{message}");
    }
    kept.coverage.ok_or_else(|| {
        Failure::configuration(format!(
            "{name} has no coverage: run the campaign with --coverage"
        ))
    })
}

/// Runs items in a process whose coverage is measured, and takes their outcomes. [`Pool::run_list`]
/// measures none.
///
/// # Errors
/// As [`Pool::run_list`].
pub(super) fn run_measured(
    pool: &mut Pool,
    items: Vec<Item>,
    mut take: impl FnMut(Outcome),
) -> Result<(), ExecutorError> {
    let count = items.len();
    pool.submit(items);
    for _ in 0..count {
        take(pool.next_outcome()?.ok_or(ExecutorError::Interrupted)?);
    }
    Ok(())
}
