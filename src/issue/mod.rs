//! A finding as the text of an issue: what a developer of the solver wants to know, in Markdown.

mod kinds;
mod markdown;

use crate::executor::readable;
use crate::report::{EVIDENCE, FULL};
use crate::triage::{Finding, Reproduces, action_of};
use kinds::{About, Kind};
use markdown::{block, code, folded, plain, table};
use murxla_fsm::trace::Script;
use std::collections::BTreeSet;

/// A longer program or trace is only named: trackers have limits on the length of an issue.
const LONG: usize = 25_000;
/// So many lines of what the solver wrote are shown, and of its backtrace.
const TAIL: usize = 30;
/// A trace of more calls is shown when it is asked for.
const MANY: usize = 60;
/// So many terms that the message names are looked up.
const NAMED: usize = 20;

/// A program that shows a finding, in a language that others read.
pub struct Program {
    /// The language, as blocks of code name it.
    pub language: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The file in the folder of the finding that has it, if there is one.
    pub file: Option<&'static str>,
    /// The program.
    pub text: String,
    /// What it lacks of the trace.
    pub gaps: Vec<String>,
    /// Definitions that make the formulas true, in the place of declarations.
    pub assignment: Option<String>,
}

/// A trace of a finding.
pub struct Trace {
    /// The name of its file.
    pub name: &'static str,
    /// The file.
    pub text: String,
    /// Its calls.
    pub script: Script,
    /// The same for others, or why there is no such program.
    pub program: Result<Program, String>,
}

/// What is told.
pub struct Issue<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// How often it was seen.
    pub sights: u64,
    /// The machine of the campaign, if it is known.
    pub platform: &'a str,
    /// The shortest trace, or why there is none.
    pub trace: &'a Result<Trace, String>,
    /// The program in C, or why it cannot be had, where [`is_told`] says that SMT-LIB is not enough.
    pub c: Option<&'a Result<Program, String>>,
    /// The run that showed it first, whose ids the message has.
    pub full: Option<&'a Script>,
    /// What the solver wrote.
    pub output: &'a str,
    /// Whether there is a trace of one check alone that shows the error.
    pub has_evidence: bool,
    /// Whether the trace can be had as a program in C.
    pub has_c: bool,
}

impl Issue<'_> {
    /// The text.
    #[must_use]
    pub fn text(&self) -> String {
        let kind = kinds::of(&self.finding.kind);
        let sections = [
            ("", self.facts()),
            ("What happened", self.seen(kind)),
            ("What was expected", self.expected(kind)),
            ("Program", self.program(kind)),
            ("How to reproduce it", self.again(kind)),
            ("Backtrace", self.backtrace()),
            ("Output", self.output()),
        ];
        let mut text = format!("# {}\n", self.title(kind));
        for (title, content) in sections {
            if content.is_empty() {
                continue;
            }
            if !title.is_empty() {
                text.push_str(&format!("\n## {title}\n"));
            }
            text.push('\n');
            text.push_str(&content);
        }
        text
    }

    fn title(&self, kind: &Kind) -> String {
        let Finding {
            kind: name,
            solver,
            version,
            message,
            last_call,
            ..
        } = self.finding;
        let solver = solver.split(['@', '=']).next().unwrap_or(solver);
        let what = name.strip_prefix("crash-").unwrap_or(kind.title);
        let message = message.lines().find(|line| !line.trim().is_empty());
        let message = message.unwrap_or_default();
        let about = match kind.about {
            About::Call => { last_call.as_ref() }.map(|call| format!(" in {}", action_of(call))),
            About::Message if message.is_empty() => None,
            About::Message => Some(format!(": {}", shortened(message, 100))),
            About::Theories => message.find('[').map(|at| format!(" {}", &message[at..])),
        };
        let about = plain(&about.unwrap_or_default().replace(" []", ""));
        format!("{} {}: {what}{about}", plain(solver), plain(version))
    }

    fn facts(&self) -> String {
        let Finding {
            id,
            seed,
            solver,
            version,
            reproduces,
            ..
        } = self.finding;
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed:#x}"));
        let platform = match self.platform {
            "" => "not recorded".to_owned(),
            known => plain(known),
        };
        let times = if self.sights == 1 {
            "once".to_owned()
        } else {
            format!("{} times", self.sights)
        };
        let mut rows = vec![
            (
                "solver",
                format!("{}, version {}", code(solver), plain(version)),
            ),
            ("platform", platform),
            ("finding", format!("{}, seen {times}", code(id))),
            ("found by", format!("{}{seed}", plain(self.found_by()))),
            ("its trace", reproduces.to_string()),
        ];
        if let Ok(trace) = self.trace {
            let options: Vec<String> = settings(&trace.script).iter().map(|s| code(s)).collect();
            if !options.is_empty() {
                rows.push(("options", options.join(", ")));
            }
        }
        table(&rows)
    }

    /// The program that made the trace, as its header says.
    fn found_by(&self) -> &str {
        let header = { self.trace.iter() }.flat_map(|trace| &trace.script.header);
        let mut named = header.filter(|line| line.starts_with("murxla-rs "));
        named.next().map_or("murxla-rs", String::as_str)
    }

    fn seen(&self, kind: &Kind) -> String {
        let Finding {
            message, last_call, ..
        } = self.finding;
        let mut text = format!("{}\n", kind.seen);
        if let Some(call) = last_call {
            let call = shortened(call.trim(), 300);
            text.push_str(&format!("\nThe last call: {}\n", code(&call)));
        }
        if !message.trim().is_empty() {
            text.push('\n');
            text.push_str(&block("", message));
        }
        let returned = self.returned();
        if !returned.is_empty() {
            text.push_str("\nWhat the solver returned there:\n\n");
            text.push_str(&block("", &returned.join("\n")));
        }
        let named = self.named(&returned);
        if !named.is_empty() {
            text.push_str("\nThe terms that are named there, in the run that showed it first:\n\n");
            text.push_str(&block("", &named.join("\n")));
        }
        text
    }

    /// What is noted of the last call: a core, values. What a check has said of it is the message.
    fn returned(&self) -> Vec<String> {
        let last = self.full.and_then(|script| script.lines.last());
        let notes = last.iter().flat_map(|line| &line.notes);
        let notes = notes.filter(|note| !note.starts_with(&self.finding.kind));
        notes.take(TAIL).map(|note| shortened(note, 300)).collect()
    }

    /// The calls that have made the terms that are named in the message or in what was returned.
    fn named(&self, returned: &[String]) -> Vec<String> {
        let texts = returned.iter().chain([&self.finding.message]);
        let words = texts.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
        let is_id = |word: &&str| {
            let digits = word.strip_prefix('t');
            digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
        };
        let ids: BTreeSet<&str> = words.filter(is_id).collect();
        let lines = self.full.iter().flat_map(|script| &script.lines);
        let made = lines.filter_map(|line| {
            let id = line.returns.first().map(|token| token.text.as_str());
            let id = id.filter(|id| ids.contains(id))?;
            Some(format!("{id}: {}", shortened(&line.call(), 200)))
        });
        made.take(NAMED).collect()
    }

    fn expected(&self, kind: &Kind) -> String {
        let mut text = format!("{}\n", kind.expected);
        let program = { self.trace.as_ref().ok() }.and_then(|trace| trace.program.as_ref().ok());
        let assignment = program.and_then(|program| program.assignment.as_ref());
        let is_assigned = self.finding.message.contains(kinds::ASSIGNED);
        if let Some(assignment) = assignment.filter(|_| is_assigned) {
            text.push_str("\nThe assignment, for the program below:\n\n");
            text.push_str(&block("smt2", assignment));
        }
        text
    }

    fn program(&self, kind: &Kind) -> String {
        let trace = match self.trace {
            Ok(trace) => trace,
            Err(why) => return format!("There is none: {}.\n", plain(why)),
        };
        let mut text = String::new();
        if let Some(beyond) = kind.beyond {
            let elsewhere = match self.c {
                Some(Ok(_)) => "the program in C, below,",
                _ => "the trace of the calls, below,",
            };
            text.push_str(&format!(
                "A script has no counterpart of {beyond}: {elsewhere} shows it.\n\n"
            ));
        }
        match &trace.program {
            Ok(program) => text.push_str(&listed(program, trace.name)),
            Err(why) => text.push_str(&format!("It cannot be translated: {}\n", plain(why))),
        }
        text.push('\n');
        match self.c {
            Some(Ok(program)) => {
                text.push_str(&listed(program, trace.name));
                text.push('\n');
            }
            Some(Err(why)) => text.push_str(&format!(
                "The program in C is made where the solver is: {}\n\n",
                plain(why)
            )),
            None => {}
        }
        if trace.text.len() > LONG {
            text.push_str(&format!(
                "The trace, `{}`, is too long for this place: attach it.\n",
                trace.name
            ));
            return text;
        }
        let listing = block("", &trace.text);
        let is_told = is_told(self.finding, trace) || matches!(self.c, Some(Ok(_)));
        if is_told || trace.script.lines.len() > MANY {
            text.push_str(&folded("The trace of the calls of its API", &listing));
        } else {
            text.push_str("The trace of the calls of its API:\n\n");
            text.push_str(&listing);
        }
        text
    }

    fn again(&self, kind: &Kind) -> String {
        let Ok(trace) = self.trace else {
            return String::new();
        };
        let mut text = match &self.finding.reproduces {
            Reproduces::Yes => String::new(),
            seldom @ Reproduces::Warm { .. } => {
                format!("It {seldom}; `{FULL}` has their calls, too.\n")
            }
            seldom => format!("It {seldom}.\n"),
        };
        let mut commands = format!("murxla-rs replay {}\n", trace.name);
        let mut how = kind.again;
        if self.has_evidence {
            if trace.name != EVIDENCE {
                commands.push_str(&format!("murxla-rs replay {EVIDENCE}\n"));
            }
            how = "In `evidence.trace` one check asks whether what the run claims holds; the replay compares the answer \
                with the claim and ends with exit code 1.";
        }
        if self.has_c {
            let translate = format!("murxla-rs translate {} --to c -o bug.c\n", trace.name);
            commands.push_str(&translate);
        }
        text.push_str(&block("sh", &commands));
        text.push_str(&format!(
            "\n{how} `--solver NAME@VERSION` and `--solver NAME=PATH` are for other releases and for libraries of your own.\n"
        ));
        if self.has_c {
            text.push_str(
                "`bug.c` makes the same calls of the solver's C API, without murxla-rs.\n",
            );
        }
        text
    }

    fn backtrace(&self) -> String {
        let frames = &self.finding.frames;
        if frames.is_empty() {
            return String::new();
        }
        let mut shown: Vec<String> = frames.iter().take(TAIL).map(|f| readable(f)).collect();
        let more = format!("… and {} more", frames.len().saturating_sub(TAIL));
        if frames.len() > TAIL {
            shown.push(more);
        }
        block("", &shown.join("\n"))
    }

    fn output(&self) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        if lines.iter().all(|line| line.trim().is_empty()) {
            return String::new();
        }
        let tail: Vec<String> = lines[lines.len().saturating_sub(TAIL)..]
            .iter()
            .map(|line| shortened(line, 500))
            .collect();
        let which = match lines.len() {
            all if all > TAIL => format!("The last {TAIL} lines of {all}:\n\n"),
            _ => String::new(),
        };
        which + &block("", &tail.join("\n"))
    }
}

/// Whether the program of a trace says all that the finding is about.
#[must_use]
pub fn is_told(finding: &Finding, trace: &Trace) -> bool {
    let is_whole = |program: &Program| program.gaps.is_empty();
    kinds::of(&finding.kind).beyond.is_none() && trace.program.as_ref().is_ok_and(is_whole)
}

/// A program of a trace, and what it lacks of it.
fn listed(program: &Program, trace: &str) -> String {
    let Program {
        language,
        title,
        file,
        ..
    } = program;
    let mut text = if program.text.len() <= LONG {
        let listing = block(language, &program.text);
        format!("{title}, made of {}:\n\n{listing}", code(trace))
    } else {
        let elsewhere = match file {
            Some(file) => format!("attach `{file}`"),
            None => format!("`murxla-rs translate {trace} --to {language} --lenient` prints it"),
        };
        format!(
            "{title}, made of {}, is too long for this place: {elsewhere}.\n",
            code(trace)
        )
    };
    if !program.gaps.is_empty() {
        text.push_str(&format!("\nWhat has no counterpart in {title}:\n\n"));
    }
    for gap in &program.gaps {
        text.push_str(&format!("- {}\n", code(gap)));
    }
    text
}

/// The logic and the options that a trace sets, in order, each once.
fn settings(script: &Script) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in &script.lines {
        let args: Vec<&str> = line.args.iter().map(|token| token.text.as_str()).collect();
        let setting = match (line.action.text.as_str(), args.as_slice()) {
            ("set-option", [name, value]) => format!("{name}={value}"),
            ("set-logic", [logic]) => format!("logic {logic}"),
            _ => continue,
        };
        if !all.contains(&setting) {
            all.push(setting);
        }
    }
    all
}

/// The text up to some length in characters.
#[must_use]
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
