//! Checks of results, under ids that never change. Keys of findings, rules of profiles and tests
//! use the id. So the sentence of a check may be rewritten at any time.

use super::{Error, Result};
use std::fmt;

/// A check of a result of a solver, under an id that never changes.
#[derive(PartialEq, Eq, Debug)]
pub struct Check {
    id: &'static str,
    sentence: &'static str,
    expected: &'static str,
}

impl Check {
    /// A row of a table; see [`checks!`](crate::checks).
    #[must_use]
    pub const fn new(id: &'static str, sentence: &'static str, expected: &'static str) -> Self {
        Self {
            id,
            sentence,
            expected,
        }
    }

    /// The id: lower case, segments separated by dots, words by hyphens. The first segment is the
    /// solver or the oracle.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// What is wrong if the check fails, in words for readers.
    #[must_use]
    pub const fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// What is right, and why, in one or two full sentences for the developers of the solver.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// Reports that it failed. The details are about this run.
    ///
    /// # Errors
    /// Always.
    pub fn fails<T>(&'static self, details: impl Into<String>) -> Result<T> {
        Err(Error::Contradiction(self.failed(details)))
    }

    /// Reports that it failed for a case, see [`Contradiction::case`].
    ///
    /// # Errors
    /// Always.
    pub fn fails_for<T>(
        &'static self,
        case: impl Into<String>,
        details: impl Into<String>,
    ) -> Result<T> {
        Err(Error::Contradiction(self.failed_for(case, details)))
    }

    /// Reports that it failed unless a condition holds.
    ///
    /// # Errors
    /// The condition does not hold.
    pub fn must(&'static self, holds: bool) -> Result {
        if holds { Ok(()) } else { self.fails("") }
    }

    /// Reports that it failed, with details about this run, unless a condition holds.
    ///
    /// # Errors
    /// The condition does not hold.
    pub fn must_or(&'static self, holds: bool, details: impl FnOnce() -> String) -> Result {
        match holds {
            true => Ok(()),
            false => self.fails(details()),
        }
    }

    /// Reports that it failed for a case, with details about this run, unless a condition holds.
    ///
    /// # Errors
    /// The condition does not hold.
    pub fn must_for_or(
        &'static self,
        case: &str,
        holds: bool,
        details: impl FnOnce() -> String,
    ) -> Result {
        match holds {
            true => Ok(()),
            false => self.fails_for(case, details()),
        }
    }

    /// Reports that it failed for a case unless a condition holds.
    ///
    /// # Errors
    /// The condition does not hold.
    pub fn must_for(&'static self, case: &str, holds: bool) -> Result {
        if holds {
            Ok(())
        } else {
            self.fails_for(case, "")
        }
    }

    /// What [`fails`](Self::fails) reports.
    #[must_use]
    pub fn failed(&'static self, details: impl Into<String>) -> Contradiction {
        Contradiction {
            check: self,
            case: None,
            details: details.into(),
        }
    }

    /// What [`fails_for`](Self::fails_for) reports.
    #[must_use]
    pub fn failed_for(
        &'static self,
        case: impl Into<String>,
        details: impl Into<String>,
    ) -> Contradiction {
        Contradiction {
            case: Some(case.into()),
            ..self.failed(details)
        }
    }
}

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The check.
    pub check: &'static Check,
    /// What distinguishes findings of a check that is made in many cases: the name of an operator,
    /// of a sort or of a way to call the solver. It is part of the key, so it is a name and no
    /// sentence.
    pub case: Option<String>,
    /// What is known about this run, in one or more lines. It may be empty.
    pub details: String,
}

impl Contradiction {
    /// The text. Its first line is the sentence, with the case in parentheses and with a `subject`,
    /// if there is one. Details follow on lines of their own, unless they are short and there is no
    /// subject.
    #[must_use]
    pub fn text(&self, subject: &str) -> String {
        let (general, details) = (self.check.sentence, self.details.trim_end());
        let case = self.case.iter().map(|case| format!(" ({case})"));
        let (case, lines) = (case.collect::<String>(), details.lines().count());
        let separator = match (lines, subject) {
            (0, _) => "",
            (1, "") => ": ",
            _ => "\n",
        };
        format!("{general}{case}{subject}{separator}{details}")
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(""))
    }
}

/// Makes a table of checks: a static for each row `NAME "id" "sentence" "expected";`, and a list of
/// all of them, whose name comes first. The sentence says what is wrong if the check fails, and
/// ends without a full stop. What is expected is a sentence or two that say what is right, and why.
#[macro_export]
macro_rules! checks {
    ($(#[$about:meta])* $vis:vis $all:ident: $($name:ident $id:literal $sentence:literal $expected:literal;)*) => {
        $(
            #[doc = $sentence]
            $vis static $name: $crate::solver::Check =
                $crate::solver::Check::new($id, $sentence, $expected);
        )*

        $(#[$about])*
        $vis static $all: &[&$crate::solver::Check] = &[$(&$name),*];
    };
}

/// What is wrong with the ids of a table, in which all ids begin with one of the words in `firsts`.
/// This is for tests.
#[must_use]
pub fn faults(table: &[&Check], firsts: &[&str]) -> Vec<String> {
    let is_word = |word: &str| {
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        !word.is_empty() && word.chars().all(is_allowed)
    };
    let is_segment = |segment: &str| segment.split('-').all(is_word);
    let is_wrong = |check: &&&Check| {
        let first = check.id.split('.').next().unwrap_or("");
        let segments = check.id.split('.').count();
        segments < 2 || !check.id.split('.').all(is_segment) || !firsts.contains(&first)
    };
    let mut faults: Vec<String> = table.iter().filter(is_wrong).map(|c| c.id.into()).collect();
    let sentences = table.iter().filter(|check| {
        let sentence = check.sentence;
        sentence.is_empty() || sentence.contains('\n') || sentence.ends_with('.')
    });
    faults.extend(sentences.map(|check| format!("{}: '{}'", check.id, check.sentence)));
    let expected = table.iter().filter(|check| {
        let text = check.expected;
        !text.ends_with('.') || text.contains('\n')
    });
    faults.extend(expected.map(|check| format!("{}: '{}'", check.id, check.expected)));
    let mut ids: Vec<&str> = table.iter().map(|check| check.id).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).filter(|pair| pair[0] == pair[1]);
    faults.extend(twice.map(|pair| format!("{} is there twice", pair[0])));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    checks! {
        /// For the test.
        ALL:
        SIGN "one.sign" "the sign of a number is not that of its bits" "The first bit is the sign.";
        VALUE "one.value-again" "a value reads as another one" "It reads as it was made.";
    }

    #[test]
    fn details_follow_the_sentence() {
        let sign = SIGN.sentence();
        let text = |details: &str| SIGN.failed(details).to_string();
        assert_eq!(text(""), sign);
        assert_eq!(text("-1"), format!("{sign}: -1"));
        assert_eq!(text("-1\n1\n"), format!("{sign}\n-1\n1"));
        let about = SIGN.failed_for("FP", "-1").text(" [BV] by mcsat");
        assert_eq!(about, format!("{sign} (FP) [BV] by mcsat\n-1"));
        assert_eq!(VALUE.must(true), Ok(()));
        assert_eq!(VALUE.must(false), VALUE.fails(""));
        assert_eq!(VALUE.must_or(true, || "1".to_owned()), Ok(()));
        assert_eq!(VALUE.must_or(false, || "1".to_owned()), VALUE.fails("1"));
        let of_sort = VALUE.must_for_or("Int", false, || "1".to_owned());
        assert_eq!(of_sort, VALUE.fails_for("Int", "1"));
    }

    #[test]
    fn faults_of_tables_are_found() {
        assert!(faults(ALL, &["one"]).is_empty());
        assert_eq!(faults(ALL, &["two"]).len(), 2);
        let right = "It is right.";
        let is_right = |id| faults(&[&Check::new(id, "it is wrong", right)], &["a"]).is_empty();
        assert!(is_right("a.b-2.c"));
        for id in ["a", "a.", ".a", "a.B", "a.b_c", "a.-b", "a.b c"] {
            assert!(!is_right(id), "{id}");
        }
        assert_eq!(faults(&[ALL[0], ALL[0]], &["one"]).len(), 1);
        let faults_of = |wrong, right| faults(&[&Check::new("a.b", wrong, right)], &["a"]);
        assert_eq!(faults_of("It is.", right).len(), 1);
        assert_eq!(faults_of("it is wrong", "").len(), 1);
    }
}
