; $ mkdir scripts; echo '(declare-const x Int)(declare-const y Int)(assert (and (< x y) (> x 3)))(check-sat)' > scripts/a.smt2
; $ murxla-rs corpus add scripts --out corpus > summary
; $ murxla-rs import [FILE] > 'corpus/by hand.trace'
; $ echo 'murxla-rs --solver toy --strategy opfuzz --theories int,bv --seed 9 -m 6 -o bug=segfault --out out "$@"' > campaign
; $ sh campaign --corpus none > summary
; $ sh campaign --corpus corpus > summary
; $ head -20 $(ls out/findings/*/full.trace | head -1) | grep -A2 '^# strategy' | sed 's/corpus: .*/corpus: …/'
; $ rm 'corpus/by hand.trace'
; $ sh campaign --corpus corpus 2>&1 | sed 's/[0-9a-f]\{16\}/…/g'
; Traces may be added by hand, and deleted. This one shows the bug that the campaign switches on. Without entries, all runs
; are walks, and these few do not show the bug. The corpus belongs to the campaign, because other entries would make other
; runs of the same seeds.
(set-logic QF_BV)
(declare-const a (_ BitVec 8))
(declare-const b (_ BitVec 8))
(assert (= (bvnot (bvnot (bvnot (bvxor a b)))) a))
(check-sat)
