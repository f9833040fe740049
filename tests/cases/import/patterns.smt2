; $ murxla-rs import [FILE] --solver z3 | grep -e PATTERN -e 'left out'
; The limits of generated patterns do not hold.
; --- a large pattern
(declare-fun p (Int) Int)
(declare-fun q (Int Int) Int)
(assert (forall ((x Int)) (! (= (p x) 1) :pattern ((q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (q (p x) 0) 1) 2) 3) 4) 5) 6) 7) 8) 9) 10) 11) 12) 13) 14) 15) 16) 17) 18) 19) 20) 21) 22) 23) 24) 25) 26) 27) 28) 29) 30) 31) 32) 33) 34) 35) 36) 37) 38) 39)))))
(check-sat)
; --- a variable that the pattern lacks
(declare-fun p (Int) Int)
(assert (forall ((x Int) (y Int)) (! (= (p x) y) :pattern ((p x)))))
