; $ murxla-rs import [FILE] --solver cvc5
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2 | murxla-rs import - --solver cvc5 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2 | murxla-rs import - --solver z3 | murxla-rs replay -
; Datatypes whose fields are arrays and sequences of the datatypes themselves.
; --- trees with branches by number
(declare-datatypes ((Rose 0)) (((Tip) (Branch (sub (Array Int Rose)) (more (Seq Rose))))))
(declare-const r Rose)
(declare-const s Rose)
(assert ((_ is Branch) r))
(assert (= (select (sub r) 2) Tip))
(assert (= (more r) (seq.unit s)))
(set-info :status sat)
(check-sat)
(assert (distinct (seq.nth (more r) 0) s))
(set-info :status unsat)
(check-sat)
; --- datatypes with parameters that refer to each other
(declare-datatypes ((Wood 1) (Part 1)) (
  (par (X) ((Trees (parts (Array Int (Part X)))) (Bare)))
  (par (Y) ((Leaf) (Tree (label Y) (by (Array Int (Array Y (Wood Y)))))))))
(declare-const w (Wood Int))
(assert (= (select (parts w) 3) (as Leaf (Part Int))))
(assert ((_ is Trees) w))
(set-info :status sat)
(check-sat)
(assert (distinct (Trees (parts w)) w))
(set-info :status unsat)
(check-sat)
