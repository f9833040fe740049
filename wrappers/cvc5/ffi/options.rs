//! Options, as the library lists them.

use super::{Session, text};
use crate::cvc5::bindings::{
    CVC5_OPTION_BOOL, CVC5_OPTION_DOUBLE, CVC5_OPTION_INT64, CVC5_OPTION_MODES, CVC5_OPTION_STRING,
    CVC5_OPTION_UINT64, CVC5_OPTION_VOID, Cvc5OptionInfo,
};
use crate::shared::library::c;
use crate::shared::library::methods::copied;
use murxla_fsm::profile::Release;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::wrapper::OptionDomain;
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

/// Where parts of `Cvc5OptionInfo` are, as byte offsets. Releases have added fields.
struct Layout {
    /// The first release that has it.
    since: &'static str,
    /// The flag `is_set_by_user` and the two after it.
    flags: usize,
    /// The values of Boolean options.
    boolean: usize,
    /// Those of the other options.
    others: usize,
}

/// From the headers of 1.2.0 to 1.4.2, for 64 bits. The first row is the layout of `api.h`.
const LAYOUTS: [Layout; 3] = [
    Layout {
        since: "1.3.1",
        flags: 48,
        boolean: 56,
        others: 64,
    },
    Layout {
        since: "1.3.0",
        flags: 48,
        boolean: 51,
        others: 56,
    },
    Layout {
        since: "1.2.0",
        flags: 32,
        boolean: 35,
        others: 40,
    },
];

impl Layout {
    /// The layout of a release.
    fn of(version: &str) -> &'static Self {
        let release = Release::parse(version);
        let mut known = LAYOUTS.iter();
        let found =
            known.find(|layout| release.is_none() || release >= Release::parse(layout.since));
        found.unwrap_or(&LAYOUTS[0])
    }

    /// The bytes in the layout of `api.h`.
    fn converted(&self, bytes: &[u8; SIZE]) -> [u8; SIZE] {
        let to = &LAYOUTS[0];
        let mut new = *bytes;
        new[to.flags..to.boolean].fill(0);
        for (from, to, length) in [
            (self.flags, to.flags, 3),
            (self.boolean, to.boolean, 2),
            (self.others, to.others, SIZE - to.others),
        ] {
            new[to..to + length].copy_from_slice(&bytes[from..from + length]);
        }
        new
    }
}

/// Bytes with the alignment of the struct.
#[repr(align(8))]
struct Aligned([u8; SIZE]);

const SIZE: usize = size_of::<Cvc5OptionInfo>();

impl ListedDomain {
    /// Whether the option takes this value.
    fn has(&self, value: &str) -> bool {
        let number = |text: &str| text.parse::<i64>().ok();
        match self {
            Self::Known(OptionDomain::Bool) => matches!(value, "true" | "false"),
            Self::Known(OptionDomain::Mode(modes)) => modes.iter().any(|mode| mode == value),
            Self::Known(_) => true,
            Self::Integer(min, max) => number(value).is_some_and(|number| {
                min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max)
            }),
            Self::Decimal(min, max) => value.parse::<f64>().is_ok_and(|number| {
                min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max)
            }),
        }
    }
}

impl Session {
    /// Whether an option has any text as its value, or takes this one.
    pub(in super::super) fn option_takes(&self, name: &str, value: &str) -> Result<bool> {
        let values = self.option_info(name)?.values;
        Ok(values.is_none_or(|(listed, _)| listed.has(value)))
    }

    /// The options by name.
    pub(in super::super) fn option_names(&self) -> Result<Vec<String>> {
        Ok(self.get_option_names()?.into_iter().flatten().collect())
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
        let mut bytes = Aligned([0; SIZE]);
        let layout = Layout::of(&self.get_version()?);
        // SAFETY: all are live; the bytes are aligned, and more than the library writes.
        unsafe {
            let info = bytes.0.as_mut_ptr().cast();
            (self.api.0).cvc5_get_option_info(self.solver, option.as_ptr(), info);
            self.api.check()?;
        }
        let bytes = Aligned(layout.converted(&bytes.0));
        // SAFETY: the library has written the fields, or they are zero, which is valid for all.
        Ok(unsafe { bytes.0.as_ptr().cast::<Cvc5OptionInfo>().read() })
    }

    /// The option of a name or an alias.
    pub(in super::super) fn option_info(&self, name: &str) -> Result<OptionFacts> {
        let info = self.raw_option_info(name)?;
        let names_categories = self.api.0.cvc5_modes_option_category_to_string.exists();
        let category = match names_categories {
            true => self.modes_option_category_to_string(info.category)?,
            false => String::new(),
        };
        let values = match u32::try_from(info.kind).unwrap_or(u32::MAX) {
            CVC5_OPTION_BOOL => {
                let domain = ListedDomain::Known(OptionDomain::Bool);
                Some((domain, info.boolean.initial.to_string()))
            }
            CVC5_OPTION_MODES => {
                let (names, count) = (info.modes.names, info.modes.count as usize);
                // SAFETY: the library wrote the array of so many strings; copied at once.
                let modes = unsafe { copied(names, count) }.into_iter().map(text);
                let domain = ListedDomain::Known(OptionDomain::Mode(modes.collect()));
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

    /// What the library prints of an option.
    pub(in super::super) fn option_text(&self, name: &str) -> Result<String> {
        let print = self.api.0.cvc5_option_info_to_string.found()?;
        if !self.reports_errors() {
            return Err(Error::Unsupported("cvc5_option_info_to_string".to_owned()));
        }
        let option = c(name)?;
        let mut info = MaybeUninit::<Cvc5OptionInfo>::zeroed();
        // SAFETY: all are live; the info is larger than what the library writes and is read before
        // the next call that writes one.
        let text = unsafe {
            (self.api.0).cvc5_get_option_info(self.solver, option.as_ptr(), info.as_mut_ptr());
            self.api.check()?;
            text(print.call(info.as_ptr()))
        };
        self.api.check()?;
        Ok(text)
    }
}
