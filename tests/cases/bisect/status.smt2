; $ murxla-rs replay [FILE] --solver z3
; $ murxla-rs recheck [FILE] --solver z3
; $ murxla-rs report [FILE] --solver z3 | grep -e wrong-sat -e '#@' -e '^# '
; $ murxla-rs bisect [FILE] --solver z3 --installed 2> /dev/null | cut -d" " -f1
; $ murxla-rs bisect [FILE]
; $ murxla-rs report [FILE]
; $ murxla-rs replay [FILE]
; $ murxla-rs import [FILE] --output a.trace
; $ murxla-rs bisect a.trace --installed
; $ murxla-rs bisect a.trace --installed --solver z3 > /dev/null 2>&1
; $ murxla-rs recheck a.trace --solver z3
; The status of a script is what the answer is compared with, by all commands. A script and its trace
; name no solver, so the user does. The trace in the report has no lines with places in the script.
(set-info :status unsat)
(declare-const p Bool)
(assert (or p p))
(check-sat)
