; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; Separation logic: the trace declares the heap.
(set-logic QF_ALL)
(set-option :produce-models true)
(declare-heap (Int Int))
(declare-const x Int)
(declare-const y Int)
(assert (sep (pto x 1) sep.emp (wand (pto y 2) (distinct x (as sep.nil Int)))))
