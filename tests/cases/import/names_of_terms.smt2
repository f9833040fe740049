; $ murxla-rs import [FILE] --solver boolector | tee boolector.trace
; $ murxla-rs translate boolector.trace --to smt2 --strict > /dev/null
; $ murxla-rs replay boolector.trace
; $ murxla-rs import [FILE] --solver yices | tee yices.trace
; $ murxla-rs translate yices.trace --to smt2 --strict > /dev/null
; $ murxla-rs replay yices.trace
; $ murxla-rs import [FILE] --solver z3 | tee z3.trace
; $ murxla-rs translate z3.trace --to smt2 --strict > /dev/null
; $ murxla-rs replay z3.trace
; Names of terms are calls where the solver's API has them, and comments elsewhere.
(declare-const a (_ BitVec 4))
(assert (! (= a #x1) :named one))
(assert one)
(check-sat)
