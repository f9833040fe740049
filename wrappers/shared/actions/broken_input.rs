//! Texts with mistakes, for parsers of libraries.

use murxla_fsm::rng::Rng;

/// A text with some mistakes: words are left out, repeated, exchanged, or replaced by one of
/// `words`.
pub(crate) fn with_mistakes(rng: &mut Rng, text: &str, words: &[&str]) -> String {
    // Lines have a meaning in some formats.
    let text = text.replace('(', " ( ").replace(')', " ) ");
    let text = text.replace('\n', " \n ");
    let mut all: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    for _ in 0..=rng.index(3) {
        if all.is_empty() {
            break;
        }
        let (here, there) = (rng.index(all.len()), rng.index(all.len()));
        let word = rng.pick(words).copied().unwrap_or_default();
        match rng.below(6) {
            0 => drop(all.remove(here)),
            1 => all.insert(here, all[there]),
            2 => all.swap(here, there),
            3 => all.truncate(here),
            4 => all.insert(here, word),
            _ => all[here] = word,
        }
    }
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_depend_on_the_seed() {
        let text = "1 sort bitvec 8\n2 input 1\n(a b)\n";
        let made = |seed| with_mistakes(&mut Rng::new(seed), text, &["x", "\n"]);
        assert_eq!(made(1), made(1));
        assert!((0..50).any(|seed| made(seed) != made(1)));
        assert!((0..50).all(|seed| made(seed).lines().count() <= 8));
        assert_eq!(with_mistakes(&mut Rng::new(1), "", &["x"]), "");
    }
}
