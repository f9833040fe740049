; $ murxla-rs import [FILE] --solver z3
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; An objective becomes a call before each check in its scope.
(declare-const x Int)
(declare-const y Real)
(declare-const z Int)
(assert (> x 2))
(assert (< y 0.5))
(push 1)
(maximize (+ y 2.0))
(minimize (> z 0))
(check-sat)
(pop 1)
(minimize x)
(check-sat)
