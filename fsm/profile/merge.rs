//! Merges the JSON texts of profiles.

use serde_json::Value as Json;

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
