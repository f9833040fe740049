; $ murxla-rs import [FILE] --solver z3 | tee z3.trace | grep OP_REAL_ABS
; $ murxla-rs import [FILE] --solver yices | tee yices.trace | grep OP_REAL_ABS
; $ murxla-rs import [FILE] --solver cvc5 | tee cvc5.trace | grep OP_REAL_ABS
; $ for of in z3 yices cvc5; do for on in z3 yices cvc5; do echo $of on $on; murxla-rs replay $of.trace --solver $on 2>&1; done; done
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2 | murxla-rs import - --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver yices | murxla-rs translate - --to smt2
; $ murxla-rs import [FILE] --solver yices | murxla-rs translate - --to smt2 | murxla-rs import - --solver yices | murxla-rs replay -
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2 | murxla-rs import - --solver cvc5 | murxla-rs replay -
; $ sed 's/ OP_REAL_ABS / cvc5-OP_REAL_ABS /' cvc5.trace | murxla-rs replay -
; $ murxla-rs translate z3.trace --to smt2 --dialect standard
; The absolute value of a real is the same operator for all solvers, so that their answers can be
; compared. Traces of older versions have an operator that only cvc5 has.
(set-logic QF_LRA)
(set-info :status unsat)
(declare-const r Real)
(assert (= r (- 1.5)))
(assert (distinct (abs r) 1.5))
(check-sat)
