//! The dependencies between the files of a crate, computed from the sources.
//!
//! Every path in a file is resolved to the file that defines the named item: `use` trees, paths
//! inside code, and names imported by `use …::*`. A re-exported name is resolved to the file that
//! defines the item. Code under `#[cfg(test)]` is skipped.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::{Item, UseTree};

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
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut declared = Vec::new();
        self.add_items(path, file, &parsed.items, &mut declared);
        declared
    }

    fn add_items(
        &mut self,
        path: &[String],
        file: &str,
        items: &[Item],
        declared: &mut Vec<String>,
    ) {
        let mut module = Module {
            file: file.to_owned(),
            ..Module::default()
        };
        for item in items {
            let code = item.to_token_stream();
            if is_test_only(&code) {
                continue;
            }
            match item {
                Item::Use(item) => module.add_use(&item.tree, &[]),
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    module.children.insert(name.clone());
                    match &child.content {
                        Some((_, items)) => {
                            self.add_items(&[path, &[name]].concat(), file, items, declared);
                        }
                        None => declared.push(name),
                    }
                }
                _ => {
                    module.items.extend(defined(item));
                    module.add_paths(code);
                }
            }
        }
        self.0.insert(path.to_vec(), module);
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

/// Whether an item is compiled for unit tests only.
fn is_test_only(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter().skip(1);
    matches!(tokens.next(), Some(TokenTree::Group(attribute))
        if attribute.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The name that an item defines in its module.
fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

impl Module {
    /// Adds the names that a `use` imports.
    fn add_use(&mut self, tree: &UseTree, prefix: &[String]) {
        let with = |name: &Ident| match name == "self" && !prefix.is_empty() {
            true => prefix.to_vec(),
            false => [prefix, &[name.to_string()]].concat(),
        };
        match tree {
            UseTree::Path(path) => self.add_use(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => {
                let path = with(&name.ident);
                let local = path.last().cloned();
                self.imports.extend(local.map(|local| (local, path)));
            }
            UseTree::Rename(name) => {
                let import = (name.rename.to_string(), with(&name.ident));
                self.imports.push(import);
            }
            UseTree::Glob(_) => self.globs.push(prefix.to_vec()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, prefix);
                }
            }
        }
    }

    /// Adds the paths in code. Those in the arguments of macros count, too.
    fn add_paths(&mut self, code: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        // Names of methods and fields are not paths.
        let (mut is_member, mut colons) = (false, 0);
        for token in code {
            let continues = colons == 2;
            match token {
                TokenTree::Ident(name) => {
                    if !continues {
                        self.end_path(&mut path);
                    }
                    if !is_member && (!continues || !path.is_empty()) {
                        path.push(name.to_string());
                    }
                    (is_member, colons) = (false, 0);
                }
                TokenTree::Punct(sign) => {
                    colons = if sign.as_char() == ':' { colons + 1 } else { 0 };
                    is_member = sign.as_char() == '.';
                    if colons == 0 {
                        self.end_path(&mut path);
                    }
                }
                TokenTree::Group(group) => {
                    self.end_path(&mut path);
                    self.add_paths(group.stream());
                    (is_member, colons) = (false, 0);
                }
                TokenTree::Literal(_) => (is_member, colons) = (false, 0),
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Vec<String>) {
        // A single `crate` is a visibility.
        if !path.is_empty() && *path != ["crate"] {
            self.paths.insert(std::mem::take(path));
        }
        path.clear();
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

/// The files that are in cycles or between two cycles, each with the files of these that it uses. A
/// parent module and its own children may use each other.
pub(crate) fn cycles(mut graph: Graph) -> Graph {
    for (file, used) in &mut graph {
        used.retain(|other| !is_parent(file, other) && !is_parent(other, file));
    }
    // A file that uses no other one, or that no other one uses, is not in a cycle.
    loop {
        let files: BTreeSet<String> = graph.keys().cloned().collect();
        let used: BTreeSet<String> = graph.values().flatten().cloned().collect();
        graph.retain(|file, uses| {
            uses.retain(|other| files.contains(other));
            used.contains(file) && !uses.is_empty()
        });
        if graph.len() == files.len() {
            return graph;
        }
    }
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
        let a = "mod x; mod y; pub use x::{X, other::Thing as Other}; pub use self::y::*; pub struct A;";
        let x = "pub mod other { pub struct Thing; } pub struct X;";
        let y = "pub struct Y; pub fn make() {} pub const N: u8 = 1;";
        let files = [
            ("c/lib.rs", "mod a; mod b; mod user;"),
            ("c/a/mod.rs", a),
            ("c/a/x.rs", x),
            ("c/a/y.rs", y),
            ("c/b.rs", "pub use crate::a::X as Again; pub enum B { One }"),
            ("c/user.rs", text),
        ];
        graph(&files)["c/user.rs"].iter().cloned().collect()
    }

    /// Code, and the files that it uses.
    const USES: &str = r#"
use crate::a::A; -> c/a/mod.rs
use crate::a::X; -> c/a/x.rs
use crate::a::{Other, make as f}; -> c/a/x.rs c/a/y.rs
use crate::{a::{A, Y}, b::{self}}; -> c/a/mod.rs c/a/y.rs c/b.rs
use super::b::Again; -> c/a/x.rs
use crate::a; fn f() { a::make(); } -> c/a/mod.rs c/a/y.rs
fn f() -> crate::b::B { crate::b::B::One } -> c/b.rs
fn f() { println!("{}", super::a::N); } -> c/a/y.rs
use crate::a::*; fn f(y: Y) {} -> c/a/mod.rs c/a/y.rs
use crate::a::*; struct Y; fn f(y: Y) {} -> c/a/mod.rs
mod inner { use super::super::b::B; } -> c/b.rs
macro_rules! m { () => { $crate::b::B::One }; } -> c/b.rs
#[cfg(test)] use crate::b::B; use crate::a::A; -> c/a/mod.rs
fn f<'a>(c: char) { c == '"' || c == '\''; crate::b::B::One } -> c/b.rs"#;

    #[test]
    fn paths_resolve_to_the_defining_files() {
        for row in USES.lines().skip(1) {
            let (text, used) = row.rsplit_once(" -> ").unwrap();
            assert_eq!(uses(text).join(" "), used, "{text}");
        }
        for text in [
            "#[cfg(test)] mod tests { use crate::b::B; }",
            "// crate::b::B\nconst S: &str = \"crate::a::X\"; /* crate::b */",
            "const S: &str = r#\"\" crate::a::X\"#; use std::fmt;",
            "fn f() { value.a::<u8>(); }",
        ] {
            assert_eq!(uses(text), [""; 0], "{text}");
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
        let in_cycles = |child| Vec::from_iter(cycles(graph(&files(child))).into_keys());
        assert!(in_cycles("use super::A; pub struct X;").is_empty());
        let siblings = in_cycles("use super::y::Y; pub struct X;");
        assert_eq!(siblings, ["c/a/x.rs", "c/a/y.rs"]);
        // A child that is imported from elsewhere may use what its parent uses.
        assert!(in_cycles("use crate::b::B; pub struct X;").is_empty());
        let mut direct = files("pub struct X;");
        direct[1].1 = "mod x; mod y; use crate::b::B; pub struct A;";
        let found = cycles(graph(&direct));
        let both = ["c/a/mod.rs", "c/b.rs"].map(str::to_owned);
        assert!(found.keys().eq(&both));
        assert!(found.values().flatten().eq(both.iter().rev()));
    }
}
