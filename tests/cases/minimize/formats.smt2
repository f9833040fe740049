; $ murxla-rs import [FILE] --solver $(sed -n 's/^; solver //p' [FILE]) > a.trace
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q OP_FP_IS_NAN' | grep SORT_FP
; A trace that needs no experimental option and nothing that the profile leaves out does not need it
; after minimization.
; --- toy: 8 24
; solver toy
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.isNaN x))
(check-sat)
; --- bitwuzla: 8 24
; solver bitwuzla
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.isNaN x))
(check-sat)
; --- cvc5: 8 24
; solver cvc5
(declare-const x (_ FloatingPoint 8 24))
(assert (fp.isNaN x))
(check-sat)
; --- cvc5: 11 53
; solver cvc5
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.isNaN x))
(check-sat)
; --- cvc5: 3 5
; solver cvc5
(declare-const x (_ FloatingPoint 3 5))
(assert (fp.isNaN x))
(check-sat)
