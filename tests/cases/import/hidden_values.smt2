; $ murxla-rs import [FILE] --solver z3 > a.trace
; $ murxla-rs translate a.trace --to smt2
; $ murxla-rs translate a.trace --to smt2 --assigned
; The hidden assignment is drawn, so it need not satisfy the formulas of a script.
(declare-const v (_ BitVec 4))
(assert (= (bvadd v #x1) #x9))
(check-sat)
