//! Sets and bags, and the heaps of separation logic.

use super::{Session, Sort, Term, handle};
use murxla_fsm::solver::Result;

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
    declare_heap(location: Sort, data: Sort) -> ()
        = cvc5_declare_sep_heap(self.solver, location.0, data.0);
    sep_emp() -> Term = cvc5_mk_sep_emp(self.tm);
    sep_nil(location: Sort) -> Term = cvc5_mk_sep_nil(self.tm, location.0);
    heap_value() -> Term = cvc5_get_value_sep_heap(self.solver);
    nil_value() -> Term = cvc5_get_value_sep_nil(self.solver);

    }
    terms {
    set_value(term: Term) = cvc5_term_get_set_value(term.0);

    }
    sorts {
    }
}
