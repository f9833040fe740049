; $ murxla-rs import [FILE] --solver z3
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
(declare-const a (_ BitVec 4))
(assert (bvumul_noovfl a #xf))
(assert (bvsmul_noovfl a #xf))
(assert (bvsmul_noudfl a #xf))
(check-sat)
