//! What the calls of the API are in SMT-LIB: they are recorded, and not imported yet.

use murxla_fsm::wrapper::call_form::CallForms;

pub(super) const FORMS: CallForms = CallForms::NONE;
