; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2 | tee a.smt2
; $ murxla-rs import a.smt2 --solver cvc5 > a.trace
; Scripts of traces with such operators are read again.
(set-logic ALL)
(declare-sort U 0)
(declare-heap (U Int))
(declare-const u U)
(assert (sep (pto u 1) (not (= u (as sep.nil U)))))
(assert (_ fmf.card U 2))
(check-sat)
