//! Rules of the theory Core: conjunctions, parities, equality and `ite`.

use super::{Algebra, Form, Forms, Normals};
use crate::eval;
use crate::op::{AND, DISTINCT, EQUAL, IFF, IMPLIES, ITE, NOT, OR, Op, XOR};
use smallvec::{SmallVec, smallvec};

/// The greatest number of times that a conjunction is simplified by its own literals.
const MAX_ROUNDS: usize = 3;

impl Normals {
    pub(super) fn core(&mut self, op: Op, args: &[Form], algebra: Algebra) -> Option<Form> {
        Some(match (op, args) {
            (NOT, [a]) => a.negation(),
            (AND, _) => self.and(args),
            (OR, _) => self.or(args),
            (XOR, _) => self.parity(args),
            (IMPLIES, [a, b]) => self.or(&[a.negation(), *b]),
            (EQUAL | IFF, [a, b]) => self.equal(*a, *b),
            (DISTINCT, [a, b]) => self.equal(*a, *b).negation(),
            (ITE, [condition, yes, no]) => self.ite(*condition, *yes, *no, algebra),
            _ => return None,
        })
    }

    /// A conjunction: sorted literals without repetition. Disjunctions among them are simplified
    /// under the other literals.
    pub(super) fn and(&mut self, args: &[Form]) -> Form {
        let mut literals: Forms = args.into();
        for round in 0..MAX_ROUNDS {
            literals = self.flattened(AND, &literals);
            literals.retain(|literal| *literal != Form::TRUE);
            literals.sort_unstable();
            literals.dedup();
            // A formula and its negation are neighbours after sorting.
            let contradictory = |pair: &[Form]| pair[0].class() == pair[1].class();
            if literals.contains(&Form::FALSE) || literals.windows(2).any(contradictory) {
                return Form::FALSE;
            }
            let decided = literals
                .iter()
                .map(|literal| self.simplify_disjunction(*literal, &literals));
            let decided: SmallVec<[Option<Forms>; 4]> = decided.collect();
            if round + 1 == MAX_ROUNDS || decided.iter().all(Option::is_none) {
                break;
            }
            for (literal, left) in literals.iter_mut().zip(decided) {
                if let Some(left) = left {
                    *literal = self.conjunction(left).negation();
                }
            }
        }
        self.conjunction(literals)
    }

    fn conjunction(&mut self, literals: Forms) -> Form {
        match literals[..] {
            [literal] => literal,
            _ => self.app(AND, &[], literals, Algebra::Bool),
        }
    }

    /// Simplifies a disjunction under the assumption that all `literals` hold. Returns the
    /// remaining disjuncts in negated form, as the node of the disjunction has them, or `FALSE` if
    /// a disjunct holds. Returns `None` if nothing can be simplified.
    ///
    /// All disjunctions of a conjunction may be simplified at once. A literal that simplifies a
    /// disjunction is a subterm of it, so two disjunctions cannot simplify each other.
    fn simplify_disjunction(&self, disjunction: Form, literals: &[Form]) -> Option<Forms> {
        let (_, parts) = self.as_app(disjunction.negation(), AND)?;
        let holds = |form: Form| literals.binary_search(&form).is_ok();
        let satisfied = |part: &Form| {
            let conjuncts = || self.as_app(part.negation(), AND);
            holds(part.negation())
                || conjuncts().is_some_and(|(_, parts)| parts.iter().all(|part| holds(*part)))
        };
        if parts.iter().any(satisfied) {
            return Some(smallvec![Form::FALSE]);
        }
        let left: Forms = parts.iter().copied().filter(|part| !holds(*part)).collect();
        (left.len() < parts.len()).then_some(left)
    }

    /// A disjunction, by De Morgan.
    pub(super) fn or(&mut self, args: &[Form]) -> Form {
        let negated: Forms = args.iter().map(|arg| arg.negation()).collect();
        self.and(&negated).negation()
    }

    /// Whether the number of true arguments is odd: sorted literals without signs and without pairs
    /// of equal ones.
    fn parity(&mut self, args: &[Form]) -> Form {
        let mut negative = false;
        let mut unsigned = |form: &Form| {
            negative ^= form.is_negative();
            form.signed(form.is_negative())
        };
        let args: Forms = args.iter().map(&mut unsigned).collect();
        let mut literals: Forms = self.flattened(XOR, &args);
        literals.retain(|literal| {
            *literal != Form::TRUE || {
                negative = !negative;
                false
            }
        });
        cancel(&mut literals);
        let form = match literals[..] {
            [] => Form::FALSE,
            [literal] => literal,
            _ => self.app(XOR, &[], literals, Algebra::Bool),
        };
        form.signed(negative)
    }

    pub(super) fn equal(&mut self, a: Form, b: Form) -> Form {
        self.equal_constructed(a, b, 0)
            .unwrap_or_else(|| self.equal_otherwise(a, b))
    }

    /// An equation with at most one side that is an application of a constructor.
    pub(super) fn equal_otherwise(&mut self, a: Form, b: Form) -> Form {
        if a == b {
            return Form::TRUE;
        }
        match self.algebra(a) {
            Algebra::Bool => self.parity(&[a, b]).negation(),
            Algebra::Ring(_) => self
                .equal_sums(a, b)
                .unwrap_or_else(|| self.unruled_equal(a, b)),
            Algebra::Other => self.unruled_equal(a, b),
        }
    }

    fn unruled_equal(&mut self, a: Form, b: Form) -> Form {
        if let (Some(x), Some(y)) = (self.as_value(a), self.as_value(b))
            && let Some(equal) = eval::equal(x, y)
        {
            return Form::truth(equal);
        }
        self.app(EQUAL, &[], smallvec![a.min(b), a.max(b)], Algebra::Bool)
    }

    pub(super) fn ite(&mut self, condition: Form, yes: Form, no: Form, algebra: Algebra) -> Form {
        let (condition, yes, no) = if condition.is_negative() {
            (condition.negation(), no, yes)
        } else {
            (condition, yes, no)
        };
        if condition == Form::TRUE || yes == no {
            return yes;
        }
        if algebra == Algebra::Bool && yes == no.negation() {
            return self.equal(condition, yes);
        }
        let not = condition.negation();
        let (yes, no) = (self.assuming(condition, yes), self.assuming(not, no));
        match (yes, no) {
            _ if yes == no => yes,
            _ if algebra != Algebra::Bool => {
                self.app(ITE, &[], smallvec![condition, yes, no], algebra)
            }
            (Form::TRUE, _) => self.or(&[condition, no]),
            (Form::FALSE, _) => self.and(&[not, no]),
            (_, Form::TRUE) => self.or(&[not, yes]),
            (_, Form::FALSE) => self.and(&[condition, yes]),
            _ => {
                let negative = yes.is_negative();
                let args = smallvec![condition, yes.signed(negative), no.signed(negative)];
                self.app(ITE, &[], args, Algebra::Bool).signed(negative)
            }
        }
    }

    /// Simplifies a branch of an `ite` under the assumption that `literal` holds.
    fn assuming(&mut self, literal: Form, branch: Form) -> Form {
        if branch.class() == literal.class() {
            return Form::truth(branch == literal);
        }
        let negative = branch.is_negative();
        let unsigned = branch.signed(negative);
        if let Some((_, parts)) = self.as_app(unsigned, AND) {
            let form = if parts.contains(&literal.negation()) {
                Form::FALSE
            } else if parts.contains(&literal) {
                let left = parts
                    .iter()
                    .copied()
                    .filter(|part| *part != literal)
                    .collect();
                self.conjunction(left)
            } else {
                unsigned
            };
            return form.signed(negative);
        }
        match self.as_app(unsigned, ITE) {
            Some((_, [its, yes, no])) if its.class() == literal.class() => {
                let branch = if *its == literal { yes } else { no };
                branch.signed(negative)
            }
            _ => branch,
        }
    }
}

/// Sorts the forms and removes pairs of equal ones.
pub(super) fn cancel(forms: &mut Forms) {
    forms.sort_unstable();
    let mut odd = Forms::new();
    for form in forms.iter() {
        if odd.last() == Some(form) {
            odd.pop();
        } else {
            odd.push(*form);
        }
    }
    *forms = odd;
}
