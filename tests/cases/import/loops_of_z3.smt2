; $ murxla-rs import [FILE] --solver z3 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; Without an upper bound, a loop is a power and a star.
; --- (re.loop (str.to_re "a") 2)
(assert (str.in_re "aa" (re.loop (str.to_re "a") 2)))
; --- ((_ re.loop 2) (str.to_re "a"))
(assert (str.in_re "aa" ((_ re.loop 2) (str.to_re "a"))))
; --- (re.loop (str.to_re "a") 2 5)
(assert (str.in_re "aa" (re.loop (str.to_re "a") 2 5)))
; --- ((_ re.loop 2 5) (str.to_re "a"))
(assert (str.in_re "aa" ((_ re.loop 2 5) (str.to_re "a"))))
