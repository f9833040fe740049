; $ murxla-rs replay [FILE]
; $ murxla-rs replay [FILE] --solver z3 --verbose | grep '^#='
; A script names no solver. The answer of the solver that the option names is shown.
(declare-const x Int)
(assert (< x x))
(check-sat)
