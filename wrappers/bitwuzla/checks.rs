//! The checks of Bitwuzla's results.

murxla_fsm::checks! {
    /// All of them.
    pub(super) CHECKS:
    NULL "bitwuzla.api.null" "a function returns null";
    PARTS_OF_SOLVER "bitwuzla.api.solver" "a solver has another manager or callback than it was given";
    PARTS_OF_PARSER "bitwuzla.api.parser" "a parser has another callback than it was given";
    ERROR_OF_PARSER "bitwuzla.api.parser-error" "the error of a parser is another one when asked for";
    RESULT "bitwuzla.api.result" "a check has an unknown result";
    COPY "bitwuzla.api.copy" "a copy is another handle";
    ABOUT "bitwuzla.api.about" "the library says something else about itself";
    NAMES "bitwuzla.api.names" "answers or rounding modes have other names";
    STATISTIC "bitwuzla.api.statistic" "a statistic has no name";
    OPTION_KIND "bitwuzla.option.kind" "an option is of several kinds";
    OPTION_VALID "bitwuzla.option.valid" "an option that is listed is not valid";
    OPTION_VALUE "bitwuzla.option.value" "an option has another value than it was set to";
    SORT_KINDS "bitwuzla.sort.kinds" "a sort is of several kinds";
    SORT_ARITY "bitwuzla.sort.arity" "the arity of a function sort is not the length of its domain";
    TERM_ARITY "bitwuzla.term.arity" "the arity of a function is not the length of its domain";
    TERM_SORT "bitwuzla.term.sort" "the getters of a term say another sort than those of its sort";
    TERM_KIND "bitwuzla.term.kind" "the kind of a term is not what it is";
    TERM_INDEXED "bitwuzla.term.indexed" "whether a term is indexed is not what its indices say";
    TERM_TWICE "bitwuzla.term.twice" "a term has other children or another hash when read twice";
    TERM_STREAM "bitwuzla.term.stream" "what is printed is not what is written into a stream";
    TERM_AGAIN "bitwuzla.term.again" "the kind and the children of a term make another term";
    TERM_SORT_AGAIN "bitwuzla.term.sort-again" "a term that is made again has another sort";
    VALUE_KINDS "bitwuzla.value.kinds" "a value is of several sorts";
    VALUE_SORT "bitwuzla.value.sort" "a value is of another sort than its term";
    VALUE_FP "bitwuzla.value.fp" "a floating-point number reads as none";
    VALUE_FP_TEXT "bitwuzla.value.fp-text" "a floating-point number has no text";
    VALUE_RM "bitwuzla.value.rm" "a rounding mode reads as none";
    VALUE_AGAIN "bitwuzla.value.again" "a value is another term when made";
    VALUE_IMPOSSIBLE "bitwuzla.value.impossible" "a term cannot have the value that it has in a model";
    SIMPLIFIED_SORT "bitwuzla.simplify.sort" "a term is simplified to one of another sort";
    SUBSTITUTED_ONE "bitwuzla.substitute.one" "substituting in one and in many terms differs";
    SUBSTITUTED_SORT "bitwuzla.substitute.sort" "a substitution changes the sort";
    ASSERTION_SORT "bitwuzla.assertions.sort" "get-assertions lists what is no formula";
    ASSERTIONS "bitwuzla.assertions.others" "get-assertions lists other formulas than the asserted ones";
    UNSAT_ASSUMPTION "bitwuzla.assumptions.one" "whether an assumption failed is not what the list of all says";
    NO_INTERPOLANTS "bitwuzla.interpolant.none" "there is no sequence of interpolants";
    INTERPOLANT_IMPLIED "bitwuzla.interpolant.implied" "an interpolant is not implied by the first assertions";
    INTERPOLANT_CONTRADICTS "bitwuzla.interpolant.contradicts" "an interpolant does not contradict the other assertions";
    INTERPOLATION_REFUSED "bitwuzla.interpolant.script" "a script with interpolants is refused";
    INTERPOLATION_SAT "bitwuzla.interpolant.script-sat" "a script with interpolants is satisfiable";
    PRINTED_REFUSED "bitwuzla.print.refused" "what is printed cannot be parsed";
    PRINTED_NOT_RUN "bitwuzla.print.run" "what is printed cannot be run";
    PRINTED_ANSWER "bitwuzla.print.answer" "what is printed has the opposite answer";
    PARSER_READS "bitwuzla.parser.reads" "a parser reads a sort or a term as another one";
    PARSER_RESET "bitwuzla.parser.reset" "a parser cannot be reset";
    PARSER_AFTER_ERROR "bitwuzla.parser.after-error" "a parser that refused a text reads a term";
}
