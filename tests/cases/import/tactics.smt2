; $ murxla-rs import [FILE] --solver z3
; Tactics and soft assertions change no answer.
(declare-const x Int)
(assert (> x 2))
(minimize (+ x 1))
(assert-soft (> x 9))
(set-info :status sat)
(check-sat-using (then simplify smt))
(eval x)
(check-sat)
