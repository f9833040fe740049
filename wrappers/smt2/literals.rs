//! Literals in scripts.

use super::Script;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Format, Value};

impl Script {
    /// The literal of a value. Bit-vectors have three notations.
    pub(super) fn literal(&self, sort: SortId, value: &Value) -> Result<String> {
        match (self.state.sorts.get(sort), value) {
            (Some(Sort::Bool), Value::Bool(_))
            | (Some(Sort::Int), Value::Int(_))
            | (Some(Sort::Real), Value::Real(_))
            | (Some(Sort::String), Value::String(_)) => Ok(value.to_string()),
            (Some(Sort::Bv(width)), Value::Bv(value)) if value.width() == *width => {
                Ok(self.bv_literal(value))
            }
            (Some(Sort::Fp(exponent, significand)), Value::Fp(value))
                if value.format() == Format::new(*exponent, *significand) =>
            {
                Ok(value.to_string())
            }
            (Some(Sort::Rm), Value::Rm(mode)) => Ok(if self.state.seed.is_multiple_of(2) {
                mode.name().to_owned()
            } else {
                mode.long_name().to_owned()
            }),
            (Some(Sort::Ff(size)), Value::Ff(value)) if size == value.size() => {
                let sort = self.sort_text(sort)?;
                Ok(format!("(as ff{} {sort})", value.value()))
            }
            (Some(Sort::Seq(_)), Value::Seq(elements)) if elements.is_empty() => {
                Ok(format!("(as seq.empty {})", self.sort_text(sort)?))
            }
            (Some(Sort::Uninterpreted(_)), Value::Element(_))
            | (Some(Sort::Array(..)), Value::Array(_))
            | (Some(Sort::Set(_)), Value::Set(_))
            | (Some(Sort::Bag(_)), Value::Bag(_))
            | (Some(Sort::Fun(..)), Value::Fun(_))
            | (Some(Sort::RegLan), Value::RegLan(_))
            | (Some(Sort::Seq(_)), Value::Seq(_))
            | (Some(Sort::Instance(..)), Value::Element(_))
            | (Some(Sort::Dt(_) | Sort::Tuple(_) | Sort::Nullable(_)), Value::Dt(_)) => {
                Err(Error::Unsupported(format!("a literal for {value}")))
            }
            _ => Err(Error::Rejected(format!(
                "{value} is not of sort {}",
                self.state.sorts.view(sort)
            ))),
        }
    }

    fn bv_literal(&self, value: &Bv) -> String {
        let width = value.width();
        match self.state.seed % 3 {
            0 => format!("(_ bv{} {width})", value.unsigned()),
            1 if width.is_multiple_of(4) => format!("#x{}", value.hexadecimal(width / 4)),
            _ => format!("#b{}", value.binary()),
        }
    }
}
