//! What a minimized trace says about its finding.

use super::{Experiments, Finding, SeenBug, Shown, Standing, cause};
use murxla_fsm::op::Ops;
use murxla_fsm::profile::Profile;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::Wrapper;

impl Finding {
    /// The finding with what its minimized trace shows, its standing and its cause.
    #[must_use]
    pub fn minimized(
        &self,
        script: &Script,
        shown: Option<&Shown>,
        (wrapper, profile): (&dyn Wrapper, &Profile),
    ) -> Self {
        let mut finding = shown.map_or_else(|| self.clone(), |shown| self.as_shown(&shown.bug));
        let ops = Ops::with(wrapper.constants().ops);
        let standing = Standing::of(&finding.observed.kind, script, wrapper, profile);
        finding.analysis.cause = Some(cause(&finding.observed, script, &ops));
        finding.analysis.standing = Some(standing);
        finding.analysis.experiments = Experiments::of_trace(script);
        finding
    }

    /// The finding as its minimized trace shows it. The trace may show more than the run did: that
    /// a wrong model is a wrong `sat`, or that a plain check is wrong.
    fn as_shown(&self, bug: &SeenBug) -> Self {
        let mut finding = self.clone();
        if bug.kind != self.observed.kind {
            // The releases are those in which the bug showed as another kind.
            finding.analysis.releases = None;
        }
        finding.observed = SeenBug {
            key: finding.observed.key,
            ..bug.clone()
        };
        finding
    }
}
