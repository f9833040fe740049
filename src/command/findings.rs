//! `findings DIR`: lists the findings of a results directory.

use crate::cli::FindingsArgs;
use crate::events::print_findings;
use crate::exit::{self, Failure};
use crate::results::{Kept, OnDamage};
use crate::system::console::{complain, say};
use crate::triage::{Finding, Sights};

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
    say!("findings of {out}: {}", findings.len());
    print_findings(&out, &findings);
    Ok(exit::CLEAN)
}
