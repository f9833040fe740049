//! Suggests a known name in place of an unknown one.

use strsim::damerau_levenshtein;

/// Longer names have no suggestions. The time to compare two names grows with the product of their
/// lengths, and files from outside may contain names of any length.
const LONGEST: usize = 100;

/// The end of an error message about an unknown name: `; did you mean 'bv'?`. Empty if no known
/// name is near. Upper and lower case do not differ.
#[must_use]
pub fn suggestion<'a>(unknown: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let length = unknown.chars().count();
    if length > LONGEST {
        return String::new();
    }
    let most = 1 + length / 4;
    // The distance of two names is at least the difference of their lengths.
    let may_be_near = |name: &&str| name.chars().count().abs_diff(length) <= most;
    let lower = unknown.to_lowercase();
    let distance = |name: &&str| damerau_levenshtein(&lower, &name.to_lowercase());
    let nearest = known.into_iter().filter(may_be_near).min_by_key(distance);
    match nearest.filter(|name| distance(name) <= most) {
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
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(suggestion(&long, [long.as_str()]), "");
    }
}
