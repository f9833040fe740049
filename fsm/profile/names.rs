//! How profiles name theories and kinds of sorts.

use crate::profile::nearest::suggestion;
use crate::sort::SortKind;
use crate::theory::{Theories, Theory};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};
use std::borrow::Cow;

/// Reads a type by the names of its table `ALL`, and makes its schema of them.
macro_rules! read_by_name {
    ($($type:ident, $noun:literal, $description:literal;)*) => { $(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let name = String::deserialize(from)?;
                let unknown = || {
                    let near = suggestion(&name, Self::ALL.iter().map(|(_, name)| *name));
                    D::Error::custom(format!("unknown {} '{name}'{near}", $noun))
                };
                Self::from_name(&name).ok_or_else(unknown)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let names: Vec<&str> = Self::ALL.iter().map(|(_, name)| *name).collect();
                json_schema!({ "description": $description, "type": "string", "enum": names })
            }
        }
    )* };
}

read_by_name! {
    Theory, "theory", "The name of a theory.";
    SortKind, "sort", "The name of a kind of sorts.";
}

impl From<Vec<Theory>> for Theories {
    fn from(theories: Vec<Theory>) -> Self {
        theories.into_iter().collect()
    }
}
