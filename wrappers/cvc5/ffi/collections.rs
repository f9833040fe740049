//! Sets, bags and tuples.

use super::super::bindings::Cvc5Api;
use super::{Returned, Session, Sort, Term};
use murxla_fsm::solver::{Error, Result};

functions! {
    self {
    set_sort(element: Sort) -> Sort = cvc5_mk_set_sort(self.tm, element.0);
    bag_sort(element: Sort) -> Sort = cvc5_mk_bag_sort(self.tm, element.0);
    sort_is_set(sort: Sort) -> bool = cvc5_sort_is_set(sort.0);
    sort_is_bag(sort: Sort) -> bool = cvc5_sort_is_bag(sort.0);
    set_element(sort: Sort) -> Sort = cvc5_sort_set_get_element_sort(sort.0);
    bag_element(sort: Sort) -> Sort = cvc5_sort_bag_get_element_sort(sort.0);
    empty_set(sort: Sort) -> Term = cvc5_mk_empty_set(self.tm, sort.0);
    universe_set(sort: Sort) -> Term = cvc5_mk_universe_set(self.tm, sort.0);
    empty_bag(sort: Sort) -> Term = cvc5_mk_empty_bag(self.tm, sort.0);
    is_set_value(term: Term) -> bool = cvc5_term_is_set_value(term.0);

    }
    terms {
    set_value(term: Term) = cvc5_term_get_set_value(term.0);

    }
    sorts {
    }
}
