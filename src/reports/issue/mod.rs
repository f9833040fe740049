//! Writes a finding as the text of an issue in Markdown, for the developers of the solver.

mod brief;
mod listing;
mod markdown;
mod programs;
mod title;

pub use brief::{Brief, Listing};

use crate::actions::{role, without_seed};
use crate::results::{EVIDENCE, MINIMIZED};
use crate::triage::{Experiments, Finding, KindRow, Releases, Reproduces, Sights, Standing};
use crate::triage::{bad_memory, checks};
use listing::last_lines;
use markdown::{block, code, plain, table};
use murxla_fsm::action::Role;
use murxla_fsm::oracle::checks::UNSAT_WITH_ASSIGNMENT;
use murxla_fsm::solver::TermId;
use murxla_fsm::trace::{Line, Note, Script};
use murxla_fsm::wrapper::AlwaysSet;
use murxla_system::symbols::readable;
use std::collections::BTreeSet;

/// How messages name the values that murxla-rs has chosen for the symbols.
const HIDDEN: &str = "hidden assignment";
/// What is said about damaged memory.
const DAMAGE: &str = "\nThe C library has noticed that memory is damaged. Whether and where it notices this depends \
    on what else is in memory. A memory debugger such as valgrind shows where the damage is done.\n";
/// The number of lines that are shown of the solver's output, and of its backtrace.
const MAX_LINES: usize = 30;
/// How the note on a call ends that a script lacks.
pub const NOT_THERE: &str = "does not have it";
/// What is said about a script that was not run.
const NOT_RUN: &str = "This script was not run: no executable of the solver is installed.";
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
    /// The result of the program, if it was run.
    pub result: Option<ScriptResult>,
}

/// What a script shows on a solver's own program, or a program in C with its library.
pub struct ScriptResult {
    /// What ran it: `the program of z3 4.8.5`, or `the library of z3 4.8.5`.
    pub program: String,
    /// Whether it shows the bug; `None` if its output does not tell.
    pub shows: Option<bool>,
    /// How the program ended.
    pub end: String,
    /// Its output.
    pub output: String,
}

/// The run that an issue describes.
pub struct IssueRun {
    /// The file with its trace.
    pub file: &'static str,
    /// What was observed.
    pub message: String,
    /// The call during which it ended.
    pub last_call: Option<String>,
    /// Its calls. The ids in the message are theirs.
    pub calls: Option<Script>,
    /// What the solver printed.
    pub output: String,
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

/// A build with assertions or sanitizers.
pub struct IssueBuild {
    /// The compiler and its flags, if they are known.
    pub compiler: Option<String>,
    /// What the same calls show on the release with the same sources, if it is installed.
    pub on_release: Option<String>,
}

/// The options with which a bug shows.
#[derive(Clone, Copy)]
pub struct IssueOptions<'a> {
    /// Those that each instance sets by itself, as far as the formulas need them.
    pub always_set: &'a [&'static AlwaysSet],
    /// Those of the trace without which the bug does not show, if that is known.
    pub needed: Option<&'a BTreeSet<String>>,
}

impl IssueOptions<'_> {
    /// The rows about the options in the summary of an issue with this trace, if there is one.
    fn rows(&self, trace: Option<&Script>) -> Vec<(&'static str, String)> {
        let mut rows = Vec::new();
        let always = self.always_set.iter();
        let always = always.map(|row| code(&format!("{}={}", row.option, row.value)));
        let always: Vec<String> = always.collect();
        if !always.is_empty() {
            let names = always.join(", ");
            rows.push(("always set", format!("{names}, where the release has them")));
        }
        let is_needed = |setting: &String| {
            let name = setting.split('=').next().unwrap_or_default();
            self.needed.is_some_and(|needed| needed.contains(name))
        };
        let set = trace.map(settings).unwrap_or_default();
        let (needed, others): (Vec<String>, _) = set.into_iter().partition(is_needed);
        for (name, settings) in [("needs the options", needed), ("options", others)] {
            let settings: Vec<String> = settings.iter().map(|s| code(s)).collect();
            rows.extend((!settings.is_empty()).then(|| (name, settings.join(", "))));
        }
        rows
    }
}

/// The data of an issue.
pub struct Issue<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// The release in which it was found, or what the library reports about it.
    pub release: &'a str,
    /// How often and when the campaign saw it.
    pub sights: Sights,
    /// The options with which it shows.
    pub options: IssueOptions<'a>,
    /// The platform of the campaign, empty if it is not known.
    pub platform: &'a str,
    /// The shortest trace, or why there is none.
    pub trace: &'a Result<IssueTrace, String>,
    /// The C program, or why there is none. `None` if the script shows the bug, or if the solver
    /// has no C API.
    pub c: Option<&'a Result<IssueProgram, String>>,
    /// The run that is described.
    pub run: &'a IssueRun,
    /// The newest release that is installed, if it is newer, and what a replay shows there.
    pub newest: Option<String>,
    /// The releases in which the script shows the bug, if they are not those of the calls: another
    /// model may be found.
    pub of_script: Option<&'a Releases>,
    /// The build in which it was found, if it is not a release.
    pub build: Option<&'a IssueBuild>,
    /// A trace with a single check that shows the error, if there is one.
    pub evidence: Option<&'a str>,
}

impl Issue<'_> {
    /// The text of the issue in Markdown.
    #[must_use]
    pub fn text(&self) -> String {
        let kind = KindRow::of(&self.finding.observed.kind);
        let sections = [
            ("", self.facts()),
            ("What happened", self.observed(kind)),
            ("Backtrace", self.backtrace()),
            ("What was expected", self.expected()),
            ("Program", self.program(kind)),
            ("How to reproduce it", self.reproduction(kind)),
            ("Output", self.output()),
            ("About the finding", self.origin()),
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
            text.push_str(content.trim_start_matches('\n'));
        }
        text
    }

    /// The summary: what a maintainer needs to know first.
    fn facts(&self) -> String {
        let Finding {
            solver, version, ..
        } = self.finding;
        let platform = match self.platform {
            "" => "not recorded".to_owned(),
            known => plain(known),
        };
        let mut rows = vec![
            (
                "solver",
                format!("{}, version {}", code(solver), plain(version)),
            ),
            ("platform", platform),
        ];
        if let Some(build) = self.build {
            let compiler = build.compiler.as_deref().map(code);
            rows.extend(compiler.map(|compiler| ("compiled by", compiler)));
            let on_release = build.on_release.as_deref().map(plain);
            rows.extend(on_release.map(|shown| ("release", shown)));
        }
        let releases = self.finding.analysis.releases.as_ref();
        let by_calls = self
            .of_script
            .map_or("", |_| ", with the calls of the trace");
        let damage = bad_memory(&self.finding.observed.message);
        let noticed = damage.map_or("", |_| ", as far as the C library notices the damage");
        let sentence = |releases: &Releases| plain(&releases.sentence()) + by_calls + noticed;
        rows.extend(releases.map(|releases| ("releases", sentence(releases))));
        let by_script = |script: &Releases| plain(&script.sentence()) + ", with the script";
        rows.extend(self.of_script.map(|script| ("releases", by_script(script))));
        let others = self.finding.analysis.settings.as_ref();
        rows.extend(others.map(|others| ("other settings", plain(&others.sentence()))));
        let experiments = self.finding.analysis.experiments.iter();
        let functions = experiments.flat_map(Experiments::readable_functions);
        let functions: Vec<String> = functions.map(|name| code(&name)).collect();
        rows.extend((!functions.is_empty()).then(|| {
            let what = "similar runs without the bug do not reach them, or reach less of them";
            (
                "suspicious functions",
                format!("{}: {what}", functions.join(", ")),
            )
        }));
        rows.extend(
            self.newest
                .iter()
                .map(|newest| ("newest installed", plain(newest))),
        );
        let trace = self.trace.as_ref().ok();
        rows.extend(self.options.rows(trace.map(|trace| &trace.script)));
        table(&rows)
    }

    /// How the finding was found, and how it was judged.
    fn origin(&self) -> String {
        let Finding {
            id, seed, observed, ..
        } = self.finding;
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed:#x}"));
        let minimized = if self.is_minimized() { "yes" } else { "no" };
        let mut rows = vec![
            (
                "finding",
                format!("{}, seen {}", code(id.as_str()), self.sights),
            ),
            ("found by", format!("{}{seed}", plain(self.found_by()))),
            ("replay", self.finding.status()),
            ("minimized", minimized.to_owned()),
        ];
        rows.extend(
            observed
                .check
                .as_deref()
                .map(|check| ("check", code(check))),
        );
        let tier = |its: &Standing| ("tier", format!("{:?}: {}", its.tier, plain(&its.reason)));
        rows.extend(self.finding.analysis.standing.as_ref().map(tier));
        table(&rows)
    }

    fn is_minimized(&self) -> bool {
        let trace = self.trace.as_ref().ok();
        trace.is_some_and(|trace| trace.name == MINIMIZED)
    }

    /// The program that found it, as the header of the trace says.
    fn found_by(&self) -> &str {
        let trace = self.trace.as_ref().ok();
        let header = trace.into_iter().flat_map(|trace| &trace.script.header);
        let mut named = header.filter(|line| line.starts_with("murxla-rs "));
        named.next().map_or("murxla-rs", String::as_str)
    }

    fn observed(&self, kind: &KindRow) -> String {
        let IssueRun {
            message, last_call, ..
        } = self.run;
        let mut text = format!("{}\n", kind.observed);
        if let Some(call) = last_call {
            let call = shortened(without_seed(call).trim_end(), 300);
            text.push_str(&format!("\nLast call: {}\n", code(&call)));
        }
        if !message.trim().is_empty() {
            text.push('\n');
            text.push_str(&block("", message));
        }
        if bad_memory(message).is_some() {
            text.push_str(DAMAGE);
        }
        let returned = self.returned();
        if !returned.is_empty() {
            text.push_str("\nWhat the solver returned:\n\n");
            text.push_str(&block("", &returned.join("\n")));
        }
        let named = self.named(&returned);
        if !named.is_empty() {
            let file = self.run.file;
            text.push_str(&format!(
                "\nThese calls in `{file}` made the terms that are named above:\n\n"
            ));
            text.push_str(&block("", &named.join("\n")));
        }
        text
    }

    /// The notes of the last call, such as a core or values. Left out are notes that repeat the
    /// message, commands, and what the solver does not have, which are not results.
    fn returned(&self) -> Vec<String> {
        let last = self
            .run
            .calls
            .as_ref()
            .and_then(|script| script.lines.last());
        let notes = last.iter().flat_map(|line| &line.notes);
        let is_result = |note: &&Note| match note {
            Note::Command(_) | Note::Unsupported(_) => false,
            Note::Violation(kind, _) => *kind != self.finding.observed.kind,
            _ => true,
        };
        let notes = notes.filter(is_result);
        notes
            .take(MAX_LINES)
            .map(|note| shortened(&note.to_string(), 300))
            .collect()
    }

    /// The calls that made the terms in the message and in the notes. Each instance has its own
    /// terms, and the message is about the last one.
    fn named(&self, returned: &[String]) -> Vec<String> {
        let texts = returned.iter().chain([&self.run.message]);
        let words = texts.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
        let is_id = |word: &&str| TermId::from_name(word).is_some();
        let ids: BTreeSet<&str> = words.filter(is_id).collect();
        let lines = self.run.calls.iter().flat_map(last_instance);
        let made = lines.filter_map(|line| {
            let id = line.returns.first().map(|token| token.text.as_str());
            let id = id.filter(|id| ids.contains(id))?;
            Some(format!("{id}: {}", shortened(&line.call(), 200)))
        });
        made.take(MAX_TERMS).collect()
    }

    fn expected(&self) -> String {
        let mut text = format!("{}\n", self.right());
        if let Some(assignment) = self.assignment() {
            text.push_str("\nThe assignment, for the program below:\n\n");
            text.push_str(&block("smt2", assignment));
        }
        text
    }

    /// What is right, and why.
    fn right(&self) -> String {
        checks::expected(
            &self.finding.observed.kind,
            self.finding.observed.check.as_deref(),
        )
    }

    /// The assignment in SMT-LIB, if the answer is wrong because of it.
    fn assignment(&self) -> Option<&str> {
        let check = self.finding.observed.check.as_deref();
        let trace = self.trace.as_ref().ok();
        let program = trace.and_then(|trace| trace.program.as_ref().ok());
        let assignment = program.and_then(|program| program.assignment.as_ref());
        // The reason why another solver is wrong is only in the message. So is all that findings of
        // earlier releases have.
        let known = &UNSAT_WITH_ASSIGNMENT;
        let named = [known.sentence(), HIDDEN];
        let is_named = |sentence: &&str| self.run.message.contains(sentence);
        let is_assigned = check == Some(known.id()) || named.iter().any(is_named);
        assignment.filter(|_| is_assigned).map(String::as_str)
    }

    fn reproduction(&self, kind: &KindRow) -> String {
        let Ok(trace) = self.trace else {
            return String::new();
        };
        let finding = self.finding;
        let mut text = match (&finding.reproduces, finding.search_limit) {
            (Reproduces::Yes, None) => String::new(),
            _ => format!("The finding {}.\n\n", finding.status()),
        };
        let (replays, how) = self.replays(kind);
        let commands = replays
            .iter()
            .map(|name| format!("murxla-rs replay {name}\n"));
        let commands: String = commands.collect();
        text.push_str(&format!(
            "Save the trace of API calls above as `{}`, and replay it with murxla-rs:\n\n",
            trace.name
        ));
        text.push_str(&block("sh", &commands));
        text.push_str(&format!(
            "\n{how} Use `--solver NAME@VERSION` for another release and `--solver NAME=PATH` for a library that you built.\n"
        ));
        if self.has_c() {
            text.push_str(
                "\nWithout murxla-rs, save the C program as `bug.c`. It makes the same calls to the solver's C API. The comment \
                 at its beginning has the command that compiles and runs it; replace the path of the library. It exits with 1 \
                 if the bug shows, and with 0 if not.\n",
            );
        }
        text
    }

    /// The traces to replay, and what that shows.
    fn replays(&self, kind: &KindRow) -> (Vec<&'static str>, &'static str) {
        let trace = self.trace.as_ref().ok();
        let mut names: Vec<&str> = trace.map(|trace| trace.name).into_iter().collect();
        if self.evidence.is_none() {
            return (names, kind.replay);
        }
        if trace.is_some_and(|trace| trace.name != EVIDENCE) {
            names.push(EVIDENCE);
        }
        let how = "`evidence.trace` has a single check that asks whether a claim of the run holds. Its replay compares the \
            answer with the claim and ends with exit code 1.";
        (names, how)
    }

    fn backtrace(&self) -> String {
        let frames = &self.finding.observed.frames;
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
        let output = &self.run.output;
        let is_new = |line: &str| !self.run.message.contains(line.trim());
        match output.lines().any(is_new) {
            true => last_lines(output),
            false => String::new(),
        }
    }
}

/// The calls of the last instance of a trace.
fn last_instance(script: &Script) -> &[Line] {
    let opens = |line: &Line| role(&line.action.text) == Some(Role::Open);
    let begin = script.lines.iter().rposition(opens).unwrap_or(0);
    &script.lines[begin..]
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

#[cfg(test)]
mod tests;
