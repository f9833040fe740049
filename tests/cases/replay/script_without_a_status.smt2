; $ murxla-rs import [FILE] --solver toy --option bug=wrong-unsat --seed 1 > a.trace
; $ murxla-rs replay a.trace
; $ murxla-rs replay a.trace --cross-check toy
; A script without a status says nothing about the right answer, and the hidden assignment makes the
; formula false with this seed. Another solver shows that the answer is wrong.
(declare-const x (_ BitVec 16))
(define-fun a () Bool (bvult (bvsub x #x0008) #x8000))
(assert (ite a a (ite a a (ite a a (ite a a (ite a a (ite a a a)))))))
(check-sat)
