; $ murxla-rs replay [FILE]
; $ murxla-rs minimize [FILE]
; A script is not a trace.
; a comment
(set-logic ALL)
(check-sat)
