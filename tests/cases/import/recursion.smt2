; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; --- a function over a datatype
(declare-datatype L ((n) (c (h Int) (t L))))
(define-fun-rec len ((l L)) Int (ite ((_ is n) l) 0 (+ 1 (len (t l)))))
; --- two functions
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
  ((or (= n 0) (odd (- n 1))) (and (not (= n 0)) (even (- n 1)))))
; --- a constant
(define-fun-rec c () Int (+ c 1))
; --- a constant and a function
(define-funs-rec ((c () Int) (f ((n Int)) Int)) ((f 1) (- n c)))
