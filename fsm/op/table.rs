//! The table of operators, the only list of them. Names, sorts, indices, folding, SMT-LIB text,
//! documentation and statistics are derived from it. `signature.rs` explains the notation.

use super::{Op, OpRow};
use crate::theory::Theory;

macro_rules! ops {
    ($($theory:ident { $($name:ident $smt:literal $signature:literal;)* })*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "numbers the rows")]
        enum Number { $($($name,)*)* }
        $($(
            #[doc = concat!("`", $smt, "`: `", $signature, "`.")]
            pub const $name: Op = Op(Number::$name as u16);
        )*)*
        /// The rows, in the order of their `Op` numbers.
        pub const BASE: &[OpRow] = &[$($(
            OpRow {
                name: concat!("OP_", stringify!($name)),
                smt: $smt,
                theory: Theory::$theory,
                signature: $signature,
                eval: None,
            },
        )*)*];
    };
}

// Sources: the SMT-LIB 2.7 theories Core, Ints, Reals, Reals_Ints, FixedSizeBitVectors, ArraysEx,
// FloatingPoint, UnicodeStrings, HO-Core, and the section on quantifiers. If Murxla has the
// operator, the trace name is Murxla's. Constant arrays and sequences are extensions that several
// solvers share. Sequences, finite fields and transcendental functions follow cvc5's theory
// reference.
ops! {
    Bool {
        EQUAL           "="             "a a -> Bool :chainable";
        DISTINCT        "distinct"      "a a -> Bool :pairwise";
        ITE             "ite"           "Bool a a -> a";
        NOT             "not"           "Bool -> Bool";
        AND             "and"           "Bool Bool -> Bool :left-assoc";
        OR              "or"            "Bool Bool -> Bool :left-assoc";
        XOR             "xor"           "Bool Bool -> Bool :left-assoc";
        IMPLIES         "=>"            "Bool Bool -> Bool :right-assoc";
        IFF             "="             "Bool Bool -> Bool";
    }
    Uf {
        UF_APPLY        ""              "f a+ -> r :apply";
    }
    Quant {
        FORALL          "forall"        "x+ Bool -> Bool :binder";
        EXISTS          "exists"        "x+ Bool -> Bool :binder";
        PATTERN         "!"             "Bool a+ -> Bool :annotated";
        NO_PATTERN      "!"             "Bool a+ -> Bool :annotated";
        WEIGHT          "!"             "{w 0..~20} Bool -> Bool :annotated";
        QID             "!"             "{n 0..~9} Bool -> Bool :annotated";
        SKOLEMID        "!"             "{n 0..~9} Bool -> Bool :annotated";
    }
    Array {
        ARRAY_SELECT    "select"        "(Array i e) i -> e";
        ARRAY_STORE     "store"         "(Array i e) i e -> (Array i e)";
        CONST_ARRAY     "const"         "{(Array i e)} e -> (Array i e)";
    }
    // The conversions of Reals_Ints also need the theory `Real`.
    Int {
        INT_NEG         "-"             "Int -> Int";
        INT_ABS         "abs"           "Int -> Int";
        INT_ADD         "+"             "Int Int -> Int :left-assoc";
        INT_SUB         "-"             "Int Int -> Int :left-assoc";
        INT_MUL         "*"             "Int Int -> Int :left-assoc :product";
        INT_DIV         "div"           "Int Int -> Int :left-assoc :quotient";
        INT_MOD         "mod"           "Int Int -> Int :quotient";
        INT_LT          "<"             "Int Int -> Bool :chainable";
        INT_LTE         "<="            "Int Int -> Bool :chainable";
        INT_GT          ">"             "Int Int -> Bool :chainable";
        INT_GTE         ">="            "Int Int -> Bool :chainable";
        INT_IS_DIV      "divisible"     "{k 1..} Int -> Bool";
        INT_TO_BV       "int_to_bv"     "{n 1..~128} Int -> (BV n)";
        INT_TO_REAL     "to_real"       "Int -> Real";
        REAL_IS_INT     "is_int"        "Real -> Bool";
    }
    Real {
        REAL_NEG        "-"             "Real -> Real";
        REAL_ADD        "+"             "Real Real -> Real :left-assoc";
        REAL_SUB        "-"             "Real Real -> Real :left-assoc";
        REAL_MUL        "*"             "Real Real -> Real :left-assoc :product";
        REAL_DIV        "/"             "Real Real -> Real :left-assoc :quotient";
        REAL_LT         "<"             "Real Real -> Bool :chainable";
        REAL_LTE        "<="            "Real Real -> Bool :chainable";
        REAL_GT         ">"             "Real Real -> Bool :chainable";
        REAL_GTE        ">="            "Real Real -> Bool :chainable";
        REAL_TO_INT     "to_int"        "Real -> Int";
        REAL_ABS        "abs"           "Real -> Real :scripted";
    }
    Bv {
        BV_CONCAT       "concat"        "(BV m) (BV n) -> (BV m+n) :left-assoc";
        BV_EXTRACT      "extract"       "{hi 0..n-1} {lo 0..hi} (BV n) -> (BV hi-lo+1)";
        BV_REPEAT       "repeat"        "{k 1..~128/n} (BV n) -> (BV k*n)";
        BV_ROTATE_LEFT  "rotate_left"   "{k 0..~2*n} (BV n) -> (BV n)";
        BV_ROTATE_RIGHT "rotate_right"  "{k 0..~2*n} (BV n) -> (BV n)";
        BV_SIGN_EXTEND  "sign_extend"   "{k 0..~128-n} (BV n) -> (BV n+k)";
        BV_ZERO_EXTEND  "zero_extend"   "{k 0..~128-n} (BV n) -> (BV n+k)";
        BV_NOT          "bvnot"         "(BV n) -> (BV n)";
        BV_NEG          "bvneg"         "(BV n) -> (BV n)";
        BV_AND          "bvand"         "(BV n) (BV n) -> (BV n) :left-assoc";
        BV_OR           "bvor"          "(BV n) (BV n) -> (BV n) :left-assoc";
        BV_XOR          "bvxor"         "(BV n) (BV n) -> (BV n) :left-assoc";
        BV_NAND         "bvnand"        "(BV n) (BV n) -> (BV n)";
        BV_NOR          "bvnor"         "(BV n) (BV n) -> (BV n)";
        BV_XNOR         "bvxnor"        "(BV n) (BV n) -> (BV n)";
        BV_COMP         "bvcomp"        "(BV n) (BV n) -> (BV 1)";
        BV_ADD          "bvadd"         "(BV n) (BV n) -> (BV n) :left-assoc";
        BV_SUB          "bvsub"         "(BV n) (BV n) -> (BV n)";
        BV_MULT         "bvmul"         "(BV n) (BV n) -> (BV n) :left-assoc";
        BV_UDIV         "bvudiv"        "(BV n) (BV n) -> (BV n)";
        BV_UREM         "bvurem"        "(BV n) (BV n) -> (BV n)";
        BV_SDIV         "bvsdiv"        "(BV n) (BV n) -> (BV n)";
        BV_SREM         "bvsrem"        "(BV n) (BV n) -> (BV n)";
        BV_SMOD         "bvsmod"        "(BV n) (BV n) -> (BV n)";
        BV_SHL          "bvshl"         "(BV n) (BV n) -> (BV n)";
        BV_LSHR         "bvlshr"        "(BV n) (BV n) -> (BV n)";
        BV_ASHR         "bvashr"        "(BV n) (BV n) -> (BV n)";
        BV_ULT          "bvult"         "(BV n) (BV n) -> Bool";
        BV_ULE          "bvule"         "(BV n) (BV n) -> Bool";
        BV_UGT          "bvugt"         "(BV n) (BV n) -> Bool";
        BV_UGE          "bvuge"         "(BV n) (BV n) -> Bool";
        BV_SLT          "bvslt"         "(BV n) (BV n) -> Bool";
        BV_SLE          "bvsle"         "(BV n) (BV n) -> Bool";
        BV_SGT          "bvsgt"         "(BV n) (BV n) -> Bool";
        BV_SGE          "bvsge"         "(BV n) (BV n) -> Bool";
        BV_NEGO         "bvnego"        "(BV n) -> Bool";
        BV_UADDO        "bvuaddo"       "(BV n) (BV n) -> Bool";
        BV_SADDO        "bvsaddo"       "(BV n) (BV n) -> Bool";
        BV_UMULO        "bvumulo"       "(BV n) (BV n) -> Bool";
        BV_SMULO        "bvsmulo"       "(BV n) (BV n) -> Bool";
        BV_USUBO        "bvusubo"       "(BV n) (BV n) -> Bool";
        BV_SSUBO        "bvssubo"       "(BV n) (BV n) -> Bool";
        BV_SDIVO        "bvsdivo"       "(BV n) (BV n) -> Bool";
        BV_UBV_TO_INT   "ubv_to_int"    "(BV n) -> Int";
        BV_SBV_TO_INT   "sbv_to_int"    "(BV n) -> Int";
        BV_TO_NAT       "bv2nat"        "(BV n) -> Int";
    }
    // From cvc5's theory reference. Operators with integer arguments or results also need the
    // theory `Int`. As in Murxla, the set is the first argument of `set.insert`, and the variables
    // are the last arguments of `set.comprehension`, which needs a logic with quantifiers.
    Set {
        SET_UNION       "set.union"     "(Set e) (Set e) -> (Set e)";
        SET_INTERSECTION "set.inter"    "(Set e) (Set e) -> (Set e)";
        SET_MINUS       "set.minus"     "(Set e) (Set e) -> (Set e)";
        SET_SUBSET      "set.subset"    "(Set e) (Set e) -> Bool";
        SET_MEMBER      "set.member"    "e (Set e) -> Bool";
        SET_SINGLETON   "set.singleton" "e -> (Set e)";
        SET_INSERT      "set.insert"    "(Set e) e -> (Set e) :left-assoc";
        SET_CARD        "set.card"      "(Set e) -> Int";
        SET_COMPLEMENT  "set.complement" "(Set e) -> (Set e)";
        SET_CHOOSE      "set.choose"    "(Set e) -> e";
        SET_IS_EMPTY    "set.is_empty"  "(Set e) -> Bool";
        SET_IS_SINGLETON "set.is_singleton" "(Set e) -> Bool";
        SET_COMPREHENSION "set.comprehension" "Bool e x+ -> (Set e) :comprehension";
    }
    Bag {
        BAG_UNION_MAX   "bag.union_max" "(Bag e) (Bag e) -> (Bag e)";
        BAG_UNION_DISJOINT "bag.union_disjoint" "(Bag e) (Bag e) -> (Bag e)";
        BAG_INTERSECTION_MIN "bag.inter_min" "(Bag e) (Bag e) -> (Bag e)";
        BAG_DIFFERENCE_SUBTRACT "bag.difference_subtract" "(Bag e) (Bag e) -> (Bag e)";
        BAG_DIFFERENCE_REMOVE "bag.difference_remove" "(Bag e) (Bag e) -> (Bag e)";
        BAG_SUBBAG      "bag.subbag"    "(Bag e) (Bag e) -> Bool";
        BAG_COUNT       "bag.count"     "e (Bag e) -> Int";
        BAG_MEMBER      "bag.member"    "e (Bag e) -> Bool";
        BAG_DUPLICATE_REMOVAL "bag.setof" "(Bag e) -> (Bag e)";
        BAG_MAKE        "bag"           "e Int -> (Bag e)";
        BAG_CARD        "bag.card"      "(Bag e) -> Int";
        BAG_CHOOSE      "bag.choose"    "(Bag e) -> e";
    }
    // `fp.to_ieee_bv` is missing because the standard does not have it: a NaN has no unique bit
    // pattern.
    Fp {
        FP_ABS          "fp.abs"        "(FP e s) -> (FP e s)";
        FP_NEG          "fp.neg"        "(FP e s) -> (FP e s)";
        FP_ADD          "fp.add"        "RM (FP e s) (FP e s) -> (FP e s)";
        FP_SUB          "fp.sub"        "RM (FP e s) (FP e s) -> (FP e s)";
        FP_MUL          "fp.mul"        "RM (FP e s) (FP e s) -> (FP e s)";
        FP_DIV          "fp.div"        "RM (FP e s) (FP e s) -> (FP e s)";
        FP_FMA          "fp.fma"        "RM (FP e s) (FP e s) (FP e s) -> (FP e s)";
        FP_SQRT         "fp.sqrt"       "RM (FP e s) -> (FP e s)";
        FP_REM          "fp.rem"        "(FP e s) (FP e s) -> (FP e s)";
        FP_RTI          "fp.roundToIntegral" "RM (FP e s) -> (FP e s)";
        FP_MIN          "fp.min"        "(FP e s) (FP e s) -> (FP e s)";
        FP_MAX          "fp.max"        "(FP e s) (FP e s) -> (FP e s)";
        FP_LEQ          "fp.leq"        "(FP e s) (FP e s) -> Bool :chainable";
        FP_LT           "fp.lt"         "(FP e s) (FP e s) -> Bool :chainable";
        FP_GEQ          "fp.geq"        "(FP e s) (FP e s) -> Bool :chainable";
        FP_GT           "fp.gt"         "(FP e s) (FP e s) -> Bool :chainable";
        FP_EQ           "fp.eq"         "(FP e s) (FP e s) -> Bool :chainable";
        FP_IS_NORMAL    "fp.isNormal"   "(FP e s) -> Bool";
        FP_IS_SUBNORMAL "fp.isSubnormal" "(FP e s) -> Bool";
        FP_IS_ZERO      "fp.isZero"     "(FP e s) -> Bool";
        FP_IS_INF       "fp.isInfinite" "(FP e s) -> Bool";
        FP_IS_NAN       "fp.isNaN"      "(FP e s) -> Bool";
        FP_IS_NEG       "fp.isNegative" "(FP e s) -> Bool";
        FP_IS_POS       "fp.isPositive" "(FP e s) -> Bool";
        FP_FP           "fp"            "(BV 1) (BV e) (BV s-1) -> (FP e s)";
        FP_TO_FP_FROM_BV "to_fp"        "{e 2..} {s 2..} (BV e+s) -> (FP e s)";
        FP_TO_FP_FROM_FP "to_fp"        "{e 2..} {s 2..} RM (FP d t) -> (FP e s)";
        FP_TO_FP_FROM_REAL "to_fp"      "{e 2..} {s 2..} RM Real -> (FP e s)";
        FP_TO_FP_FROM_SBV "to_fp"       "{e 2..} {s 2..} RM (BV n) -> (FP e s)";
        FP_TO_FP_FROM_UBV "to_fp_unsigned" "{e 2..} {s 2..} RM (BV n) -> (FP e s)";
        FP_TO_UBV       "fp.to_ubv"     "{n 1..~128} RM (FP e s) -> (BV n)";
        FP_TO_SBV       "fp.to_sbv"     "{n 1..~128} RM (FP e s) -> (BV n)";
        FP_TO_REAL      "fp.to_real"    "(FP e s) -> Real";
    }
    // Operators with integer arguments or results also need the theory `Int`.
    String {
        STR_CONCAT      "str.++"        "String String -> String :left-assoc";
        STR_LEN         "str.len"       "String -> Int";
        STR_LT          "str.<"         "String String -> Bool :chainable";
        STR_LE          "str.<="        "String String -> Bool :chainable";
        STR_AT          "str.at"        "String Int -> String";
        STR_SUBSTR      "str.substr"    "String Int Int -> String";
        STR_PREFIXOF    "str.prefixof"  "String String -> Bool";
        STR_SUFFIXOF    "str.suffixof"  "String String -> Bool";
        STR_CONTAINS    "str.contains"  "String String -> Bool";
        STR_INDEXOF     "str.indexof"   "String String Int -> Int";
        STR_REPLACE     "str.replace"   "String String String -> String";
        STR_REPLACE_ALL "str.replace_all" "String String String -> String";
        STR_REPLACE_RE  "str.replace_re" "String RegLan String -> String";
        STR_REPLACE_RE_ALL "str.replace_re_all" "String RegLan String -> String";
        STR_IS_DIGIT    "str.is_digit"  "String -> Bool";
        STR_TO_CODE     "str.to_code"   "String -> Int";
        STR_FROM_CODE   "str.from_code" "Int -> String";
        STR_TO_INT      "str.to_int"    "String -> Int";
        STR_FROM_INT    "str.from_int"  "Int -> String";
        STR_TO_RE       "str.to_re"     "String -> RegLan";
        STR_IN_RE       "str.in_re"     "String RegLan -> Bool";
        RE_NONE         "re.none"       "-> RegLan";
        RE_ALL          "re.all"        "-> RegLan";
        RE_ALLCHAR      "re.allchar"    "-> RegLan";
        RE_CONCAT       "re.++"         "RegLan RegLan -> RegLan :left-assoc";
        RE_UNION        "re.union"      "RegLan RegLan -> RegLan :left-assoc";
        RE_INTER        "re.inter"      "RegLan RegLan -> RegLan :left-assoc";
        RE_DIFF         "re.diff"       "RegLan RegLan -> RegLan :left-assoc";
        RE_COMP         "re.comp"       "RegLan -> RegLan";
        RE_STAR         "re.*"          "RegLan -> RegLan";
        RE_PLUS         "re.+"          "RegLan -> RegLan";
        RE_OPT          "re.opt"        "RegLan -> RegLan";
        RE_RANGE        "re.range"      "String String -> RegLan";
        RE_POW          "re.^"          "{n 0..~6} RegLan -> RegLan";
        RE_LOOP         "re.loop"       "{low 0..~6} {high 0..~6} RegLan -> RegLan";
    }
    // Operators with integer arguments or results also need the theory `Int`.
    Seq {
        SEQ_CONCAT      "seq.++"        "(Seq e) (Seq e) -> (Seq e) :left-assoc";
        SEQ_LENGTH      "seq.len"       "(Seq e) -> Int";
        SEQ_EXTRACT     "seq.extract"   "(Seq e) Int Int -> (Seq e)";
        SEQ_UPDATE      "seq.update"    "(Seq e) Int (Seq e) -> (Seq e)";
        SEQ_AT          "seq.at"        "(Seq e) Int -> (Seq e)";
        SEQ_CONTAINS    "seq.contains"  "(Seq e) (Seq e) -> Bool";
        SEQ_INDEXOF     "seq.indexof"   "(Seq e) (Seq e) Int -> Int";
        SEQ_REPLACE     "seq.replace"   "(Seq e) (Seq e) (Seq e) -> (Seq e)";
        SEQ_REPLACE_ALL "seq.replace_all" "(Seq e) (Seq e) (Seq e) -> (Seq e)";
        SEQ_REV         "seq.rev"       "(Seq e) -> (Seq e)";
        SEQ_PREFIX      "seq.prefixof"  "(Seq e) (Seq e) -> Bool";
        SEQ_SUFFIX      "seq.suffixof"  "(Seq e) (Seq e) -> Bool";
        SEQ_UNIT        "seq.unit"      "e -> (Seq e)";
        SEQ_NTH         "seq.nth"       "(Seq e) Int -> e";
    }
    // `ff.bitsum` takes its arguments as binary digits, the lowest first, and is the number they
    // make.
    Ff {
        FINITE_FIELD_NEG "ff.neg"       "(FF p) -> (FF p)";
        FINITE_FIELD_ADD "ff.add"       "(FF p) (FF p) -> (FF p) :left-assoc";
        FINITE_FIELD_MULT "ff.mul"      "(FF p) (FF p) -> (FF p) :left-assoc";
        FINITE_FIELD_BITSUM "ff.bitsum" "(FF p) (FF p) -> (FF p) :right-assoc";
    }
    Transcendental {
        TRANS_PI        "real.pi"       "-> Real";
        TRANS_EXPONENTIAL "exp"         "Real -> Real";
        TRANS_SINE      "sin"           "Real -> Real";
        TRANS_COSINE    "cos"           "Real -> Real";
        TRANS_TANGENT   "tan"           "Real -> Real";
        TRANS_COSECANT  "csc"           "Real -> Real";
        TRANS_SECANT    "sec"           "Real -> Real";
        TRANS_COTANGENT "cot"           "Real -> Real";
        TRANS_ARCSINE   "arcsin"        "Real -> Real";
        TRANS_ARCCOSINE "arccos"        "Real -> Real";
        TRANS_ARCTANGENT "arctan"       "Real -> Real";
        TRANS_ARCCOSECANT "arccsc"      "Real -> Real";
        TRANS_ARCSECANT "arcsec"        "Real -> Real";
        TRANS_ARCCOTANGENT "arccot"     "Real -> Real";
        TRANS_SQRT      "sqrt"          "Real -> Real";
    }
    // Constructors and selectors have declared symbols. `update` is not in the standard.
    Dt {
        DT_APPLY_CONS   ""              "a+ -> d :constructor";
        DT_APPLY_SEL    ""              "d -> a :selector";
        DT_APPLY_TESTER "is"            "d -> Bool :tester";
        DT_APPLY_UPDATER "update"       "d a -> d :updater";
        DT_MATCH_CASE   ""              "b -> b :case";
        DT_MATCH_BIND_CASE ""           "x+ b -> b :bind-case";
        DT_MATCH        "match"         "d b+ -> b :match";
    }
    // From cvc5, in its syntax. The index is the place of a component, counted from 0.
    Tuple {
        TUPLE           "tuple"         "a+ -> t :tuple";
        TUPLE_SELECT    "tuple.select"  "{i 0..} t -> a :tuple-select";
        TUPLE_UPDATE    "tuple.update"  "{i 0..} t a -> t :tuple-update";
    }
    // From cvc5's theory reference. A nullable value is null or an element. `nullable.val` of null
    // may be any element.
    Nullable {
        NULLABLE_SOME   "nullable.some" "e -> (Nullable e)";
        NULLABLE_VAL    "nullable.val"  "(Nullable e) -> e";
        NULLABLE_IS_NULL "nullable.is_null" "(Nullable e) -> Bool";
        NULLABLE_IS_SOME "nullable.is_some" "(Nullable e) -> Bool";
    }
    // `@` applies a function to its first argument; the result is a function of the others. The
    // operators that apply functions to sets, bags and nullables are cvc5's, and also need the
    // theory of the collection. As in Murxla, the bag is the first argument of `bag.map`.
    Ho {
        HO_APPLY        "@"             "f a -> r :partial";
        LAMBDA          "lambda"        "x+ b -> f :lambda";
        SET_MAP         "set.map"       "(-> a b) (Set a) -> (Set b)";
        SET_FILTER      "set.filter"    "(-> e Bool) (Set e) -> (Set e)";
        SET_ALL         "set.all"       "(-> e Bool) (Set e) -> Bool";
        SET_SOME        "set.some"      "(-> e Bool) (Set e) -> Bool";
        SET_FOLD        "set.fold"      "(-> e b b) b (Set e) -> b";
        BAG_MAP         "bag.map"       "(Bag a) (-> a b) -> (Bag b)";
        BAG_FILTER      "bag.filter"    "(-> e Bool) (Bag e) -> (Bag e)";
        BAG_ALL         "bag.all"       "(-> e Bool) (Bag e) -> Bool";
        BAG_SOME        "bag.some"      "(-> e Bool) (Bag e) -> Bool";
        BAG_FOLD        "bag.fold"      "(-> e b b) b (Bag e) -> b";
        NULLABLE_LIFT   "nullable.lift" "(-> a b) (Nullable a) -> (Nullable b)";
    }
}
