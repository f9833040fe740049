; $ murxla-rs minimize [FILE] --solver z3@4.8.5 --jobs 1 --output a.trace
; $ grep -v "^# functions" a.trace
; $ murxla-rs recheck a.trace --solver z3@4.8.5
; $ murxla-rs recheck a.trace --solver z3
; A formula without constants is false in all models, so `sat` is wrong, and not a model of it. A
; release that gives the right answer does not show the bug.
(assert (= ((as const (Array Bool Int)) 7) (store ((as const (Array Bool Int)) 3) false 7)))
(check-sat)
(get-model)
