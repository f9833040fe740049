; $ murxla-rs import [FILE] --solver z3 | tee a.trace && murxla-rs translate a.trace --to smt2 --output a.smt2
; The parser of Z3 accepts these applications, although the standard does not allow them.
(declare-const i Int)
(declare-const r Real)
(assert xor)
(assert (= (* i) i))
(assert (= (+ r) r))
(assert (= (^ r 2.0) r))
(assert (= (^ i i) i))
(assert (str.in_re "" (re.inter re.all)))
(assert (fp.isNaN ((_ to_fp 3 4) RTZ r i)))
(assert (fp.isNaN ((_ to_fp 3 4) RTZ i r)))
