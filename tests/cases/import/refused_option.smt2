; $ murxla-rs import [FILE] --solver cvc5 | murxla-rs replay - --verbose
; The replay names the call that the solver does not support.
; COMMAND-LINE: --ackermann
(set-logic UF)
(assert true)
(check-sat)
