//! The types of a header, and the signatures of its functions, in Rust.

use crate::declarator::{Declarator, NUMBERS};
use crate::header::{CEnumerator, CHeader};
use std::fmt::Write as _;

/// Words of Rust that are names in C, or parts of them: `LIB_const`.
const KEYWORDS: [&str; 18] = [
    "as", "const", "false", "fn", "if", "impl", "in", "let", "loop", "match", "mod", "move", "ref",
    "true", "type", "use", "where", "yield",
];

pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// The name of a parameter, member or variable.
pub(super) fn name(name: &str) -> String {
    match is_keyword(name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

/// The name of the structure that a member has without a name of its own.
fn inner(structure: &str, member: &str) -> String {
    format!("{structure}_{member}")
}

/// The Rust type of a declared name. `structure` is the name of a structure that the declaration
/// contains.
fn of(declarator: &Declarator<'_>, structure: &str) -> String {
    if declarator.is_callback() {
        let result = Declarator {
            stars: declarator.stars.split('(').next().unwrap_or_default(),
            ..*declarator
        };
        let parameters = parameters(declarator);
        return format!(
            "::std::option::Option<unsafe extern \"C\" fn({parameters}){}>",
            result_of(&result)
        );
    }
    let base = declarator.base;
    let (base, is_const) = match base.strip_prefix("const ") {
        Some(base) => (base, true),
        None => (base, false),
    };
    let base = base
        .strip_prefix("struct ")
        .filter(|name| !name.starts_with('{'))
        .unwrap_or(base);
    let number = NUMBERS.iter().find(|number| number.name == base);
    let kind = match number {
        _ if base.starts_with("struct {") => structure.to_owned(),
        _ if base == "void" => "::std::ffi::c_void".to_owned(),
        Some(number) if number.rust.starts_with("c_") => format!("::std::ffi::{}", number.rust),
        Some(number) => number.rust.to_owned(),
        None => base.to_owned(),
    };
    let mut is_const = is_const;
    let pointed = declarator.stars.matches('*').fold(kind, |kind, _| {
        // `const` belongs to what the innermost pointer points to.
        let pointer = if is_const { "*const" } else { "*mut" };
        is_const = false;
        format!("{pointer} {kind}")
    });
    match declarator.elements() {
        Some(count) => format!("[{pointed}; {count}]"),
        None => pointed,
    }
}

/// `-> T`, or nothing.
fn result_of(declarator: &Declarator<'_>) -> String {
    let result = Declarator {
        after: "",
        ..*declarator
    };
    match of(&result, "") {
        void if void == "::std::ffi::c_void" => String::new(),
        kind => format!(" -> {kind}"),
    }
}

fn parameters(declarator: &Declarator<'_>) -> String {
    let all = declarator
        .parameters()
        .unwrap_or_default()
        .into_iter()
        .enumerate();
    let all = all.map(|(at, parameter)| {
        let named = match parameter.name {
            "" => format!("a{at}"),
            given => name(given),
        };
        format!("{named}: {}", of(&parameter, ""))
    });
    all.collect::<Vec<_>>().join(", ")
}

/// The declared structures, aliases and enumerators.
pub(super) fn types(header: &CHeader) -> String {
    let mut text = String::new();
    let mut opaque: Vec<&str> = Vec::new();
    for declared in header.types {
        let c = declared.text.trim_end_matches(';');
        let declarator = Declarator::new(c.trim_start_matches("typedef "));
        let _ = writeln!(text, "/// `{}`", declared.text);
        if let Some(members) = declarator.members() {
            structure(&mut text, declared.name, &members);
            continue;
        }
        let tag = declarator.base.strip_prefix("struct ");
        if let Some(tag) = tag.filter(|tag| !opaque.contains(tag)) {
            opaque.push(tag);
            let _ = writeln!(
                text,
                "#[repr(C)]\n#[derive(Debug)]\npub struct {tag} {{\n    _unused: [u8; 0],\n}}"
            );
            let is_same = tag == declared.name && declarator.stars.is_empty();
            if is_same {
                continue;
            }
        }
        let kind = of(&declarator, "");
        let _ = writeln!(text, "pub type {} = {kind};", declared.name);
    }
    for CEnumerator {
        name,
        value,
        is_signed,
    } in header.enumerators
    {
        let kind = if *is_signed { "i32" } else { "u32" };
        let _ = writeln!(text, "pub const {name}: {kind} = {value};");
    }
    text
}

fn structure(text: &mut String, named: &str, members: &[Declarator<'_>]) {
    let mut inside = String::new();
    for member in members {
        let own = inner(named, member.name);
        if let Some(members) = member.members() {
            structure(text, &own, &members);
        }
        let _ = writeln!(
            inside,
            "    pub {}: {},",
            name(member.name),
            of(member, &own)
        );
    }
    let _ = writeln!(
        text,
        "#[repr(C)]\n#[derive(Debug, Copy, Clone)]\npub struct {named} {{\n{inside}}}"
    );
}

/// The table of functions and variables.
pub(super) fn table(header: &CHeader, table: &str) -> String {
    let mut text = format!("functions! {{\n    {table} {{\n");
    for function in header.functions {
        let declarator = Declarator::new(function.text.trim_end_matches(';'));
        let (parameters, result) = (parameters(&declarator), result_of(&declarator));
        let _ = writeln!(
            text,
            "        pub fn {}({parameters}){result};",
            function.name
        );
    }
    for (variable, declared) in header.variables {
        let kind = of(&Declarator::new(declared), "");
        let _ = writeln!(text, "        pub static mut {variable}: {kind};");
    }
    text.push_str("    }\n}\n");
    text
}
