//! `--metrics FILE`: the counters of a campaign in the text format of Prometheus, for a collector
//! that reads files.

use super::{Counters, Event, Reporter};
use murxla_system::folder::write;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two versions of the file. Collectors usually read it every 15 seconds.
const INTERVAL: Duration = Duration::from_secs(5);

/// The label of a sample, and its value.
type Label<'a> = (&'a str, &'a str);

/// The metrics of one campaign.
pub struct Metrics {
    file: PathBuf,
    written: Option<Instant>,
    /// Labels that distinguish campaigns if one collector reads several files.
    solver: String,
    out: String,
    /// Labels of the campaign's own metric.
    version: String,
    shard: String,
    /// Findings by kind.
    findings: BTreeMap<String, u64>,
    total: Counters,
}

/// All samples of a metric.
struct Metric<'a> {
    name: &'a str,
    kind: &'a str,
    help: &'a str,
    samples: Vec<(Vec<Label<'a>>, f64)>,
}

/// The value of a label as it is written.
fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

/// The text of the metrics. All samples also have the labels in `common`.
fn text(metrics: &[Metric<'_>], common: &[Label<'_>]) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for metric in metrics {
        let Metric {
            name, kind, help, ..
        } = metric;
        writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}")?;
        for (labels, value) in &metric.samples {
            let all = common.iter().chain(labels);
            let all: Vec<String> = all
                .map(|(label, value)| format!("{label}=\"{}\"", escaped(value)))
                .collect();
            writeln!(text, "{name}{{{}}} {value}", all.join(","))?;
        }
    }
    Ok(text)
}

impl Metrics {
    /// Writes to this file.
    #[must_use]
    pub fn new(file: PathBuf) -> Self {
        Self {
            file,
            written: None,
            solver: String::new(),
            out: String::new(),
            version: String::new(),
            shard: String::new(),
            findings: BTreeMap::new(),
            total: Counters::default(),
        }
    }

    fn write(&mut self, running: bool) -> io::Result<()> {
        self.written = Some(Instant::now());
        let c = &self.total;
        let counter = |name, help, samples| Metric {
            name,
            kind: "counter",
            help,
            samples,
        };
        let gauge = |name, help, labels, value| Metric {
            name,
            kind: "gauge",
            help,
            samples: vec![(labels, value)],
        };
        let one = |count: u64| vec![(Vec::new(), count as f64)];
        let by = |label, counts: &[(&'static str, u64)]| {
            let sample =
                |(name, count): &(&'static str, u64)| (vec![(label, *name)], *count as f64);
            counts.iter().map(sample).collect()
        };
        let kinds = self.findings.iter();
        let kinds = kinds.map(|(kind, count)| (vec![("kind", kind.as_str())], *count as f64));
        let about = vec![
            ("version", self.version.as_str()),
            ("shard", self.shard.as_str()),
        ];
        let mut metrics = vec![
            gauge("murxla_info", "The campaign: its value is 1.", about, 1.0),
            gauge(
                "murxla_running",
                "Whether the campaign is running.",
                vec![],
                f64::from(running),
            ),
            counter("murxla_runs_total", "Runs that have ended.", one(c.runs)),
            counter("murxla_calls_total", "API calls made.", one(c.calls)),
            counter(
                "murxla_checks_total",
                "Checks of satisfiability by their answer.",
                by(
                    "answer",
                    &[
                        ("sat", c.answers.sat),
                        ("unsat", c.answers.unsat),
                        ("unknown", c.answers.unknown),
                    ],
                ),
            ),
            counter(
                "murxla_limits_total",
                "Runs that ran into a limit.",
                by("limit", &[("time", c.timeouts), ("memory", c.memory)]),
            ),
            counter(
                "murxla_refused_total",
                "Runs that ended early because the solver refused an option after it had accepted it.",
                one(c.refused),
            ),
            counter(
                "murxla_findings_total",
                "Different bugs found, by kind.",
                kinds.collect(),
            ),
            counter(
                "murxla_duplicates_total",
                "Occurrences of known bugs.",
                one(c.duplicates),
            ),
            counter(
                "murxla_filtered_total",
                "Suspected bugs that the profile filters.",
                one(c.filtered),
            ),
            counter(
                "murxla_cpu_seconds_total",
                "CPU time of the processes that run.",
                vec![(Vec::new(), c.cpu)],
            ),
            counter(
                "murxla_seconds_total",
                "Time that the campaign has taken.",
                vec![(Vec::new(), c.time)],
            ),
        ];
        let counted = c.coverage.map(|count| count.granularity.to_string());
        if let (Some(count), Some(counted)) = (c.coverage, &counted) {
            let labels = vec![("counted", counted.as_str())];
            metrics.extend([
                gauge(
                    "murxla_blocks_reached",
                    "Blocks of the solver's libraries that runs have reached.",
                    labels.clone(),
                    count.reached as f64,
                ),
                gauge(
                    "murxla_blocks",
                    "Blocks of the solver's libraries.",
                    labels,
                    count.total as f64,
                ),
            ]);
        }
        let common = [("solver", self.solver.as_str()), ("out", self.out.as_str())];
        let text = text(&metrics, &common).map_err(io::Error::other)?;
        let at = self.file.display();
        let error = |e| io::Error::other(format!("cannot write the metrics to {at}: {e}"));
        write(&self.file, text.as_bytes()).map_err(error)
    }
}

impl Reporter for Metrics {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Started {
                solver,
                version,
                shard,
                out,
                earlier,
                ..
            } => {
                (self.solver, self.out) = ((*solver).to_owned(), (*out).to_owned());
                self.version = (*version).to_owned();
                self.shard = shard.map_or(String::new(), |s| format!("{}/{}", s.index, s.count));
                for (finding, _) in *earlier {
                    *self
                        .findings
                        .entry(finding.observed.kind.to_string())
                        .or_default() += 1;
                }
                Ok(())
            }
            Event::Found { finding } => {
                *self
                    .findings
                    .entry(finding.observed.kind.to_string())
                    .or_default() += 1;
                Ok(())
            }
            Event::Progress { total, .. } => {
                self.total.clone_from(total);
                match self.written {
                    None => self.write(true),
                    // The file could be written at the start. Later errors, such as a full disk, do
                    // not end the campaign.
                    Some(written) if written.elapsed() >= INTERVAL => self.write(true).or(Ok(())),
                    Some(_) => Ok(()),
                }
            }
            Event::Ended { total, .. } => {
                self.total.clone_from(total);
                self.write(false)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let metric = Metric {
            name: "m_total",
            kind: "counter",
            help: "What.",
            samples: vec![
                (vec![("kind", "a\\b\"c\nd")], 2.0),
                (vec![("kind", "e")], 0.5),
            ],
        };
        let expected = "# HELP m_total What.\n# TYPE m_total counter\n\
            m_total{out=\"o\",kind=\"a\\\\b\\\"c\\nd\"} 2\nm_total{out=\"o\",kind=\"e\"} 0.5\n";
        assert_eq!(text(&[metric], &[("out", "o")]).unwrap(), expected);
    }
}
