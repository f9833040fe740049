//! Coverage as it is stored in results directories.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::map::MOST_BLOCKS;
use super::{BlockCount, Granularity};

/// The number of libraries in a results directory. It limits the size of the file if a library is
/// built again many times.
const MOST_STORED: usize = 64;

/// The blocks of a library that were reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryCoverage {
    /// The name of its file.
    pub library: String,
    /// The sha256 of its file.
    pub sha256: String,
    /// The unit of the counts.
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

    /// Whether a campaign can have measured this. The sha256 becomes a part of the name of a file.
    fn is_plausible(&self) -> bool {
        let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        self.sha256.len() == 64
            && self.sha256.bytes().all(is_digit)
            && self.blocks as usize <= MOST_BLOCKS
            && self.reached.end() <= u64::from(self.blocks)
    }

    /// Whether the other one counts the same blocks.
    #[must_use]
    pub fn counts_the_same(&self, other: &Self) -> bool {
        let key = |c: &Self| (c.granularity, c.blocks);
        self.sha256 == other.sha256 && key(self) == key(other)
    }
}

/// Whether a campaign can have stored this.
#[must_use]
pub fn are_plausible(all: &[LibraryCoverage]) -> bool {
    all.len() <= MOST_STORED && all.iter().all(LibraryCoverage::is_plausible)
}

/// How many blocks of all libraries were reached. If a library was built again, the one with the
/// most reached blocks counts. Parts of a campaign that have counted functions do not count if
/// others have counted blocks.
#[must_use]
pub fn total(all: &[LibraryCoverage]) -> Option<BlockCount> {
    let granularity = all.iter().map(|one| one.granularity).max()?;
    let mut by_name: BTreeMap<&str, BlockCount> = BTreeMap::new();
    for one in all.iter().filter(|one| one.granularity == granularity) {
        let count = one.count();
        let most = by_name.entry(&one.library).or_insert(count);
        if count.reached > most.reached {
            *most = count;
        }
    }
    let sum = |of: fn(&BlockCount) -> u64| by_name.values().map(of).sum();
    Some(BlockCount {
        reached: sum(|count| count.reached),
        total: sum(|count| count.total),
        granularity,
    })
}

/// Adds the coverage of other runs. Other libraries are appended; if there are too many, the first
/// ones are removed.
pub fn merge(all: &mut Vec<LibraryCoverage>, others: &[LibraryCoverage]) {
    for other in others {
        match all.iter_mut().find(|one| one.counts_the_same(other)) {
            Some(one) => one.reached.add(&other.reached),
            None => all.push(other.clone()),
        }
    }
    all.drain(..all.len().saturating_sub(MOST_STORED));
}

/// A set of blocks, by their numbers. As text: hexadecimal, four blocks per digit, the lowest
/// number in the lowest bit.
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

    /// Removes all blocks of another set.
    pub fn remove(&mut self, other: &Self) {
        for (from, gone) in self.0.iter_mut().zip(&other.0) {
            *from &= !gone;
        }
    }

    /// One more than the greatest block in the set. 0 if there is none.
    fn end(&self) -> u64 {
        let last = self.0.iter().rposition(|byte| *byte != 0);
        last.map_or(0, |at| {
            at as u64 * 8 + u64::from(8 - self.0[at].leading_zeros())
        })
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

    fn coverage(sha256: &str, blocks: &[u32]) -> LibraryCoverage {
        LibraryCoverage {
            library: "libz3.so".to_owned(),
            sha256: sha256.repeat(64),
            granularity: Granularity::Block,
            blocks: 100,
            reached: blocks.iter().copied().collect(),
        }
    }

    #[test]
    fn equal_libraries_are_merged() {
        let mut all = vec![coverage("a", &[1, 2])];
        merge(&mut all, &[coverage("a", &[2, 90]), coverage("b", &[7])]);
        assert_eq!(all, [coverage("a", &[1, 2, 90]), coverage("b", &[7])]);
    }

    #[test]
    fn the_first_of_many_libraries_are_removed() {
        let numbered = |n: usize| LibraryCoverage {
            sha256: format!("{n:064x}"),
            ..coverage("a", &[1])
        };
        let mut all: Vec<_> = (0..MOST_STORED).map(numbered).collect();
        assert!(are_plausible(&all));
        merge(&mut all, &[numbered(MOST_STORED)]);
        assert_eq!(all.len(), MOST_STORED);
        assert_eq!(all[0], numbered(1));
        all.push(numbered(0));
        assert!(!are_plausible(&all));
    }

    #[test]
    fn a_build_and_a_granularity_count_once() {
        let mut functions = coverage("a", &[1, 2, 3, 4]);
        functions.granularity = Granularity::Function;
        let mut other = coverage("c", &[5]);
        other.library = "libpoly.so".to_owned();
        let all = [
            functions,
            coverage("a", &[1]),
            coverage("b", &[1, 2]),
            other,
        ];
        let count = total(&all).unwrap();
        assert_eq!(count.to_string(), "blocks 3 of 200 (1.5 %)");
        assert_eq!(total(&[]), None);
    }

    #[test]
    fn what_no_campaign_has_stored_is_refused() {
        assert!(coverage("a", &[0, 99]).is_plausible());
        assert!(!coverage("a", &[100]).is_plausible());
        assert!(!coverage("g", &[]).is_plausible());
        let mut one = coverage("a", &[]);
        one.blocks = 4_000_000_000;
        assert!(!one.is_plausible());
        let mut one = coverage("a", &[]);
        one.sha256 = "../file".to_owned();
        assert!(!one.is_plausible());
    }

    #[test]
    fn sets_are_subtracted() {
        let set = |blocks: &[u32]| blocks.iter().copied().collect::<BlockSet>();
        let mut rest = set(&[1, 8, 300]);
        rest.remove(&set(&[8, 9]));
        assert_eq!(rest.iter().collect::<Vec<_>>(), [1, 300]);
        assert_eq!((rest.end(), BlockSet::default().end()), (301, 0));
    }
}
