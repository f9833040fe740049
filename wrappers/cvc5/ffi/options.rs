//! Options, as the library lists them.

use super::{Session, c, text};
use crate::cvc5::bindings::{
    CVC5_OPTION_BOOL, CVC5_OPTION_DOUBLE, CVC5_OPTION_INT64, CVC5_OPTION_MODES, CVC5_OPTION_STRING,
    CVC5_OPTION_UINT64, CVC5_OPTION_VOID, Cvc5OptionInfo,
};
use murxla_fsm::solver::Result;
use murxla_fsm::wrapper::OptionDomain;
use std::ffi::{c_char, c_ulong};
use std::mem::MaybeUninit;

/// An option of the library.
pub(in super::super) struct OptionFacts {
    /// The name, which is not an alias.
    pub(in super::super) name: String,
    pub(in super::super) category: String,
    /// The values, and which of them is the default. `None` if they are any text.
    pub(in super::super) values: Option<(ListedDomain, String)>,
}

/// The values of an option.
pub(in super::super) enum ListedDomain {
    /// As the library says.
    Known(OptionDomain),
    /// Integers, with the bounds if there are any.
    Integer(Option<i64>, Option<i64>),
    /// Decimals, with the bounds if there are any.
    Decimal(Option<f64>, Option<f64>),
}

impl Session {
    /// The options by name. Their layout is known since 1.4.0.
    pub(in super::super) fn option_names(&self) -> Result<Vec<String>> {
        let mut size = 0;
        // SAFETY: the solver is live; the array has `size` strings, which are copied at once.
        unsafe {
            let names = self.api.0.cvc5_get_option_names(self.solver, &raw mut size);
            self.api.check()?;
            Ok(strings(names, size))
        }
    }

    /// The names and aliases of the options whose values are any text.
    pub(in super::super) fn text_options(&self) -> Result<Vec<String>> {
        let mut texts = Vec::new();
        for name in self.option_names()? {
            // The library says that options with a separate function have no value.
            let kind = u32::try_from(self.raw_option_info(&name)?.kind);
            if let Ok(CVC5_OPTION_STRING | CVC5_OPTION_VOID) = kind {
                texts.push(name);
            }
        }
        Ok(texts)
    }

    fn raw_option_info(&self, name: &str) -> Result<Cvc5OptionInfo> {
        let option = c(name)?;
        let mut info = MaybeUninit::<Cvc5OptionInfo>::zeroed();
        // SAFETY: all are live; the info is larger than what the library writes, and all of its
        // fields are valid when zero.
        unsafe {
            (self.api.0).cvc5_get_option_info(self.solver, option.as_ptr(), info.as_mut_ptr());
            self.api.check()?;
            Ok(info.assume_init())
        }
    }

    /// The option of a name or an alias.
    pub(in super::super) fn option_info(&self, name: &str) -> Result<OptionFacts> {
        let info = self.raw_option_info(name)?;
        let raw = self.api.0;
        let category = match raw.cvc5_modes_option_category_to_string.get() {
            // SAFETY: takes an enumerator that the library just wrote.
            Some(category) => text(unsafe { category.call(info.category) }),
            None => String::new(),
        };
        let values = match u32::try_from(info.kind).unwrap_or(u32::MAX) {
            CVC5_OPTION_BOOL => {
                let domain = ListedDomain::Known(OptionDomain::Bool);
                Some((domain, info.boolean.initial.to_string()))
            }
            CVC5_OPTION_MODES => {
                // SAFETY: the library wrote the array of so many strings; copied at once.
                let modes = unsafe { strings(info.modes.names, info.modes.count) };
                let domain = ListedDomain::Known(OptionDomain::Mode(modes));
                Some((domain, text(info.modes.initial)))
            }
            CVC5_OPTION_INT64 => {
                let min = info.integer.has_min.then_some(info.integer.min);
                let max = info.integer.has_max.then_some(info.integer.max);
                let domain = ListedDomain::Integer(min, max);
                Some((domain, info.integer.initial.to_string()))
            }
            CVC5_OPTION_UINT64 => {
                let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
                let min = if info.natural.has_min {
                    number(info.natural.min)
                } else {
                    0
                };
                let max = info.natural.has_max.then_some(number(info.natural.max));
                let domain = ListedDomain::Integer(Some(min), max);
                Some((domain, info.natural.initial.to_string()))
            }
            CVC5_OPTION_DOUBLE => {
                let min = info.decimal.has_min.then_some(info.decimal.min);
                let max = info.decimal.has_max.then_some(info.decimal.max);
                let domain = ListedDomain::Decimal(min, max);
                Some((domain, info.decimal.initial.to_string()))
            }
            _ => None,
        };
        Ok(OptionFacts {
            name: text(info.name),
            category,
            values,
        })
    }
}

/// Copies of the strings of an array.
///
/// # Safety
/// `array` has `size` strings.
pub(super) unsafe fn strings(array: *mut *const c_char, size: c_ulong) -> Vec<String> {
    if array.is_null() {
        return Vec::new();
    }
    (0..size as usize)
        // SAFETY: within the array.
        .map(|n| text(unsafe { *array.add(n) }))
        .collect()
}
