//! The results directory of a campaign: [`Results`] writes it, [`Kept`] reads it, and [`merge`]
//! makes one of several. Nothing in here knows what the files are used for.

mod journal;
mod merge;
mod parts;
mod read;
mod samples;
mod write;

pub use merge::merge;
pub use parts::{Part, PartSettings};
pub use read::{
    CampaignRecord, EVIDENCE, FINDING_FILE, FINDINGS, FULL, Kept, KeptFinding, MINIMIZED,
    MINIMIZER, Merged, OUTPUT, OnDamage, Place, platform,
};
pub use samples::Samples;
pub use write::{Earlier, Identity, Results, evidence, store_evidence, store_finding};
