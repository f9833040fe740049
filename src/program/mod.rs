//! `translate --to c`: a program in C that makes the calls of a run, from what was recorded of them.

mod call;
mod known;
mod literal;

use call::Call;
use known::{Known, Slot};
use murxla_fsm::c_api::CProgramRules;
use murxla_wrappers::record::header::CHeader;
use murxla_wrappers::record::types::CType;
use murxla_wrappers::record::{Datum, RecordedEvent};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What a program says of itself.
pub struct Head<'a> {
    /// Comments at its beginning.
    pub comments: &'a [String],
    /// What the run showed, which the program is to show again.
    pub shows: &'a str,
}

/// A program.
pub struct Program {
    /// Its text.
    pub text: String,
    /// What it lacks, a sentence each.
    pub gaps: BTreeSet<String>,
}

/// What a program has so that it can tell what the library answered.
const TELL: &str = r#"/* What the library says, and what it said in the run that was recorded, where that is another thing. */
static inline void tell(const char *what, long long is, long long was) {
  printf("%s: %lld", what, is);
  if (is != was) printf(", but %lld in the run", was);
  putchar('\n');
}

static inline void tell_real(const char *what, double is, double was) {
  printf("%s: %g", what, is);
  if (is != was) printf(", but %g in the run", was);
  putchar('\n');
}

static inline void tell_text(const char *what, const char *is, const char *was) {
  printf("%s: %s", what, is ? is : "NULL");
  if (!is || strcmp(is, was)) printf(", but %s in the run", was);
  putchar('\n');
}
"#;

/// A line of the program, or of those that it may have.
enum Line {
    /// It is there.
    Always(String),
    /// A call, whose result is kept where it is used.
    Result {
        slot: Slot,
        declaration: String,
        call: String,
    },
    /// It is there where the variable is used.
    IfUsed { slot: Slot, text: String },
}

struct Writer<'a> {
    rules: &'a CProgramRules,
    header: CHeader,
    lines: Vec<Line>,
    known: Known,
    /// The names of numbers, by the function that told them.
    told: FxHashMap<(String, i64), String>,
    /// The names of numbers that are used.
    enumerators: BTreeMap<String, i64>,
    functions: BTreeSet<String>,
    /// Functions that are called back.
    definitions: BTreeSet<&'static str>,
    gaps: BTreeSet<String>,
    /// Where streams in memory leave what was written to them.
    buffers: Vec<String>,
    /// Answers are told now.
    tells: bool,
}

/// Writes the program that makes the calls that were recorded.
#[must_use]
pub fn write(head: &Head<'_>, rules: &CProgramRules, events: &[RecordedEvent]) -> Program {
    let mut writer = Writer {
        rules,
        header: CHeader::new(rules),
        lines: Vec::new(),
        known: Known::default(),
        told: FxHashMap::default(),
        enumerators: BTreeMap::new(),
        functions: BTreeSet::new(),
        definitions: BTreeSet::new(),
        gaps: BTreeSet::new(),
        buffers: Vec::new(),
        tells: false,
    };
    writer.listen(events);
    writer.body(events);
    let shows = literal::text(format!("Expected: {}", head.shows).as_bytes());
    writer.always(String::new());
    writer.always(format!("puts({shows});"));
    Program {
        text: writer.text(head.comments),
        gaps: writer.gaps,
    }
}

/// Whether what the library says in this line of a trace is told.
fn is_told(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let action = words.find(|word| word.parse::<u64>().is_err());
    let asks = ["check", "get-", "print-"];
    action.is_some_and(|action| asks.iter().any(|start| action.starts_with(start)))
}

/// Where the results of a line of the trace are made: places of events, and the ids that they have in the trace. The
/// last term that is made is the one that is returned, and the last sort.
fn ids<'a>(
    rules: &CProgramRules,
    header: &CHeader,
    events: &'a [RecordedEvent],
) -> FxHashMap<usize, &'a str> {
    /// Gives the ids that are wanted to what was made last.
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
            RecordedEvent::Line(line) if !line.starts_with("#=") => {
                name(&mut last, &wanted, &mut ids);
                let returned = line.split_once("return ");
                wanted =
                    returned.map_or_else(Vec::new, |(_, ids)| ids.split_whitespace().collect());
            }
            RecordedEvent::Line(_) => {}
            RecordedEvent::Call(name, _) => called = Some(name),
            RecordedEvent::Return(_, result) => {
                let function = called.take().and_then(|name| header.function(name));
                let written = function.map(|function| function.written.as_str());
                for (last, kind) in last.iter_mut().zip([rules.sort, rules.term]) {
                    if written == Some(kind) && result.word() != 0 {
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
    fn always(&mut self, text: String) {
        self.lines.push(Line::Always(text));
    }

    /// Tells what the program lacks, there and to the user.
    fn gap(&mut self, text: &str) {
        self.always(format!("// {}", literal::comment(text)));
        self.gaps.insert(text.to_owned());
    }

    fn fresh(&mut self, kind: &str, wanted: Option<&str>) -> String {
        self.known.name(kind, wanted, self.rules.prefixes)
    }

    /// Notes the names of numbers that the library told.
    fn listen(&mut self, events: &[RecordedEvent]) {
        for pair in events.windows(2) {
            if let [
                RecordedEvent::Call(name, arguments),
                RecordedEvent::Return(_, Datum::Text(_, text)),
            ] = pair
                && let ([number], true) = (&arguments[..], name.ends_with("_to_string"))
            {
                let value = literal::signed(number.word(), 4);
                let text = String::from_utf8_lossy(text).into_owned();
                self.told.insert((name.clone(), value), text);
            }
        }
    }

    /// A line of the trace: a comment, and where answers are told it says of what, and what the answer was.
    fn line(&mut self, line: &str) {
        let parts: Vec<&str> = line.lines().map(str::trim).collect();
        let line = parts.join("; ");
        self.always(format!("// {}", literal::comment(&line)));
        if self.tells {
            self.always(format!("puts({});", literal::text(line.as_bytes())));
        }
    }

    fn body(&mut self, events: &[RecordedEvent]) {
        let ids = ids(self.rules, &self.header, events);
        let is_call = |event: &RecordedEvent| matches!(event, RecordedEvent::Line(line) if !line.starts_with('#'));
        let last = events.iter().rposition(is_call).unwrap_or(0);
        // Before the first line of the trace the library is loaded and looked at: what is set for good counts.
        let mut loading = true;
        let header = self.header.clone();
        let mut events = events.iter().enumerate().peekable();
        while let Some((at, event)) = events.next() {
            match event {
                RecordedEvent::Line(line) => {
                    if !line.starts_with('#') {
                        self.always(String::new());
                        loading = false;
                        self.tells = at == last || is_told(line);
                    }
                    self.line(line);
                }
                RecordedEvent::Call(name, before) => {
                    let behind =
                        events.next_if(|(_, next)| matches!(next, RecordedEvent::Return(..)));
                    let after = behind.and_then(|(_, event)| match event {
                        RecordedEvent::Return(arguments, result) => Some((&arguments[..], result)),
                        _ => None,
                    });
                    let Some(function) = header.function(name) else {
                        self.gap(&format!("{name} is not declared"));
                        continue;
                    };
                    let failed = after.is_none_or(|(_, result)| result.word() != 0);
                    let silent = self.rules.silent.contains(&name.as_str()) && !failed;
                    let sets = function.result == CType::Void
                        && function.parameters.iter().all(|p| {
                            !p.kind.is_handle() && !p.kind.is_data() || p.written == "void *"
                        });
                    if silent || (loading && !sets) {
                        continue;
                    }
                    let wanted = behind.and_then(|(at, _)| ids.get(&at)).copied();
                    self.call(&Call {
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
    }

    /// The whole program.
    fn text(&mut self, comments: &[String]) -> String {
        let mut text = String::from("/*\n");
        for comment in comments {
            text.push_str(format!(" * {}", comment.replace("*/", "* /")).trim_end());
            text.push('\n');
        }
        text.push_str(" */\n#define _GNU_SOURCE\n");
        for file in ["stdio", "stdlib", "string", "unistd"] {
            text.push_str(&format!("#include <{file}.h>\n"));
        }
        text.push('\n');
        let is_system = |name: &str| self.rules.system.contains(&name);
        let functions = self.functions.iter().filter(|name| !is_system(name));
        let functions = functions.filter_map(|name| self.header.function(name));
        let declared: Vec<String> = functions.map(|function| function.text.clone()).collect();
        let used = self.functions.iter();
        let used = used.filter_map(|name| self.header.function(name));
        let mut used: Vec<String> = used.map(|function| function.text.clone()).collect();
        used.extend(self.definitions.iter().map(|text| (*text).to_owned()));
        for (name, declaration) in self.header.types_of(&used) {
            if !is_system(name) {
                text.push_str(declaration);
                text.push('\n');
            } else if name != "FILE" {
                text.push_str(&format!("typedef FILE {name};\n"));
            }
        }
        text.push('\n');
        for (name, value) in &self.enumerators {
            text.push_str(&format!("enum {{ {name} = {value} }};\n"));
        }
        text.push('\n');
        for declaration in declared {
            text.push_str(&declaration);
            text.push('\n');
        }
        text.push('\n');
        for definition in &self.definitions {
            text.push_str(definition);
            text.push_str("\n\n");
        }
        text.push_str(TELL);
        text.push_str("\nint main(void) {\n  setvbuf(stdout, NULL, _IOLBF, 0);\n");
        for line in &self.lines {
            let line = match line {
                Line::Always(line) => line.clone(),
                Line::IfUsed { slot, text } if self.known.is_used(*slot) => text.clone(),
                Line::IfUsed { .. } => continue,
                Line::Result {
                    slot,
                    declaration,
                    call,
                } if self.known.is_used(*slot) => format!("{declaration}{call}"),
                Line::Result { call, .. } => call.clone(),
            };
            let indent = if line.is_empty() { "" } else { "  " };
            text.push_str(&format!("{indent}{line}\n"));
        }
        text.push_str("  return 0;\n}\n");
        text
    }
}

#[cfg(test)]
mod tests;
