//! The oracles of a plan, and the known defects of their solvers' releases.

use super::{libraries, pool, try_options};
use crate::events::{LibraryRecord, LibraryRole};
use crate::exit::Failure;
use crate::oracle::{CrossCheck, FreshCheck, OracleWorker, ReferenceProfile};
use crate::payload::Drive;
use crate::plan::{CheckSolver, FoundSolver, Oracles, Plan};
use murxla_executor::Limits;

use crate::triage::Rules;
use murxla_fsm::profile::{Defect, Profile};
use murxla_store::SolverSource;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Oracles whose solvers are loaded.
pub struct OracleSet {
    /// The oracles.
    pub workers: Vec<OracleWorker>,
    /// The releases of their solvers.
    pub releases: Vec<Release>,
    /// The libraries of solvers other than the one under test, and how the user named them.
    pub libraries: Vec<(LibraryRecord, SolverSource)>,
}

/// A release of a solver.
#[derive(Clone)]
pub struct Release {
    /// The solver and its version.
    pub name: String,
    /// Its known defects.
    pub defects: Vec<Defect>,
}

impl Release {
    /// The release with this version. `profile` is that of its solver.
    #[must_use]
    pub fn new(subject: &FoundSolver, version: &str, profile: &Profile) -> Self {
        Self {
            name: format!("{} {version}", subject.spec.name),
            defects: profile.defects_of(version).cloned().collect(),
        }
    }
}

/// The known defects of all these releases.
#[must_use]
pub fn defects_of(releases: &[Release]) -> Vec<Defect> {
    let all = releases.iter().flat_map(|release| &release.defects);
    all.cloned().collect()
}

impl OracleSet {
    /// Loads the solvers of the oracles of a plan.
    ///
    /// # Errors
    /// If one does not load.
    pub fn of(plan: &Plan, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let with = (&plan.limits, plan.jobs);
        Self::load(
            &plan.subject,
            &plan.drive.profile,
            &plan.oracles,
            with,
            stop,
        )
    }

    /// Loads the solvers of the oracles for a subject with this profile.
    ///
    /// # Errors
    /// If one does not load.
    pub fn load(
        subject: &FoundSolver,
        profile: &Profile,
        asked: &Oracles,
        (limits, jobs): (&Limits, usize),
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let mut all = Self {
            workers: Vec::new(),
            releases: Vec::new(),
            libraries: Vec::new(),
        };
        let mut libraries = Vec::new();
        let mut load = |solver: &FoundSolver, role: LibraryRole| {
            let drive = Drive {
                interrupts: true,
                ..solver.drive()?
            };
            let is_same = solver.spec.name == subject.spec.name;
            // The user's profiles are about the solver under test, and apply to all of its
            // releases.
            let profile = if is_same {
                profile.clone()
            } else {
                drive.profile.clone()
            };
            let pool = pool(drive, limits, jobs, stop)?;
            let budget = solver.wrapper.constants().options.budget;
            let budget = budget.and_then(|option| profile.set_options().get(option).cloned());
            let rules = Rules::new(&profile.errors).map_err(Failure::configuration)?;
            let release = Release::new(solver, pool.version(), &profile);
            let library = libraries::describe(role, solver, pool.version());
            libraries.push((library, solver.spec.source.clone()));
            Ok::<_, Failure>((pool, release, ReferenceProfile { rules, budget }))
        };
        for reference in &asked.references {
            let solver = &reference.solver;
            let (mut pool, release, its) = load(solver, LibraryRole::CrossCheck)?;
            try_options(&mut pool, solver, &reference.options, false)?;
            let ours = (subject.spec.name.clone(), subject.unloaded_context(profile));
            let oracle = CrossCheck::new(ours, release.name.clone(), reference, its);
            all.workers.push(OracleWorker::new(oracle, pool));
            all.releases.push(release);
        }
        if let Some(fresh_check) = &asked.fresh_check {
            let solver = match fresh_check {
                CheckSolver::Same => subject,
                CheckSolver::Other(other) => other,
            };
            let (pool, release, _) = load(solver, LibraryRole::Check)?;
            let context = subject.unloaded_context(profile);
            let oracle = FreshCheck::new(release.name.clone(), fresh_check.header(), context);
            all.workers.push(OracleWorker::new(oracle, pool));
            all.releases.push(release);
        }
        all.libraries = libraries;
        Ok(all)
    }
}
