//! A chart with two axes and a legend, as SVG: light, and readable wherever it is shown.

use svg::Document;
use svg::node::element::{Circle, Group, Line, Polyline, Rectangle, Text};

use super::axis::Axis;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;

/// The height of a line of the legend.
const LINE: f64 = 20.0;

const INK: &str = "#333333";
const FAINT: &str = "#e4e4e4";

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line through its points.
    Solid,
    /// A line of dashes through its points.
    Dashed,
    /// A line with a dot at each point.
    Dotted,
}

/// Points that belong together, and their entry in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    /// The entry.
    pub name: String,
    /// The colour, as SVG names it.
    pub colour: &'static str,
    /// How it is drawn.
    pub stroke: Stroke,
    /// The points, x and y.
    pub points: Vec<(f64, f64)>,
}

/// Where the legend stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// On the left, above.
    TopLeft,
    /// On the right, above.
    TopRight,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// What is drawn, the first beneath the others.
    pub series: Vec<Series>,
    /// Where the legend stands.
    pub legend: Corner,
}

impl Chart {
    /// The picture.
    pub fn draw(&self) -> Document {
        let paper =
            Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white");
        let document = Document::new()
            .set("viewBox", (0, 0, WIDTH, HEIGHT))
            .set("font-family", "Helvetica, Arial, sans-serif")
            .set("font-size", 13)
            .add(paper)
            .add(text(&self.title, LEFT, TOP - 20.0, "start").set("font-size", 16))
            .add(self.x_axis())
            .add(self.y_axis());
        let series = self.series.iter().map(|series| self.drawn(series));
        series.fold(document, Document::add).add(self.key())
    }

    fn x_place(&self, value: f64) -> f64 {
        rounded(LEFT + self.x.place(value) * (WIDTH - LEFT - RIGHT))
    }

    fn y_place(&self, value: f64) -> f64 {
        rounded(HEIGHT - BOTTOM - self.y.place(value) * (HEIGHT - TOP - BOTTOM))
    }

    fn x_axis(&self) -> Group {
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        let label = text(self.x.label(), middle, HEIGHT - 14.0, "middle");
        self.x.ticks().fold(Group::new().add(label), |group, tick| {
            let x = self.x_place(tick);
            let number = text(&self.x.text(tick), x, HEIGHT - BOTTOM + 20.0, "middle");
            group.add(line((x, TOP), (x, HEIGHT - BOTTOM), FAINT)).add(number)
        })
    }

    fn y_axis(&self) -> Group {
        let middle = f64::midpoint(TOP, HEIGHT - BOTTOM);
        let turned = format!("rotate(-90 18 {middle})");
        let label = text(self.y.label(), 18.0, middle, "middle").set("transform", turned);
        self.y.ticks().fold(Group::new().add(label), |group, tick| {
            let y = self.y_place(tick);
            let number = text(&self.y.text(tick), LEFT - 8.0, y + 4.0, "end");
            group.add(line((LEFT, y), (WIDTH - RIGHT, y), FAINT)).add(number)
        })
    }

    fn drawn(&self, series: &Series) -> Group {
        let finite = series.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        let places: Vec<(f64, f64)> =
            finite.map(|&(x, y)| (self.x_place(x), self.y_place(y))).collect();
        let dots = match series.stroke {
            Stroke::Dotted => places.as_slice(),
            Stroke::Solid | Stroke::Dashed => &[],
        };
        let group = dots.iter().fold(Group::new(), |group, &place| group.add(dot(place, series)));
        group.add(polyline(&places, series))
    }

    /// The legend.
    fn key(&self) -> Group {
        let x = match self.legend {
            Corner::TopLeft => LEFT + 12.0,
            Corner::TopRight => WIDTH - RIGHT - 220.0,
        };
        self.series.iter().enumerate().fold(Group::new(), |group, (index, series)| {
            let y = TOP + 16.0 + LINE * index as f64;
            let stroke = polyline(&[(x, y), (x + 26.0, y)], series);
            let group = match series.stroke {
                Stroke::Dotted => group.add(dot((x + 13.0, y), series)),
                Stroke::Solid | Stroke::Dashed => group,
            };
            group.add(stroke).add(text(&series.name, x + 34.0, y + 4.0, "start"))
        })
    }
}

fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", INK)
}

fn line(from: (f64, f64), to: (f64, f64), colour: &str) -> Line {
    let line = Line::new().set("x1", from.0).set("y1", from.1).set("x2", to.0).set("y2", to.1);
    line.set("stroke", colour)
}

fn dot((x, y): (f64, f64), series: &Series) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", 3.5).set("fill", series.colour)
}

fn polyline(places: &[(f64, f64)], series: &Series) -> Polyline {
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let dashes = match series.stroke {
        Stroke::Dashed => "5 4",
        Stroke::Solid | Stroke::Dotted => "none",
    };
    Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke", series.colour)
        .set("stroke-width", 1.6)
        .set("stroke-dasharray", dashes)
}

/// A place to a tenth of a pixel: more digits would only make the file larger.
fn rounded(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}
