; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver cvc5
; In Z3, `reset-assertions` keeps declarations, also those of inner levels.
(declare-const n Int)
(push 1)
(define-fun p ((m Int)) Bool (< n m))
(assert (p n))
(reset-assertions)
(assert (p 3))
(set-info :status sat)
(check-sat)
