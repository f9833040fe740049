; $ murxla-rs import [FILE] --solver yices | tee a.trace
; $ murxla-rs replay a.trace --verbose | grep "^#="
; $ murxla-rs translate a.trace --to smt2 | tee b.smt2
; $ murxla-rs import b.smt2 --solver yices | grep assuming
; $ sed 's/ 2 t1 t3 2 t7 t8/ 2 t1 t3 1 t7/' a.trace | murxla-rs replay -
; The command becomes a call with the constants and their values. A query after it is not about the
; check before it, and neither is an expected answer about the check after it.
(set-logic QF_LIRA)
(declare-const n Int)
(declare-const r Real)
(declare-const p Bool)
(assert (or p (< (to_real n) r)))
(check-sat-assuming-model (n p) (7 false))
(get-value (n))
(set-info :status unsat)
(check-sat-assuming-model (n r p) ((- 3) (- 3) false))
(get-unsat-model-interpolant)
(check-sat)
