; $ murxla-rs import [FILE] --solver cvc5
; An error says what to write instead.
; --- a sort without its width
(declare-const x BitVec)
; --- an index that is an argument
(declare-const x (BitVec 8))
; --- a sort with one argument too few
(declare-const x (Array Int))
; --- a mistyped sort with an index
(declare-const x (_ BitVek 8))
; --- parameters of sorts
(declare-sort-parameter T)
; --- variables of types
(declare-type-var T)
; --- given values
(check-sat-assuming-model (x) (1))
; --- given values that are missing
(check-sat-assuming-model)
; --- an index of a function: the function itself is not a suggestion
(declare-fun twice (Int) Int)(assert (= 1 ((_ twice 1) 2)))
