//! What the library says about its options.

use super::super::bindings::BitwuzlaOptionInfo;
use super::super::checks::OPTION_KIND;
use super::{Session, text};
use crate::shared::library::methods::copied;
use murxla_fsm::solver::Result;
use std::mem::MaybeUninit;

/// An option of the library.
pub(in super::super) struct OptionFacts {
    pub(in super::super) number: u32,
    pub(in super::super) name: String,
    /// `None` for options whose values are any strings.
    pub(in super::super) domain: Option<ListedDomain>,
    pub(in super::super) default: String,
}

/// The values of an option.
pub(in super::super) enum ListedDomain {
    /// Numbers, both bounds inclusive. Truth values are 0 and 1.
    Numeric(u64, u64),
    Mode(Vec<String>),
}

impl Session {
    /// The option of a number. `None` after the last one.
    pub(in super::super) fn option_info(&self, number: u32) -> Result<Option<OptionFacts>> {
        let mut info = MaybeUninit::<BitwuzlaOptionInfo>::zeroed();
        // SAFETY: the info is as large as what is written, and valid when zero; its strings are
        // copied at once.
        unsafe {
            let raw = self.api.0;
            raw.bitwuzla_get_option_info(self.options, number, info.as_mut_ptr());
            if self.api.check().is_err() {
                return Ok(None);
            }
            let info = info.assume_init();
            let flags = (
                self.option_is_numeric(number)?,
                self.option_is_mode(number)?,
                self.option_is_string(number)?,
            );
            // One function says that Boolean options are numeric, the other says that they have no
            // kind.
            let is_bool = info.is_numeric && (info.numeric.min, info.numeric.max) == (0, 1);
            let numeric = flags.0 || is_bool;
            if (numeric, flags.1, flags.2) != (info.is_numeric, info.is_mode, info.is_string) {
                return OPTION_KIND.fails_for(text(info.long_name), "");
            }
            let modes = copied(info.mode.names.cast_const(), info.mode.count as usize);
            let default = match (is_bool, numeric, flags.1) {
                (true, ..) => (info.numeric.by_default != 0).to_string(),
                (_, true, _) => info.numeric.by_default.to_string(),
                (.., true) => text(info.mode.by_default),
                _ => text(info.string.by_default),
            };
            let domain = match (numeric, flags.1) {
                (true, _) => Some(ListedDomain::Numeric(info.numeric.min, info.numeric.max)),
                (_, true) => Some(ListedDomain::Mode(modes.into_iter().map(text).collect())),
                _ => None,
            };
            Ok(Some(OptionFacts {
                number,
                name: text(info.long_name),
                domain,
                default,
            }))
        }
    }
}
