; $ murxla-rs import [FILE] --solver z3
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay - --solver cvc5
; In logics with arrays, the parser of Z3 takes the name of a declared function for the array of
; its values. Other solvers compare functions, too.
(set-logic ALL)
(declare-fun f (Int) Int)
(declare-fun g (Int) Int)
(declare-fun h (Int Bool) Int)
(assert (= f g f))
(push)
(set-info :status unsat)
(assert (distinct h h))
(check-sat)
(pop)
(assert (distinct (f 3) (g 3)))
(set-info :status unsat)
(check-sat)
