; $ murxla-rs replay [FILE] --solver z3@5.4.1 --time-limit 20
; The logic chooses the solver, as in the program: only the solver for Horn clauses finds a model.
(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((a Int)) (inv a a)))
(assert (forall ((a Int) (b Int)) (=> (and (inv a b) (< b 100)) (inv a (+ b 1)))))
(assert (forall ((a Int) (b Int)) (=> (and (inv a b) (< b a)) false)))
(check-sat)
