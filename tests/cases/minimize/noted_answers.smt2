; $ murxla-rs import [FILE] --solver toy > a.trace
; $ murxla-rs replay a.trace
; $ murxla-rs minimize a.trace --jobs 1 | tee b.trace
; $ murxla-rs replay b.trace
; The `:status` of a script is its right answer: formulas without a model may have one if one of them
; is left out.
; --- two checks
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert (or a b))
(push 1)
(assert c)
(pop 1)
(assert (or a (not b)))
(set-info :status unsat)
(check-sat)
(set-info :status sat)
(assert (not a))
(check-sat)
; --- a symbol that stands for several constants, which are told apart by their order
(declare-const a Bool)
(declare-const b Bool)
(declare-const c Bool)
(assert (or a b))
(push 1)
(declare-const a Bool)
(assert a)
(pop 1)
(assert (or a (not b)))
(set-info :status unsat)
(check-sat)
(set-info :status sat)
(assert (not a))
(check-sat)
