; $ murxla-rs import [FILE] --solver toy --values | murxla-rs replay - --verbose
; The trace reads the values of the model, so that the run can check them.
(set-logic QF_BV)
(declare-const x (_ BitVec 4))
(declare-const p Bool)
(assert (or p (bvult x #x3)))
(check-sat)
