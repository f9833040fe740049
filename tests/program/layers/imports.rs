//! The dependencies between the files of a crate, computed from the sources.
//!
//! Every path in a file is resolved to the file that defines the named item: `use` trees, paths
//! inside code, and names imported by `use …::*`. A re-exported name is resolved to the file that
//! defines the item. Code under `#[cfg(test)]` is skipped.

use super::tokens::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

/// The path of a module in its crate; empty for the root.
type ModulePath = Vec<String>;

/// For each file of a crate, the files that it depends on. Files are given by their paths in the
/// repository.
pub(crate) type Graph = BTreeMap<String, BTreeSet<String>>;

/// A module in a file of its own, or an inline module.
#[derive(Default)]
struct Module {
    file: String,
    children: BTreeSet<String>,
    /// Names imported by `use`: the local name and the path.
    imports: Vec<(String, Vec<String>)>,
    /// Paths imported by `use …::*`.
    globs: Vec<Vec<String>>,
    /// Items that it defines.
    items: BTreeSet<String>,
    /// Paths in its code, of one name or more.
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a crate.
#[derive(Default)]
pub(crate) struct Modules(BTreeMap<ModulePath, Module>);

impl Modules {
    /// Reads a crate from its first file.
    pub(crate) fn read(repository: &Path, first: &str) -> Self {
        let mut modules = Self::default();
        let folder = Path::new(first).parent().unwrap_or(Path::new(""));
        let mut files = vec![(ModulePath::new(), first.to_owned())];
        while let Some((path, file)) = files.pop() {
            let text = std::fs::read_to_string(repository.join(&file)).expect(&file);
            for name in modules.add(&path, &file, &text) {
                let child = [&path[..], &[name]].concat();
                let stem = folder.join(child.join("/"));
                let places = [stem.join("mod.rs"), stem.with_extension("rs")];
                let place = places.iter().find(|place| repository.join(place).is_file());
                let place = place.unwrap_or_else(|| panic!("{file}: no file for module {child:?}"));
                files.push((child, place.display().to_string()));
            }
        }
        modules
    }

    /// Adds a file; returns the modules that it declares and that have files of their own.
    pub(crate) fn add(&mut self, path: &[String], file: &str, text: &str) -> Vec<String> {
        let mut reader = Reader {
            tokens: &tokens(text),
            at: 0,
            file,
            modules: self,
            declared: Vec::new(),
        };
        reader.module(path);
        reader.declared
    }

    /// The module whose file defines the item that a path in module `from` names. `None` if the
    /// item is defined in another crate or in the module itself.
    fn resolve(&self, from: &[String], path: &[String], depth: u32) -> Option<ModulePath> {
        let module = self.0.get(from)?;
        let (first, rest) = path.split_first()?;
        // The depth limit ends the search in cyclic imports.
        let deeper = depth.checked_sub(1)?;
        match first.as_str() {
            "crate" => self.walk(&[], rest, deeper),
            "self" => self.walk(from, rest, deeper),
            "super" => self.walk_up(from, rest, deeper),
            name if module.items.contains(name) => None,
            name if module.children.contains(name) => self.walk(from, path, deeper),
            name => {
                if let Some((_, import)) = module.imports.iter().find(|(known, _)| known == name) {
                    // If an import starts with its own name, the name is that of another crate.
                    let is_crate = import.first().is_some_and(|first| first == name);
                    let path = [&import[..], rest].concat();
                    return self.resolve(from, &path, deeper).filter(|_| !is_crate);
                }
                self.in_globs(from, path, deeper)
            }
        }
    }

    fn walk_up(&self, from: &[String], rest: &[String], depth: u32) -> Option<ModulePath> {
        let parent = &from[..from.len().checked_sub(1)?];
        match rest.split_first() {
            Some((first, rest)) if first == "super" => self.walk_up(parent, rest, depth),
            _ => self.walk(parent, rest, depth),
        }
    }

    /// Looks up a path that starts in module `at`.
    fn walk(&self, at: &[String], path: &[String], depth: u32) -> Option<ModulePath> {
        let module = self.0.get(at)?;
        let Some((name, rest)) = path.split_first() else {
            return Some(at.to_vec());
        };
        // A function may have the name of a module, but it has no items.
        let is_module = module.children.contains(name);
        if module.items.contains(name) && (rest.is_empty() || !is_module) {
            return Some(at.to_vec());
        }
        if is_module {
            let child = [at, std::slice::from_ref(name)].concat();
            return self.walk(&child, rest, depth);
        }
        let elsewhere = self.resolve(at, path, depth);
        // An item that is not found is defined by a macro here or re-exported from another crate.
        Some(elsewhere.unwrap_or_else(|| at.to_vec()))
    }

    /// Looks up a path in the glob imports of a module.
    fn in_globs(&self, from: &[String], path: &[String], depth: u32) -> Option<ModulePath> {
        let (name, rest) = path.split_first()?;
        self.0.get(from)?.globs.iter().find_map(|glob| {
            let place = self.resolve(from, glob, depth)?;
            let module = self.0.get(&place)?;
            let imports = module.imports.iter().any(|(known, _)| known == name);
            // A single name that equals the name of a child is a variable.
            let is_child = module.children.contains(name) && !rest.is_empty();
            if imports || module.items.contains(name) || is_child {
                return self.walk(&place, path, depth);
            }
            let deeper = depth.checked_sub(1)?;
            let found = self.in_globs(&place, path, deeper);
            found.filter(|_| place != from)
        })
    }

    /// The dependencies between the files.
    pub(crate) fn graph(&self) -> Graph {
        let mut graph = Graph::new();
        for (at, module) in &self.0 {
            let used = graph.entry(module.file.clone()).or_default();
            let imports = module.imports.iter().map(|(_, path)| path);
            for path in imports.chain(&module.globs).chain(&module.paths) {
                let target = self.resolve(at, path, 32);
                let file = target.and_then(|target| self.0.get(&target));
                used.extend(file.map(|module| module.file.clone()));
            }
        }
        for (file, used) in &mut graph {
            used.remove(file);
        }
        graph
    }
}

/// Reads the tokens of a file.
struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    file: &'a str,
    modules: &'a mut Modules,
    declared: Vec<String>,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a Token> {
        self.tokens.get(self.at + ahead)
    }

    fn name(&self, ahead: usize) -> Option<&'a str> {
        match self.peek(ahead) {
            Some(Token::Name(name)) => Some(name),
            _ => None,
        }
    }

    fn is_sign(&self, ahead: usize, sign: char) -> bool {
        self.peek(ahead) == Some(&Token::Sign(sign))
    }

    /// Reads a module up to its closing brace or the end of the file.
    fn module(&mut self, path: &[String]) {
        let mut module = Module {
            file: self.file.to_owned(),
            ..Module::default()
        };
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            if self.is_test_only() {
                self.skip_item();
                continue;
            }
            match token {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') if depth == 0 => break,
                Token::Sign('}') => depth -= 1,
                Token::Name(word) if word == "use" => {
                    self.at += 1;
                    self.use_tree(&[], &mut module);
                    continue;
                }
                Token::Name(word) if word == "mod" && self.name(1).is_some() => {
                    let name = self.name(1).unwrap_or_default().to_owned();
                    module.children.insert(name.clone());
                    let in_braces = self.is_sign(2, '{');
                    self.at += 3;
                    if in_braces {
                        self.module(&[path, &[name]].concat());
                    } else {
                        self.declared.push(name);
                    }
                    continue;
                }
                Token::Name(_) => {
                    self.item_or_path(&mut module);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        self.modules.0.insert(path.to_vec(), module);
    }

    /// Whether `#[cfg(test)]` comes next.
    fn is_test_only(&self) -> bool {
        let signs = [(0, '#'), (1, '['), (3, '('), (5, ')'), (6, ']')];
        let has_signs = signs
            .iter()
            .all(|(ahead, sign)| self.is_sign(*ahead, *sign));
        has_signs && self.name(2) == Some("cfg") && self.name(4) == Some("test")
    }

    /// Skips an item with its attributes, up to its `;` or its closing brace.
    fn skip_item(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token {
                Token::Sign('{' | '(' | '[') => depth += 1,
                Token::Sign(')' | ']') => depth -= 1,
                Token::Sign('}') => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                Token::Sign(';') if depth == 0 => return,
                _ => {}
            }
        }
    }

    /// Reads the tree after `use`.
    fn use_tree(&mut self, prefix: &[String], module: &mut Module) {
        let mut path = prefix.to_vec();
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token {
                Token::Name(word) if word == "as" => {
                    let name = self.name(0).unwrap_or("_").to_owned();
                    self.at += 1;
                    module.imports.push((name, path));
                    return;
                }
                Token::Name(word) if word == "self" && !path.is_empty() => {}
                Token::Name(name) => path.push(name.clone()),
                Token::Separator => continue,
                Token::Sign('*') => {
                    module.globs.push(path);
                    return;
                }
                Token::Sign('{') => {
                    while !self.is_sign(0, '}') && self.peek(0).is_some() {
                        self.use_tree(&path, module);
                        if self.is_sign(0, ',') {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                Token::Sign(',' | ';' | '}') => {
                    self.at -= 1;
                    break;
                }
                _ => {}
            }
            // `as` renames the path before it.
            if self.peek(0) != Some(&Token::Separator) && self.name(0) != Some("as") {
                break;
            }
        }
        if let Some(name) = path.last().cloned() {
            module.imports.push((name, path));
        }
    }

    /// Reads a path, or records the name of an item.
    fn item_or_path(&mut self, module: &mut Module) {
        const ITEMS: [&str; 8] = [
            "struct", "enum", "union", "trait", "type", "fn", "const", "static",
        ];
        let word = self.name(0).unwrap_or_default();
        if let (true, Some(name)) = (ITEMS.contains(&word), self.name(1)) {
            // `const fn f`, `static mut X`: the name comes later.
            let is_prefix = matches!(name, "fn" | "unsafe" | "mut" | "extern" | "async");
            if !is_prefix {
                module.items.insert(name.to_owned());
                self.at += 1;
            }
            self.at += 1;
            return;
        }
        if word == "macro_rules" && self.is_sign(1, '!') {
            module.items.extend(self.name(2).map(str::to_owned));
            self.at += 3;
            return;
        }
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at]);
        let goes_on = matches!(before, Some(Token::Sign('.') | Token::Separator));
        let mut path = vec![word.to_owned()];
        self.at += 1;
        while let (Some(Token::Separator), Some(name)) = (self.peek(0), self.name(1)) {
            path.push(name.to_owned());
            self.at += 2;
        }
        // A single `crate` is a visibility.
        if !goes_on && path != ["crate"] {
            module.paths.insert(path);
        }
    }
}

/// The path of a file's module: the folders and the module's name.
fn place(file: &str) -> Vec<&str> {
    let stem = file.trim_end_matches(".rs");
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    let stem = stem.strip_suffix("/lib").unwrap_or(stem);
    stem.split('/').collect()
}

/// Whether one file is the parent module of the other.
fn is_parent(parent: &str, child: &str) -> bool {
    let (parent, child) = (place(parent), place(child));
    child.len() == parent.len() + 1 && child.starts_with(&parent)
}

/// A shortest path from one file to another along allowed edges, including both ends.
fn way(
    graph: &Graph,
    from: &str,
    to: &str,
    may: impl Fn(&str, &str) -> bool,
) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(file) = queue.pop_front() {
        for next in graph.get(file).into_iter().flatten() {
            if !may(file, next) {
                continue;
            }
            if next == to {
                let mut way = vec![to.to_owned(), file.to_owned()];
                let mut at = file;
                while let Some(previous) = before.get(at) {
                    way.push((*previous).to_owned());
                    at = previous;
                }
                way.reverse();
                return Some(way);
            }
            if next != from && !before.contains_key(next.as_str()) {
                before.insert(next, file);
                queue.push_back(next);
            }
        }
    }
    None
}

/// A shortest cycle through each file that is in one. Cycles of a parent module with its own
/// children are allowed.
pub(crate) fn cycles(graph: &Graph) -> BTreeMap<String, Vec<String>> {
    let is_free = |a: &str, b: &str| !is_parent(a, b) && !is_parent(b, a);
    let cycle = |file: &String| Some((file.clone(), way(graph, file, file, is_free)?));
    graph.keys().filter_map(cycle).collect()
}

#[cfg(test)]
mod tests {
    use super::{Graph, Modules, cycles};

    fn graph(files: &[(&str, &str)]) -> Graph {
        let mut modules = Modules::default();
        for (file, text) in files {
            let path = file.trim_start_matches("c/").trim_end_matches(".rs");
            let path = path.trim_end_matches("/mod");
            let names = path.split('/').filter(|name| *name != "lib");
            let path: Vec<String> = names.map(str::to_owned).collect();
            modules.add(&path, file, text);
        }
        modules.graph()
    }

    fn uses(text: &str) -> Vec<String> {
        let files = [
            ("c/lib.rs", "mod a; mod b; mod user;"),
            (
                "c/a/mod.rs",
                "mod x; mod y; pub use x::{X, other::Thing as Other}; pub use self::y::*; pub struct A;",
            ),
            (
                "c/a/x.rs",
                "pub mod other { pub struct Thing; } pub struct X;",
            ),
            (
                "c/a/y.rs",
                "pub struct Y; pub fn make() {} pub const N: u8 = 1;",
            ),
            ("c/b.rs", "pub use crate::a::X as Again; pub enum B { One }"),
            ("c/user.rs", text),
        ];
        graph(&files)["c/user.rs"].iter().cloned().collect()
    }

    #[test]
    fn paths_resolve_to_the_defining_files() {
        for (text, used) in [
            ("use crate::a::A;", &["c/a/mod.rs"][..]),
            ("use crate::a::X;", &["c/a/x.rs"]),
            (
                "use crate::a::{Other, make as f};",
                &["c/a/x.rs", "c/a/y.rs"],
            ),
            (
                "use crate::{a::{A, Y}, b::{self}};",
                &["c/a/mod.rs", "c/a/y.rs", "c/b.rs"],
            ),
            ("use super::b::Again;", &["c/a/x.rs"]),
            (
                "use crate::a; fn f() { a::make(); }",
                &["c/a/mod.rs", "c/a/y.rs"],
            ),
            ("fn f() -> crate::b::B { crate::b::B::One }", &["c/b.rs"]),
            ("fn f() { println!(\"{}\", super::a::N); }", &["c/a/y.rs"]),
            (
                "use crate::a::*; fn f(y: Y) {}",
                &["c/a/mod.rs", "c/a/y.rs"],
            ),
            ("use crate::a::*; struct Y; fn f(y: Y) {}", &["c/a/mod.rs"]),
            ("mod inner { use super::super::b::B; }", &["c/b.rs"]),
            (
                "macro_rules! m { () => { $crate::b::B::One }; }",
                &["c/b.rs"],
            ),
            ("#[cfg(test)] mod tests { use crate::b::B; }", &[]),
            (
                "#[cfg(test)] use crate::b::B; use crate::a::A;",
                &["c/a/mod.rs"],
            ),
            (
                "// crate::b::B\nconst S: &str = \"crate::a::X\"; /* crate::b */",
                &[],
            ),
            (
                "fn f<'a>(c: char) { c == '\"' || c == '\\''; crate::b::B::One }",
                &["c/b.rs"],
            ),
            ("const S: &str = r#\"\" crate::a::X\"#; use std::fmt;", &[]),
            ("fn f() { value.a::<u8>(); }", &[]),
        ] {
            assert_eq!(uses(text), used, "{text}");
        }
    }

    #[test]
    fn cycles_are_found() {
        let files = |child: &'static str| {
            [
                ("c/lib.rs", "mod a; mod b;"),
                ("c/a/mod.rs", "mod x; mod y; use x::X; pub struct A;"),
                ("c/a/x.rs", child),
                ("c/a/y.rs", "use super::x::X; pub struct Y;"),
                ("c/b.rs", "use crate::a::A; pub struct B;"),
            ]
        };
        let in_cycles = |child| {
            cycles(&graph(&files(child)))
                .into_keys()
                .collect::<Vec<_>>()
        };
        assert!(in_cycles("use super::A; pub struct X;").is_empty());
        let siblings = in_cycles("use super::y::Y; pub struct X;");
        assert_eq!(siblings, ["c/a/x.rs", "c/a/y.rs"]);
        // A child that is imported from elsewhere may use what its parent uses.
        assert!(in_cycles("use crate::b::B; pub struct X;").is_empty());
        let mut direct = files("pub struct X;");
        direct[1].1 = "mod x; mod y; use crate::b::B; pub struct A;";
        let found = cycles(&graph(&direct));
        assert_eq!(found["c/b.rs"], ["c/b.rs", "c/a/mod.rs", "c/b.rs"]);
    }
}
