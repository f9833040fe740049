//! Patterns of names: `*` stands for any characters, `?` for one.

/// Whether `pattern` matches all of `name`. The time is at most proportional to the product of the
/// lengths.
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to continue if the pattern after the last `*` does not match: the star then takes one
    // more character.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    n = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        assert!(matches("*", "") && matches("*", "abc") && matches("a*c", "abbc"));
        assert!(matches("smt.*.x?", "smt.arith.xy") && matches("abc", "abc"));
        assert!(!matches("a*c", "abcd") && !matches("", "a") && !matches("a?", "a"));
        assert!(matches("*ab*ab", "aabab") && matches("a*b*c", "a-b-b-c"));
    }
}
