; $ murxla-rs import [FILE] --solver z3
; The call of a fixed point has no declarations of the script.
(declare-fun f (Int) Int)
(declare-rel p (Int))
(rule (p (f 1)))
(query (p 0))
