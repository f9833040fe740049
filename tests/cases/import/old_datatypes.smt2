; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; Datatypes as in SMT-LIB 2.5.
(declare-datatypes () ((Shape (square (side Int)) (none) (both (left Shape) (next Row)))
                       (Row empty (row (head Shape)))))
(declare-const s Shape)
(assert (and (is-both s) (is-row (next s))))
