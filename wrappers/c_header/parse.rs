//! The parser. What it reads lives as long as the process: a header is parsed once, by a build
//! script or a test.

use crate::declarator::{Declarator, NUMBERS, split, words};
use crate::defaults;
use crate::header::{
    CCalls, CEnumerator, CFunction, CHeader, CMember, CParameter, CResult, CType, CTypedef,
    ConstantNames, Count, Role,
};
use crate::tags::{Comment, Tag};

/// A header that cannot be read.
#[derive(thiserror::Error, PartialEq, Eq, Debug)]
#[error("line {line}: {reason}")]
pub struct HeaderError {
    /// The line of the declaration.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// A declaration with the comments that describe it.
#[derive(Debug)]
struct Declaration {
    line: usize,
    /// On one line, without the semicolon.
    text: String,
    /// The comment above it, which also describes the declarations that follow.
    section: usize,
    /// The comment behind it.
    own: Comment,
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn leak_all<T>(all: Vec<T>) -> &'static [T] {
    Box::leak(all.into_boxed_slice())
}

/// The elements of [`CType::Text`].
const CHARACTER: CType = CType::Number {
    size: 1,
    signed: true,
    real: false,
};

/// The declarations of a text. A comment on lines of its own is the description of all declarations
/// up to the next one; a comment behind a declaration is that of this one only.
fn declarations(text: &str) -> (Vec<Declaration>, Vec<Comment>) {
    let (mut all, mut sections): (Vec<Declaration>, _) = (Vec::new(), vec![Comment::default()]);
    let (mut pending, mut depth, mut line) = (String::new(), 0, 1);
    let mut is_behind = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix("/*") {
            let (inside, after) = inside.split_once("*/").unwrap_or((inside, ""));
            line += inside.matches('\n').count();
            match all.last_mut() {
                _ if !pending.trim().is_empty() => pending.push(' '),
                Some(last) if is_behind => last.own = Comment::new(inside),
                _ => sections.push(Comment::new(inside)),
            }
            rest = after;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            '\n' => {
                line += 1;
                is_behind = false;
            }
            _ => {}
        }
        if c == ';' && depth == 0 {
            let words: Vec<&str> = pending.split_whitespace().collect();
            all.push(Declaration {
                line,
                text: words.join(" "),
                section: sections.len() - 1,
                own: Comment::default(),
            });
            pending.clear();
            is_behind = true;
        } else {
            pending.push(c);
        }
    }
    (all, sections)
}

/// The text with empty lines in place of preprocessor directives and of lines for C++ only.
fn without_directives(text: &str) -> String {
    let mut is_cpp = false;
    let lines = text.lines().map(|line| {
        is_cpp |= line.starts_with("#ifdef __cplusplus");
        let is_left_out = is_cpp || line.starts_with('#');
        is_cpp &= !line.starts_with("#endif");
        if is_left_out { "" } else { line }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Parses the declarations of a C API.
///
/// # Errors
/// Returns the line and the reason: a tag that is unknown or does not fit.
pub fn parse(text: &str) -> Result<CHeader, HeaderError> {
    let (declarations, sections) = declarations(&without_directives(text));
    let mut reader = Reader::default();
    for declaration in &declarations {
        let section = &sections[declaration.section];
        reader
            .declare(declaration, section)
            .map_err(|reason| HeaderError {
                line: declaration.line,
                reason,
            })?;
    }
    reader.functions.sort_by_key(|function| function.name);
    Ok(CHeader {
        functions: leak_all(reader.functions),
        types: leak_all(reader.types),
        enumerators: leak_all(reader.enumerators),
        variables: leak_all(reader.variables),
    })
}

#[derive(Default)]
struct Reader {
    functions: Vec<CFunction>,
    types: Vec<CTypedef>,
    enumerators: Vec<CEnumerator>,
    variables: Vec<(&'static str, &'static str)>,
}

/// The names that a tag gives: `NAME()` is a function, `PREFIX*` are enumerators.
fn names_of(value: &str) -> Result<ConstantNames, String> {
    if let Some(function) = value.strip_suffix("()") {
        return Ok(ConstantNames::Function(leak(function)));
    }
    let prefix = value.strip_suffix('*');
    let prefix = prefix.ok_or_else(|| format!("@names {value}: neither FUNCTION() nor PREFIX*"))?;
    Ok(ConstantNames::Enumerators(leak(prefix)))
}

impl Reader {
    fn declare(&mut self, declaration: &Declaration, section: &Comment) -> Result<(), String> {
        let text = &declaration.text[..];
        let own = &declaration.own;
        if let Some(list) = text.strip_prefix("enum {") {
            self.enumerate(list.trim_end_matches('}'));
            return Ok(());
        }
        if let Some(declared) = text.strip_prefix("typedef ") {
            return self.declare_type(declared, text, own);
        }
        if let Some(declared) = text.strip_prefix("extern ") {
            let name = leak(Declarator::new(declared).name);
            self.variables.push((name, leak(declared)));
            return Ok(());
        }
        self.declare_function(text, own, section)
    }

    fn enumerate(&mut self, list: &str) {
        let (mut next, start) = (0, self.enumerators.len());
        for enumerator in split(list, ',') {
            let (name, number) = enumerator.split_once('=').unwrap_or((enumerator, ""));
            let number = number.trim();
            let parsed = match number.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16),
                None => number.parse(),
            };
            next = parsed.unwrap_or(next);
            self.enumerators.push(CEnumerator {
                name: leak(name.trim()),
                value: next,
                is_signed: false,
            });
            next += 1;
        }
        let all = &mut self.enumerators[start..];
        let is_signed = all.iter().any(|enumerator| enumerator.value < 0);
        for enumerator in all {
            enumerator.is_signed = is_signed;
        }
    }

    fn declare_type(&mut self, declared: &str, text: &str, own: &Comment) -> Result<(), String> {
        let declarator = Declarator::new(declared);
        let mut new = CTypedef {
            name: leak(declarator.name),
            text: leak(&format!("{text};")),
            comment: leak(&own.text),
            kind: self.kind(&declarator),
            rust: None,
            is_handle: false,
            receiver: None,
            is_system: false,
            names: None,
        };
        for Tag { name, value } in &own.tags {
            match &name[..] {
                "handle" => (new.rust, new.is_handle) = (Some(leak(value)), true),
                "as" => new.rust = Some(leak(value)),
                "self" => new.receiver = Some(leak(value)),
                "system" => new.is_system = true,
                "names" => new.names = Some(names_of(value)?),
                _ => return Err(format!("{}: unknown tag @{name} of a type", new.name)),
            }
        }
        if let CType::Number { size, .. } = new.kind
            && new.is_handle
        {
            new.kind = CType::Handle { size };
        }
        self.types.push(new);
        Ok(())
    }

    fn declare_function(
        &mut self,
        text: &str,
        own: &Comment,
        section: &Comment,
    ) -> Result<(), String> {
        let declarator = Declarator::new(text);
        let Some(parameters) = declarator.parameters() else {
            return Err(format!("not a declaration of a function: {text}"));
        };
        let parameter = |declarator: &Declarator<'_>| CParameter {
            name: leak(declarator.name),
            written: leak(&declarator.written()),
            kind: self.kind(declarator),
            is_const: words(declarator.base).any(|word| word == "const"),
            count: Count::One,
            length_size: 8,
            is_optional: false,
            is_changed: false,
        };
        let mut parameters: Vec<CParameter> = parameters.iter().map(parameter).collect();
        for at in 0..parameters.len() {
            parameters[at].count = defaults::of_parameter(&parameters, at);
        }
        let mut new = CFunction {
            name: leak(declarator.name),
            text: leak(&format!("{text};")),
            comment: leak(if own.text.is_empty() {
                &section.text
            } else {
                &own.text
            }),
            result: CResult {
                written: leak(&declarator.written()),
                kind: self.kind(&declarator),
                count: defaults::of_result(self.kind(&declarator), &parameters),
                is_nullable: false,
                freed_by: None,
            },
            parameters: &[],
            since: None,
            calls: CCalls::default(),
            is_system: false,
            is_operator: false,
            by_hand: false,
            companion: None,
        };
        // A tag of the declaration overrides those of its section.
        for (tag, is_own) in (section.tags.iter().map(|tag| (tag, false)))
            .chain(own.tags.iter().map(|tag| (tag, true)))
        {
            apply(tag, is_own, &mut new, &mut parameters)?;
        }
        for at in 0..parameters.len() {
            if let Count::Nested { lengths, .. } = parameters[at].count
                && let CType::Pointer(of) = parameters[lengths].kind
            {
                parameters[at].length_size = of.layout().0;
            }
        }
        new.parameters = leak_all(parameters);
        if self
            .functions
            .iter()
            .any(|function| function.name == new.name)
        {
            return Err(format!("{} is declared twice", new.name));
        }
        self.functions.push(new);
        Ok(())
    }

    /// The type that a declarator gives to its name.
    fn kind(&self, declarator: &Declarator<'_>) -> CType {
        if declarator.is_callback() {
            return CType::Callback;
        }
        let base = declarator.base;
        let base = base.strip_prefix("const ").unwrap_or(base);
        let number = || NUMBERS.iter().find(|number| number.name == base);
        let kind = if base == "void" {
            CType::Void
        } else if let Some(members) = declarator.members() {
            CType::Struct(self.members(&members))
        } else if let Some(declared) = self.types.iter().find(|t| t.name == base) {
            declared.kind
        } else if let Some(number) = number() {
            CType::Number {
                size: number.size,
                signed: number.signed,
                real: number.real,
            }
        } else {
            CType::Opaque
        };
        let stars = declarator.stars.matches('*');
        stars.fold(kind, |kind, _| match kind {
            CHARACTER => CType::Text,
            kind => CType::Pointer(Box::leak(Box::new(kind))),
        })
    }

    fn members(&self, declared: &[Declarator<'_>]) -> &'static [CMember] {
        let mut members = Vec::new();
        for declarator in declared {
            let member = CMember {
                name: leak(declarator.name),
                written: leak(&declarator.written()),
                kind: self.kind(declarator),
            };
            members.extend(std::iter::repeat_n(
                member,
                declarator.elements().unwrap_or(1),
            ));
        }
        leak_all(members)
    }
}

/// Applies a tag to a function.
fn apply(
    tag: &Tag,
    is_own: bool,
    function: &mut CFunction,
    parameters: &mut [CParameter],
) -> Result<(), String> {
    let Tag { name, value } = tag;
    let wrong = |what: String| format!("{}: @{name} {value}: {what}", function.name);
    match &name[..] {
        "since" => function.since = Some(leak(value)),
        "query" => function.calls.role = Role::Query,
        "form" => function.calls.role = Role::Form,
        "incidental" => function.calls.role = Role::Incidental,
        "counts" => function.calls.role = Role::Counts,
        "acts" => function.calls.role = Role::Other,
        "retains" => function.calls.retain = true,
        "instance" => function.calls.make_instance = true,
        "error" => function.calls.report_error = true,
        "frees" => function.calls.free = true,
        "system" => function.is_system = true,
        "plain" => function.calls.plain = Some(leak(value)),
        "left_out" => function.calls.left_out = Some(leak(value)),
        "operator" => function.is_operator = true,
        "by_hand" => function.by_hand = true,
        "optional" | "changes" => {
            let found = parameters.iter_mut().find(|p| p.name == value);
            let found = found.ok_or_else(|| wrong(format!("there is no parameter {value}")))?;
            match &name[..] {
                "optional" => found.is_optional = true,
                _ => found.is_changed = true,
            }
        }
        "null" if value == "none" => function.result.is_nullable = true,
        "free" => function.result.freed_by = Some(leak(value)),
        "companion" => function.companion = Some(leak(value)),
        "length" => {
            let position = |name: &str| parameters.iter().position(|p| p.name == name);
            let find = |name: &str| {
                position(name).ok_or_else(|| wrong(format!("there is no parameter {name}")))
            };
            let (of, rest) = value.split_once(' ').unwrap_or((value, ""));
            let count = match rest.split(' ').collect::<Vec<_>>()[..] {
                ["one"] => Count::One,
                ["terminated"] => Count::Terminated,
                ["buffer"] => Count::Buffer,
                ["array", length] => Count::OutArray(find(length)?),
                [count, lengths] => Count::Nested {
                    count: find(count)?,
                    lengths: find(lengths)?,
                },
                [count] => Count::Of(find(count)?),
                _ => return Err(wrong("not a length".to_owned())),
            };
            match (of, position(of)) {
                ("return", _) => function.result.count = count,
                (_, Some(at)) => parameters[at].count = count,
                (_, None) if is_own => return Err(wrong(format!("there is no parameter {of}"))),
                (_, None) => {}
            }
        }
        _ => return Err(wrong("unknown tag".to_owned())),
    }
    Ok(())
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
