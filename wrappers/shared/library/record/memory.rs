//! Reads values of C from the memory of this process.

use super::datum::Datum;
use murxla_fsm::wrapper::c_api::{CFunction, CParameter, CType, Count};
use std::fs::File;
use std::os::unix::fs::FileExt;

/// The greatest length that is read, in bytes or elements. Longer strings are cut, longer arrays
/// are not read.
const MAX_LENGTH: usize = 1 << 20;

/// The memory of this process as a file. Reading an address that is not mapped returns an error
/// instead of a signal.
pub(super) struct Memory(Option<File>);

impl Memory {
    pub(super) fn of_this_process() -> Self {
        // The file is opened each time. A forked child that inherited it would read the memory of
        // its parent.
        Self(File::open("/proc/self/mem").ok())
    }

    fn bytes(&self, address: u64, size: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; size];
        let file = self.0.as_ref()?;
        file.read_exact_at(&mut bytes, address).ok()?;
        Some(bytes)
    }

    fn number(&self, address: u64, size: usize) -> Option<u64> {
        let mut word = [0; 8];
        let bytes = self.bytes(address, size.min(word.len()))?;
        word[..bytes.len()].copy_from_slice(&bytes);
        Some(u64::from_le_bytes(word))
    }

    /// The bytes before the first zero. `None` if no zero is found.
    fn text(&self, address: u64) -> Option<Vec<u8>> {
        const CHUNK: u64 = 64;
        let mut text = Vec::new();
        while address != 0 && text.len() < MAX_LENGTH {
            let at = address + text.len() as u64;
            // Chunks are aligned and never cross a page, because the next page may not be mapped.
            let size = (CHUNK - at % CHUNK) as usize;
            let bytes = self.bytes(at, size)?;
            let end = bytes.iter().position(|byte| *byte == 0);
            text.extend_from_slice(&bytes[..end.unwrap_or(size)]);
            if end.is_some() {
                return Some(text);
            }
        }
        None
    }

    /// The value of an argument. `words` are all arguments of the call. Some of them are lengths
    /// of others.
    pub(super) fn argument(&self, word: u64, parameter: &CParameter, words: &[u64]) -> Datum {
        let value = |at: usize| words.get(at).map_or(0, |word| *word as usize);
        if let (Count::Nested { count, lengths }, CType::Pointer(of)) =
            (parameter.count, &parameter.kind)
            && let (Some(lengths), CType::Pointer(element)) = (words.get(lengths), of)
        {
            let array = |n: usize| {
                let at = |start: u64, size: usize| start + (n * size) as u64;
                let start = self.number(at(word, 8), 8).unwrap_or(0);
                let size = parameter.length_size;
                let length = self.number(at(*lengths, size), size).unwrap_or(0);
                self.elements(start, element, length as usize)
            };
            return Datum::Array(word, (0..value(count).min(MAX_LENGTH)).map(array).collect());
        }
        if let (Count::OutArray(length), CType::Pointer(of)) = (parameter.count, &parameter.kind)
            && let CType::Pointer(element) = of
        {
            let start = self.number(word, 8).unwrap_or(0);
            let length = self.number(value(length) as u64, 8).unwrap_or(0);
            let array = self.elements(start, element, length as usize);
            return Datum::Array(word, vec![array]);
        }
        self.value(word, &parameter.kind, parameter.count, &value)
    }

    /// The value that a function returned. Its length is an argument, or the value that an argument
    /// points to.
    pub(super) fn result(&self, word: u64, function: &CFunction, arguments: &[Datum]) -> Datum {
        let value = |at: usize| match arguments.get(at) {
            Some(Datum::Array(_, elements)) => elements.first().map_or(0, Datum::word) as usize,
            other => other.map_or(0, Datum::word) as usize,
        };
        self.value(word, &function.result.kind, function.result.count, &value)
    }

    fn value(
        &self,
        word: u64,
        kind: &CType,
        count: Count,
        lengths: &dyn Fn(usize) -> usize,
    ) -> Datum {
        let text =
            |text: Option<Vec<u8>>| text.map_or(Datum::Word(word), |text| Datum::Text(word, text));
        match (kind, count) {
            (CType::Text, Count::Of(at)) if word != 0 => {
                text(self.bytes(word, lengths(at).min(MAX_LENGTH)))
            }
            (CType::Text, _) => text(self.text(word)),
            (CType::Pointer(of), _) if word != 0 && kind.is_data() => {
                let number = match count {
                    Count::Of(at) => lengths(at),
                    Count::Terminated => self.terminated(word, of),
                    Count::One | Count::Buffer | Count::OutArray(_) | Count::Nested { .. } => 1,
                };
                self.elements(word, of, number)
            }
            (CType::Number { size, .. }, _) if *size < 8 => {
                Datum::Word(word & ((1 << (8 * size)) - 1))
            }
            _ => Datum::Word(word),
        }
    }

    /// The number of elements before the first one that is zero.
    fn terminated(&self, address: u64, of: &CType) -> usize {
        let (size, _) = of.layout();
        let at = |n: usize| self.number(address + (n * size) as u64, size);
        (0..MAX_LENGTH)
            .take_while(|n| !matches!(at(*n), None | Some(0)))
            .count()
    }

    fn elements(&self, address: u64, of: &CType, count: usize) -> Datum {
        let (size, _) = of.layout();
        if count > MAX_LENGTH || self.bytes(address, count * size).is_none() {
            return Datum::Word(address);
        }
        let element = |n: usize| self.element(address + (n * size) as u64, of);
        Datum::Array(address, (0..count).map(element).collect())
    }

    /// The value at an address.
    fn element(&self, address: u64, kind: &CType) -> Datum {
        if let CType::Struct(members) = kind {
            let mut values: Vec<Datum> = Vec::new();
            for (member, at) in members.iter().zip(kind.offsets()) {
                let value = self.element(address + at as u64, &member.kind);
                // A growable vector: `data` points to its elements, and `size` is their number.
                let size = members.iter().position(|other| other.name == "size");
                let value = match (&member.kind, size.and_then(|at| values.get(at))) {
                    (CType::Pointer(of), Some(size)) if member.name == "data" => {
                        self.elements(value.word(), of, size.word() as usize)
                    }
                    _ => value,
                };
                values.push(value);
            }
            return Datum::Struct(values);
        }
        let (size, _) = kind.layout();
        let word = self.number(address, size).unwrap_or(0);
        match kind {
            CType::Text => self.value(word, kind, Count::One, &|_| 0),
            _ => Datum::Word(word),
        }
    }
}
