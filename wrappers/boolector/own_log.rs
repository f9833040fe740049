//! The log that Boolector writes itself, into the file in `BTORAPITRACE`, as a recording.
//!
//! Each line is a function without its prefix, the instance and the arguments, or `return` and the
//! result. Nodes are `n7@0x5580` and sorts `s2@0x5580`: a number, and the instance to which it
//! belongs.

use murxla_fsm::wrapper::c_api::{CHeader, CParameter, CType, Count};
use murxla_fsm::wrapper::own_log::{OwnLog, RecordingWriter, recorded_text};
use rustc_hash::FxHashMap;

/// The log.
pub(super) const LOG: OwnLog = OwnLog {
    begins: "new\n",
    recording,
};

/// What stands for no object.
const NULL: &str = "@0";

fn recording(text: &str, header: &CHeader) -> Result<String, String> {
    let mut reader = Reader::default();
    for (place, line) in text.lines().enumerate() {
        let read = match line.strip_prefix("return") {
            Some(result) => reader.result(result.trim()),
            None => reader.call(line, header),
        };
        read.map_err(|why| format!("line {}: {why}", place + 1))?;
    }
    // The last call of a program that ends regularly has no result.
    if reader
        .writer
        .open()
        .is_some_and(|last| last.name == "boolector_delete")
    {
        reader.writer.end();
    }
    Ok(reader.writer.finish())
}

#[derive(Default)]
struct Reader<'t> {
    writer: RecordingWriter,
    /// The handles of nodes and sorts, by what the log writes for them.
    handles: FxHashMap<&'t str, usize>,
}

impl<'t> Reader<'t> {
    fn call(&mut self, line: &'t str, header: &CHeader) -> Result<(), String> {
        let mut words = Words(line);
        let name = format!("boolector_{}", words.next().unwrap_or_default());
        let function = header.function(&name);
        let function = function.ok_or_else(|| format!("the API does not have '{name}'"))?;
        let (mut arguments, mut option, mut length) = (Vec::new(), None, None);
        for parameter in function.parameters {
            let argument = match length.take_if(|(at, _)| *at == parameter.name) {
                Some((_, length)) => usize::to_string(&length),
                None => self.argument(parameter, &mut words),
            };
            // The name of an option follows its number.
            if parameter.name == "option" {
                option = words.next();
            }
            if let (Count::Of(at), true) = (parameter.count, argument.starts_with('[')) {
                let elements = argument.matches('@').count();
                length = function.parameters.get(at).map(|its| (its.name, elements));
            }
            arguments.push(argument);
        }
        self.writer.begin(function, &arguments);
        if let Some(name) = option {
            self.writer
                .add_result(&format!("text={}", recorded_text(name)));
        }
        Ok(())
    }

    fn argument(&mut self, parameter: &CParameter, words: &mut Words<'t>) -> String {
        match parameter.kind {
            CType::Number { .. } => words.next().unwrap_or("?").to_owned(),
            CType::Text => match words.rest() {
                "" | "(null)" => "-".to_owned(),
                text => recorded_text(text),
            },
            kind if kind.is_handle() && parameter.count == Count::One => words
                .next()
                .map_or("?".to_owned(), |word| self.handle(word)),
            CType::Pointer(of) if of.is_handle() => {
                // The log has the length only before some arrays. One argument follows the others.
                let length = words.next_if(|word| word.parse::<usize>().is_ok());
                let length = length.and_then(|length| length.parse().ok());
                let length = length.unwrap_or(words.count().saturating_sub(1));
                let elements: Vec<_> = words.take(length).map(|word| self.handle(word)).collect();
                format!("[{}]", elements.join(","))
            }
            _ => "?".to_owned(),
        }
    }

    /// The handle of an object. An instance is written as its address.
    fn handle(&mut self, word: &'t str) -> String {
        if word.starts_with("(nil)") {
            return NULL.to_owned();
        }
        match word.strip_prefix("0x") {
            Some(address) => format!("@{address}"),
            None => {
                let next = self.handles.len() + 1;
                format!("@{:x}", self.handles.entry(word).or_insert(next))
            }
        }
    }

    fn result(&mut self, word: &'t str) -> Result<(), String> {
        let open = self.writer.open();
        let function = open.ok_or("there is no call with this result")?;
        let result = match (&function.result.kind, word) {
            (kind, _) if kind.is_handle() => self.handle(word),
            (CType::Number { .. }, "true") => "1".to_owned(),
            (CType::Number { .. }, "false") => "0".to_owned(),
            (CType::Number { .. }, _) => word.to_owned(),
            (CType::Text, _) => recorded_text(word),
            _ => "?".to_owned(),
        };
        self.writer.add_result(&format!("= {result}"));
        self.writer.end();
        Ok(())
    }
}

/// The words of a line that are not read yet.
struct Words<'t>(&'t str);

impl<'t> Words<'t> {
    fn rest(&mut self) -> &'t str {
        std::mem::take(&mut self.0).trim()
    }

    fn count(&self) -> usize {
        self.0.split_whitespace().count()
    }

    fn next_if(&mut self, is_wanted: impl Fn(&str) -> bool) -> Option<&'t str> {
        let text = self.0.trim_start();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        if word.is_empty() || !is_wanted(word) {
            return None;
        }
        self.0 = rest;
        Some(word)
    }

    fn next(&mut self) -> Option<&'t str> {
        self.next_if(|_| true)
    }

    fn take(&mut self, count: usize) -> impl Iterator<Item = &'t str> {
        std::iter::from_fn(|| self.next()).take(count)
    }
}
