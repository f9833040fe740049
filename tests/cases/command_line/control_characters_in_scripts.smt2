; $ EVIL=$(printf '\033[2J\033]0;title\007\302\2332J\342\200\256'); sed "s/EVIL/$EVIL/g" [FILE] > "a$EVIL.txt"
; $ murxla-rs import a*.txt
; The first command puts characters into the file that clear the screen, set the title of the
; window, and change the direction of text. No such character reaches a terminal.
; --- a script
; COMMAND-LINE: --EVIL
; EXPECT: EVIL
(set-info :status |EVIL|)
(declare-const |EVIL| Bool)
(assert |EVIL|)
(echo "EVIL")
(check-sat)
; --- an error
(assert EVIL)
