; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; Queries that have an action become calls. Those that the action does not ask are left out.
; --- abducts
(set-logic QF_LIA)
(declare-const x Int)
(assert (< x 5))
(get-abduct A (< x 3))
(get-abduct-next)
; --- interpolants
(set-logic QF_LIA)
(declare-const x Int)
(assert (< x 5))
(get-interpolant A (< x 7))
; --- a grammar
(set-logic QF_LIA)
(declare-const x Int)
(assert (< x 5))
(get-abduct A (< x 3) ((G Bool)) ((G Bool (true))))
; --- elimination of quantifiers
(set-logic LIA)
(get-qe (exists ((x Int)) (< x 5)))
(get-qe-disjunct (exists ((x Int)) (< x 5)))
; --- no quantifier
(set-logic LIA)
(get-qe true)
; --- a pool
(set-logic ALL)
(declare-pool P Int (0 1))
(assert (forall ((x Int)) (! (< x 0) :pool (P))))
