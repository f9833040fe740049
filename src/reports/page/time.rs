//! The counters over time: how fast they grow, and the bugs.

use super::plots::{Values, curves};
use super::{figure, legend};
use crate::events::Counters;
use crate::results::{CampaignRecord, Samples};
use maud::{Markup, html};

/// The number of intervals whose rates are shown. Rates of shorter ones are mostly noise.
const INTERVALS: f64 = 80.0;
/// The shortest interval in seconds.
const SHORTEST: f64 = 0.001;

/// A line of a plot: its name, and the counter that it shows.
type PlotLine = (&'static str, fn(&Counters) -> u64);

/// The plots of samples: title, label of the vertical axis, what is shown of the counters, lines.
const CURVES: [(&str, &str, Values, &[PlotLine]); 4] = [
    (
        "Runs per second",
        "runs/s",
        Values::Rates,
        &[("runs", |c| c.runs)],
    ),
    (
        "Checks per second, by answer",
        "checks/s",
        Values::Rates,
        &[
            ("sat", |c| c.answers.sat),
            ("unsat", |c| c.answers.unsat),
            ("unknown", |c| c.answers.unknown),
        ],
    ),
    (
        "Findings since the beginning",
        "findings",
        Values::Counts,
        &[("findings", |c| c.found)],
    ),
    (
        "Duplicates, filtered runs and limits per second",
        "runs/s",
        Values::Rates,
        &[
            ("duplicates", |c| c.duplicates),
            ("filtered by the profile", |c| c.filtered),
            ("timed out", |c| c.timeouts),
            ("out of memory", |c| c.memory),
        ],
    ),
];

/// All plots.
pub(super) fn over_time(
    samples: &Samples,
    campaign: Option<&CampaignRecord>,
) -> Result<Markup, String> {
    let last = campaign.map(|campaign| &campaign.counters);
    let points: Vec<&Counters> = samples.all().iter().chain(last).collect();
    let ends = ends(&points);
    let mut plots = Vec::new();
    for (title, what, values, lines) in CURVES {
        let line = |(_, count): &PlotLine| match values {
            Values::Counts => points.iter().map(|c| (c.time, count(c) as f64)).collect(),
            Values::Rates => rates(&ends, *count),
        };
        let all: Vec<Vec<(f64, f64)>> = lines.iter().map(line).collect();
        let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        let caption = if names.len() > 1 {
            legend(&names)
        } else {
            html! {}
        };
        plots.push(figure(title, caption, &curves(what, values, &all)?));
    }
    plots.extend(coverage_over_time(&points)?);
    Ok(html! {
        p.faint { "The plots show all parts of the campaign in sequence. Rates are those between two samples." }
        div.plots { @for plot in &plots { (plot) } }
    })
}

/// The samples between which rates are computed.
fn ends<'a>(points: &[&'a Counters]) -> Vec<&'a Counters> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let step = ((last.time - first.time) / INTERVALS).max(SHORTEST);
    let mut ends = vec![*first];
    for point in points {
        if ends.last().is_some_and(|end| point.time - end.time >= step) {
            ends.push(point);
        }
    }
    // What is left at the end belongs to the last interval.
    if ends.len() > 1 && ends.last().is_some_and(|end| end.time < last.time) {
        ends.pop();
        ends.push(last);
    }
    ends
}

/// How fast a counter grows: a point at the beginning and at the end of each interval.
fn rates(ends: &[&Counters], count: fn(&Counters) -> u64) -> Vec<(f64, f64)> {
    let rate = |pair: &[&Counters]| {
        let (from, to) = (pair[0], pair[1]);
        let more = count(to).saturating_sub(count(from));
        let rate = more as f64 / (to.time - from.time);
        [(from.time, rate), (to.time, rate)]
    };
    ends.windows(2).flat_map(rate).collect()
}

/// The plot of the blocks that were reached, if coverage was measured.
fn coverage_over_time(points: &[&Counters]) -> Result<Option<Markup>, String> {
    let counts = points
        .iter()
        .filter_map(|c| Some((c.time, c.coverage.as_ref()?)));
    let Some((_, last)) = counts.clone().next_back() else {
        return Ok(None);
    };
    // Parts of the campaign may have counted something else.
    let counts = counts.filter(|(_, count)| count.granularity == last.granularity);
    let line = counts.map(|(time, count)| (time, count.reached as f64));
    let what = last.granularity.to_string();
    let plot = curves(&what, Values::Counts, &[line.collect()])?;
    let title = format!("Coverage: {what} that were reached");
    Ok(Some(figure(&title, html! {}, &plot)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: f64, runs: u64) -> Counters {
        Counters {
            time,
            runs,
            ..Counters::default()
        }
    }

    fn runs_per_second(samples: &[Counters]) -> Vec<(f64, f64)> {
        let points: Vec<&Counters> = samples.iter().collect();
        rates(&ends(&points), |c| c.runs)
    }

    #[test]
    fn rates_are_those_between_samples() {
        let samples = [at(0.0, 0), at(10.0, 20), at(20.0, 120)];
        let expected = [(0.0, 2.0), (10.0, 2.0), (10.0, 10.0), (20.0, 10.0)];
        assert_eq!(runs_per_second(&samples), expected);
        // A short rest has no rate of its own.
        let samples = [at(0.0, 0), at(10.0, 20), at(20.0, 120), at(20.001, 130)];
        let rates = runs_per_second(&samples);
        assert_eq!(rates.len(), 4);
        assert!((10.0..11.1).contains(&rates[3].1), "{rates:?}");
        assert_eq!(runs_per_second(&[at(0.0, 0)]), []);
        assert_eq!(runs_per_second(&[]), []);
    }

    #[test]
    fn there_are_few_intervals_and_no_absurd_rates() {
        let samples: Vec<Counters> = (0..400).map(|n| at(f64::from(n), 1)).collect();
        assert!(runs_per_second(&samples).len() <= 2 * INTERVALS as usize);
        for time in [0.0, 1e-300, 1e-9, 1e12] {
            let samples = [at(0.0, 0), at(time, 1 << 52), at(0.0, 3)];
            let rates = runs_per_second(&samples);
            assert!(rates.iter().all(|(_, rate)| *rate < 1e20), "{rates:?}");
        }
    }
}
