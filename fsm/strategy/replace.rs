//! How terms are replaced below formulas.

use super::draws::Draws;
use super::terms::Terms;
use crate::action::{Arg, Ids};
use crate::actions::MkFun;
use crate::scenario::Draft;
use crate::solver::TermId;
use crate::state::Leaf;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

impl Terms {
    /// The formulas in which terms are replaced, everywhere. `None` if that is not possible.
    pub(super) fn replaced(
        &mut self,
        draws: &mut Draws<'_>,
        roots: &[TermId],
        by: FxHashMap<TermId, TermId>,
    ) -> Option<Vec<TermId>> {
        self.rebuilt(draws, roots, by, None)
    }

    /// The formulas in which a term is replaced at some of its places. `None` if that is not
    /// possible.
    pub(super) fn replaced_at_some(
        &mut self,
        draws: &mut Draws<'_>,
        roots: &[TermId],
        of: TermId,
        by: TermId,
    ) -> Option<Vec<TermId>> {
        self.rebuilt(draws, roots, FxHashMap::default(), Some((of, by)))
    }

    /// The formulas in which terms are replaced: some everywhere, and one at places that are drawn.
    fn rebuilt(
        &mut self,
        draws: &mut Draws<'_>,
        roots: &[TermId],
        mut by: FxHashMap<TermId, TermId>,
        at_some: Option<(TermId, TermId)>,
    ) -> Option<Vec<TermId>> {
        for id in self.subterms(roots) {
            if by.contains_key(&id) {
                continue;
            }
            let term = self.state.term(id)?;
            let is_changed = |id: &TermId| by.contains_key(id);
            match &term.leaf {
                Leaf::Fun(params, body) if is_changed(body) => {
                    let (params, body) = (params.clone(), by[body]);
                    by.insert(id, self.function(draws, id, params, body)?);
                }
                _ => {
                    let was = term.args.clone();
                    let args = was.iter().map(|arg| match at_some {
                        Some((of, by)) if *arg == of && draws.rng.coin() => by,
                        _ => by.get(arg).copied().unwrap_or(*arg),
                    });
                    let args: SmallVec<[TermId; 4]> = args.collect();
                    if args != was {
                        by.insert(id, self.with_arguments(draws, id, &args)?);
                    }
                }
            }
        }
        Some(
            roots
                .iter()
                .map(|id| by.get(id).copied().unwrap_or(*id))
                .collect(),
        )
    }

    /// The term with other arguments.
    pub(super) fn with_arguments(
        &mut self,
        draws: &mut Draws<'_>,
        id: TermId,
        args: &[TermId],
    ) -> Option<TermId> {
        let term = self.state.term(id)?;
        let (op, indices) = (term.op?, term.indices.clone());
        self.apply(draws, op, args, &indices)
    }

    /// A function with another body. `None` if it is a recursive one.
    fn function(
        &mut self,
        draws: &mut Draws<'_>,
        id: TermId,
        params: SmallVec<[TermId; 4]>,
        body: TermId,
    ) -> Option<TermId> {
        let step = self.steps.get(self.makers.of_term(id)?)?;
        let sort = step.call.ids.sort;
        MkFun::of(&step.call)?;
        let name = Arg::Text(self.symbol(draws, "f"));
        let term = Some(self.state.ids.term());
        self.add_term(
            draws,
            Draft {
                action: &MkFun,
                args: smallvec![name, Arg::Terms(params), Arg::Term(body)],
                ids: Ids { sort, term },
            },
        )
    }
}
