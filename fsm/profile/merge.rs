//! Merges the JSON texts of profiles.

use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Removes each member of `from` that is null, and the same member of `into`.
pub(super) fn clear(into: &mut Json, from: &mut Json) -> Result<(), String> {
    let Json::Object(from) = from else {
        return Ok(());
    };
    let mut nothing = Json::Null;
    for (key, value) in from.iter_mut() {
        if !value.is_null() {
            clear(into.get_mut(key).unwrap_or(&mut nothing), value)?;
        } else if into
            .as_object_mut()
            .and_then(|old| old.remove(key))
            .is_none()
        {
            return Err(format!(
                "\"{key}\" is null, which removes what the profiles before it say, but they say \
                 nothing: remove it"
            ));
        }
    }
    from.retain(|_, value| !value.is_null());
    Ok(())
}

/// Lets each member of an object be null in a schema, as [`clear`] does. Members of the items of
/// lists cannot be.
pub(super) fn allow_null(schema: &mut Json) {
    let (mut open, mut seen) = (vec![String::new()], BTreeSet::new());
    while let Some(place) = open.pop() {
        let Some(Json::Object(object)) = schema.pointer_mut(&place) else {
            continue;
        };
        if !seen.insert(place.clone()) {
            continue;
        }
        let mut members: Vec<(String, &mut Json)> = Vec::new();
        for (key, value) in object.iter_mut() {
            match (key.as_str(), value) {
                ("properties", Json::Object(properties)) => {
                    let named = properties.iter_mut();
                    members.extend(named.map(|(name, of)| (format!("properties/{name}"), of)));
                }
                (key @ "additionalProperties", value @ Json::Object(_)) => {
                    members.push((key.to_owned(), value));
                }
                _ => {}
            }
        }
        for (name, member) in members {
            let reference = member.get("$ref").and_then(Json::as_str);
            open.push(match reference.and_then(|text| text.strip_prefix('#')) {
                Some(definition) => definition.to_owned(),
                None => format!("{place}/{name}/anyOf/0"),
            });
            *member = json!({ "anyOf": [member.take(), { "type": "null" }] });
        }
    }
}

/// Merges `from` into `into`, the value of `key`.
pub(super) fn merge(into: &mut Json, from: Json, key: &str) {
    match (into, from) {
        (Json::Object(into), Json::Object(from)) => {
            for (key, value) in from {
                match into.get_mut(&key) {
                    Some(old) => merge(old, value, &key),
                    None => {
                        into.insert(key, value);
                    }
                }
            }
        }
        (Json::Array(into), Json::Array(from)) if key == "include" => {
            into.retain(|v| from.contains(v));
        }
        (Json::Array(into), Json::Array(from)) => into.extend(from),
        (into, from) => *into = from,
    }
}
