; $ murxla-rs replay [FILE] --solver cvc5@1.3.0
; $ murxla-rs replay [FILE] --solver cvc5@1.4.2
; $ murxla-rs recheck [FILE] --solver cvc5@1.3.0
; Releases of cvc5 before 1.4 end the process for an option that they refuse, so the wrapper refuses
; it. This is not a bug.
(set-logic ALL)
(set-option :sat-random-seed none)
(assert false)
(check-sat)
