; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; $ murxla-rs import [FILE] --solver z3 | murxla-rs translate - --to smt2 | murxla-rs import - --solver z3 | murxla-rs replay -
(declare-const s String)
(declare-const t (Seq Unicode))
(declare-const i Int)
(assert (= s "abc"))
(assert (= t (seq.unit (seq.nth s 1))))
(assert (not (= t (as seq.empty (Seq Unicode)))))
(set-info :status unsat)
(assert (not (= t "b")))
(check-sat)
