; $ murxla-rs replay [FILE] --solver cvc5
(set-logic QF_FF)
(declare-const e (_ FiniteField 11))
(assert (= (ff.add e e) (as ff3 (_ FiniteField 11))))
(check-sat)
