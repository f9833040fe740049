; $ murxla-rs import [FILE] --solver cvc5 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; $ murxla-rs import [FILE] --option seed=7 | grep set-option
; COMMAND-LINE: --no-bitwise-eq --simplification=none --tlimit-per 500 -q
; EXPECT: sat
; EXPECT: unsat
(set-logic QF_UF)
(check-sat)
(assert false)
(check-sat)
