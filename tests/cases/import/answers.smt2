; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2 | murxla-rs import - --solver cvc5 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2 | murxla-rs import - --solver z3 | murxla-rs replay -
(set-logic QF_LIA)
(declare-const x Int)
(define-fun p ((n Int)) Bool (< n x))
(set-info :status sat)
(assert (p 3))
(check-sat)
(push 1)
(set-info :status unsat)
(assert (! (p (- x 1)) :named n))
(assert (not n))
(check-sat)
