//! Finds the basic blocks of a shared library in its file.
//!
//! The ranges of functions come from `.eh_frame`, which also stripped libraries have, because C++
//! exceptions need it. Each function is decoded from its start. Only block starts that are certain
//! are kept: the start of the function, targets of direct jumps inside the function, and what
//! follows a conditional jump. Targets of jump tables are missing. `sources.rs` finds source files.

use std::collections::BTreeMap;
use std::ops::Range;

use gimli::{BaseAddresses, CieOrFde, EhFrame, LittleEndian, UnwindSection};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use serde::{Deserialize, Serialize};

use super::instrumented::Counters;
use super::processor::BREAKPOINT;
use super::{Granularity, sources};

/// A function of a library. Addresses are those of the file, before it is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// The address of its first instruction.
    pub start: u32,
    /// Its length in bytes.
    pub len: u32,
    /// Its name, as in the table of symbols. Empty if it is unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The number of its source file in [`Blocks::sources`], if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u32>,
}

impl Function {
    /// The address behind it.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.start.saturating_add(self.len)
    }
}

/// The functions and blocks of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocks {
    /// The virtual address of `.text` minus its offset in the file.
    #[serde(rename = "shift")]
    pub file_bias: u64,
    /// The functions, by address. They do not overlap.
    pub functions: Vec<Function>,
    /// The addresses of the first instructions of the blocks, in order. Each is in a function, and
    /// each function begins with one.
    pub starts: Vec<u32>,
    /// Source files, in the order of their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The counters that the compiler has put into the library. The blocks are those of the
    /// counters and the starts of functions then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<Counters>,
}

impl Blocks {
    /// Finds the blocks of the library in this file.
    ///
    /// # Errors
    /// A message if the file is not a library of a known format.
    pub fn find(file: &[u8]) -> Result<Self, String> {
        let object = parse(file)?;
        let code = Code::of(&object)?;
        let mut functions = functions(&object, &code)?;
        let mut starts = Vec::new();
        functions.retain(|function| {
            let before = starts.len();
            code.blocks(function, &mut starts);
            let is_entered = starts.get(before) == Some(&function.start);
            if !is_entered {
                starts.truncate(before);
            }
            is_entered
        });
        let counters = Counters::find(&object);
        if let Some(counters) = &counters {
            starts = counted(&functions, counters);
        }
        let addresses: Vec<u64> = functions.iter().map(|f| u64::from(f.start)).collect();
        let (sources, of) = sources::find(&object, &addresses);
        for (function, source) in functions.iter_mut().zip(of) {
            function.source = source;
        }
        Ok(Self {
            file_bias: code.file_bias,
            functions,
            starts,
            sources,
            counters,
        })
    }

    /// Whether the order and the ranges are as documented. A damaged file of the cache may say
    /// anything.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let mut functions = self.functions.iter().peekable();
        let ordered = self.functions.is_sorted_by(|a, b| a.end() <= b.start);
        ordered
            && self.starts.is_sorted_by(|a, b| a < b)
            && self.starts.iter().all(|&start| {
                while functions.next_if(|f| f.end() <= start).is_some() {}
                functions.peek().is_some_and(|f| f.start <= start)
            })
    }

    /// How many there are to be counted.
    #[must_use]
    pub fn count(&self, granularity: Granularity) -> u32 {
        match granularity {
            Granularity::Function => self.functions.len() as u32,
            Granularity::Block => self.starts.len() as u32,
        }
    }

    /// Each function, with the numbers of its blocks. If functions are counted, each is one block.
    pub fn functions_with_blocks(
        &self,
        granularity: Granularity,
    ) -> impl Iterator<Item = (&Function, Range<u32>)> {
        let mut first = 0;
        self.functions.iter().map(move |function| {
            let count = match granularity {
                Granularity::Function => 1,
                Granularity::Block => {
                    let rest = &self.starts[first as usize..];
                    rest.partition_point(|start| *start < function.end()) as u32
                }
            };
            let numbers = first..first + count;
            first += count;
            (function, numbers)
        })
    }

    /// The addresses at which functions begin.
    #[must_use]
    pub fn entries(&self) -> Vec<u32> {
        self.functions
            .iter()
            .map(|function| function.start)
            .collect()
    }
}

/// Gives `take` each function of the library in this file, with its code.
///
/// # Errors
/// As [`Blocks::find`].
pub(super) fn functions_with_code(
    file: &[u8],
    take: &mut dyn FnMut(Function, &[u8]),
) -> Result<(), String> {
    let object = parse(file)?;
    let code = Code::of(&object)?;
    for function in functions(&object, &code)? {
        let bytes = code.of_function(u64::from(function.start), u64::from(function.len));
        take(function, bytes);
    }
    Ok(())
}

/// A library for this processor.
fn parse(file: &[u8]) -> Result<object::File<'_>, String> {
    let object = object::File::parse(file).map_err(|e| format!("it is not a library: {e}"))?;
    match object.architecture() {
        object::Architecture::X86_64 => Ok(object),
        _ => Err("it is not for x86-64".to_owned()),
    }
}

/// The blocks of functions that have counters, in order, and the starts of these functions.
fn counted(functions: &[Function], counters: &Counters) -> Vec<u32> {
    let mut starts = Vec::new();
    for block in &counters.blocks {
        let at = functions.partition_point(|function| function.end() <= *block);
        if let Some(function) = functions
            .get(at)
            .filter(|function| function.start <= *block)
        {
            starts.extend([function.start, *block]);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The section of a library with its code.
struct Code<'a> {
    address: u64,
    /// See [`Blocks::file_bias`].
    file_bias: u64,
    bytes: &'a [u8],
}

impl<'a> Code<'a> {
    fn of(object: &object::File<'a>) -> Result<Self, String> {
        let section = object.section_by_name(".text");
        let section = section.filter(|section| section.kind() == SectionKind::Text);
        let section = section.ok_or("it has no section .text")?;
        let bytes = section
            .data()
            .map_err(|e| format!("its section .text: {e}"))?;
        let address = section.address();
        if address.saturating_add(bytes.len() as u64) > u64::from(u32::MAX) {
            return Err("it has more than 4 GB".to_owned());
        }
        let (offset, _) = section.file_range().ok_or("its section .text is empty")?;
        let file_bias = address.wrapping_sub(offset);
        Ok(Self {
            address,
            file_bias,
            bytes,
        })
    }

    /// The bytes of a function. Empty if it is not in this section.
    fn of_function(&self, start: u64, len: u64) -> &'a [u8] {
        let from = start.checked_sub(self.address).unwrap_or(u64::MAX);
        let to = from.saturating_add(len);
        let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        range
            .and_then(|(from, to)| self.bytes.get(from..to))
            .unwrap_or_default()
    }

    /// Appends the block starts of a function, in order.
    fn blocks(&self, function: &Function, starts: &mut Vec<u32>) {
        let (start, len) = (u64::from(function.start), u64::from(function.len));
        let bytes = self.of_function(start, len);
        let mut decoder = Decoder::with_ip(64, bytes, start, DecoderOptions::NONE);
        let (mut instructions, mut targets) = (Vec::new(), vec![start]);
        let mut instruction = Instruction::default();
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            if instruction.is_invalid() {
                // Data, or instructions that the decoder does not know. What follows may not begin
                // here.
                break;
            }
            instructions.push(instruction.ip());
            let flow = instruction.flow_control();
            if flow == FlowControl::ConditionalBranch {
                targets.push(instruction.next_ip());
            }
            if matches!(
                flow,
                FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch
            ) {
                targets.push(instruction.near_branch_target());
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|target| {
            // A breakpoint of the library itself stays what it is.
            let byte = target
                .checked_sub(start)
                .and_then(|at| bytes.get(at as usize));
            instructions.binary_search(target).is_ok() && byte != Some(&BREAKPOINT)
        });
        starts.extend(targets.into_iter().map(|target| target as u32));
    }
}

/// The functions in the code, without sources.
fn functions(object: &object::File<'_>, code: &Code<'_>) -> Result<Vec<Function>, String> {
    let mut functions = ranges(object, code)?;
    let mut names = symbols(object);
    for function in &mut functions {
        function.name = names.remove(&u64::from(function.start)).unwrap_or_default();
    }
    Ok(functions)
}

/// The ranges of the functions in the code, without names.
fn ranges(object: &object::File<'_>, code: &Code<'_>) -> Result<Vec<Function>, String> {
    let section = object
        .section_by_name(".eh_frame")
        .ok_or("it has no section .eh_frame")?;
    let data = section
        .data()
        .map_err(|e| format!("its section .eh_frame: {e}"))?;
    let bases = BaseAddresses::default()
        .set_eh_frame(section.address())
        .set_text(code.address);
    let frames = EhFrame::new(data, LittleEndian);
    let mut entries = frames.entries(&bases);
    let mut functions = BTreeMap::new();
    let broken = |e: gimli::Error| format!("its section .eh_frame: {e}");
    while let Some(entry) = entries.next().map_err(broken)? {
        let CieOrFde::Fde(entry) = entry else {
            continue;
        };
        let entry = entry.parse(EhFrame::cie_from_offset).map_err(broken)?;
        let (start, len) = (entry.initial_address(), entry.len());
        if !code.of_function(start, len).is_empty() {
            functions.insert(start, len);
        }
    }
    // Two ranges overlap only in a broken file. The second one ends the first.
    let next: Vec<u64> = functions
        .keys()
        .copied()
        .skip(1)
        .chain([u64::MAX])
        .collect();
    let functions = functions.into_iter().zip(next);
    Ok(functions
        .map(|((start, len), next)| Function {
            start: start as u32,
            len: len.min(next - start) as u32,
            name: String::new(),
            source: None,
        })
        .collect())
}

/// The names of functions, by address.
fn symbols(object: &object::File<'_>) -> BTreeMap<u64, String> {
    let symbols = object.dynamic_symbols().chain(object.symbols());
    let functions = symbols.filter(|s| s.kind() == SymbolKind::Text && s.is_definition());
    let named = functions.filter_map(|s| Some((s.address(), s.name().ok()?.to_owned())));
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test program itself has code, symbols and ranges of functions.
    #[test]
    fn blocks_of_a_program() {
        let file = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let blocks = Blocks::find(&file).unwrap();
        assert!(blocks.is_valid());
        assert!(blocks.functions.len() > 1000);
        assert!(blocks.starts.len() > 2 * blocks.functions.len());
        let named = blocks.functions.iter().filter(|f| !f.name.is_empty());
        assert!(named.count() > blocks.functions.len() / 2);
    }

    /// The test program itself has symbols that are local to files of the C library.
    #[test]
    fn sources_of_a_program() {
        let file = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let blocks = Blocks::find(&file).unwrap();
        let numbers = blocks.functions.iter().filter_map(|f| f.source);
        let numbers: Vec<u32> = numbers.collect();
        assert!(!numbers.is_empty());
        assert!(numbers.iter().all(|n| (*n as usize) < blocks.sources.len()));
    }

    #[test]
    fn blocks_of_a_function() {
        let bytes = [
            0x31, 0xc0, // 0x1000: xor eax, eax
            0x85, 0xff, // 0x1002: test edi, edi
            0x74, 0x04, // 0x1004: je 0x100a
            0xff, 0xc0, // 0x1006: inc eax
            0xeb, 0xfa, // 0x1008: jmp 0x1004
            0xc3, // 0x100a: ret
            0xe9, 0xf0, 0xff, 0x00, 0x00, // 0x100b: jmp to another function
        ];
        let code = Code {
            address: 0x1000,
            file_bias: 0,
            bytes: &bytes,
        };
        let function = |len| Function {
            start: 0x1000,
            len,
            name: String::new(),
            source: None,
        };
        let mut starts = Vec::new();
        code.blocks(&function(16), &mut starts);
        assert_eq!(starts, [0x1000, 0x1004, 0x1006, 0x100a]);
        // A range that is not in the code has no blocks.
        starts.clear();
        code.blocks(&function(17), &mut starts);
        assert!(starts.is_empty());
    }

    #[test]
    fn no_breakpoint_is_inside_of_an_instruction() {
        // 0x1000: je 0x1003, which is inside of the next instruction. 0x1002: mov eax, 1. 0x1007:
        // ret.
        let bytes = [0x74, 0x01, 0xb8, 1, 0, 0, 0, 0xc3];
        let code = Code {
            address: 0x1000,
            file_bias: 0,
            bytes: &bytes,
        };
        let function = Function {
            start: 0x1000,
            len: 8,
            name: String::new(),
            source: None,
        };
        let mut starts = Vec::new();
        code.blocks(&function, &mut starts);
        assert_eq!(starts, [0x1000, 0x1002]);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(Blocks::find(b"").is_err());
        assert!(Blocks::find(b"#!/bin/sh\n").is_err());
    }

    #[test]
    fn damaged_lists_are_not_valid() {
        let blocks = |functions: &[(u32, u32)], starts: &[u32]| Blocks {
            counters: None,
            file_bias: 0,
            functions: functions
                .iter()
                .map(|&(start, len)| Function {
                    start,
                    len,
                    name: String::new(),
                    source: None,
                })
                .collect(),
            starts: starts.to_vec(),
            sources: Vec::new(),
        };
        assert!(blocks(&[(10, 10), (20, 5)], &[10, 15, 20]).is_valid());
        assert!(!blocks(&[(10, 10), (20, 5)], &[10, 25]).is_valid());
        assert!(!blocks(&[(10, 10), (19, 5)], &[10]).is_valid());
        assert!(!blocks(&[(10, 10)], &[12, 11]).is_valid());
        assert!(!blocks(&[(10, 10)], &[9]).is_valid());
    }
}
