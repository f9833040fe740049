//! From text to lines of tokens: the grammar of traces. It does not depend on actions and theories.

use super::note::Note;
use crate::solver::{Answer, ReasonUnknown, TermId};
use crate::sort::SortId;
use crate::state::MAX_ID;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The greatest number of lines of a trace, and of its words. A trace of this size is read with
/// less than 1 GB of memory.
const MAX_LINES: usize = 1_000_000;
const MAX_WORDS: usize = 4_000_000;

/// An error in a trace, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[error("line {line}, column {column}: {message}")]
pub struct TraceError {
    /// The line, from 1 on.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
    /// The message, without a capital letter and a full stop.
    pub message: String,
}

impl TraceError {
    /// An error of the whole trace.
    #[must_use]
    pub fn of_whole(message: impl Into<String>) -> Self {
        Self {
            line: 1,
            column: 1,
            message: message.into(),
        }
    }
}

/// A token of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The text. For a string it is the text between the quotes.
    pub text: String,
    /// Whether it is a string in quotes.
    pub quoted: bool,
    /// The column in characters, from 1 on.
    pub column: usize,
}

impl Token {
    /// The token as the id of a sort.
    #[must_use]
    pub fn sort(&self) -> Option<SortId> {
        let digits = self.text.strip_prefix('s').filter(|_| !self.quoted)?;
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let id = digits.parse().ok().filter(|id| *id < MAX_ID);
        id.map(SortId)
    }

    /// The token as the id of a term.
    #[must_use]
    pub fn term(&self) -> Option<TermId> {
        let term = TermId::from_name(&self.text).filter(|_| !self.quoted);
        term.filter(|term| term.0 < MAX_ID)
    }

    /// The token as a number.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        (!self.quoted && self.text.bytes().all(|b| b.is_ascii_digit()))
            .then(|| self.text.parse().ok())
            .flatten()
    }
}

/// A line of the text of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextLine<'t> {
    /// A note on the call before it.
    Note(Note),
    /// A comment, without its `#`.
    Comment(&'t str),
    /// A call or the results of one, or nothing.
    Code(&'t str),
}

impl<'t> TextLine<'t> {
    /// What a line is.
    #[must_use]
    pub fn of(line: &'t str) -> Self {
        let line = line.trim();
        match (Note::of_line(line), line.strip_prefix('#')) {
            (Some(note), _) => Self::Note(note),
            (None, Some(comment)) => Self::Comment(comment.trim()),
            (None, None) => Self::Code(line),
        }
    }

    /// The key and the value, if the line is a comment `# key: value`.
    #[must_use]
    pub fn entry(&self) -> Option<(&'t str, &'t str)> {
        match self {
            Self::Comment(comment) => entry(comment),
            _ => None,
        }
    }
}

/// The key and the value in a comment `key: value`.
fn entry(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.split_once(':')?;
    Some((key.trim(), value.trim()))
}

/// The comments before the first call, without the `#`.
pub fn header_of(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let is_comment = |line: &TextLine<'_>| matches!(line, TextLine::Comment(_));
    text.lines().map(TextLine::of).take_while(is_comment)
}

/// The line of a comment.
#[must_use]
pub fn comment(text: &str) -> String {
    format!("# {text}\n")
}

/// The line of a comment that has a key and a value.
#[must_use]
pub fn header_line(key: &str, value: impl fmt::Display) -> String {
    comment(&format!("{key}: {value}"))
}

/// A call of a trace, with its results and notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of its line, from 1 on.
    pub number: usize,
    /// The line and column of the script that the call was made of, if the trace has them.
    pub place: Option<(usize, usize)>,
    /// The seed of the wrapper's choices; 0 if there is none.
    pub seed: u32,
    /// The name of the action.
    pub action: Token,
    /// Its arguments.
    pub args: Vec<Token>,
    /// The ids of its `return` line; empty if there is no such line.
    pub returns: Vec<Token>,
    /// The notes after it: what the solver answered when the trace was written.
    pub notes: Vec<Note>,
}

impl Line {
    /// The text of the call, without its seed and its results.
    #[must_use]
    pub fn call(&self) -> String {
        let mut text = self.action.text.clone();
        for token in &self.args {
            if token.quoted {
                super::print::string(&mut text, &token.text);
            } else {
                text.push(' ');
                text.push_str(&token.text);
            }
        }
        text
    }

    /// The line of the call with its seed, and the line of its results.
    #[must_use]
    pub fn call_and_results(&self) -> String {
        let mut text = format!("{} {}\n", self.seed, self.call());
        if !self.returns.is_empty() {
            let ids = self.returns.iter().map(|token| token.text.as_str());
            text.push_str(&format!("return {}\n", Vec::from_iter(ids).join(" ")));
        }
        text
    }

    /// The noted answer, if the call is a check that was answered.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.notes.iter().find_map(|note| match note {
            Note::Answer(answer) => Some(*answer),
            _ => None,
        })
    }

    /// The noted answer for formulas that are not the assertions.
    #[must_use]
    pub fn claimed_answer(&self) -> Option<Answer> {
        self.notes.iter().find_map(|note| match note {
            Note::Claim { answer, .. } => Some(*answer),
            _ => None,
        })
    }

    /// The noted reason why the answer is `unknown`.
    #[must_use]
    pub fn reason_unknown(&self) -> Option<ReasonUnknown> {
        self.notes.iter().find_map(|note| match note {
            Note::ReasonUnknown(reason) => Some(*reason),
            _ => None,
        })
    }

    /// The noted commands of the solver's language, see [`Note::Command`].
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter_map(|note| match note {
            Note::Command(command) => Some(command.as_str()),
            _ => None,
        })
    }

    /// Whether the solver refused the option that the call sets.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        let mut notes = self.notes.iter();
        notes.any(|note| matches!(note, Note::Refused(_)))
    }

    /// Whether the call ended its run, and the trace continues with another run.
    #[must_use]
    pub fn is_end(&self) -> bool {
        self.notes.contains(&Note::Ended)
    }

    /// An error at a token of this line. It names the place in the script, if that is known.
    #[must_use]
    pub fn error(&self, token: &Token, message: String) -> TraceError {
        let (line, column) = self.place.unwrap_or((self.number, token.column));
        TraceError {
            line,
            column,
            message,
        }
    }
}

/// The lines of the call in a trace, with those of its results and notes.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.call_and_results())?;
        let mut notes = self.notes.iter();
        notes.try_for_each(|note| f.write_str(&note.line()))
    }
}

/// A trace.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The comments before the first call, without the `#`.
    pub header: Vec<String>,
    /// The words of the line `set-murxla-options`, which the C++ original writes. Empty for our
    /// traces.
    pub options: Vec<String>,
    /// The calls.
    pub lines: Vec<Line>,
}

impl Script {
    /// The value of a line `# key: value` of the header.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        let mut entries = self.header.iter().filter_map(|line| entry(line));
        entries.find_map(|(name, value)| (name == key).then_some(value))
    }

    /// The highest ids that the trace gives to sorts and terms.
    #[must_use]
    pub fn highest_ids(&self) -> (SortId, TermId) {
        let ids = || self.lines.iter().flat_map(|line| &line.returns);
        let sort = ids().filter_map(Token::sort).max();
        let term = ids().filter_map(Token::term).max();
        (sort.unwrap_or(SortId(0)), term.unwrap_or(TermId(0)))
    }
}

/// Reads a trace, without the calls that were not made. Ids, actions and sorts are not looked up.
///
/// # Errors
/// The first line that does not fit the grammar, or a trace that is too long.
pub fn lex(text: &str) -> Result<Script, TraceError> {
    let mut script = Script::default();
    let (mut lines, mut words, mut place) = (0, 0, None);
    // Some editors begin UTF-8 files with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, raw) in text.lines().enumerate() {
        let number = index + 1;
        let error = |column: usize, message: String| TraceError {
            line: number,
            column,
            message,
        };
        let trimmed = raw.trim();
        // These lines take no memory.
        if let Some(text) = trimmed.strip_prefix(PLACE) {
            place = read_place(text).or(place);
            continue;
        }
        lines += 1;
        if lines > MAX_LINES {
            return Err(error(
                1,
                format!("more than {MAX_LINES} lines, which is the limit"),
            ));
        }
        match (TextLine::of(trimmed), script.lines.last_mut()) {
            (TextLine::Code(_), _) => {}
            (TextLine::Note(note), Some(line)) => {
                line.notes.push(note);
                continue;
            }
            (TextLine::Comment(comment), None) => {
                script.header.push(comment.to_owned());
                continue;
            }
            (TextLine::Note(_), None) | (TextLine::Comment(_), Some(_)) => continue,
        }
        let mut tokens = tokens(raw).map_err(|(column, message)| error(column, message))?;
        if tokens.is_empty() {
            continue;
        }
        words += tokens.len();
        if words > MAX_WORDS {
            return Err(error(
                1,
                format!("more than {MAX_WORDS} words, which is the limit"),
            ));
        }
        if tokens[0].text == "set-murxla-options" {
            script.options = tokens.into_iter().skip(1).map(|t| t.text).collect();
            continue;
        }
        if tokens[0].text == "return" {
            let column = tokens[0].column;
            tokens.remove(0);
            let Some(line) = script.lines.last_mut() else {
                return Err(error(
                    column,
                    "'return' without a call before it".to_owned(),
                ));
            };
            if !line.returns.is_empty() {
                return Err(error(column, "a second 'return' for one call".to_owned()));
            }
            if tokens.is_empty() {
                return Err(error(column, "'return' without ids".to_owned()));
            }
            if let Some(bad) = tokens
                .iter()
                .find(|t| t.sort().is_none() && t.term().is_none())
            {
                let message = format!(
                    "'{}' is not an id: s or t and a number below {MAX_ID}",
                    bad.text
                );
                return Err(error(bad.column, message));
            }
            line.returns = tokens;
            continue;
        }
        let digits = !tokens[0].quoted && tokens[0].text.bytes().all(|b| b.is_ascii_digit());
        let seed = match tokens[0].number() {
            None if digits => {
                let message = format!("the seed '{}' is too large", tokens[0].text);
                return Err(error(tokens[0].column, message));
            }
            Some(seed) => {
                tokens.remove(0);
                seed
            }
            None => 0,
        };
        if tokens.is_empty() {
            return Err(error(1, "a seed without an action".to_owned()));
        }
        let action = tokens.remove(0);
        if action.quoted {
            return Err(error(
                action.column,
                "a string in the place of an action".to_owned(),
            ));
        }
        script.lines.push(Line {
            number,
            place,
            seed,
            action,
            args: tokens,
            returns: Vec::new(),
            notes: Vec::new(),
        });
    }
    script
        .lines
        .retain(|line| !line.notes.contains(&Note::NotMade));
    Ok(script)
}

/// Begins a line that names the place in a script from which the following calls come: `#@ 3:5`.
const PLACE: &str = "#@";

/// Writes that the following calls were made of this place of a script. Both numbers count from 1
/// on.
pub fn write_place(out: &mut String, line: usize, column: usize) {
    out.push_str(&format!("{PLACE} {line}:{column}\n"));
}

fn read_place(text: &str) -> Option<(usize, usize)> {
    let (line, column) = text.trim().split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// Splits a line at white space outside of strings. In a string, two quotes stand for one.
pub(super) fn tokens(line: &str) -> Result<Vec<Token>, (usize, String)> {
    let mut tokens = Vec::new();
    let mut chars = line.chars().enumerate().peekable();
    while let Some((start, first)) = chars.next() {
        if first.is_whitespace() {
            continue;
        }
        let column = start + 1;
        let mut text = String::new();
        if first == '"' {
            loop {
                match chars.next() {
                    None => return Err((column, "the string does not end".to_owned())),
                    Some((_, '"')) if chars.next_if(|(_, c)| *c == '"').is_some() => text.push('"'),
                    Some((_, '"')) => break,
                    Some((_, c)) => text.push(c),
                }
            }
        } else {
            // `s"_p0"` and `s<"_u1">` are one token each. The C++ original names sort parameters
            // so.
            let mut inside = false;
            text.push(first);
            while let Some((_, c)) = chars.next_if(|(_, c)| inside || !c.is_whitespace()) {
                inside ^= c == '"';
                text.push(c);
            }
            if inside {
                return Err((column, "the string does not end".to_owned()));
            }
        }
        tokens.push(Token {
            text,
            quoted: first == '"',
            column,
        });
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_both_tools_write() {
        let text = "# murxla-rs 0.1.0\n# solver: z3 5.4.0\nset-murxla-options --cvc5\n\
                    81651 new\nmk-const s1 \"a \"\"b\"\n      return t7\n#= sat\n\
                    9 mk-term OP_ITE SORT_FUN 3 t1 t2 t3\nreturn t8 s2\n#= not made\n#= left out mk-term\n\
                    7 mk-sort SORT_DT 1 \"d\" 1 s\"p 1\"\n";
        let script = lex(text).unwrap();
        assert_eq!(script.header("solver"), Some("z3 5.4.0"));
        assert_eq!(script.options, ["--cvc5"]);
        assert_eq!(script.lines.len(), 3);
        assert_eq!(script.lines[0].seed, 81651);
        assert_eq!(script.lines[1].args[1].text, "a \"b");
        assert_eq!(script.lines[1].returns[0].term(), Some(TermId(7)));
        assert_eq!(script.lines[1].notes, [Note::Answer(Answer::Sat)]);
        assert_eq!(script.lines[2].args.last().unwrap().text, "s\"p 1\"");
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, message) in [
            (
                "return t1",
                "line 1, column 1: 'return' without a call before it",
            ),
            ("new\n return", "line 2, column 2: 'return' without ids"),
            (
                "new\nreturn x1",
                "line 2, column 8: 'x1' is not an id: s or t and a number below 1048576",
            ),
            (
                "new\nreturn t1\nreturn t1",
                "line 3, column 1: a second 'return' for one call",
            ),
            (
                "mk-const s1 \"a",
                "line 1, column 13: the string does not end",
            ),
            (
                "mk-sort SORT_DT 1 \"d\" 1 s\"p 1",
                "line 1, column 25: the string does not end",
            ),
            ("  12", "line 1, column 1: a seed without an action"),
            (
                " 99999999999 new",
                "line 1, column 2: the seed '99999999999' is too large",
            ),
            (
                "\"new\"",
                "line 1, column 1: a string in the place of an action",
            ),
        ] {
            assert_eq!(lex(text).unwrap_err().to_string(), message);
        }
    }
}
