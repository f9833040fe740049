//! Records what a part of the campaign was started with, and compares it with the part before.

use super::Campaign;
use crate::cli::settings::differences;
use crate::results::PartSettings;
use murxla_fsm::strategy::EnumeratedSizes;
use murxla_fsm::theory::Theory;

impl Campaign<'_> {
    /// Begins a part in the results directory. Returns a remark if its runs are made in another way
    /// than those of the last part.
    pub(super) fn begin_part(&mut self) -> Option<String> {
        let now = self.settings();
        let remark = self.record.start.settings_before.take().and_then(|before| {
            let all = differences(&before.arguments, &now.arguments)?;
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            (!all.is_empty()).then(|| {
                format!(
                    "arguments differ from the last part of the campaign: {}",
                    all.join("; ")
                )
            })
        });
        self.record.results.begin_part(now);
        remark
    }

    /// In an enumeration, the greatest number of operators such that all formulas with so many
    /// operators have been checked. `None` if a run has ended early, which leaves formulas out, or
    /// may show a bug. A shard does not know it.
    pub(super) fn enumerated(&self) -> Option<usize> {
        if self.record.total().has_cut_runs() || !self.decider.suspected_runs().is_empty() {
            return None;
        }
        let mut remarks = self.scheduler.pool.remarks().iter();
        let sizes: EnumeratedSizes = remarks.find_map(|remark| remark.parse().ok())?;
        match self.plan.runs.shard {
            None => sizes.complete_below(self.scheduler.seeds.reached().finished_below()),
            Some(_) => None,
        }
    }

    /// A remark about the library of `--baseline`.
    pub(super) fn remark_on_baseline(&self) -> Option<String> {
        let baseline = self.plan.excluded.baseline.as_ref()?;
        Some(format!(
            "bugs that {} shows, too, are not reported (--baseline)",
            baseline.spec
        ))
    }

    /// A remark if the campaign does not begin with the seed that the user gives, because earlier
    /// parts have run it.
    pub(super) fn remark_on_seed(&self) -> Option<String> {
        let (given, first) = (self.plan.runs.seed?, self.scheduler.seeds.first());
        let is_continued = given != first && self.plan.runs.shard.is_none();
        is_continued.then(|| {
            format!(
                "the results directory has run seed {given}: the campaign continues; \
                 --restart runs its seeds again"
            )
        })
    }

    /// A remark if what is known about options was learned from another release.
    pub(super) fn remark_on_table(&self) -> Option<String> {
        let (about, version) = (
            &self.plan.origin.learned_about,
            self.scheduler.pool.version(),
        );
        let solver = self.plan.drive.wrapper.name();
        (!about.is_empty() && about != version).then(|| {
            format!(
                "which options have an effect was learned from version {about}; \
                 'murxla-rs learn --solver {solver}' learns about this one"
            )
        })
    }

    /// What this part is started with.
    fn settings(&self) -> PartSettings {
        let drive = &self.plan.drive;
        let options = drive.user.options.iter();
        let category = drive.options.category;
        PartSettings {
            arguments: self.plan.origin.arguments.clone(),
            seed: self.scheduler.seeds.first(),
            theories: drive
                .subset
                .theories
                .iter()
                .map(|theory: Theory| theory.short().to_lowercase())
                .collect(),
            strategies: self.plan.origin.strategies.clone(),
            options: options
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
            fuzzed: drive
                .options
                .pattern
                .as_ref()
                .map(|pattern| {
                    format!(
                        "{pattern}, up to {}",
                        format!("{category:?}").to_lowercase()
                    )
                })
                .unwrap_or_default(),
        }
    }
}
