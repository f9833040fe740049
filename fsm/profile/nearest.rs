//! Suggests a known name in place of an unknown one.

use strsim::damerau_levenshtein;

/// The end of an error message about an unknown name: `; did you mean 'bv'?`. Empty if no known
/// name is near. Upper and lower case do not differ.
#[must_use]
pub fn suggestion<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let lower = unknown.to_lowercase();
    let distance = |name: &&str| damerau_levenshtein(&lower, &name.to_lowercase());
    let nearest = known.into_iter().min_by_key(distance);
    match nearest.filter(|name| distance(name) <= 1 + lower.chars().count() / 4) {
        Some(name) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let known = ["OP_BV_ADD", "OP_BV_SUB", "OP_AND"];
        assert_eq!(
            suggestion("OP_BV_ADDD", known),
            "; did you mean 'OP_BV_ADD'?"
        );
        assert_eq!(suggestion("op_and", known), "; did you mean 'OP_AND'?");
        assert_eq!(suggestion("x", known), "");
    }
}
