//! The checks that only this wrapper makes.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NULL "bitwuzla.api.null" "a function returns null"
        "A function of the API that makes or returns an object returns a handle that is not null, \
         or reports an error.";
    PARTS_OF_SOLVER "bitwuzla.api.solver" "a solver does not have the manager or callback that it was given"
        "`bitwuzla_get_term_mgr` and `bitwuzla_get_termination_callback_state` return the term \
         manager and the state that were passed to the solver.";
    PARTS_OF_PARSER "bitwuzla.api.parser" "a parser does not have the callback that it was given"
        "`bitwuzla_parser_get_termination_callback_state` returns the state that was passed to \
         `bitwuzla_parser_set_termination_callback`.";
    ERROR_OF_PARSER "bitwuzla.api.parser-error" "the error message of a parser differs when it is read again"
        "`bitwuzla_parser_get_error_msg` returns the message with which the parser has just \
         refused a text.";
    RESULT "bitwuzla.api.result" "a check has an unknown result"
        "A check returns `BITWUZLA_SAT`, `BITWUZLA_UNSAT` or `BITWUZLA_UNKNOWN`.";
    COPY "bitwuzla.api.copy" "a copy has a different handle"
        "`bitwuzla_term_copy` and `bitwuzla_sort_copy` return the same term or sort with one more \
         reference, as is documented, so that the handle is the same.";
    ABOUT "bitwuzla.api.about" "the version or the copyright text of the library is wrong"
        "`bitwuzla_version` returns a text that is not empty, and `bitwuzla_copyright` returns a \
         text with the name of the solver.";
    NAMES "bitwuzla.api.names" "an answer or a rounding mode has the wrong name"
        "`bitwuzla_result_to_string` and `bitwuzla_rm_to_string` return the names of the answers \
         and of the rounding modes of SMT-LIB, such as `sat` and `RNE`.";
    STATISTIC "bitwuzla.api.statistic" "a statistic has no name"
        "Each statistic that `bitwuzla_get_statistics` lists has a name.";
    OPTION_KIND "bitwuzla.option.kind" "an option is of several kinds"
        "`bitwuzla_option_is_numeric`, `bitwuzla_option_is_mode` and `bitwuzla_option_is_string` \
         say the same of an option as `bitwuzla_get_option_info`.";
    OPTION_VALID "bitwuzla.option.valid" "an option that is listed is not valid"
        "`bitwuzla_option_is_valid` holds for each long name that `bitwuzla_get_option_info` \
         gives.";
    OPTION_VALUE "bitwuzla.option.value" "an option does not have the value that it was set to"
        "`bitwuzla_get_option` and `bitwuzla_get_option_mode` return the value to which the option \
         has just been set.";
    SORT_KINDS "bitwuzla.sort.kinds" "a sort is of several kinds"
        "At most one of the functions for Boolean, bit-vector, floating-point, rounding mode, \
         array, function and uninterpreted sorts holds for a sort, such as \
         `bitwuzla_sort_is_bool`.";
    SORT_ARITY "bitwuzla.sort.arity" "the arity of a function sort is not the length of its domain"
        "`bitwuzla_sort_fun_get_arity` is the number of sorts that \
         `bitwuzla_sort_fun_get_domain_sorts` returns.";
    TERM_ARITY "bitwuzla.term.arity" "the arity of a function is not the length of its domain"
        "`bitwuzla_term_fun_get_arity` is the number of sorts that \
         `bitwuzla_term_fun_get_domain_sorts` returns.";
    TERM_SORT "bitwuzla.term.sort" "the getters of a term contradict the getters of its sort"
        "The getters of a term, such as `bitwuzla_term_is_bv` and `bitwuzla_term_bv_get_size`, say \
         the same as those of the sort that `bitwuzla_term_get_sort` returns.";
    TERM_KIND "bitwuzla.term.kind" "the predicates for the kind of a term contradict its kind"
        "`bitwuzla_term_is_const`, `bitwuzla_term_is_var` and `bitwuzla_term_is_value` hold \
         exactly if `bitwuzla_term_get_kind` is the kind of constants, variables or values.";
    TERM_INDEXED "bitwuzla.term.indexed" "an indexed term has no indices, or a term with indices is not indexed"
        "`bitwuzla_term_is_indexed` holds exactly if `bitwuzla_term_get_indices` returns an index.";
    TERM_TWICE "bitwuzla.term.twice" "the children or the hash of a term differ when they are read twice"
        "`bitwuzla_term_get_children` and `bitwuzla_term_hash` return the same result each time \
         that they are called for a term.";
    TERM_STREAM "bitwuzla.term.stream" "the printed text differs from the text that is written to a stream"
        "`bitwuzla_term_print`, `bitwuzla_term_print_fmt` and `bitwuzla_sort_print` write the \
         texts that the functions `bitwuzla_*_to_string*` return.";
    TERM_AGAIN "bitwuzla.term.again" "the kind and the children of a term make a different term"
        "The functions that make terms return the same term for the kind, the children and the \
         indices of a term, because the term manager shares equal terms.";
    TERM_SORT_AGAIN "bitwuzla.term.sort-again" "a rebuilt term has a different sort"
        "A term that is made again of its kind, its children and its indices has the same sort, \
         and `bitwuzla_sort_hash` gives the same hash each time.";
    VALUE_KINDS "bitwuzla.value.kinds" "a value is of several sorts"
        "A value is of at most one kind: bit-vector, floating-point number, rounding mode or \
         Boolean, by functions such as `bitwuzla_term_is_bv_value`.";
    VALUE_SORT "bitwuzla.value.sort" "the sort of a value differs from the sort of its term"
        "`bitwuzla_get_value` returns a term of the sort of its argument: in SMT-LIB the value of \
         a term has its sort.";
    VALUE_FP "bitwuzla.value.fp" "the bits of a floating-point number do not fit its format"
        "`bitwuzla_term_value_get_fp_ieee` returns a sign, an exponent and a significand in \
         binary, whose lengths are those of the format of the number.";
    VALUE_FP_TEXT "bitwuzla.value.fp-text" "a floating-point number has no text"
        "`bitwuzla_term_fp_value_to_real_string` returns a text for each floating-point value. The \
         documentation gives one for NaN and infinity, too.";
    VALUE_RM "bitwuzla.value.rm" "the value of a rounding mode is not one of the five"
        "`bitwuzla_term_value_get_rm` returns one of the five rounding modes of SMT-LIB.";
    VALUE_AGAIN "bitwuzla.value.again" "a rebuilt value is a different term"
        "The functions that make values return the same term for a value that was read from a \
         model, because the term manager shares equal terms.";
    VALUE_IMPOSSIBLE "bitwuzla.value.impossible" "a term cannot have the value that it has in a model"
        "After `sat`, the formulas are satisfiable together with the equation of a term and its \
         value in the model. So a check under this further assumption is not `unsat`.";
    SIMPLIFIED_SORT "bitwuzla.simplify.sort" "a simplified term has a different sort"
        "`bitwuzla_simplify_term` returns a term of the sort of its argument.";
    SUBSTITUTED_ONE "bitwuzla.substitute.one" "substitution in one term differs from substitution in several terms"
        "`bitwuzla_substitute_term` returns the term that `bitwuzla_substitute_terms` puts into \
         its array for the same term and the same replacements.";
    SUBSTITUTED_SORT "bitwuzla.substitute.sort" "a substitution changes the sort"
        "A substitution keeps the sort of a term, because each term is replaced by one of its own \
         sort.";
    ASSERTION_SORT "bitwuzla.assertions.sort" "get-assertions lists a term that is not a formula"
        "`bitwuzla_get_assertions` lists formulas, which have the Boolean sort.";
    ASSERTIONS "bitwuzla.assertions.others" "get-assertions lists formulas that differ from the asserted ones"
        "Before the assertions are preprocessed, `bitwuzla_get_assertions` lists the formulas that \
         are currently asserted, in the order in which they were asserted.";
    UNSAT_ASSUMPTION "bitwuzla.assumptions.one" "the predicate for failed assumptions contradicts their list"
        "`bitwuzla_is_unsat_assumption` holds for an assumption exactly if \
         `bitwuzla_get_unsat_assumptions` lists it.";
    NO_INTERPOLANTS "bitwuzla.interpolant.none" "there is no sequence of interpolants"
        "`bitwuzla_get_interpolants` returns a sequence of interpolants that is not empty, after \
         the result `unsat` and for currently asserted formulas.";
    INTERPOLANT_IMPLIED "bitwuzla.interpolant.implied" "an interpolant is not implied by the first assertions"
        "The formulas of partition A imply the interpolant, as is documented. A new solver checked \
         them together with the negated interpolant.";
    INTERPOLANT_CONTRADICTS "bitwuzla.interpolant.contradicts" "an interpolant does not contradict the other assertions"
        "The interpolant contradicts the formulas of partition B, as is documented. A new solver \
         checked them together.";
    INTERPOLATION_REFUSED "bitwuzla.interpolant.script" "a script with interpolants is refused"
        "The parser runs a script in SMT-LIB that asks with `get-interpolant` and \
         `get-interpolants` for interpolants of two named assertions of bit-vectors.";
    INTERPOLATION_SAT "bitwuzla.interpolant.script-sat" "a script with interpolants is satisfiable"
        "The script is not satisfiable, because it asserts that one bit-vector is below 3 and \
         above 5.";
    PRINTED_REFUSED "bitwuzla.print.refused" "the printed text cannot be parsed"
        "The parser accepts the text of `bitwuzla_print_formula`, in SMT-LIB or in BTOR2. It also \
         accepts it with further commands of SMT-LIB.";
    PRINTED_NOT_RUN "bitwuzla.print.run" "the printed text cannot be run with bad states in place of constraints"
        "The parser runs the text of `bitwuzla_print_formula` in BTOR2 also if each `constraint` \
         is replaced by `bad`, which has the same arguments.";
    PRINTED_ANSWER "bitwuzla.print.answer" "the printed formulas have the opposite answer"
        "The text of `bitwuzla_print_formula` has the same formulas as the solver. So a check of \
         what the parser read from it has the answer of the last check, or is `unknown`.";
    PARSER_READS "bitwuzla.parser.reads" "a parser reads a sort or a term wrongly"
        "The parser prints the sort and the term that it reads from the texts `Bool` and `(not \
         false)` as the same texts.";
    PARSER_RESET "bitwuzla.parser.reset" "a parser cannot be reset"
        "The parser runs `reset-assertions`, `check-sat`, `reset` and `exit` after a script, \
         because they are commands of SMT-LIB.";
    PARSER_AFTER_ERROR "bitwuzla.parser.after-error" "a parser that refused a text reads a term"
        "A parser that has refused a text reads no term after it: it keeps the state of the error.";
}
