; $ murxla-rs import [FILE] --solver z3
(declare-const x Bool)
(get-abduct A x)
