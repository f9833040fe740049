; $ murxla-rs import [FILE]
; An error names the solver that reads the script.
; --- rules
(declare-rel top (Int))(rule (top 4))(query (top 5))
; --- objectives
(declare-const x Int)(minimize (+ x 1))(check-sat)
; --- functions as values, in logics with arrays
(set-logic ALL)(declare-fun f (Int) Int)(declare-fun g (Int) Int)(assert (= f g f))(check-sat)
; --- given values
(declare-const n Int)(check-sat-assuming-model (n) (7))
