; $ murxla-rs import [FILE] --solver z3
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; $ murxla-rs replay [FILE] --solver z3
; $ murxla-rs replay [FILE] --solver cvc5
; $ murxla-rs replay [FILE] --solver yices
; $ murxla-rs import [FILE] --solver cvc5 > /dev/null
; $ murxla-rs import [FILE] --solver yices > /dev/null
; cvc5 has no weights, and Yices no patterns. The formulas are the same without them.
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)) :weight 7 :qid outer :skolemid k!4)))
(assert (forall ((x Int)) (! (< (f x) 9) :no-pattern (f x))))
(check-sat)
