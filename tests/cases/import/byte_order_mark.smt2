; $ printf '\xef\xbb\xbf' | cat - [FILE] > marked.smt2; murxla-rs replay marked.smt2 --solver z3 --verbose
; $ (printf '\xef\xbb\xbf'; murxla-rs import [FILE]) > marked.trace; murxla-rs replay marked.trace --solver z3
; $ printf '\xef\xbb\xbf; of an editor\n(assert (< n 2))' | murxla-rs import -
; Some editors write a byte order mark at the beginning of a file.
(declare-const n Int)
(assert (< n 7))
(check-sat)
