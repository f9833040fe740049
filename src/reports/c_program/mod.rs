//! `translate --to c`: writes a C program that makes the recorded calls of a run.

mod aim;
mod call;
mod errors;
mod literal;
mod needed;
mod support;
mod variables;

pub use aim::{ProgramAim, ProgramStyle};
pub use support::BugSign;

use crate::actions::{self, called, without_seed};
use call::RecordedCall;
use murxla_fsm::action::Role;
use murxla_fsm::trace::Note;
use murxla_fsm::wrapper::c_api::{CHeader, CProgramRules, ErrorReport};
use murxla_system::escape::visible;
use murxla_wrappers::record::{Datum, RecordedEvent};
use needed::CallSelection;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use support::{INCLUDES, NUMBER, PRINT};
use variables::{VariableId, Variables};

/// The width of lines with many names.
const WIDTH: usize = 100;

/// The description of a program.
pub struct ProgramInfo<'a> {
    /// The lines of the comment at its beginning.
    pub comments: &'a [String],
    /// What it is to show.
    pub aim: ProgramAim<'a>,
}

/// A C program.
pub struct CProgram {
    /// Its text.
    pub text: String,
    /// How it differs from the run, a sentence for each difference.
    pub gaps: BTreeSet<String>,
}

/// A line of the function `main`.
enum ProgramLine {
    Always(String),
    /// A call. The declaration of its result is only written if the variable is used.
    Result {
        variable: VariableId,
        declaration: String,
        call: String,
    },
    /// A line that is only written if the variable is used.
    IfUsed {
        variable: VariableId,
        text: String,
    },
}

/// The names of constants.
#[derive(Default)]
struct ConstantTable {
    /// Those that the library has returned, by the function that returned them and the number.
    returned: FxHashMap<(String, i64), String>,
    /// The named constants that the program uses.
    enumerators: BTreeMap<String, i64>,
    /// The functions of the library that return the names of these constants. Their numbers differ
    /// between releases, so that the program looks them up.
    named_by: BTreeMap<String, &'static str>,
}

/// The results that a program prints.
#[derive(Default)]
struct PrintedResults {
    /// Whether those of the current action are printed.
    is_on: bool,
    /// A statement to be written before the next result.
    before: Option<&'static str>,
    /// Whether there are any.
    has_some: bool,
    /// Whether the library returned a term that the program cannot compare.
    is_incomplete: bool,
}

/// What a program declares.
#[derive(Default)]
struct Declared {
    /// The functions that it calls.
    functions: BTreeSet<String>,
    /// The definitions of callbacks.
    definitions: BTreeSet<&'static str>,
}

struct Writer<'a> {
    rules: &'a CProgramRules,
    header: &'a CHeader,
    aim: ProgramAim<'a>,
    lines: Vec<ProgramLine>,
    variables: Variables,
    constants: ConstantTable,
    declared: Declared,
    gaps: BTreeSet<String>,
    /// How the program learns that a call has failed, if it matters.
    errors: Option<ErrorReport>,
    /// The variables with the buffers of streams in memory.
    buffers: Vec<String>,
    /// The comment with the current line of the trace, in a plain program that has no calls of it
    /// so far.
    open_comment: Option<String>,
    results: PrintedResults,
}

/// Writes the program that makes the recorded calls.
#[must_use]
pub fn write(
    info: &ProgramInfo<'_>,
    (header, rules): (&CHeader, &CProgramRules),
    events: &[RecordedEvent],
) -> CProgram {
    // Memory is not freed without calls that count references.
    let style = match info.aim.style {
        style if style.is_plain() && info.aim.sign == BugSign::Growth => ProgramStyle::Short,
        style => style,
    };
    let mut writer = Writer {
        rules,
        header,
        aim: ProgramAim { style, ..info.aim },
        lines: Vec::new(),
        variables: Variables::default(),
        constants: ConstantTable::default(),
        declared: Declared::default(),
        gaps: BTreeSet::new(),
        errors: None,
        buffers: Vec::new(),
        open_comment: None,
        results: PrintedResults::default(),
    };
    writer.collect_constants(events);
    writer.body(events);
    let reason = match () {
        () if !writer.results.has_some => Some("no call returns a number or a text"),
        () if writer.results.is_incomplete => Some("a term in the result has an unknown origin"),
        () => None,
    };
    if let Some(reason) = reason.filter(|_| info.aim.sign.is_by_results()) {
        writer.gap(&format!(
            "{reason}, so the program cannot tell whether the bug shows"
        ));
        writer.aim.sign = BugSign::None;
    }
    CProgram {
        text: writer.text(info),
        gaps: writer.gaps,
    }
}

/// Whether an event is the line of a call in the trace.
fn is_call(event: &RecordedEvent) -> bool {
    matches!(event, RecordedEvent::Line(line) if called(line).is_some())
}

/// Whether the program prints the results of the action in this line of a trace: those of checks,
/// and of queries for what a search has found.
fn is_printed(line: &str) -> bool {
    let action = actions::find(actions::action_of(line));
    action.is_some_and(|action| match action.role() {
        Role::Check => true,
        Role::Query => action.row().searches,
        _ => false,
    })
}

/// The ids in the trace for the results of recorded calls, by the positions of the events. The term
/// that an action returns is the last term that its calls return. The same holds for sorts.
fn ids<'a>(header: &CHeader, events: &'a [RecordedEvent]) -> FxHashMap<usize, &'a str> {
    /// Assigns the ids that an action returned to the last sort and term that its calls returned.
    fn name<'a>(
        last: &mut [Option<usize>; 2],
        wanted: &[&'a str],
        ids: &mut FxHashMap<usize, &'a str>,
    ) {
        for (last, start) in last.iter_mut().zip(["s", "t"]) {
            let id = wanted.iter().find(|id| id.starts_with(start));
            if let (Some(at), Some(id)) = (last.take(), id) {
                ids.insert(at, *id);
            }
        }
    }
    let mut ids = FxHashMap::default();
    let mut wanted: Vec<&str> = Vec::new();
    let mut called: Option<&str> = None;
    let mut last: [Option<usize>; 2] = [None, None];
    for (at, event) in events.iter().enumerate() {
        match event {
            RecordedEvent::Line(line) if is_call(event) => {
                name(&mut last, &wanted, &mut ids);
                let returned = line.split_once("return ");
                wanted =
                    returned.map_or_else(Vec::new, |(_, ids)| ids.split_whitespace().collect());
            }
            RecordedEvent::Line(_) => {}
            RecordedEvent::Call(name, _) => called = Some(name),
            RecordedEvent::Return(_, result) => {
                let function = called.take().and_then(|name| header.function(name));
                for (last, kind) in last.iter_mut().zip(["Sort", "Term"]) {
                    let is_it = function.is_some_and(|f| header.is_handle(kind, f.result.written));
                    if is_it && result.word() != 0 {
                        *last = Some(at);
                    }
                }
            }
        }
    }
    name(&mut last, &wanted, &mut ids);
    ids
}

impl Writer<'_> {
    fn push_line(&mut self, text: String) {
        self.lines.push(ProgramLine::Always(text));
    }

    /// The text with the functions that a plain program calls instead of others.
    fn plain_names(&self, text: &str) -> String {
        let is_plain = self.aim.style.is_plain();
        let functions = self.header.functions.iter().filter(|_| is_plain);
        let rows = functions.filter_map(|function| Some((function.name, function.calls.plain?)));
        rows.fold(text.to_owned(), |text, (name, plain)| {
            text.replace(name, plain)
        })
    }

    /// Writes a statement that prints a result.
    fn prints(&mut self, statement: String) {
        self.results.has_some = true;
        if let Some(before) = self.results.before.take() {
            self.push_line(before.to_owned());
        }
        self.push_line(statement);
    }

    /// Notes a difference between program and run, as a comment and for the user.
    fn gap(&mut self, text: &str) {
        self.push_line(format!("// {}", literal::comment(text)));
        self.gaps.insert(text.to_owned());
    }

    /// A new name for a variable of this type.
    fn fresh(&mut self, kind: &str, wanted: Option<&str>) -> String {
        self.variables.name(kind, wanted, self.rules.prefixes)
    }

    /// Collects the names of constants that the library has returned.
    fn collect_constants(&mut self, events: &[RecordedEvent]) {
        for pair in events.windows(2) {
            if let [
                RecordedEvent::Call(name, arguments),
                RecordedEvent::Return(_, Datum::Text(_, text)),
            ] = pair
                && let ([number], true) = (&arguments[..], name.ends_with("_to_string"))
            {
                let value = literal::signed(number.word(), 4);
                let text = String::from_utf8_lossy(text).into_owned();
                self.constants.returned.insert((name.clone(), value), text);
            }
        }
    }

    /// Writes a line of the trace as a comment. If results are printed, the program prints the line
    /// before them.
    fn line(&mut self, line: &str, is_last: bool) {
        let parts: Vec<&str> = line.lines().map(str::trim).collect();
        let mut line = parts.join("; ");
        if self.aim.style != ProgramStyle::Full {
            // The comment at the beginning has the message.
            if let Some(Note::Violation(kind, _)) = Note::of_line(&line)
                && self.aim.kind.is_some_and(|wanted| *wanted == kind)
            {
                return;
            }
            line = without_seed(&line).to_owned();
        }
        let comment = format!("// {}", literal::comment(&line));
        let is_open = self.aim.style.is_plain() && !is_last && !self.results.is_on;
        let is_call = called(&line).is_some();
        if is_open && is_call {
            self.open_comment = Some(comment);
        } else {
            self.open_comment = None;
            self.push_line(comment);
        }
        if self.results.is_on && is_call {
            self.push_line(format!("puts({});", literal::text(line.as_bytes())));
            let is_full = self.aim.style == ProgramStyle::Full;
            self.results.before = self.aim.sign.before_results().filter(|_| is_full);
        }
    }

    /// Writes the statements of `main`.
    fn body(&mut self, events: &[RecordedEvent]) {
        let ids = ids(self.header, events);
        let last = events.iter().rposition(is_call).unwrap_or(0);
        // A short program prints what it compares.
        let (sign, is_short) = (self.aim.sign, self.aim.style != ProgramStyle::Full);
        let is_printed = move |at: usize, line: &str| match sign {
            BugSign::LastResults if is_short => at == last,
            _ if is_short && sign.ends() => false,
            _ => at == last || is_printed(line),
        };
        let selection = CallSelection {
            header: self.header,
            is_plain: self.aim.style.is_plain(),
            is_minimal: self.aim.style == ProgramStyle::Minimal,
            is_about_forms: self.aim.is_about_forms,
            is_about_terms: self.aim.is_about_terms,
            is_about_answer: self
                .aim
                .kind
                .is_some_and(|kind| kind.wrong_answer().is_some()),
            is_compared: &is_printed,
            ends_with_results: self.aim.sign.is_by_results(),
        };
        let needed = is_short.then(|| selection.needed_calls(events));
        self.errors = self.error_report(events, needed.as_ref());
        if let Some(report) = self.errors {
            let functions = errors::functions(report).into_iter();
            self.declared.functions.extend(functions.map(str::to_owned));
        }
        let ends_at = self
            .aim
            .sign
            .ends()
            .then(|| end_of_run(events).unwrap_or(last));
        // Before the first line of the trace, the wrapper loads the library. The program only
        // repeats calls that set something globally.
        let mut loading = true;
        let mut loaded_by = None;
        let mut events = events.iter().enumerate().peekable();
        while let Some((at, event)) = events.next() {
            match event {
                RecordedEvent::Line(line) => {
                    if called(line).is_some() {
                        if !is_short {
                            self.push_line(String::new());
                        }
                        loading = false;
                        self.results.is_on = is_printed(at, line);
                    }
                    self.line(line, at == last);
                    self.begin_of_last_call(ends_at == Some(at));
                }
                RecordedEvent::Call(name, before) => {
                    let returned =
                        events.next_if(|(_, next)| matches!(next, RecordedEvent::Return(..)));
                    let after = returned.and_then(|(_, event)| match event {
                        RecordedEvent::Return(arguments, result) => Some((&arguments[..], result)),
                        _ => None,
                    });
                    let Some(function) = self.header.function(name) else {
                        self.gap(&format!("{name} is not declared"));
                        continue;
                    };
                    let failed = after.is_none_or(|(_, result)| result.word() != 0);
                    let silent = function.calls.report_error && !failed;
                    let is_load = loading && !function.sets_globally();
                    let is_needed = needed.as_ref().is_none_or(|needed| needed.contains(&at));
                    // Some wrappers initialize their library twice.
                    let repeats = loading && loaded_by == Some((name, before));
                    if silent || is_load || repeats || !is_needed {
                        continue;
                    }
                    loaded_by = Some((name, before));
                    if let Some(comment) = self.open_comment.take() {
                        self.push_line(comment);
                    }
                    self.begin_of_last_call(ends_at == Some(at));
                    let wanted = returned.and_then(|(at, _)| ids.get(&at)).copied();
                    self.call(&RecordedCall {
                        name,
                        function,
                        before,
                        after,
                        wanted,
                    });
                }
                RecordedEvent::Return(..) => {}
            }
        }
        if self.aim.sign.is_by_results() {
            self.check_error();
        }
    }

    /// Writes that the call begins that shows the bug, if it does.
    fn begin_of_last_call(&mut self, begins: bool) {
        if begins {
            self.check_error();
            self.push_line("is_last = 1;".to_owned());
        }
    }

    /// The text of the program.
    fn text(&self, info: &ProgramInfo<'_>) -> String {
        let mut text = String::from("/*\n");
        for comment in info.comments {
            let comment = visible(comment).replace("*/", "* /");
            text.push_str(format!(" * {comment}").trim_end());
            text.push('\n');
        }
        text.push_str(" */\n#define _GNU_SOURCE\n");
        let main = self.main();
        let declarations = self.declarations();
        let prints = PRINT
            .iter()
            .rev()
            .fold(String::new(), |prints, (name, definition)| {
                let is_used = main.contains(name) || prints.contains(name);
                let definition = if is_used { definition } else { "" };
                let definition = definition.replace(NUMBER, &self.type_of_numbers());
                format!("{definition}{prints}")
            });
        let program = [
            declarations,
            prints,
            self.aim.sign.definitions(),
            self.error_handling(&main),
            self.callback_definitions(),
            main,
        ]
        .concat();
        for (file, uses) in INCLUDES {
            if uses.iter().any(|name| program.contains(name)) {
                text.push_str(&format!("#include <{file}.h>\n"));
            }
        }
        text.push('\n');
        text.push_str(&program);
        text
    }

    /// The type of the numbers whose names the library returns.
    fn type_of_numbers(&self) -> String {
        let functions = self.constants.named_by.values();
        let mut types = functions.filter_map(|name| self.header.function(name)?.parameters.first());
        types
            .next()
            .map_or_else(String::new, |parameter| parameter.written.to_owned())
    }

    /// The types, constants and functions of the library.
    fn declarations(&self) -> String {
        let mut text = String::new();
        let used = self.declared.functions.iter();
        let used: Vec<_> = used.filter_map(|name| self.header.function(name)).collect();
        let own = used.iter().filter(|function| !function.is_system);
        let declared = own.map(|function| {
            let text = self.plain_names(function.text);
            errors::declaration(self.rules, function.name, text)
        });
        let declared: Vec<String> = declared.collect();
        let mut used: Vec<String> = used.iter().map(|f| f.text.to_owned()).collect();
        used.extend(
            self.declared
                .definitions
                .iter()
                .map(|text| (*text).to_owned()),
        );
        let mut handles = Vec::new();
        for declared in self.header.types_of(&used) {
            let (name, declaration) = (declared.name, declared.text);
            let is_handle = declaration.starts_with("typedef struct ")
                && declaration.ends_with(&format!(" *{name};"))
                && !declaration.contains('{');
            if self.aim.style != ProgramStyle::Full && is_handle {
                handles.push(format!("*{name}"));
            } else if !declared.is_system {
                text.push_str(declaration);
                text.push('\n');
            } else if name != "FILE" {
                text.push_str(&format!("typedef FILE {name};\n"));
            }
        }
        if !handles.is_empty() {
            // Other types may need them.
            let typedef = format!("typedef struct object {};", handles.join(", "));
            text.insert_str(0, &(textwrap::fill(&typedef, WIDTH) + "\n"));
        }
        let values = self.constants.enumerators.iter();
        let values: Vec<String> = values
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if !values.is_empty() {
            let all = format!("enum {{ {} }};", values.join(", "));
            text.push_str(&textwrap::fill(&all, WIDTH));
            text.push('\n');
        }
        text.push('\n');
        for declaration in declared {
            text.push_str(&format!("{declaration}\n"));
        }
        text
    }

    /// The callbacks.
    fn callback_definitions(&self) -> String {
        let definitions = self.declared.definitions.iter();
        definitions
            .map(|definition| format!("\n{definition}\n"))
            .collect()
    }

    /// The function `main`.
    fn main(&self) -> String {
        let mut text = String::new();
        text.push_str("\nint main(void) {\n");
        let mut begin = format!(
            "setvbuf(stdout, NULL, _IOLBF, 0);\n{}",
            self.aim.sign.begin()
        );
        begin.push_str(&self.aim.sign.repeat());
        text.push_str(&indented(&begin));
        for (name, function) in &self.constants.named_by {
            let number = format!("const int {name} = number({function}, \"{name}\");");
            text.push_str(&indented(&number));
        }
        for line in &self.lines {
            let line = match line {
                ProgramLine::Always(line) => line.clone(),
                ProgramLine::IfUsed { variable, text } if self.variables.is_used(*variable) => {
                    text.clone()
                }
                ProgramLine::IfUsed { .. } => continue,
                ProgramLine::Result {
                    variable,
                    declaration,
                    call,
                } if self.variables.is_used(*variable) => format!("{declaration}{call}"),
                ProgramLine::Result { call, .. } => call.clone(),
            };
            let mut line = format!("{line}\n");
            if self.aim.sign == BugSign::Growth {
                line = indented(&line);
            }
            text.push_str(&indented(&line));
        }
        text.push_str(&indented(&format!("\n{}", self.aim.sign.end())));
        text.push_str("}\n");
        text
    }
}

/// The position of the call that has ended the run.
fn end_of_run(events: &[RecordedEvent]) -> Option<usize> {
    let is_call = |event: &RecordedEvent| matches!(event, RecordedEvent::Call(..));
    let last = events.iter().rposition(is_call)?;
    let returns = matches!(events.get(last + 1), Some(RecordedEvent::Return(..)));
    (!returns).then_some(last)
}

/// The lines of a function's body.
fn indented(statements: &str) -> String {
    let lines = statements.lines().map(|line| match line {
        "" => "\n".to_owned(),
        line => format!("  {line}\n"),
    });
    lines.collect()
}

#[cfg(test)]
mod tests;
