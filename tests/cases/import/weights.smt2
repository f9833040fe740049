; $ murxla-rs replay [FILE] --solver z3@5.4.1
; Z3 makes no instance of a quantifier with a great weight.
(set-option :auto_config false)
(set-option :smt.mbqi false)
(declare-fun g (Int) Int)
(assert (> (g 3) 2))
; --- weight 1
(assert (forall ((i Int)) (! (< (g i) 1) :pattern ((g i)) :weight 1)))
(check-sat)
; --- weight 90
(assert (forall ((i Int)) (! (< (g i) 1) :pattern ((g i)) :weight 90)))
(check-sat)
