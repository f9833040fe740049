(benchmark dumped
:source { a text }
:status unknown
:logic QF_AUFBV
:extrafuns ((x BitVec[4]) (y BitVec[4]))
:extrafuns ((a Array[4:2]))
:extrapreds ((p))
:assumption (bvult (bvadd x y) (concat bv1[2] (select a x)))
:assumption (not (iff p (distinct x y)))
:formula
(let (?n (bvudiv x (bvnot y)))
(let (?s (store a ?n (extract[1:0] ?n)))
(flet ($q (or p (bvsle ?n bv3[4])))
(implies (and $q (= ?s a)) (if_then_else p (= (sign_extend[2] x) (zero_extend[2] y)) (= (ite $q ?n x) (rotate_left[1] y)))))))
)
