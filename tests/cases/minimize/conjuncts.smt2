; $ murxla-rs import [FILE] --solver toy > a.trace
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q OP_INT_LT'
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'f() { grep -q OP_INT_LT $1 && grep -q assert $1; }; f'
; The equality is left out, and the constant is replaced.
(declare-const x Int)
(declare-const y Int)
(declare-const p Bool)
(assert (and (= x (+ y 2)) p (or p (< x 5)) (not p) (< y 1) p (distinct x y)))
