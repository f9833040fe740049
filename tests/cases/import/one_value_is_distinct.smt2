; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs replay -
(set-logic QF_LIA)
(set-info :status sat)
(declare-const n Int)
(assert (distinct (+ n 1)))
(check-sat)
