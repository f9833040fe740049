//! Names of virtual functions, from the types of a C++ library.
//!
//! A stripped library has no symbols of its inner functions. But its tables of virtual functions point to descriptions of
//! their classes (Itanium C++ ABI, sections 2.5 and 2.9), which contain the names of the classes. So a virtual function of
//! a stripped library is named by its class and its place in the table.

use std::collections::{BTreeMap, BTreeSet};

use cpp_demangle::Symbol;
use object::{Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};

/// The classes of the C++ runtime whose objects describe classes: without bases, with one base, with several bases.
const DESCRIPTIONS: [&str; 3] = [
    "_ZTVN10__cxxabiv117__class_type_infoE",
    "_ZTVN10__cxxabiv120__si_class_type_infoE",
    "_ZTVN10__cxxabiv121__vmi_class_type_infoE",
];

/// The function that stands in tables for functions without implementation.
const PURE: &str = "__cxa_pure_virtual";

/// Bytes of a pointer.
const WORD: u64 = 8;

/// The longest name of a class that is read, in bytes. Instances of templates can have names of many kilobytes.
const LONGEST: usize = 1 << 12;

/// A class of the library.
struct Class {
    name: String,
    /// The largest number of classes between it and a class without bases.
    depth: u32,
}

/// The pointers in the data of a library that the loader fills in.
#[derive(Default)]
struct Pointers<'a> {
    /// Those to places of the library.
    inner: BTreeMap<u64, u64>,
    /// Those to functions and objects of other libraries.
    outer: BTreeMap<u64, &'a str>,
}

impl<'a> Pointers<'a> {
    fn of(object: &object::File<'a>) -> Self {
        let mut pointers = Self::default();
        let table = object.dynamic_symbol_table();
        for (place, relocation) in object.dynamic_relocations().into_iter().flatten() {
            let RelocationFlags::Elf { r_type } = relocation.flags() else {
                continue;
            };
            let symbol = match (r_type, relocation.target(), &table) {
                (object::elf::R_X86_64_RELATIVE, ..) => None,
                (object::elf::R_X86_64_64, RelocationTarget::Symbol(index), Some(table)) => {
                    object::ObjectSymbolTable::symbol_by_index(table, index).ok()
                }
                _ => continue,
            };
            match symbol {
                None => {
                    pointers.inner.insert(place, relocation.addend() as u64);
                }
                Some(symbol) if symbol.is_definition() => {
                    let target = symbol.address().wrapping_add_signed(relocation.addend());
                    pointers.inner.insert(place, target);
                }
                Some(symbol) => {
                    let name = symbol.name().unwrap_or_default();
                    pointers.outer.insert(place, name);
                }
            }
        }
        pointers
    }
}

/// Adds names of virtual functions to `names`, by address. Names that are there are kept. Addresses that are no
/// functions may get names, too.
pub(super) fn add_virtual_functions(object: &object::File<'_>, names: &mut BTreeMap<u64, String>) {
    let pointers = Pointers::of(object);
    let classes = classes(object, &pointers);
    // A function that several classes have belongs to that with the fewest bases, by name if there are several.
    let mut functions: BTreeMap<u64, (u32, String)> = BTreeMap::new();
    for (&place, description) in &pointers.inner {
        let Some(class) = classes.get(description) else {
            continue;
        };
        // A table: the description of its class, then its functions. Descriptions point to others, too.
        for n in 0.. {
            let entry = place + WORD * (n + 1);
            let Some(&function) = pointers.inner.get(&entry) else {
                if pointers.outer.get(&entry) == Some(&PURE) {
                    continue;
                }
                break;
            };
            if classes.contains_key(&function) {
                break;
            }
            let named = (class.depth, format!("{}::virtual {n}", class.name));
            let best = functions.entry(function).or_insert_with(|| named.clone());
            if named < *best {
                *best = named;
            }
        }
    }
    for (address, (_, name)) in functions {
        names.entry(address).or_insert(name);
    }
}

/// The classes of the library, by the addresses of their descriptions.
fn classes(object: &object::File<'_>, pointers: &Pointers<'_>) -> BTreeMap<u64, Class> {
    let kind = |at: &u64| {
        DESCRIPTIONS
            .iter()
            .position(|d| pointers.outer.get(at) == Some(d))
    };
    let descriptions = pointers.outer.keys().filter(|at| kind(at).is_some());
    let named = descriptions.filter_map(|&at| {
        let name = text(object, *pointers.inner.get(&(at + WORD))?)?;
        let symbol = Symbol::new(format!("_Z{name}")).ok()?;
        Some((at, symbol.demangle().ok()?))
    });
    let names: BTreeMap<u64, String> = named.collect();
    let bases = |at: u64| -> Vec<u64> {
        // One base is the third word. Several bases begin at the fourth word and have two words each.
        let places: Vec<u64> = match kind(&at) {
            Some(1) => vec![at + 2 * WORD],
            Some(2) => (0..)
                .map(|n| at + (3 + 2 * n) * WORD)
                .take_while(|p| pointers.inner.contains_key(p))
                .collect(),
            _ => Vec::new(),
        };
        let bases = places.iter().filter_map(|place| pointers.inner.get(place));
        bases
            .copied()
            .filter(|base| names.contains_key(base))
            .collect()
    };
    let depth = |at: u64| {
        let (mut depth, mut level, mut seen) = (0, bases(at), BTreeSet::from([at]));
        while !level.is_empty() {
            depth += 1;
            level.retain(|base| seen.insert(*base));
            level = level.into_iter().flat_map(bases).collect();
        }
        depth
    };
    let depths: Vec<u32> = names.keys().map(|at| depth(*at)).collect();
    let classes = names.into_iter().zip(depths);
    classes
        .map(|((at, name), depth)| (at, Class { name, depth }))
        .collect()
}

/// The text at an address, which ends with a zero.
fn text(object: &object::File<'_>, address: u64) -> Option<String> {
    let contains =
        |s: &object::Section<'_, '_>| (s.address()..s.address() + s.size()).contains(&address);
    let section = object.sections().find(contains)?;
    let bytes = section.data().ok()?;
    let bytes = bytes.get((address - section.address()) as usize..)?;
    let end = bytes.iter().take(LONGEST).position(|byte| *byte == 0)?;
    String::from_utf8(bytes[..end].to_vec()).ok()
}
