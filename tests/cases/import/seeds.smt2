; $ murxla-rs import [FILE]
; $ murxla-rs import [FILE] --seed 1
; Without a seed for the import, only `new` and the constants have seeds other than 0. With one, all
; calls have.
(declare-const x Int)
(declare-const y Int)
(assert (< x y))
(check-sat)
