//! Draws plots as SVG for a page. The style sheet of the page gives texts and axes their colours.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Colours of lines. They are visible on light and dark backgrounds and differ for colour-blind
/// readers.
pub(super) const COLOURS: [RGBColor; 4] = [
    RGBColor(0x3f, 0x7f, 0xd0),
    RGBColor(0xcc, 0x74, 0x14),
    RGBColor(0x2b, 0x96, 0x5c),
    RGBColor(0x9a, 0x66, 0xc8),
];

/// The colour of axes and texts if there is no style sheet.
const GREY: RGBColor = RGBColor(0x80, 0x80, 0x80);

/// The size of a plot in pixels. The height of a bar plot depends on its rows.
const WIDTH: u32 = 560;
const HEIGHT: u32 = 260;
/// The largest number of labels of the time axis.
const LABELS: usize = 6;
/// The height of a bar in pixels, with the gap below it.
const BAR: i32 = 22;
/// The width of the names to the left of bars and of the numbers to the right, in pixels.
const NAMES: i32 = 190;
const NUMBERS: i32 = 130;

type Drawing<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The text of a plot of this width and height.
///
/// # Errors
/// Returns a message if `draw` fails.
fn drawn(
    (width, height): (u32, u32),
    draw: impl FnOnce(&Drawing<'_>) -> Drawn,
) -> Result<String, String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
        let result = draw(&area).and_then(|()| area.present());
        result.map_err(|e| format!("cannot draw a plot: {e}"))?;
    }
    Ok(text)
}

/// A colour as style sheets write it.
pub(super) fn css(colour: RGBColor) -> String {
    let RGBColor(red, green, blue) = colour;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The unit for a time axis of this length, and the length of the unit in seconds.
fn unit(seconds: f64) -> (&'static str, f64) {
    const UNITS: [(&str, f64, f64); 4] = [
        ("seconds", 1.0, 180.0),
        ("minutes", 60.0, 3.0 * 3600.0),
        ("hours", 3600.0, 72.0 * 3600.0),
        ("days", 86400.0, f64::INFINITY),
    ];
    let found = UNITS.iter().find(|(_, _, up_to)| seconds <= *up_to);
    found.map_or(("seconds", 1.0), |(name, length, _)| (*name, *length))
}

/// The number of digits after the point that tells the labels of an axis of this length apart.
fn digits(length: f64) -> usize {
    let step = length / LABELS as f64;
    // The axis has a label at each multiple of 1, 2 or 5 times a power of ten near the step.
    (1.0 - step.log10().floor()).clamp(0.0, 12.0) as usize
}

/// A time with at most `digits` digits after the point, without trailing zeros.
fn brief(time: f64, digits: usize) -> String {
    let text = format!("{time:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A number with thin spaces between groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The values of a plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// Whole numbers.
    Counts,
    /// Numbers per second.
    Rates,
}

impl Values {
    /// The end of the vertical axis, if this is the highest value.
    fn end(self, highest: f64) -> f64 {
        match self {
            Self::Counts => highest.max(1.0),
            Self::Rates if highest > 0.0 => highest,
            Self::Rates => 1.0,
        }
    }

    /// The label of a value on an axis that ends there.
    fn label(self, value: f64, end: f64) -> String {
        match self {
            _ if value.fract() == 0.0 => grouped(value as u64),
            Self::Counts => String::new(),
            Self::Rates => brief(value, digits(end)),
        }
    }
}

/// A line plot of values over time in seconds. The lines have the colours of [`COLOURS`] in this
/// order.
///
/// # Errors
/// Returns an error if the plot cannot be drawn.
pub(super) fn curves(
    what: &str,
    values: Values,
    lines: &[Vec<(f64, f64)>],
) -> Result<String, String> {
    let points = || lines.iter().flatten();
    let longest = points().map(|(time, _)| *time).fold(0.0, f64::max);
    let highest = points().map(|(_, value)| *value).fold(0.0, f64::max);
    let highest = values.end(highest);
    let (name, length) = unit(longest);
    let width = if longest > 0.0 { longest / length } else { 1.0 };
    drawn((WIDTH, HEIGHT), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(0.0..width, 0.0..highest * 1.05)?;
        let font = ("sans-serif", 15).into_font().color(&GREY);
        let labels = match values {
            Values::Counts => highest.min(5.0) as usize + 1,
            Values::Rates => LABELS,
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GREY.mix(0.25))
            .axis_style(GREY)
            .label_style(font.clone())
            .axis_desc_style(font)
            .x_desc(format!("time in {name}"))
            .y_desc(what)
            .x_labels(LABELS)
            .x_label_formatter(&|time| brief(*time, digits(width)))
            .y_labels(labels)
            .y_label_formatter(&|value| values.label(*value, highest))
            .draw()?;
        for (line, colour) in lines.iter().zip(COLOURS) {
            let points = line.iter().map(|(time, value)| (time / length, *value));
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        Ok(())
    })
}

/// A plot with a horizontal bar for each name and count. The optional second count is a part of the
/// first; its bar is drawn over the other one.
///
/// # Errors
/// Returns an error if the plot cannot be drawn.
pub(super) fn bars(rows: &[(String, u64, Option<u64>)]) -> Result<String, String> {
    let highest = rows.iter().map(|(_, count, _)| *count).max();
    let highest = highest.unwrap_or(0).max(1) as f64;
    let (left, right) = (NAMES, WIDTH as i32 - NUMBERS);
    let height = u32::try_from(rows.len()).unwrap_or(0) * BAR as u32 + 8;
    drawn((WIDTH, height), |area| {
        let font = ("sans-serif", 15).into_font().color(&GREY);
        let mut middle = 4 + BAR / 2;
        for (name, count, part) in rows {
            let reach =
                |count: u64| left + (f64::from(right - left) * count as f64 / highest) as i32;
            let (top, bottom) = (middle - BAR / 2 + 3, middle + BAR / 2 - 3);
            let bar =
                |to: i32, style: ShapeStyle| Rectangle::new([(left, top), (to, bottom)], style);
            let whole = match part {
                Some(_) => COLOURS[0].mix(0.35),
                None => COLOURS[0].mix(1.0),
            };
            area.draw(&bar(reach(*count), whole.filled()))?;
            if let Some(part) = part {
                area.draw(&bar(reach(*part), COLOURS[0].filled()))?;
            }
            let at = |place: HPos| font.clone().pos(Pos::new(place, VPos::Center));
            let label = (left - 8, middle);
            area.draw(&Text::new(name.clone(), label, at(HPos::Right)))?;
            let number = match part {
                Some(part) => format!("{} of {}", grouped(*part), grouped(*count)),
                None => grouped(*count),
            };
            let label = (reach(*count) + 8, middle);
            area.draw(&Text::new(number, label, at(HPos::Left)))?;
            middle += BAR;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_units() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(unit(100.0).0, "seconds");
        assert_eq!(unit(1e9).0, "days");
    }

    #[test]
    fn labels_do_not_repeat() {
        for length in [0.002, 0.03, 0.7, 1.0, 2.5, 9.0, 60.0, 179.0, 4000.0] {
            let counts = [1.0, 2.0, 3.0, 7.0, 1000.0].map(|highest| (Values::Counts, highest));
            let rates = [0.004, 0.3, 1.5, 20.0, 12345.6].map(|highest| (Values::Rates, highest));
            for (values, highest) in counts.into_iter().chain(rates) {
                let points = vec![(0.0, 0.0), (length, highest)];
                let plot = curves("runs", values, &[points]).unwrap();
                let lines: Vec<&str> = plot.lines().map(str::trim).collect();
                // The labels of an axis are aligned in the same way.
                for axis in ["text-anchor=\"middle\"", "text-anchor=\"end\""] {
                    let labels = lines.windows(2).filter(|pair| pair[0].contains(axis));
                    let labels = labels.map(|pair| pair[1]);
                    let labels: Vec<&str> = labels
                        .filter(|label| label.starts_with(|c: char| c.is_ascii_digit()))
                        .collect();
                    let different: std::collections::BTreeSet<_> = labels.iter().collect();
                    assert!(labels.len() >= 2, "{length} {highest} {axis}: {plot}");
                    assert_eq!(
                        different.len(),
                        labels.len(),
                        "{length} {highest}: {labels:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn plots_without_data_are_drawn() {
        for lines in [
            vec![],
            vec![vec![]],
            vec![vec![(0.0, 0.0)]],
            vec![vec![(1e300, u64::MAX as f64)]],
        ] {
            for values in [Values::Counts, Values::Rates] {
                let plot = curves("runs", values, &lines).unwrap();
                assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"));
            }
        }
        assert!(bars(&[]).unwrap().starts_with("<svg"));
    }
}
