//! Term managers, and how they are released.

use super::super::bindings::Cvc5TermManager;
use super::Api;

/// A term manager. Its last session releases it.
pub(super) struct Manager {
    pub(super) api: Api,
    pub(super) tm: *mut Cvc5TermManager,
}

impl Drop for Manager {
    fn drop(&mut self) {
        // SAFETY: it is live and not used again. Without the release, 1.4.2 keeps everything
        // that the manager ever made: 56 kB for a run of five calls.
        unsafe {
            self.api.0.cvc5_term_manager_release(self.tm);
            self.api.0.cvc5_term_manager_delete(self.tm);
        }
    }
}
