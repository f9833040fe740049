//! Theory Core: conjunctions, parities, equality, `ite`.

use super::{Form, Forms, Kind, Normals};
use crate::op::{AND, DISTINCT, EQUAL, IFF, IMPLIES, ITE, NOT, OR, Op, XOR};
use smallvec::smallvec;

impl Normals {
    pub(super) fn core(&mut self, op: Op, args: &[Form], kind: Kind) -> Option<Form> {
        Some(match (op, args) {
            (NOT, [a]) => a.negation(),
            (AND, _) => self.and(args),
            (OR, _) => self.or(args),
            (XOR, _) => self.parity(args),
            (IMPLIES, [a, b]) => self.or(&[a.negation(), *b]),
            (EQUAL | IFF, [a, b]) => self.equal(*a, *b),
            (DISTINCT, [a, b]) => self.equal(*a, *b).negation(),
            (ITE, [condition, yes, no]) => self.ite(*condition, *yes, *no, kind),
            _ => return None,
        })
    }

    /// A conjunction: sorted literals without repetition. A conjunct that is a disjunction is left
    /// out if one of its disjuncts is a conjunct itself.
    pub(super) fn and(&mut self, args: &[Form]) -> Form {
        let mut literals = self.flattened(AND, args);
        literals.retain(|literal| *literal != Form::TRUE);
        literals.sort_unstable();
        literals.dedup();
        // A formula and its negation are neighbours.
        let contradictory = |pair: &[Form]| pair[0].class() == pair[1].class();
        if literals.contains(&Form::FALSE) || literals.windows(2).any(contradictory) {
            return Form::FALSE;
        }
        let absorbed = |literal: &Form| {
            let disjuncts = self.as_app(literal.negation(), AND);
            disjuncts.is_some_and(|(_, parts)| {
                let holds = |part: &Form| literals.binary_search(&part.negation()).is_ok();
                parts.iter().any(holds)
            })
        };
        if literals.len() > 1 && literals.iter().any(absorbed) {
            let left: Forms = literals.iter().copied().filter(|l| !absorbed(l)).collect();
            literals = left;
        }
        match literals[..] {
            [literal] => literal,
            _ => self.app(AND, &[], literals, Kind::Bool),
        }
    }

    /// A disjunction, by De Morgan.
    pub(super) fn or(&mut self, args: &[Form]) -> Form {
        let negated: Forms = args.iter().map(|arg| arg.negation()).collect();
        self.and(&negated).negation()
    }

    /// Whether the number of true arguments is odd: sorted literals without signs, pairs of equal
    /// ones cancelled.
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
            _ => self.app(XOR, &[], literals, Kind::Bool),
        };
        form.signed(negative)
    }

    pub(super) fn equal(&mut self, a: Form, b: Form) -> Form {
        if a == b {
            return Form::TRUE;
        }
        match self.kind(a) {
            Kind::Bool => self.parity(&[a, b]).negation(),
            Kind::Ring(_) => self
                .equal_sums(a, b)
                .unwrap_or_else(|| self.unruled_equal(a, b)),
            Kind::Other => self.unruled_equal(a, b),
        }
    }

    fn unruled_equal(&mut self, a: Form, b: Form) -> Form {
        self.app(EQUAL, &[], smallvec![a.min(b), a.max(b)], Kind::Bool)
    }

    pub(super) fn ite(&mut self, condition: Form, yes: Form, no: Form, kind: Kind) -> Form {
        let (condition, yes, no) = if condition.is_negative() {
            (condition.negation(), no, yes)
        } else {
            (condition, yes, no)
        };
        if condition == Form::TRUE || yes == no {
            return yes;
        }
        if kind != Kind::Bool {
            // Below the same condition its value is known.
            let yes = self.branch(condition, yes, 0);
            let no = self.branch(condition, no, 1);
            if yes == no {
                return yes;
            }
            return self.app(ITE, &[], smallvec![condition, yes, no], kind);
        }
        let not = condition.negation();
        match (yes, no) {
            (Form::TRUE, _) => self.or(&[condition, no]),
            (Form::FALSE, _) => self.and(&[not, no]),
            (_, Form::TRUE) => self.or(&[not, yes]),
            (_, Form::FALSE) => self.and(&[condition, yes]),
            _ if yes == condition => self.or(&[condition, no]),
            _ if yes == not => self.and(&[not, no]),
            _ if no == condition => self.and(&[condition, yes]),
            _ if no == not => self.or(&[not, yes]),
            _ if yes == no.negation() => self.equal(condition, yes),
            _ => {
                let negative = yes.is_negative();
                let args = smallvec![condition, yes.signed(negative), no.signed(negative)];
                self.app(ITE, &[], args, Kind::Bool).signed(negative)
            }
        }
    }

    /// What a branch of an `ite` is if it is an `ite` over the same condition.
    fn branch(&self, condition: Form, form: Form, side: usize) -> Form {
        match self.as_app(form, ITE) {
            Some((_, [its, branches @ ..])) if *its == condition => branches[side],
            _ => form,
        }
    }
}

/// Sorts, and removes what occurs an even number of times.
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
