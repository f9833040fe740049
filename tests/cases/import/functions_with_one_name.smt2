; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-fun f (Int Int) Int)
(declare-fun f (Bool) Int)
; --- sorts decide
(assert (< (f 1) (f 2 3) (f true)))
; --- no function
(assert (= 1 (f "a")))
