; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs translate - --to smt2
(set-logic HO_ALL)
(declare-const u UnitTuple)
(assert (= u tuple.unit))
