; $ murxla-rs import [FILE] --solver cvc5
; --- a declared sort
(declare-sort Array 1)(declare-datatype T ((c (s (Array T)))))
; --- a tuple
(declare-datatype T ((leaf) (node (s (Tuple Int T)))))
; --- an index of an array
(declare-datatype T ((leaf) (node (s (Array T Bool)))))
; --- no value
(declare-datatype T ((node (s (Seq T)))))
; --- an argument too many
(declare-datatype T ((leaf) (node (s (Seq T T)))))
; --- too deep
(declare-datatype T ((leaf) (node (s (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq (Seq T))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
