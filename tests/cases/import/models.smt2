; $ murxla-rs replay [FILE] --solver z3
; $ murxla-rs replay [FILE] --solver z3 --values --verbose
; Without values, a wrong model is not seen. The replay says that it has not looked.
(declare-const a Int)
; --- a model that is not read
(assert (> a 2))
(check-sat)
; --- a model that is read
(assert (> a 2))
(check-sat)
(get-value (a))
; --- no model
(assert (> a a))
(check-sat)
