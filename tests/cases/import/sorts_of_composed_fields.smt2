; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; --- sets and bags
(declare-datatype T ((leaf) (node (s (Set T)) (b (Bag (Set T))))))
; --- parameters are inferred from the parts
(declare-datatypes ((P 1)) ((par (X) ((c (s (Seq X)))))))
(declare-const x (Seq Int))
(assert (= (c x) (c x)))
