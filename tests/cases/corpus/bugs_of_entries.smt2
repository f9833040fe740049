; $ mkdir scripts; echo '(declare-const x Int)(declare-const y Int)(assert (and (< x y) (> x 3)))(check-sat)' > scripts/a.smt2
; $ murxla-rs corpus add scripts --out corpus > summary
; $ murxla-rs import [FILE] | sed -e '1i # solver: toy\n# expect: crash-SIGSEGV' -e 's/ new$/&\n0 set-option bug segfault/' > 'corpus/by hand.trace'
; $ echo 'murxla-rs --solver toy --theories int,bv -m 150 -o bug=segfault --corpus corpus --strategy opfuzz --seed 1 --jobs 1 "$@"' > campaign
; $ sh campaign --out one > one.txt
; $ sh campaign --out two > two.txt
; $ grep -h -o -e 'entries of the corpus that show a bug, and are left out: 1$' -e 'findings: 0 new.*filtered' one.txt two.txt
; $ sed -i '/^# expect/d' 'corpus/by hand.trace'
; $ sh campaign --out three > three.txt
; $ sh campaign --known-defects --out four > four.txt
; $ grep -c 'left out' three.txt; grep 'left out' four.txt
; Entries that show a bug by themselves are left out, and a campaign does not report bugs that they document. What is not
; documented is reported. The next campaign on the release reads what the replays have shown.
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (bvnot (bvnot (bvnot (bvxor a b)))) a))
(check-sat)
