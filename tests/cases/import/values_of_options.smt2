; $ murxla-rs replay [FILE] --solver cvc5@1.2.0
; $ murxla-rs replay [FILE] --solver cvc5@1.3.0
; $ murxla-rs replay [FILE] --solver cvc5@1.4.2
; Before 1.4, a value that an option of cvc5 does not take ends the process. It is refused.
(set-logic ALL)
(set-option :unsat-cores-mode wrong)
(set-option :incremental 7)
(set-option :seed x)
(set-option :unsat-cores-mode assumptions)
(assert false)
(check-sat)
