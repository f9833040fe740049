//! `findings DIR`: lists the findings of a results directory.

use super::print_json;
use crate::cli::{FindingsArgs, ListFormat};
use crate::events::print_findings;
use crate::exit::{self, Failure};
use crate::results::{Kept, OnDamage};
use crate::triage::{Finding, Sights, variants};
use murxla_system::console::{complain, say};
use murxla_system::date::Date;
use serde::Serialize;

/// A finding, as `--format json` lists it.
#[derive(Serialize)]
struct ListedFinding<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    sights: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen: Option<Date>,
    folder: String,
    /// The id of another finding that is probably the same bug.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_of: Option<&'a str>,
}

/// Lists the findings, the worst first.
///
/// # Errors
/// The directory cannot be read.
pub fn run(args: &FindingsArgs) -> Result<u8, Failure> {
    let out = args.results.display().to_string();
    let kept = Kept::read(&args.results, OnDamage::Leave)
        .map_err(|e| Failure::configuration(format!("cannot read {out}: {e}")))?;
    for message in &kept.damage {
        complain!("{message}");
    }
    let findings = kept.findings.iter();
    let findings: Vec<(&Finding, Sights)> = findings
        .map(|known| (&known.finding, known.sights))
        .collect();
    match args.format {
        ListFormat::Human => {
            say!("findings of {out}: {}", findings.len());
            print_findings(&out, &findings);
        }
        ListFormat::Json => print_json(&listed(&out, &findings)),
    }
    Ok(exit::CLEAN)
}

fn listed<'a>(out: &str, findings: &[(&'a Finding, Sights)]) -> Vec<ListedFinding<'a>> {
    let all: Vec<&Finding> = findings.iter().map(|(finding, _)| *finding).collect();
    let variants = variants(&all).into_iter();
    let listed = findings
        .iter()
        .zip(variants)
        .map(|((finding, sights), variant)| ListedFinding {
            finding,
            sights: sights.count,
            last_seen: sights.last,
            folder: format!("{out}/findings/{}", finding.id),
            variant_of: variant.map(|variant| variant.original.id.as_str()),
        });
    listed.collect()
}
