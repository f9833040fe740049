//! Source files of functions, where a library says them.
//!
//! Debug information has the file of each compilation unit, with its path. Without it, the table of
//! symbols has the file of each function that is local to a file, without a path. Nothing says it
//! of other functions.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use gimli::{Dwarf, EndianSlice, LittleEndian, Unit};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

type Text<'a> = EndianSlice<'a, LittleEndian>;

/// The source file of each function, given by its address: its number in a list of files. `None` if
/// it is unknown.
pub(super) fn find(
    object: &object::File<'_>,
    functions: &[u64],
) -> (Vec<String>, Vec<Option<u32>>) {
    let units = units(object).unwrap_or_default();
    let locals = locals(object);
    let mut files: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (n, &start) in functions.iter().enumerate() {
        let before = units.range(..=start).next_back();
        let unit = before.filter(|(_, unit)| start < unit.end);
        let file = unit.map(|(_, unit)| &unit.file);
        if let Some(file) = file.or_else(|| locals.get(&start)) {
            files.entry(file).or_default().push(n);
        }
    }
    let mut of = vec![None; functions.len()];
    for (file, numbers) in files.values().enumerate() {
        for n in numbers {
            of[*n] = Some(file as u32);
        }
    }
    (files.into_keys().map(str::to_owned).collect(), of)
}

/// A range of addresses of a compilation unit.
struct UnitRange {
    end: u64,
    file: String,
}

/// The ranges of all compilation units, by their first addresses. Compressed sections are not read.
fn units(object: &object::File<'_>) -> Result<BTreeMap<u64, UnitRange>, gimli::Error> {
    let dwarf = Dwarf::load(|id| {
        let section = object.section_by_name(id.name());
        let data = section.and_then(|section| section.uncompressed_data().ok());
        let data = match data {
            Some(std::borrow::Cow::Borrowed(data)) => data,
            _ => &[],
        };
        Ok::<_, gimli::Error>(EndianSlice::new(data, LittleEndian))
    })?;
    let mut units = Vec::new();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next()? {
        let unit = dwarf.unit(header)?;
        let Some(path) = path(&unit) else {
            continue;
        };
        let mut ranges = dwarf.unit_ranges(&unit)?;
        while let Some(range) = ranges.next()? {
            units.push((range, path.clone()));
        }
    }
    let root = root(units.iter().map(|(_, path)| path.as_path()));
    let named = units.into_iter().map(|(range, path)| {
        let file = path.strip_prefix(&root).unwrap_or(&path);
        let file = file.to_string_lossy().into_owned();
        let end = range.end;
        (range.begin, UnitRange { end, file })
    });
    Ok(named.collect())
}

/// The path of a unit's file, without `..`.
fn path(unit: &Unit<Text<'_>>) -> Option<PathBuf> {
    let text = |text: Text<'_>| text.to_string_lossy().into_owned();
    let folder = unit.comp_dir.map(text).unwrap_or_default();
    let path = Path::new(&folder).join(text(unit.name?));
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    Some(plain)
}

/// The folder that all files have in common.
fn root<'a>(mut files: impl Iterator<Item = &'a Path>) -> PathBuf {
    let folder = |file: &'a Path| file.parent().unwrap_or(file);
    let Some(first) = files.next().map(folder) else {
        return PathBuf::new();
    };
    let common = |root: &'a Path, file: &'a Path| {
        let mut folders = root.ancestors();
        let common = folders.find(|root| file.starts_with(root));
        common.unwrap_or(Path::new(""))
    };
    files.fold(first, common).to_owned()
}

/// The files of functions that are local to a file, by the addresses of the functions. In the table
/// of symbols, a file stands before the symbols that are local to it.
fn locals(object: &object::File<'_>) -> BTreeMap<u64, String> {
    let mut locals = BTreeMap::new();
    let mut file = String::new();
    for symbol in object.symbols() {
        match symbol.kind() {
            SymbolKind::File => symbol.name().unwrap_or_default().clone_into(&mut file),
            SymbolKind::Text if symbol.is_local() && !file.is_empty() => {
                locals.insert(symbol.address(), file.clone());
            }
            _ => {}
        }
    }
    locals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_folder_is_not_shown() {
        let of = |files: &[&str]| root(files.iter().map(Path::new));
        assert_eq!(
            of(&["/z3/src/sat/a.cpp", "/z3/src/smt/b.cpp"]),
            Path::new("/z3/src")
        );
        assert_eq!(of(&["/z3/src/a.cpp"]), Path::new("/z3/src"));
        assert_eq!(of(&["/a/b.c", "c.c"]), Path::new(""));
        assert_eq!(of(&[]), Path::new(""));
    }
}
