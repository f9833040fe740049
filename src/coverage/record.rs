//! Coverage as it is stored in results directories.

use serde::{Deserialize, Serialize};

use super::{BlockCount, Granularity};

/// The blocks of a library that were reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCoverage {
    /// The name of its file.
    pub library: String,
    /// The sha256 of its file.
    pub sha256: String,
    /// What was counted.
    pub granularity: Granularity,
    /// How many blocks it has.
    pub blocks: u32,
    /// Which of them were reached.
    pub reached: BlockSet,
}

impl LibraryCoverage {
    /// How many blocks were reached.
    #[must_use]
    pub fn count(&self) -> BlockCount {
        BlockCount {
            reached: u64::from(self.reached.len()),
            total: u64::from(self.blocks),
            granularity: self.granularity,
        }
    }

    /// Whether a library can have these numbers.
    #[must_use]
    pub fn is_plausible(&self) -> bool {
        self.reached.iter().all(|block| block < self.blocks)
    }

    /// Whether the other one counts the same blocks.
    #[must_use]
    pub fn counts_the_same(&self, other: &Self) -> bool {
        let key = |c: &Self| (c.granularity, c.blocks);
        self.sha256 == other.sha256 && key(self) == key(other)
    }
}

/// Adds the coverage of other runs. Other libraries are appended.
pub fn merge(all: &mut Vec<LibraryCoverage>, others: &[LibraryCoverage]) {
    for other in others {
        match all.iter_mut().find(|one| one.counts_the_same(other)) {
            Some(one) => one.reached.add(&other.reached),
            None => all.push(other.clone()),
        }
    }
}

/// A set of blocks, by their numbers. As text: hexadecimal, four blocks per digit, the lowest number in the lowest bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BlockSet(Vec<u8>);

impl BlockSet {
    /// Whether the block is in the set.
    #[must_use]
    pub fn contains(&self, block: u32) -> bool {
        let byte = self.0.get(block as usize / 8);
        byte.is_some_and(|byte| byte >> (block % 8) & 1 == 1)
    }

    /// Adds a block.
    pub fn insert(&mut self, block: u32) {
        let at = block as usize / 8;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (block % 8);
    }

    /// Adds all blocks of another set.
    pub fn add(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (to, from) in self.0.iter_mut().zip(&other.0) {
            *to |= from;
        }
    }

    /// The number of blocks in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|byte| byte.count_ones()).sum()
    }

    /// Whether no block is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.0.len() as u32 * 8).filter(|block| self.contains(*block))
    }
}

impl FromIterator<u32> for BlockSet {
    fn from_iter<I: IntoIterator<Item = u32>>(blocks: I) -> Self {
        let mut set = Self::default();
        blocks.into_iter().for_each(|block| set.insert(block));
        set
    }
}

impl From<BlockSet> for String {
    fn from(set: BlockSet) -> String {
        let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
        let digits = set.0.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        digits.map(digit).collect()
    }
}

impl TryFrom<String> for BlockSet {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.chars().map(|digit| digit.to_digit(16));
        let digits: Option<Vec<u32>> = digits.collect();
        let digits = digits.ok_or("a set of blocks has hexadecimal digits only")?;
        let bytes = digits.chunks(2).map(|pair| match pair {
            [low, high] => (low | high << 4) as u8,
            other => other[0] as u8,
        });
        Ok(Self(bytes.collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_and_read() {
        let set: BlockSet = [0, 5, 9, 300].into_iter().collect();
        let text = String::from(set.clone());
        assert!(text.starts_with("1220"), "{text}");
        assert_eq!(BlockSet::try_from(text), Ok(set.clone()));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 9, 300]);
        assert_eq!(set.len(), 4);
        assert!(BlockSet::try_from("0x".to_owned()).is_err());
    }

    #[test]
    fn equal_libraries_are_merged() {
        let coverage = |sha256: &str, blocks: &[u32]| LibraryCoverage {
            library: "libz3.so".to_owned(),
            sha256: sha256.to_owned(),
            granularity: Granularity::Block,
            blocks: 100,
            reached: blocks.iter().copied().collect(),
        };
        let mut all = vec![coverage("a", &[1, 2])];
        merge(&mut all, &[coverage("a", &[2, 90]), coverage("b", &[7])]);
        assert_eq!(all, [coverage("a", &[1, 2, 90]), coverage("b", &[7])]);
    }
}
