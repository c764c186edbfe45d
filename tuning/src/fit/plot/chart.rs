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

/// The width of the legend.
const KEY: f64 = 200.0;

/// How the line through the points of a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Whole.
    Solid,
    /// In dashes.
    Dashed,
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// And how high.
    pub y: f64,
    /// The radius of its dot in pixels; 0 for none.
    pub dot: f64,
}

impl Point {
    /// A point without a dot.
    pub const fn bare(x: f64, y: f64) -> Self {
        Self { x, y, dot: 0.0 }
    }
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
    /// The points from left to right.
    pub points: Vec<Point>,
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
        let finite =
            series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite());
        let place = |&Point { x, y, dot }| Point { x: self.x_place(x), y: self.y_place(y), dot };
        stroke(&finite.map(place).collect::<Vec<_>>(), series)
    }

    /// The legend, on paper of its own.
    fn key(&self) -> Group {
        let left = match self.legend {
            Corner::TopLeft => LEFT + 1.0,
            Corner::TopRight => WIDTH - RIGHT - KEY - 1.0,
        };
        let paper = Rectangle::new().set("x", left).set("y", TOP + 1.0).set("width", KEY);
        let paper =
            paper.set("height", LINE * self.series.len() as f64 + 10.0).set("fill", "white");
        self.series.iter().enumerate().fold(Group::new().add(paper), |group, (index, series)| {
            let y = TOP + 16.0 + LINE * index as f64;
            let has_dots = series.points.iter().any(|point| point.dot > 0.0);
            let middle = Point { x: left + 24.0, y, dot: if has_dots { 3.5 } else { 0.0 } };
            let [start, end] = [11.0, 37.0].map(|x| Point::bare(left + x, y));
            let name = text(&series.name, left + 45.0, y + 4.0, "start");
            group.add(stroke(&[start, middle, end], series)).add(name)
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

/// The line and the dots of a series through these places.
fn stroke(places: &[Point], series: &Series) -> Group {
    let points: Vec<String> = places.iter().map(|Point { x, y, .. }| format!("{x},{y}")).collect();
    let line = Polyline::new()
        .set("points", points.join(" "))
        .set("fill", "none")
        .set("stroke", series.colour)
        .set("stroke-width", 1.6);
    let line = match series.stroke {
        Stroke::Solid => line,
        Stroke::Dashed => line.set("stroke-dasharray", "5 4"),
    };
    let dots = places.iter().filter(|place| place.dot > 0.0).map(|&Point { x, y, dot }| {
        Circle::new().set("cx", x).set("cy", y).set("r", rounded(dot)).set("fill", series.colour)
    });
    dots.fold(Group::new().add(line), Group::add)
}

/// A place to a tenth of a pixel: more digits would only make the file larger.
fn rounded(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}
