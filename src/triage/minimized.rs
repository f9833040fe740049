//! What a minimized trace says about its finding.

use super::{Experiments, Finding, Shown, Standing, cause};
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
        let finding = shown.map_or_else(|| self.clone(), |shown| self.as_shown(shown));
        let ops = Ops::with(wrapper.constants().ops);
        Self {
            standing: Some(Standing::of(&finding.kind, script, wrapper, profile)),
            cause: Some(cause(&finding, script, &ops)),
            experiments: Experiments::of_trace(script),
            ..finding
        }
    }

    /// The finding as its minimized trace shows it. The trace may show more than the run did: that
    /// a wrong model is a wrong `sat`, or that a plain check is wrong.
    fn as_shown(&self, shown: &Shown) -> Self {
        let Shown {
            kind,
            message,
            check,
            frames,
            last_call,
            evidence: _,
        } = shown.clone();
        // The releases are those in which the bug showed as another kind.
        let releases = self.releases.clone().filter(|_| kind == self.kind);
        Self {
            kind,
            message,
            check,
            frames,
            last_call,
            releases,
            ..self.clone()
        }
    }
}
