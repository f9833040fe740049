; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs replay -
; The sorts of tuples that only results have are made.
(set-logic HO_ALL)
(declare-const r (Relation String Int))
(declare-const b (Table Int Int))
(set-info :status unsat)
(assert (or (distinct (rel.product r r) (rel.product r r))
            (distinct ((_ rel.project 0) r) ((_ rel.project 0) r))
            (distinct (rel.transpose r) (rel.transpose r))
            (distinct ((_ table.join 0 1) b b) ((_ table.join 0 1) b b))))
(check-sat)
