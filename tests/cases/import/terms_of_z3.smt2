; $ murxla-rs import [FILE] --solver z3 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; `import` makes the same terms in the same order as the parser of Z3, because the behaviour of Z3
; depends on both.
; --- constants are made when they are used
(declare-const a Bool) (declare-const b Bool) (declare-const c Bool) (assert (or b a))
; --- conversions
(declare-const x Real) (assert (< x (- 1)))
; --- floating-point numbers
(assert (fp.isZero (fp #b0 #b00 #b00)))
; --- a constant of an inner scope hides one of the same name
(declare-const x Int) (push 1) (declare-const x Bool) (declare-const y Bool)
(assert x) (assert x) (pop 1) (assert (> x x))
