//! The findings of a campaign as test cases in JUnit's XML, which services for continuous
//! integration show. A finding that does not make the exit code 1 is a skipped test.

use super::summary::{count_line, headline};
use super::{Event, Reporter};
use crate::triage::{FailOn, Finding, FindingId, Sights};
use maud::{Markup, PreEscaped, html};
use murxla_system::console::{self, complain};
use murxla_system::escape::visible;
use std::collections::BTreeSet;
use std::io;

/// Writes one document to stdout at the end, and the failures to stderr.
pub struct Junit {
    fail_on: FailOn,
    /// The solver and its version.
    suite: String,
    out: String,
    new: BTreeSet<FindingId>,
}

impl Junit {
    /// `fail_on` says which findings are failures.
    #[must_use]
    pub fn new(fail_on: FailOn) -> Self {
        Self {
            fail_on,
            suite: String::new(),
            out: String::new(),
            new: BTreeSet::new(),
        }
    }

    fn is_failure(&self, finding: &Finding) -> bool {
        match self.new.contains(&finding.id) {
            true => self.fail_on.has(finding),
            false => self.fail_on.has_known() && finding.gone.is_none(),
        }
    }

    fn why_skipped(&self, finding: &Finding) -> &'static str {
        if self.new.contains(&finding.id) {
            "not as bad as --fail-on says"
        } else if finding.gone.is_some() {
            "it does not show on this library"
        } else {
            "found in an earlier part of the campaign"
        }
    }

    fn case(&self, finding: &Finding, sights: Sights) -> Markup {
        let kind = finding.observed.kind.to_string();
        let folder = format!("{}/findings/{}", self.out, finding.id);
        html! {
            testcase classname=(kind) name=(finding.id) {
                @if self.is_failure(finding) {
                    failure type=(kind) message=(visible(&headline(finding))) {
                        (visible(&finding.observed.message)) "\n"
                        "seen " (sights) ", " (finding.status()) "\n"
                        "murxla-rs replay " (folder)
                    }
                } @else {
                    skipped message=(self.why_skipped(finding)) {}
                }
            }
        }
    }

    fn document(&self, findings: &[(Finding, u64)], seconds: f64) -> String {
        let failures = findings
            .iter()
            .filter(|(finding, _)| self.is_failure(finding));
        let failures = failures.count();
        let skipped = findings.len() - failures;
        let tests = findings.len().max(1);
        html! {
            (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
            testsuites name="murxla-rs" {
                testsuite name=(self.suite) tests=(tests) failures=(failures) skipped=(skipped)
                    errors="0" time={ (format!("{seconds:.3}")) }
                {
                    @for (finding, sights) in findings {
                        (self.case(finding, Sights::times(*sights)))
                    }
                    @if findings.is_empty() {
                        testcase classname="murxla-rs" name="no findings" {}
                    }
                }
            }
        }
        .into_string()
    }
}

impl Reporter for Junit {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Started {
                solver,
                version,
                out,
                ..
            } => {
                self.suite = format!("{solver} {version}");
                self.out = (*out).to_owned();
            }
            Event::Found { finding } => {
                self.new.insert(finding.id.clone());
            }
            Event::Ended {
                now,
                findings,
                interrupted,
                ..
            } => {
                let text = self.document(findings, now.time);
                // The log of the job has no other line.
                let how = if *interrupted { "interrupted" } else { "done" };
                complain!("{how}: {} in {:.1} s", count_line(now), now.time);
                for (finding, _) in findings.iter().filter(|(one, _)| self.is_failure(one)) {
                    complain!("  {}: {}", finding.id, headline(finding));
                }
                return console::try_out(format_args!("{text}\n"));
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use serde_json::json;

    #[test]
    fn findings_are_test_cases() {
        let mut junit = Junit::new(FailOn::New);
        junit.suite = "toy 1".to_owned();
        junit.out = "out".to_owned();
        assert_eq!(
            junit.document(&[], 1.5),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"murxla-rs\"><testsuite name=\"toy 1\" \
             tests=\"1\" failures=\"0\" skipped=\"0\" errors=\"0\" time=\"1.500\"><testcase classname=\"murxla-rs\" \
             name=\"no findings\"></testcase></testsuite></testsuites>"
        );
        let new = finding(
            "crash-SIGSEGV",
            "1",
            &json!({"message": "a < \u{1b}[1m\nb"}),
        );
        junit.new.insert(new.id.clone());
        let known = finding("leak", "2", &json!({}));
        let text = junit.document(&[(new, 3), (known, 1)], 0.0);
        for part in [
            "tests=\"2\" failures=\"1\" skipped=\"1\"",
            "<failure type=\"crash-SIGSEGV\" message=\"a &lt; \\u{1b}[1m\">",
            "seen 3 times, reproduces\nmurxla-rs replay out/findings/crash-SIGSEGV-1</failure>",
            "name=\"leak-2\"><skipped",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
