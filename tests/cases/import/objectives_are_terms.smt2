; $ murxla-rs replay [FILE] --solver z3@4.8.8
; $ murxla-rs replay [FILE] --solver z3@5.4.1
; Z3 4.8.8 names a greatest value, but there is none.
(declare-const low Real)
(declare-const high Real)
(assert (<= high 6.0))
(assert (<= (* 6.0 low) high))
(assert (<= low (/ 31160888907899.0 17592186044416.0)))
(maximize (- low))
(check-sat)
