; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
(set-logic HO_ALL)
(declare-const x (Nullable Int))
(declare-const y (Nullable Int))
(declare-fun f (Int Int) Int)
(define-fun null () (Nullable Int) (as nullable.null (Nullable Int)))
; --- an operator of cvc5
(assert (= x ((_ nullable.lift +) x y)))
; --- an unknown function
(assert (= x ((_ nullable.lift g) x y)))
