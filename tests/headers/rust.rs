//! What declarations declare that bindgen has made of a header.

use crate::compiler::{Declared, split};
use std::collections::BTreeMap;

/// The functions, and the enumerators that are constants.
pub(crate) fn declared(text: &str) -> Declared {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut aliases: BTreeMap<&str, &str> = BTreeMap::new();
    for part in joined.split("pub type ").skip(1) {
        if let Some((name, rest)) = part.split_once(" = ") {
            aliases.insert(name, rest.split(';').next().unwrap_or_default());
        }
    }
    let enumerations = joined.split("pub enum ").skip(1);
    let enumerations = enumerations.filter_map(|part| part.split([' ', '{']).next());
    let enumerations: Vec<&str> = enumerations.collect();
    let mut found = Declared::default();
    for part in joined.split("#[link_name = \"\\u{1}").skip(1) {
        let Some((name, rest)) = part.split_once('"') else {
            continue;
        };
        let Some((_, declaration)) = rest.split_once("pub fn ") else {
            continue;
        };
        let declaration = declaration.split(';').next().unwrap_or_default();
        let Some((_, rest)) = declaration.split_once('(') else {
            continue;
        };
        let (parameters, result) = match rest.rsplit_once(") -> ") {
            Some((parameters, result)) => (parameters, result),
            None => (rest.trim_end_matches(')'), "void"),
        };
        let parameters = split(parameters).into_iter();
        let types = parameters.filter_map(|parameter| parameter.split_once(": ").map(|(_, of)| of));
        let kind = |of: &str| kind(of.trim(), &aliases, &enumerations);
        let shape = [kind(result)].into_iter().chain(types.map(kind)).collect();
        found.functions.insert(name.to_owned(), shape);
    }
    found
}

/// The kind of a type.
fn kind(of: &str, aliases: &BTreeMap<&str, &str>, enumerations: &[&str]) -> String {
    let last = of.rsplit("::").next().unwrap_or(of);
    match last {
        _ if of.starts_with('*') || of.contains("Option<") => "pointer".to_owned(),
        "void" => "void".to_owned(),
        "bool" | "u8" | "i8" => "integer 1".to_owned(),
        "c_int" | "c_uint" | "u32" | "i32" => "integer 4".to_owned(),
        "usize" | "isize" | "u64" | "i64" | "c_long" | "c_ulong" => "integer 8".to_owned(),
        "f64" => "real 8".to_owned(),
        "f32" => "real 4".to_owned(),
        _ if enumerations.contains(&last) => "integer 4".to_owned(),
        _ => match aliases.get(last) {
            Some(other) => kind(other, aliases, enumerations),
            None => format!("unknown {of}"),
        },
    }
}
