; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; Queries are imported, although a script does not say whether the solver's answer allows them.
(set-option :produce-models true)
(set-option :produce-unsat-cores true)
(declare-const x Bool)
(assert (! x :named a))
(check-sat)
(get-value (x))
(assert (not x))
(check-sat)
(get-unsat-core)
