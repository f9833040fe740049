; $ murxla-rs import [FILE] --solver cvc5
; An error names the place and the cause.
; --- a script without commands
; --- an unknown command
(set-logic ALL)
  (frobnicate)
; --- an unknown symbol
(assert (foo 1))
; --- a mistyped operator
(declare-const a Bool)(assert (= 0 (selct a 1)))
; --- a mistyped constant
(declare-const length Int)(assert (= lenght 1))
; --- a mistyped sort
(declare-const x Itn)
; --- a mistyped command
(chek-sat)
; --- an argument of another sort
(declare-const i Int)(assert (= i true))
; --- an argument that is not a number
(declare-const r Real)(assert (< (+ r true) r))
; --- an argument that is not an array
(declare-const i Int)(assert (select i 0))
; --- arguments that are not bit-vectors
(assert
(and true (bvadd 1 2)))
; --- columns count characters
(declare-const é Foo)
; --- a parenthesis that is not closed
(assert true
; --- a parenthesis that is not opened
(assert true))
; --- a string that does not end
(echo "no end)
; --- an assertion that is not a formula
(assert 1)
; --- a level that is not open
(pop 1)
; --- a width of 0
(declare-const x (_ BitVec 0))
; --- a declaration without a sort
(declare-fun f)
; --- a datatype without values
(declare-datatype D ((c (s D))))
; --- a constructor of an unknown sort
(declare-datatypes ((L 1)) ((par (T) ((n)))))(assert (= n n))
; --- functions as values
(declare-fun f (Int) Int)(assert (= f f))
; --- a string for a number
(declare-const x String)(assert (str.from_code x))
; --- distinct without arguments
(assert (distinct))
