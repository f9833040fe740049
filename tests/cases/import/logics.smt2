; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; --- without integers, 1 is a real number
(set-logic QF_LRA)(declare-const r Real)(assert (< (* 2 r) 1))
; --- functions as values
(set-logic HO_ALL)(declare-fun f (Int Int) Int)
(assert (= (f 1) (lambda ((x Int)) (f x ((f 1) x)))))
