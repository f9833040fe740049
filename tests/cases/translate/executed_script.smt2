; $ grep -v wrong [FILE] > a.smt2; murxla-rs execute cvc5 $(murxla-rs solvers path cvc5) a.smt2
; $ murxla-rs execute cvc5 $(murxla-rs solvers path cvc5) [FILE]
; $ grep -v wrong [FILE] > a.smt2; murxla-rs execute bitwuzla $(murxla-rs solvers path bitwuzla) a.smt2
; $ murxla-rs execute bitwuzla $(murxla-rs solvers path bitwuzla) [FILE]
; $ murxla-rs execute z3 libz3.so [FILE]
; Packages of cvc5 and Bitwuzla have no program. Their libraries have a parser that executes scripts.
; The parser of Z3 is not called, because Z3 has a program.
(set-option :produce-models true)
(set-logic QF_BV)
(declare-const x (_ BitVec 4))
(assert (= x (bvadd #x1 #x2)))
(check-sat)
(get-value (x))
(assert wrong)
