; $ murxla-rs import [FILE] --solver toy > a.trace
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'f() { test $(grep -c mk-const $1) = 3 && grep -q SORT_FUN $1 && grep -q SORT_UNINTERPRETED $1 && grep -q "mk-const" $1; }; f'
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'f() { test $(grep -c mk-const $1) = 3 && grep -q SORT_FUN $1 && grep -q SORT_UNINTERPRETED $1 && grep -q "a b" $1; }; f'
; Symbols become short: all of them, or those that may change.
(declare-sort |~!@ sort| 0)
(declare-const |a b| |~!@ sort|)
(declare-const x |~!@ sort|)
(declare-fun |a function| (|~!@ sort|) Bool)
(assert (distinct |a b| x))
