; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
(declare-datatype T ((leaf) (node (s (Set T)))))
(check-sat)
