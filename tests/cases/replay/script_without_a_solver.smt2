; $ murxla-rs replay [FILE]
; $ murxla-rs replay [FILE] --solver z3 --verbose | grep '^#='
(declare-const x Int)
(assert (< x x))
(check-sat)
