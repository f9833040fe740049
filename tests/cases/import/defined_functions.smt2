; $ for seed in {0..19}; do murxla-rs import [FILE] --solver z3 --seed $seed | murxla-rs replay -; done 2>&1 | uniq -c
; The seed decides how the wrapper defines a function. Each way has the same meaning.
(set-logic UFNIA)
(set-info :status unsat)
(define-fun f ((n Int)) Int n)
(define-fun g ((n Int)) Int n)
(define-fun h ((n Int)) Int n)
(assert (not (forall ((n Int)) (= (f n) (g n) (h n) n))))
(check-sat)
