; $ murxla-rs replay [FILE] --solver $(sed -n "s/^; solver //p" [FILE])
; Errors in the calls of a script name its lines.
; --- a sort of a function
; solver z3@5.4.1
(set-logic HO_ALL)
(declare-fun f ((-> Int Bool)) Bool)

(assert (forall ((g (-> Int Bool))) (f g)))
(check-sat)
; --- an operator
; solver z3@4.8.5
(declare-const s String)
(assert
 (= s
  (str.replace_all s "a" "b")))
(check-sat)
