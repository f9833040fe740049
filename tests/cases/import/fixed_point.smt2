; $ murxla-rs import [FILE] --solver z3
; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
; Relations, rules and queries become one call, with the parameters that the script sets.
(set-option :fp.engine spacer)
(set-option :fp.print_answer true)
(declare-rel at (Int))
(declare-rel late ())
(declare-var t Int)
(rule (at 2) begin)
(rule (=> (and (at t)
               (< t 9)) (at (* 2 t))))
(rule (=> (and (at t) (= t 5)) late))
(query late :print-certificate true)
