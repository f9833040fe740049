; $ murxla-rs import [FILE] --solver cvc5
; Declarations and terms of cvc5 with mistakes.
; --- (declare-heap Int Int)
(declare-heap Int Int)
; --- (declare-heap (Int))
(declare-heap (Int))
; --- (assert (_ fmf.card V 1))
(assert (_ fmf.card V 1))
; --- (assert (< 1/0 2))
(assert (< 1/0 2))
