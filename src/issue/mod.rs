//! Writes a finding as the text of an issue in Markdown, for the developers of the solver.

pub mod kinds;
mod markdown;

use crate::actions::action_of;
use crate::executor::readable;
use crate::report::{EVIDENCE, FULL};
use crate::triage::{Finding, Reproduces};
use kinds::{KindText, TitleDetail};
use markdown::{block, code, folded, plain, table};
use murxla_fsm::oracle::ASSIGNED;
use murxla_fsm::trace::Script;
use std::collections::BTreeSet;

/// The greatest length in bytes of a program or trace in an issue. Longer ones are only named, because issue trackers
/// limit the length of an issue.
const MAX_LISTING: usize = 25_000;
/// The number of lines that are shown of the solver's output, and of its backtrace.
const MAX_LINES: usize = 30;
/// A trace with more calls is folded.
const MAX_CALLS: usize = 60;
/// The number of terms in the message whose calls are shown.
const MAX_TERMS: usize = 20;

/// A trace as a program in another language.
pub struct IssueProgram {
    /// The language, as code blocks in Markdown name it.
    pub language: &'static str,
    /// The name of the language in the text.
    pub title: &'static str,
    /// The file of the program in the folder of the finding, if there is one.
    pub file: Option<&'static str>,
    /// Its text.
    pub text: String,
    /// The parts of the trace that it lacks.
    pub gaps: Vec<String>,
    /// Definitions that replace the declarations and make the formulas true.
    pub assignment: Option<String>,
}

/// A trace of a finding.
pub struct IssueTrace {
    /// The name of its file.
    pub name: &'static str,
    /// Its text.
    pub text: String,
    /// Its calls.
    pub script: Script,
    /// The trace in SMT-LIB, or why it cannot be translated.
    pub program: Result<IssueProgram, String>,
}

/// What an issue is written from.
pub struct Issue<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// How often the campaign saw it.
    pub sights: u64,
    /// The platform of the campaign, empty if it is not known.
    pub platform: &'a str,
    /// The shortest trace, or why there is none.
    pub trace: &'a Result<IssueTrace, String>,
    /// The C program, or why there is none. `None` if it is not needed, see [`is_complete`], or if the solver has no C API.
    pub c: Option<&'a Result<IssueProgram, String>>,
    /// The first run that showed the finding. The ids in the message are those of this run.
    pub full: Option<&'a Script>,
    /// The output of the solver.
    pub output: &'a str,
    /// Whether there is a trace `evidence.trace` with a single check that shows the error.
    pub has_evidence: bool,
    /// Whether the trace can be translated to C.
    pub has_c: bool,
}

impl Issue<'_> {
    /// The text of the issue in Markdown.
    #[must_use]
    pub fn text(&self) -> String {
        let kind = kinds::of(&self.finding.kind);
        let sections = [
            ("", self.facts()),
            ("What happened", self.observed(kind)),
            ("What was expected", self.expected(kind)),
            ("Program", self.program(kind)),
            ("How to reproduce it", self.reproduction(kind)),
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

    fn title(&self, kind: &KindText) -> String {
        let Finding {
            kind: name,
            solver,
            version,
            message,
            last_call,
            ..
        } = self.finding;
        let solver = solver.split(['@', '=']).next().unwrap_or(solver);
        let crash = name.strip_prefix("crash-").map(plain);
        let what = crash.unwrap_or_else(|| kind.title.to_owned());
        let message = message.lines().find(|line| !line.trim().is_empty());
        let message = message.unwrap_or_default();
        let detail = match kind.detail {
            TitleDetail::Call => last_call
                .as_ref()
                .map(|call| format!(" in {}", action_of(call))),
            TitleDetail::Message if message.is_empty() => None,
            TitleDetail::Message => Some(format!(": {}", shortened(message, 100))),
            TitleDetail::Theories => message.find('[').map(|at| format!(" {}", &message[at..])),
        };
        let detail = plain(&detail.unwrap_or_default().replace(" []", ""));
        format!("{} {}: {what}{detail}", plain(solver), plain(version))
    }

    fn facts(&self) -> String {
        let Finding {
            id,
            seed,
            solver,
            version,
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
            ("finding", format!("{}, seen {times}", code(id.as_str()))),
            ("found by", format!("{}{seed}", plain(self.found_by()))),
            ("replay", self.finding.status()),
        ];
        if let Ok(trace) = self.trace {
            let options: Vec<String> = settings(&trace.script).iter().map(|s| code(s)).collect();
            if !options.is_empty() {
                rows.push(("options", options.join(", ")));
            }
        }
        table(&rows)
    }

    /// The program that found it, as the header of the trace says.
    fn found_by(&self) -> &str {
        let trace = self.trace.as_ref().ok();
        let header = trace.into_iter().flat_map(|trace| &trace.script.header);
        let mut named = header.filter(|line| line.starts_with("murxla-rs "));
        named.next().map_or("murxla-rs", String::as_str)
    }

    fn observed(&self, kind: &KindText) -> String {
        let Finding {
            message, last_call, ..
        } = self.finding;
        let mut text = format!("{}\n", kind.observed);
        if let Some(call) = last_call {
            let call = shortened(call.trim(), 300);
            text.push_str(&format!("\nLast call: {}\n", code(&call)));
        }
        if !message.trim().is_empty() {
            text.push('\n');
            text.push_str(&block("", message));
        }
        let returned = self.returned();
        if !returned.is_empty() {
            text.push_str("\nWhat the solver returned:\n\n");
            text.push_str(&block("", &returned.join("\n")));
        }
        let named = self.named(&returned);
        if !named.is_empty() {
            text.push_str("\nThese calls made the terms that are named above, in the first run that showed the finding:\n\n");
            text.push_str(&block("", &named.join("\n")));
        }
        text
    }

    /// The notes of the last call, such as a core or values. Notes that repeat the message are left out.
    fn returned(&self) -> Vec<String> {
        let last = self.full.and_then(|script| script.lines.last());
        let notes = last.iter().flat_map(|line| &line.notes);
        let notes = notes.filter(|note| !note.starts_with(&self.finding.kind));
        notes
            .take(MAX_LINES)
            .map(|note| shortened(note, 300))
            .collect()
    }

    /// The calls that made the terms in the message and in the notes.
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
        made.take(MAX_TERMS).collect()
    }

    fn expected(&self, kind: &KindText) -> String {
        let mut text = format!("{}\n", kind.expected);
        let trace = self.trace.as_ref().ok();
        let program = trace.and_then(|trace| trace.program.as_ref().ok());
        let assignment = program.and_then(|program| program.assignment.as_ref());
        let is_assigned = self.finding.message.contains(ASSIGNED);
        if let Some(assignment) = assignment.filter(|_| is_assigned) {
            text.push_str("\nThe assignment, for the program below:\n\n");
            text.push_str(&block("smt2", assignment));
        }
        text
    }

    fn program(&self, kind: &KindText) -> String {
        let trace = match self.trace {
            Ok(trace) => trace,
            Err(why) => return format!("No trace is available: {}.\n", plain(why)),
        };
        let mut text = String::new();
        if let Some(inexpressible) = kind.inexpressible {
            let elsewhere = match self.c {
                Some(Ok(_)) => "The C program below",
                _ => "The trace of API calls below",
            };
            text.push_str(&format!(
                "SMT-LIB cannot express {inexpressible}. {elsewhere} shows it.\n\n"
            ));
        }
        match &trace.program {
            Ok(program) => text.push_str(&listed(program, trace.name)),
            Err(why) => text.push_str(&format!(
                "The trace cannot be translated to SMT-LIB: {}\n",
                plain(why)
            )),
        }
        text.push('\n');
        match self.c {
            Some(Ok(program)) => {
                text.push_str(&listed(program, trace.name));
                text.push('\n');
            }
            Some(Err(why)) => text.push_str(&format!(
                "The C program could not be written: {}\n\n",
                plain(why)
            )),
            None => {}
        }
        if trace.text.len() > MAX_LISTING {
            text.push_str(&format!(
                "The trace `{}` is too long to be shown here; attach the file.\n",
                trace.name
            ));
            return text;
        }
        let listing = block("", &trace.text);
        let is_complete = is_complete(self.finding, trace) || matches!(self.c, Some(Ok(_)));
        if is_complete || trace.script.lines.len() > MAX_CALLS {
            text.push_str(&folded("Trace of API calls", &listing));
        } else {
            text.push_str("Trace of API calls:\n\n");
            text.push_str(&listing);
        }
        text
    }

    fn reproduction(&self, kind: &KindText) -> String {
        let Ok(trace) = self.trace else {
            return String::new();
        };
        let mut text = match &self.finding.reproduces {
            Reproduces::Yes => String::new(),
            seldom @ Reproduces::Warm { .. } => {
                format!("The finding {seldom}. `{FULL}` also has the calls of those runs.\n")
            }
            seldom => format!("The finding {seldom}.\n"),
        };
        let mut commands = format!("murxla-rs replay {}\n", trace.name);
        let mut how = kind.replay;
        if self.has_evidence {
            if trace.name != EVIDENCE {
                commands.push_str(&format!("murxla-rs replay {EVIDENCE}\n"));
            }
            how = "`evidence.trace` has a single check that asks whether a claim of the run holds. Its replay compares the \
                answer with the claim and ends with exit code 1.";
        }
        if self.has_c {
            let translate = format!("murxla-rs translate {} --to c -o bug.c\n", trace.name);
            commands.push_str(&translate);
        }
        text.push_str(&block("sh", &commands));
        text.push_str(&format!(
            "\n{how} Use `--solver NAME@VERSION` for another release and `--solver NAME=PATH` for a library that you built.\n"
        ));
        if self.has_c {
            text.push_str(
                "`bug.c` makes the same calls of the solver's C API and does not need murxla-rs.\n",
            );
        }
        text
    }

    fn backtrace(&self) -> String {
        let frames = &self.finding.frames;
        if frames.is_empty() {
            return String::new();
        }
        let mut shown: Vec<String> = frames.iter().take(MAX_LINES).map(|f| readable(f)).collect();
        let more = format!("… and {} more", frames.len().saturating_sub(MAX_LINES));
        if frames.len() > MAX_LINES {
            shown.push(more);
        }
        block("", &shown.join("\n"))
    }

    fn output(&self) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        if lines.iter().all(|line| line.trim().is_empty()) {
            return String::new();
        }
        let tail: Vec<String> = lines[lines.len().saturating_sub(MAX_LINES)..]
            .iter()
            .map(|line| shortened(line, 500))
            .collect();
        let which = match lines.len() {
            all if all > MAX_LINES => format!("The last {MAX_LINES} lines of {all}:\n\n"),
            _ => String::new(),
        };
        which + &block("", &tail.join("\n"))
    }
}

/// Whether the SMT-LIB program of a trace shows the finding and has all of the trace's calls.
#[must_use]
pub fn is_complete(finding: &Finding, trace: &IssueTrace) -> bool {
    let is_whole = |program: &IssueProgram| program.gaps.is_empty();
    kinds::of(&finding.kind).inexpressible.is_none() && trace.program.as_ref().is_ok_and(is_whole)
}

/// The listing of a program, with the parts of the trace that it lacks.
fn listed(program: &IssueProgram, trace: &str) -> String {
    let IssueProgram {
        language,
        title,
        file,
        ..
    } = program;
    let mut text = if program.text.len() <= MAX_LISTING {
        let listing = block(language, &program.text);
        format!("{title}, generated from {}:\n\n{listing}", code(trace))
    } else {
        let elsewhere = match file {
            Some(file) => format!("attach `{file}`"),
            None => format!("`murxla-rs translate {trace} --to {language}` prints it"),
        };
        format!(
            "{title}, generated from {}, is too long to be shown here; {elsewhere}.\n",
            code(trace)
        )
    };
    if !program.gaps.is_empty() {
        text.push_str(&format!("\nNot translated to {title}:\n\n"));
    }
    for gap in &program.gaps {
        text.push_str(&format!("- {}\n", code(gap)));
    }
    text
}

/// The logic and the options that a trace sets, in their order and without repetitions.
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

/// The text, cut after `length` characters. A cut text ends with `…`.
#[must_use]
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
