; $ murxla-rs import [FILE] --solver z3 | grep CLOSURE
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2 | tee a.smt2 | grep closure
; $ murxla-rs import a.smt2 --solver z3 | grep CLOSURE
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; The index of a transitive closure is a function, which is the first argument in traces.
(declare-sort E 0)
(declare-const a E)
(declare-const b E)
(declare-const c E)
(declare-fun next (E E) Bool)
(assert (next a b))
(assert (next b c))
; --- (not ((_ transitive-closure next) a c))
(set-info :status unsat)
(assert (not ((_ transitive-closure next) a c)))
(check-sat)
; --- ((_ transitive-closure next) a c)
(set-info :status sat)
(assert ((_ transitive-closure next) a c))
(check-sat)
