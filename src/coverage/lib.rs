//! Coverage: which basic blocks of a solver's libraries are reached. It needs no special build of
//! the library.
//!
//! ```text
//!  file of the library ──blocks.rs──► addresses of blocks ──► table, in memory shared with the processes
//!                                                               │                      ▲
//!  zygote: breakpoints.rs sets a breakpoint at each ◄───────────┘                      │
//!  child: the first visit of a block ends in a signal handler, which notes the block ──┘
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `blocks.rs` | functions and blocks of a library, from its file |
//! | `sources.rs` | source files of functions |
//! | `cache.rs` | keeps them in the store |
//! | `changes.rs` | functions that differ from those of another build |
//! | `instrumented.rs` | finds the counters of SanitizerCoverage in a library, if it has them |
//! | `counters.rs` | reads these counters instead of setting breakpoints |
//! | `loaded.rs` | the libraries of a process, and where they are in its memory |
//! | `map.rs` | the memory that processes share |
//! | `breakpoints.rs` | sets breakpoints and handles them |
//! | `processor.rs` | what depends on the processor |
//! | `table.rs` | tables of the reached blocks |
//! | `spectrum.rs` | finds the functions in which a bug is |
//! | `record.rs` | coverage as it is stored in results directories |

mod blocks;
mod breakpoints;
mod cache;
mod changes;
mod counters;
mod instrumented;
mod loaded;
mod map;
mod processor;
mod record;
mod sources;
mod spectrum;
mod table;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

pub use blocks::{Blocks, Function};
pub use breakpoints::restore;
pub use cache::{examine, read_blocks};
pub use record::{BlockSet, LibraryCoverage, are_plausible, merge, total};
pub use spectrum::{CoveredFunction, CoveredRun, Observation, suspicious_functions};
pub use table::{Grouping, Row, matching, table};

use changes::Instructions;
use map::{BlockTable, JobTable, MOST_BLOCKS, MOST_LIBRARIES, Mapping};

/// The unit of coverage.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// Functions. The cost is smaller.
    Function,
    /// Basic blocks.
    Block,
}

impl Granularity {
    /// Its name on the command line.
    #[must_use]
    pub fn option(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Granularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function => "functions",
            Self::Block => "blocks",
        })
    }
}

/// The coverage that a parent measures in the processes of its jobs.
pub struct Coverage {
    granularity: Granularity,
    /// The folder of the blocks of libraries that were examined before.
    cache: PathBuf,
    table: Rc<Mapping<BlockTable>>,
    /// The libraries in the table, with the numbers of their blocks; empty before the first job has
    /// loaded them.
    libraries: Vec<CoveredLibrary>,
    /// The coverage of earlier parts of the campaign.
    earlier: Vec<LibraryCoverage>,
    /// Files that this process has loaded. So they belong to no solver.
    own: BTreeSet<PathBuf>,
    /// The coverage of this process, if it is measured.
    own_job: Option<JobCoverage>,
}

struct CoveredLibrary {
    path: PathBuf,
    sha256: String,
    /// See [`Blocks::file_bias`].
    file_bias: u64,
    blocks: Range<u32>,
}

impl Coverage {
    /// `cache` is the folder of libraries that were examined before. The blocks in `earlier` do not
    /// count as new ones. No solver may be loaded in this process yet.
    ///
    /// # Errors
    /// A message if coverage cannot be measured on this machine.
    pub fn new(
        granularity: Granularity,
        cache: &Path,
        earlier: Vec<LibraryCoverage>,
    ) -> Result<Self, String> {
        let no_memory = |e: io::Error| format!("cannot share memory with children: {e}");
        let own = loaded::libraries(std::process::id() as i32)?;
        Ok(Self {
            granularity,
            cache: cache.to_owned(),
            table: Rc::new(BlockTable::map().map_err(no_memory)?),
            libraries: Vec::new(),
            earlier,
            own: own.into_iter().map(|library| library.path).collect(),
            own_job: None,
        })
    }

    /// The memory that a job shares with its processes. It must be made before they are forked.
    ///
    /// # Errors
    /// The system has no memory.
    pub fn job(&self) -> io::Result<JobCoverage> {
        let job = Rc::new(JobTable::map()?);
        let table = Rc::clone(&self.table);
        Ok(JobCoverage { table, job })
    }

    /// Tells a job where the libraries are in the memory of its process, which has loaded the
    /// solver. The libraries that the first process has loaded are examined.
    ///
    /// # Errors
    /// A message if the solver has no libraries, or if they cannot be examined.
    pub fn place(&mut self, job: &JobCoverage, process: i32) -> Result<(), String> {
        let loaded = loaded::of_solver(loaded::libraries(process)?, &self.own);
        if self.libraries.is_empty() {
            if loaded.is_empty() {
                return Err(
                    "coverage is not available for this solver: it loads no library".to_owned(),
                );
            }
            for library in &loaded {
                self.examine(&library.path)?;
            }
            self.mark_earlier();
        }
        let load_biases = self.libraries.iter().map(|library| {
            let here = loaded
                .iter()
                .find(|l| l.path == library.path && l.is_unchanged());
            let here = here.map(|here| here.load_bias(library.file_bias));
            here.ok_or_else(|| {
                format!("{} has changed since it was loaded", library.path.display())
            })
        });
        let load_biases: Vec<u64> = load_biases.collect::<Result<_, _>>()?;
        job.job.place(&load_biases);
        Ok(())
    }

    /// Measures what this process reaches, which has loaded the solver.
    ///
    /// # Errors
    /// As [`Self::place`], or the system does not allow code to be changed.
    pub fn cover_this_process(&mut self) -> Result<(), String> {
        let failed = |e: io::Error| format!("cannot measure coverage: {e}");
        let job = self.job().map_err(failed)?;
        self.place(&job, std::process::id() as i32)?;
        job.set_breakpoints().map_err(failed)?;
        self.own_job = Some(job);
        Ok(())
    }

    /// Adds a library to the table.
    fn examine(&mut self, path: &Path) -> Result<(), String> {
        let found = cache::examine(path, &self.cache)?;
        let addresses = match self.granularity {
            Granularity::Function => found.blocks.entries(),
            Granularity::Block => found.blocks.starts,
        };
        let counters = found.blocks.counters;
        let blocks = self.table.add(&addresses).ok_or_else(|| {
            format!("the solver has more than {MOST_BLOCKS} blocks or {MOST_LIBRARIES} libraries: use --coverage=function")
        })?;
        if let Some(counters) = counters {
            self.table.add_counters(&counters, &blocks);
        }
        self.libraries.push(CoveredLibrary {
            path: path.to_owned(),
            sha256: found.sha256,
            file_bias: found.blocks.file_bias,
            blocks,
        });
        Ok(())
    }

    /// Marks what was reached before.
    fn mark_earlier(&self) {
        for (library, now) in self.libraries.iter().zip(self.reached()) {
            let same = |earlier: &&LibraryCoverage| earlier.counts_the_same(&now);
            for earlier in self.earlier.iter().filter(same) {
                for block in earlier.reached.iter().filter(|block| *block < now.blocks) {
                    self.table.reach(library.blocks.start + block);
                }
            }
        }
    }

    /// Forgets what was reached. Processes that are forked later note all that they reach. No
    /// process may run meanwhile.
    pub fn forget(&self) {
        self.table.forget();
    }

    /// What was reached, of each library. Parts before this one count if they are about the same
    /// libraries.
    #[must_use]
    pub fn reached(&self) -> Vec<LibraryCoverage> {
        if let Some(job) = &self.own_job {
            job.note_counters();
        }
        let of = |library: &CoveredLibrary| {
            let blocks = library.blocks.clone();
            let reached = blocks.clone().filter(|block| self.table.is_reached(*block));
            let name = library.path.file_name().unwrap_or_default();
            LibraryCoverage {
                library: name.to_string_lossy().into_owned(),
                sha256: library.sha256.clone(),
                granularity: self.granularity,
                blocks: blocks.len() as u32,
                reached: reached.map(|block| block - blocks.start).collect(),
            }
        };
        self.libraries.iter().map(of).collect()
    }

    /// The functions and blocks of each library, in the order of [`Self::reached`].
    ///
    /// # Errors
    /// A message if a library cannot be read, or is another one now.
    pub fn blocks(&self) -> Result<Vec<Blocks>, String> {
        let of = |library: &CoveredLibrary| {
            let found = cache::examine(&library.path, &self.cache)?;
            match found.sha256 == library.sha256 {
                true => Ok(found.blocks),
                false => Err(format!(
                    "{} has changed since it was loaded",
                    library.path.display()
                )),
            }
        };
        self.libraries.iter().map(of).collect()
    }

    /// The blocks of the functions whose name, namespace or source file matches a pattern, as
    /// outcomes number them. They are in order.
    ///
    /// # Errors
    /// As [`Self::blocks`], or no function matches.
    pub fn blocks_matching(&self, pattern: &str) -> Result<Vec<Range<u32>>, String> {
        let mut found = Vec::new();
        for (library, blocks) in self.libraries.iter().zip(self.blocks()?) {
            let numbers = table::blocks_matching(&blocks, self.granularity, pattern);
            let first = library.blocks.start;
            found.extend(numbers.map(|of| first + of.start..first + of.end));
        }
        match found.is_empty() {
            true => Err(format!("no function of the solver matches {pattern}")),
            false => Ok(found),
        }
    }

    /// The blocks of the functions that differ from those of another build, as outcomes number
    /// them. They are in order. `baseline` is its library. If the solver has several, each is
    /// compared with the file of the same name in the baseline's folder. Without one, it has no
    /// changes.
    ///
    /// # Errors
    /// As [`Self::blocks`]; the libraries of the baseline cannot be read; or no function differs.
    pub fn blocks_changed_since(&self, baseline: &Path) -> Result<Vec<Range<u32>>, String> {
        let folder = baseline.parent().unwrap_or(Path::new(""));
        let mut found = Vec::new();
        for (library, blocks) in self.libraries.iter().zip(self.blocks()?) {
            let name = library.path.file_name().unwrap_or_default();
            let before = match self.libraries.len() {
                1 => baseline.to_owned(),
                _ => folder.join(name),
            };
            if !before.is_file() {
                continue;
            }
            let changed = Instructions::read(&before)?.changed_in(&library.path)?;
            let all = blocks.functions_with_blocks(self.granularity);
            let of_changed = all.filter(|(function, _)| changed.contains(&function.start));
            let first = library.blocks.start;
            found.extend(of_changed.map(|(_, of)| first + of.start..first + of.end));
        }
        match found.is_empty() {
            true => Err(format!(
                "no function of the solver differs from the same function of {}",
                baseline.display()
            )),
            false => Ok(found),
        }
    }

    /// How many of some blocks were reached, given as outcomes number them.
    #[must_use]
    pub fn count_of(&self, blocks: &[Range<u32>]) -> BlockCount {
        let blocks = blocks.iter().cloned().flatten();
        let (mut reached, mut total) = (0, 0);
        for block in blocks {
            total += 1;
            reached += u64::from(self.table.is_reached(block));
        }
        BlockCount {
            reached,
            total,
            granularity: self.granularity,
        }
    }

    /// How many blocks were reached, and how many there are.
    #[must_use]
    pub fn count(&self) -> BlockCount {
        BlockCount {
            reached: u64::from(self.table.count()),
            total: u64::from(self.table.len()),
            granularity: self.granularity,
        }
    }
}

/// How many blocks were reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockCount {
    /// How many.
    pub reached: u64,
    /// Of how many.
    pub total: u64,
    /// The unit of the counts.
    pub granularity: Granularity,
}

impl BlockCount {
    /// The share of the blocks that were reached, in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        self.reached as f64 / self.total.max(1) as f64 * 100.0
    }

    /// The larger one of two counts, or the one of blocks. A campaign continues the counts of its
    /// earlier parts.
    #[must_use]
    pub fn larger(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        [one, other]
            .into_iter()
            .flatten()
            .max_by_key(|count| (count.granularity, count.reached))
    }
}

impl fmt::Display for BlockCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            reached,
            total,
            granularity,
        } = self;
        let share = self.percent();
        write!(f, "{granularity} {reached} of {total} ({share:.1} %)")
    }
}

/// The coverage of one job, in memory that its processes share.
pub struct JobCoverage {
    table: Rc<Mapping<BlockTable>>,
    job: Rc<Mapping<JobTable>>,
}

impl JobCoverage {
    /// Sets the breakpoints in this process. [`Coverage::place`] must have been called for it.
    ///
    /// # Errors
    /// The system does not allow code to be changed.
    pub fn set_breakpoints(&self) -> io::Result<()> {
        // Until the process ends, breakpoints are handled. So the memory is never freed.
        let table: &'static _ = Box::leak(Box::new(Rc::clone(&self.table)));
        let job: &'static _ = Box::leak(Box::new(Rc::clone(&self.job)));
        breakpoints::set(table, job)
    }

    /// Notes what the counters of libraries say, if they have any. Breakpoints note blocks by
    /// themselves.
    pub fn note_counters(&self) {
        counters::note(&self.table, &self.job);
    }

    /// How many new blocks the processes of the job have reached since [`Self::clear`]. A block is
    /// new if the processes of no job have reached it before.
    #[must_use]
    pub fn new_blocks(&self) -> u32 {
        self.job.len()
    }

    /// Forgets the new blocks.
    pub fn clear(&self) {
        self.job.clear();
    }

    /// New blocks, by their positions in the order in which they were reached.
    #[must_use]
    pub fn at(&self, positions: Range<u32>) -> Vec<u32> {
        self.job.new_blocks(positions)
    }
}
