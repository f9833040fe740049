//! Which functions of a library differ from those of another build.
//!
//! Functions are compared by their names and instructions. Addresses differ between builds, so
//! distances to other functions and to data do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;

use iced_x86::{Decoder, DecoderOptions, Instruction, Mnemonic, OpKind};
use rustc_hash::FxHasher;

use super::blocks::{Function, functions_with_code};

/// The instructions of all functions with a name. Functions that are local to a file may share a
/// name.
pub(super) struct Instructions(BTreeMap<String, BTreeSet<u64>>);

impl Instructions {
    /// Reads those of a library.
    ///
    /// # Errors
    /// A message if the file cannot be read, or is not a library for this processor.
    pub(super) fn read(library: &Path) -> Result<Self, String> {
        let mut digests: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
        for (function, digest) in read(library)? {
            digests.entry(function.name).or_default().insert(digest);
        }
        Ok(Self(digests))
    }

    /// The addresses of the functions of another library that are not among these. A function
    /// without a name cannot be compared, and is not a change.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) fn changed_in(&self, library: &Path) -> Result<BTreeSet<u32>, String> {
        let mut all = read(library)?;
        all.retain(|(function, digest)| {
            let before = self.0.get(&function.name);
            before.is_none_or(|digests| !digests.contains(digest))
        });
        Ok(all.iter().map(|(function, _)| function.start).collect())
    }
}

/// The functions of a library that have names, with digests of their instructions.
fn read(library: &Path) -> Result<Vec<(Function, u64)>, String> {
    let file = fs::read(library);
    let file = file.map_err(|e| format!("cannot read {}: {e}", library.display()))?;
    let mut found = Vec::new();
    let mut take = |function: Function, bytes: &[u8]| {
        if !function.name.is_empty() {
            let digest = digest(bytes, u64::from(function.start));
            found.push((function, digest));
        }
    };
    functions_with_code(&file, &mut take)
        .map_err(|e| format!("cannot examine {}: {e}", library.display()))?;
    Ok(found)
}

/// A digest of instructions. It is the same wherever they and what they refer to are.
fn digest(bytes: &[u8], start: u64) -> u64 {
    let mut hasher = FxHasher::default();
    let mut decoder = Decoder::with_ip(64, bytes, start, DecoderOptions::NONE);
    let mut instruction = Instruction::default();
    while decoder.can_decode() {
        decoder.decode_out(&mut instruction);
        // They fill gaps between blocks.
        if instruction.mnemonic() == Mnemonic::Nop {
            continue;
        }
        instruction.mnemonic().hash(&mut hasher);
        for operand in 0..instruction.op_count() {
            let kind = instruction.op_kind(operand);
            kind.hash(&mut hasher);
            match kind {
                OpKind::Register => instruction.op_register(operand).hash(&mut hasher),
                OpKind::Memory if instruction.is_ip_rel_memory_operand() => {}
                OpKind::Memory => {
                    instruction.memory_base().hash(&mut hasher);
                    instruction.memory_index().hash(&mut hasher);
                    instruction.memory_index_scale().hash(&mut hasher);
                    instruction.memory_displacement64().hash(&mut hasher);
                }
                // Where a branch leads depends on gaps, too. The instructions there count.
                OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64 => {}
                _ => {
                    if let Ok(value) = instruction.try_immediate(operand) {
                        value.hash(&mut hasher);
                    }
                }
            }
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_the_same_at_another_place() {
        // test edi, edi; je +4; mov eax, [rip + n]; call to n; ret
        let function = |data: u8, call: u8, register: u8| {
            [
                &[0x85, register, 0x74, 0x04][..],
                &[0x8b, 0x05, data, 0, 0, 0],
                &[0xe8, call, 0, 0, 0, 0xc3],
            ]
            .concat()
        };
        let one = digest(&function(1, 2, 0xff), 0x1000);
        assert_eq!(digest(&function(3, 4, 0xff), 0x2000), one);
        assert_ne!(digest(&function(1, 2, 0xf6), 0x1000), one);
        // Two ways to fill a gap: nop, and nop word [rax+rax].
        let with = |gap: &[u8]| [&function(1, 2, 0xff), gap].concat();
        assert_eq!(digest(&with(&[0x90]), 0x1000), one);
        let wide = [0x66, 0x0f, 0x1f, 0x44, 0, 0];
        assert_eq!(digest(&with(&wide), 0x1000), one);
        // mov eax, 1 and mov eax, 2.
        let constants = [1, 2].map(|n| digest(&[0xb8, n, 0, 0, 0], 0));
        assert_ne!(constants[0], constants[1]);
    }

    #[test]
    fn a_library_has_no_changes_to_itself() {
        let own = std::env::current_exe().unwrap();
        let all = Instructions::read(&own).unwrap();
        assert!(all.0.len() > 100);
        assert!(all.changed_in(&own).unwrap().is_empty());
        let none = Instructions(BTreeMap::new());
        assert!(none.changed_in(&own).unwrap().len() >= all.0.len());
        let other = Instructions::read(Path::new("/dev/null"));
        assert!(other.err().is_some_and(|e| e.contains("/dev/null")));
    }
}
