//! From values to places on a picture.

/// About how many ticks an axis has.
const TICKS: f64 = 5.0;

/// An axis over a range of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    label: &'static str,
    least: f64,
    most: f64,
    step: f64,
}

impl Axis {
    /// An axis over exactly this range, of more than nothing.
    pub fn over(label: &'static str, least: f64, most: f64) -> Self {
        Self { label, least, most, step: round_step((most - least) / TICKS) }
    }

    /// An axis from tick to tick around all these values.
    pub fn around(label: &'static str, values: impl Iterator<Item = f64>) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let (least, most) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
                (least.min(value), most.max(value))
            });
        if least < most {
            let step = round_step((most - least) / TICKS);
            let (least, most) = ((least / step).floor() * step, (most / step).ceil() * step);
            Self { label, least, most, step }
        } else {
            let middle = if least.is_finite() { least } else { 0.0 };
            Self::over(label, middle - 0.5, middle + 0.5)
        }
    }

    /// What it shows.
    pub const fn label(&self) -> &'static str {
        self.label
    }

    /// The least value and the most.
    pub const fn ends(&self) -> [f64; 2] {
        [self.least, self.most]
    }

    /// Where a value lies: 0 at the least, 1 at the most.
    pub fn place(&self, value: f64) -> f64 {
        (value - self.least) / (self.most - self.least)
    }

    /// The values with a tick.
    pub fn ticks(&self) -> impl Iterator<Item = f64> {
        // A tick at an end must not get lost in the last digit.
        let first = (self.least / self.step - 1e-6).ceil() as i64;
        let last = (self.most / self.step + 1e-6).floor() as i64;
        (first..=last).map(|tick| tick as f64 * self.step)
    }

    /// A value with as many digits as ticks need.
    pub fn text(&self, value: f64) -> String {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        format!("{value:.digits$}")
    }
}

/// The next number from this on that is 1, 2 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let round = [1.0, 2.0, 5.0].into_iter().find(|&round| round * power >= least * (1.0 - 1e-9));
    round.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(axis: &Axis) -> Vec<String> {
        axis.ticks().map(|tick| axis.text(tick)).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let axis = Axis::over("", 0.0, 1.0);
        assert_eq!(ticks(&axis), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let axis = Axis::over("", 0.0, 1234.0);
        assert_eq!(ticks(&axis), ["0", "500", "1000"]);
        let axis = Axis::around("", [0.4632, 0.4719, f64::NAN].into_iter());
        assert_eq!(ticks(&axis), ["0.462", "0.464", "0.466", "0.468", "0.470", "0.472"]);
    }

    #[test]
    fn values_are_placed_between_the_ends() {
        let axis = Axis::around("", [3.0, 11.0].into_iter());
        assert!((axis.place(2.0)).abs() < 1e-12 && (axis.place(12.0) - 1.0).abs() < 1e-12);
        assert!((axis.place(7.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn without_a_range_there_is_an_axis_nevertheless() {
        let axis = Axis::around("", [2.0].into_iter());
        assert!((axis.place(2.0) - 0.5).abs() < 1e-12);
        assert!((Axis::around("", std::iter::empty()).place(0.0) - 0.5).abs() < 1e-12);
    }
}
